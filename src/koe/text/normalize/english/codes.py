"""Numbers that are names, not amounts -> words: codes digit by digit, rooms and flights in pairs of digits."""

from __future__ import annotations

import re

from koe.text.normalize.english import spelling
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, after, before, rule, table_rule, word_after, words

_LINK = r"(?:\s?(?:no\.?|nos?\.?|number|num\.?|code|id|is|was|are|of|in|with|#|:|=)){0,3}[:#=]?\s?"
_CODE_WORDS = (
    "PIN|OTP|rx|passcode|password|passphrase|code|cvv2?|cvc|ending|last (?:four|4)(?: digits)?(?: of your \\w{3,12})?|"
    "account|acct\\.?|a/c|routing|iban|swift|ssn|id|member|membership|passport|plate|registration|licen[sc]e|serial|"
    "tracking|confirmation|conf\\.?|booking|reservation|ref\\.?|reference|locator|pnr|imei|sku|upc|barcode|vin|zip|"
    "postcode|token|"
    "coupon|promo|voucher|gift card|access|security|verification|authorization|authentication|isbn(?:-1[03])?|issn|"
    "pmid|pmcid|auth|pw|p/n|s/n|combination|extension|badge|employee|customer|patient|docket"
)
_LABEL_WORDS = (
    "order|invoice|ticket|case|claim|policy|item|job|lot|po|purchase order|"
    "permit|docket|file|batch|unit|quote|estimate|work order|contract|error|model|part|bill|resolution|receipts?"
)
_CODE_BEHIND = re.compile(rf"\b(?:{_CODE_WORDS}){_LINK}\Z", re.IGNORECASE)
_LABEL_BEHIND = re.compile(
    rf"(?:\b(?:{_LABEL_WORDS}){_LINK}|\b(?:error|status|http)(?:\scode)?\"?:?\s)\Z", re.IGNORECASE
)
# "Your OTP for the payment of Rs. 500 is 739201"
_SENT_CODE = re.compile(r"\b(?:OTP|[Oo]ne-time|[Vv]erification|[Pp]asscode|PIN)\b[^!?]{0,70}(?:\bis|:)\s\Z")
_STATUS_BEHIND = re.compile(r"\b(?:exit|error|status|response|return) code[: ]{1,2}\Z", re.IGNORECASE)
_CERTAIN_LINK = re.compile(r"(?:[:#=]|\b(?:is|no\.?|number|in|id)|\.)\s?\Z", re.IGNORECASE)
# Words that make four digits a code although they could be a year: "card ending in 2024", "PIN 1999".
_NO_YEAR_BEHIND = re.compile(
    r"\b(?:card|account|acct|visa|mastercard|amex|debit|credit|phone|PIN|OTP|passcode|password|cvv|zip|plate|serial)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_RECENT_YEAR = re.compile(r"20[0-4][0-9]")
_COUNTRIES = (  # of banks
    "AE|AT|AU|BE|BG|BR|CA|CH|CN|CY|CZ|DE|DK|EE|ES|FI|FR|GB|GR|HK|HR|HU|IE|IL|IN|IT|JP|KR|LT|LU|LV|MT|MX|NL|NO|NZ|PL|PT|"
    "RO|SA|SE|SG|SI|SK|TH|TR|UA|US|ZA"
)
_AIRLINES = "AA|UA|DL|BA|LH|AF|KL|EK|QF|QR|SQ|CX|JL|WN|NK|VS|EY|TK|IB|LX|EI|KE|MH|TG|B6|F9|U2"
_LABELLED = (
    "[Ff]light|[Gg]ate|[Bb]us|[Tt]rain|Track|[Cc]hannel|[Ll]ocker|[Ss]eat|Row|Amtrak|[Pp]latform|[Tt]erminal|Berth|"
    "Cabin|Coach|Car|[Tt]able|Booth|Stand|Hall|Ward|Squadron|Engine|Ladder|[Ff]orm|[Ss]ection|Title|Rule|Bill|"
    "Resolution|Proposition|Prop|Order|Act|Lab|Psalm|Hymn|Code|Studio|Area|Precinct|Sector|Zone|Tower|Post|Hangar|"
    "Aisle|[Ll]ine|Chapter|BWV|HB|SB|HR"
)
_ALSO_VERBS = words("Order Stand Form Table Act Line Bill Post Track Hall")
_TEAMS = {"49ers": "forty-niners", "76ers": "seventy-sixers"}
_PLURALS = (
    "[Rr]ooms|[Gg]ates|[Ss]uites|[Ff]lights|[Uu]nits|[Rr]outes|[Hh]ighways|[Ss]ections|[Ee]xits|[Bb]uses|[Tt]racks|"
    "[Tt]rains|[Ll]ockers|[Cc]hannels|[Aa]partments|[Ff]orms|[Ss]eats"
)
_CARRIERS = (
    "Acela|Delta|Eurostar|United|American|Southwest|JetBlue|Alaska|Lufthansa|Emirates|Ryanair|Qantas|Qatar|Amtrak|Local|Fahrenheit|"
    "Levi's"
)
_SUBJECTS = (
    "Econ|Chem|Math|Maths|Hist|History|Psych|Psychology|Bio|Biology|Physics|Phys|English|Engl|Stats|Stat|Calc|Spanish|French|German|"
    "Philosophy|Phil|Sociology|Soc|Chemistry|Economics|Accounting|Acct|Econ|Comm|Geology|Geol|Astro|Anthro|PoliSci|Engr"
)
_WORDED = re.compile(r"((?=[A-Z]{0,8}[AEIOU])[A-Z]{4,9})([0-9]{1,4})")
_MASKED = r"(?<!\w)(?:[*•●·xX#]{2,4}[ -]?){1,4}([0-9]{3,4})(?![\w-])"
_CODE = (
    r"(?<![\w.,$£€/+-])(?=[A-Z0-9 -]{0,20}[0-9])"
    r"(?:[0-9]{3} [0-9]{4} [0-9]{4}|[0-9]{2,3}(?: [0-9]{2,3}){1,3}|[0-9]{4,5}(?: [0-9]{4,5}){1,6}(?: [0-9]{1,3})?|"
    r"[A-Z0-9]{2,24}(?:-[A-Z0-9]{1,12}){0,4}|[A-Z](?:-[0-9]{2,12}){1,4})(?![\w-]|[.,][0-9]|[%°/])"
)


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def by_digit(written: str) -> str:
        return _by_digit(written, numerals)

    def code(match: re.Match[str]) -> str | None:
        written, behind = match[0], before(match)
        digits = sum(map(str.isdigit, written))
        worded = _WORDED.fullmatch(written)
        if written.isdigit() and 3 < digits < 9 and _SENT_CODE.search(behind):
            return numerals.digits(written)
        if digits < len(written) and len(written) < 5 and digits < 3:
            return None
        if _STATUS_BEHIND.search(behind) and written.isdigit():
            return numerals.label(written)
        is_year = _YEAR.fullmatch(written) and not (_NO_YEAR_BEHIND.search(behind) or behind[-2:] in ("# ", ": "))
        if _CODE_BEHIND.search(behind) and not is_year:
            if written.isdigit() and (len(written) < 3 or (_is_count(match) and not _CERTAIN_LINK.search(behind))):
                return None
            return f"{worded[1].lower()} {numerals.label(worded[2])}" if worded else by_digit(written)
        if _LABEL_BEHIND.search(behind) and (len(written) > 4 or not _is_count(match)):
            if written.isdigit():
                return numerals.label(written) if len(written) < 5 else numerals.digits(written)
            return by_digit(written) if "-" in written or not written.isalpha() else None
        return None

    def standard(match: re.Match[str]) -> str:
        number = numerals.label(match[2]) if len(match[2]) < 5 else numerals.cardinal(match[2])
        return f"{' '.join(map(spelling.letters, match[1].split('/')))} {number}, {numerals.year(match[3])}"

    def plate(match: re.Match[str]) -> str:
        return f"{match[1]}{by_digit(match[2])} {spelling.letters(match[3])}"

    def masked(match: re.Match[str]) -> str:
        return f"ending in {numerals.digits(match[1])}"

    def labelled(match: re.Match[str]) -> str | None:
        may_count = match["kind"].islower() or match["kind"] in _ALSO_VERBS
        if may_count and not match["letters"] and not match["letter"] and _is_count(match):
            return None
        number = numerals.label(match["digits"])
        letters = f"{airline(match['letters'])} " if match["letters"] else ""
        after_it = f" {spelling.letters(match['letter'])}" if match["letter"] else ""
        joint = " " if match["kind"].lower() == "form" else " to "
        to = f"{joint}{spelling.letters(match['until'])}" if match["until"] else ""
        return f"{match['kind']}{match['plural']} {letters}{number}{after_it}{to}"

    def airline(letters: str) -> str:
        if letters.isalpha():
            return spelling.letters(letters)
        return " ".join(numerals.digits(sign) or sign for sign in letters)

    def flight(match: re.Match[str]) -> str | None:
        return None if _is_count(match) else f"{airline(match[1])} {numerals.label(match[2])}"

    def several(match: re.Match[str]) -> str:
        between = " to " if match[3].strip() in "-–—" else match[3].replace("&", "and")
        return f"{match[1]}{numerals.label(match[2])}{between}{numerals.label(match[4])}"

    def lettered(match: re.Match[str]) -> str:
        first, last = (f"{spelling.letters(match[part])} {numerals.label(match[part + 1])}" for part in (1, 3))
        return f"{first} to {last}"

    def carried(match: re.Match[str]) -> str | None:
        return None if _is_count(match) else f"{match[1]} {numerals.label(match[2])}"

    def many_digits(match: re.Match[str]) -> str | None:
        return None if match[0].endswith("000000") else numerals.digits(match[0])

    def bill(match: re.Match[str]) -> str:
        return f"{match[1][:-1]} {numerals.label(match[2])}"

    def course(match: re.Match[str]) -> str:
        section = numerals.digits(match[3]) if match[3][0] == "0" else numerals.label(match[3])
        return f"{match[1]} {numerals.label(match[2])}, {section}"

    def zip_codes(match: re.Match[str]) -> str:
        return f"{match[1]}{numerals.digits(match[2])} to {numerals.digits(match[3])}"

    def google(match: re.Match[str]) -> str:
        return f"{match[1]} {numerals.digits(match[2])}"

    return (
        rule(_MASKED, masked, name="masked number"),
        rule(r"(?i:(?<=visa )|(?<=card )|(?<=amex )|(?<=acct )|(?<=mc ))\*([0-9]{4})(?!\w)", masked,
             name="masked number"),
        rule(r"\b([Pp]late\s)([A-Z]{2}[0-9]{2})\s([A-Z]{3})(?!\w)", plate, name="licence plate"),
        rule(r"(?<![\w-])([A-Z])-([0-9]{5,8})(?=\sis\b)", google, name="code"),
        rule(
            r"(?<!\w)((?:ZIP|Zip|zip)(?: [Cc]odes?|s)?:? )([0-9]{5}) ?[-–] ?([0-9]{5})(?![\w-])",
            zip_codes,
            name="codes",
        ),
        rule(
            r"(?<=ending in )[-–x*]{1,4}([0-9]{4})(?!\w)", lambda match: numerals.digits(match[1]), name="masked number"
        ),
        rule(_CODE, code, name="code"),
        rule(r"(?<![\w.,$£€/+-])[A-Z]{1,5}-20[0-4][0-9]-[A-Z]?[0-9]{2,8}(?![\w-]|[.,][0-9])",
             lambda match: by_digit(match[0]), name="code"),
        rule(r"(?<![\w.,$£€/+-])[0-9]{2,4}-[0-9]{7,12}(?![\w-]|[.,][0-9])",
             lambda match: by_digit(match[0]), name="code"),
        rule(r"(?<![\w.-])([A-Z]{2,4})\s([1-9][0-9]{2,3})-([0-9]{2,3})(?![\w-])", course, name="course"),
        rule(r"(?<![\w.-])(ISO|IEC|EN|BS|ISO/IEC) ([0-9]{3,5}):((?:19|20)[0-9]{2})(?!\w)",
             standard, name="standard"),
        rule(r"(?<![\w.])(?i:acct)\.?(?=:|\s(?:#|no\b|number|[0-9]))", lambda _: "account", name="account"),
        rule(r"(?<![\w.])[Rr]ef\.(?=\s[A-Z0-9]{4})", lambda _: "reference", name="reference"),
        rule(r"(?<![\w.])((?:H\.R|S\.B|H\.B|K|KV)\.)\s([0-9]{1,4})(?![\w,.-][0-9]|\w)", bill, name="number in pairs"),
        rule(
            r"(?<![\w.-])([A-Z])([0-9]{1,2})[-–]([0-9]{1,2})(?![\w-]|[.,][0-9])",
            lambda match: f"{spelling.letters(match[1])} {numerals.label(match[2])} to {numerals.label(match[3])}"
            if int(match[3]) == int(match[2]) + 1 else None, name="range of labels"),
        rule(r"(?<![\w.-])([A-Z])([0-9]{1,3})\s?[-–]\s?([A-Z])([0-9]{1,3})(?![\w-]|[.,][0-9])", lettered,
             name="range of labels"),
        rule(
            rf"(?<![\w.-])(?P<kind>{_LABELLED})(?P<plural>s?)\s(?:#|[Nn]o\.\s)?(?:(?P<letters>[A-Z]{{1,2}}|B6|F9)\s?)??"
            r"(?P<digits>[0-9]{1,4})(?P<letter>[A-Z])?(?:[-–](?P<until>[A-Z]))?(?![\w(-]|[.,:/][0-9]|\s?%|"
            r"\s[0-9]{1,2}/)",
            labelled,
            name="number in pairs",
        ),
        rule(r"(?<=\()(AS)\s([0-9]{2,4})(?=\))", flight, name="flight"),
        rule(rf"(?<![\w.-])({_AIRLINES})[ -]?([0-9]{{3,4}})(?![\w-]|[.,:/][0-9])", flight, name="flight"),
        rule(rf"(?<![\w.-])((?:{_PLURALS})\s)([0-9]{{1,4}})(\s?[-–—]\s?|\sand\s|\s&\s|\sto\s|\sor\s)"
             r"([0-9]{1,4})(?![\w-]|[.,:/][0-9])", several, name="numbers in pairs"),
        rule(rf"(?<![\w.-])({_SUBJECTS})\.?\s([1-9][0-9]{{2}})(?![\w-]|[.,:/][0-9])", carried, name="course"),
        rule(rf"(?<![\w.-])({_CARRIERS}) ([0-9]{{3,4}})(?![\w-]|[.,:/][0-9])", carried, name="flight"),
        rule(r"(?<![\w&#])#\s?([0-9]{2,12}(?:-[0-9]{1,12}){1,3}|[0-9]{7,36})(?![\w]|[,.-][0-9])",
             lambda match: f"number {by_digit(match[1])}", name="code"),
        rule(r"(?<![\w&#])#\s?([0-9]{3,6})(?![\w]|[,.-][0-9])", lambda match: f"number {numerals.label(match[1])}",
             name="number in pairs"),
        rule(r"(?<![\w.,$£€+-])[0-9]{10,36}(?![\w]|[.,][0-9])", many_digits, name="many digits"),
        rule(r"(?<![\w.,$£€-])(404|403|401|500|502|503)(?=\s(?:page|error|errors|pages|response|not\sfound|status)\b)",
             lambda match: numerals.label(match[1]), name="status"),
    )  # fmt: skip


def _by_digit(written: str, numerals: EnglishNumerals) -> str:
    groups = []
    parts = written.split("-")
    for place, part in enumerate(parts):
        dated = place == 0 if parts[0].isdigit() else 0 < place < len(parts) - 1 and parts[place - 1].isalpha()
        if dated and len(parts) > 1 and _RECENT_YEAR.fullmatch(part):
            groups.append(numerals.year(part))  # "INV-2026-0042"
            continue
        runs = re.findall(r"[0-9]+|[A-Z]+", part)
        groups.append(" ".join(numerals.digits(run) if run.isdigit() else spelling.letters(run) for run in runs))
    return ", ".join(groups)


_CHANGES = re.compile("[0-9][A-Z]{1,4}[0-9]|[A-Z][0-9]{1,4}[A-Z]")
_NUMBERED = re.compile(
    r"\b(?:ref|reference|tag|lot|inv|order|item|part|batch|serial|case|ticket|model|invoice|account|acct|claim|policy|"
    r"confirmation|unit|res|reservation|conf|booking)"
    r"\.?\s\Z",
    re.IGNORECASE,
)


def sign_rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    """Rules for codes with letters after a number sign. They run before those for hashtags."""

    def code(match: re.Match[str]) -> str | None:
        certain = "-" in match[1] or _NUMBERED.search(before(match)) or _CHANGES.search(match[1])
        return f"number {_by_digit(match[1], numerals)}" if certain else None

    def account(match: re.Match[str]) -> str:
        written = match[2].replace(" ", "")
        groups = "-".join(written[place : place + 4] for place in range(0, len(written), 4))
        return match[1] + _by_digit(groups, numerals)

    return (
        rule(
            r"(?<![\w.])(IBAN(?:\s(?:is|no\.?|number))?:?\s)([A-Z]{2}[0-9]{2}(?:[A-Z0-9]{11,30}|"
            r"(?:\s[A-Z0-9]{4}){2,7}(?:\s[A-Z0-9]{1,3})?))(?!\w)",
            account,
            name="account number",
        ),
        rule(
            r"(?<![\w.-])()([A-Z]{2}[0-9]{2}(?:\s[A-Z0-9]{4}){3,7}(?:\s[0-9]{1,3})?)(?!\w)",
            account,
            name="account number",
        ),
        rule(r"(?<!\S)#'?s(?=[\s,.;?!)]|\Z)", lambda _: "numbers", name="numbers"),
        rule(
            r"(?<=[A-Za-z]{2})#:?\s?([0-9]{5,12})(?![\w]|[,.-][0-9])",
            lambda match: f" number {numerals.digits(match[1])}",
            name="code",
        ),
        rule(
            r"#(?<=[a-z.,] #)([0-9]{1,4})([A-Z])(?![\w-])",
            lambda match: f"number {numerals.label(match[1])} {spelling.letters(match[2])}",
            name="code",
        ),
        rule(
            r"#\s?(?<![\w&#]#)((?=[A-Z0-9-]{0,20}[0-9]{2})[A-Z]{1,4}(?:-[A-Z0-9]{2,12}|"
            r"[0-9]{2,12})(?:-[A-Z0-9]{1,12}){0,3})"
            r"(?![\w-])",
            code,
            name="code",
        ),
        rule(
            r"(?<![\w&#])#(?=[0-9]{0,4}[A-Z]{1,4}[0-9]{1,4}[A-Z]|[A-Z]{0,4}[0-9]{1,4}[A-Z]{1,4}[0-9])([A-Z0-9]{5,12})(?![\w-])",
            code,
            name="code",
        ),
    )


def bank_rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    """Rules for the codes of banks, which may be letters alone: "BIC: COBADEFFXXX"."""

    def bank(match: re.Match[str]) -> str:
        parts = match[2][:4], match[2][4:6], match[2][6:8], match[2][8:]
        return match[1] + _by_digit("-".join(filter(None, parts)), numerals)

    return (
        rule(
            r"(?<![\w.])((?:BIC|SWIFT)(?:/(?:BIC|SWIFT))?(?:\scode)?(?:\sis)?:?\s)"
            rf"([A-Z]{{4}}(?:{_COUNTRIES})[A-Z0-9]{{2}}(?:[A-Z0-9]{{3}})?)(?!\w)",
            bank,
            name="code of a bank",
        ),
    )


def name_rules() -> tuple[Rule, ...]:
    """Rules for the names of codes, which are spelled."""
    names = "OTP|otp|PNR|CVV|cvv|CVC|SSN|ssn|ISSN"
    return (
        rule(rf"(?<![\w.])(?:{names})(?![\w.])", lambda match: spelling.letters(match[0]), name="name of a code"),
        table_rule(r"(?<!\w)", _TEAMS, r"(?!\w)"),
    )


def _is_count(match: re.Match[str]) -> bool:
    """Whether the number counts the word after it: "room 400 guests"."""
    ahead = word_after(match)
    return (
        after(match)[:1] == " "
        and ahead.islower()
        and (ahead.endswith("s") and ahead not in ("is", "was", "has", "as"))
    )
