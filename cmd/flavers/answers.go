package main

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

// answers prints a line for each answer of a running check. Those that come soon
// wait until it is clear that the report does not.
type answers struct {
	console *console
	timer   *time.Timer // nil: print at once

	mu      sync.Mutex
	waiting []string
	late    bool // the time is over
}

// newAnswers is for a check that begins now; atOnce: nothing waits.
func newAnswers(c *console, atOnce bool) *answers {
	w := &answers{console: c, late: atOnce}
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

// add is verify.Options.Answered.
func (w *answers) add(r *report.Result, known, all int) {
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

func (w *answers) flush() {
	if w.late {
		for _, line := range w.waiting {
			fmt.Fprintln(w.console, line)
		}
		w.waiting = nil
	}
}

// end drops what waits: the report has it.
func (w *answers) end() {
	if w.timer != nil {
		w.timer.Stop()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting = nil
}
