"""Any sentence becomes phonemes within the model's vocabulary."""

from __future__ import annotations

import logging
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koe.errors import UnknownLanguage
from koe.text import vocab
from koe.text.g2p import Phonemizer
from koe.text.language import READABLE
from koe.text.phoneme_run import PhonemeRun
from koe.text.readers import ReaderOutput, Readers
from koe.text.traced import Traced
from limits import HANG_S


@pytest.fixture(scope="module")
def phonemizer() -> Phonemizer:
    return Phonemizer(timeout_factor=50)


@pytest.fixture
def fresh() -> Phonemizer:
    """A phonemizer whose parts a test may break."""
    return Phonemizer(timeout_factor=50)  # a busy machine must not be taken for a hang


@pytest.mark.parametrize(
    ("text", "phonemes"),
    [
        ("Hello world.", "həlˈO wˈɜɹld."),
        # the tagger tells these apart
        ("I read it yesterday.", "ˌI ɹˈɛd ɪt jˈɛstəɹdˌA."),
        ("She will read it.", "ʃˌi wɪl ɹˈid ɪt."),
        ("They object to the object.", "ðˌA əbʤˈɛkt tə ði ˈɑbʤəkt."),
        # eSpeak reads what the dictionary lacks
        ("A xyzzyplugh?", "ɐ zˈIzɪplˌʌɡ?"),
        ("Nguyễn, été, e\u0301te\u0301", "nˈujɛn, ˈAtˈA, ˈAtˈA"),
        # curly apostrophes, quotes and foreign marks are those that the dictionary and the model know
        ("I don’t know, it’s late.", "ˌI dˈOnt nˈO, ɪts lˈAt."),
        ("don’t", "dˈOnt"),
        ("It is «done».", "ˌɪt ɪz “dˈʌn”."),
        ("«Yes» 「no」。", "“jˈɛs” “nˈO”."),
        ("Why？ Stop！", "wˌI? stˈɑp!"),
        # a full stop that belongs to an abbreviation still ends the sentence
        ("He lives in the U.S.", "hˌi lˈɪvz ɪn ðə jˌuˈɛs."),
        ("“I like the U.S.”", "“ˌI lˈIk ðə jˌuˈɛs”"),
        ("A heading", "ɐ hˈɛdɪŋ"),
        # a prescribed pronunciation is not read out
        ("[koe](/kˈOˌA/) speaks", "kˈOˌA spˈiks"),
    ],
)
def test_american_english(phonemizer: Phonemizer, text: str, phonemes: str) -> None:
    assert phonemizer.phonemize(text, "en-us") == phonemes


def test_words_that_the_dictionary_lacks_have_no_doubled_r(phonemizer: Phonemizer) -> None:
    assert phonemizer.phonemize("Haruki bought a Subaru at Zara", "en-us") == "hˈɑɹuki bˈɔt ɐ sˈubəɹˌu æt zˈɑɹə"


def test_british_and_american_differ(phonemizer: Phonemizer) -> None:
    assert phonemizer.phonemize("Schedule the tomato bath.", "en-us") == "skˈɛʤˌul ðə təmˈATO bˈæθ."
    assert phonemizer.phonemize("Schedule the tomato bath.", "en-gb") == "ʃˈɛdjuːl ðə təmˈɑːtQ bˈɑːθ."


@pytest.mark.parametrize(
    ("language", "text", "phonemes"),
    [
        ("es", "¿Qué tal? El niño habló.", "kˈe tˈal? el nˈiɲo aβlˈo."),
        ("fr", "L’homme est là ! « Un bon vin. »", "lˈɔm ɛ lˈa! “œ̃ bˈɔ̃ vˈɛ̃.”"),
        ("hi", "नमस्ते, मैं ठीक हूँ।", "nəmˈʌsteː, mɛ̃ ʈʰˈiːk hu\u0303."),
        ("hi", "लड़का साढ़े दस बजे आया।", "lˈʌɽkˌaː sˈaːɽheː dˈʌs bˈʌɟeː ˈaːjaː."),
        ("it", "Perché no? (Gli gnocchi!)", "perkˌe nˈɔ? (ʎɪ ɲˈokːɪ!)"),
        ("pt-br", "Não, a mãe está aqui.", "nˈɐ̃ʊ̃, a mˈɐ̃j estˌa akˈi."),
    ],
)
def test_languages_of_espeak(phonemizer: Phonemizer, language: str, text: str, phonemes: str) -> None:
    assert phonemizer.phonemize(text, language) == phonemes


