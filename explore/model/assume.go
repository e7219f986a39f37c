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

// This file lets violations count only if they can go on so that they obey every
// constraint. An explorer stops at a step that a constraint forbids; whether an
// execution that it has cut short, or that it found on the way, obeys them to
// its end is asked here.

// assumed is what is known of the constraints, while an exploration goes on.
type assumed struct {
	sync.Mutex
	ctx       context.Context
	judge     *assume.Judge
	specs     []*automata.Spec
	dismissed map[string]int // by property: how often one was found that does not count
}

// maxDismissed is how many violations of one property are asked about that do
// not count; then the search in settle decides.
const maxDismissed = 100

// assume makes Keep ask of violations whether they count. Begin calls it, and Done
// settle.
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

// counts reports whether an execution that traps a property can go on so that it
// obeys every constraint.
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

// settle decides, in all states of the program, on properties of which only
// violations were found that do not count. Where that takes too long, the result
// is not complete.
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
