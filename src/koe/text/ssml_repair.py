"""Lenient mode: makes of every start tag one that can be followed, and collects warnings about what is lost.

A tag that strict mode accepts is returned as it is. Others become the nearest thing that koe does: another element,
other values, a tag that is passed over (`PASSED`), or one whose content is not spoken (`SILENT`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from koe.errors import RequestError
from koe.text.inline import LONGEST_PAUSE_S, milliseconds
from koe.text.language import READABLE, require_readable
from koe.text.ssml_elements import BREAKS_MS, ELEMENTS, EMPHASIS, PASSED, SILENT, TIME, Element, Tag, listed
from koe.text.ssml_foreign import FOREIGN, NAMED, QUIET
from koe.text.ssml_phonemes import repaired_phonemes
from koe.text.ssml_prosody import repaired_prosody, repaired_values
from koe.text.ssml_say_as import repaired_say_as
from koe.text.ssml_values import SCALES, ProsodyValues
from koe.text.ssml_voices import ChoosesVoices, VoiceChoice, VoiceWish
from koe.text.ssml_warnings import SsmlWarnings

IGNORE_TEXT = "ignoretext"  # of `onlangfailure`: text in a language that cannot be read is left out

_CUTTING = Element(cuts=True)
_EMPTY = Element(holds="nothing")
_TIMES = f"0s to {LONGEST_PAUSE_S:g}s, such as 500ms or 1.5s"
_SILENCES = ("leading", "tailing", "sentenceboundary")
_OF_LANGUAGE = ("xml:lang", "onlangfailure")
_LANGUAGES_OF_VOICE = ("xml:lang", "language", "languages")
_SAME_LANGUAGE = "the language does not change"
_MOST_LANGUAGES = 20
_VARIANT = re.compile("[1-9][0-9]{0,2}")
_TYPICAL_PITCH_HZ = 170.0  # where no voices are known


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What applies where a tag stands."""

    language: str
    voice: str | None
    prosody: ProsodyValues
    ignores_unreadable: bool
    parent: Tag


