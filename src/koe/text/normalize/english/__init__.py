"""The English grammar: which rule may claim a stretch of text first. Each kind has a file with its tables.

The order matters: text that fits several kinds is taken by the first, so that "1/2/2025" is a date before "1/2" is a
fraction.
"""

from __future__ import annotations

from koe.text.normalize import typography
from koe.text.normalize.english import (
    abbreviations,
    acronyms,
    addresses,
    box_scores,
    cameras,
    chat,
    chemistry,
    chess,
    citations,
    clipped,
    code,
    code_values,
    codes,
    compound_units,
    crafts,
    dates,
    durations,
    figures,
    fractions,
    highways,
    initials,
    latex,
    leftovers,
    lengths,
    letters,
    listings,
    maths,
    measures,
    medicine,
    memory_sizes,
    models,
    money,
    music,
    numbers,
    ordinals,
    packs,
    pairs,
    passwords,
    patients,
    percentages,
    phones,
    places,
    plurals,
    ranges,
    readings,
    references,
    roman,
    scores,
    scripture,
    shorthand,
    signs,
    sports,
    stopped,
    symbols,
    temperatures,
    times,
    travel,
    truncations,
    units,
    versions,
    web,
    weekdays,
    years,
)
from koe.text.normalize.grammar import Grammar
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import of_digits, of_kind
from koe.text.normalize.typography import Emoji


def grammar(language: str, emoji: Emoji) -> Grammar:
    numerals = EnglishNumerals(british=language == "en-gb")
    return Grammar(
        first=(
            *typography.emoji_rules(emoji),
            typography.SEVERAL_FOOTNOTES,
            typography.FOOTNOTES,
            citations.SOURCES,
            maths.SUMS,
            typography.SAME_MARKS,
        ),
        expressions=(
            *of_digits(*of_kind("numbers", numbers.long_digits(numerals))),
            *of_digits(*of_kind("numbers", *codes.sign_rules(numerals))),
            *of_kind("numbers", *codes.bank_rules(numerals), *passwords.rules(numerals)),
            *of_kind("code", *code_values.rules(numerals)),
            *of_digits(*of_kind("units", *packs.rules(numerals))),
            *of_kind("symbols", *signs.rules(numerals), *letters.rules()),
            *of_digits(*of_kind("numbers", *figures.rules(numerals))),
            *web.rules(numerals),
            *of_kind("code", *code.option_rules(numerals), *listings.rules(numerals)),
            *of_digits(*of_kind("abbreviations", *listings.number_rules(numerals))),
            *of_digits(*of_kind("numbers", *versions.early_rules(numerals))),
            *of_kind("symbols", *versions.word_rules()),
            *of_kind("symbols", *latex.rules(numerals)),
            *of_digits(*of_kind("numbers", *numbers.scientific_rules(numerals))),
            *of_digits(
                *of_kind("numbers", *sports.rules(numerals), *box_scores.rules(numerals), *chess.rules(numerals)),
                *of_kind("numbers", *references.archive_rules(numerals)),
                *of_kind("abbreviations", *medicine.rules(numerals)),
            ),
            *of_digits(*of_kind("abbreviations", *crafts.rules(numerals)), *of_kind("symbols", *music.rules(numerals))),
            *of_kind("abbreviations", *patients.rules(numerals)),
            *of_kind("acronyms", *travel.rules(numerals)),
            *of_kind("money", *money.currency_rules(numerals)),
            *of_kind("units", *measures.rate_rules(numerals)),
            *of_digits(
                *of_kind(
                    "units",
                    *memory_sizes.rules(numerals),
                    *compound_units.rules(numerals),
                    *cameras.rules(numerals),
                    *measures.pressure_rules(numerals),
                ),
                *of_kind("units", *pairs.rules(numerals)),
            ),
            *of_kind("symbols", *chemistry.rules(numerals), *maths.rules(numerals)),
            *of_kind("symbols", *letters.term_rules(numerals)),
            *of_kind("acronyms", *models.name_rules(numerals)),
            *of_kind("code", *code.rules(numerals), *signs.file_rules()),
            *of_kind("abbreviations", *initials.rules()),
            *of_kind("plurals", *plurals.rules()),
            *of_kind("abbreviations", *readings.rules(), *chat.rules(), *clipped.rules(numerals), *shorthand.rules()),
            *of_kind("abbreviations", *stopped.rules()),
            *of_digits(*of_kind("abbreviations", *clipped.number_rules(numerals))),
            *of_digits(
                *of_kind("numbers", *scripture.rules(numerals), *citations.rules(numerals)),
            ),
            *of_kind("numbers", *citations.word_rules(), *references.rules(numerals), *roman.rules(numerals)),
            *of_digits(
                *of_kind("numbers", *scores.scale_rules(numerals), *fractions.ordinal_rules(numerals)),
                *of_kind("dates", *dates.numeric_rules(numerals), *years.period_rules(numerals)),
                *of_kind("phones", *phones.rules(numerals)),
                *of_kind("numbers", *codes.rules(numerals)),
            ),
            *of_kind("phones", *phones.key_rules(numerals)),
            *of_kind("acronyms", *codes.name_rules()),
            *of_kind("abbreviations", *places.rules(numerals)),
            *of_digits(*of_kind("abbreviations", *highways.rules(numerals), *addresses.rules(numerals))),
            *of_kind("abbreviations", *addresses.word_rules(), *letters.street_rules()),
            *of_kind("dates", *weekdays.rules()),
            *of_kind("dates", *dates.month_pair_rules()),
            *of_digits(*of_kind("dates", *dates.rules(numerals)), *of_kind("numbers", *ordinals.rules(numerals))),
            *of_kind("abbreviations", *abbreviations.rules(), *clipped.dotted_rules(), *truncations.rules()),
            *of_digits(
                *(
                    *of_kind("numbers", numbers.grouped_digits(numerals), numbers.round_plurals()),
                    *of_kind("times", *durations.rules(numerals), *times.rules(numerals)),
                    *of_kind("dates", *years.rules(numerals)),
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
            ),
            *of_kind(
                "units",
                *compound_units.exponent_rules(numerals),
                *measures.unit_rules(numerals),
                *temperatures.scale_rules(),
            ),
            *of_kind("dates", *dates.month_rules()),
            *of_kind("acronyms", *acronyms.rules(), *leftovers.name_rules()),
            *of_kind("symbols", *letters.greek_rules(), *letters.index_rules(numerals)),
            *of_kind("symbols", *symbols.grade_rules(), *symbols.power_rules(), *symbols.rules()),
            *of_digits(*of_kind("numbers", *numbers.last_rules(numerals))),
            *of_kind("symbols", *leftovers.rules(numerals)),
        ),
        last=typography.REPEATED,
        to=ranges.to,
        parts_words=True,
        abbreviations=abbreviations.WITH_FULL_STOPS
        | addresses.WITH_FULL_STOPS
        | citations.WITH_FULL_STOPS
        | clipped.WITH_FULL_STOPS
        | dates.WITH_FULL_STOPS
        | medicine.WITH_FULL_STOPS
        | readings.WITH_FULL_STOPS
        | references.WITH_FULL_STOPS
        | scripture.WITH_FULL_STOPS
        | shorthand.WITH_FULL_STOPS
        | stopped.WITH_FULL_STOPS
        | times.WITH_FULL_STOPS
        | truncations.WITH_FULL_STOPS
        | units.WITH_FULL_STOPS
        | weekdays.WITH_FULL_STOPS,
    )
