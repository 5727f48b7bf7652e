"""Words as people type them in chats -> words as they say them: "idk", "thx", "dont", "sooo".

Only lower-case forms are read so, unless nothing else is written that way: "IMO" may be an organisation.
"""

from __future__ import annotations

import re

from koe.text.normalize.rule import Rule, after, alternatives, before, rule, word_before, words

_ANY_CASE = {
    "idk": "I don't know", "brb": "be right back", "ttyl": "talk to you later", "nvm": "never mind",
    "afaik": "as far as I know", "afaict": "as far as I can tell", "tbh": "to be honest",
    "imho": "in my humble opinion",
    "iirc": "if I recall correctly", "ikr": "I know, right", "btw": "by the way", "smh": "shaking my head",
    "thx": "thanks", "tnx": "thanks", "tysm": "thank you so much", "pls": "please", "plz": "please",
    "ppl": "people", "bff": "B.F.F", "jk": "just kidding", "hbu": "how about you", "wbu": "what about you",
    "wdym": "what do you mean", "idc": "I don't care", "omw": "on my way", "hmu": "hit me up",
    "icymi": "in case you missed it", "lmk": "let me know",
    "fwiw": "for what it's worth", "wyd": "what are you doing", "hru": "how are you",
    "ngl": "not gonna lie", "fr fr": "for real, for real", "istg": "I swear to god",
    "eli5": "explain like I'm five", "gr8": "great", "l8r": "later", "l8": "late", "b4": "before", "2day": "today",
    "2nite": "tonight", "2moro": "tomorrow", "2morrow": "tomorrow", "m8": "mate", "w8": "wait", "h8": "hate",
    "gtg": "got to go", "b/4": "before", "g2g": "got to go", "fomo": "fomo", "bday": "birthday", "b-day": "birthday",
}  # fmt: skip
_LOWER_CASE = {
    "u": "you", "n": "and", "ur": "your", "r": "are", "ty": "thank you", "np": "no problem", "imo": "in my opinion",
    "irl": "in real life", "rn": "right now", "tmrw": "tomorrow", "tmr": "tomorrow", "cuz": "because", "coz": "because",
    "msg": "message", "msgs": "messages", "pic": "pic", "tho": "though",
    "abt": "about", "bc": "because", "prob": "probably", "probs": "probably", "def": "definitely", "gonna": "gonna",
    "wfh": "working from home", "ofc": "of course", "ily": "I love you", "omg": "O.M.G", "wtf": "W.T.F",
    "lmao": "L.M.A.O",
    "dm": "D.M", "dms": "D.M's", "fyi": "F.Y.I", "eta": "E.T.A", "rsvp": "R.S.V.P", "diy": "D.I.Y", "faq": "F.A.Q",
    "msrp": "M.S.R.P", "yr": "year", "hr": "hour", "tn": "tonight", "gn": "good night",
}  # fmt: skip
# Only among words of a chat: "r" and "u" are letters elsewhere, "def" and "bc" code.
_IN_COMPANY = words("gn tn r ur bc def prob dm dms yr hr np ty rn eta pic")
_CHATTY = re.compile(
    r"(?<![\w'])(?:u|r|ur|im|idk|pls|plz|thx|lol|omg|btw|tbh|dont|cant|gonna|wanna|yeah|hey|hi|haha|ok|okay|tired|lmao|"
    r"rn|me|i|omw|brb|lmk|wyd|ttyl|gr8|l8r|ty|dude|bro|tho|ikr|kk|tmrw|2nite|bday|ngl)"
    r"(?![\w'])"
)

