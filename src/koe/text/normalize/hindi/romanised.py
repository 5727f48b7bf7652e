"""Hindi words in Latin letters -> Devanagari: "kal 5 baje milte hain". English words beside them stay.

"main", "to" and "log" are Hindi only next to a Hindi word, and "par" only where one is near.
"""

from __future__ import annotations

import re

from koe.text.normalize.rule import Rule, after, before, of_kind, rule


def _table(rows: str) -> dict[str, str]:
    cells = rows.split()
    return dict(zip(cells[::2], cells[1::2], strict=True))


_HINDI = _table("""
kya क्या hai है hain हैं nahi नहीं nahin नहीं nhi नहीं mera मेरा meri मेरी tera तेरा teri तेरी tere तेरे
aap आप aapka आपका aapki आपकी aapke आपके aapko आपको tum तुम tumhara तुम्हारा tumhari तुम्हारी tumhare तुम्हारे
tujhe तुझे mujhe मुझे hamara हमारा hamari हमारी hamare हमारे hume हमें humko हमको kal कल aaj आज abhi अभी
bhai भाई bhaiya भैया yaar यार yar यार dost दोस्त didi दीदी kaise कैसे kaisa कैसा kaisi कैसी kab कब kahan कहाँ
kaha कहाँ kyun क्यों kyu क्यों kyon क्यों kyunki क्योंकि kaun कौन kitna कितना kitne कितने kitni कितनी
raha रहा rahi रही rahe रहे rha रहा rhi रही rhe रहे tha था thi थी hoga होगा hogi होगी karo करो karna करना
karne करने karke करके karta करता karte करते karti करती karenge करेंगे karunga करूँगा kiya किया kar कर
gaya गया gayi गई gaye गए aaya आया aayi आई aaye आए jana जाना jaana जाना jao जाओ jaa जा wala वाला wali वाली
wale वाले bahut बहुत bohot बहुत bht बहुत accha अच्छा acha अच्छा achha अच्छा achhi अच्छी acchi अच्छी thik ठीक
theek ठीक hoon हूँ hun हूँ hu हूँ kr कर krna करना krke करके
milte मिलते milenge मिलेंगे milo मिलो mila मिला mili मिली milega मिलेगा baje बजे
bje बजे paisa पैसा paise पैसे ghar घर bolo बोलो bola बोला dekho देखो dekha देखा dekhna देखना sakta सकता
sakte सकते sakti सकती chahiye चाहिए koi कोई kuch कुछ kuchh कुछ raat रात subah सुबह shaam शाम kaam काम
baat बात yahan यहाँ yaha यहाँ wahan वहाँ waha वहाँ uska उसका uski उसकी uske उसके iska इसका iski इसकी
iske इसके unka उनका unki उनकी unke उनके unko उनको agar अगर lekin लेकिन magar मगर phir फिर batao बताओ
batana बताना dena देना lena लेना liye लिए saath साथ sath साथ baad बाद pehle पहले pahle पहले zyada ज़्यादा
jyada ज़्यादा thoda थोड़ा thodi थोड़ी matlab मतलब pata पता samajh समझ jaldi जल्दी hona होना hota होता
hote होते hoti होती hua हुआ hui हुई bhi भी aur और mein में toh तो yeh यह woh वह kisi किसी apna अपना apni अपनी
apne अपने saal साल dono दोनों sirf सिर्फ़ haan हाँ kripya कृपया dhanyavad धन्यवाद dhanyawad धन्यवाद
namaste नमस्ते shukriya शुक्रिया baith बैठ bhejo भेजो bhej भेज bheja भेजा gaadi गाड़ी khana खाना paani पानी
naam नाम usne उसने maine मैंने aapne आपने humne हमने suno सुनो chalo चलो chalte चलते aana आना aao आओ
rehna रहना wapas वापस bilkul बिल्कुल shayad शायद paa पा pa पा isliye इसलिए iss इस kaunsa कौनसा kyonki क्योंकि lagta लगता
lagega लगेगा jata जाता jaata जाता jate जाते hoge होगे
""")
# No English words, but short: names and codes may look like them.
_SHORT = _table("""
ya या ab अब par पर pe पे h है na ना ye ये wo वो jo जो ji जी ka का ki की ke के ko को se से ek एक tak तक mai मैं han हाँ
pani पानी jai जय sab सब
""")
# Also English words.
_EITHER = _table("""
main मैं me में to तो ho हो hi ही log लोग din दिन mat मत tab तब jab जब hum हम mere मेरे fir फिर de दे le ले bata बता bas बस
sun सुन is इस us उस chal चल bol बोल
""")
_PARTICLES = {word: _SHORT[word] for word in ("pe", "ka", "ki", "ke", "ko", "se", "par", "ya")}
_DEVANAGARI = re.compile(r"[\u0904-\u0939]")
_LONGEST = 12


def rules() -> tuple[Rule, ...]:
    return of_kind(
        "abbreviations",
        rule(
            rf"(?<![A-Za-z0-9_.@/#&'-])[A-Za-z']{{1,{_LONGEST}}}(?: [A-Za-z']{{1,{_LONGEST}}}){{0,40}}"
            r"(?![A-Za-z0-9_@/&-])",
            _in_devanagari,
            name="Hindi in Latin letters",
        ),
    )


def _in_devanagari(match: re.Match[str]) -> str | None:
    written = match[0].split(" ")
    spoken = [_certain(word) for word in written]
    if not any(spoken):
        return _with_particles(match)
    spoken = [new or _SHORT.get(old) for new, old in zip(spoken, written, strict=True)]
    for place, word in enumerate(written):
        follows = place > 0 and spoken[place - 1] is not None
        leads = place + 1 < len(written) and spoken[place + 1] is not None
        if spoken[place] is None and (follows or leads):
            spoken[place] = _EITHER.get(word)
    return " ".join(new or old for new, old in zip(spoken, written, strict=True))


def _with_particles(match: re.Match[str]) -> str | None:
    """A single particle among English words, in text with Hindi letters: "flipkart pe"."""
    if not _DEVANAGARI.search(before(match) + after(match)) or (" " not in match[0] and match[0] != "ya"):
        return None
    return " ".join(_PARTICLES.get(word, word) for word in match[0].split(" "))


def _certain(word: str) -> str | None:
    return _HINDI.get(word) or _HINDI.get(word[:1].lower() + word[1:])
