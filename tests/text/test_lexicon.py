"""Words are pronounced as the lexicons say, and nothing else is."""

from __future__ import annotations

import csv
import json
import re
import time
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from threading import Event
from typing import NamedTuple

import pytest

from fakes import wait_for
from growth import CLOCK_S, assert_linear, least_s
from koe.errors import BadLexicon
from koe.text import ipa, vocab
from koe.text.g2p import Phonemizer
from koe.text.lexicon import (
    MOST_REQUEST_ENTRIES,
    Entry,
    Kind,
    Lexicon,
    LexiconError,
    checked_entries,
    entries_of_request,
    parse_entries,
)
from koe.text.lexicon_files import Lexicons, default_entries, watch
from koe.text.normalize import normalize
from koe.text.traced import Traced
from limits import HANG_S

PAGE = Path(__file__).parents[2] / "docs" / "lexicon.md"


@pytest.fixture(scope="module")
def phonemizer() -> Phonemizer:
    return Phonemizer(times_patience=50)


@pytest.fixture(scope="module")
def default() -> Lexicons:
    return Lexicons()


def entries(*lines: str) -> list[Entry]:
    return parse_entries("\n".join(line.replace("|", "\t") for line in lines), "tsv", "test")


def prescribed(text: str, *lines: str, language: str = "en-us") -> str:
    return Lexicon(entries(*lines), language).prescribe(Traced.of(text)).text


def spoken(text: str, lexicon: Lexicon, phonemizer: Phonemizer) -> str:
    """As a sentence goes: entries for what is written, then numbers and addresses as words, then entries for those."""
    words = lexicon.prescribe(normalize(lexicon.prescribe(Traced.of(text)), lexicon.language))
    return phonemizer.read(words, lexicon.language).text


# --- Reading entries


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("en|Kokoro|kəkˈɔɹO", Entry("en", "Kokoro", "kəkˈɔɹO")),
        ("EN_US|Kokoro|/kəkˈɔɹO/", Entry("en-us", "Kokoro", "kəkˈɔɹO")),
        ("fr|Kokoro|[kokoʁo]", Entry("fr", "Kokoro", "kokoʁo")),
        ("en|SQL|sequel|alias", Entry("en", "SQL", "sequel", is_alias=True)),
        ("en|TeX|tɛk|case, part", Entry("en", "TeX", "tɛk", is_case_sensitive=True, is_part=True)),
        ("en|read|ɹɛd|pos=VBD", Entry("en", "read", "ɹɛd", tag="VBD")),
        ("en|lead|lɛd|pos=noun", Entry("en", "lead", "lɛd", tag="NN")),
        ("en|L’Oréal|loʊɹeɪˈæl", Entry("en", "L'Oréal", "loʊɹeɪˈæl")),
        ("en|Kokoro|kəkˈɔɹO||a note of my own", Entry("en", "Kokoro", "kəkˈɔɹO")),
    ],
)
def test_a_line_is_an_entry(line: str, entry: Entry) -> None:
    assert entries(line) == [entry]
    assert entries("|".join(entry.row)) == [entry]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("tsv", "\ufefflang\tgrapheme\tphoneme\tflags\n\n# note\nen\tTeX\ttɛk\tcase\n"),
        ("csv", 'lang,grapheme,phoneme,flags\r\nen,"TeX",tɛk,case\r\n'),
        ("json", '[{"lang": "en", "grapheme": "TeX", "phoneme": "tɛk", "flags": ["case"]}]'),
        ("json", '[{"lang": "en", "grapheme": "TeX", "phoneme": "tɛk", "flags": "case"}]'),
    ],
)
def test_three_kinds_of_files_hold_the_same(kind: Kind, text: str) -> None:
    assert parse_entries(text, kind, "file") == [Entry("en", "TeX", "tɛk", is_case_sensitive=True)]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("en|Kokoro", "either phoneme or alias"),
        ("en|Kokoro|", "phoneme must be a text that is not empty"),
        ("xx|Kokoro|kO", "lang must be one of"),
        ("en||kO", "grapheme must be a text that is not empty"),
        ("en|[Kokoro]|kO", "no brackets, slashes or line breaks"),
        ("en|a/b|kO", "no brackets, slashes or line breaks"),
        ("en|!!|kO", "at least one letter or digit"),
        (f"en|{'a' * 101}|kO", "up to 100 characters"),
        (f"en|a|{'a' * 201}", "up to 200 characters"),
        ("en|Kokoro|kO5", "character 3 of phoneme is no IPA symbol"),
        ("en|Kokoro|k/O", "character 2 of phoneme is no IPA symbol"),
        ("en|Kokoro|ˈ.", "at least one sound"),
        ("en|Kokoro|kO|loud", "flags may be alias, case, part and pos=…"),
        ("en|Kokoro|kO|pos=THING", "pos must be one of ADJ"),
        ("en|Kokoro|cocoa|alias pos=NOUN", "not with an alias"),
        ("fr|Kokoro|ko|pos=NOUN", "pos is for English"),
    ],
)
def test_what_cannot_be_used_is_refused_with_its_line_and_without_its_text(line: str, reason: str) -> None:
    with pytest.raises(LexiconError) as caught:
        entries("# first", line)
    assert caught.value.line == 2
    assert str(caught.value).startswith("test:2: ")
    assert reason in caught.value.reason
    assert "Kokoro" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("[\n{,}]", 2, "no JSON: wrong at column 2"),
        ('{"lang": "en"}', 1, "must be a list of objects"),
        ('[\n{"lang": "en", "grapheme": "a", "phoneme": "a"},\n\n7]', 4, "either phoneme or alias"),
        ('[\n\n{"lang": "en", "grapheme": "a", "phoneme": 7}]', 3, "phoneme must be a text"),
        ('[{"lang": "en", "grapheme": "a", "phoneme": "a", "flags": [7]}]', 1, "flags must be"),
        ('[{"lang": "en", "grapheme": "a", "phoneme": "a", "loud": true}]', 1, "allowed as keys"),
        ('[{"lang": "en", "grapheme": "a\\nb", "phoneme": "a"}]', 1, "no line breaks"),
        ("[" * 100_000, 1, "no JSON"),
    ],
)
def test_bad_json_is_refused_with_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(LexiconError, match=re.escape(reason)) as caught:
        parse_entries(text, "json", "file")
    assert caught.value.line == line