_CONTRACTED = {
    "youre": "you're", "youve": "you've", "youll": "you'll", "theyre": "they're", "theyve": "they've",
    "theyll": "they'll", "weve": "we've", "ive": "I've", "im": "I'm", "dont": "don't", "doesnt": "doesn't",
    "didnt": "didn't", "cant": "can't", "couldnt": "couldn't", "wouldnt": "wouldn't", "shouldnt": "shouldn't",
    "wont": "won't", "isnt": "isn't", "arent": "aren't", "wasnt": "wasn't", "werent": "weren't", "hasnt": "hasn't",
    "havent": "haven't", "hadnt": "hadn't", "mustnt": "mustn't", "neednt": "needn't", "aint": "ain't",
    "thats": "that's", "whats": "what's", "wheres": "where's", "heres": "here's", "theres": "there's",
    "whos": "who's", "hows": "how's", "shes": "she's", "itll": "it'll", "thatll": "that'll", "couldve": "could've",
    "wouldve": "would've", "shouldve": "should've", "yall": "y'all", "cmon": "come on",
}  # fmt: skip
# "ill be there", "id like that"
_I_WILL = (
    r"(?<![\w'’./@-])(?:([Ii]ll)(?=\s(?:be|go|do|get|see|come|have|take|call|text|send|let|try|make|bring|check|ask|"
    r"tell|"
    r"meet|give|pick|wait|find|venmo|zelle|pay|grab|drop|email|message|swing|head|start|join|buy|order|cook|never|"
    r"always|just|probably|definitely)\b)|[Ii]d(?=\s(?:like|love|rather|say|be|"
    r"prefer)\b))"
)
_NOT_I = words(
    "is are was were am be been being feel feels felt fall falls fell so very mentally terminally critically seriously "
    "chronically the an a too taken became become get gets got user this that his her your my their its no of and or"
)
# "As is his wont": the noun has a possessive before it.
_POSSESSIVES = words("his her its their my your our")
# Contractions that the dictionary lacks.
_FULL = {
    "how're": "how are", "what're": "what are", "where're": "where are", "why're": "why are", "who're": "who are",
    "there're": "there are", "i'd've": "I would have", "you'd've": "you would have", "we'd've": "we would have",
    "they'd've": "they would have", "he'd've": "he would have", "she'd've": "she would have",
    "it'd've": "it would have",
    "shouldn't've": "shouldn't have", "couldn't've": "couldn't have", "wouldn't've": "wouldn't have",
    "'twas": "it was", "'tis": "it is", "'til": "until", "'cause": "because", "'em": "them", "'bout": "about",
}  # fmt: skip

_DRAWN_OUT = r"(?<![\w'.@#/-])[A-Za-z]{0,12}?(?P<letter>[a-zA-Z])(?P=letter){2,30}[A-Za-z]{0,12}(?![\w'@/-])"
_RUN = re.compile(r"(.)\1{2,}", re.IGNORECASE)
# Sounds that are written with many letters, and read well so.
_SOUNDS = re.compile(
    r"(?i)h+m+|m{3,}|z{3,}|s+h{2,}|b+r{2,}|g+r{2,}|w{3}|x{2,}|i{2,3}|u+g+h+|a{3,}|p+s{2,}t+|(?:ha){2,}h*"
)
_ROMAN = re.compile(r"[A-Z]{0,3}[IVXLCDM]{3,}[A-Z]?|[ivxlcdm]+")
_TWICE = words(
    "good too soon look see feel need keep free week sweet cool food book been seen really hello all well tell will "
    "call happy little till still kill sorry too bee wee boo ooh goof yoohoo noon moon fee"
)


