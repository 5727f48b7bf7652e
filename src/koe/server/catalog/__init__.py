"""GET /v1/models, /v1/audio/voices and previews, in the shapes that clients expect."""
