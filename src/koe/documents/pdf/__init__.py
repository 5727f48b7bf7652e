"""PDF -> documents."""
