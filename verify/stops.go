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

// This file is the state of a search for an execution that stops in a given way: blocked, in a run-time error, or with
// a property violated. The fixed point judges only executions that end, so executions that are blocked for ever are
// judged by such a search. The strategies of portfolio.go work on it, one after the other. If none of them finds
// evidence, the answer is unknown, and names what was tried.

// stop is what is known about executions that stop in the given way.
type stop struct {
	// evidence is that there is such an execution, or that there is none. nil means that neither is known yet.
	evidence outcome.Evidence

	// If evidence is set:
	schedule  []sem.Choice // the execution, if the evidence is one
	shortest  bool         // no such execution has fewer steps
	decidedBy string       // the strategy that decided, with the size of its search
	finite    bool         // every execution was followed to its end, so none is infinite

	// If evidence is nil; left over from strategies that failed, and without a meaning, if it is set:
	exceeded *sem.Error   // a bound of the model that a search met
	limit    report.Limit // the limit that ended the search
	tried    []miss       // the strategies that could not decide

	// What strategies have noticed for their next turns:
	needs   float64 // transitions that optimal DPOR would need by its own estimate, which is too low; 0: not known
	cyclic  bool    // many states of stubborn sets closed a cycle, where the sets reduce nothing
	narrows bool    // the search of all states seems to be past its widest level (explore.Result.Narrows)

	shared time.Duration // running time of work shared with other checks, which pay their parts (once)
}

// miss is a strategy that could not decide, with the reason.
type miss struct {
	method string // name of the strategy; "" if why says everything
	why    string
}

func (m miss) String() string {
	if m.method == "" {
		return m.why
	}
	return m.method + ": " + m.why
}

// trials returns all misses as one text.
func (s *stop) trials() string {
	var all []string
	for _, m := range s.tried {
		all = append(all, m.String())
	}
	return strings.Join(all, "; ")
}

// missed notes that a strategy could not decide, with the reason, the limit that ended it ("" if none did),
// and the bound of the model that it met (nil if it met none). It replaces an earlier note about the same strategy.
//
// Of several limits, the answer names the one that says most. A number of states says least, because no flag changes
// it. A bound of the model says most, because no strategy gets beyond it.
func (s *stop) missed(method, why string, ended report.Limit, bound *sem.Error) {
	s.tried = slices.DeleteFunc(s.tried, func(m miss) bool { return m.method == method })
	s.tried = append(s.tried, miss{method, why})
	if s.limit == "" || s.limit == report.LimitStates && ended != "" || ended == report.LimitSize {
		s.limit = ended
	}
	if bound != nil {
		s.exceeded = bound
	}
}

// proof returns the evidence for package outcome, which is None if there is none.
func (s *stop) proof() outcome.Evidence {
	if s.evidence == nil {
		return outcome.None{}
	}
	return s.evidence
}

// verdict returns the verdict about a property that such executions violate.
func (s *stop) verdict() report.Verdict {
	return outcome.Of(outcome.Goal{}, s.proof(), outcome.Ledger{}).Verdict
}

// shown reports whether an execution was found.
func (s *stop) shown() bool { return outcome.Shows(s.evidence) }

// budget scales a number of states to the size of the program. A large state costs more than a small one, both to keep
// it and because more steps are possible in it. With 32 tasks, variables and objects, a state counts as two.
func (c *checker) budget(states int64) int64 {
	size := float64(len(c.p.Tasks)+len(c.p.Vars)+len(c.p.Objects)) / 32
	return max(int64(float64(states)/(1+size*size)), min(states, 100))
}

// stopSearch is a search for an execution that stops in one way. seek says which way: blocked (explore.Deadlock), in a
// run-time error (explore.Error), or where the property among specs does not accept (explore.Violation). The other
// specs are constraints that the execution has to obey.
type stopSearch struct {
	c     *checker
	seek  explore.Kind
	traps bool // executions also count if they violate the property on the way, in its error state
	specs []*automata.Spec
	stop

	// Searches in progress, with which later attempts continue.
	kept          *explorations   // the turns that this search has for itself; nil: none has begun
	orbits        *blocked.Search // nil: not begun
	left          []site          // run-time errors that a certificate does not exclude; nil without a certificate
	statesAllowed int64           // states that the search of all states was allowed so far
}

// stops looks for an execution that stops in the given way, by the whole portfolio.
func (c *checker) stops(ctx context.Context, seek explore.Kind, specs []*automata.Spec) stop {
	return c.newStops(seek, specs).run(ctx)
}

