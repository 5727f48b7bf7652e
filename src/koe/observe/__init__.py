"""What koe tells of itself while it runs."""
