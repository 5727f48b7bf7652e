"""What can be asked for: models and voices, in the shapes that clients expect."""
