"""EPUB 2 and 3 -> documents."""
