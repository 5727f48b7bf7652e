"""HTTP in, HTTP out: contracts and doors. What is spoken and how lies in koe.engine."""
