package model

import (
	"context"
	"slices"
	"sync"

	"flavers/assume"
	"flavers/automata"
	"flavers/cfg"
	"flavers/sem"
)

// This file decides which violations count under constraints: those of executions that
// can be continued to an end so that they obey every constraint. An explorer takes no step
// that a constraint forbids. But an execution that it has cut short, or in which it found
// a violation on the way, may have no such continuation. Keep asks counts for each
// violation. If none of a property counts, settle searches all states of the program.

// assumed is what is known about this during an exploration.
type assumed struct {
	sync.Mutex
	ctx       context.Context
	judge     *assume.Judge
	specs     []*automata.Spec
	dismissed map[string]int // by property: the number of violations that were found not to count
}

// maxDismissed is the number of violations of one property after which counts asks no
// more. The search of settle decides then.
const maxDismissed = 100

// assume prepares an exploration under constraints; without constraints it does nothing.
// Begin calls it, and Done calls settle. The error is a *sem.TooLarge.
func (r *Result) assume(ctx context.Context, p *cfg.Program, specs []*automata.Spec) error {
	if !slices.ContainsFunc(specs, func(s *automata.Spec) bool { return !s.Property }) {
		return nil
	}
	m, err := sem.New(p)
	if err != nil {
		return err
	}
	r.assumed = &assumed{ctx: ctx, judge: assume.New(m, specs), specs: specs, dismissed: map[string]int{}}
	return nil
}

// counts reports whether the execution with a schedule, which violates a property, can go
// on so that it obeys every constraint.
func (a *assumed) counts(property string, schedule []sem.Choice) bool {
	a.Lock()
	defer a.Unlock()
	if a.dismissed[property] >= maxDismissed {
		return false
	}
	if state, ok := a.judge.After(schedule); ok && a.judge.Obeys(a.ctx, state) == assume.Yes {
		return true
	}
	a.dismissed[property]++
	return false
}

// settle decides the properties whose violations, as far as they were found, all fail the assumptions. It searches
// all states of the program. If that takes too long, the result is not complete. The number of violations becomes
// 0 if no violation counts.
func (r *Result) settle() {
	a := r.assumed
	if a == nil {
		return
	}
	r.assumed = nil
	for _, sp := range a.specs {
		if !sp.Property || a.dismissed[sp.Name] == 0 || r.Violates(sp.Name) {
			continue
		}
		switch schedule, atEnd, answer := a.judge.Violation(a.ctx, sp); answer {
		case assume.Yes:
			r.Findings = append(r.Findings, Finding{Kind: Violation, Property: sp.Name, AtEnd: atEnd, Schedule: schedule})
		case assume.Unknown:
			r.Omit("constraints")
		}
	}
	shown := slices.ContainsFunc(r.Findings, func(f Finding) bool {
		return f.Kind == Violation &&
			!AsksFor(a.specs, f.Property)
	})
	switch {
	case !shown:
		r.Violations = 0
	case r.Violations == 0:
		r.Violations = 1
	}
}