class Repairs:
    def __init__(self, warnings: SsmlWarnings, voices: ChoosesVoices | None) -> None:
        self._warnings = warnings
        self._voices = voices
        self._by_name: Mapping[str, Callable[[Tag, Surroundings], Tag]] = {
            "speak": self._speak,
            "p": self._block,
            "s": self._block,
            "lang": self._lang,
            "token": self._token,
            "w": self._token,
            "voice": self._voice,
            "break": self._break,
            "mark": self._mark,
            "bookmark": self._mark,
            "emphasis": self._emphasis,
            "prosody": self._prosody,
            "say-as": self._say_as,
            "sub": self._sub,
            "phoneme": self._phoneme,
            "media": self._media,
            "par": self._sequence,
            "seq": self._sequence,
            "mstts:silence": self._silence,
        }

    def repaired(self, tag: Tag, around: Surroundings) -> Tag:
        """`tag` has the name "" if nothing is known by its name."""
        foreign = FOREIGN.get(tag.name)
        if tag.name not in ELEMENTS and foreign is None:
            self._warnings.element("An unknown element is not supported; its content is spoken as usual.", tag.start)
            tag = replace(tag, name="")
        if around.parent.element.holds == "text" and tag.name not in ("mark", "bookmark"):
            if tag.name and around.parent.name:
                message = f"{around.parent.name} may contain only text; the elements inside it have no effect."
                self._warnings.element(message, tag.start)
            return replace(_passed(tag), element=replace(PASSED, holds="text"))
        if foreign is not None and foreign.warning:
            self._warnings.element(f"{tag.name} {foreign.warning}", tag.start)
        if tag.name in self._by_name:
            return self._by_name[tag.name](tag, around)
        return _passed(tag) if foreign is None or foreign.is_spoken else replace(_passed(tag), element=SILENT)

    def root(self, tag: Tag, request_language: str) -> Tag:
        return self._speak(tag, Surroundings(request_language, None, ProsodyValues(), False, tag))

    # -- elements

    def _speak(self, tag: Tag, around: Surroundings) -> Tag:
        """A <speak> inside another, as Google has in <media>, is a sentence of its own."""
        is_root = around.parent is tag
        kept = self._known(tag, ("version", *_OF_LANGUAGE, *(("startmark", "endmark") if is_root else ())))
        return self._with_language(kept if is_root else replace(kept, name="s"), around)

    def _block(self, tag: Tag, around: Surroundings) -> Tag:
        return self._with_language(self._known(tag, _OF_LANGUAGE), around)

    def _lang(self, tag: Tag, around: Surroundings) -> Tag:
        if "xml:lang" not in tag.attributes:
            return self._without(tag, "xml:lang")
        repaired = self._with_language(self._known(tag, _OF_LANGUAGE), around)
        return repaired if "xml:lang" in repaired.attributes or repaired.element.is_silent else _passed(repaired)

    def _token(self, tag: Tag, around: Surroundings) -> Tag:
        kept = self._known(tag, _OF_LANGUAGE)
        if "xml:lang" in kept.attributes:
            return self._lang(replace(kept, name="lang"), around)
        return replace(kept, name="token", element=PASSED)

    def _with_language(self, tag: Tag, around: Surroundings) -> Tag:
        """The tag without a language that cannot be read; its content is then left out if the document wants that."""
        if "xml:lang" not in tag.attributes or _code(tag.attributes["xml:lang"]):
            return replace(tag, element=ELEMENTS[tag.name])
        policy = tag.attribute("onlangfailure", IGNORE_TEXT if around.ignores_unreadable else "")
        self._refuse_language(tag, "xml:lang", "its text is left out" if policy == IGNORE_TEXT else _SAME_LANGUAGE)
        rest = {name: value for name, value in tag.attributes.items() if name != "xml:lang"}
        return replace(tag, attributes=rest, element=SILENT if policy == IGNORE_TEXT else ELEMENTS[tag.name])

    def _voice(self, tag: Tag, around: Surroundings) -> Tag:
        kept = self._known(tag, ("name", *_LANGUAGES_OF_VOICE, "gender", "xml:gender", "variant"))
        asked = [name for name in _LANGUAGES_OF_VOICE if kept.attribute(name)]
        language = next(filter(None, (self._readable(kept, name, around.language) for name in asked)), None)
        gender = (kept.attribute("gender") or kept.attribute("xml:gender")).lower()
        if gender not in ("", "female", "male", "neutral"):
            self._warnings.value(tag, "gender", "female, male or neutral")
        gender = gender if gender in ("female", "male") else ""
        name = kept.attribute("name")
        if not (name or asked or {"gender", "xml:gender", "variant"} & kept.attributes.keys()):
            return self._without(tag, "name")
        if asked and language is None and not name:
            return _passed(kept)
        wish = VoiceWish(name, language, gender, self._variant(kept), around.voice, around.language)
        choice = self._voices.choose(wish) if self._voices else VoiceChoice(name or None)
        if choice.message:
            self._warnings.add(choice.code, choice.message, tag.start)
        language = language or choice.language
        own_language = {"xml:lang": language} if language else {}
        if choice.voice is not None:
            return replace(kept, attributes={"name": choice.voice, **own_language}, element=ELEMENTS["voice"])
        if language:
            return replace(kept, name="lang", attributes=own_language, element=ELEMENTS["lang"])
        return _passed(kept)

    def _variant(self, tag: Tag) -> int:
        """0: none is asked for."""
        written = tag.attribute("variant")
        if written and not _VARIANT.fullmatch(written):
            self._warnings.value(tag, "variant", "1 to 999")
            return 0
        return int(written or 0)

    def _break(self, tag: Tag, _: Surroundings) -> Tag:
        kept = self._known(tag, ("strength", "time"))
        attributes = dict(kept.attributes)
        if "strength" in attributes and kept.attribute("strength") not in BREAKS_MS:
            self._warnings.value(tag, "strength", f"one of {listed(BREAKS_MS)}", "medium is used")
            attributes["strength"] = "medium"
        if "time" in attributes:
            pause_ms = self._time_ms(kept, "time")
            attributes.pop("time")
            attributes |= {} if pause_ms is None else {"time": f"{pause_ms:.6f}ms"}
        return replace(kept, attributes=attributes, element=ELEMENTS["break"])

    def _mark(self, tag: Tag, _: Surroundings) -> Tag:
        attribute = "mark" if tag.name == "bookmark" else "name"
        if not tag.attribute(attribute):
            return replace(self._without(tag, attribute), element=_EMPTY)  # text inside it is a fault too
        self._known(replace(tag, name="mark"), ())
        return replace(tag, name="mark", attributes={"name": tag.attribute(attribute)}, element=ELEMENTS["mark"])

    def _emphasis(self, tag: Tag, _: Surroundings) -> Tag:
        kept = self._known(tag, ("level",))
        if "level" in kept.attributes and kept.attribute("level") not in EMPHASIS:
            self._warnings.value(tag, "level", f"one of {listed(EMPHASIS)}", "moderate is used")
            kept = replace(kept, attributes={})
        return replace(kept, element=ELEMENTS["emphasis"])

    def _prosody(self, tag: Tag, around: Surroundings) -> Tag:
        kept = self._known(tag, (*SCALES, "contour", "duration"))
        repaired = repaired_prosody(kept, around.prosody, self._pitch_hz(around), self._warnings)
        return replace(repaired, element=ELEMENTS["prosody"])

    def _say_as(self, tag: Tag, around: Surroundings) -> Tag:
        kept = self._known(tag, ("interpret-as", "format", "detail", "language"))
        if "interpret-as" not in kept.attributes:
            return self._without(tag, "interpret-as")
        repaired = repaired_say_as(kept, around.language, self._warnings)
        return _passed(kept) if repaired is None else replace(repaired, element=ELEMENTS["say-as"])

    def _sub(self, tag: Tag, _: Surroundings) -> Tag:
        kept = self._known(tag, ("alias",))
        if "alias" not in kept.attributes:
            return self._without(tag, "alias")
        return replace(kept, element=ELEMENTS["sub"])

    def _phoneme(self, tag: Tag, around: Surroundings) -> Tag:
        kept = self._known(tag, ("ph", "alphabet"))
        if "ph" not in kept.attributes:
            return self._without(tag, "ph")
        repaired = repaired_phonemes(kept, around.language, self._warnings)
        return _passed(kept) if repaired is None else replace(repaired, element=ELEMENTS["phoneme"])

    def _media(self, tag: Tag, around: Surroundings) -> Tag:
        """`begin` is a pause where parts follow each other; in a <par> it would be a place on a common clock."""
        kept = self._known(tag, ("begin", "soundLevel"))
        values = repaired_values(kept, {"soundLevel": "volume"}, around.prosody, self._pitch_hz(around), self._warnings)
        begin_ms = None
        if "begin" in kept.attributes and around.parent.name != "par":
            begin_ms = self._time_ms(kept, "begin")
        return replace(kept, attributes=values, element=_CUTTING, length_ms=begin_ms or 0.0)

    def _sequence(self, tag: Tag, _: Surroundings) -> Tag:
        return replace(self._known(tag, ()), element=_CUTTING)

    def _silence(self, tag: Tag, _: Surroundings) -> Tag:
        kept = self._known(tag, ("type", "value"))
        kind = kept.attribute("type").lower().removesuffix("-exact")
        if kind not in _SILENCES:
            self._warnings.value(tag, "type", f"one of {listed(_SILENCES)}, with or without -exact")
            return replace(kept, name="", element=_EMPTY)
        length_ms = self._time_ms(kept, "value")
        return replace(kept, attributes={"type": kind}, element=_EMPTY, length_ms=length_ms or 0.0)

    # -- attributes

    def _known(self, tag: Tag, used: Iterable[str]) -> Tag:
        """The tag with the attributes that are used. Others have no effect."""
        used = frozenset(used)
        quiet = QUIET[""] | QUIET.get(tag.name, frozenset())
        for name in tag.attributes:
            if name not in used and name not in quiet:
                named = name if name in NAMED else "An unknown attribute"
                self._warnings.attribute(tag, f"{named} of {tag.name} is not supported and has no effect.")
        return replace(tag, attributes={name: value for name, value in tag.attributes.items() if name in used})

    def _without(self, tag: Tag, attribute: str) -> Tag:
        self._warnings.missing(tag, attribute)
        return _passed(tag)

    def _time_ms(self, tag: Tag, attribute: str) -> float | None:
        time = TIME.fullmatch("".join(tag.attribute(attribute)[:50].split()).lower().removeprefix("+"))
        if time is None:
            self._warnings.value(tag, attribute, _TIMES)
            return None
        if milliseconds(time) > 1000 * LONGEST_PAUSE_S:
            self._warnings.value(tag, attribute, _TIMES, "the longest is used")
        return min(milliseconds(time), 1000 * LONGEST_PAUSE_S)

    def _readable(self, tag: Tag, attribute: str, around: str) -> str | None:
        """The language that a <voice> asks for, if it can be read. Of a list of `languages` it is the first that can
        be, in the accent after its colon if it has one. "en" is the English that is spoken already."""
        written = tag.attributes[attribute]
        for one in written.split()[:_MOST_LANGUAGES] if attribute == "languages" else [written]:
            language, _, accent = one.partition(":")
            code, accented = _code(language), _code(accent)
            if code is None:
                continue
            if attribute != "xml:lang" and language.strip().lower() == _family(around):
                code = around
            return accented if accented and _family(accented) == _family(code) else code
        self._refuse_language(tag, attribute, _SAME_LANGUAGE)
        return None

    def _refuse_language(self, tag: Tag, attribute: str, instead: str) -> None:
        self._warnings.value(tag, attribute, f"one of {listed(READABLE)}", instead)

    def _pitch_hz(self, around: Surroundings) -> float:
        return self._voices.pitch_hz(around.voice) if self._voices else _TYPICAL_PITCH_HZ


def _passed(tag: Tag) -> Tag:
    """Without a name it has no effect. What it says about languages that cannot be read still holds inside it."""
    inherited = {name: value for name, value in tag.attributes.items() if name == "onlangfailure"}
    return replace(tag, name="", attributes=inherited, element=PASSED)


def _code(language: str) -> str | None:
    try:
        return require_readable(language)
    except RequestError:
        return None


def _family(language: str) -> str:
    return language.partition("-")[0]
