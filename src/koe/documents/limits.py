"""What a document may cost: sizes above these are refused before memory is taken."""

from __future__ import annotations

LARGEST_FILE_BYTES = 512 * 2**20  # with pictures and sound in it
LARGEST_TEXT_BYTES = 64 * 2**20  # of one text file, or one part of a book; the longest novels have 10
LARGEST_TEXTS_BYTES = 256 * 2**20  # of all parts of a book together
LARGEST_COVER_BYTES = 16 * 2**20
LARGEST_PARAGRAPH_CHARACTERS = 100_000  # longer ones are cut
LARGEST_DIRECTORY_BYTES = 4 * 2**20  # of an archive: 40,000 files
MOST_PARTS = 10_000  # files of a book, pages of a PDF
DEEPEST_NESTING = 200  # of elements in a page
