"""Italian: its grammar, and the words and rules that only this language has."""
