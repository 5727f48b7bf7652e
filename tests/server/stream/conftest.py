"""Settings of the live streams: no timeout that a busy machine could reach, and no pace."""

from __future__ import annotations

import pytest

from koe.settings import Settings
from limits import HANG_S


@pytest.fixture
def settings() -> Settings:
    return Settings(resume_s=HANG_S, stream_idle_s=HANG_S, stream_lead_s=0)
