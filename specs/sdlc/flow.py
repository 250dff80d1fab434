"""The workflow of `specs/sdlc.flow`, in the Python notation."""

from schemas import Tests, Ticket

from stateous import END, FAIL, START, Workflow

flow = Workflow("sdlc", title="Code a ticket until its tests pass", context=Ticket)

done = flow.event("done")
stuck = flow.event("stuck")
passed = flow.event("passed", payload=Tests)
failed = flow.event("failed", payload=Tests, into="last_run")

coding = flow.state(
    "coding", title="An agent writes code", timeout="6h", retries=2, writes=["summary"]
)
testing = flow.state("testing", title="The tests run", timeout="1h", writes=[])

flow.transition(START, coding)

flow.transition(coding, testing, on=done)
flow.transition(coding, END, on=stuck)
flow.transition(coding, FAIL("no code within six hours"), on="timeout")
flow.transition(coding, FAIL("the agent failed three times"), on="error")

flow.transition(testing, END, on=passed)
flow.transition(testing, coding, on=failed, when="count('failed') < 3")
flow.transition(testing, END, on=failed, otherwise=True)
flow.transition(testing, FAIL("the tests hang"), on="timeout")
flow.transition(testing, FAIL("the tests cannot run"), on="error")

(
    flow.specification("the third failure ends the ticket")
    .given(context={"repo": "acme/api"})
    .when(done)
    .when(failed, payload=Tests(passed=1, failed=2))
    .then_in(coding, visit=2)
    .when(done)
    .when(failed, payload=Tests(passed=1, failed=1))
    .when(done)
    .when(failed, payload=Tests(passed=2, failed=1))
    .then_completed()
    .then("count('failed') == 3")
)
