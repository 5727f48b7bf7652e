"""Signs that nothing else has claimed -> Hindi words: &, /, %, ₹, π."""

from __future__ import annotations

import re

from koe.text.normalize.hindi.maths import powered
from koe.text.normalize.hindi.measures import UNIT_WORDS
from koe.text.normalize.hindi.numerals import DEVANAGARI
from koe.text.normalize.rule import Rule, after, alternatives, before, of_kind, rule

_SIGNS = {
    "&": "और", "₹": "रुपये", "$": "डॉलर", "€": "यूरो", "£": "पाउंड", "%": "प्रतिशत", "©": "कॉपीराइट",
    "®": "रजिस्टर्ड", "™": "ट्रेडमार्क", "§": "धारा", "°": "डिग्री", "=": "बराबर", "×": "गुणा", "÷": "भाग",
    "√": "वर्गमूल", "π": "पाई", "∞": "अनंत", "≈": "लगभग", "≠": "बराबर नहीं", "±": "प्लस माइनस", "≤": "से कम या बराबर",
    "≥": "से अधिक या बराबर", "@": "ऐट", "№": "नंबर", "Ω": "ओम", "µ": "माइक्रो", "Δ": "डेल्टा", "α": "अल्फ़ा",
    "β": "बीटा", "γ": "गामा", "θ": "थीटा", "σ": "सिग्मा", "Σ": "सिग्मा", "ω": "ओमेगा", "∑": "सिग्मा", "∫": "समाकलन",
}  # fmt: skip

_PER = {unit: UNIT_WORDS[unit] for unit in ("mL", "ml", "L", "kg", "mg", "km", "ha", "acre")}


