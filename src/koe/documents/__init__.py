"""Files and bytes -> documents: title, author, chapters and their paragraphs of text."""
