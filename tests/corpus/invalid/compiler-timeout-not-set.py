from stateous import END, FAIL, START, Record, Workflow

Tests = Record("Tests", ["passed: int >= 0", "failed: int >= 0"])

sdlc = Workflow("sdlc", title="Code a ticket until its tests pass")
sdlc.context("Ticket", fields=["input repo: text", "summary: text?", "local rounds: int = 0"])

done = sdlc.event("done")
stuck = sdlc.event("stuck")
passed = sdlc.event("passed", payload=Tests)
failed = sdlc.event("failed", payload=Tests, into="last_run")

coding = sdlc.state(
    "coding",
    title="An agent writes code",
    timeout="6h",
    retries=2,
    writes=["summary"],
)
testing = sdlc.state("testing", title="The tests run", writes=[])

sdlc.transition(START, coding)

sdlc.transition(coding, testing, on=done)
sdlc.transition(coding, END, on=stuck)
sdlc.transition(coding, FAIL("no code within six hours"), on="timeout")
sdlc.transition(coding, FAIL("the agent failed three times"), on="error")

sdlc.transition(testing, END, on=passed)
sdlc.transition(testing, coding, on=failed, when="count('failed') < 3")
sdlc.transition(testing, END, on=failed, otherwise=True)
sdlc.transition(testing, FAIL("the tests hang"), on="timeout")
sdlc.transition(testing, FAIL("the tests cannot run"), on="error")

(
    sdlc.specification("the third failure ends the ticket")
    .given(context={"repo": "acme/api"})
    .when(done)
    .when(failed, payload={"passed": 1, "failed": 2})
    .then_in(coding, visit=2)
)
