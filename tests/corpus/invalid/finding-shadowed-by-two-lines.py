from stateous import END, FAIL, START, Workflow

w = Workflow("w")
w.context("T", fields=["input name: text?"])

done = w.event("done")

a = w.state("a")

w.transition(START, a)

w.transition(a, END, on=done, when="ctx['name'] is null", first=True)
w.transition(a, END, on=done, when="ctx['name'] != ''")
w.transition(a, a, on=done, when="startswith(ctx['name'], 'x')")
w.transition(a, FAIL, on=done, otherwise=True)
w.transition(a, FAIL, on="error")