def test_all_that_is_wrong_is_found_at_once() -> None:
    results = list(checked_entries("en\ta\tb5\nen\ta\tb\nen\ta\n", "tsv", "file"))
    assert [result.line if isinstance(result, LexiconError) else result.grapheme for result in results] == [1, "a", 3]


def test_a_request_may_leave_the_language_out() -> None:
    assert entries_of_request([{"grapheme": "Kokoro", "phoneme": "ko"}], "fr") == (Entry("fr", "Kokoro", "ko"),)


@pytest.mark.parametrize(
    ("raw", "part"),
    [
        (
            [{"grapheme": "a", "phoneme": "a"}, {"grapheme": "secret", "phoneme": "5"}],
            "entry 2: character 1 of phoneme",
        ),
        ([{"grapheme": "a", "phoneme": "a"}] * (MOST_REQUEST_ENTRIES + 1), "at most 200 are allowed"),
        ([{"grapheme": "a", "phoneme": "ɑ" * 190}] * MOST_REQUEST_ENTRIES, "at most 32768 are allowed"),
        ([{"grapheme": "a", "phoneme": "\ud800"}], "entry 1: "),
        ([{"grapheme": "a"}], "entry 1: needs lang, grapheme, and either phoneme or alias"),
    ],
)
def test_bad_entries_of_a_request_are_named_by_number(raw: list[dict[str, object]], part: str) -> None:
    with pytest.raises(BadLexicon, match=re.escape(part)) as caught:
        entries_of_request(raw)
    assert caught.value.param == "lexicon"
    assert "secret" not in str(caught.value)


