"""Nine SSML documents in the style of other services and of the W3C, and what koe makes of them in lenient mode."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from koe.cli.assemble import voice_ids
from koe.engine.voice_choice import VoiceChooser
from koe.model.cast import Cast
from koe.model.voices import VoiceBook


def chooser(asked_for: str = "af_heart") -> VoiceChooser:
    """Chooses among all of koe's voices, whose files are not read."""
    book = VoiceBook({voice: Path(voice) for voice in voice_ids()})
    return VoiceChooser(book, Cast(book), book.find(asked_for))


@dataclass(frozen=True, slots=True)
class ForeignDocument:
    """`passages` are (voice, words); voice None is the request's. `warnings` are (line, column, code)."""

    name: str
    ssml: str
    passages: tuple[tuple[str | None, str], ...]
    warnings: tuple[tuple[int, int, str], ...]
    marks: tuple[str, ...] = ()


ELEMENT = "ssml_unsupported_element"
ATTRIBUTE = "ssml_unsupported_attribute"
VALUE = "ssml_value_out_of_range"
VOICE = "voice_replaced"
ROUGHLY = "ssml_approximated"

AZURE = (
    '<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xmlns:mstts="https://www.w3.org/2001/mstts" '
    'xml:lang="en-US">'
)
W3C = (
    '<?xml version="1.0"?>\n<speak version="1.1" xmlns="http://www.w3.org/2001/10/synthesis" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
    'xsi:schemaLocation="http://www.w3.org/2001/10/synthesis http://www.w3.org/TR/speech-synthesis11/synthesis.xsd" '
    'xml:lang="en-US">'
)

