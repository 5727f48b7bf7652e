"""Roman numerals in Hindi text -> words: अध्याय III, एलिज़ाबेथ II."""

from __future__ import annotations

import re

from koe.text.normalize.hindi.numerals import DEVANAGARI, of_ruler, ordinal, words
from koe.text.normalize.rule import Rule, alternatives, of_kind, rule
from koe.text.normalize.rule import words as word_set

_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_NUMERAL = r"(?=[IVXLC])(?:C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})"
_VOWELS = {"वां": "ा", "वाँ": "ा", "वीं": "ी", "वें": "े"}
_RULERS = word_set(
    "एलिज़ाबेथ एलिजाबेथ चार्ल्स हेनरी जॉर्ज जार्ज एडवर्ड विलियम रिचर्ड जेम्स लुई फिलिप फ़िलिप फ्रेडरिक फ़्रेडरिक निकोलस "
    "अलेक्जेंडर पीटर कैथरीन मैरी पॉल बेनेडिक्ट पायस नेपोलियन विल्हेम रामसेस अकबर आलम शाह चंद्रगुप्त पुलकेशिन राजराज "
    "अब्दुल्ला मेहमेद सुलेमान लियो फ्रांसिस कार्ल गुस्ताव हैराल्ड टॉलेमी डेरियस राजेंद्र कुमारगुप्त"
)


def rules() -> tuple[Rule, ...]:
    return of_kind(
        "numbers",
        *(
            rule(
                rf"(?<![A-Za-z0-9])(?P<numeral>{_NUMERAL})[ -]?(?P<ending>वां|वाँ|वीं|वें)(?![{DEVANAGARI}])",
                lambda match: ordinal(_value(match["numeral"]), _VOWELS[match["ending"]]) if match["numeral"] else None,
                name="Roman numeral",
            ),
            rule(
                rf"(?<![A-Za-z0-9])(?P<numeral>{_NUMERAL})(?= (?:सदी|शताब्दी)(?![{DEVANAGARI}]))",
                lambda match: ordinal(_value(match["numeral"]), "ी") if match["numeral"] else None,
                name="Roman numeral",
            ),
            rule(
                rf"(?<![{DEVANAGARI}])(?P<name>{alternatives(_RULERS)})[ -](?P<numeral>{_NUMERAL})(?![A-Za-z0-9.&'])",
                _ruler,
                name="Roman numeral",
            ),
            rule(
                rf"(?<=[{DEVANAGARI}])(?P<gap>[ -]|[ -]?\()(?P<numeral>{_NUMERAL})"
                r"(?![A-Za-z0-9&']|-(?![A-Z](?![A-Za-z]))|\.[A-Za-z])",
                _count,
                name="Roman numeral",
            ),
            rule(
                rf"(?<![A-Za-z])(?P<word>Mk|Mark|Part|Phase|Type|Class|Chapter|Vol\.?|Volume|Level|Grade|Section|Tier|War)"
                rf"[ -](?P<numeral>(?![CL](?![IVX])){_NUMERAL})(?![A-Za-z0-9&'-])",
                lambda match: f"{match['word']} {words(_value(match['numeral']))}" if match["numeral"] else None,
                name="Roman numeral",
            ),
            rule(
                r"(?<=\()(?P<numeral>iii|ii|(?<=[0-9]\()i|i(?=.{1,400}\(ii\))|iv|vi{1,3}|ix|v(?=.{1,400}\(vi\)))(?=\))",
                lambda match: words(_value(match["numeral"].upper())),
                name="Roman numeral",
            ),
            rule(
                r"(?<![A-Za-z])WW[ -]?(?P<numeral>II?|[12])(?![A-Za-z0-9])",
                lambda match: f"वर्ल्ड वॉर {'टू' if match['numeral'] in ('II', '2') else 'वन'}",
                name="Roman numeral",
            ),
        ),
    )


def _value(numeral: str) -> int:
    values = [_VALUES[letter] for letter in numeral]
    return sum(-one if one < other else one for one, other in zip(values, [*values[1:], 0], strict=True))


def _ruler(match: re.Match[str]) -> str | None:
    return f"{match['name']} {of_ruler(_value(match['numeral']))}" if match["numeral"] else None


# After words that are counted with Roman numerals even a single letter is one: भाग I, but विटामिन C.
_COUNTED_WORDS = word_set(
    "अध्याय भाग खंड खण्ड अनुसूची कक्षा क्लास वर्ग पेपर प्रश्नपत्र चरण फेज फ़ेज़ टाइप प्रकार युद्ध अंक दृश्य श्रेणी स्तर लेवल सूची "
    "परिशिष्ट यूनिट इकाई सेमेस्टर अनुच्छेद धारा ग्रुप समूह पार्ट टियर मॉड्यूल सर्ग कांड पर्व मंडल चंद्रयान अग्नि पृथ्वी मार्क रैंक संस्करण"
)
_COUNTED = re.compile(rf"(?<![{DEVANAGARI}])(?:{alternatives(_COUNTED_WORDS)})\Z")


# After "को IV", a noun would show that the letters are an acronym.
_NO_NOUN = re.compile(rf" ?(?:\Z|[^{DEVANAGARI}A-Za-z ]|(?:में|से|तक|का|की|के|को|ने|पर|और|या|है|था|थे)(?![{DEVANAGARI}]))")


def _count(match: re.Match[str]) -> str | None:
    numeral = match["numeral"]
    known = _COUNTED.search(match.string[max(0, match.start() - 20) : match.start()])
    is_first = numeral == "I" and match["gap"] == "-" and re.search("-II", match.string)
    if not numeral or (len(numeral) == 1 and not is_first and not (known and numeral in "IVX")):
        return None
    if not known and (_value(numeral) > 30 or not ("-" in match["gap"] or _NO_NOUN.match(match.string, match.end()))):
        return None
    gap = match["gap"] if "(" in match["gap"] else " "
    return f"{gap}{words(_value(numeral))}"
