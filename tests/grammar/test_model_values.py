"""Values of models in the steps of a specification have the names that arrive in JSON."""

from pathlib import Path

from stateous.compiler.check import check
from stateous.verifier.verify import verify
from tests.python_spec import MODELS, read

SPEC = """\
class Size(BaseModel):
    grams: int = Field(validation_alias="weight", serialization_alias="mass")

    @computed_field
    @property
    def heavy(self) -> bool:
        return self.grams > 9


class Parcel(BaseModel):
    sizes: RootModel[list[Size]]
    token: SecretStr | None = None


flow = Workflow("parcel")
packing = flow.state("packing")
packed = flow.event("packed", payload=Parcel)
flow.transition(START, packing)
flow.transition(packing, END, on=packed)
flow.transition(packing, END, on="error")

sizes = RootModel[list[Size]]([Size(weight=3)])
run = flow.specification("a parcel is packed")
run.given(context={}).when(packed, payload=Parcel(sizes=sizes)).then_completed()
"""


def test_a_model_in_a_step_is_the_value_that_would_have_arrived(tmp_path: Path) -> None:
    verified = verify(check(read(tmp_path, f"{MODELS}\n{SPEC}")))
    assert verified.compiled.diagnostics == ()
    assert [d for d in verified.diagnostics if d.is_error] == []
