"""JSON values with something wrong in one place."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

values = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-5, 30),
        st.integers(),
        st.text(max_size=8),
        st.sampled_from(("A", "NS", "1/2", "1e99999999", "4S", "N", "0001-01-01T00:00:00+14:00", "9999-12-31")),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=6), inner, max_size=3)),
    max_leaves=6,
)


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value."""
    found = [path]
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in list(items)[:20]:
        found += places(value, (*path, key))
    return found


def put(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy of a JSON value with something else at a place."""
    if not path:
        return value
    copy = dict(data) if isinstance(data, dict) else list(data)
    copy[path[0]] = put(copy[path[0]], path[1:], value)
    return copy