def rules() -> tuple[Rule, ...]:
    return (
        rule(rf"(?<![\w'’-])(?:{alternatives(_FULL)})(?![\w'’-])", _full, re.IGNORECASE, name="contraction"),
        rule(
            rf"(?<![\w'’./@-])(?:{alternatives(_CONTRACTED)})(?![\w'’@-]|\.\w)",
            _contracted,
            re.IGNORECASE,
            name="contraction without its apostrophe",
        ),
        rule(_I_WILL, _i_will, name="contraction without its apostrophe"),
        rule(
            r"(?<![\w'’./@-])b(?= (?:there|here|back|home|right|late|ready|able|like|at|in|on|good|nice|cool|"
            r"careful|safe)\b)",
            lambda match: "be" if _is_chat(match) else None,
            name="chat abbreviation",
        ),
        rule(
            r"(?<=[a-z] )yr(?= (?:way|place|house|flat|phone|name|mum|mom|dad|own|car|email|birthday|bday|mind|job|"
            r"turn|msg|message|order|seat|room|address)\b)",
            lambda _: "your",
            name="chat abbreviation",
        ),
        rule(r"(?<![\w'’./@-])c u(?=\s|[.!?,@]|\Z)", lambda _: "see you", name="chat abbreviation"),
        rule(
            rf"(?<![\w'’./@#&-])(?:{alternatives({**_ANY_CASE, **_LOWER_CASE})})"
            r"(?![\w@/&(-]|['’](?!s(?!\w))|\.\w|\s?[=+*])"
            r"(?:(?<=ppl)\.(?=\s[a-z&])|(?<=pls)\.(?=\s[a-z])|(?<=plz)\.(?=\s[a-z]))?",
            _short,
            re.IGNORECASE,
            name="chat abbreviation",
        ),
        rule(
            r"(?:(?<=moved )|(?<=pushed )|(?<=changed )|(?<=back ))2"
            r"(?= (?:[0-9]|noon|mon|tue|wed|thu|fri|sat|sun|tmrw|tomorrow))",
            lambda _: "to",
            re.IGNORECASE,
            name="chat abbreviation",
        ),
        rule(
            r"(?:(?<=hard )|(?<=easy )|(?<=going )|(?<=want )|(?<=need )|(?<=how )|(?<=nice )|(?<=time )|(?<=ready )|"
            r"(?<=happy ))2(?= (?:read|see|be|go|do|get|have|talk|make|say|hear|know|use|find|meet|eat|start|leave|"
            r"play|work|buy|watch)\b)",
            lambda _: "to",
            name="chat abbreviation",
        ),
        rule(
            r"(?<![^\n])[kK](?=,? (?:got|thx|thanks|cool|see|ill|i|im|sounds|no(?! problem)|sure|so|"
            r"bye|will|good|great|then|lemme)\b)",
            lambda _: "okay",
            name="chat abbreviation",
        ),
        rule(r"(?<=[a-z] )([24])(?= [a-z])", _digit_word, name="chat abbreviation"),
        rule(r"(?<=pls )n(?= th)|(?<=plz )n(?= th)", lambda _: "and", name="chat abbreviation"),
        rule(_DRAWN_OUT, _drawn_out, re.IGNORECASE, name="drawn-out word"),
    )


def _i_will(match: re.Match[str]) -> str | None:
    return None if word_before(match).lower() in _NOT_I else "I'll" if match[1] else "I'd"


def _full(match: re.Match[str]) -> str | None:
    spoken = _FULL[match[0].lower()]
    return spoken[0].upper() + spoken[1:] if match[0].lstrip("'")[0].isupper() else spoken


def _contracted(match: re.Match[str]) -> str | None:
    written = match[0]
    if written.isupper() and len(written) < 5:
        return None  # "IM" and "IVE" may be acronyms
    if written.lower() in ("wont", "cant") and word_before(match).lower() in _POSSESSIVES:
        return None
    spoken = _CONTRACTED[written.lower()]
    if written.isupper():
        return spoken.upper()
    return spoken[0].upper() + spoken[1:] if written[0].isupper() else spoken


