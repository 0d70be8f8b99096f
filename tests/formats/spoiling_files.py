"""Files with something wrong in them: cut short, with bytes changed, or with a part twice."""

from __future__ import annotations

from hypothesis import strategies as st


@st.composite
def spoilt(draw: st.DrawFn, data: bytes) -> bytes:
    """A file that was whole, and is not any more."""
    for _ in range(draw(st.integers(1, 4))):
        place, length = draw(st.integers(0, len(data))), draw(st.integers(0, 40))
        new = draw(
            st.one_of(st.binary(max_size=8), st.sampled_from((b'"', b"{", b"[", b"]", b"-", b"0", b",", b"null")))
        )
        match draw(st.sampled_from(("cut", "change", "insert", "again"))):
            case "cut":
                data = data[:place]
            case "change":
                data = data[:place] + new + data[place + len(new) :]
            case "insert":
                data = data[:place] + new + data[place:]
            case "again":
                data = data[:place] + data[place : place + length] + data[place:]
    return data
