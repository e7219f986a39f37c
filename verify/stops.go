package verify

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"flavers/automata"
	"flavers/cfg"
	"flavers/deadlock"
	"flavers/explore"
	"flavers/explore/lpor"
	"flavers/limit"
	"flavers/report"
	"flavers/report/outcome"
	"flavers/sem"
	"flavers/verify/blocked"
	"flavers/verify/directed"
)

// Where executions stop. The static lane judges executions that are over. One
// that is blocked for ever stops as well: whether there is one, and what a
// property says there, is asked here, cheapest first:
//
//	states, few     breadth first: decides small programs, with a shortest execution
//	hunt            directed executions: a deadlock of a few steps, at any size
//	explorers       a few states and executions, by each explorer that may visit all (explorers.go)
//	orbits          states up to exchanging tasks, by stubborn sets (package blocked); they
//	                take turns with the next, each time with more work
//	certificate     invariants that no deadlock satisfies (package deadlock)
//	stubborn sets   all terminal states, in part of the state space; before the certificate
//	                where that is about very many places
//	states, many    all states
//
// Each has a budget in units of work, so that the answer does not depend on the
// machine, unless time runs out. What is left undecided is unknown, and says what
// was tried.

// Budgets of the searches, in states of a program with few components.
const (
	stubbornStates = 200_000
	manyStates     = 2_000_000
)

// Budgets of the search by stubborn sets, in pairs of transitions, of which a set may look
// at all: a first look, before what may take minutes, and all of it.
const (
	someStubborn = 1 << 26
	manyStubborn = 1 << 27
)

// Work of the search of orbits (blocked.Search) and of a first look for a certificate,
// which take turns. With many tasks the tables of the search alone cost more than a
// certificate: it is then looked for first.
const (
	fewOrbits        = 1 << 24
	someOrbits       = 1 << 28
	manyOrbits       = 1 << 31
	quickCertificate = 500_000_000
	quickConflicts   = 5_000 // of its solver, in each attempt, where it is about errors
	mostFirst        = 200   // tasks
)

// manyPlaces is how many places make a certificate dearer than other searches are
// likely to be: its pairs are of all of them.
const manyPlaces = 1 << 15

// places are all values of components: the places of the certificate's net.
func (c *checker) places() (n int) {
	for i := range c.sem.M.Comps {
		n += int(c.sem.M.Comps[i].Size)
	}
	return n
}

// fewStates is less in tests that are about the stages after it.
var fewStates atomic.Int64

func init() { fewStates.Store(30_000) }

// stop is what is known of executions that stop in a certain way.
type stop struct {
	evidence outcome.Evidence // that there is one, or that there is none; nil: it is not known
	schedule []sem.Choice     // of one, if the evidence is an execution
	shortest bool             // no other has fewer steps
	by       string           // what decided it
	exceeded *sem.Error       // a bound of the model that a search met
	limit    report.Limit     // without evidence
	tried    []string         // without evidence: stages and why they could not decide
	finite   bool             // every execution was followed to its end: none goes on for ever
	clean    bool             // all states or executions were visited: none is a deadlock or ends in a run-time error
	shared   time.Duration    // what work that others ask for, too, has run for this
}

// proof is the evidence, or that there is none.
func (s *stop) proof() outcome.Evidence {
	if s.evidence == nil {
		return outcome.None{}
	}
	return s.evidence
}

// verdict is what the evidence says of a property that such executions violate.
func (s *stop) verdict() report.Verdict {
	return outcome.Of(outcome.Goal{}, s.proof(), outcome.Ledger{}).Verdict
}

// shown reports whether an execution was found.
func (s *stop) shown() bool { return outcome.Shows(s.evidence) }

// budget scales a number of states to what one costs: the size of a state, times
// the number of steps from it.
func (c *checker) budget(states int64) int64 {
	size := float64(len(c.p.Tasks)+len(c.p.Vars)+len(c.p.Objects)) / 32
	return max(int64(float64(states)/(1+size*size)), min(states, 100))
}

// stopSearch is a search for executions that stop in a certain way: blocked, if
// seek is explore.Deadlock; without a property's accepting, if seek is
// explore.Violation and specs has one. Constraints in specs are assumed.
type stopSearch struct {
	c     *checker
	seek  explore.Kind
	traps bool // violations on the way count, too
	specs []*automata.Spec
	stop

	orbits *blocked.Search // nil: not begun
	left   []site          // errors that a certificate does not exclude; nil: there is none
}

// stubborn searches by stubborn sets with so much work; true: that decides it.
func (s *stopSearch) stubborn(ctx context.Context, work int64) bool {
	s.forget(apartStates)
	return s.explore(ctx, apartStates, stubbornStates, work, lpor.Run)
}

// forget takes back what was said of an earlier search of the same name.
func (s *stopSearch) forget(name string) {
	s.tried = slices.DeleteFunc(s.tried, func(t string) bool { return strings.HasPrefix(t, name+":") })
}

// stops looks for an execution that stops so.
func (c *checker) stops(ctx context.Context, seek explore.Kind, specs []*automata.Spec) stop {
	return c.newStops(seek, specs).run(ctx)
}