@pytest.mark.parametrize(
    ("language", "text", "phonemes"),
    [
        ("en-us", "Say привет, नमस्ते!", "sˈA prʲivʲˈet, nəmˈʌsteː!"),
        ("es", "Di שלום y γειά.", "dˈi ʃalˈom i jˈa."),
        ("hi", "यह Google है, ₹5।", "jˌəh ɡˈuːɡəl hɛː, pˈa\u0303c."),
        ("en-us", "An α-helix", "ɐn ˈælfəhˈilɪks"),
    ],
)
def test_words_of_other_scripts_are_read_by_their_own_voice(
    phonemizer: Phonemizer, language: str, text: str, phonemes: str
) -> None:
    assert phonemizer.phonemize(text, language) == phonemes


@pytest.mark.parametrize(
    "text", ["₹-ान", "\u200d-नन", "sे-्स", "---लच्छेद", "'-यतन", ",-मन", "³'µॡष॰", ")-ര", "dಾ-নര", "ईघ", "βελτοϖ", "ϖ"]
)
@pytest.mark.parametrize("language", READABLE)
def test_texts_that_crash_espeak_do_not_crash_the_phonemizer(phonemizer: Phonemizer, language: str, text: str) -> None:
    assert not vocab.unknown_symbols(phonemizer.phonemize(text, language))


@pytest.mark.parametrize(
    ("text", "phonemes"),
    [
        ("1,000,000", "wˈʌn mˈɪljᵊn"),
        ("1" * 25, " ".join(["wˈʌn"] * 25)),
        ("1," * 24 + "1", " ".join(["wˈʌn"] * 25)),
        ("3.1" + "4" * 20, "θɹˈi pYnt wˈʌn " + " ".join(["fˈɔɹ"] * 20)),
        ("٣", "θɹˈi"),
    ],
)
def test_numbers(phonemizer: Phonemizer, text: str, phonemes: str) -> None:
    assert phonemizer.phonemize(text, "en-us") == phonemes


@pytest.mark.parametrize("text", ["", "...", "?!", "—", "\u0301", "你好", "สวัสดี", "\ud800", "\x00"])
@pytest.mark.parametrize("language", [code for code in READABLE if code not in ("ja", "zh")])
def test_text_that_cannot_be_read_gives_no_sound(phonemizer: Phonemizer, language: str, text: str) -> None:
    phonemes = phonemizer.phonemize(text, language)
    assert not vocab.is_pronounceable(phonemes)
    assert not vocab.unknown_symbols(phonemes)


def test_unknown_languages_are_refused(phonemizer: Phonemizer) -> None:
    with pytest.raises(UnknownLanguage):
        phonemizer.phonemize("Hello", "xx")
    with pytest.raises(UnknownLanguage):
        phonemizer.warm("xx")


