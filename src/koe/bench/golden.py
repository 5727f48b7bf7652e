"""Golden clips: 80 approved clips described by audio features, and a comparison that finds audible changes.

The file does not hold the audio but what a listener would notice: a coarse mel spectrogram (the fingerprint), loudness,
peak, duration, pitch and word times. Two sets of features are compared measure by measure.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from koe.audio.limiter import true_peak
from koe.audio.loudness import loudness_lufs
from koe.audio.meters import level_db, median_pitch_hz
from koe.engine.engine import Engine
from koe.engine.output import Mastering, OutputFormat, whole_output
from koe.errors import EngineError
from koe.types import Samples, SpeechRequest
from koe.wire.captions import CueSheet

FORMAT = 1
VOICES = ("af_heart", "am_michael", "bf_emma", "ef_dora")

# Name -> the English text, and the Spanish one for the Spanish voice.
TEXTS: Mapping[str, tuple[str, str]] = {
    "greeting": ("Good morning, and welcome.", "Buenos días, y bienvenidos."),
    "question": ("Where did you put the keys?", "¿Dónde has puesto las llaves?"),
    "numbers": ("She counted 1,204 sheep and 37 goats.", "Contó 1.204 ovejas y 37 cabras."),
    "date": ("We met on March 3, 2021.", "Nos vimos el 3 de marzo de 2021."),
    "abbreviation": ("Dr. Lee lives on Elm St., near the NASA office.", "El Dr. Ruiz y la Sra. Gil viven aquí."),
    "quotation": ("“Never again,” he whispered.", "«Nunca más», susurró él."),
    "list": ("Bring bread, butter, three apples, and tea.", "Trae pan, queso, tres manzanas y té."),
    "word": ("Tomorrow.", "Mañana."),
    "break": (
        '<speak>Wait for it.<break time="600ms"/>Now go.</speak>',
        '<speak>Espera un poco.<break time="600ms"/>Ahora ve.</speak>',
    ),
    "prosody": (
        '<speak>It is <emphasis level="strong">very</emphasis> late, '
        '<prosody rate="80%" pitch="-10%">so walk slowly</prosody>.</speak>',
        '<speak>Es <emphasis level="strong">muy</emphasis> tarde, '
        '<prosody rate="80%" pitch="-10%">camina despacio</prosody>.</speak>',
    ),
    "exclamation": ("What a wonderful surprise!", "¡Qué sorpresa tan maravillosa!"),
    "clauses": (
        "When the rain stopped, the children, who had waited all morning, ran down to the river.",
        "Cuando dejó de llover, los niños, que habían esperado mucho, corrieron hasta el río.",
    ),
    "address": ("See example.com/help for more.", "Visita ejemplo.com/ayuda para saber más."),
    "vocabulary": ("The lorry took the wrong roundabout on Saturday.", "El coche aparcó delante del ordenador."),
    "dialogue": ("“Tea?” asked Ann. “Please,” said Tom.", "—¿Té? —dijo Ana. —Sí —dijo Luis."),
    "money": ("It costs $25.50 now.", "Ahora cuesta 25,50 €."),
    "time": ("The train leaves at 6:45 p.m.", "El tren sale a las 18:45."),
    "brackets": ("The bridge (an old one) fell.", "El puente (uno viejo) cayó."),
    "hesitation": ("Well… I am not so sure.", "Bueno… no estoy tan segura."),
    "sentences": ("It was dark. Nobody spoke. Then a door opened.", "Era de noche. Nadie habló. Se abrió una puerta."),
}

BANDS = 32
COLUMNS_PER_SECOND = 20
_LEVELS = 16
_STEP_DB = 4.5
_FLOOR_DB = -78.0
_WINDOW_S = 0.085  # long enough that a sound moved by one model frame stays in its column
_LOWEST_HZ, _HIGHEST_HZ = 80.0, 11_000.0
# A column may match another this far away: word times check when a sound is heard, the fingerprint which sound it is.
_SEARCH_COLUMNS = 2
_SECTION_COLUMNS = 8  # a syllable or two: over a whole sentence, one wrong word would be averaged away
_SILENCE_DB = -120.0

_Reals = NDArray[np.float64]
_Levels = NDArray[np.int64]


class GoldenFileError(EngineError):
    code = "golden_file_error"


@dataclass(frozen=True, slots=True)
class GoldenClip:
    """A text and the voice that speaks it."""

    name: str
    text: str
    voice: str


@dataclass(frozen=True, slots=True)
class TimedWord:
    text: str
    start_s: float
    end_s: float


@dataclass(frozen=True, slots=True)
class ClipFeatures:
    """The features of a clip, rounded as they are stored."""

    lufs: float
    peak_dbtp: float
    duration_s: float
    pitch_hz: float  # 0 where no voice was found
    words: tuple[TimedWord, ...]
    fingerprint: str

    @property
    def spectrogram_db(self) -> _Reals:
        """[columns, bands]"""
        return np.asarray(_FLOOR_DB + _STEP_DB * _unpacked(self.fingerprint), dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Recording:
    features: ClipFeatures
    samples: Samples
    sample_rate_hz: int


def golden_clips() -> list[GoldenClip]:
    """Each text in each voice. The order of the voices rotates: every fourth clip covers all texts and voices."""
    clips: list[GoldenClip] = []
    for number, (name, (english, spanish)) in enumerate(TEXTS.items()):
        for voice in (VOICES[(number + place) % len(VOICES)] for place in range(len(VOICES))):
            clips.append(GoldenClip(f"{name}/{voice}", spanish if voice.startswith("e") else english, voice))
    return clips


def record(engine: Engine, clip: GoldenClip) -> Recording:
    """Speaks a clip as koe writes it to a file."""
    job = engine.prepare(SpeechRequest(clip.text, clip.voice, live=False))
    blocks, sheet = list(engine.stream(job)), CueSheet()
    for block in blocks:
        sheet.add(block)
    rate = engine.sample_rate_hz
    pcm = whole_output(blocks, OutputFormat("pcm", rate), rate, Mastering(), is_exact=not job.has_volumes)
    samples = np.frombuffer(pcm, dtype="<i2").astype(np.float32) / np.float32(32768)
    words = [TimedWord(cue.text, cue.start_s, cue.end_s) for cue in sheet.words]
    return Recording(extract_features(samples, rate, words), samples, rate)


def extract_features(samples: Samples, rate: int, words: Sequence[TimedWord] = ()) -> ClipFeatures:
    lufs, peak_db = loudness_lufs(samples, rate), level_db(true_peak(samples))
    return ClipFeatures(
        lufs=round(_SILENCE_DB if lufs is None else lufs, 2),
        peak_dbtp=round(_SILENCE_DB if peak_db is None else peak_db, 2),
        duration_s=round(len(samples) / rate, 3),
        pitch_hz=round(median_pitch_hz(samples, rate) or 0.0, 1),
        words=tuple(TimedWord(word.text, round(word.start_s, 3), round(word.end_s, 3)) for word in words),
        fingerprint=_packed(_levels(mel_db(samples, rate))),
    )


def mel_db(samples: Samples, rate: int, bands: int = BANDS, columns_per_second: int = COLUMNS_PER_SECOND) -> _Reals:
    """Mel spectrogram [columns, bands]; a sine at full scale has 0 dB in its band."""
    size, hop = round(_WINDOW_S * rate), rate // columns_per_second
    padded = np.pad(samples.astype(np.float64), (size // 2, size))
    frames = sliding_window_view(padded, size)[: len(samples) + 1 : hop]
    window = np.hanning(size)
    powers = np.square(np.abs(np.fft.rfft(frames * window, axis=1)) * 2 / window.sum())
    sums = powers @ _mel_weights(bands, size, rate).T
    return np.asarray(10 * np.log10(np.maximum(sums, 10 ** (_SILENCE_DB / 10))))


def _mel_weights(bands: int, size: int, rate: int) -> _Reals:
    """Triangular mel filters: [bands, bins]."""
    edges_mel = np.linspace(_mel(_LOWEST_HZ), _mel(min(_HIGHEST_HZ, rate / 2)), bands + 2)
    edges_hz = 700 * (10 ** (edges_mel / 2595) - 1)
    bins_hz = np.arange(size // 2 + 1) * rate / size
    rising = (bins_hz - edges_hz[:-2, None]) / np.diff(edges_hz)[:-1, None]
    falling = (edges_hz[2:, None] - bins_hz) / np.diff(edges_hz)[1:, None]
    return np.asarray(np.clip(np.minimum(rising, falling), 0, None))


def _mel(frequency_hz: float) -> float:
    return float(2595 * np.log10(1 + frequency_hz / 700))


def _levels(spectrogram_db: _Reals) -> _Levels:
    return np.asarray(np.clip(np.rint((spectrogram_db - _FLOOR_DB) / _STEP_DB), 0, _LEVELS - 1).astype(np.int64))


def _packed(levels: _Levels) -> str:
    """Two cells per byte."""
    cells = levels.astype(np.uint8).reshape(-1, 2)
    return base64.b64encode((cells[:, 0] * _LEVELS + cells[:, 1]).tobytes()).decode("ascii")


def _unpacked(fingerprint: str) -> _Levels:
    pairs = np.frombuffer(base64.b64decode(fingerprint, validate=True), dtype=np.uint8).astype(np.int64)
    return np.stack([pairs // _LEVELS, pairs % _LEVELS], axis=1).reshape(-1, BANDS)


@dataclass(frozen=True, slots=True)
class Difference:
    """By how much a measure differs, and where, if that is known."""

    amount: float
    place: str = ""


@dataclass(frozen=True, slots=True)
class Measure:
    name: str
    unit: str
    allowed: float
    allowed_other_cpu: float
    compare: Callable[[ClipFeatures, ClipFeatures], Difference]


@dataclass(frozen=True, slots=True)
class Change:
    """A measure of a clip that differs from the stored one by more than its tolerance."""

    clip: str
    measure: str
    amount: float
    allowed: float
    unit: str
    place: str = ""


def _sound(old: ClipFeatures, new: ClipFeatures) -> Difference:
    """The section that differs most, in dB per cell."""
    spectrograms = [old.spectrogram_db, new.spectrogram_db]
    columns = max(len(spectrogram) for spectrogram in spectrograms)
    before, after = (
        np.pad(spectrogram, ((0, columns - len(spectrogram)), (0, 0)), constant_values=_FLOOR_DB)
        for spectrogram in spectrograms
    )
    each = np.abs(before[:, None] - after[None]).mean(axis=2)
    far = np.abs(np.subtract.outer(np.arange(columns), np.arange(columns))) > _SEARCH_COLUMNS
    each[far] = np.inf
    # In both directions: a sound that is gone has no match in the new spectrogram, one that was added none in the old.
    nearest = np.maximum(each.min(axis=1), each.min(axis=0))
    length = min(_SECTION_COLUMNS, columns)
    sections = sliding_window_view(nearest, length).mean(axis=1)
    worst = int(sections.argmax())
    return Difference(float(sections[worst]), f"{(worst + length / 2) / COLUMNS_PER_SECOND:.1f} s")


def _pitch(old: ClipFeatures, new: ClipFeatures) -> Difference:
    higher = max(old.pitch_hz, new.pitch_hz)
    return Difference(100 * (new.pitch_hz - old.pitch_hz) / higher if higher else 0.0)


def _words(old: ClipFeatures, new: ClipFeatures) -> Difference:
    """The number of words that differ."""
    texts = zip_longest((word.text for word in old.words), (word.text for word in new.words))
    different = [after or before or "" for before, after in texts if before != after]
    return Difference(len(different), different[0] if different else "")


def _word_times(old: ClipFeatures, new: ClipFeatures) -> Difference:
    """The largest shift of a word's start or end."""
    shifts = [
        Difference(1000 * (after - before), one.text)
        for one, other in zip(old.words, new.words, strict=False)
        for before, after in ((one.start_s, other.start_s), (one.end_s, other.end_s))
        if one.text == other.text
    ]
    return max(shifts, key=lambda shift: abs(shift.amount), default=Difference(0.0))