DOCUMENTS = (
    ForeignDocument(
        "Azure: styles",
        f"""{AZURE}
  <voice name="en-US-JennyNeural">
    <mstts:express-as style="cheerful" styledegree="1.5">
      The ferry leaves at <say-as interpret-as="time" format="hms12">8:15am</say-as>.
    </mstts:express-as>
    <prosody rate="+12.00%" volume="80" pitch="+15Hz">Be early.</prosody>
  </voice>
  <voice name="en-US-GuyNeural" effect="eq_car">Or take the bus.</voice>
</speak>""",
        (("af_heart", "The ferry leaves at eight fifteen a.m.. Be early."), ("am_michael", "Or take the bus.")),
        ((2, 3, VOICE), (3, 5, ELEMENT), (8, 3, ATTRIBUTE), (8, 3, VOICE)),
    ),
    ForeignDocument(
        "Azure: silence and bookmarks",
        f"""{AZURE}
  <mstts:backgroundaudio src="rain.wav" volume="0.4" fadein="2000"/>
  <voice name="en-GB-SoniaNeural">
    <mstts:silence type="Leading-exact" value="300ms"/>
    <mstts:silence type="Sentenceboundary" value="450ms"/>
    <mstts:silence type="Comma-exact" value="90ms"/>
    Platform two. <bookmark mark="train"/>The train is late.
  </voice>
</speak>""",
        (("bf_emma", ""), ("bf_emma", "Platform two. The train is late.")),
        ((2, 3, ELEMENT), (3, 3, VOICE), (6, 5, VALUE)),
        ("train",),
    ),
    ForeignDocument(
        "Azure: languages and pronunciations",
        f"""{AZURE}
  <lexicon uri="https://lexicon.invalid/names.xml"/>
  <voice name="de-DE-KatjaNeural">Good evening,
    <lang xml:lang="de-DE">Frau Berg</lang>, and
    <lang xml:lang="es-MX">buenas noches</lang>.</voice>
  <voice name="fr-FR-HenriNeural">
    <phoneme alphabet="sapi" ph="b ow n zh uw r">Bonjour</phoneme>, <emphasis level="high">Marie</emphasis>.
  </voice>
</speak>""",
        (
            (None, "Good evening, Frau Berg, and"),
            (None, "buenas noches"),
            (None, "."),
            ("ff_siwis", "Bonjour, Marie."),
        ),
        ((2, 3, ELEMENT), (3, 3, VOICE), (4, 5, VALUE), (6, 3, VOICE), (7, 5, VALUE), (7, 69, VALUE)),
    ),
    ForeignDocument(
        "Google: a radio play",
        """<speak>
  <audio src="https://sounds.invalid/door.ogg" clipEnd="2s"><desc>a door</desc>A door creaks.</audio>
  <par>
    <media xml:id="who" begin="0.5s"><speak>Who is <emphasis level="strong">there</emphasis>?</speak></media>
    <media xml:id="wind" begin="who.end-1s" soundLevel="-12dB"><audio src="https://sounds.invalid/wind.ogg"/></media>
  </par>
  <seq><media begin="1.5s">Nobody answers.</media></seq>
  That <say-as interpret-as="bleep">blasted</say-as> cat, <sub alias="Mister Whiskers">Mr. W</sub>.
</speak>""",
        (
            (None, "A door creaks."),
            (None, "Who is there?"),
            (None, "Nobody answers."),
            (None, "That"),
            (None, "cat, Mister Whiskers."),
        ),
        ((2, 3, ELEMENT), (3, 3, ELEMENT)),
    ),
    ForeignDocument(
        "Google: say-as and voices",
        """<speak>
  Room <say-as interpret-as="verbatim">4B</say-as> costs
  <say-as interpret-as="currency" language="en-US">$19.50</say-as> from
  <say-as interpret-as="date" format="yyyy-mm-dd" detail="1">2027-02-01</say-as>, for
  <say-as interpret-as="duration" format="h:m">1:30</say-as>.
  <voice gender="male" language="en-GB" required="language">Cheers.</voice>
  <voice language="fr-FR" gender="female">Merci.</voice>
  <google:style name="lively">Come <prosody pitch="20%">in</prosody>!</google:style>
</speak>""",
        (
            (
                None,
                "Room four B costs nineteen dollars and fifty cents from February first, twenty twenty-seven, for "
                "one hour, thirty minutes.",
            ),
            ("bm_george", "Cheers."),
            ("ff_siwis", "Merci."),
            (None, "Come in!"),
        ),
        ((8, 3, ELEMENT), (8, 36, VALUE)),
    ),
    ForeignDocument(
        "Polly: a newsreader",
        """<speak>
  <amazon:domain name="news">
    <amazon:auto-breaths volume="low">Prices <w role="amazon:VBD">read</w> low.</amazon:auto-breaths>
    <amazon:effect name="drc"><prosody volume="x-loud" amazon:max-duration="4s">Buy <amazon:breath/>now.</prosody>
    </amazon:effect>
  </amazon:domain>
  <phoneme alphabet="x-sampa" ph="t@&quot;meI4oU">tomato</phoneme>
  <say-as interpret-as="expletive">darn</say-as> soup.
</speak>""",
        ((None, "Prices read low. Buy now. tomato"), (None, "soup.")),
        ((2, 3, ELEMENT), (3, 5, ELEMENT), (3, 46, ATTRIBUTE), (4, 5, ELEMENT), (4, 31, ATTRIBUTE), (4, 85, ELEMENT)),
    ),
    ForeignDocument(
        "Polly: a dialogue",
        """<speak>
  <voice name="Joanna">Is it far?</voice>
  <voice name="Matthew"><amazon:emotion name="excited" intensity="medium">Not at all!</amazon:emotion></voice>
  <voice name="Salli"><prosody volume="+6dB" rate="20%">Hurry.</prosody></voice>
  <voice name="Hans">Wait <break time="12s"/> for me.</voice>
</speak>""",
        (
            ("af_heart", "Is it far?"),
            ("am_michael", "Not at all!"),
            ("af_bella", "Hurry."),
            (None, "Wait"),
            (None, "for me."),
        ),
        (
            (2, 3, VOICE),
            (3, 3, VOICE),
            (3, 25, ELEMENT),
            (4, 3, VOICE),
            (4, 23, VALUE),
            (5, 3, VOICE),
            (5, 27, VALUE),
        ),
    ),
    ForeignDocument(
        "W3C: all of the header, voices and prosody",
        f"""{W3C}
  <lexicon uri="https://lexicon.invalid/places.pls" xml:id="places"/>
  <meta name="subject" content="weather"/>
  <metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description>Forecast</rdf:Description>
  </rdf:RDF></metadata>
  <p><s><token>In</token><token>Oslo</token> it <lookup ref="places">rains</lookup>.</s></p>
  <voice gender="female" age="30" variant="2" languages="en-GB" required="languages">Take a coat,
    <prosody contour="(0%,+10%) (100%,-3st)" range="high">or an umbrella</prosody>.</voice>
  <p xml:lang="de-DE" onlangfailure="ignoretext">Bis morgen.</p>
  <prosody duration="2s">Until tomorrow.</prosody>
  <audio src="bells.wav">Bells ring.<desc xml:lang="en">bells</desc></audio>
</speak>""",
        (
            (None, "In Oslo it rains."),
            ("bf_isabella", "Take a coat, or an umbrella."),
            (None, "Until tomorrow. Bells ring."),
        ),
        ((3, 3, ELEMENT), (8, 3, ATTRIBUTE), (9, 5, ATTRIBUTE), (10, 3, VALUE), (11, 3, ROUGHLY), (12, 3, ELEMENT)),
    ),
    ForeignDocument(
        "W3C: marks, words and pauses",
        f"""{W3C.removesuffix(">")} xml:base="https://koe.invalid/" startmark="a" endmark="b">
  This part is left out. <mark name="a"/>
  <s xml:id="one">The <phoneme alphabet="ipa" type="ruby" ph="ˈɹiːdɪŋ">Reading</phoneme> train
    <break strength="x-strong"/> has <w>nine</w><w>cars</w>,</s>
  <say-as interpret-as="digits" detail="2 2">1204</say-as>
  <emphasis>seats</emphasis> and <prosody volume="0">no</prosody> <prosody rate="default">bar</prosody>.
  <mark name="b"/> So is this.
</speak>""",
        ((None, "The Reading train"), (None, "has nine cars,"), (None, "one two, zero four seats and no bar.")),
        (),
        ("a", "b"),
    ),
)
