from stateous import specification

(
    specification("nothing runs")
    .given(clock="2026-01-01T00:00:00Z")
)
