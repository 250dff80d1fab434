import unittest
from datetime import date

from due_dates import add_months


class AddMonths(unittest.TestCase):
    def test_a_plain_month(self) -> None:
        self.assertEqual(add_months(date(2025, 3, 15), 1), date(2025, 4, 15))

    def test_over_the_end_of_the_year(self) -> None:
        self.assertEqual(add_months(date(2025, 11, 30), 3), date(2026, 2, 28))

    def test_a_month_back(self) -> None:
        self.assertEqual(add_months(date(2025, 1, 10), -1), date(2024, 12, 10))

    def test_a_leap_year_has_the_29th(self) -> None:
        self.assertEqual(add_months(date(2024, 1, 31), 1), date(2024, 2, 29))

    def test_the_31st_stays_where_there_is_one(self) -> None:
        self.assertEqual(add_months(date(2025, 1, 31), 2), date(2025, 3, 31))


if __name__ == "__main__":
    unittest.main()