# On one machine nothing changes, with one thread or two (20 clips, all measures). On another CPU the text stage may
# have no eight-bit products, and predicts slightly different durations: in 80 clips that changed the sound by up to
# 8 dB, the loudness by 0.23 LU, the peak by 1.3 dB, the duration by 96 ms, the pitch by 11 % (a clip of two short
# sentences) and a word time by 128 ms. Another voice changes the sound by 7 to 38 dB; a pitch raised by 6 % changes it
# by 1.6 to 10 dB, and the median pitch by 2 to 7 %: on the same CPU each of 20 clips is found, on another one only all
# of them together.
MEASURES = (
    Measure("sound", "dB", 4.0, 10.0, _sound),
    Measure("loudness", "LU", 0.3, 0.5, lambda old, new: Difference(new.lufs - old.lufs)),
    Measure("peak", "dB", 0.5, 2.0, lambda old, new: Difference(new.peak_dbtp - old.peak_dbtp)),
    Measure("duration", "ms", 60.0, 150.0, lambda old, new: Difference(1000 * (new.duration_s - old.duration_s))),
    Measure("pitch", "%", 2.0, 15.0, _pitch),
    Measure("words", "", 0.0, 0.0, _words),
    Measure("word times", "ms", 60.0, 200.0, _word_times),
)


