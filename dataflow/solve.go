package dataflow

import (
	"context"
	"math"
	"slices"
	"time"

	"flavers/bitset"
	"flavers/limit"
)

// Verdict is what Solve found.
type Verdict uint8

const (
	Holds    Verdict = iota // no path of the graph that the constraints allow violates the property
	Violated                // a path does
	Limit                   // cut off before either was known
)

// String says it of paths, for logs: a path need not be an execution, so it is no verdict on the program.
func (v Verdict) String() string {
	return [...]string{"no path violates it", "a path violates it", "cut off by a limit"}[v]
}

// Options of Solve. The zero value is a complete search without limits.
type Options struct {
	Order Order
	// Limits; 0 is none. They are looked at between steps that are made together,
	// so that tuples and visits may pass theirs by about a hundred, and by the
	// number of letters for each worker if there are several.
	MaxTuples, MaxVisits int64
	MaxMemory            int64 // bytes held at one time by tables, worklist and log
	// Progress is called at most once a second, from Solve's goroutine.
	Progress func(Progress)
	Workers  int  // at most so many processors, in the order BFS; 0: as many as Go uses
	NoPath   bool // leave Solution.Path out
	Rejected bool // fill Solution.Rejected, if the verdict is Holds
	Keep     bool // keep the table for Check; then call Solution.Release
}

// Progress is the state of a search under way.
type Progress struct {
	Tuples, Visits, Pending int64 // Pending: entries of the worklist
	Bytes                   int64 // held now
	Elapsed                 time.Duration
}

// Solution is the answer. What it says besides the verdict covers all paths
// when the verdict is Holds, and what was seen before the end otherwise.
type Solution struct {
	Verdict Verdict
	// Limit: which limit was hit: "tuples", "visits", "memory" (Options, or what
	// limit.Watch allows), "time" (the
	// context's deadline) or "interrupted" (its cancellation).
	Limit string
	// Path: violated: the letters from I to the violation, not nil unless Options
	// said so. When the context ends while a path is being recomputed, the verdict
	// is Limit, as nobody can do anything with a violation that cannot be shown.
	Path []int32
	// AtEnd: violated by a property that does not accept when F is reached with
	// all constraints accepting. Otherwise: the property was trapped.
	AtEnd bool
	// Tuples is the number of distinct tuples that occurred, with the start
	// tuple. Visits is the number of letters executed, summed over the tuples;
	// a letter is executed at most once from a tuple, whatever nodes the tuple
	// occurs at. For a program with a task automaton per task these are the
	// states and transitions of its product.
	Tuples, Visits int64
	Bits           int        // width of a packed tuple: a multiple of 64; 0: the tables were not made
	Fired          bitset.Set // letters executed, and those of Path
	FinalReached   bool       // F was reached with all constraints accepting
	// Rejected, when asked for and the verdict is Holds: by monitor, how many pairs of a tuple and a letter
	// that could have come next it rejected. A pair counts for the first monitor
	// that rejects it.
	Rejected []int64
	Bytes    int64 // most memory held at one time

	tables *tables // Options.Keep
	store  store
}

// Release frees what Options.Keep kept. The solution stays readable but cannot
// be checked any more. It may be called twice.
func (s *Solution) Release() {
	s.store.release()
	s.store, s.tables = nil, nil
}

// Solve computes the fixed point of p, or a violation. It panics if p breaks
// the promises of its type, which is a mistake of whoever made it.
func Solve(ctx context.Context, p *Problem, opt Options) *Solution {
	var tb *tables
	if !limit.Try(func() { tb = newTables(limit.New(ctx), p) }) {
		return &Solution{Verdict: Limit, Limit: ended(ctx), Fired: bitset.New(len(p.Letters))}
	}
	s := newSearch(ctx, tb, opt, engineAuto)
	defer s.close()
	return s.solve()
}

// ended returns the Limit of a context that has ended, and empty before.
func ended(ctx context.Context) string {
	if why := limit.Reason(ctx); why != limit.Interrupt {
		return why
	}
	return "interrupted"
}

