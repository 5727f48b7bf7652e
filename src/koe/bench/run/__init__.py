"""`koe bench run`: speakers take turns with texts of several lengths; the report, its plots, and comparisons."""
