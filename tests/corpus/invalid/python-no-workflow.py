from stateous import Workflow


def make() -> Workflow:
    return Workflow("parcel")
