"""`koe dev verify`: each feature of koe with what shows it: tests, and figures with their bars."""
