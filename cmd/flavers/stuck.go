package main

// Schedules that cannot be followed: what is wrong with the step.

import (
	"fmt"
	"slices"

	"flavers/automata"
	"flavers/cfg"
	"flavers/report"
	"flavers/sem"
)

// explainStuck tells a step that cannot be taken from one that can, but has no
// such outcome.
func (a *app) explainStuck(run *report.Run, p *cfg.Program, specs []*automata.Spec, schedule string) {
	if run.Stuck == "" {
		return
	}
	steps, _, err := sem.ParseSchedule(p, schedule)
	at := len(run.Steps)
	if err != nil || at >= len(steps) || steps[at].Outcome == 0 {
		return
	}
	begin := slices.Clone(steps[:at+1])
	possible := func(outcome int) bool {
		begin[at].Outcome = outcome
		again, problems := a.engine.run(p, specs, sem.FormatSchedule(p, begin))
		return !problems.HasErrors() && again.Stuck == ""
	}
	wanted := steps[at].Outcome
	n := 0
	for n < wanted && possible(n) {
		n++
	}
	if n == 0 {
		return // the step cannot be taken at all
	}
	there := "only outcome 0"
	if n > 1 {
		there = fmt.Sprintf("only outcomes 0 to %d", n-1)
	}
	run.Stuck = fmt.Sprintf("step %d, %s, has no outcome %d here; it has %s", at+1, p.NodeString(p.Actions[steps[at].Action].A), wanted, there)
}