// search is the working state of one Solve. If a violation is found and the log no
// longer has the beginning of its path, the search runs again to find it (see path).
type search struct {
	ctx    context.Context
	opt    Options
	tb     *tables
	mem    *budget
	tab    *table    // the tuples found
	parts  store     // tab alone, or the tables of several workers
	wl     *worklist // what is still to be executed
	log    *pathLog  // nil: no path is wanted, or the stack of DFS is the path
	narrow bool      // a tuple and a set of letters have one word each: runNarrow, not runWide

	visits       int64      // letters executed, as Solution.Visits
	fired        bitset.Set // the letters that were executed somewhere
	finalReached bool       // as Solution.FinalReached

	until     int64     // the push at which a second run stops; -1 in a first run
	maxTuples int       // Options.MaxTuples, or no limit
	nextPoll  int64     // visits at which to look at the clock
	started   time.Time // when the search began
	reported  time.Time // when Options.Progress was called last
	keep      bool      // the solution has the tables: close does not release them

	mostRows   int      // words of rows that counting rejections may take
	workers    int      // how many may search at a time
	shareAfter int      // tuples from which several workers search, if there are several
	total      progress // of all workers, in the round under way
}

// outcome is how a run ended.
type outcome struct {
	verdict Verdict
	limit   string // which limit was hit: as Solution.Limit, or sharedOut, or "rerun" for the end of a second run
	from    int64  // violated: the push that the violating letter was executed from; -1: the start itself violates
	class   int32  // violated: the class of the violating letter
	atEnd   bool   // as Solution.AtEnd
}

// engine chooses between implementations of the inner loop.
type engine uint8

const (
	engineAuto engine = iota
	engineWide        // the general one also where the narrow one would do
)

// pollEvery is how many visits pass between two looks at the clock: so many that
// the look costs nothing beside them, and so few that a deadline is seen at once.
const pollEvery = 4096

func newSearch(ctx context.Context, tb *tables, opt Options, e engine) *search {
	s := &search{ctx: ctx, opt: opt, tb: tb, mem: &budget{max: opt.MaxMemory}, maxTuples: math.MaxInt,
		until: -1, mostRows: maxRows}
	s.mem.force(s.tb.bytes)
	s.tab = newTable(s.tb.k, s.tb.w, s.mem)
	s.parts = store{s.tab}
	s.workers, s.shareAfter = workersFor(opt.Workers), shareAfter
	s.wl = newWorklist(s.tb, opt.Order, s.mem)
	if !opt.NoPath && opt.Order != DFS {
		s.log = newLog(logLimit, s.mem)
	}
	s.narrow = s.tb.k == 1 && s.tb.w == 1 && e == engineAuto
	s.fired = bitset.New(len(tb.p.Letters))
	if opt.MaxTuples > 0 {
		s.maxTuples = int(opt.MaxTuples)
	}
	s.started = time.Now()
	s.reported = s.started
	return s
}

// close gives back the memory of the search, but for what the solution keeps.
func (s *search) close() {
	s.wl.release()
	if !s.keep {
		s.parts.release()
	}
}

// solve runs the search, and puts the solution together.
func (s *search) solve() *Solution {
	var out outcome
	start := s.tb.lay.start
	switch { // the start tuple itself may violate the property
	case s.tb.trapped(start):
		out = outcome{verdict: Violated, from: -1}
		s.tab.find(start, hash(start))
	case s.tb.p.StartFinal && s.tb.accepts(start):
		s.finalReached = true
		if !s.tb.propertyAccepts(start) {
			out = outcome{verdict: Violated, from: -1, atEnd: true}
			s.tab.find(start, hash(start))
			break
		}
		fallthrough
	default:
		out = s.run()
	}
	sol := &Solution{
		Verdict: out.verdict, Limit: out.limit, AtEnd: out.atEnd,
		Tuples: int64(s.parts.tuples()), Visits: s.visits, Bits: 64 * s.tb.lay.words,
		Fired: slices.Clone(s.fired), FinalReached: s.finalReached,
	}
	if s.opt.Rejected && out.verdict == Holds { // a pass over the whole table
		sol.Rejected = s.countRejections()
	}
	if out.verdict == Violated && !s.opt.NoPath {
		if sol.Path, sol.Limit = s.path(out); sol.Path == nil {
			sol.Verdict, sol.AtEnd = Limit, false
		}
		for _, l := range sol.Path { // may be a twin of the letter that was executed
			sol.Fired.Add(int(l))
		}
	}
	sol.Bytes = s.mem.peak.Load()
	if s.opt.Keep && out.verdict == Holds {
		s.keep = true
		sol.tables, sol.store = s.tb, s.parts
	}
	return sol
}