# --- Finding words


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("Koe speaks.", "[Koe](/kˈO/) speaks."),
        ("KOE, koe!", "[KOE](/kˈO/), [koe](/kˈO/)!"),
        ("koe's koe’s", "[koe](/kˈO/)'s [koe](/kˈO/)’s"),
        ("koe-82M, pre-koe", "[koe](/kˈO/)-82M, pre-[koe](/kˈO/)"),
        ("“koe” (koe)", "“[koe](/kˈO/)” ([koe](/kˈO/))"),
        ("koes koe_2 2koe skoe", "koes koe_2 2koe skoe"),
        ("koe't d'koe", "koe't d'koe"),
        ("[koe](/ˈA/) koe", "[koe](/ˈA/) [koe](/kˈO/)"),
        ("[a koe b](/ˈA/)", "[a koe b](/ˈA/)"),
        ("koe.com you@koe.com https://a.b/koe /etc/koe koe:latest", None),
        ("koe/koe and koe.", "[koe](/kˈO/)/[koe](/kˈO/) and [koe](/kˈO/)."),
        ("", ""),
    ],
)
def test_whole_words_are_found(text: str, result: str | None) -> None:
    assert prescribed(text, "en|koe|ˈkoʊ") == (text if result is None else result)


@pytest.mark.parametrize(
    ("lines", "text", "result"),
    [
        (["en|Face|f", "en|Hugging Face|h"], "Hugging Face, face", "[Hugging Face](/h/), [face](/f/)"),
        (["en|New York|n|case", "en|new|j"], "new york, New York", "[new](/j/) york, [New York](/n/)"),
        (["en|us|ʌs", "en|US|ju|case"], "us", "[us](/ʌs/)"),
        (["en|Qwen|k|part"], "Qwen3 aQWENa", "[Qwen](/k/)3 a[QWEN](/k/)a"),
        (["en|SQL|sequel|alias"], "MySQL SQL", "MySQL sequel"),
        (["en|C++|C plus plus|alias"], "C++ and C", "C plus plus and C"),
        (["en|.NET|dot net|alias"], "use .NET", "use dot net"),
        (["en|blessed|b|pos=ADJ"], "blessed", "[blessed](/b/JJ)"),
        (["en|l'eau|l"], "L’eau", "[L’eau](/l/)"),
        (["en|x|i|part"], "x", "[x](/i/)"),
        (["en|a|b", "en|a|d"], "a", "[a](/b/)"),
        (["en-gb|a|b"], "a", "a"),
        ([], "a", "a"),
    ],
)
def test_flags_and_lengths_decide(lines: list[str], text: str, result: str) -> None:
    assert prescribed(text, *lines) == result


def test_where_words_are_joined_by_apostrophes_each_is_found() -> None:
    assert prescribed("l'eau", "fr|eau|o", language="fr") == "l'[eau](/o/)"


def test_phonemes_are_those_of_the_language() -> None:
    assert prescribed("go", "en|go|ˈɡoʊː", language="en-us") == "[go](/ɡˈO/)"
    assert prescribed("go", "en|go|ˈɡoʊː", language="en-gb") == "[go](/ɡˈQː/)"


def test_replaced_words_remember_where_they_stood() -> None:
    text = Lexicon(entries("en|koe|k"), "en-us").prescribe(Traced.of("a koe b"))
    assert text.text == "a [koe](/k/) b"
    assert text.source_range(2, 12) == (2, 5)
    assert text.source_range(13, 14) == (6, 7)


def test_prescribing_twice_is_prescribing_once() -> None:
    lexicon = Lexicon(entries("en|koe|k", "en|sql|koe|alias part"), "en-us")
    once = lexicon.prescribe(Traced.of("koe's koe"))
    assert lexicon.prescribe(once).text == once.text


