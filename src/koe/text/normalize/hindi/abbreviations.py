"""Hindi abbreviations -> the words they stand for: डॉ., पं०, कि॰मी॰, भा.ज.पा., बी.ए.

They are written with a full stop or with the abbreviation sign ॰, which the grammar also puts for a zero: डॉ०.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from koe.text.normalize.grammar import Abbreviations
from koe.text.normalize.hindi.letters import NAMES
from koe.text.normalize.hindi.numerals import DEVANAGARI
from koe.text.normalize.rule import Rule, of_kind, rule
from koe.text.normalize.rule import words as word_set

_TITLES = {
    "डॉ": "डॉक्टर", "डा": "डॉक्टर", "डाॅ": "डॉक्टर", "प्रो": "प्रोफ़ेसर", "पं": "पंडित", "मो": "मोहम्मद",
    "मोह": "मोहम्मद", "स्व": "स्वर्गीय", "कु": "कुमारी", "चौ": "चौधरी", "ठा": "ठाकुर", "इंजी": "इंजीनियर",
    "एड": "एडवोकेट", "कै": "कैप्टन", "कैप्ट": "कैप्टन", "ले": "लेफ़्टिनेंट", "लेफ्टि": "लेफ़्टिनेंट",
    "लेफ्टिनेंट ज": "लेफ़्टिनेंट जनरल", "जन": "जनरल", "ब्रिगे": "ब्रिगेडियर", "मि": "मिस्टर", "मिस्ट": "मिस्टर",
    "आचा": "आचार्य", "सर": "सरदार", "सू": "सूबेदार", "हव": "हवलदार", "इंस्पे": "इंस्पेक्टर", "सु": "सुश्री",
    "चि": "चिरंजीव", "श्री": "श्री", "श्रीमती": "श्रीमती", "सुश्री": "सुश्री",
}  # fmt: skip
_BEFORE_NUMBER = {
    "प्र": "प्रश्न", "उ": "उत्तर", "नं": "नंबर", "न": "नंबर", "सं": "संख्या", "क्र": "क्रमांक", "पृ": "पृष्ठ",
    "अनु": "अनुच्छेद", "अध्या": "अध्याय", "खं": "खंड", "धा": "धारा", "मो": "मोबाइल", "मोबा": "मोबाइल",
    "दूर": "दूरभाष", "दू": "दूरभाष", "टे": "टेलीफ़ोन", "टेली": "टेलीफ़ोन", "फो": "फ़ोन", "फ़ो": "फ़ोन", "दि": "दिनांक", "ता": "तारीख",
    "वा": "वार्ड", "श्लो": "श्लोक", "पृ.सं": "पृष्ठ संख्या", "क्र.सं": "क्रम संख्या", "क्रम सं": "क्रम संख्या",
    "म.नं": "मकान नंबर", "मो.नं": "मोबाइल नंबर", "मो.सं": "मोबाइल संख्या", "प्र.सं": "प्रश्न संख्या", "शु": "शुक्ल", "कृ": "कृष्ण",
    "एक्सटें": "एक्सटेंशन", "ति": "तिथि", "फो.नं": "फ़ोन नंबर", "प.सं": "पत्र संख्या",
    "पं.सं": "पंजीकरण संख्या", "वि.व": "वित्त वर्ष", "फा.सं": "फ़ाइल संख्या", "अधि": "अधिकतम", "रु": "रुपये",
}  # fmt: skip
_WORDS = {
    "उदा": "उदाहरण", "ई.सन": "ईस्वी सन", "ई.सन्": "ईस्वी सन्", "पो.ऑ": "पोस्ट ऑफ़िस", "पो.बॉ": "पोस्ट बॉक्स",
    "मु.पो": "मुकाम पोस्ट", "ले.ज": "लेफ़्टिनेंट जनरल", "से.नि": "सेवानिवृत्त",
    "पीएच.डी": "पी एच डी", "सं.रा.अमेरिका": "संयुक्त राज्य अमेरिका", "मे.जनरल": "मेजर जनरल", "लि": "लिमिटेड",
    "प्रा": "प्राइवेट", "कं": "कंपनी", "जि": "ज़िला", "तह": "तहसील", "पो": "पोस्ट", "था": "थाना", "ग्रा": "ग्राम",
    "संपा": "संपादक", "इत्या": "इत्यादि", "वि.वि": "विश्वविद्यालय", "उ.प्र": "उत्तर प्रदेश", "म.प्र": "मध्य प्रदेश",
    "हि.प्र": "हिमाचल प्रदेश", "आ.प्र": "आंध्र प्रदेश", "आं.प्र": "आंध्र प्रदेश", "अ.प्र": "अरुणाचल प्रदेश", "प.बं": "पश्चिम बंगाल",
    "प.बंगाल": "पश्चिम बंगाल", "छ.ग": "छत्तीसगढ़", "त.ना": "तमिलनाडु", "भा.ज.पा": "भाजपा", "स.पा": "सपा",
    "ब.स.पा": "बसपा", "भा.क.पा": "भाकपा", "मा.क.पा": "माकपा", "रा.ज.द": "राजद", "ज.द.यू": "जदयू",
    "द्र.मु.क": "द्रमुक", "भा.द.सं": "भारतीय दंड संहिता", "भा.दं.सं": "भारतीय दंड संहिता",
    "भा.द.वि": "भारतीय दंड विधान", "सं.रा": "संयुक्त राष्ट्र", "सं.रा.अ": "संयुक्त राज्य अमेरिका",
    "रा.स्व.सं": "राष्ट्रीय स्वयंसेवक संघ", "ई.पू": "ईसा पूर्व", "वि.सं": "विक्रम संवत", "ई.सं": "ईस्वी संवत",
    "श.सं": "शक संवत", "शा.स": "शासकीय", "प्रा.लि": "प्राइवेट लिमिटेड", "स.अ": "सहायक अध्यापक",
    "भा.प्र.से": "भारतीय प्रशासनिक सेवा", "रा.प्र.से": "राज्य प्रशासनिक सेवा", "भा.पु.से": "भारतीय पुलिस सेवा", "कि.मी": "किलोमीटर",
    "कि.ग्रा": "किलोग्राम", "से.मी": "सेंटीमीटर", "मि.मी": "मिलीमीटर", "मि.ली": "मिलीलीटर", "मि.ग्रा": "मिलीग्राम",
    "मा.": "माननीय", "अं.रा": "अंतरराष्ट्रीय", "रा.मा": "राष्ट्रीय राजमार्ग", "भा.रे": "भारतीय रेल",
    "कृ.पृ.उ": "कृपया पृष्ठ उलटें", "उप.": "उपरोक्त", "मु.मं": "मुख्यमंत्री", "प्र.मं": "प्रधानमंत्री",
    "न.पा": "नगर पालिका", "न.नि": "नगर निगम", "न.प": "नगर परिषद", "ग्रा.पं": "ग्राम पंचायत", "जि.पं": "ज़िला पंचायत",
    "वि.स": "विधानसभा", "लो.स": "लोकसभा", "रा.स": "राज्यसभा", "अ.भा": "अखिल भारतीय", "प्रा.वि": "प्राथमिक विद्यालय",
    "मा.वि": "माध्यमिक विद्यालय", "उ.मा.वि": "उच्चतर माध्यमिक विद्यालय", "रे.स्टे": "रेलवे स्टेशन", "पु.स्टे": "पुलिस स्टेशन",
    "उ.रे": "उत्तर रेलवे", "म.रे": "मध्य रेलवे",
    "प.रे": "पश्चिम रेलवे", "अति": "अतिरिक्त", "न्यून": "न्यूनतम", "टैब": "टैबलेट", "कैप": "कैप्सूल",
    "सिर": "सिरप",
    "इंजे": "इंजेक्शन", "प्री": "प्रीलिम्स", "नि": "निवासी",
    "दोप": "दोपहर",
    "रा.उ.मा.वि": "राजकीय उच्च माध्यमिक विद्यालय", "रा.मा.वि": "राजकीय माध्यमिक विद्यालय",
    "रा.प्रा.वि": "राजकीय प्राथमिक विद्यालय",
    "भारतीय सं": "भारतीय संविधान", "प.पू": "परम पूज्य", "भा.दं.वि": "भारतीय दंड विधान", "वि.खं": "विकास खंड",
    "भा.न्या.सं": "भारतीय न्याय संहिता", "ज.प.नि": "जनपद निधि", "स.प्र": "सह प्राध्यापक", "का.सं": "कार्यालय संख्या",
    "रिटा": "रिटायर्ड", "क्षे.का": "क्षेत्रीय कार्यालय", "अधि": "अधिशासी",
    "ग्रे.नो": "ग्रेटर नोएडा", "न्या": "न्यायमूर्ति", "ज.ने.वि": "जवाहरलाल नेहरू विश्वविद्यालय",
    "टेम्प": "टेम्परेचर",
}  # fmt: skip
_WORDS = {short.rstrip("."): words for short, words in _WORDS.items()}
_LATIN = {
    "Dr": "डॉक्टर", "Mr": "मिस्टर", "Mrs": "मिसेज़", "Ms": "मिस", "Prof": "प्रोफ़ेसर", "Pt": "पंडित", "Md": "मोहम्मद",
    "Smt": "श्रीमती", "Shri": "श्री", "Sh": "श्री", "Adv": "एडवोकेट", "Capt": "कैप्टन", "Lt": "लेफ़्टिनेंट",
    "Col": "कर्नल", "Gen": "जनरल", "St": "सेंट",
}  # fmt: skip
_LATIN_WORDS = {
    "Ltd": "लिमिटेड",
    "Pvt": "प्राइवेट",
    "Govt": "सरकार",
    "etc": "इत्यादि",
    "vs": "बनाम",
    "Vs": "बनाम",
    "v/s": "बनाम",
}

_STATES = {
    "पं": "पंजाब",
    "राज": "राजस्थान",
    "महा": "महाराष्ट्र",
    "हरि": "हरियाणा",
    "गुज": "गुजरात",
    "झा": "झारखंड",
    "बि": "बिहार",
}
_HALVES = {"प्रा": "प्रातः", "सा": "सायं"}  # of the day
_RELATIVES = {"s": "पुत्र", "d": "पुत्री", "w": "पत्नी", "h": "पति", "c": "द्वारा", "r": "निवासी"}
_SIDES = {"ल": "लंबाई", "चौ": "चौड़ाई", "ऊँ": "ऊँचाई", "ऊं": "ऊंचाई", "ऊ": "ऊंचाई"}
_CHAT = {
    "plz": "प्लीज़", "Plz": "प्लीज़", "pls": "प्लीज़", "Pls": "प्लीज़", "thx": "थैंक्स", "Thx": "थैंक्स", "msg": "मैसेज",
    "Tab.": "टैबलेट", "Syp.": "सिरप", "Cap.": "कैप्सूल", "Inj.": "इंजेक्शन", "Fig.": "चित्र",
    "y-o-y": "साल दर साल", "Y-o-Y": "साल दर साल", "q-o-q": "तिमाही दर तिमाही", "D/N": "डे नाइट",
    "SIR": "सर", "MAM": "मैम",
    "YoY": "साल दर साल", "QoQ": "तिमाही दर तिमाही", "MoM": "महीने दर महीने",
}  # fmt: skip
_DIRECTIONS = {"उ": "उत्तर", "द": "दक्षिण", "प": "पश्चिम"}
_ALSO_ALONE = word_set("ता नं सं क्र पृ दि रु क्र.सं पृ.सं म.नं")  # as the head of a column

_ENDS_OF_DEGREES = word_set("एससी कॉम टेक एड फ़िल फिल फार्मा फ़ार्मा लिट एलएल")

_LETTER = r"[\u0904-\u0939\u0958-\u0961]"
_MARK = r"[.॰]"
_PIECE = rf"{_LETTER}[\u0900-\u0903\u093a-\u094f\u0904-\u0939]{{0,6}}"
_START = rf"(?<![{DEVANAGARI}A-Za-z])(?<![{DEVANAGARI}]\.)"
_NOT_NUMBER = r"(?![0-9])"

# What sentence splitting needs: after these, a full stop does not end a sentence.
_NAMES_OF_LETTERS = NAMES - {"जी", "आई"}  # which are words at the end of sentences, too
ABBREVIATIONS = Abbreviations(
    never_last=frozenset(_TITLES) - {"जन", "सर"}
    | word_set("उदा ल ऊँ ऊं नि प्री सें किमी सेमी मिमी किग्रा मिग्रा cr दोप व न्या अधि रिटा टेम्प पु fig tab syp cap inj")
    | word_set("रजि प्रा जि पो तह था ग्रा नं सं क्र पृ मे मु घं प्र उ प म द पू हि अ छ त भा रा वि क ज र स ब")
    | _NAMES_OF_LETTERS,
    titles=frozenset(short.casefold() for short in _LATIN) - {"pt", "sh"},
    before_number=frozenset(_BEFORE_NUMBER) - {"न"}
    | {"ans", "q", "que", "dt", "ext", "extn"}
    | word_set("रु रू rs re ई no सोम मंगल बुध गुरु शुक्र शनि रवि जन फर अप्रै जुला अग सित अक्टू नव नवं दिस दिसं"),
    often_last=frozenset(_WORDS)
    | word_set(
        "रु रू ई जन फर फ़र अप्रै जुला अग सित सितं अक्टू नव नवं दिस दिसं ता हे फु इं क्विं कुं कि से "
        "मी मि ग्रा ली लि वि सं पू क्र pvt ltd km kg cm mm ft sq gm ltr hr hrs min sec wt mfg exp lic"
    ),
)


def _dotted(short: str) -> str:
    """A pattern for the abbreviation in all its writings: कि.मी., कि. मी., कि॰मी॰, कि0मी0."""
    pieces = [re.escape(piece) for piece in short.split(".")]
    return f"{_MARK} ?".join(pieces) + (f"(?:{_MARK}|(?![{DEVANAGARI}]))" if len(pieces) > 1 else _MARK)


def _alternatives(table: Iterable[str]) -> str:
    return "|".join(map(_dotted, sorted(table, key=len, reverse=True)))


def _plain(written: str) -> str:
    return re.sub(r"[.॰]$", "", re.sub(r"[.॰] ?(?=.)", ".", written))


def _spoken(match: re.Match[str], words: str) -> str:
    """The words, apart from what follows without a space: डॉ.शर्मा."""
    following = match.string[match.end() : match.end() + 1]
    return words + (" " if following and (following.isalnum() or following == "(" or match[0][-1] in " -") else "")


def rules() -> tuple[Rule, ...]:
    return of_kind(
        "abbreviations",
        *(
            rule(
                r"(?<![\u0900-\u0963])इंजी[.॰](?= ?(?:कॉलेज|महाविद्यालय|संस्थान))",
                lambda _: "इंजीनियरिंग",
                name="abbreviation",
            ),
            rule(
                r"(?<![\u0900-\u0963])वि[.॰] ?वि[.॰](?= ?(?:खंड|खण्ड|निगम|उपखंड))",
                lambda _: "विद्युत वितरण",
                name="abbreviation",
            ),
            rule(
                rf"{_START}सं[.॰](?= ?20[0-9]{{2}} (?:चैत्र|वैशाख|कार्तिक|श्रावण|माघ|फाल्गुन|आश्विन))",
                lambda _: "संवत",
                name="year",
            ),
            rule(
                rf"{_START}(?P<short>{_alternatives(_BEFORE_NUMBER)})(?:[ -]{{1,2}}(?=[0-9])|(?= ?[:-]? ?\+?[0-9(]))",
                lambda match: _spoken(match, _BEFORE_NUMBER[_plain(match["short"])]),
                name="abbreviation",
            ),
            rule(r"(?<=[0-9] )(?:प्रा|सा)[.॰]", lambda match: _HALVES[match[0][:-1]], name="abbreviation"),
            rule(
                r"(?<![A-Za-z0-9])([SsDdWwCcRrHh])/[Oo]\.?(?= (?:[A-Z\u0904-\u0939]))",
                lambda match: _RELATIVES[match[1].lower()],
                name="abbreviation",
            ),
            rule(
                rf"{_START}(?:{_alternatives(_WORDS)}){_NOT_NUMBER}",
                lambda match: _spoken(match, _WORDS[_plain(match[0])]),
                name="abbreviation",
            ),
            rule(
                rf"{_START}(?:{_alternatives(_ALSO_ALONE)})(?=[ :,)]|\Z)",
                lambda match: _spoken(match, _BEFORE_NUMBER[_plain(match[0])]),
                name="abbreviation",
            ),
            rule(
                rf"{_START}(?:{_alternatives(_TITLES)})(?= ?(?:{_LETTER}|[A-Z(])|(?<!पं.)\))",
                lambda match: _spoken(match, _TITLES[_plain(match[0])]),
                name="title",
            ),
            rule(
                rf"{_START}([उदप])\. ?(?=(?:कोरिया|अफ्रीका|अफ़्रीका|सूडान|बंगाल|एशिया|भारत)(?![{DEVANAGARI}]))",
                lambda match: f"{_DIRECTIONS[match[1]]} ",
                name="abbreviation",
            ),
            rule(
                r"(?<=लिंग: )(?:पु|म|स्त्री)[.॰]|(?<=लिंग )(?:पु|म|स्त्री)[.॰]",
                lambda match: "पुरुष" if match[0][:2] == "पु" else "महिला",
                name="abbreviation",
            ),
            rule(
                rf"(?<=\()(?:{'|'.join(_STATES)})[.॰](?=\))", lambda match: _STATES[match[0][:-1]], name="abbreviation"
            ),
            rule(
                r"(?<![\u0900-\u0963])पु[.॰](?= ?[0-9])|(?<=[0-9], )म[.॰](?= ?[0-9])",
                lambda match: "पुरुष" if match[0][0] == "प" else "महिला",
                name="abbreviation",
            ),
            rule(
                rf"(?:\A|(?<=[?।] )|(?<=\n))(प्र|उ)[.॰](?= {_LETTER})",
                lambda match: "प्रश्न" if match[1] == "प्र" else "उत्तर",
                name="question or answer",
            ),
            rule(r"(?<=लाख )हे[.॰]|(?<=हज़ार )हे[.॰]|(?<=हजार )हे[.॰]", lambda _: "हेक्टेयर", name="unit"),
            rule(r"(?<=[0-9] )व[.॰]", lambda _: "वर्ष", name="abbreviation"),
            rule(r"(?<=[0-9] )अनु[.॰](?=\))", lambda _: "अनुमानित", name="abbreviation"),
            rule(
                rf"(?<=[{DEVANAGARI}] )एक्स[.॰](?! ?[{DEVANAGARI}]{{1,3}}[.॰])", lambda _: "एक्सप्रेस", name="abbreviation"
            ),
            rule(
                rf"{_START}(?P<side>{'|'.join(_SIDES)})[.॰](?= ?[×xX*=:])|(?:(?<=[×xX*=])|(?<=[×xX*=] ))"
                rf"(?P<last>{'|'.join(_SIDES)})[.॰]",
                lambda match: _SIDES[match["side"] or match["last"]],
                name="abbreviation",
            ),
            rule(
                rf"(?<![A-Za-z0-9])(?:{'|'.join(map(re.escape, _CHAT))})(?![A-Za-z0-9])",
                lambda match: _CHAT[match[0]],
                name="abbreviation",
            ),
            rule(rf"{_START}मे\.(?= ?{_LETTER})|(?<![A-Za-z])M/[sS]\.?", lambda _: "मेसर्स", name="abbreviation"),
            rule(r"(?<![A-Za-z])[Aa]/[Cc]\.?(?![A-Za-z])", lambda _: "खाता", name="abbreviation"),
            rule(r"(?<![A-Za-z])H\. ?No\.?(?![A-Za-z])", lambda _: "मकान नंबर", name="abbreviation"),
            rule(
                r"(?<![A-Za-z0-9])FY(?P<gap>[ -]?)(?=[0-9])",
                lambda match: "वित्त वर्ष " if match["gap"] else "वित्त वर्ष",
                name="abbreviation",
            ),
            rule(rf"{_START}डॉ(?= {_LETTER})", lambda _: "डॉक्टर", name="title"),
            rule(rf"{_START}नं(?=[ -]?[0-9])", lambda _: "नंबर", name="abbreviation"),
            rule(
                rf"{_START}रजि{_MARK}(?= ?(?:नं|सं|क्र|No|शुल्क|फीस|फ़ीस|प्रमाण))", lambda _: "रजिस्ट्रेशन", name="abbreviation"
            ),
            rule(r"(?<=% )p\.a\.?(?![A-Za-z])|(?<=%)p\.a\.?(?![A-Za-z])", lambda _: "प्रति वर्ष", name="abbreviation"),
            rule(rf"{_START}(?:{_PIECE}[.॰]){{2,9}}", _initials, name="abbreviation"),
            rule(rf"{_START}(?:{_PIECE}[.॰] ?){{1,6}}(?={_LETTER})", _spaced_initials, name="initials"),
            rule(
                rf"(?<![A-Za-z0-9.])(?:{'|'.join(_LATIN)})\.(?= ?(?:[A-Z{DEVANAGARI}]|& ?[A-Z]))",
                lambda match: _spoken(match, _LATIN[match[0][:-1]]),
                name="title",
            ),
            rule(
                rf"(?<![A-Za-z0-9.])(?:Ltd|Pvt|Govt|etc)\.|(?<=[{DEVANAGARI}] )(?:vs|Vs|v/s)\.?(?= [A-Z{DEVANAGARI}])"
                r"|(?<=[A-Z] )(?:vs|Vs|v/s)\.?(?= [A-Z\u0900-\u0963])",
                lambda match: _LATIN_WORDS[match[0].rstrip(".")],
                name="abbreviation",
            ),
            rule(r"(?<![A-Za-z0-9.])(?:Q|Que|Ques)\. ?(?=[0-9])", lambda _: "प्रश्न ", name="abbreviation"),
            rule(
                r"(?<![A-Za-z0-9.])(?:Dt|DT|dt)\.?(?= ?:? ?[0-9])",
                lambda match: _spoken(match, "दिनांक"),
                name="abbreviation",
            ),
            rule(r"(?<![A-Za-z0-9.])Ans\.", lambda _: "उत्तर", name="abbreviation"),
            rule(r"(?<![A-Za-z0-9.])(?:[Nn]o\.|№|Sr\. ?No\.) ?(?=[0-9])", lambda _: "नंबर ", name="abbreviation"),
        ),
    )


def _pieces(written: str) -> list[str]:
    return [piece for piece in re.split(r"[.॰ ]", written) if piece]


def _initials(match: re.Match[str]) -> str | None:
    """बी.ए., सी.बी.आई.: the names of letters, or the first syllables of words."""
    pieces = _pieces(match[0])
    if all(piece in NAMES for piece in pieces) or all(len(piece) <= 3 or piece in _ENDS_OF_DEGREES for piece in pieces):
        return _spoken(match, " ".join(pieces))
    return None


def _spaced_initials(match: re.Match[str]) -> str | None:
    """एम. एस. धोनी."""
    pieces = _pieces(match[0])
    if not all(piece in NAMES for piece in pieces):
        return None
    return " ".join(pieces) + " "