// run searches from the start until the worklist is empty, a violation or
// limit is met, or the push s.until has been made.
func (s *search) run() outcome {
	s.begin()
	out := outcome{}
	if s.narrow {
		out = s.runNarrow()
	} else {
		out = s.runWide()
	}
	if out.limit == sharedOut {
		return s.runShards()
	}
	return out
}

// begin delivers the start tuple at I.
func (s *search) begin() {
	start := s.tb.lay.start
	cover := s.tab.find(start, hash(start))[s.tb.k:]
	copy(cover, s.tb.start)
	e := s.wl.push(0)
	copy(e, start)
	cand := e[s.tb.k : s.tb.k+s.tb.w]
	copy(cand, s.tb.start)
	s.tb.enabled(cand, start)
	if s.log != nil {
		if s.opt.Order == RPO {
			e[len(e)-1] = uint64(s.log.pushes)
		}
		s.log.add(0, 0)
	}
}

// poll looks at the limits that are not looked at all the time.
func (s *search) poll() string {
	s.nextPoll = s.visits + pollEvery
	if s.opt.MaxVisits > 0 && s.until < 0 {
		s.nextPoll = min(s.nextPoll, s.opt.MaxVisits)
	}
	return s.look(progress{s.tab.tuples, s.visits, s.wl.entries})
}

// look looks at the clock and at the limit on visits, and tells how far the
// search has got.
func (s *search) look(p progress) string {
	if limit := ended(s.ctx); limit != "" {
		return limit
	}
	if s.until >= 0 {
		return ""
	}
	if s.opt.MaxVisits > 0 && p.visits >= s.opt.MaxVisits {
		return "visits"
	}
	if s.opt.Progress != nil {
		if now := time.Now(); now.Sub(s.reported) >= time.Second {
			s.reported = now
			s.opt.Progress(Progress{Tuples: int64(p.tuples), Visits: p.visits, Pending: p.pending,
				Bytes: s.mem.used.Load(), Elapsed: now.Sub(s.started)})
		}
	}
	return ""
}

// stop tells between steps whether a limit ends the run, and which.
func (s *search) stop() string {
	if s.visits >= s.nextPoll {
		if limit := s.poll(); limit != "" {
			return limit
		}
	}
	switch {
	case s.until >= 0:
		if s.log.pushes > s.until {
			return "rerun" // never seen outside
		}
	case s.tab.tuples > s.maxTuples:
		return "tuples"
	case s.mem.over.Load():
		return "memory"
	case s.tab.tuples >= s.shareAfter && s.mayShare():
		return sharedOut
	}
	return ""
}

// makeRoom lets the table grow, at the cost of the log if it must be.
func (s *search) makeRoom() bool {
	return s.tab.grow() || s.log != nil && s.log.shrink() && s.tab.grow()
}

// path reads the letters back from the violation out. Records that the log no
// longer has come back by running the search again, up to the push that is
// looked for; every run makes the same pushes. The path is nil, and limit says
// why, if the context ends meanwhile.
func (s *search) path(out outcome) (path []int32, limit string) {
	if out.from < 0 { // at the start
		return []int32{}, ""
	}
	var classes []int32
	if s.opt.Order == DFS {
		for e := range s.wl.each {
			classes = append(classes, int32(e[len(e)-1]))
		}
		return s.tb.letters(classes, out.atEnd), ""
	}
	classes = append(classes, out.class)
	i, classes := s.log.backwards(out.from, classes)
	for i > 0 {
		s.until = i
		s.tab.reset()
		s.wl.reset()
		s.log.reset(i)
		if again := s.run(); again.limit != "rerun" {
			return nil, again.limit
		}
		i, classes = s.log.backwards(i, classes)
	}
	slices.Reverse(classes)
	return s.tb.letters(classes, out.atEnd), ""
}
