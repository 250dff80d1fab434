"""Numbers of things, in words."""


def count(number: int, noun: str, plural: str | None = None) -> str:
    """Return `1 file`, `2 files`; `plural` where it is not formed by an s."""
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"
