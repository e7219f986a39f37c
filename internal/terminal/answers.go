package terminal

// Answers as they come: a line on standard error for each check that has one.

import (
	"fmt"
	"sync"
	"time"

	"flavers/report"
)

// soon is how long a check may take without a word on a terminal: the report
// comes at once then.
const soon = time.Second

// Answers prints a line for each answer of a running check. Those that come soon
// wait until it is clear that the report does not.
type Answers struct {
	console *Console
	timer   *time.Timer // nil: print at once

	mu      sync.Mutex
	waiting []string
	late    bool // the time is over
}

// NewAnswers is for a check that begins now; atOnce: nothing waits.
func NewAnswers(c *Console, atOnce bool) *Answers {
	w := &Answers{console: c, late: atOnce}
	if !atOnce {
		w.timer = time.AfterFunc(soon, func() {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.late = true
			w.flush()
		})
	}
	return w
}

// Add is verify.Options.Answered.
func (w *Answers) Add(r *report.Result, known, all int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	name, verdict := r.Property, string(r.Verdict)
	switch {
	case r.Kind == report.KindDeadlock:
		name = "no deadlock"
	case r.Property == report.RuntimeErrors:
		name = "no run-time error"
	}
	if r.Expected {
		verdict += ", as expected"
	}
	w.waiting = append(w.waiting, fmt.Sprintf("%s: %s (%d of %d)", name, verdict, known, all))
	w.flush()
}

func (w *Answers) flush() {
	if w.late {
		for _, line := range w.waiting {
			fmt.Fprintln(w.console, line)
		}
		w.waiting = nil
	}
}

// End drops what waits: the report has it.
func (w *Answers) End() {
	if w.timer != nil {
		w.timer.Stop()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting = nil
}
