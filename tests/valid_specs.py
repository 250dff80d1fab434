"""A strategy for whole files as trees that the compiler accepts.

They are built from the top down, with every name known before it is used. Only `use` is left
out, since it needs a second file.
"""

from hypothesis import strategies as st

from stateous.grammar.syntax import File
from tests.expressions import NOWHERE
from tests.valid_steps import file_specifications, machine_specifications
from tests.valid_values import Names
from tests.valid_workflows import plan, workflow
from tests.valid_world import World, add_data, add_types, machine


@st.composite
def valid_files(draw: st.DrawFn, plain: bool = False) -> File:
    """Return whole files that compile, with every construct of the language between them.

    Names are words of the language and others; in a `plain` file they are `n1`, `n2` and so on.
    """
    world = World(draw, Names(draw, plain=plain))
    add_types(world)
    add_data(world)
    plans = [plan(world) for _ in range(draw(st.sampled_from((1, 2, 2))))]
    if world.models and not world.chance(4):
        made = machine(world, [own for own in plans if own.started])
        world.machines.append(machine_specifications(world, made))
    workflows = tuple(workflow(world, own, plans[:index]) for index, own in enumerate(plans))
    return File(
        enums=tuple(world.enums),
        types=tuple(world.types),
        workflows=workflows,
        commands=tuple(world.commands),
        facts=tuple(world.facts),
        roles=tuple(world.roles),
        readmodels=tuple(world.models),
        machines=tuple(world.machines),
        specifications=file_specifications(world, plans),
        span=NOWHERE,
    )
