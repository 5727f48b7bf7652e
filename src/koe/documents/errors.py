"""Documents that cannot be read, with the reason."""

from __future__ import annotations

from koe.errors import RequestError


class BadDocument(RequestError):
    """`problem` goes on after "The document cannot be read: "."""

    code = "invalid_document"

    def __init__(self, problem: str) -> None:
        super().__init__(f"The document cannot be read: {problem}.", "document")


class EmptyDocument(BadDocument):
    code = "empty_document"

    def __init__(self, reason: str = "there is no text in it") -> None:
        super().__init__(reason)


class ProtectedDocument(BadDocument):
    code = "protected_document"

    def __init__(self, protection: str) -> None:
        super().__init__(f"it is protected ({protection}), and only the programs of its seller can open it")
