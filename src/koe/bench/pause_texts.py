"""Voices and sentences by language in which pauses are measured. The predictor was fitted on others."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

VOICES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "en-us": ("af_bella", "am_fenrir"),
        "en-gb": ("bf_isabella", "bm_fable"),
        "es": ("em_alex",),
        "fr": ("ff_siwis",),
        "it": ("if_sara",),
        "hi": ("hm_omega",),
        "pt-br": ("pf_dora",),
        "ja": ("jm_kumo",),
        "zh": ("zf_xiaoni", "zm_yunjian"),
    }
)

_ENGLISH = (
    "Good morning, Anna, did you sleep well, or was the street too loud?",
    "He was born in Dublin, Ireland, on July 12, 1987, the third of five children.",
    "No, madam, the shop is closed; please come back tomorrow.",
    "Therefore, the plan was dropped, although everybody liked it.",
    "The rule is simple: whoever arrives first makes the coffee.",
    "She had one wish — to see the mountains again — and it came true.",
    "The museum (built in a former station) opens at ten, except on Mondays.",
    "Apples, pears, plums, grapes, and a melon lay on the table.",
    "The lights went out; the music stopped; nobody moved.",
    "Take three things with you: a map, a lamp, and warm socks.",
    "“We leave at dawn,” said the guide, pointing to the hills.",
    "When the train finally came, cold, late, and full, we got on — what else could we do?",
)
TEXTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "en-us": _ENGLISH,
        "en-gb": _ENGLISH,
        "es": (
            "Buenos días, Ana, ¿has dormido bien, o había mucho ruido?",
            "La regla es sencilla: quien llega primero hace el café.",
            "El museo (una antigua estación) abre a las diez, salvo los lunes.",
            "Se apagó la luz; paró la música; nadie se movió.",
            "Tenía un deseo — ver otra vez el mar — y se cumplió.",
        ),
        "fr": (
            "Bonjour, Anne, tu as bien dormi, ou la rue était trop bruyante ?",
            "La règle est simple : le premier arrivé fait le café.",
            "Le musée (une ancienne gare) ouvre à dix heures, sauf le lundi.",
            "La lumière s'éteignit ; la musique cessa ; personne ne bougea.",
            "Elle avait un souhait — revoir la mer — et il se réalisa.",
        ),
        "it": (
            "Buongiorno, Anna, hai dormito bene, o c'era troppo rumore?",
            "La regola è semplice: chi arriva primo fa il caffè.",
            "Il museo (una vecchia stazione) apre alle dieci, tranne il lunedì.",
            "La luce si spense; la musica tacque; nessuno si mosse.",
            "Aveva un desiderio — rivedere il mare — e si avverò.",
        ),
        "hi": (
            "नमस्ते, अनु, क्या तुम ठीक से सोई, या शोर बहुत था?",
            "नियम आसान है: जो पहले आए, वह चाय बनाए।",
            "बत्ती बुझ गई; संगीत रुक गया; कोई नहीं हिला।",
            "संग्रहालय (पुराना स्टेशन) दस बजे खुलता है, सोमवार को छोड़कर।",
        ),
        "pt-br": (
            "Bom dia, Ana, você dormiu bem, ou a rua estava barulhenta?",
            "A regra é simples: quem chega primeiro faz o café.",
            "O museu (uma antiga estação) abre às dez, menos na segunda.",
            "A luz apagou; a música parou; ninguém se mexeu.",
        ),
        "ja": (
            "おはよう、花子さん、よく眠れましたか。",
            "規則は簡単です：先に来た人が、コーヒーを入れます。",
            "美術館（昔の駅）は、月曜日を除いて、十時に開きます。",
            "りんご、梨、ぶどう、それにメロンがあった。",
        ),
        "zh": (
            "早上好，小安，你睡得好吗，还是街上太吵了？",
            "规则很简单：谁先到，谁就煮咖啡。",
            "博物馆（以前是车站）十点开门，星期一除外。",
            "苹果、梨、葡萄、西瓜，都在桌子上。",
            "灯灭了；音乐停了；没有人动。",
        ),
    }
)
