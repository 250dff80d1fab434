"""Due dates for invoices."""

from datetime import date


def add_months(day: date, months: int) -> date:
    """Return the same day of the month, `months` later."""
    month = day.year * 12 + day.month - 1 + months
    return day.replace(year=month // 12, month=month % 12 + 1)
