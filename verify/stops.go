package verify

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"flavers/automata"
	"flavers/explore"
	"flavers/explore/lpor"
	"flavers/report"
	"flavers/report/outcome"
	"flavers/sem"
	"flavers/verify/blocked"
)

// This file is the search for an execution that stops in a given way: blocked, in a run-time error, or where a property
// is violated. The fixed point judges executions that end; those that are blocked for ever are judged here. The
// strategies of portfolio.go try one after the other. A stopSearch keeps the evidence, or what each of them has failed
// at: what is left undecided is unknown, and says what was tried.

// stop is what is known of executions that stop in a certain way. While evidence is nil, exceeded, limit and tried say
// what was attempted. Once it is set, they are left over from strategies that failed, and mean nothing.
type stop struct {
	evidence outcome.Evidence // that there is one, or that there is none; nil: it is not known
	schedule []sem.Choice     // of one, if the evidence is an execution
	shortest bool             // no other has fewer steps
	by       string           // what decided it
	exceeded *sem.Error       // a bound of the model that a search met
	limit    report.Limit     // what ended the search
	tried    []miss           // strategies that could not decide
	finite   bool             // every execution was followed to its end: none goes on for ever
	needs    float64          // transitions that optimal DPOR would take by its own estimate, which is low; 0: not known
	cyclic   bool             // many states of stubborn sets closed a cycle, where the sets reduce nothing
	narrows  bool             // the search of all states seems to be past its widest level (explore.Result)
	shared   time.Duration    // how long work has run that other checks use, too (once)
}

// miss is a strategy that could not decide, and why.
type miss struct {
	by  string // its name; "": why says all
	why string
}

func (m miss) String() string {
	if m.by == "" {
		return m.why
	}
	return m.by + ": " + m.why
}

// trials says what was tried.
func (s *stop) trials() string {
	var all []string
	for _, m := range s.tried {
		all = append(all, m.String())
	}
	return strings.Join(all, "; ")
}

// missed notes that a strategy could not decide, in place of what was said of it before.
func (s *stop) missed(by, why string) {
	s.forget(by)
	s.tried = append(s.tried, miss{by, why})
}