// newStops prepares a search.
func (c *checker) newStops(seek explore.Kind, specs []*automata.Spec) *stopSearch {
	return &stopSearch{c: c, seek: seek, specs: specs}
}

// ownTurns returns the explorations of the turns that this search has for itself.
func (s *stopSearch) ownTurns() *explorations {
	if s.kept == nil {
		s.kept = s.c.keep()
	}
	return s.kept
}

// searches are searches of one checker that a single exploration may answer together.
type searches []*stopSearch

// open returns the searches that have no evidence.
func (of searches) open() (out searches) {
	for _, s := range of {
		if s.evidence == nil {
			out = append(out, s)
		}
	}
	return out
}

// explore runs an explorer within limits, stores what it finds in the searches, and reports whether all of them have
// evidence then.
//
// For a single search the explorer looks only for what is sought, so that it may visit less. For several it collects
// all findings until each search has its own. If kept is not nil, the exploration of this way continues there. It may
// have been begun for more searches than these.
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
		specs = append(specs, s.specs...)
	}
	var st step
	if kept != nil { // the options then come from limits that each turn sets
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
			s.missed(w.name, st.err.Error(), "", nil)
		} else {
			s.record(w, st.result)
		}
	}
	return len(of.open()) == 0
}

// cover reports whether each search in some seeks the same as one of these.
func (of searches) cover(some searches) bool {
	for _, s := range some {
		if !slices.ContainsFunc(of, func(o *stopSearch) bool {
			sameTraps := o.traps == s.traps || s.seek != explore.Violation // traps is about violations only
			return o.seek == s.seek && sameTraps && slices.Equal(o.specs, s.specs)
		}) {
			return false
		}
	}
	return true
}

// found reports whether a result has a finding for each of the searches.
func (of searches) found(r *explore.Result) bool {
	return !slices.ContainsFunc(of, func(s *stopSearch) bool { return s.finding(r) < 0 })
}

// finding returns the index of the finding in r that s seeks, or -1.
func (s *stopSearch) finding(r *explore.Result) int {
	sought := explore.Options{Seek: s.seek, Traps: s.traps}
	return slices.IndexFunc(r.Findings, func(f explore.Finding) bool {
		return sought.Seeks(f) && (s.seek != explore.Violation || slices.ContainsFunc(s.specs, func(sp *automata.Spec) bool {
			return sp.Property && sp.Name == f.Property
		}))
	})
}

// record stores the result of an explorer in s: as evidence, if the explorer found what s seeks or has visited
// everything, and otherwise as a miss.
func (s *stopSearch) record(w way, r *explore.Result) {
	found := s.finding(r)
	switch {
	case found >= 0:
		s.evidence, s.schedule, s.decidedBy, s.left = outcome.Execution{}, r.Findings[found].Schedule, w.name, nil
		s.shortest = w.shortest
		return
	case r.Complete:
		s.evidence, s.left = outcome.Exhausted{}, nil
		s.decidedBy = fmt.Sprintf("%s, %d of them%s", w.name, r.States, upTo(r.Orbits))
		s.shortest = w.shortest
		if w.classes {
			s.finite = true
			s.decidedBy = fmt.Sprintf("%s, %d of them up to the order of independent steps", w.name, r.Executions)
		}
		return
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
	var bound *sem.Error
	if len(r.Exceeded) > 0 {
		bound = r.Exceeded[0]
	}
	end := endingOf(r.Limit)
	s.missed(w.name, end.words+" after "+visited, end.limit, bound)
}

// upTo qualifies a number of states. With orbits, states that differ only by exchanging tasks count as one.
func upTo(orbits bool) string {
	if orbits {
		return " up to exchanging tasks"
	}
	return ""
}

// exceeds describes a bound of the model that was met.
func exceeds(err *sem.Error) string { return report.Exceeds(err.Pos.String(), err.Text) }

// ending is what a check says of an explorer that a limit has ended.
type ending struct {
	limit report.Limit
	words string // of the miss: it precedes the number of states or executions
}

// endings has the limits of explorers by their names (explore.Result.Limit). A limit that is not here has
// unfinished.
var endings = map[string]ending{
	"model":     {report.LimitSize, "a mailbox, queue or counter would hold more than the model counts"},
	"time":      {report.LimitTime, "time ran out"},
	"interrupt": {report.LimitInterrupt, "interrupted"},
	"memory":    {report.LimitMemory, "the memory was used up"},
}

var unfinished = ending{report.LimitStates, "not finished"}

// endingOf returns the words for an explorer that a limit has ended.
func endingOf(limit string) ending {
	if e, ok := endings[limit]; ok {
		return e
	}
	return unfinished
}
