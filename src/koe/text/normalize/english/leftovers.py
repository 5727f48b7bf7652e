"""What no other rule has taken -> a reading by default: "index.sparse", "nginx:alpine", "file,lock", "‖x‖", "VoX".

These rules run last. They give every mark between letters that belong together a word or a pause, so that no token is
left to G2P that it would read as one word or as nothing.
"""

from __future__ import annotations

import re

from koe.text.normalize.english import spelling
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, after, before, rule, words

# After a full stop without a space they begin a sentence: "sounds good.thanks", not a name such as "core.askpass".
_OPENERS = words(
    "a and are as at but can could do for from get had has have he her here his how i if im in is it its just let my "
    "no not now of ok on or our please pls she so some thanks that the their then there these they this those to u was "
    "we well were what when where which who why will with would yes you your actually also although always anyway "
    "because btw cant dont during everyone everything hope hopefully however idk ill ive later maybe meanwhile never "
    "nobody nothing okay perhaps since someone something sometimes sorry suddenly tbh thank though today tomorrow "
    "tonight usually yesterday"
)
# After the next word these show a sentence too, whose verb it is: "the end.start the engine", but "user.name is set".
_OBJECTS = re.compile(
    r"[a-z']{2,14} (?:the|an?|my|your|our|his|her|their|me|him|us|them|it|this|that|these|those|you|i|we|they|he|she)"
    r"(?![\w.(=:-])"
)
_LOWER_TOKEN = re.compile(r"(?:\A|[\s(\"“,])[a-z']{2,20}\Z")
_PLAIN_TOKEN = re.compile(r"(?:\A|[\s(\"“,])[A-Za-z']{2,20}\Z")
_DOMAINS = words("com org net edu gov io dev app ai uk de fr")
_WORD_AHEAD = re.compile(r"[A-Za-z']+(?![\w(])")
_LAST_TOKEN = re.compile(r"[^\s\"'=]{1,80}\Z")


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def dot(match: re.Match[str]) -> str | None:
        ahead = _WORD_AHEAD.match(after(match))
        token = _LAST_TOKEN.search(before(match))
        if before(match)[-1:] in (")", "]"):
            return " dot "  # a call: "fetch(url).then"
        if (token and "@" in token[0] and "/" not in token[0]) or (ahead and ahead[0] in _DOMAINS):
            return None  # an address, whose kind is switched off
        if ahead and (ahead[0].lower() in _OPENERS or _begins_sentence(match)):
            return ". "
        return " dot "

    def sentence(match: re.Match[str]) -> str | None:
        """Before a capital: "It was late.The dog slept." """
        ahead = _WORD_AHEAD.match(after(match))
        if ahead is None or ahead[0].lower() in _DOMAINS or not _LOWER_TOKEN.search(before(match)):
            return None
        return ". "

    def colon(match: re.Match[str]) -> str:
        ahead, token = after(match)[:1], _LAST_TOKEN.search(before(match))
        is_lower = token is not None and token[0].lstrip("([{") == token[0].lstrip("([{").lower()
        return " colon " if is_lower and not ahead.isupper() else ": "

    def norm(match: re.Match[str]) -> str:
        symbols = (
            {"-": "minus", "+": "plus"}.get(sign)
            or (numerals.cardinal(sign) if sign.isdigit() else spelling.letters(sign))
            for sign in match[1]
            if sign != " "
        )
        return f"the norm of {' '.join(symbols)}" + (" " if after(match)[:1].isalnum() else "")

    return (
        rule(r"‖\s?([A-Za-z0-9]{1,6}(?:\s?[-+]\s?[A-Za-z0-9]{1,6})?)\s?‖", norm, name="norm"),
        rule(r"\s?‖\s?", lambda _: " ", name="norm"),
        rule(r"(?<=[A-Za-z0-9_)\]]{2})\.(?=[a-z_][A-Za-z0-9_])|(?<=\b[a-z])\.(?=[a-z]{3})", dot, name="dot"),
        rule(r"(?<=[a-z]{2})\.(?=[A-Z]{1,3}[a-z]+(?:[A-Z]|\.[a-z]))", lambda _: " dot ", name="dot"),
        rule(
            r"(?<=[a-z]{2})\.(?=[A-Z][a-z']{0,14}(?:[\s,;!?’]|\.(?:\s|\Z)|\Z))", sentence, name="mark without a space"
        ),
        rule(r"(?<=[\w>'\"])\.\.(?=[\w<])", lambda _: " dot dot ", name="range of code"),
        rule(r"://\s?", lambda _: " colon slash slash ", name="scheme of an address"),
        rule(r"(?<=[\w)])::(?=[\s\"'`)]|\Z)", lambda _: " colon colon", name="colon"),
        rule(r"(?<=[A-Za-z0-9_)\]]):(?=[A-Za-z_/(]|-[0-9a-z])|(?<=[a-z_)\]]):(?=[0-9])", colon, name="colon"),
        rule(r"(?<=\b[A-Za-z])½(?!\w)", lambda _: " half", name="half"),
        rule(r"(?<=[A-Za-z]{2})([,;!?])(?=[A-Za-z]{2})", lambda match: f"{match[1]} ", name="mark without a space"),
        rule(r"(?<=[0-9]),(?=[0-9<>=!~])", lambda _: ", ", name="mark without a space"),
        rule(r"(?<=[\w.])/(?=-)", lambda _: " or ", name="slash between options"),
        rule(r"(?<=[a-z_])/(?=[\s,;:!?)\"']|\.?\Z)", lambda _: " slash", name="slash"),
        rule(r"(?<=[)\]}])/(?=\w)|(?<=[\w])/(?=\$)", lambda _: " slash ", name="slash"),
        rule(r"(?<!\S)/(?=[\s,;.)]|\Z)", lambda _: "slash", name="slash"),
    )


def _begins_sentence(match: re.Match[str]) -> bool:
    return _PLAIN_TOKEN.search(before(match)) is not None and _OBJECTS.match(after(match)) is not None


def name_rules() -> tuple[Rule, ...]:
    """Rules for acronyms with a small letter, which G2P would read as a word: "MoE", "QoS". They run late too."""
    return (
        rule(
            r"(?<![\w.&'/-])(?!PhD|IoT|NaN|MiG|TeX|M[cC])([A-Z][a-z][A-Z])(s?)(?![\w&]|\.[A-Z])",
            lambda match: spelling.letters(match[1]) + ("s" if match[2] else ""),
            name="acronym",
        ),
    )
