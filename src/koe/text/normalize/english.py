"""The English grammar: which rule may claim a stretch of text first. Each kind has a file with its tables.

The order matters: text that fits several kinds is taken by the first, so that "1/2/2025" is a date before "1/2" is a
fraction.
"""

from __future__ import annotations

from koe.text.normalize import (
    abbreviations,
    acronyms,
    cameras,
    chat,
    chemistry,
    code,
    dates,
    fractions,
    latex,
    lengths,
    maths,
    measures,
    models,
    money,
    numbers,
    percentages,
    phones,
    places,
    plurals,
    roman,
    scores,
    symbols,
    temperatures,
    times,
    typography,
    units,
    versions,
    web,
)
from koe.text.normalize.grammar import Grammar
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import of_digits, of_kind
from koe.text.normalize.typography import Emoji


def grammar(language: str, emoji: Emoji) -> Grammar:
    numerals = EnglishNumerals(british=language == "en-gb")
    return Grammar(
        first=(*typography.emoji_rules(emoji), typography.FOOTNOTES, typography.SAME_MARKS),
        expressions=(
            *of_digits(*of_kind("numbers", numbers.long_digits(numerals))),
            *web.rules(numerals),
            *of_kind("code", *code.option_rules(numerals)),
            *of_kind("symbols", *latex.rules(numerals)),
            *of_digits(*of_kind("numbers", *numbers.scientific_rules(numerals))),
            *of_kind("money", *money.currency_rules(numerals)),
            *of_kind("units", *measures.rate_rules(numerals)),
            *of_digits(*of_kind("units", *cameras.rules(numerals), *measures.pressure_rules(numerals))),
            *of_kind("symbols", *chemistry.rules(numerals), *maths.rules(numerals)),
            *of_kind("acronyms", *models.name_rules(numerals)),
            *of_kind("code", *code.rules(numerals)),
            *of_kind("plurals", *plurals.rules()),
            *of_kind("abbreviations", *chat.rules()),
            *of_kind("numbers", *roman.rules(numerals)),
            *of_kind("abbreviations", *places.rules(numerals), *abbreviations.rules()),
            *of_kind("dates", *dates.weekday_rules()),
            *of_digits(
                *of_kind("numbers", *scores.scale_rules(numerals), *fractions.ordinal_rules(numerals)),
                *of_kind("dates", *dates.numeric_rules(numerals)),
                *of_kind("phones", *phones.rules(numerals)),
                *of_kind("numbers", numbers.grouped_digits(numerals), numbers.round_plurals()),
                *of_kind("dates", *dates.rules(numerals)),
                *of_kind("times", *times.rules(numerals)),
                *of_kind("symbols", *symbols.early_rules()),
                *of_kind("money", *money.rules(numerals)),
                *of_kind("acronyms", *models.rules(numerals)),
                *of_kind("numbers", *versions.rules(numerals)),
                *of_kind("units", *temperatures.rules(numerals), *lengths.rules(numerals)),
                *of_kind("units", *percentages.rules(numerals), *measures.rules(numerals)),
                *of_kind("numbers", *fractions.rules(numerals), *scores.rules(numerals)),
                *of_kind("numbers", *numbers.compound_rules(numerals)),
                *of_kind("acronyms", *acronyms.mixed_rules(numerals)),
                *of_kind("numbers", *numbers.rules(numerals)),
                *of_kind("symbols", *symbols.between_numbers_rules()),
            ),
            *of_kind("units", *measures.unit_rules(numerals), *temperatures.scale_rules()),
            *of_kind("dates", *dates.month_rules()),
            *of_kind("acronyms", *acronyms.rules()),
            *of_kind("symbols", *symbols.grade_rules(), *symbols.power_rules(), *symbols.rules()),
            *of_digits(*of_kind("numbers", *numbers.last_rules(numerals))),
        ),
        last=typography.REPEATED,
        to="{first} to {last}",
        abbreviations=abbreviations.WITH_FULL_STOPS | units.WITH_FULL_STOPS,
    )
