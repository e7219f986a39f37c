package examples_test

import (
	"context"
	"testing"

	"flavers/report"
	"flavers/verify"
)

// TestPaxosWrong: what the header of paxos.tfg claims of WRONG: a proposer that
// does not look at what was accepted breaks agreement.
func TestPaxosWrong(t *testing.T) {
	for wrong, want := range map[string]report.Verdict{"0": report.Holds, "1": report.Violated} {
		e := load(t, "messages/paxos", map[string]string{"WRONG": wrong, "A": "2"})
		c := verify.Check(context.Background(), e.program, e.specs, verify.Options{Only: []string{"agreement"}})
		if len(c.Results) != 1 || c.Results[0].Verdict != want {
			t.Errorf("WRONG=%s: %+v, expected %s", wrong, c.Results, want)
		}
	}
}

// TestPiOfSize: the worker that answers first is any of N, and the result still
// comes last; the bounds of all mailboxes are found.
func TestPiOfSize(t *testing.T) {
	for _, n := range []string{"3", "5"} {
		e := load(t, "messages/pi", map[string]string{"N": n})
		for _, o := range e.program.Objects {
			for _, m := range o.Messages {
				if !m.Tight {
					t.Errorf("N=%s: no bound for %s.%s", n, o.Name, m.Name)
				}
			}
		}
		c := verify.Check(context.Background(), e.program, e.specs, verify.Options{Only: []string{"result_before_stop"}})
		if len(c.Results) != 1 || c.Results[0].Verdict != report.Holds {
			t.Errorf("N=%s: %+v", n, c.Results)
		}
	}
}
