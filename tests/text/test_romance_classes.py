"""The classes that make up a Romance language: a private method of the shared ones is not replaced by accident."""

from __future__ import annotations

import pytest

from koe.text.normalize.romance import ROMANCE
from koe.text.normalize.romance.leftovers import Leftovers
from koe.text.normalize.romance.senses import Senses
from koe.text.normalize.romance.truncations import Truncations


@pytest.mark.parametrize("shared", [Leftovers, Senses, Truncations])
@pytest.mark.parametrize("language", sorted(ROMANCE))
def test_private_methods_of_shared_classes_are_their_own(language: str, shared: type) -> None:
    own = {name for name in vars(shared) if name.startswith("_") and not name.startswith("__")}
    others = [one for one in type(ROMANCE[language]).__mro__ if one is not shared]
    taken = {name: one.__name__ for one in others for name in own & set(vars(one)) if not name.startswith("_abc")}
    assert taken == {}