def test_time_grows_with_the_text_and_not_with_the_entries() -> None:
    def lexicon(entries: int) -> Lexicon:
        return Lexicon([Entry("en", f"a{number}", "a", is_part=True) for number in range(entries)], "en-us")

    many, few = lexicon(20_000), lexicon(1_000)
    assert_linear(lambda size: many.prescribe(Traced.of("a" * size)), 20_000)
    assert_linear(lambda size: many.prescribe(Traced.of("a' " * (size // 3))), 20_000)
    text = Traced.of("a" * 20_000)
    few_s, many_s = least_s(lambda: few.prescribe(text)), least_s(lambda: many.prescribe(text))
    assert many_s < 5 * few_s + CLOCK_S


# --- Layers and files


def write(path: Path, *lines: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(line.replace("|", "\t") for line in lines), encoding="utf-8")
    return path


def test_request_goes_before_user_before_project_before_default(tmp_path: Path) -> None:
    user = write(tmp_path / "user.tsv", "en|IKEA|u", "en|one|u")
    project = write(tmp_path / "project.tsv", "en-us|IKEA|p|case", "en|one|p", "en|two|p")
    lexicons = Lexicons(user, project)
    extra = entries_of_request([{"grapheme": "one", "phoneme": "r"}])
    text = Traced.of("IKEA one two Porsche")
    assert lexicons.for_language("en-us").prescribe(text).text == (
        "[IKEA](/u/) [one](/u/) [two](/p/) [Porsche](/pˈɔɹʃə/)"
    )
    assert "[one](/ɹ/)" in lexicons.for_language("en-us", extra).prescribe(text).text
    assert lexicons.for_language("en-us") is lexicons.for_language("en-us")
    assert "[one](/u/)" in lexicons.for_language("en-us").prescribe(text).text


def test_inside_a_layer_the_exact_entry_goes_first(tmp_path: Path) -> None:
    user = write(tmp_path / "user.tsv", "en|us|a", "en|US|b|case", "en-gb|us|d")
    lexicons = Lexicons(user)
    assert lexicons.for_language("en-us").prescribe(Traced.of("us US")).text == "[us](/a/) [US](/b/)"
    assert lexicons.for_language("en-gb").prescribe(Traced.of("us")).text == "[us](/d/)"


def test_a_folder_is_all_its_files(tmp_path: Path) -> None:
    write(tmp_path / "b.tsv", "en|one|b", "en|two|b")
    write(tmp_path / "a.csv", "en,one,a")
    write(tmp_path / "note.txt", "nothing")
    assert Lexicons(tmp_path).for_language("en-us").prescribe(Traced.of("one two")).text == "[one](/a/) [two](/b/)"


def test_a_changed_file_is_read_again_and_who_holds_the_old_keeps_it(tmp_path: Path) -> None:
    user = write(tmp_path / "user.tsv", "en|one|a")
    lexicons = Lexicons(user)
    held, version = lexicons.for_language("en-us"), lexicons.version("en-us")
    french = lexicons.version("fr")
    write(user, "en|one|b")
    lexicons.reload(user)
    assert held.prescribe(Traced.of("one")).text == "[one](/a/)"
    assert lexicons.for_language("en-us").prescribe(Traced.of("one")).text == "[one](/b/)"
    assert lexicons.version("en-us") != version
    assert lexicons.version("fr") == french
    user.unlink()
    lexicons.reload(user)
    assert lexicons.for_language("en-us").prescribe(Traced.of("one")).text == "one"


@pytest.mark.parametrize("content", [b"en\tsecret\t5\n", b"secret\xff\n"])
def test_a_broken_file_keeps_its_entries_and_is_named_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, content: bytes
) -> None:
    user = write(tmp_path / "user.tsv", "en|one|a")
    lexicons = Lexicons(user)
    version = lexicons.version("en-us")
    user.write_bytes(b"# secret\n" + content)
    lexicons.reload(user)
    assert lexicons.version("en-us") == version
    (record,) = caplog.records
    assert record.name == "koe.text"
    assert f"{user} line 2: " in record.getMessage()
    assert "secret" not in record.getMessage()


def test_files_are_watched_also_those_that_come_later(tmp_path: Path) -> None:
    later, now = tmp_path / "later" / "user.tsv", tmp_path / "project.tsv"
    lexicons, stop = Lexicons(later, now), Event()
    thread = watch(lexicons, stop)
    try:
        becomes(lexicons, "[one](/a/) two", lambda: write(now, "en|one|a"))
        (tmp_path / "later").mkdir()
        becomes(lexicons, "[one](/a/) [two](/b/)", lambda: write(later, "en|two|b"))
        now.unlink()
        becomes(lexicons, "one [two](/b/)")
    finally:
        stop.set()
        thread.join(HANG_S)
    assert not thread.is_alive()


def becomes(lexicons: Lexicons, text: str, write_file: Callable[[], object] = lambda: None) -> None:
    """Write the file again until its entries are there: the folder may not have been watched yet the first time."""

    def has_changed() -> bool:
        write_file()
        time.sleep(0.1)
        return lexicons.for_language("en-us").prescribe(Traced.of("one two")).text == text

    wait_for(has_changed, HANG_S)


# --- koe's own


class Own(NamedTuple):
    entry: Entry
    was: str
    example: str

    @property
    def language(self) -> str:
        return "en-us" if self.entry.lang == "en" else self.entry.lang


def own() -> list[Own]:
    text = (files("koe.text") / "data" / "default_lexicon.tsv").read_text(encoding="utf-8")
    rows = [row for row in csv.reader(text.splitlines()[1:], delimiter="\t") if not row[0].startswith("#")]
    found = [Own(entry, row[4], "".join(row[5:])) for entry, row in zip(default_entries(), rows, strict=True)]
    assert len(found) >= 150
    return found


def test_no_entry_is_idle(phonemizer: Phonemizer, default: Lexicons) -> None:
    wrong: list[str] = []
    for line in own():
        text = line.example or line.entry.grapheme
        now = phonemizer.read(normalize(Traced.of(text), line.language), line.language).text
        then = spoken(text, default.for_language(line.language), phonemizer)
        if now != line.was or then == now:
            wrong.append(f"{line.entry.lang} {line.entry.grapheme}: {now} -> {then}, the column says {line.was}")
    assert not wrong, "\n".join(wrong)


def test_every_entry_is_said_as_it_is_written_down(phonemizer: Phonemizer, default: Lexicons) -> None:
    for line in own():
        if not line.entry.is_alias and not line.entry.tag:
            said = spoken(line.entry.grapheme, default.for_language(line.language), phonemizer)
            assert said == ipa.to_phonemes(line.entry.spoken, line.language)
            assert ipa.to_phonemes(said, line.language) == said


def test_no_word_has_two_entries() -> None:
    keys = [line.entry.key for line in own()]
    assert len(keys) == len(set(keys))


def test_stresses_of_one_word_do_not_repeat() -> None:
    for line in own():
        for word in line.entry.spoken.split():
            assert line.entry.is_alias or word.count("ˈ") <= 1, line
            assert vocab.is_pronounceable(word) or line.entry.is_alias


@pytest.mark.parametrize(
    ("text", "phonemes"),
    [
        ("Niamh drove a Porsche.", "nˈiəv dɹˈOv ɐ pˈɔɹʃə."),
        ("IKEA's sale is at ikea.com.", "Ikˈiəz sˈAl ɪz æt Ikˈiə dˈɑt kˈɑm."),
        ("The Asus’s fan is loud.", "ði Asˈusᵻz fˈæn ɪz lˈWd."),
        ("It was a blessed day.", "ˌɪt wʌz ɐ blˈɛsɪd dˈA."),
        ("He blessed it.", "hˌi blˈɛst ɪt."),
        ("Please resume.", "plˈiz ɹəzˈum."),
        ("Send me your resume.", "sˈɛnd mˌi jʊɹ ɹˈɛzəmA."),
        ("Use scikit-learn.", "jˈuz sˈIkɪtlˈɜɹn."),
        ("It is on arXiv.", "ˌɪt ɪz ˌɔn ˈɑɹkIv."),
    ],
)
def test_sentences(text: str, phonemes: str, phonemizer: Phonemizer, default: Lexicons) -> None:
    assert spoken(text, default.for_language("en-us"), phonemizer) == phonemes


# --- The page


def test_the_examples_of_the_page_can_be_used() -> None:
    blocks = re.findall(r"^```(tsv|csv|json)\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert [kind for kind, _ in blocks] == ["tsv", "csv", "json", "json"]
    for kind, text in blocks[:3]:
        assert len(parse_entries(text, kind, "page")) >= 3
    assert len(entries_of_request(json.loads(blocks[3][1]))) == 2
