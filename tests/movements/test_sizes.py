"""The sizes written down for each family are those at which it can be built."""

import pytest

from arrowswitch.movements import FAMILIES
from arrowswitch.movements.catalogue import _sizes, possible_sizes


@pytest.mark.parametrize("name", [name for name, family in FAMILIES.items() if family.kind == "pairs"])
def test_a_family_serves_the_sizes_that_are_written_down(name: str) -> None:
    assert _sizes(name) == possible_sizes(name), "run script/reference"