// forget takes back what was said of a strategy.
func (s *stop) forget(by string) {
	s.tried = slices.DeleteFunc(s.tried, func(m miss) bool { return m.by == by })
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

// budget scales a number of states to what one costs: its size to keep it, and about as many steps to be taken from it.
// With 32 tasks, variables and objects, a state counts as two.
func (c *checker) budget(states int64) int64 {
	size := float64(len(c.p.Tasks)+len(c.p.Vars)+len(c.p.Objects)) / 32
	return max(int64(float64(states)/(1+size*size)), min(states, 100))
}

// stopSearch looks for an execution that stops in one way: blocked (explore.Deadlock), in a run-time error
// (explore.Error), or where the property among specs does not accept (explore.Violation). The other specs are
// constraints that the execution obeys.
type stopSearch struct {
	c     *checker
	seek  explore.Kind
	traps bool // violations on the way count, too
	specs []*automata.Spec
	stop

	kept   *explorations   // of its turns; nil: none has begun
	orbits *blocked.Search // nil: not begun
	left   []site          // run-time errors that a certificate does not exclude, while there is no evidence about them
	most   int64           // states that a search of all states was allowed
}

// stops looks for an execution that stops so.
func (c *checker) stops(ctx context.Context, seek explore.Kind, specs []*automata.Spec) stop {
	return c.newStops(seek, specs).run(ctx)
}

// newStops prepares such a search.
func (c *checker) newStops(seek explore.Kind, specs []*automata.Spec) *stopSearch {
	return &stopSearch{c: c, seek: seek, specs: specs}
}

// own returns the explorations of the turns that this search has for itself.
func (s *stopSearch) own() *explorations {
	if s.kept == nil {
		s.kept = s.c.keep()
	}
	return s.kept
}

// searches are searches of one checker that one exploration may answer together.
type searches []*stopSearch

// open lists those that have no answer.
func (of searches) open() (out searches) {
	for _, s := range of {
		if s.evidence == nil {
			out = append(out, s)
		}
	}
	return out
}

// explore runs an explorer within limits, and reports whether it answers all of the searches. For one search, only what
// it seeks is kept, which lets some explorers visit less. For several, all findings are kept, until each search has its
// own. If kept is not nil, the exploration of this way goes on there, and may have been begun for more searches; else
// it begins anew.
func (of searches) explore(ctx context.Context, kept *explorations, w way, within explore.Limits, run runner) bool {
	if ctx.Err() != nil {
		return false
	}
	c, opt := of[0].c, explore.Options{MaxMemory: of[0].c.opt.MaxMemory, Symmetry: w.symmetry}
	if len(of) == 1 {
		opt.Seek, opt.Traps = of[0].seek, of[0].traps
	}
	var specs []*automata.Spec
	for _, s := range of {
		s.forget(w.name)
		specs = append(specs, s.specs...)
	}
	var st step
	if kept != nil {
		st = kept.turn(ctx, w, of, within, func() *exploration { return newExploration(of, run, c.p, specs, opt) })
	} else {
		opt.Within(within)
		opt.Enough = of.found
		st.result, st.err = run(ctx, c.p, specs, opt)
	}
	if r := st.result; st.err == nil {
		c.logf("%s for %d searches: %d states, %d executions, %d transitions; complete: %t",
			w.name, len(of), r.States, r.Executions, r.Transitions, r.Complete)
	}
	for _, s := range of {
		if st.err != nil {
			s.missed(w.name, st.err.Error())
		} else {
			s.record(w, st.result)
		}
	}
	return len(of.open()) == 0
}

// cover reports whether each of some searches seeks what one of these does.
func (of searches) cover(some searches) bool {
	for _, s := range some {
		if !slices.ContainsFunc(of, func(o *stopSearch) bool {
			sameTraps := o.traps == s.traps || s.seek != explore.Violation // it says nothing of others
			return o.seek == s.seek && sameTraps && slices.Equal(o.specs, s.specs)
		}) {
			return false
		}
	}
	return true
}

// found reports whether a result has what each of the searches seeks.
func (of searches) found(r *explore.Result) bool {
	return !slices.ContainsFunc(of, func(s *stopSearch) bool { return s.finding(r) < 0 })
}

// finding is the place of what s seeks among the findings of a result; -1: it is not there.
func (s *stopSearch) finding(r *explore.Result) int {
	sought := explore.Options{Seek: s.seek, Traps: s.traps}
	return slices.IndexFunc(r.Findings, func(f explore.Finding) bool {
		return sought.Seeks(f) && (s.seek != explore.Violation || slices.ContainsFunc(s.specs, func(sp *automata.Spec) bool {
			return sp.Property && sp.Name == f.Property
		}))
	})
}

// record takes what an explorer found, or that it visited everything, for evidence.
func (s *stopSearch) record(w way, r *explore.Result) {
	found := s.finding(r)
	switch {
	case found >= 0:
		s.evidence, s.schedule, s.by, s.left = outcome.Execution{}, r.Findings[found].Schedule, w.name, nil
		s.shortest = w.shortest
		return
	case r.Complete:
		s.evidence, s.left = outcome.Exhausted{}, nil
		s.by = fmt.Sprintf("%s, %d of them%s", w.name, r.States, upTo(r.Orbits))
		s.shortest = w.shortest
		if w.classes {
			s.finite = true
			s.by = fmt.Sprintf("%s, %d of them up to the order of independent steps", w.name, r.Executions)
		}
		return
	}
	if len(r.Exceeded) > 0 {
		s.exceeded = r.Exceeded[0]
	}
	if s.limit == "" || r.Limit == "model" { // the first limit counts, but a bound of the model says more
		s.limit = stopLimits[r.Limit]
	}
	if w.name == allStates {
		s.narrows = r.Narrows
	}
	if w.name == apartStates {
		s.cyclic = cyclesOfStates*lpor.Reopened(r) > r.States
	}
	visited := fmt.Sprintf("%d states%s", r.States, upTo(r.Orbits))
	if w.classes {
		visited = strconv.FormatInt(r.Executions, 10)
		if r.Share > 0 {
			s.needs = float64(r.Transitions) / r.Share
		}
	}
	s.missed(w.name, stopReasons(r.Limit)+" after "+visited)
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
var stopLimits = map[string]report.Limit{"states": report.LimitStates, "executions": report.LimitStates,
	"memory": report.LimitMemory, "time": report.LimitTime, "interrupt": report.LimitInterrupt, "model": report.LimitSize}

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