def rules() -> tuple[Rule, ...]:
    signs = "".join(map(re.escape, _SIGNS))
    return of_kind(
        "symbols",
        *(
            rule(rf"√ (?=[{DEVANAGARI}])(?!(?:का|के|की|और|या) )", lambda _: "", name="tick"),
            rule(rf"(?<=[{DEVANAGARI}])( ?)/( ?)(?=[{DEVANAGARI}])", _slash, name="sign"),
            rule(rf"(?<=[{DEVANAGARI}]) / (?=[0-9])|(?<=\)) ?/ ?(?=[0-9])", lambda _: " बटा ", name="sign"),
            rule(r"(?<=[A-Z])/(?=(?:दिन|माह|महीना|वर्ष|साल|घंटा|सप्ताह|व्यक्ति))", lambda _: " प्रति ", name="sign"),
            rule(rf"(?<=[{DEVANAGARI}])/(?=[A-Z])|(?<=[A-Z])/(?=[{DEVANAGARI}])", lambda _: " या ", name="sign"),
            rule(r"(?<=[A-Za-z]) & (?=[A-Za-z])", lambda _: " ऐंड ", name="sign"),
            rule(r"(?<=[0-9%Mm.]) to (?=[₹$€£0-9])", lambda _: " से ", name="range"),
            rule(
                r"(?<=[0-9]) ?/ ?([$€£])(?![0-9])", lambda match: f" प्रति {_SIGNS[match[1]]}", name="rate of exchange"
            ),
            rule(rf" ?(?<![\u0370-\u03ff])([{signs}])(?![\u0370-\u03ff]) ?", _sign, name="sign"),
            rule(rf"(?<=[{DEVANAGARI}])(?: \+ |\+)(?=[{DEVANAGARI}])", lambda _: " और ", name="sign"),
            rule(rf"(?<=[0-9%{DEVANAGARI}]) \+ (?=[{DEVANAGARI}₹0-9A-Z])", lambda _: " जमा ", name="sign"),
            rule(r"(?<=[A-Za-z0-9)²³₀-₉]) \+ (?=[0-9A-Za-z(])", lambda _: " जमा ", name="sign"),
            rule(r"(?<=[A-Za-z0-9)²³]) ?\+ ?(?=[0-9A-Za-z(])", lambda _: " प्लस ", name="sign"),
            rule(r"(?<=:[0-9]{2}) ?/ ?(?=[0-9]{1,2}:)", lambda _: ", ", name="sign"),
            rule(r"(?<=[0-9][GgKD])/(?=[0-9])", lambda _: " या ", name="sign"),
            rule(r"(?<=रात)/(?=[0-9])|(?<=दिन)/(?=[0-9])", lambda _: ", ", name="sign"),
            rule(rf"(?<=[{DEVANAGARI}A-Z])/(?=[0-9])|(?<=[0-9])/(?=[{DEVANAGARI}A-Z])", lambda _: " बटा ", name="sign"),
            rule(rf"(?<=[{DEVANAGARI}A-Z])\+(?=[\s,.)।]|\Z)", lambda _: " प्लस", name="sign"),
            rule(r"(?<=[A-Z])/(?=[A-Z])", lambda _: " ", name="sign"),
            rule(r"(?<=[A-Za-z)])([²³])", lambda match: powered("", match[1]), name="power"),
            rule(r"(?<=\s)\+(?=[A-Z₹])", lambda _: "प्लस ", name="sign"),
            rule(r"∛ ?", lambda _: "घनमूल ", name="sign"),
            rule(r"∠ ?", lambda _: "कोण ", name="sign"),
            rule(r"(?<![A-Za-z0-9])[~≈] ?(?=[₹$€£0-9])", lambda _: "लगभग ", name="sign"),
            rule(
                rf"(?<=[{DEVANAGARI}])/({alternatives(_PER)})(?![A-Za-z0-9{DEVANAGARI}/])",
                lambda match: f" प्रति {_PER[match[1]]}",
                name="unit",
            ),
            rule(r"(?<=[A-Za-z0-9₀-₉)]) ?[→⇒⇌] ?(?=[0-9]{0,2}[A-Z])", _reaction, name="arrow"),
            rule(
                r"(?:(?<=[0-9%])|(?<=[0-9][A-Za-z])|(?<=[0-9][A-Za-z]{2})|(?<=[0-9] [A-Za-z]{2})) ?[→⇒] ?"
                r"(?=[₹$€£]? ?[0-9])",
                lambda _: " से ",
                name="arrow",
            ),
            rule(
                rf"(?<=[\w){DEVANAGARI}]) ?[→⇒] ?(?=[^\W0-9]|[(\"“'‘])|(?<=[\"”'’]) ?[→⇒] ?(?=\S)",
                lambda _: ", ",
                name="arrow",
            ),
            rule(r"(?<=[A-Za-z]{2}|[\u0900-\u0963]{2}) ?[>›] ?(?=[A-Za-z\u0900-\u0963]{2})", _step, name="arrow"),
            rule(
                r"(?<=[0-9%]) ?[↑↓](?![0-9])", lambda match: " ऊपर" if "↑" in match[0] else " नीचे", name="rise or fall"
            ),
            rule(r"(?<![A-Za-z0-9])#(?=[0-9])", lambda _: "नंबर ", name="sign"),
        ),
    )


def _reaction(match: re.Match[str]) -> str | None:
    """The arrow of a chemical reaction, which has a sum on one side at least."""
    return (
        " देता है "
        if re.search(r"[A-Za-z0-9₀-₉)] ?\+ ?[0-9A-Z]", before(match)[-30:] + " " + after(match)[:30])
        else None
    )


def _step(match: re.Match[str]) -> str | None:
    """Settings > Display is a way through menus; <text> is a bracket."""
    return None if re.search(r"<[^<>]{1,30}\Z", before(match)) else ", "


def _slash(match: re.Match[str]) -> str:
    left = re.search(rf"[{DEVANAGARI}]+\Z", before(match))
    right = re.match(rf"[{DEVANAGARI}]+", after(match))
    if re.search(rf"= ?[{DEVANAGARI} ]{{1,30}}\Z", before(match)):
        return " बटा "  # a formula in words: घनत्व = द्रव्यमान/आयतन
    is_or = {left[0] if left else "", right[0] if right else ""} & {"या", "और", "अथवा", "व"}
    return " " if is_or else " या "


def _sign(match: re.Match[str]) -> str:
    left = (
        " "
        if (match.start() and match.string[match.start()] == " ")
        or (match.start() and match.string[match.start() - 1].isalnum())
        else ""
    )
    following = match.string[match.end() : match.end() + 1]
    right = " " if following and (match[0].endswith(" ") or following.isalnum() or following == "(") else ""
    if match.start() and not left and match.string[match.start() - 1] not in " (\"'“[—–-":
        left = " "
    return f"{left}{_SIGNS[match[1]]}{right}"
