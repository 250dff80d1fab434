"""What holds for all tests: a property is about what comes out, never about how long it took."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
