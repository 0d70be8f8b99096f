"""Settings says who makes the copies of the club's data, wherever the data is."""

from __future__ import annotations

import pytest
from django.db import connection
from django.urls import reverse
from people import as_role, our_club


@pytest.mark.usefixtures("club")
def test_settings_say_when_copies_are_made_and_by_whom() -> None:
    our_club()
    page = as_role("owner").get(reverse("settings")).content.decode()
    here = "One is made by itself every night" in page
    assert here == (connection.vendor == "sqlite")
    assert ("every night and before every upgrade, with pg_dump" in page) == (connection.vendor == "postgresql")
