"""Words cut short that no table of abbreviations has -> the words: "Board of Educ.", "Adv. Single", "hydraul. press".

People cut a word before a vowel and put a full stop. A list of words that are often cut gives all its beginnings.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from koe.text.normalize.grammar import Abbreviations
from koe.text.normalize.rule import Rule, after, before, full_stop, rule, words

_VOWELS = frozenset("aeiouy")
_SHORTEST = 4
# Of two words that begin alike the likelier comes first.
_LIST = (
    "education engineering international administration association assistant commission communications commercial "
    "community committee constitution construction continued corporation department development director distribution "
    "environmental equipment executive experience federation financial general government historical history "
    "industrial information institute instruction insurance laboratory literature management manufacturing "
    "mathematics mechanical medical memorial metropolitan military municipal national organization original "
    "philosophy physical political population president production professional publication publishing recreation "
    "reference registration regulation representative republican research reservation residential science secretary "
    "security service society sociology standard statistics superintendent supplement technology telephone temperature "
    "transportation university veterinary "
    "academy accelerated accessories accommodation accountant accounting activity actual address adjustable "
    "adjusted advertisement afternoon agency agriculture alternate aluminum amendment amplitude analysis anatomy "
    "anniversary annotated anthropology apparatus appendix application appointment aquatic archaeology architecture "
    "archives arithmetic arrangement assembly assessment associate astronomy atmosphere attendance attribute "
    "authorized automatic auxiliary available bankruptcy bathroom bedroom bibliography biography biology botanical "
    "bulletin "
    "calculation calendar calibration capacity category cathedral celebration certificate certified characteristic "
    "chemistry circumference classification climate clinical coefficient collection colonial combination commerce "
    "comparative compensation complete component composition compound computer concentration conclusion condition "
    "conference confirmation congregation connection conservation consolidated consultant contemporary contract "
    "contribution convention cooperative coordinator correction correspondence council criminal cultural customer "
    "cylinder database decision decorated dedicated defendant definition delivery democratic demonstration deputy "
    "description designer destination detached detective determination diagnosis diagram diameter difference dimension "
    "directory disability discipline discount discussion distance district division document domestic duplicate "
    "duration dynamics economics edition editor effective electrical electronics elementary elevation eligible "
    "emergency employee employment enclosed enlarged entertainment equation equivalent estimate evaluation evening "
    "examination example excellent exchange exclusive exercise exhibition expected expedition expenses experiment "
    "expiration explanation extended extension exterior external facility faculty familiar federal fellowship festival "
    "figurative forecast foreign formerly foundation frequency frequently fundamental furnished furniture genealogy "
    "generation geography geology geometry governor graduate grammar guarantee guaranteed handbook headquarters "
    "holiday honorary honorable horizontal horticulture hospital hospitality household humanities hydraulic "
    "identification illustrated illustration immediate immigration imperial important improvement incorporated "
    "increase independent individual infantry initial injection inspection inspector installation installed "
    "institution "
    "instructor instrument integrated intelligence interest interior intermediate internal introduction inventory "
    "investigation investment invitation irregular journal judicial junction jurisdiction juvenile kindergarten "
    "language legislation legislature liability library license linguistics literary location logistics longitude "
    "machinery magazine magnetic maintenance manuscript maritime marketing material maximum medicine medieval "
    "memorandum metallurgy meteorology microbiology mineral ministry miscellaneous moderate modification molecular "
    "monument mountain movement multiple museum musical mutual mythology natural navigation necessary negotiable "
    "neighborhood neurology nominal northern notation nuclear numerous nutrition observation obstetrics occupation "
    "occasionally official operation opposite optional orchestra ordinary organic originally orthodox paragraph "
    "parallel parliament participant partition passenger pathology pavilion pediatrics peninsula performance perimeter "
    "periodical permanent permission personal personnel pharmacy phonetics photography physician physics physiology "
    "plaintiff poetry polytechnic portable portrait possession possible posterior potential precinct precipitation "
    "preferred preliminary premium preparation preposition presentation previous primary principal probability "
    "probably procedure proceedings professor program progress projected promotion pronounced pronunciation property "
    "proportion proposed proposition protection protestant province provisional psychiatry psychology published "
    "publisher pulmonary purchase qualification qualified quality quarterly quotation radiology railroad received "
    "reception recommended refrigerator regarding regiment regional registered regular rehabilitation religion "
    "religious renovated replacement republic requirement required residence resident resistance resolution "
    "respectively respiratory restaurant restoration retired revelation revenue reverend revised revision revolution "
    "rhetoric sanitation satisfactory saturated scholarship schedule scientific secondary semester seminar seminary "
    "separate sequence sergeant settlement several similar simultaneous situation software southern specialist "
    "specification specimen statistical statute structural structure student subject subscription subsequent "
    "subsidiary substitute suburban sufficient suggested superior supervisor surgery survey suspended symposium "
    "symphony synonym synthetic technical technician television temporary territory testament textile theater theology "
    "therapy thermodynamics topography tournament township traditional transaction transferred transitive translated "
    "translation transmission treasurer treatment trigonometry tropical ultimate ultrasound unfinished upholstery "
    "utilities vacation variable variation variety various vegetable vehicle velocity ventilation verification "
    "vertical "
    "vicinity vocabulary vocational volume volunteer warranty western wholesale withdrawal zoology"
)
# Beginnings that a list of words has, or that are too short to tell.
_CERTAIN = {
    "adv": "advance", "lib": "library", "libr": "library", "publ": "publishing", "oblig": "obligation",
    "acad": "academy", "assoc": "association", "bibl": "bibliography", "biog": "biography", "educ": "education",
    "mech": "mechanical", "polit": "political", "biol": "biology",
    "transp": "transportation", "congr": "congress", "philos": "philosophy", "jurisd": "jurisdiction",
    "disp": "display", "distrib": "distribution", "compr": "compression", "approp": "appropriate",
    "contrib": "contributor", "org": "organization", "veh": "vehicle", "vehs": "vehicles", "furn": "furnished",
    "orgs": "organizations", "insts": "institutes", "sig": "significant", "signif": "significant",
    "mfrs": "manufacturers",
    "accts": "accounts", "ests": "estimates", "cmte": "committee", "techn": "technology", "geom": "geometric",
    "lang": "language", "langs": "languages", "abbrev": "abbreviation", "approxim": "approximately",
    "calcs": "calculations",
    "configs": "configurations", "diffs": "differences", "sched": "schedule", "stds": "standards",
}  # fmt: skip
# Words themselves, or names.
_UNCUT = words(
    "access account corp exam ling mach physic plaint sect adjust admin advert alum anal append arch architect assist "
    "attend auth author automat avail "
    "bull "
    "bullet char character class clinic collect colon comb comm comp confer confirm connect construct consult convent "
    "coop cooper correct correspond cult custom decor defend democrat design detach detect diff differ direct disc "
    "discuss edit effect electric electron element engineer environment even exam exec exhibit expect extend extern "
    "fell form found fund fundament furnish govern grad guar hist historic honor hospital human ident import improv "
    "inform init inject inspect install instruct inter intern invent invest kind labor linguist liter long magnet "
    "mark market mater math maxim mechanic medic meteor miner modif mount music myth nation north occasion option "
    "organ origin part pass path perf perform period periodic perm person phil phon phot politic port poss possess "
    "post poster potent prelim prep present prim prob proceed prod product prof profess profession project prom prop "
    "protect protest provision psych public publish quart recommend refer regard region register rehab repr represent "
    "republic resident resist respect rest revel rhetor second secret sever south spec special specific stand stat "
    "statist statistic stud subs subscript suburb suggest super superintend suspend synth temp temper test text therm "
    "tradition trans transact transit transport trig trigon tropic vent vert vocab vocation west withdraw"
)


def _beginnings() -> Mapping[str, str]:
    """The word for each beginning that ends in a consonant before a vowel."""
    found = dict(_CERTAIN)
    for word in _LIST.split():
        for place in range(_SHORTEST, len(word) - 1):
            is_cut = word[place - 1] not in _VOWELS and word[place] in _VOWELS
            if is_cut and word[:place] not in _UNCUT:
                found.setdefault(word[:place], word)
    return found


_WORDS = _beginnings()
_SHORT = r"(?<![\w.@/'’#])(?<![A-Z0-9]-)(?P<short>[A-Z]?[a-z]{2,11})\.(?![\w.])"
_SEVERAL_BEHIND = re.compile(r"(?<![\w.,/])(?:[2-9]|[1-9][0-9]{1,4})\s\Z")
# With a capital the name goes on: "Accts. Payable", "Std. Premier".
_IN_NAMES = words("accts std acad assoc org mech gen natl intl corp stat civ comp sup")
# In small letters they are words of their own too, so that a capital begins a sentence: "I study econ. Prices rise."
_ALSO_WORDS = words("coll econ emerg lib mech org sig trad vac")
WITH_FULL_STOPS = Abbreviations(often_last=frozenset(_WORDS) - _ALSO_WORDS, titles=_IN_NAMES | _ALSO_WORDS)


def rules() -> tuple[Rule, ...]:
    return (rule(_SHORT, _whole_word, name="abbreviation"),)


def _whole_word(match: re.Match[str]) -> str | None:
    short = match["short"]
    word = _WORDS.get(short.lower())
    if word is None or (short in ("org", "veh", "lib") and full_stop(match)):
        return None
    several = _SEVERAL_BEHIND.search(before(match)) is not None and not word.endswith(("s", "ed", "al", "y"))
    stop = "" if after(match)[:1] == ")" else full_stop(match)
    return (word.title() if short.istitle() else word) + "s" * several + stop
