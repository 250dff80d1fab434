"""The Python notation: the class `Workflow`, and reading a `flow.py`."""
