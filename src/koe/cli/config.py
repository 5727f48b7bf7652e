"""koe config: shows the settings with their origins, and changes koe.toml."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from koe.cli.console import err, out
from koe.cli.options import AsJson, completed
from koe.cli.safe_file import write_safely
from koe.cli.toml_edit import CannotEdit, edited, toml_value
from koe.cli.tuned_settings import tuned_settings
from koe.errors import EngineError
from koe.settings import (
    FILE_NAME,
    PREFIX,
    Settings,
    SettingsError,
    checked_value,
    effective_settings,
    is_in_environment,
    read_settings_file,
    settings_file,
    variable_of,
)

app = typer.Typer(rich_markup_mode=None, invoke_without_command=True)

Name = Annotated[
    str,
    typer.Argument(
        metavar="NAME",
        help="A setting, such as port.",
        autocompletion=completed(lambda: list(Settings.model_fields)),
    ),
]
# It may hold the API key.
_MODE_OF_NEW_FILE = 0o600


@app.callback()
def show(
    context: typer.Context,
    as_json: AsJson = False,
    changed: Annotated[bool, typer.Option("--changed", help="Only those that do not have their default.")] = False,
) -> None:
    """Show every setting, its value, and where that comes from: the default, `koe tune`, koe.toml or the
    environment."""
    if context.invoked_subcommand is not None:
        return
    rows = [row for row in effective_settings(tuned_settings()[1].values) if not (changed and row.origin == "default")]
    file = settings_file()
    if as_json:
        settings = {
            row.name: {"value": _plain(row.value), "origin": row.origin, "place": row.place, "variable": row.variable}
            for row in rows
        }
        typer.echo(json.dumps({"file": str(file), "file_exists": file.exists(), "settings": settings}))
        return
    table = Table("setting", "value", "from", box=None, pad_edge=False)
    origins = {"default": "default", "tuning": "koe tune", "file": FILE_NAME, "environment": "environment"}
    for row in rows:
        table.add_row(row.name, Text(_shown(row.value)), origins[row.origin])  # Text: brackets are no rich markup
    out.print(table)
    missing = "" if file.exists() else ", which does not exist"
    out.print(f"{FILE_NAME} is {file}{missing}. A variable such as {PREFIX}PORT wins over it.", soft_wrap=True)


@app.command()
def path() -> None:
    """Print the path of koe.toml, whether it exists or not."""
    typer.echo(str(settings_file()))


@app.command("set")
def set_value(
    name: Name,
    value: Annotated[str, typer.Argument(metavar="VALUE", help="As in a variable: lists with commas between them.")],
) -> None:
    """Set a value in koe.toml. Comments and other lines stay as they are."""
    key = _setting(name)
    checked = checked_value(key, value)
    if checked is None:
        raise typer.BadParameter(f"{key} needs a value. `koe config unset {key}` removes it.", param_hint="VALUE")
    # A path stays as it was typed: ~ is the home of the user who runs koe.
    _change(key, toml_value(value if isinstance(checked, Path) else checked))


@app.command()
def unset(name: Name) -> None:
    """Remove a value from koe.toml."""
    file = settings_file()
    values = read_settings_file(file) if file.exists() else {}
    key = name if name in values else _setting(name)  # an unknown name can be removed too
    if key not in values:
        raise typer.BadParameter(f"{file} does not set {key}.", param_hint="NAME")
    _change(key, None)


def _setting(name: str) -> str:
    """KOKORO_PORT and port are the same setting."""
    return name.lower().removeprefix(PREFIX.lower())


def _change(key: str, value: str | None) -> None:
    file = settings_file()
    if file.exists():
        read_settings_file(file)  # raises what is wrong with it
    content = file.read_text(encoding="utf-8-sig") if file.exists() else ""
    try:
        changed = edited(content, key, value)
    except CannotEdit:
        raise SettingsError(f"{file}: {key} is written in a way that koe cannot change. Edit the file.") from None
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_safely(file, changed.encode(), force=True, mode=_MODE_OF_NEW_FILE)
    except OSError as problem:
        raise EngineError(f"{file} cannot be written ({problem.strerror}).") from None
    err.print(f"{file}: {key} {'removed' if value is None else 'set'}", markup=False, soft_wrap=True)
    if is_in_environment(key):
        err.print(f"{variable_of(key)} is set in the environment and wins.", markup=False, soft_wrap=True)


def _plain(value: Any) -> Any:
    """For JSON."""
    return str(value) if isinstance(value, Path) else value


def _shown(value: Any) -> str:
    if value is None or value in ((), {}):
        return "–"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return ", ".join(f"{name}={one}" for name, one in value.items())
    return ", ".join(value) if isinstance(value, tuple) else str(value)
