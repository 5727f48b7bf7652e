"""One value in a TOML file, changed without touching comments and other lines."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import SecretStr


class CannotEdit(Exception):
    """No change of whole lines has the wanted effect."""


def toml_value(value: Any) -> str:
    """A value as TOML writes it. Strings have the escapes of JSON, which TOML shares."""
    match value:
        case bool():
            return str(value).lower()
        case int() | float():
            return repr(value)
        case SecretStr():
            return toml_value(value.get_secret_value())
        case Mapping():
            return "{" + ", ".join(f"{toml_value(name)} = {toml_value(one)}" for name, one in value.items()) + "}"
        case tuple() | list():
            return f"[{', '.join(map(toml_value, value))}]"
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")


def edited(content: str, name: str, value: str | None) -> str:
    """The content with the value of a top-level name replaced or added; None removes it. Tries changes of whole lines
    until one has exactly this effect and no other."""
    wanted = tomllib.loads(content)
    wanted.pop(name, None)
    line = "" if value is None else f"{_key(name)} = {value}\n"
    wanted |= tomllib.loads(line)
    for candidate in _candidates(content.splitlines(keepends=True), name, line):
        if _means(candidate, wanted):
            return candidate
    raise CannotEdit(name)


def _candidates(lines: list[str], name: str, line: str) -> Iterator[str]:
    """The statement that sets the name may go over several lines, or be a table of its own."""
    statement = re.compile(rf"\s*(\[\s*)?[\"']?{re.escape(name)}[\"']?\s*[\]=]")
    for start in [number for number, text in enumerate(lines) if statement.match(text)]:
        for stop in range(start + 1, len(lines) + 1):
            yield "".join([*lines[:start], line, *lines[stop:]])
    # A line after a table would belong to the table.
    table = next((number for number, text in enumerate(lines) if text.lstrip().startswith("[")), len(lines))
    if table and not lines[table - 1].endswith("\n"):
        line = f"\n{line}"
    yield "".join([*lines[:table], line, *lines[table:]])


def _means(content: str, wanted: Mapping[str, Any]) -> bool:
    try:
        return tomllib.loads(content) == wanted
    except tomllib.TOMLDecodeError:
        return False


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else toml_value(name)
