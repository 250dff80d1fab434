"""Dates, datetimes and durations as texts and as whole microseconds.

A time counts microseconds from 1970-01-01T00:00:00Z; a date stands for its midnight in
UTC. Arithmetic on them is arithmetic on ints, so no result is out of range: a year
outside 1 to 9999 is written with a sign and at least five digits (`+10000-01-01`,
`-00001-12-31`), as ISO 8601 allows; the door admits no such text.
"""

import re
from datetime import date
from typing import Literal

Temporal = Literal["date", "datetime", "duration"]

SECOND = 1_000_000
DAY = 86_400 * SECOND
LONGEST_DURATION = 999_999_999 * DAY
"""The longest duration that the door admits, either way."""

_EPOCH = date(1970, 1, 1).toordinal()
_CYCLE_YEARS = 400
_CYCLE_DAYS = 146_097
_UNITS = (("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1))
_ISO_UNITS = (
    ("years", 365 * 86_400),
    ("weeks", 7 * 86_400),
    ("days", 86_400),
    ("hours", 3_600),
    ("minutes", 60),
    ("seconds", 1),
)

_DATE = re.compile(r"(\d{4}|[+-]\d{5,})-(\d\d)-(\d\d)", re.ASCII)
_DATETIME = re.compile(
    r"(?P<date>(?:\d{4}|[+-]\d{5,})-\d\d-\d\d)[Tt ](?P<hour>\d\d):(?P<minute>\d\d)"
    r"(?::(?P<second>\d\d)(?:\.(?P<fraction>\d+))?)?"
    r"(?P<offset>[Zz]|[+-]\d\d:\d\d)",
    re.ASCII,
)
_ISO_DURATION = re.compile(
    r"(?P<sign>[+-]?)P(?:(?P<years>\d{1,20})Y)?(?:(?P<weeks>\d{1,20})W)?(?:(?P<days>\d{1,20})D)?"
    r"(?P<time>T(?:(?P<hours>\d{1,20})H)?(?:(?P<minutes>\d{1,20})M)?"
    r"(?:(?P<seconds>\d{1,20})(?:\.(?P<fraction>\d+))?S)?)?",
    re.ASCII,
)
_OWN_DURATION = re.compile(
    r"(?:(?P<d>\d{1,20})d)?(?:(?P<h>\d{1,20})h)?(?:(?P<m>\d{1,20})m)?(?:(?P<s>\d{1,20})s)?",
    re.ASCII,
)


def to_microseconds(kind: Temporal, text: str) -> int:
    """Return the microseconds that a date, datetime or duration text means.

    Reads every form that the door does and every one that `from_microseconds` writes.
    Raises ValueError, with a phrase, for any other text.
    """
    match kind:
        case "date":
            return parse_date(text) * DAY
        case "datetime":
            return parse_datetime(text)
        case "duration":
            return parse_duration(text)


def from_microseconds(kind: Temporal, microseconds: int) -> str:
    """Return the canonical text; a date's is that of the day that the time falls in."""
    match kind:
        case "date":
            return date_text(microseconds // DAY)
        case "datetime":
            return datetime_text(microseconds)
        case "duration":
            return duration_text(microseconds)


def parse_date(text: str) -> int:
    """Return the days from 1970-01-01 to a date; raise ValueError when it is none."""
    found = _DATE.fullmatch(text)
    if found is None:
        raise ValueError("must be a date such as 2026-01-31")
    year, month, day = map(int, found.groups())
    cycles, year_of_cycle = divmod(year - 1, _CYCLE_YEARS)
    try:
        ordinal = date(year_of_cycle + 1, month, day).toordinal()
    except ValueError as error:
        raise ValueError("must be a day of the calendar") from error
    return ordinal - _EPOCH + cycles * _CYCLE_DAYS


def date_text(days: int) -> str:
    """Return the canonical text of the date `days` after 1970-01-01."""
    cycles, ordinal = divmod(days + _EPOCH - 1, _CYCLE_DAYS)
    within = date.fromordinal(ordinal + 1)
    year = within.year + cycles * _CYCLE_YEARS
    digits = f"{year:04}" if 1 <= year <= 9999 else f"{year:+06}"
    return f"{digits}-{within.month:02}-{within.day:02}"


def parse_datetime(text: str) -> int:
    """Return the time that a datetime with an offset means; raise ValueError when it is none.

    Digits beyond the microsecond are cut off.
    """
    found = _DATETIME.fullmatch(text)
    if found is None:
        raise ValueError("must be a datetime with an offset, such as 2026-01-31T08:00:00Z")
    hour, minute, second = (int(found[part] or 0) for part in ("hour", "minute", "second"))
    if hour > 23 or minute > 59 or second > 59:
        raise ValueError("must be a time of the day")
    seconds = hour * 3_600 + minute * 60 + second - _offset(found["offset"])
    return parse_date(found["date"]) * DAY + seconds * SECOND + _fraction(found["fraction"])


def datetime_text(microseconds: int) -> str:
    """Return the canonical text of a time: in UTC, with microseconds only when there are any."""
    days, rest = divmod(microseconds, DAY)
    seconds, fraction = divmod(rest, SECOND)
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    return f"{date_text(days)}T{hour:02}:{minute:02}:{second:02}{_fraction_text(fraction)}Z"


def parse_duration(text: str) -> int:
    """Return the microseconds of an ISO 8601 duration or of one such as `1d12h`.

    A year is 365 days, since pydantic writes 365 days as `P1Y`. Months have no fixed length:
    they are refused, as anything else, by ValueError.
    """
    if text and (own := _OWN_DURATION.fullmatch(text)) is not None:
        return sum(int(own[unit] or 0) * length for unit, length in _UNITS) * SECOND
    found = _ISO_DURATION.fullmatch(text)
    if found is None or not re.search(r"\d[A-Z]$", text):
        raise ValueError("must be a duration such as PT36H or 1d12h")
    seconds = sum(int(found[part] or 0) * length for part, length in _ISO_UNITS)
    size = seconds * SECOND + _fraction(found["fraction"])
    return -size if found["sign"] == "-" else size


def duration_text(microseconds: int) -> str:
    """Return the canonical text of a duration: hours, minutes and seconds, `PT0S` for none."""
    seconds, fraction = divmod(abs(microseconds), SECOND)
    minutes, second = divmod(seconds, 60)
    hours, minute = divmod(minutes, 60)
    parts = [f"{hours}H"] if hours else []
    if minute:
        parts.append(f"{minute}M")
    if second or fraction or not parts:
        parts.append(f"{second}{_fraction_text(fraction)}S")
    return ("-" if microseconds < 0 else "") + "PT" + "".join(parts)


def duration_words(microseconds: int) -> str | None:
    """Return a duration in the language's own spelling (`1d12h`); None when it has none there.

    Only whole, positive seconds can be written so.
    """
    seconds, fraction = divmod(microseconds, SECOND)
    if seconds <= 0 or fraction:
        return None
    words = []
    for unit, length in _UNITS:
        number, seconds = divmod(seconds, length)
        if number:
            words.append(f"{number}{unit}")
    return "".join(words)


def _offset(text: str) -> int:
    """Return the seconds by which `+02:00` is ahead of UTC."""
    if text in "Zz":
        return 0
    hours, minutes = int(text[1:3]), int(text[4:6])
    if hours > 23 or minutes > 59:
        raise ValueError("must have an offset of less than 24 hours")
    seconds = hours * 3_600 + minutes * 60
    return -seconds if text[0] == "-" else seconds


def _fraction(digits: str | None) -> int:
    """Return the microseconds of the digits after a point, the rest cut off."""
    return int(digits[:6].ljust(6, "0")) if digits else 0


def _fraction_text(microseconds: int) -> str:
    return f".{microseconds:06}".rstrip("0") if microseconds else ""
