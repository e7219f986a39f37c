package picture

import (
	"context"
	"strings"
	"testing"

	"flavers/internal/trial"
	"flavers/report"
	"flavers/verify"
)

// A page carries all states of a small program; of a larger one, and where time has run
// out, it says why not.
func TestByHand(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	for _, k := range []struct {
		ctx     context.Context
		program string
		why     string
	}{
		{t.Context(), "dining", ""},
		{t.Context(), "chiron", "more than 5,000 states"},
		{ended, "bakery", "The limits of the run were reached"},
	} {
		p, specs := trial.Example(t, "examples/"+k.program+".tfg", nil)
		g, why := byHand(k.ctx, p, specs)
		if (g != nil) != (k.why == "") || !strings.Contains(why, k.why) || g == nil && !strings.Contains(why, "flavers sim") {
			t.Errorf("%s: %v, %q", k.program, g != nil, why)
		}
	}
}

// An arrow says the message without the task that it leads to, and leads to the line of
// the event that takes it; the box does not say what arrows say, but for a step that only
// sends.
func TestChartOfMessages(t *testing.T) {
	p, specs := trial.Example(t, "examples/messages/vote.tfg", nil)
	c := verify.Check(t.Context(), p, specs, verify.Options{Only: []string{"zero_is_heard"}})
	r := &c.Results[0]
	if r.Verdict != report.Violated {
		t.Fatal(r.Verdict)
	}
	sends := 0
	drawn := Chart(p, specs, r)
	for i, m := range drawn.Steps {
		events := strings.Join(m.Events, "\n")
		for k, q := range m.Sends {
			sends++
			of := r.Trace[i].Sends[k]
			if q.Label == "" || strings.HasPrefix(q.Label, of.To+".") || !strings.HasSuffix(of.Message, q.Label) {
				t.Errorf("step %d: %s is labelled %s", i+1, of.Message, q.Label)
			}
			if said := strings.Contains(events, "post "+of.Message); said != (len(r.Trace[i].All()) == 1) {
				t.Errorf("step %d says %q beside an arrow", i+1, events)
			}
			if q.Step >= 0 && drawn.Steps[q.Step].Events[q.Taken] != of.Message {
				t.Errorf("step %d: %s leads to %s", i+1, of.Message, drawn.Steps[q.Step].Events[q.Taken])
			}
		}
	}
	if sends < 2 {
		t.Errorf("%d messages", sends)
	}
}
