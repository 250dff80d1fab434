"""How a step is given up: a refusal raised where it is found, caught where the step began."""

from stateous.runtime.kernel.token import Refusal, RefusalCode


class Refused(Exception):
    """The step cannot be done. Nothing has changed, since values are never changed in place."""

    def __init__(self, code: RefusalCode, message: str, path: str | None = None) -> None:
        super().__init__(message)
        self.refusal = Refusal(code, message, path)
