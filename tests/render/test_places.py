"""How programs are told where something is."""

from pathlib import PurePath

import pytest

from stateous.render.places import relative, uri

FOLDER = PurePath("/home/me")


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("a.flow", "a.flow"),
        ("./b/../a.flow", "a.flow"),
        ("../a.flow", "../a.flow"),
        ("/home/me/b/a.flow", "b/a.flow"),
        ("/home/me/../me/a.flow", "a.flow"),
        ("/home/meadow/a.flow", "/home/meadow/a.flow"),
        ("/tmp/a.flow", "/tmp/a.flow"),
    ],
)
def test_a_path_is_relative_where_it_can_be(name: str, path: str) -> None:
    assert relative(name, FOLDER) == path


def test_without_a_folder_a_path_stays() -> None:
    assert relative("/home/me/a.flow", None) == "/home/me/a.flow"


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("a b/é#?.flow", "a%20b/%C3%A9%23%3F.flow"),
        ("c:d.flow", "c%3Ad.flow"),
        ("../a.flow", "../a.flow"),
        ("/tmp/a%.flow", "file:///tmp/a%25.flow"),
        ("\ud800", "%5Cud800"),
    ],
)
def test_a_uri_escapes_what_has_a_meaning_in_it(path: str, found: str) -> None:
    assert uri(path) == found