def break_reader(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    def fail(*_: object) -> str:
        raise RuntimeError("strange text")

    for name in names:
        monkeypatch.setattr(f"koe.text.{name}", fail)


def test_espeak_is_the_fallback_for_misaki(fresh: Phonemizer, monkeypatch: pytest.MonkeyPatch) -> None:
    break_reader(monkeypatch, "english.EnglishReader.read")
    assert fresh.phonemize("Hello world.", "en-us") == "həlˈO wˈɜɹld."
    assert fresh.phonemize("I read it yesterday.", "en-us") == "I ɹˈid ɪt jˈɛstəɹdˌA."
    assert fresh.fallback_counts == Counter(espeak=2, failed=2)


def test_spelling_is_the_fallback_for_espeak(fresh: Phonemizer, monkeypatch: pytest.MonkeyPatch) -> None:
    break_reader(monkeypatch, "english.EnglishReader.read", "espeak.EnglishEspeak.read")
    assert fresh.phonemize("Hé!", "en-us") == "ˈAʧ ˈi!"
    assert fresh.fallback_counts == Counter(spelled=1, failed=2)


def test_a_word_that_espeak_leaves_out_is_spelled(fresh: Phonemizer, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh.warm("en-us")
    monkeypatch.setattr("koe.text.espeak.EnglishEspeak._read_english", lambda *_: "")
    assert fresh.phonemize("The zqx.", "en-us") == "ðə zˈi kjˈu ˈɛks."
    assert fresh.fallback_counts == Counter(spelled=1)


def test_spelling_is_the_fallback_in_other_languages_too(fresh: Phonemizer, monkeypatch: pytest.MonkeyPatch) -> None:
    from koe.text.espeak import EspeakReader

    read = EspeakReader.read

    def letters_only(self: EspeakReader, text: str, _: object = ()) -> list[PhonemeRun]:
        if len(text) > 1:
            raise RuntimeError("strange text")
        return read(self, text)

    monkeypatch.setattr(EspeakReader, "read", letters_only)
    assert fresh.phonemize("yo", "es") == "i ˈo"
    assert fresh.fallback_counts == Counter(spelled=1, failed=1)


def test_a_sentence_that_no_reader_reads_is_silent(fresh: Phonemizer, monkeypatch: pytest.MonkeyPatch) -> None:
    break_reader(monkeypatch, "english.EnglishReader.read", "espeak.EnglishEspeak.read", "espeak.EnglishEspeak.spell")
    assert fresh.phonemize("Hello.", "en-us") == ""
    assert fresh.fallback_counts == Counter(nothing=1, failed=3)


def test_a_reader_that_hangs_is_replaced_within_the_request(monkeypatch: pytest.MonkeyPatch) -> None:
    from koe.text.english import EnglishReader

    fresh = Phonemizer(timeout_factor=4)  # four times as long as for a listener: a busy machine is no hang
    read, hanging, freed = EnglishReader.read, Event(), Event()

    def hang(self: EnglishReader, text: str, prescriptions: object = ()) -> ReaderOutput:
        if text.startswith("Hang"):
            hanging.set()
            freed.wait(HANG_S)
        return read(self, text)

    monkeypatch.setattr(EnglishReader, "read", hang)
    assert fresh.phonemize("I read it yesterday.", "en-us") == "ˌI ɹˈɛd ɪt jˈɛstəɹdˌA."
    assert fresh.phonemize("Hang on.", "en-us") == "hˈæŋ ˈɔn."
    assert hanging.is_set()
    assert fresh.fallback_counts == Counter(stalled=1, espeak=1)
    assert fresh._readers._reload is not None
    fresh._readers._reload.result(HANG_S)
    assert fresh.phonemize("I read it yesterday.", "en-us") == "ˌI ɹˈɛd ɪt jˈɛstəɹdˌA."
    assert fresh.fallback_counts == Counter(stalled=1, espeak=1)
    freed.set()


def test_a_tagger_that_arrives_while_readers_are_made_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    from koe.text.english import EnglishReader

    readers = Readers()
    best = [reader.name for reader in readers.for_language("en-us")]
    make = EnglishReader.__init__

    def make_once_the_tagger_is_there(*arguments: object) -> None:
        if readers._reload is not None:
            readers._reload.result(HANG_S)
        make(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(EnglishReader, "__init__", make_once_the_tagger_is_there)
    readers.replace("en-us")
    without_tagger = [reader.name for reader in readers.for_language("en-us")]
    assert without_tagger == best[1:]
    assert [reader.name for reader in readers.for_language("en-us")] == best


def test_cached_sentences_are_read_once() -> None:
    reader = Phonemizer(cache_bytes=2_000)
    first = [reader.phonemize(text, "en-us") for text in ("Hello there.", "Hello there.", "Good morning.")]
    assert first[0] == first[1]
    assert (reader.cache.hits, reader.cache.misses, reader.cache.entries) == (1, 2, 2)
    prescribed = reader.phonemize("[Hello](/hˈeɪloʊ/) there.", "en-us")
    assert prescribed.startswith("hˈAlO")
    assert reader.phonemize("Hello there.", "en-us") == first[0]
    assert reader.phonemize("Hello there.", "en-gb") != first[0]
    for number in range(30):
        reader.phonemize(f"Bus {number} is late.", "en-us")
    assert reader.cache.size_bytes <= 2_000


def test_every_phoneme_knows_its_word(phonemizer: Phonemizer) -> None:
    text = "Dr. Smith's [tomato](/təˈmɑːtəʊ/) isn't well-known: $5."
    phonemes = phonemizer.read(Traced.of(text), "en-gb")
    spoken = {text[start:stop] for start, stop in zip(phonemes.starts, phonemes.stops, strict=True)}
    assert {"Smith's", "tomato", "isn't", "well-known"} <= spoken
    assert list(phonemes.starts) == sorted(phonemes.starts)


@pytest.mark.parametrize(
    ("text", "language", "phonemes"),
    [
        ("[Kokoro](/kˈoʊkəɹoʊ/) speaks.", "en-us", "kˈOkəɹO spˈiks."),
        ("I like [Kokoro](/ˈkoʊkəroʊ/)'s voice", "en-us", "ˌI lˈIk kˈOkəɹOz vˈYs"),
        ("Say [a](/ˈeɪ/)", "en-us", "sˈA ˈA"),
        ("[Kokoro](/kˈoʊkəɹoʊ/)", "es", "kˈoʊkəɹoʊ"),
        ("Hola [Kokoro](/kokˈoɾo/), adiós.", "es", "ˈola kokˈoɾo, aðjˈos."),
        ("the [cat](/kæt/)'s and the [boss](/bɔːs/)’s", "en-us", "ðə kæts ænd ðə bɔsᵻz"),
        ("I [read](/ɹeɪd/VBD) it yesterday.", "en-us", "ˌI ɹAd ɪt jˈɛstəɹdˌA."),
        ("I will [read](/ɹeɪd/VBD) it.", "en-us", "ˌI wɪl ɹˈid ɪt."),
        ("I will [read](/ɹeɪd/VB) it.", "en-us", "ˌI wɪl ɹAd ɪt."),
    ],
)
def test_prescribed_pronunciations_are_spoken(phonemizer: Phonemizer, text: str, language: str, phonemes: str) -> None:
    assert phonemizer.phonemize(text, language) == phonemes


def test_unreadable_words_are_counted_and_the_rest_is_read(fresh: Phonemizer) -> None:
    assert fresh.phonemize("Hello 你好 สวัสดี world", "en-us") == "həlˈO wˈɜɹld"
    assert fresh.fallback_counts == Counter(unreadable=2)


def test_a_number_that_fails_does_not_fail_its_sentence(fresh: Phonemizer, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> str:
        raise OverflowError("too big")

    fresh.warm("en-us")
    monkeypatch.setattr("misaki.en.num2words", refuse)
    assert fresh.phonemize("I read 12 books yesterday.", "en-us") == "ˌI ɹˈɛd twˈɛlv bˈʊks jˈɛstəɹdˌA."
    assert fresh.fallback_counts == Counter()


@settings(max_examples=80)
@given(
    st.text(st.characters(), max_size=60) | st.text("aZ1'’-$.,%é\u0301न्मЖα½ (", max_size=80), st.sampled_from(READABLE)
)
def test_any_text_gives_only_symbols_of_the_model(phonemizer: Phonemizer, text: str, language: str) -> None:
    phonemes = phonemizer.phonemize(text, language)
    assert not vocab.unknown_symbols(phonemes)
    assert phonemes == " ".join(phonemes.split())


HOSTILE = (
    *("aB" * 200, "a-" * 200, "a1" * 200, "'" * 400, "-1" * 200, "/a" * 200, "1" * 400, "1." * 200, "\u0301" * 400),
    *("न्" * 200, "a\u0941" * 200, "ก" * 400, "ש" * 400, "%" * 400, "€1" * 200, "½" * 400, "ABc" * 133, "a" * 20_000),
)


@pytest.mark.parametrize("language", ["en-us", "fr", "hi"])
@pytest.mark.parametrize("text", HOSTILE, ids=[ascii(text[:4]) for text in HOSTILE])
def test_hostile_sentences_take_bounded_time(phonemizer: Phonemizer, language: str, text: str) -> None:
    phonemizer.warm(language)
    started = time.process_time()
    phonemes = phonemizer.phonemize(text, language)
    assert time.process_time() - started < 2.0
    assert not vocab.unknown_symbols(phonemes)


def test_long_words_are_read_to_their_end(phonemizer: Phonemizer) -> None:
    once = phonemizer.phonemize("la" * 20, "it").count("l")
    assert once == 20
    assert phonemizer.phonemize("la" * 500, "it").count("l") == 500


def test_threads_do_not_disturb_each_other(phonemizer: Phonemizer) -> None:
    jobs = [(f"{word} xyzzyplugh.", language) for word in ("Read", "Tomato", "Bath") for language in READABLE] * 3
    alone = [phonemizer.phonemize(*job) for job in jobs]
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(lambda job: phonemizer.phonemize(*job), jobs)) == alone


def test_the_tagger_is_shared_and_forgets_words(phonemizer: Phonemizer) -> None:
    phonemizer.warm("en-us")
    phonemizer.warm("en-gb")
    known = len(phonemizer._readers._tagger.vocab.strings)
    phonemizer.phonemize("Frobnicating quuxes blorple.", "en-us")
    phonemizer.phonemize("Wibbling zorkmids snarfle.", "en-gb")
    assert len(phonemizer._readers._tagger.vocab.strings) == known


def test_nothing_is_logged_printed_or_fetched(
    fresh: Phonemizer,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    import socket

    def refuse(*_: object) -> None:
        raise AssertionError("asked the network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    with caplog.at_level(logging.DEBUG):
        for language in READABLE:
            fresh.phonemize("Secret Привет football, 5 नमस्ते 12,5 xyzzyplugh.", language)
    assert caplog.text == ""
    assert capfd.readouterr() == ("", "")


def test_importing_is_light_and_reading_raises_no_warning() -> None:
    program = (
        "import sys, koe.text.g2p, koe.text.plan\n"
        "assert not {'spacy', 'misaki', 'phonemizer', 'torch'} & set(sys.modules)\n"
        "print(koe.text.g2p.Phonemizer().phonemize('Hello.', 'en'))\n"
        "assert 'torch' not in sys.modules\n"
    )
    command = [sys.executable, "-W", "error", "-X", "utf8", "-c", program]
    result = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False)
    assert (result.returncode, result.stdout, result.stderr) == (0, "həlˈO.\n", "")


def test_a_preview_reads_the_same_and_changes_no_counter(fresh: Phonemizer, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh.warm("en-us")
    monkeypatch.setattr("koe.text.espeak.EnglishEspeak._read_english", lambda *_: "")
    text = "The zqx."
    spoken = fresh.phonemize(text, "en-us")
    counts, cache = fresh.fallback_counts, fresh.cache
    assert counts["spelled"] == 1
    for _ in range(2):  # not from the cache: fallbacks are reported every time
        reading = fresh.preview(Traced.of(text), "en-us")
        assert (reading.phonemes.text, reading.fallbacks) == (spoken, {"spelled": 1})
    assert (fresh.fallback_counts, fresh.cache) == (counts, cache)
    assert fresh.phonemize("A zqx.", "en-us")
    assert fresh.fallback_counts["spelled"] == 2


def test_a_preview_counts_no_fallbacks_of_other_texts(fresh: Phonemizer) -> None:
    """While one text is previewed, another is spoken; each has its own counts."""
    fresh.warm("en-us")
    unreadable = "Hi ᚠᚢᚦ there."

    def speak() -> None:
        for _ in range(20):
            fresh.phonemize(unreadable, "en-us")

    speaker = Thread(target=speak)
    speaker.start()
    previewed = [fresh.preview(Traced.of("Plain words."), "en-us").fallbacks for _ in range(20)]
    speaker.join()
    assert previewed == [{}] * 20
    assert fresh.fallback_counts == Counter(unreadable=20)
