"""Names of XML elements and attributes with their prefixes -> the names that koe knows them by.

expat does not resolve the prefixes here: the documents of some services use prefixes that they do not declare.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

_SYNTHESIS = frozenset({"http://www.w3.org/2001/10/synthesis", "https://www.w3.org/2001/10/synthesis"})
_XML = "http://www.w3.org/XML/1998/namespace"
_SCHEMA_INSTANCE = "http://www.w3.org/2001/XMLSchema-instance"
_VENDORS = {"http://www.w3.org/2001/mstts": "mstts", "https://www.w3.org/2001/mstts": "mstts"}
_VENDOR_PREFIXES = frozenset({"mstts", "amazon", "alexa", "google"})
_PREFIXES = {_XML: "xml", _SCHEMA_INSTANCE: "xsi", **_VENDORS}


class Namespaces:
    """The prefixes that are declared where the parser is."""

    def __init__(self) -> None:
        self._scopes: list[Mapping[str, str]] = [{"": "", "xml": _XML}]
        self._root: str | None = None  # the default namespace of the root element

    def enter(self, attributes: Mapping[str, str]) -> None:
        declared = {
            name[6:]: uri.strip() for name, uri in attributes.items() if name == "xmlns" or name.startswith("xmlns:")
        }
        self._scopes.append({**self._scopes[-1], **declared} if declared else self._scopes[-1])
        if self._root is None:
            self._root = self._scopes[-1][""]

    def leave(self) -> None:
        self._scopes.pop()

    @property
    def is_foreign(self) -> bool:
        """The root's default namespace is not that of SSML."""
        return bool(self._root) and self._root not in _SYNTHESIS

    def has_undeclared(self, names: Iterable[str]) -> bool:
        """Whether one of the names has a prefix that is not declared."""
        prefixes = {name.partition(":")[0] for name in names if ":" in name}
        return any(not self._scopes[-1].get(prefix) for prefix in prefixes - {"xmlns"})

    def element(self, written: str) -> str | None:
        """`p`, or `mstts:silence` for the element of a service; None: of another namespace."""
        prefix, _, local = written.rpartition(":")
        uri = self._scopes[-1].get(prefix)
        if uri == "" or uri in _SYNTHESIS:
            return local
        if uri in _VENDORS or prefix in _VENDOR_PREFIXES:
            return f"{_VENDORS.get(uri or '', prefix)}:{local}"
        return local if not prefix and uri == self._root else None

    def attributes(self, written: Mapping[str, str]) -> dict[str, str]:
        """Attributes by their names with the usual prefix, as in `xml:lang`, and without declarations of namespaces.
        Names of other namespaces get the prefix `?`, which no known attribute has."""
        named = {}
        for name, value in written.items():
            prefix, _, local = name.rpartition(":")
            if name == "xmlns" or prefix == "xmlns":
                continue
            known = _PREFIXES.get(self._scopes[-1].get(prefix, ""), prefix if prefix in _VENDOR_PREFIXES else "?")
            named[f"{known}:{local}" if prefix else name] = value
        return named
