"""The emitter of `routines/`: for each state one file, for its author to fill in."""

from collections.abc import Mapping

from stateous.codegen.contract import ContractNames, contract_names
from stateous.codegen.emit import render
from stateous.codegen.python_names import python_names
from stateous.codegen.python_text import Bracket, Code, call, quoted, sequel
from stateous.compiler.ir import State, Workflow

FOLDER = "routines"
"""The folder of the routines, inside the output folder."""


def emit(workflow: Workflow) -> dict[str, str]:
    """Return a routine for each state that raises until it is written."""
    files = module_names(workflow)
    names = contract_names(workflow)
    return {
        f"{FOLDER}/{file}.py": _routine(workflow, workflow.state_by_name[state], file, names)
        for state, file in files.items()
    }


def module_names(workflow: Workflow) -> Mapping[str, str]:
    """Return the name of the file of each state, without `.py`."""
    return python_names((state.name for state in workflow.states), ignore_case=True)


def _routine(workflow: Workflow, state: State, file: str, names: ContractNames) -> str:
    model = names.model(workflow.context)
    attribute = names.states[state.name]
    imported = sorted({"outcomes", "states", *({model} - {"None"})}, key=lambda n: (n.islower(), n))
    function = python_names([state.name], {*imported, "Context", "on_state", "None"})[state.name]
    return render(
        "routine.py.jinja",
        title=f"The routine of `{state.name}`" + (f": {state.title}" if state.title else "."),
        contract=_contract_import(imported),
        attribute=attribute,
        head=_head(function, model, attribute),
        returns=_returns(workflow.emits(state.name)),
        raises=_raises(f"write {FOLDER}/{file}.py, the routine of {state.name}"),
    )


def _contract_import(names: list[str]) -> Code:
    line = f"from contract import {', '.join(names)}"
    if len(line) <= 88:
        return line
    return sequel("from contract import ", Bracket("(", tuple(names), ")"))


def _head(function: str, model: str, attribute: str) -> Code:
    arguments = Bracket("(", (f"ctx: Context[{model}]",), ")")
    return sequel(f"def {function}", arguments, f" -> outcomes.{attribute}")


def _returns(events: tuple[str, ...]) -> str:
    if not events:
        return "Do the work of one visit; only the clock or a failure leaves this state."
    named = " or ".join(f"`{event}`" for event in events)
    return f"Do the work of one visit; return {named}, or `stateous.OUTSIDE` to wait for it."


def _raises(message: str) -> Code:
    return sequel("raise ", call("NotImplementedError", quoted(message)))