def _short(match: re.Match[str]) -> str | None:
    written, folded = match[0].rstrip("."), match[0].rstrip(".").lower()
    if written.istitle() and not _BEGINS.search(before(match)):
        return None  # part of a name: "River Plz"
    if folded == "btw" and re.match(r"\s[0-9]", after(match)):
        return "between"
    if written == "M8":
        return None  # a thread
    if folded in _ANY_CASE:
        spoken = _ANY_CASE[folded]
    elif written == "rn" and re.match(r"[.!?,]|\s?\Z", after(match)) and word_before(match).islower():
        return "right now"
    elif (
        folded == "ty"
        and _BEGINS.search(before(match))
        and re.match(r"[!.?,]|\s(?:so much|for|sm)\b|\s?\Z|\s[A-Z]", after(match))
    ):
        return "thank you"
    elif (
        folded == "np"
        and written == folded
        and _NO_PROBLEM.match(after(match))
        and re.search(r"(?:\A|[.!?:,;]\s?|\b(?:k|kk|ok|yeah|ya|yep) )\Z", before(match))
    ):
        return "no problem"
    elif folded == "u" and after(match)[:2] == ": ":
        return None  # a parameter
    elif folded == "u" and word_before(match).lower() in _LETTER_U and before(match)[-2:] != ": ":
        return None
    elif written == "r" and re.match(r"\s(?:we|u|you|they|ur|ya)\b", after(match)):
        return "are"
    elif written == "n":
        around = re.search(r"[a-z?!] \Z", before(match)) and re.match(r" [a-z]{2}", after(match))
        return "and" if around and _GOES_ON.match(after(match)) else None
    elif written == "probs" and re.match(r"[.,;!]|\s?\Z", after(match)) and word_before(match).islower():
        return "problems"
    elif written == "bc" and re.match(
        r"\s(?:i|the|we|u|you|it|its|my|he|she|they|im|of|there|nobody|everyone)\b", after(match)
    ):
        return "because"
    elif written == "ur" and _YOU_ARE.match(after(match)):
        return "you're"
    elif written == folded and (folded not in _IN_COMPANY or _is_chat(match)):
        spoken = _LOWER_CASE[folded]
    else:
        return None
    if spoken == folded:
        return None
    return spoken[0].upper() + spoken[1:] if written[0].isupper() and not written.isupper() else spoken


_GOES_ON = re.compile(r" (?:they|i|im|we|u|you|he|she|then|its|it|just|so|got|now|my|the|that|dont)\b")
_YOU_ARE = re.compile(
    r"\s(?!(?:thing|things|king|ring|meeting|meetings|wedding|building|parking|morning|evening|clothing|feeling|"
    r"feelings|painting|"
    r"writing|reading|training|spring|string|being|booking|listing)\b)(?:[a-z]{2,12}ing|late|welcome|right|wrong|so|"
    r"not|gonna|here|"
    r"there|a|an|the|free|busy|sure|still|too|very|done|ready|ok|okay|good|cute|funny|awesome|amazing|such|already|"
    r"always|really|"
    r"home|up|in|out|on|coming|never|just|also|back|mad|sick|tired|close|near|almost|drunk|bored|crazy|kidding|"
    r"hilarious)\b"
)
_NO_PROBLEM = re.compile(r"[.!,](?!\w)|\s?\Z")
_BEGINS = re.compile(r"(?:\A|[.!?:,;\n–—-]\s?|[\"“(])\Z")
_LETTER_U = words("letter vowel the a an variable unit mod")


def _is_chat(match: re.Match[str]) -> bool:
    return match[0] == "ur" or _CHATTY.search(f"{before(match)} {after(match)}") is not None


def _digit_word(match: re.Match[str]) -> str | None:
    """The words "to", "too" and "for", written with digits."""
    if (
        not re.search(r"\bon \Z", before(match))
        and _CHATTY.search(before(match)) is None
        and _CHATTY.search(after(match)) is None
    ):
        return None
    ahead = re.match(r" ([a-z]+)", after(match))
    following = ahead[1] if ahead else ""
    if match[1] == "4":
        return "for" if following in _AFTER_FOR else None
    return "too" if following in _AFTER_TOO else "to" if following in _AFTER_TO else None


_AFTER_FOR = words(
    "mum mom dad gran nan grandma bf gf bro sis work school xmas christmas bday "
    "sat sun fri mon tonight tmrw tomorrow brunch drinks u2 the u me you ur your my this that a now dinner lunch it "
    "sure real ever everything us him her them"
)
_AFTER_TOO = words(
    "late much many soon bad cute funny good easy old far big long early tired hot cold fast slow expensive"
)
_AFTER_TO = words(
    "u me be go see do meet get have talk make come say tell hear know help call eat sleep the my ur work bed school"
)


def _drawn_out(match: re.Match[str]) -> str | None:
    written = match[0]
    if _SOUNDS.fullmatch(written) or len(set(written.lower())) == 1 or _ROMAN.fullmatch(written):
        return None
    twice = _RUN.sub(r"\1\1", written)
    return twice if twice.lower() in _TWICE else _RUN.sub(r"\1", written)
