"""The data of the workflow `sdlc`."""

from typing import Annotated

from pydantic import BaseModel, Field

from stateous import Input


class Ticket(BaseModel):
    """What a token knows: the ticket that it works on."""

    repo: Annotated[str, Input()]  # the path of the checkout
    summary: str | None = None


class Tests(BaseModel):
    """What a run of the tests gave."""

    passed: Annotated[int, Field(ge=0)]
    failed: Annotated[int, Field(ge=0)]
