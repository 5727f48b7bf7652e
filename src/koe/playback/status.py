"""Reader and player -> what a listener sees: the fields of `status` and `watch` (docs/daemon.md)."""

from __future__ import annotations

import os
from typing import Any

from koe.playback.item import Item
from koe.playback.reader import Reader
from koe.playback.remainder import Remainder
from koe.playback.servers import Servers


def status_of(reader: Reader, remainder: Remainder, servers: Servers) -> dict[str, Any]:
    player, heard = reader.player, reader.player.heard
    queue = player.queue
    item = queue[0] if queue else None
    state = "paused" if player.is_paused else "playing" if item or reader.away else "idle"
    position = heard.position if heard is not None and heard.item is item else 0
    return {
        "state": state,
        "item": item.number if item else None,
        "queued": max(0, len(queue) - 1),
        **(_place_of(item, position, player.rate_hz) if item else {}),
        "speed": reader.speed,
        "volume": player.volume,
        "underruns": player.underruns,
        "restarts": reader.restarts,
        "device": player.output.name,
        "device_problem": player.output.problem,
        "device_underflows": player.output.underflows,
        "device_losses": player.output.losses,
        "priority": player.output.priority,
        "notice": remainder.notice,
        "engine_pid": servers.child_pid,
        "pid": os.getpid(),
    }


def _place_of(item: Item, position: int, rate_hz: int) -> dict[str, Any]:
    """Where the listener is in the text and in the audio. It holds places, and nothing of the text itself."""
    word = item.word_at(position)
    sentence = item.sentences_before(position)
    starts = [*item.sentences.starts, len(item.text)]
    return {
        "position_s": round(position / rate_hz, 3),
        "received_s": round(item.buffer.track.end / rate_hz, 3),
        "ahead_s": round(item.buffer.ahead_s, 3),
        "is_received": item.buffer.is_received,
        "characters": len(item.text),
        "word": [word.start, word.stop] if word else None,
        "sentence": [starts[sentence], starts[sentence + 1]],
        "gaps": item.buffer.underruns,
        "concealed_ms": round(item.buffer.concealed_ms, 1),
        "lost_frames": item.buffer.lost_frames,
        "problem": item.problem,
    }
