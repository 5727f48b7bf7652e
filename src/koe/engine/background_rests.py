"""Steps that lanes have done -> when limited background work may do its next one."""

from __future__ import annotations

# Once the model is warm, background work takes this much of a lane. A start that meets one of its steps waits for the
# end of it: one in a hundred, so that the 95th percentile of the time to the first sound stays where it is.
BACKGROUND_SHARE = 0.01
# A client that has been served often asks again at once. Without this wait the moment between two requests was
# when background work took its turn: 18 steps met the starts of 120 requests, p95 1.18 times as long.
AFTER_CLIENTS_S = 0.25


class BackgroundRests:
    def __init__(self, now_s: float) -> None:
        self._share_from_s = now_s  # when its share allows the next step
        self._clients_s = now_s - AFTER_CLIENTS_S  # when a step of a client last ended

    def background_step(self, began_s: float, ended_s: float) -> None:
        self._share_from_s = ended_s + (ended_s - began_s) * (1 / BACKGROUND_SHARE - 1)

    def client_step(self, ended_s: float) -> None:
        self._clients_s = ended_s

    def left_s(self, now_s: float) -> float:
        return max(0.0, self._share_from_s - now_s, self._clients_s + AFTER_CLIENTS_S - now_s)
