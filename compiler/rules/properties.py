"""Rules on properties and waivers: ST43xx."""

from functools import partial

from stateous.grammar.diagnostic import Kind, Rule, Severity

_refusal = partial(Rule, severity=Severity.ERROR, kind=Kind.REFUSAL)
_warning = partial(Rule, severity=Severity.WARNING, kind=Kind.REFUSAL)

WAIVER_CODE = _refusal(
    code="ST4301",
    name="waiver-code",
    summary="What an `allow` names is not a code.",
    explanation="""\
An `allow` names the code that a finding prints: `ST` and four digits.

```flow
allow ST6001 "kept for the next version"
```
""",
    example="""\
workflow sdlc
  event done
  START -> coding
  allow overlap "known"
  state coding
    on done -> END
""",
)

WAIVER_UNTIL = _refusal(
    code="ST4302",
    name="waiver-until",
    summary="The end of an `allow` is not a date.",
    explanation="""\
`until` takes a date. From the day after it, the finding is reported again.

```flow
allow ST6005 "until the release" until "2027-01-01"
```
""",
    example="""\
workflow sdlc
  event done
  START -> coding
  allow ST6006 "known" until "soon"
  state coding
    on done -> END
""",
)

WAIVER_TWICE = _refusal(
    code="ST4303",
    name="waiver-twice",
    summary="Two `allow` lines above one line name the same code.",
    explanation="""\
One `allow` covers every finding of its code on its line. Keep the one with the better reason.
""",
    example="""\
workflow sdlc
  event done
  START -> coding
  allow ST6006 "known"
  allow ST6006 "known, too"
  state coding
    on done -> END
""",
)

WAIVER_UNKNOWN = _refusal(
    code="ST4304",
    name="waiver-unknown",
    summary="An `allow` names a code that no rule has.",
    explanation="""\
`stateous explain` lists the codes. A code is never used for another rule later on.
""",
    example="""\
workflow sdlc
  event done
  START -> coding
  allow ST6999 "known"
  state coding
    on done -> END
    on error -> FAIL
""",
)

WAIVER_STALE = _warning(
    code="ST4305",
    name="waiver-stale",
    summary="An `allow` waives nothing.",
    explanation="""\
The finding that it was written for is gone, or stands on another line. Remove the `allow`, so that
it cannot hide a later finding.
""",
    example="""\
workflow sdlc
  event done
  START -> coding
  allow ST6006 "the task never fails"
  state coding
    on done -> END
    on error -> FAIL
""",
)

WAIVER_REFUSED = _refusal(
    code="ST4306",
    name="waiver-refused",
    summary="An `allow` names an error that cannot be waived.",
    explanation="""\
What a proof finds, and every warning, may be accepted with a reason. A spec that cannot be read or
compiled has no meaning, so nobody can accept it.
""",
    example="""\
workflow sdlc
  event done
  START -> coding
  allow ST2002 "it is declared later"
  state coding
    on done -> END
    on error -> FAIL
""",
)

WAIVER_EXPIRED = _warning(
    code="ST4307",
    name="waiver-expired",
    summary="The time of an `allow` is over.",
    explanation="""\
It counts as absent: the findings that it covered are reported again. Mend them, or give the `allow`
a new end.
""",
    example="""\
workflow sdlc
  event done
  START -> coding
  allow ST6006 "the task never fails" until "2020-01-01"
  state coding
    on done -> END
    on error -> FAIL
""",
)

PROPERTY_RULES = (
    WAIVER_CODE,
    WAIVER_UNTIL,
    WAIVER_TWICE,
    WAIVER_UNKNOWN,
    WAIVER_STALE,
    WAIVER_REFUSED,
    WAIVER_EXPIRED,
)
