"""A seed -> what a client of the soak test does next: speak, cancel, send nonsense, or lose its connection."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from koe.languages import Language

Kind = Literal["speak", "cancel", "bad", "resume"]
Body = Mapping[str, object]

SHARES: Mapping[Kind, float] = {"cancel": 0.05, "bad": 0.02, "resume": 0.05}
_FORMATS = ("wav", "mp3", "pcm", "opus", "flac", "aac")
_SPEEDS = (1.0, 1.0, 1.0, 0.8, 1.3)
_BAD: Sequence[Body] = (
    {"input": ""},
    {"input": "A sentence.", "voice": "nobody"},
    {"input": "A sentence.", "speed": 99},
    {"input": "A sentence.", "response_format": "midi"},
    {"input": 7},
    {"text": "A sentence."},
)


@dataclass(frozen=True, slots=True)
class Act:
    kind: Kind
    body: Body


class Mix:
    """The same seed gives the same acts. `voices` speak English."""

    def __init__(self, seed: int, texts: Sequence[str], languages: Sequence[Language], voices: Sequence[str]) -> None:
        self._choices = random.Random(seed)  # noqa: S311  the same mix each time, no secret
        self._texts = texts
        self._languages = languages
        self._voices = voices

    def next(self) -> Act:
        drawn = self._choices.random()
        for kind, share in SHARES.items():
            if drawn < share:
                return Act(kind, self._choices.choice(_BAD) if kind == "bad" else self._played())
            drawn -= share
        return Act("speak", self._spoken())

    def _played(self) -> Body:
        """A long text, so that there is a middle."""
        longest = max(self._texts, key=len)
        return {"input": longest, "voice": self._choices.choice(self._voices), "response_format": "pcm"}

    def _spoken(self) -> Body:
        """English texts of any length, now and then a sentence in another language; played or saved."""
        language = self._choices.choice(self._languages)
        is_english = self._choices.random() < 0.7
        body: dict[str, object] = {
            "input": self._choices.choice(self._texts) if is_english else language.preview,
            "voice": self._choices.choice(self._voices) if is_english else language.best_voice,
            "response_format": self._choices.choice(_FORMATS),
            "speed": self._choices.choice(_SPEEDS),
        }
        if self._choices.random() < 0.4:
            body["stream"] = False
        return body
