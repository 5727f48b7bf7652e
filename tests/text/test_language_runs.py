"""A sentence is cut where its language changes, and nowhere else."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koe.text import language_runs as module
from koe.text.g2p import Phonemizer
from koe.text.japanese import JapaneseReader
from koe.text.language import LANGUAGES
from koe.text.language_runs import language_runs
from koe.text.traced import Traced

# Text in braces is in another language than the sentence, whose language is the first column.
SPANISH = [
    ("en-us", 'He said {es "buenos días, ¿cómo estás?"} and left.'),
    ("en-us", 'I told her {es "te quiero mucho"} yesterday.'),
    ("en-us", 'My grandmother used to say {es "no hay mal que por bien no venga"} all the time.'),
    ("en-us", "As they say, {es más vale tarde que nunca,} my friend."),
    ("en-us", 'He answered: {es "No sé, pero vamos a ver."}'),
    ("en-us", "{es ¿Dónde está la biblioteca?} she asked."),
    ("en-us", 'I watched {es "La Casa de Papel"} yesterday.'),
    ("en-us", "She smiled and whispered {es “gracias por todo, mi amor”} to him."),
    ("en-us", "The sign said {es «no se puede pasar por aquí»} in big letters."),
    ("en-us", "{es No lo sé,} but I will ask."),
    ("en-us", "The proverb is short: {es el tiempo es oro.}"),
    ("en-gb", 'The teacher wrote {es "mañana no hay clase"} on the board.'),
    ("en-gb", "He shouted {es “¡vamos, que ya es tarde!”} from the car."),
    ("es", 'El informe dice {en-us "the results are not final"} en la página dos.'),
    ("es", 'Mi jefe me dijo que {en-us "time is money"} y se fue.'),
    ("es", "Como dicen allí, {en-us there is no free lunch,} y es verdad."),
    ("es", "La canción se llama {en-us “All You Need Is Love”} y es muy bonita."),
    ("es", 'En la puerta pone {en-us "please do not enter"} en rojo.'),
    # A foreign word, a name or a dish stays with the sentence.
    ("en-us", "I love tacos al pastor."),
    ("en-us", "We ate paella in Barcelona."),
    ("en-us", "San Francisco is in California."),
    ("en-us", "José García and María López met Juan."),
    ("en-us", "Dr. Martínez lives in San José, Costa Rica."),
    ("en-us", "El Niño is coming this year."),
    ("en-us", "He just said hola and left."),
    ("en-us", 'The song "Despacito" was everywhere.'),
    ("en-us", "Los Angeles and San Diego are near the border."),
    ("es", "El software es muy bueno."),
    ("es", "Me encanta el rock and roll."),
    ("es", "Trabaja en marketing para una startup de Nueva York."),
    ("es", "Vimos The Beatles en la televisión."),
    ("es", "El email de John llegó ayer."),
]
JAPANESE = [
    ("en-us", "The word for it is {ja ありがとう.}"),
    ("en-us", '{ja "ありがとう"} means thanks.'),
    ("en-us", "She said {ja 「こんにちは」} and bowed."),
    ("en-us", "We say {ja いただきます} before meals and {ja ごちそうさま} after them."),
    ("en-us", "Write {ja 東京タワー} on the card."),
    ("en-us", "{ja お元気ですか} is a greeting."),
    ("en-us", "The film {ja となりのトトロ} is from 1988."),
    ("en-us", "In {ja 2025年の夏} we moved."),
    ("en-us", "He ordered {ja ラーメン} (noodles) and tea."),
    ("en-us", "Her name is {ja さくら.}"),
    ("en-gb", "The sign reads {ja 「出口はこちら」,} so go left."),
    ("en-gb", "{ja おはようございます!} he called."),
    ("es", "La palabra {ja ありがとう} significa gracias."),
    ("ja", "私は{en-us Python}が好きです。"),
    ("ja", "{en-us Machine learning}は楽しい。"),
    ("ja", "彼は{en-us 「Hello, my friend」}と言った。"),
    ("ja", "新しい{en-us iPhone}を買った。"),
    ("ja", "{en-us Windows} 11を使う。"),
    ("ja", "会社の名前は{en-us Blue Sky}です。"),
    ("ja", "{en-us Google}で調べてください。"),
    # Capitals, units and Chinese characters are Japanese.
    ("ja", "NHKのニュースを見た。"),
    ("ja", "5kmを走った。"),
    ("ja", "Tシャツを買う。"),
    ("ja", "東京大学"),
    ("ja", "3時10分に会いましょう。"),
    ("ja", "OK、行こう！"),
    ("ja", "USBとHDMIのケーブル"),
    ("ja", "容量は256GBです。"),
    ("ja", "気温-5°C、時速100km/h、血糖値100mg/dL、100 USDです。"),
    ("ja", "CO₂とpH7.4とx²+y²=1とNaClの話"),
    ("ja", "www.example.co.jpかinfo@example.comまで。"),
]
OTHERS = [
    ("en-us", "The character {zh 猫} means cat."),
    ("en-us", "{zh 你好} means hello."),
    ("en-us", "{hi नमस्ते} means hello."),
    ("en-us", "He wrote {es “el gato de mi amigo se llama} {ja ねこ”} to her."),
    ("en-us", "She whispered {fr “je t'aime de tout mon cœur”} and smiled."),
    ("zh", "我用{en-us Python}编程。"),
    ("zh", "{en-us NASA}增长5%。"),
    # Units, letters and names of letters and digits are Mandarin.
    ("zh", "GDP增长5%。"),
    ("zh", "气温-5°C，时速100km/h，浓度35μg/m³。"),
    ("zh", "5G手机有16GB内存，A股上涨。"),
    ("zh", "PM2.5和CO₂都下降了，价格是100 USD。"),
    ("zh", "π≈3.14，x²+y²=1"),
    ("zh", "请访问www.gov.cn或写信给a@b.cn。"),
    ("zh", "{en-us iPhone} 15发布了。"),
    ("zh", "{en-us Windows}11系统"),
    ("zh", "我喜欢{ja 「ありがとう」}这个词。"),
    ("zh", "花了$5。"),
    ("zh", "跑了5km。"),
    ("zh", "他说{hi नमस्ते。}"),
    ("hi", "मैं Python सीख रहा हूँ।"),
]
PART = re.compile(r"\{(?P<language>\S+) (?P<text>[^{}]+)\}|(?P<own>[^{}]+)")


def expected(notation: str, language: str) -> list[tuple[str, str]]:
    parts = ((part["text"] or part["own"], part["language"] or language) for part in PART.finditer(notation))
    return [(text.strip(), code) for text, code in parts if text.strip()]


def plain(notation: str) -> str:
    return PART.sub(lambda part: part["text"] or part["own"], notation)


def cut(text: str, language: str, detects: bool = True) -> list[tuple[str, str]]:
    return [(part.text, code) for part, code in language_runs(Traced.of(text), language, detects)]


@pytest.mark.parametrize(("language", "notation"), [*SPANISH, *JAPANESE, *OTHERS])
def test_a_sentence_is_cut_where_its_language_changes(language: str, notation: str) -> None:
    assert cut(plain(notation), language) == expected(notation, language)


SCRIPTS_ALONE = [*JAPANESE, *(row for row in OTHERS if row[0] == "zh"), *OTHERS[:2]]


@pytest.mark.parametrize(("language", "notation"), SCRIPTS_ALONE)
def test_scripts_are_cut_without_detection(language: str, notation: str) -> None:
    assert cut(plain(notation), language, detects=False) == expected(notation, language)


@pytest.mark.parametrize(
    "text", ['He said "buenos días, ¿cómo estás?" and left.', "नमस्ते means hello.", "Hoy hace mucho sol."]
)
def test_without_detection_a_sentence_keeps_its_language(text: str) -> None:
    assert cut(text, "en-us", detects=False) == [(text, "en-us")]


@pytest.mark.parametrize(
    ("text", "before", "language"),
    [
        ("Hoy hace mucho sol.", "en-us", "es"),
        ("Vamos a la playa.", "en-us", "es"),
        ("Me gusta el café.", "en-us", "es"),
        ("Hola.", "en-us", "es"),
        ("¡Muchas gracias!", "en-gb", "es"),
        ("I don't know what to say.", "es", "en-us"),
        ("Thank you very much.", "es", "en-us"),
        ("The weather is nice today.", "en-gb", "en-gb"),
        ("Je ne sais quoi.", "en-us", "fr"),
        ("Bonjour, comment allez-vous aujourd'hui?", "en-us", "fr"),
        ("Ciao bella, come stai?", "en-us", "it"),
        ("Non lo so, ma mi piace molto.", "es", "it"),
        ("Obrigado por tudo, meu amigo.", "en-us", "pt-br"),
        ("Você não está em casa.", "es", "pt-br"),
        ("これはペンです。", "en-us", "ja"),
        ("这是一本书。", "ja", "zh"),
        ("मेरा नाम राम है।", "en-us", "hi"),
        ("The weather is nice today.", "ja", "en-us"),
    ],
)
def test_the_language_of_whole_sentences_is_detected(text: str, before: str, language: str) -> None:
    assert cut(text, before) == [(text, language)]


@pytest.mark.parametrize("language", ["en-us", "en-gb", "es", "fr", "it", "pt-br"])
@pytest.mark.parametrize(
    "text", ["No.", "OK", "Madrid, Barcelona, Sevilla", "Tony Stark", "12345", "…", "", "Xyzzy plugh"]
)
def test_without_evidence_the_language_before_stays(text: str, language: str) -> None:
    assert cut(text, language) == ([(text, language)] if text else [])


@pytest.mark.parametrize("detects", [True, False])
def test_languages_that_cannot_be_read_here_are_not_detected(detects: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "READABLE", ("en-us", "es"))
    assert cut("The word is ありがとう.", "en-us", detects) == [("The word is ありがとう.", "en-us")]
    assert cut("これはペンです。", "en-us", detects) == [("これはペンです。", "en-us")]


def test_a_prescribed_pronunciation_is_never_cut() -> None:
    notation = "Say {ja [猫](/neko/)は} and [hola](/ˈola/) now."
    assert cut(plain(notation), "en-us") == expected(notation, "en-us")


def test_parts_know_their_place() -> None:
    text = "The word for it is ありがとう."
    (_, _), (japanese, _) = language_runs(Traced.of(text), "en-us", False)
    assert text[japanese.starts[0] : japanese.stops[-1]] == "ありがとう."


@given(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
    | st.text('aé ñ,."“”«»¿?猫のネ漢ーन म1५$5%[](/)-', max_size=60),
    st.sampled_from(sorted(LANGUAGES)),
    st.booleans(),
)
def test_nothing_but_white_space_is_lost(text: str, language: str, detects: bool) -> None:
    parts = cut(text, language, detects)
    assert "".join("".join(part.split()) for part, _ in parts) == "".join(text.split())
    assert all(before[1] != after[1] for before, after in pairwise(parts))


@pytest.mark.parametrize(
    "seed", ["a", "a ", '"', "“", "a,", "猫", "猫a", "猫 aaa ", "の aaaa ", "1", "1,", "$", "[a](/b/)", "¿", "a'", "न"]
)
def test_hostile_text_takes_linear_time(seed: str) -> None:
    text = (seed * 20_000)[:20_000]
    assert "".join(part for part, _ in cut(text, "en-us")).replace(" ", "") == text.replace(" ", "")


def test_the_detector_is_loaded_once_by_many_threads() -> None:
    module._loaded_detector.cache_clear()
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: cut("Hoy hace mucho sol.", "en-us"), range(16)))
    assert found == [[("Hoy hace mucho sol.", "es")]] * 16
    assert module._loaded_detector.cache_info().misses == 1


@lru_cache(maxsize=1)
def phonemizer() -> Phonemizer:
    return Phonemizer(timeout_factor=50)


@pytest.mark.parametrize(
    ("text", "phonemes"),
    [
        (
            'He said "buenos días, ¿cómo estás?" and left.',
            ["hˌi sˈɛd", '"bwˈenos ðˈias, kˈomo estˈas?"', "ænd lˈɛft."],
        ),
        (
            "As they say, más vale tarde que nunca, my friend.",
            ["ˌæz ðA sˈA,", "mˈas βˈale tˈaɾðe ke nˈunka,", "mI fɹˈɛnd."],
        ),
        ("He answered: «no lo sé, pero vamos a ver».", ["hˌi ˈænsəɹd:", "“nˈo lo sˈe, pˌeɾo βˈamos a βˈeɾ”."]),
        ("The proverb is short: el tiempo es oro.", ["ðə pɹˈɑvˌɜɹb ɪz ʃˈɔɹt:", "el tjˈempo ˈes ˈoɾo."]),
    ],
)
def test_every_part_is_read_in_its_language(text: str, phonemes: list[str]) -> None:
    parts = language_runs(Traced.of(text), "en-us", True)
    assert [phonemizer().read(part, code).text for part, code in parts] == phonemes


@pytest.mark.parametrize(
    ("text", "phonemes"),
    [
        ("The word for it is ありがとう.", ["ðə wˈɜɹd fɔɹ ɪt ɪz", "aɾʲiɡatoː."]),
        ('"ありがとう" means thanks.', ["“aɾʲiɡatoː”", "mˈinz θˈæŋks."]),
        ("She said 「こんにちは」 and left.", ["ʃˌi sˈɛd", "“koɲɲiʨiβa”", "ænd lˈɛft."]),
        ("私はPythonが好きです。", ["βataɕi βa", "pˈIθˌɑn", "ɡa sɨkʲi desɨ."]),
    ],
)
def test_japanese_parts_are_read_in_japanese(text: str, phonemes: list[str]) -> None:
    japanese = JapaneseReader()
    spoken = [
        "".join(run.phonemes for run in japanese.read(part.text)).strip()
        if code == "ja"
        else phonemizer().read(part, code).text
        for part, code in language_runs(Traced.of(text), "en-us", True)
    ]
    assert spoken == phonemes