def changes(clip: str, old: ClipFeatures, new: ClipFeatures, *, other_cpu: bool = False) -> list[Change]:
    """The measures beyond their tolerance, which is wider on another CPU than the one that made the file."""
    found: list[Change] = []
    for measure in MEASURES:
        allowed = measure.allowed_other_cpu if other_cpu else measure.allowed
        difference = measure.compare(old, new)
        if abs(difference.amount) > allowed:
            amount = round(difference.amount, 2)
            found.append(Change(clip, measure.name, amount, allowed, measure.unit, difference.place))
    return found


def read_features(path: Path) -> dict[str, ClipFeatures]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        if content["format"] != FORMAT:
            raise ValueError
        return {clip: _features(fields) for clip, fields in content["clips"].items()}
    except OSError as problem:
        raise GoldenFileError(f"{path} cannot be read ({problem.strerror}).") from None
    except (ValueError, KeyError, TypeError, AttributeError, binascii.Error):
        raise GoldenFileError(f"{path} holds no golden clips of format {FORMAT}.") from None


def _features(fields: Mapping[str, Any]) -> ClipFeatures:
    features = ClipFeatures(**{**fields, "words": tuple(TimedWord(*word) for word in fields["words"])})
    _unpacked(features.fingerprint)
    return features


def write_features(path: Path, clips: Mapping[str, ClipFeatures]) -> None:
    """One line per clip, so that a diff shows which clips changed."""
    lines = [f"{json.dumps(clip)}:{_line(features)}" for clip, features in clips.items()]
    try:
        path.write_text(f'{{"format":{FORMAT},"clips":{{\n' + ",\n".join(lines) + "\n}}\n", encoding="utf-8")
    except OSError as problem:
        raise GoldenFileError(f"{path} cannot be written ({problem.strerror}).") from None


def _line(features: ClipFeatures) -> str:
    words = [[word.text, word.start_s, word.end_s] for word in features.words]
    return json.dumps({**asdict(features), "words": words}, ensure_ascii=False, separators=(",", ":"))
