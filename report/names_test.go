package report_test

import (
	"strings"
	"testing"

	"flavers/report"
	"flavers/report/outcome"
)

// names are those of a package in which worker_2[0] executes Pool.run, and call_Stop[0] stands for a caller.
func names() *report.Names {
	return &report.Names{
		Goroutines: []report.Goroutine{{Name: "main", Task: "main"}, {Name: "worker[1]", Task: "worker_2[0]", Started: "p.go:7"},
			{Name: "Stop", Task: "call_Stop[0]", Caller: true}},
		Objects: []report.Object{{Name: "p.mu", Model: "p_mu"}, {Name: "p.mu (2)", Model: "p_mu_2"}},
		Operations: []report.Operation{{At: "p.go:1:1", Text: "p.mu.Lock()", In: "run"}, {At: "p.go:2:1", Text: "p.cond.Wait()"},
			{At: "p.go:3:1", Text: "jobs <- next()"}, {At: "p.go:4:1", Text: "cancel()"}, {At: "p.go:5:1", Text: "time.After(d)"}},
	}
}

// Steps have the words of the source where what is done there is known, and else those of the model with the names of
// the source.
func TestNamesSteps(t *testing.T) {
	c := &report.Check{Root: "p.main", Names: names()}
	want := map[string]string{}
	var steps []report.Step
	add := func(event, pos, shown string) {
		steps = append(steps, report.Step{Task: "worker_2[0]", Event: event, Pos: pos})
		want[event+pos] = shown
	}
	add("lock p_mu", "p.go:1:1", "p.mu.Lock()")
	add("unlock p_mu", "p.go:9:9", "p.mu.Unlock()")
	add("unlock p_mu_2", "p.go:9:9", "unlock p.mu (2)")
	add("wait c", "p.go:2:1", "p.cond.Wait()")
	add("unlock p_mu", "p.go:2:1", "unlock p.mu")
	add("wake c", "p.go:2:1", "p.cond.Wait() wakes up")
	add("jobs<-0", "p.go:3:1", "jobs <- next()")
	add("closed channel: send on closed channel jobs", "p.go:3:1", "jobs <- next(): send on closed channel jobs")
	add("<-jobs", "p.go:3:1", "<-jobs")
	add("close done", "p.go:4:1", "cancel()")
	add("once o", "p.go:4:1", "cancel()")
	add("assertion: assertion false does not hold", "p.go:4:1", "cancel(): close of nil channel")
	add("once o: unlock of unlocked mutex", "p.go:4:1", "cancel(): unlock of unlocked mutex")
	add("wait group misuse: add w(1), before", "p.go:4:1", "cancel(): wait group misuse: add w(1), before")
	add("", "p.go:3:1", "jobs <- next()")
	add("timer<-0", "p.go:5:1", "timer<-0")
	add("spawn worker_2[0]", "p.go:9:9", "go worker[1]")
	add("spawn call_Stop[0]", "p.go:9:9", "go Stop")
	add("worker_2[0].n=1", "p.go:9:9", "worker[1].n=1")
	add("xworker_2[0] a.p_mu p_mux", "p.go:9:9", "xworker_2[0] a.p_mu p_mux")
	c.Results = []report.Result{{Property: "q", Trace: steps}}
	for i, st := range c.InSource().Results[0].Trace {
		was := c.Results[0].Trace[i]
		if st.Event != want[was.Event+was.Pos] || st.Task != "worker[1]" {
			t.Errorf("%s: %s is shown as %s: %s", was.Task, was.Event, st.Task, st.Event)
		}
		if caller := was.Event == "spawn call_Stop[0]"; caller != (st.Pos == "") {
			t.Errorf("%s is shown at %q", was.Event, st.Pos)
		}
	}
}

