"""Durations as the notations spell them: `30s`, `6h`, `1d12h`; and the ISO form, `PT6H`."""

import re
from datetime import timedelta

LONGEST = 3650 * 86_400
"""The longest duration that a spec may name, in seconds: ten years of 365 days."""

_UNIT_SECONDS = {"d": 86_400, "h": 3_600, "m": 60, "s": 1}
_SPELT = re.compile(
    r"(?:(?P<d>[0-9]{1,12})d)?(?:(?P<h>[0-9]{1,12})h)?"
    r"(?:(?P<m>[0-9]{1,12})m)?(?:(?P<s>[0-9]{1,12})s)?"
)
_ISO = re.compile(
    r"P(?:(?P<d>[0-9]+)D)?(?:T(?:(?P<h>[0-9]+)H)?(?:(?P<m>[0-9]+)M)?(?:(?P<s>[0-9]+)(?:\.0+)?S)?)?"
)


def seconds(text: str) -> int | None:
    """Return the seconds of a spelt duration; None when `text` is none, of whatever length.

    Each unit stands once, the larger first.
    """
    return _sum(_SPELT.fullmatch(text))


def iso_seconds(text: str) -> int | None:
    """Return the seconds of a duration in the ISO form; None when they are not whole."""
    return _sum(_ISO.fullmatch(text))


def _sum(parts: re.Match[str] | None) -> int | None:
    if parts is None or not any(parts.groups()):
        return None
    return sum(int(parts[unit] or 0) * _UNIT_SECONDS[unit] for unit in "dhms")


def iso_text(length: timedelta) -> str:
    """Return the ISO form of a length of time, in hours and less: `PT36H`, `-PT0.5S`."""
    sign = "-" if length < timedelta(0) else ""
    total = abs(length)
    hours, rest = divmod(total, timedelta(hours=1))
    minutes, rest = divmod(rest, timedelta(minutes=1))
    fraction = f"{rest.microseconds:06}".rstrip("0")
    parts = f"{hours}H" if hours else ""
    parts += f"{minutes}M" if minutes else ""
    if rest or not parts:
        parts += f"{rest.seconds}{'.' if fraction else ''}{fraction}S"
    return f"{sign}PT{parts}"
