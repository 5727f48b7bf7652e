"""Koe on Ray: speech on several machines. Nothing else in koe imports ray."""