// A step that moves a property keeps the word that the property has for it; a choice says what is so.
func TestNamesKept(t *testing.T) {
	c := &report.Check{Root: "p.main", Names: names(), Results: []report.Result{{Property: "q", Trace: []report.Step{
		{Task: "main", Event: "lock p_mu", Pos: "p.go:1:1", State: "held"},
		{Task: "main", Event: "choose", Pos: "p.go:9:1", Silent: true, Own: true, If: "n > 0"}},
		Waiting: []report.Waiting{{Task: "call_Stop[0]", At: "lock p_mu", Pos: "p.go:1:1", For: []string{"worker_2[0]"}}}}}}
	shown := c.InSource().Results[0]
	if got := shown.Trace[0].Event; got != "lock p.mu" {
		t.Errorf("a step of the property is %s", got)
	}
	if st := shown.Trace[1]; st.Event != "if n > 0" || st.Own || st.Silent {
		t.Errorf("a choice is %+v", st)
	}
	if w := shown.Waiting[0]; w.Task != "Stop" || w.At != "p.mu.Lock()" || w.For[0] != "worker[1]" {
		t.Errorf("%+v waits", w)
	}
	if was := c.Results[0]; was.Trace[1].Event != "choose" || was.Waiting[0].Task != "call_Stop[0]" {
		t.Errorf("the check itself has changed: %+v", was)
	}
	if other := (&report.Check{Results: c.Results}); other.InSource() != other {
		t.Error("a check of another program is copied")
	}
	if n := names(); n.Started("worker[1]") != "p.go:7" || n.Started("?") != "" || n.Function("p.go:1:1") != "run" || n.Function("p.go:1:2") != "" {
		t.Error("a goroutine or an operation is not found")
	}
}

// What a client does itself has no line in the package: it is shown where the function is declared that is called.
func TestNamesOfCalls(t *testing.T) {
	n := names()
	const own = "p.go:1:1000001"
	n.Goroutines = append(n.Goroutines, report.Goroutine{Name: "caller", Task: "client_P", Caller: true})
	n.Calls = []report.Call{{At: own, Text: "calls P.Stop", Pos: "p.go:5:10"}}
	c := &report.Check{Root: "p.main", Names: n, Results: []report.Result{{Property: "q", Trace: []report.Step{
		{Task: "client_P", Event: "spawn call_Stop[0]", Pos: own},
		{Task: "client_P", Event: "cancel", Pos: own},
		{Task: "client_P", Event: "client_P.given=false", Pos: own},
		{Task: "client_P", Event: "x <- 1", Pos: own},
		{Task: "client_P", Event: "lock p_mu", Pos: "p.go:1:1"}},
		Waiting: []report.Waiting{{Task: "client_P", At: "x <- 1", Pos: own}}}}}
	shown := c.InSource().Results[0]
	for i, want := range []report.Step{{Event: "calls P.Stop", Pos: "p.go:5:10"}, {Event: "ends the context", Pos: "p.go:5:10"},
		{Event: "caller.given=false", Pos: "p.go:5:10", Own: true}, {Event: "x <- 1", Pos: "p.go:5:10"}, {Event: "p.mu.Lock()", Pos: "p.go:1:1"}} {
		if st := shown.Trace[i]; st.Event != want.Event || st.Pos != want.Pos || st.Own != want.Own {
			t.Errorf("step %d is %+v", i+1, st)
		}
	}
	for s, want := range map[string]string{"n1 spawn\n" + own: "n1 spawn\np.go:5:10", "n2 p.go:2:1000009": "n2 ", "p.go:2:100": "p.go:2:100"} {
		if got := n.Text(s); got != want {
			t.Errorf("%q is %q", s, got)
		}
	}
	if w := shown.Waiting[0]; w.Pos != "p.go:5:10" || w.At != "x <- 1" {
		t.Errorf("%+v waits", w)
	}
}

// An execution of which only the model takes steps has no table.
func TestOwnStepsText(t *testing.T) {
	r := report.Result{Property: "q", Trace: []report.Step{{Task: "main", Event: "main.is=true", Pos: "p.go:1:1", Own: true}}}
	r.Conclude(outcome.Execution{})
	c := &report.Check{Root: "p.main", Names: names(), Results: []report.Result{r}}
	var text strings.Builder
	if err := c.WriteText(&text, report.TextOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := text.String(); strings.Contains(got, "step  ") || !strings.Contains(got, "Steps without a row are of the model alone") {
		t.Error(got)
	}
	text.Reset()
	if err := c.WriteText(&text, report.TextOptions{Verbose: true}); err != nil || !strings.Contains(text.String(), "main.is=true") {
		t.Error(err, text.String())
	}
}