// run makes the whole search.
func (s *stopSearch) run(ctx context.Context) stop {
	if s.states(ctx, fewStates.Load()) || s.seek == explore.Deadlock && (s.hunt(ctx) || s.few(ctx) || s.turns(ctx)) ||
		s.seek != explore.Deadlock && s.searchOrbits(ctx, someOrbits) {
		return s.stop
	}
	late := s.seek != explore.Deadlock || s.c.sem == nil || s.c.places() > manyPlaces
	if !late && (s.certify(ctx) || s.stubborn(ctx, someStubborn) || s.searchOrbits(ctx, manyOrbits)) {
		return s.stop
	}
	s.forget(allStates)
	if !s.stubborn(ctx, manyStubborn) && !(late && s.seek == explore.Deadlock && s.certify(ctx)) &&
		!s.states(ctx, manyStates) && ctx.Err() != nil {
		s.limit = limitOfContext(ctx)
	}
	return s.stop
}

// turns asks of a program with few tasks whether an execution deadlocks.
func (s *stopSearch) turns(ctx context.Context) bool {
	return len(s.c.p.Tasks) <= mostFirst && (s.searchOrbits(ctx, fewOrbits) || s.certifyQuickly(ctx) || s.searchOrbits(ctx, someOrbits))
}

func (c *checker) newStops(seek explore.Kind, specs []*automata.Spec) *stopSearch {
	return &stopSearch{c: c, seek: seek, specs: specs}
}

const allStates = "all states"

// states searches breadth first; true: that decides it.
func (s *stopSearch) states(ctx context.Context, most int64) bool {
	s.shortest = s.explore(ctx, allStates, s.c.budget(most), 0, func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*explore.Result, error) {
		opt.Algorithm, opt.Symmetry = "states", most > fewStates.Load()
		return explore.Run(ctx, p, specs, opt)
	})
	return s.shortest
}

// hunt tries directed executions.
func (s *stopSearch) hunt(ctx context.Context) bool {
	found, looked := directed.Deadlock(ctx, s.c.p, s.c.constraints)
	if found == nil {
		s.tried = append(s.tried, fmt.Sprintf("directed executions: none of %d got stuck", looked))
		return false
	}
	s.evidence, s.schedule, s.by = outcome.Execution{}, found, "directed executions"
	return true
}

// certifyQuickly looks with little work for invariants that no deadlock satisfies.
func (s *stopSearch) certifyQuickly(ctx context.Context) bool {
	if ctx.Err() != nil || s.c.sem == nil {
		return false
	}
	r := deadlock.Certify(ctx, s.c.sem, s.c.rel, deadlock.Limits{Work: quickCertificate})
	return r.Free && !r.Limited && s.certified(&r)
}

// certifyErrors looks for invariants that exclude run-time errors; true: there are some. Other errors are left.
func (s *stopSearch) certifyErrors(ctx context.Context) bool {
	c, asked := s.c, s.c.counts(goal{})
	r := deadlock.CertifyErrors(ctx, c.sem, c.rel, asked, deadlock.Limits{Work: quickCertificate, Conflicts: quickConflicts})
	c.logf("%s: certificate: proved: %t, %d left; %s", report.RuntimeErrors, r.Certificate != nil && !r.Limited, len(r.Left), r.Reason)
	if r.Certificate == nil || r.Limited {
		return false
	}
	if c.opt.Check {
		certify("errors", r.Certificate.CheckErrors(c.sem, c.rel, asked))
	}
	s.left = append([]site{}, r.Left...) // not nil
	s.evidence, s.by = outcome.Certificate{}, invariants(&r)
	return true
}

// invariants says what a certificate has.
func invariants(r *deadlock.Result) string {
	return fmt.Sprintf("a certificate: %d traps, %d sums, pairs of places", r.Traps, r.Sums)
}

// certified takes a certificate for the answer.
func (s *stopSearch) certified(r *deadlock.Result) bool {
	if s.c.opt.Check {
		certify("deadlock", r.Certificate.Check(s.c.sem, s.c.rel))
	}
	s.evidence, s.by = outcome.Certificate{}, invariants(r)
	return true
}

// certify looks for invariants that no deadlock satisfies.
func (s *stopSearch) certify(ctx context.Context) bool {
	if ctx.Err() != nil || s.c.sem == nil { // without tables there is no net
		return false
	}
	w := once(s.c, &s.c.free, func(ctx context.Context, c *checker) deadlock.Result {
		return deadlock.Certify(ctx, c.sem, c.rel, deadlock.Limits{})
	})
	r, ok := w.Wait(ctx)
	if ok {
		s.shared = w.Ran()
	}
	switch {
	case !ok && ctx.Err() != nil:
		return false
	case !ok: // its own time, or memory
		s.limit = limitOfContext(w.Context())
		s.tried = append(s.tried, "certificate: "+limit.Words(w.Context()))
		return false
	case !r.Free:
		s.tried = append(s.tried, "certificate: "+r.Reason)
		return false
	case r.Limited:
		s.tried = append(s.tried, "certificate: none beyond what a mailbox, queue or counter of the model holds")
		return false
	}
	return s.certified(&r)
}

