package lpor

import (
	"context"
	"strings"
	"testing"

	"flavers/internal/trial"
)

// An error is told with the values that it has at the end of its schedule, also
// where errors of one place and kind have different ones.
func TestErrorOfItsSchedule(t *testing.T) {
	const src = `program errors
		shared x, y 0..1
		task a { skip; skip; y = 1 }
		task b { x = y + 2 }`
	p := trial.Program(t, src)
	texts := map[string]bool{}
	for _, opt := range ways {
		for _, shortest := range []bool{false, true} {
			opt.Shortest = shortest
			r, err := Run(context.Background(), p, nil, opt)
			if err != nil || len(r.Findings) != 1 {
				t.Fatal(r, err)
			}
			replay(t, p, nil, r, src)
			text := r.Findings[0].Err.Error()
			if shortest && !strings.Contains(text, "x = 2 is outside") {
				t.Errorf("%+v: %s is not the error of the shortest execution", opt, text)
			}
			texts[text] = true
		}
	}
	if len(texts) != 2 {
		t.Errorf("the errors found first are all %v", texts)
	}
}

// A limit of the model is no error of the program: something is left out, and
// nothing is found. Errors beside it count.
func TestLimitIsNoError(t *testing.T) {
	const endless = `program limit
		shared go bool
		looper l { on m when go { } }
		task t { loop { post l.m } }
		`
	for _, c := range []struct {
		src    string
		errors int64 // of executions, by the search without a set of visited states
	}{
		{endless, 0},
		{endless + "task u { event a }", 0},
		{endless + "task u { assert go }", 1},
	} {
		p := trial.Program(t, c.src)
		for _, opt := range ways {
			r, err := Run(context.Background(), p, nil, opt)
			if err != nil {
				t.Fatal(err)
			}
			if r.Complete || r.Limit != "model" || (r.Errors > 0) != (c.errors > 0) || len(r.Findings) != int(c.errors) {
				t.Errorf("%+v: complete %v, limit %q, %d errors, findings %v\n%s", opt, r.Complete, r.Limit, r.Errors, r.Findings, c.src)
			}
			if opt.Stateless && (r.Executions == 0) != (c.errors == 0) || opt.Stateless && (r.Beyond == 0) != (c.errors > 0) {
				t.Errorf("%+v: %d executions, %d left the model\n%s", opt, r.Executions, r.Beyond, c.src)
			}
		}
	}
}
