"""LiteLLM, run in the environment of the clients: address and folder -> a WAV file, and JSON of an error."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import litellm  # type: ignore[import-not-found]
import openai


def main(address: str, folder: Path) -> dict[str, Any]:
    request = {"model": "openai/kokoro", "voice": "bf_emma", "input": "The lights are on.", "response_format": "wav"}
    server = {"api_base": f"{address}/v1", "api_key": "none"}
    litellm.speech(**request, **server).write_to_file(folder / "speech.wav")
    try:
        litellm.speech(**request, **server, speed=9)
    except openai.BadRequestError as problem:
        return {"status": problem.status_code, "param": problem.param, "code": problem.code}
    return {}


if __name__ == "__main__":
    json.dump(main(sys.argv[1], Path(sys.argv[2])), sys.stdout)
