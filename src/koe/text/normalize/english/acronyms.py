"""Acronyms -> words or names of letters; letters mixed with digits ("MP3") -> names of letters and numbers."""

from __future__ import annotations

import re

from koe.text.normalize.english import spelling
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, after, before, rule, words

# Read as words, with a respelling because not every dictionary has them.
_RESPELLED = {
    "JSON": "jason", "YAML": "yammel", "GUI": "gooey", "JPEG": "J peg", "MPEG": "M peg", "WYSIWYG": "wizzywig",
    "CRUD": "crud", "SaaS": "sass", "IaaS": "I-as", "LaTeX": "lay-tech", "IEEE": "I triple E",
    "NAACP": "N double A C.P",
    "AAA": "triple A", "ASCII": "askey", "CAPTCHA": "captcha", "HIPAA": "hippa",
}  # fmt: skip
# Read as words.
_SPOKEN = words(
    "NASA NATO UNESCO UNICEF OPEC AIDS COVID SARS RADAR SONAR LASER SCUBA ASAP PIN RAM ROM SIM GIF LAN WAN BASIC "
    "NAFTA FIFA UEFA NASDAQ INTERPOL FEMA OSHA NIMBY YOLO SWAT AWOL MASH POTUS SCOTUS FLOTUS IKEA LEGO VISA "
    "OK AM PM AD BC SHA ARM"
)
# Spelled, although they could be words.
_SPELLED = words(
    "AI API ATM AWS BA BBC BMW CEO CFO CIA CNN COO CPU CTO CV DIY DJ DNA DVD EEG EU FAQ FBI GDP GOP GPA GPU HIV HR "
    "HTML HTTP ID IBM IDE IMF IP IPO IQ ISO ISP IT IV IVF IRS KFC LA LED LGBT LLC LLM MIT MBA MRI MTV NBA NBC NFL "
    "NGO NHL "
    "NHS NYC OCD OS PC PDF SOW PHP PR PS PTSD QA RSVP SEO SOS SSD SUV TV UAE UFO UI UK UN UPS URL US USA USB USSR UV "
    "UX "
    "VIP VPN WHO WWE XML SQL EST EDT PST PDT CST GMT UTC ET PT AC DC MP EPA FDA ADHD AKA ETA FYI IMO IOU TBA"
)
# Just as often words: they are spelled only in text that is not all in capitals.
_ALSO_WORDS = words("IT US WHO LA MIT PS PR AC ET PT AKA")

_SOUNDS = words("BRR BRRR GRR GRRR HM HMM MM MMM PFFT PSST SH SHH SHHH TSK ZZ ZZZ")
_VOWELS = frozenset("AEIOUY")

# A number after one of these is read in pairs of digits: "Boeing seven forty-seven".
_LABELLED = "Airbus|Boeing|Bus|Channel|Flight|Gate|GeForce|Highway|Interstate|Porsche|Radeon|Room|Route|Ryzen|Suite"

_CAPITALS = r"(?<![\w.&@#'-])(?P<word>[A-Z]{2,7}|SaaS|IaaS|LaTeX)(?P<plural>'?s)?(?![\w&]|\.[A-Z])"
_MIXED = (
    r"(?<![\w.,-])(?=[A-Za-z0-9-]{0,19}[0-9])(?=[A-Za-z0-9-]{0,19}[A-Za-z])"
    r"[A-Za-z0-9]{1,12}(?:-[A-Za-z0-9]{1,8})?(?![\w-]|\.[0-9])"
)
_LOWER_WORD = re.compile(r"[a-z]{2}")
_NUMBER = re.compile(r"[0-9]+(?:(?:st|nd|rd|th|s)(?![a-z])|(?:k|M|B|bn)\Z)")  # a number with an ending
_RUN = re.compile(r"[0-9]+|[A-Z]+(?![a-z])|[A-Za-z][a-z]*")


def mixed_rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    """Rules for MP3, GPT-4, B2B, A380. They run before the rules for numbers, which would take the digits."""

    def mixed(match: re.Match[str]) -> str | None:
        if _NUMBER.match(match[0]):
            return None
        runs = _RUN.findall(match[0])
        several = len(runs) > 1 and runs[-1] == "s" and runs[-2].isdigit()
        words = " ".join(_run(run, numerals) for run in (runs[:-1] if several else runs))
        return numerals.plural(words) if several else words

    def labelled(match: re.Match[str]) -> str:
        return " ".join([match[1], *(numerals.label(digits) for digits in match[2].split("-"))])

    def numbered(match: re.Match[str]) -> str:
        points = " point ".join(numerals.cardinal(digits) for digits in match[2].split("."))
        return f"{_run(match[1], numerals)} {points}"

    return (
        rule(r"(?<!\w)IPv([46])(?!\w)", lambda match: f"I.P V {numerals.cardinal(match[1])}", name="protocol"),
        rule(rf"(?<![\w.-])({_LABELLED}|[A-Z]{{2,4}}) ([0-9]{{3,4}}(?:-[0-9]{{3}})?)(?![\w/-]|[.,:][0-9])", labelled),
        rule(r"(?<![\w.])([A-Za-z]{1,12})-?([0-9]{1,3}(?:\.[0-9]{1,3}){1,2})(?![\w.]*[0-9])(?!\w)", numbered),
        rule(_MIXED, mixed),
    )


def rules() -> tuple[Rule, ...]:
    return (
        rule(
            r"(?<![\w./])([A-Z]{1,4})/([A-Z]{1,4})(?:/([A-Z]{1,4}))?(?![\w/])",
            lambda match: " ".join(_run_of_letters(part) for part in match.groups() if part),
            name="acronyms with a slash",
        ),
        rule(
            r"(?<![\w.])([A-Z]{1,3})&([A-Z]{1,3})(?!\w)",
            lambda match: f"{spelling.letters(match[1])} and {spelling.letters(match[2])}",
        ),
        rule(_CAPITALS, _capitals),
    )


def _run_of_letters(letters: str) -> str:
    return letters if letters in _SPOKEN else spelling.letters(letters)


def _run(run: str, numerals: EnglishNumerals) -> str:
    if run.isdigit():
        return numerals.label(run)
    if run.isupper():
        return run if run in _SPOKEN else spelling.letters(run)
    return spelling.word(run)


def _capitals(match: re.Match[str]) -> str | None:
    word, plural = match["word"], match["plural"] or ""
    if plural and word not in _RESPELLED:
        return None  # misaki reads "CDs" and "CEO's" correctly
    if word in _RESPELLED:
        return _RESPELLED[word] + ("s" if plural == "s" else plural)
    unsayable = len(word) <= 5 and not set(word) & _VOWELS and word not in _SOUNDS
    if word in _SPOKEN or (not unsayable and _is_in_capitals(match, word)):
        return None
    if word in _SPELLED or unsayable:
        return spelling.letters(word)
    return None


def _is_in_capitals(match: re.Match[str], word: str) -> bool:
    behind, ahead = before(match), after(match)
    around = f"{behind} {ahead}"
    if not any(character.isalpha() for character in around):
        return word not in _SPELLED or word in _ALSO_WORDS
    if _LOWER_WORD.search(around):
        neighbours = (behind.split() or [""])[-1], (ahead.split() or [""])[0]
        is_loud = any(len(one.strip(".,!?")) > 3 and one.isupper() for one in neighbours)
        return is_loud and word in _ALSO_WORDS
    return word in _ALSO_WORDS or word not in _SPELLED