// goal is what package blocked is to search for; false: it knows no constraints.
func (s *stopSearch) goal() (blocked.Goal, bool) {
	switch {
	case len(s.c.constraints) > 0:
		return blocked.Goal{}, false
	case s.seek == explore.Violation:
		return blocked.Goal{Property: s.specs[0], Traps: s.traps}, len(s.specs) == 1
	}
	return blocked.Goal{Errors: s.seek == explore.Error}, len(s.specs) == 0
}

// searchOrbits goes on with this search until so much work has been done in all.
func (s *stopSearch) searchOrbits(ctx context.Context, work int64) bool {
	c := s.c
	goal, ok := s.goal()
	if ctx.Err() != nil || c.sem == nil || !ok {
		return false
	}
	if s.orbits == nil {
		limit.Try(func() {
			poll := limit.New(ctx)
			s.orbits = blocked.New(c.sem, c.dependencies(), goal, blocked.Options{AllStates: c.opt.NoSymmetry}, poll)
		})
		if s.orbits == nil { // a step has no table, or time ran out
			return false
		}
	}
	verdict := s.orbits.Run(ctx, work, c.opt.MaxMemory)
	s.tried = slices.DeleteFunc(s.tried, func(t string) bool { return strings.HasPrefix(t, someStates) })
	switch verdict {
	case blocked.Found:
		s.evidence, s.schedule, s.shortest = outcome.Execution{}, s.orbits.Schedule(), true
	case blocked.Free:
		s.evidence = outcome.Exhausted{}
	case blocked.Beyond:
		s.exceeded = s.orbits.Exceeded
		s.tried = append(s.tried, someStates+": none within what the model counts")
		return false
	case blocked.Open:
		s.tried = append(s.tried, fmt.Sprintf("%s: not finished after %d states%s", someStates, s.orbits.States, upTo(s.orbits.Orbits)))
		return false
	}
	s.by = fmt.Sprintf("%s, %d states%s", someStates, s.orbits.States, upTo(s.orbits.Orbits))
	return true
}

// someStates names the search of package blocked, not that of explore/lpor.
const someStates = "stubborn sets of cases"

type runner func(context.Context, *cfg.Program, []*automata.Spec, explore.Options) (*explore.Result, error)

// explore runs an explorer that visits at most so many states.
func (s *stopSearch) explore(ctx context.Context, name string, most, work int64, run runner) bool {
	if ctx.Err() != nil {
		return false
	}
	r, err := run(ctx, s.c.p, s.specs, explore.Options{Seek: s.seek, Traps: s.traps, StopAtFirst: true, MaxStates: most, MaxWork: work, MaxMemory: s.c.opt.MaxMemory})
	switch {
	case err != nil:
		s.tried = append(s.tried, fmt.Sprintf("%s: %v", name, err))
		return false
	case len(r.Findings) > 0:
		s.evidence, s.schedule, s.by = outcome.Execution{}, r.Findings[0].Schedule, name
		return true
	case r.Complete:
		s.evidence, s.by = outcome.Exhausted{}, fmt.Sprintf("%s, %d of them%s", name, r.States, upTo(r.Orbits))
		// Stubborn sets keep only what is sought. The others meet every end of an execution, and count each.
		s.clean = name != apartStates && r.Deadlocks == 0 && r.Errors == 0
		if name == allExecutions {
			s.finite = true
			s.by = fmt.Sprintf("%s, %d of them up to the order of independent steps", name, r.Executions)
		}
		return true
	}
	if len(r.Exceeded) > 0 {
		s.exceeded = r.Exceeded[0]
	}
	if s.limit == "" || r.Limit == "model" {
		s.limit = stopLimits[r.Limit]
	}
	if name == allExecutions {
		s.tried = append(s.tried, fmt.Sprintf("%s: %s after %d", name, stopReasons(r.Limit), r.Executions))
	} else {
		s.tried = append(s.tried, fmt.Sprintf("%s: %s after %d states%s", name, stopReasons(r.Limit), r.States, upTo(r.Orbits)))
	}
	return false
}

// upTo says which states count as one.
func upTo(orbits bool) string {
	if orbits {
		return " up to exchanging tasks"
	}
	return ""
}

// exceeds says which bound of the model was met.
func exceeds(err *sem.Error) string { return report.Exceeds(err.Pos.String(), err.Text) }

// stopLimits names the limits of explorers as those of a check.
var stopLimits = map[string]report.Limit{"states": report.LimitStates, "memory": report.LimitMemory, "time": report.LimitTime,
	"interrupt": report.LimitInterrupt, "model": report.LimitSize}

func stopReasons(limit string) string {
	switch limit {
	case "model":
		return "a mailbox, queue or counter would hold more than the model counts"
	case "time":
		return "time ran out"
	case "interrupt":
		return "interrupted"
	case "memory":
		return "the memory was used up"
	}
	return "not finished"
}
