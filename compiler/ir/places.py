"""The ids of things in the side table of positions."""

Place = tuple[str | int, ...]
"""The id of a thing in the side table of positions.

Of a workflow w: `("workflow", w)` · `("context", w)` · `("event", w, e)` · `("state", w, s)`
(its name) · `("timeout", w, s)` · `("retries", w, s)` · `("after", w, s, n)` · `("ensures", w, s, n)` ·
`("until", w, s)` (also `expires after`, `for 3d`) · `("join", w, s)` · `("key", w, s)` · `("transition", w, i)` (the whole line) · `("guard", w, i)` (the
condition) · `("otherwise", w, i)` (the word) · `("on", w, i)` (the event's name) · `("target", w, i)` ·
`("effect", w, i, n)` · `("argument", w, s, c, f)` (field f of the command or child c of state s; absent where it
is taken by name) · `("trigger", w, n)` · `("deadline", w)` · `("property", w, n)` ·
`("specification", w, n)` and `("step", w, n, k)`, n and k being indexes in the IR.

Of a machine m: `("machine", m)` · `("machine state", m, s)` · `("machine transition", m, i)` · `("machine guard", m, i)` ·
`("entering", m, s, n)` · `("machine specification", m, n)` · `("machine step", m, n, k)`. Of a file: `("readmodel", r)` · `("fold", r, n)` ·
`("command", c)` · `("fact", f)` · `("file specification", n)` · `("file step", n, k)`.
"""
