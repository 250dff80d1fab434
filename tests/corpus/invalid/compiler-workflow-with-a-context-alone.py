from stateous import FAIL, START, Workflow

w = Workflow("w")
w.context("T", fields=["name: text"])

w.transition(START, FAIL("there is nothing to do"))
