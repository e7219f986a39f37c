package batch

import (
	"testing"

	"flavers/report"
)

// A deadlock in which others wait for who is blocked in another one comes of that one; so does one of who has locked
// again what stays locked there. A deadlock of its own does not.
func TestFollows(t *testing.T) {
	of := func(trace []report.Step, waiting ...report.Waiting) Finding {
		c := &report.Check{Deadlock: &report.Result{Property: report.Deadlock, Trace: trace, Waiting: waiting}}
		return Finding{Check: c, Result: c.Deadlock}
	}
	locks := func(task, pos string) report.Step { return report.Step{Task: task, Event: "lock m", Pos: pos} }
	waits := func(task, pos string, on ...string) report.Waiting {
		return report.Waiting{Task: task, At: "lock m", Pos: pos, For: on}
	}
	nested := of([]report.Step{locks("a", "f:1:1")}, waits("a", "f:2:1", "a"))
	others := of([]report.Step{locks("a", "f:1:1")}, waits("a", "f:2:1", "a"), waits("b", "f:1:1", "a"))
	apart := of([]report.Step{locks("a", "f:1:1")}, waits("a", "f:2:1", "a"),
		waits("b", "f:9:1", "c"), waits("c", "f:8:1", "b"))
	left := of([]report.Step{locks("e", "f:1:1")}, waits("d", "f:3:1"))
	for _, c := range []struct {
		of, by *Finding
		want   bool
	}{{&others, &nested, true}, {&apart, &nested, false}, {&nested, &others, false},
		{&nested, &left, true}, {&left, &nested, false}} {
		if got := c.of.follows(c.by); got != c.want {
			t.Errorf("%+v follows %+v: %v", c.of.Result.Waiting, c.by.Result.Waiting, got)
		}
	}
}
