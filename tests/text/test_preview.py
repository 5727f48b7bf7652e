"""How a text will be read, without speaking it."""

from __future__ import annotations

import re

from fakes import LetterPhonemizer
from koe.text.lexicon_files import Lexicons
from koe.text.plan import Planner, TextToPlan
from koe.text.preview import PreviewedWord, SentencePreview, preview
from koe.text.reading import Reading
from koe.text.traced import Traced


class Stumbling(LetterPhonemizer):
    """Takes one fallback for every sentence with an x in it."""

    def preview(self, text: Traced, language: str) -> Reading:
        return Reading(self.read(text, language), {"spelled": 1} if "x" in text.text else {})


def previewed(text: str, reader: Stumbling | None = None) -> list[SentencePreview]:
    planner = Planner(reader or Stumbling())
    return list(preview(planner, planner.sentences(TextToPlan(text, "en-us"))))


def test_every_sentence_has_a_preview_with_its_place_and_words() -> None:
    text = "Hi there.  At 10:30!"
    first, second = previewed(text)
    assert first == SentencePreview(
        text="Hi there.",
        text_start=0,
        text_stop=9,
        language="en-us",
        voice=None,
        spoken="Hi there.",
        phonemes="hi there.",
        words=(PreviewedWord("Hi", 0, 2, "hi"), PreviewedWord("there", 3, 8, "there")),
        pause_ms=None,
        fell_back={},
    )
    assert (second.text, second.spoken) == ("At 10:30!", "At ten thirty!")
    assert text[second.text_start : second.text_stop] == "At 10:30!"
    assert [(word.word, word.phonemes) for word in second.words] == [("At", "at"), ("10:30", "ten thirty")]
    assert text[second.words[1].text_start : second.words[1].text_stop] == "10:30"


def test_fallbacks_are_counted_per_sentence() -> None:
    assert [shown.fell_back for shown in previewed("Hi. A box. Yes. An ax.")] == [
        {},
        {"spelled": 1},
        {},
        {"spelled": 1},
    ]


def test_fallbacks_of_a_sentence_that_is_cut_are_added() -> None:
    class Long(Stumbling):
        def read(self, text: Traced, language: str) -> Traced:
            return super().read(text.replace_matches(re.compile(r"[a-z]"), lambda letter: letter[0] * 40), language)

    (shown,) = previewed("one box and one fox and one ax here", Long())
    assert len(shown.phonemes) > 510
    assert shown.fell_back["spelled"] > 1


def test_markup_is_applied_and_not_spoken() -> None:
    text = "<speak>One<break time='400ms'/> <voice name='am_adam'>two <mark name='m'/>too.</voice></speak>"
    first, second = previewed(text)
    assert (first.spoken, first.pause_ms, first.voice) == ("One", 400, None)
    assert (second.spoken, second.pause_ms, second.voice) == ("two too.", None, "am_adam")
    assert [word.word for word in second.words] == ["two", "too"]
    assert text[first.text_start : first.text_stop] == "One"


def test_a_pause_alone_has_a_preview_without_words() -> None:
    (shown,) = previewed("[pause:2s]")
    assert (shown.text, shown.spoken, shown.phonemes, shown.words) == ("", "", "", ())
    assert shown.pause_ms == 2000


def test_pronunciations_of_a_lexicon_are_not_shown_as_notation() -> None:
    planner = Planner(LetterPhonemizer(), Lexicons())
    entries = [{"grapheme": "koe", "phoneme": "kˈO"}]
    sentences = planner.sentences(TextToPlan("Say koe now.", "en-us", lexicon=entries))
    assert "](/" in planner.words(sentences[0]).text
    (shown,) = preview(planner, sentences)
    assert shown.spoken == "Say koe now."


def test_a_text_without_words_has_no_preview() -> None:
    assert previewed("🙂") == []
