"""Settings of access: the address, allowed hosts and origins, the key."""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import BaseModel, Field, SecretStr, field_validator
from pydantic_settings import NoDecode

from koe.settings.written import split_at_commas

_ORIGIN = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^/\s]+/?")
_KEY = re.compile(r"[A-Za-z0-9._~+/=-]{8,256}")


class AccessSettings(BaseModel):
    host: str = Field("127.0.0.1", min_length=1, description="Address the server binds.")
    port: int = Field(8880, ge=0, le=65535, description="Port the server binds; 0 lets the system choose.")
    allowed_hosts: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Allowlist of names in the Host header, separated by commas, besides localhost, 127.0.0.1, [::1] "
        "and the bound address. `*` allows every name.",
    )
    allowed_origins: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Allowlist of origins of web pages, separated by commas, besides koe's own: "
        "`http://localhost:3000`. `*` allows every page.",
    )
    api_key: SecretStr | None = Field(
        None,
        description="Key that every request but `/health` and `/ready` must send: `Authorization: Bearer …`.",
    )
    get_speech: bool = Field(
        False, description="Serve GET /v1/audio/speech?input=… too, for the `src` of an `<audio>` element."
    )

    @field_validator("allowed_hosts", "allowed_origins", mode="before")
    @classmethod
    def _split_names(cls, value: Any) -> Any:
        return split_at_commas(value)

    @field_validator("allowed_origins")
    @classmethod
    def _are_origins(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if not all(one == "*" or _ORIGIN.fullmatch(one) for one in value):
            raise ValueError("must be origins such as http://localhost:3000, without a path, with commas between them")
        return value

    @field_validator("api_key")
    @classmethod
    def _fits_in_a_header(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and not _KEY.fullmatch(value.get_secret_value()):
            raise ValueError("must have 8 to 256 letters, digits or any of - . _ ~ + / =")
        return value
