"""The pages that koe serves: speak, status, API description, listening test; and the facts that they need."""
