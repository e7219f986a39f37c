package deadlock

// This file has the entry points of the package. They make several attempts at a proof, on
// nets of different precision, with limits on the work.

import (
	"context"
	"math"
	"slices"

	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/mip"
	"flavers/sem"
)

// Limits bound the work of one attempt. The zero value means the usual limits.
type Limits struct {
	Rounds    int // candidates that are refuted; 0: 2000
	Conflicts int // of the solver, for all candidates together; 0: 200,000
	Work      int // elementary operations on sets and sums; 0: 20 billion
	Words     int // memory of the pairs, in words of 8 bytes; 0: 32 million
	Literals  int // of all clauses; 0: 20 million
}

// orUsual returns the limits with the usual ones in place of 0.
func (l Limits) orUsual() Limits {
	usual := func(x *int, y int) {
		if *x == 0 {
			*x = y
		}
	}
	usual(&l.Rounds, 2000)
	usual(&l.Conflicts, 200_000)
	usual(&l.Work, 20_000_000_000)
	usual(&l.Words, 32<<20)
	usual(&l.Literals, 20_000_000)
	return l
}

// budget is what is left of the limits.
type budget struct {
	ctx   context.Context
	lim   Limits
	work  int  // operations that are left; less than 0: used up
	ticks int  // calls of stopped
	over  bool // the context was seen to be done
}

// unlimited returns a budget that is never used up.
func unlimited() *budget {
	return &budget{ctx: context.Background(), lim: Limits{}.orUsual(), work: math.MaxInt}
}

// stop reports whether the context is done.
func (b *budget) stop() bool {
	b.over = b.over || b.ctx.Err() != nil
	return b.over
}

// stopped is a cheap stop for inner loops: it asks the context at every 256th call only.
func (b *budget) stopped() bool {
	if b.ticks++; b.ticks&255 == 0 {
		return b.stop()
	}
	return b.over
}

// Result is the answer of Certify.
type Result struct {
	// Free: no execution gets to a deadlock, or ends in an error asked about, within
	// the limits of the model. The certificate proves it.
	Free        bool
	Certificate *Certificate
	// Left are errors asked about of which nothing is known. The certificate, if there
	// is one, proves that no execution ends in any other.
	Left []Case
	// Limited: perhaps some execution exceeds a limit of the model (a
	// LimitError). The certificate says nothing of how it would go on.
	Limited bool

	// Candidate is, if Free is false, a state that no invariant excludes and in which no step
	// with a table is possible, or one that ends in an error asked about. Perhaps no execution
	// reaches it. nil: none was found within the limits.
	Candidate []int32
	Reason    string // why Free is false

	// What the last attempt was, and what it took.
	Join                int32 // how many places a unit of several components has at most; 0: each component is a unit
	Rounds, Conflicts   int   // candidates refuted; conflicts of the solver
	Traps, Pairs, Sums  int   // invariants that were added; Pairs counts couples of units
	Places, Transitions int   // of the net
	Clauses             int
}

// attempt is a way to look for a certificate.
type attempt struct {
	join  int32 // how many places a unit of several components has at most; 0: each component is a unit
	pairs bool  // use the pairs of all units; otherwise only the pairs of positions that mip.Relation has
}

// manyPlaces is how many places a net needs for its attempts without pairs to come first. The
// time and memory for pairs grow with the square of the number of places.
const manyPlaces = 4000

// attempts lists what is tried for a net, one after the other.
func attempts(places int) []attempt {
	list := []attempt{{0, true}, {64, true}, {1024, true}}
	if places > manyPlaces {
		list = append([]attempt{{0, false}, {64, false}}, list...)
	}
	return list
}

// Certify looks for a proof that no execution of a program gets stuck: in every reachable
// state the execution is over, or some case of some action is possible. rel is the relation
// of the same program. The time is polynomial in the number of places and arcs, except for
// the solver, whose conflicts are limited. The same arguments give the same result unless ctx
// ends.
//
// May err towards: not free.
func Certify(ctx context.Context, s *monitor.Semantics, rel *mip.Relation, lim Limits) Result {
	return certify(ctx, s, rel, stuck, nil, lim)
}

// Cases is a set of cases of actions.
type Cases func(cfg.ActionID, int) bool

// Case is a case of an action.
type Case struct {
	Action cfg.ActionID
	Case   int
}

// CertifyErrors looks for a proof that no execution ends in one of some errors: in no
// reachable state is such a case possible. It proves that for as many errors as it can. About
// those in Result.Left nothing is known. A limit of the model is no error. A step without a
// table may end in any error, so in a program with one nothing is proved.
//
// May err towards: more errors that are left.
func CertifyErrors(ctx context.Context, s *monitor.Semantics, rel *mip.Relation, errors Cases, lim Limits) Result {
	if len(s.Inexact()) > 0 {
		return Result{Reason: "a step without a table may end in any error"}
	}
	return certify(ctx, s, rel, fails, errors, lim)
}

// better reports whether a result that leaves some errors proves more than another.
func (r *Result) better(than *Result) bool {
	if r.Limited != than.Limited {
		return !r.Limited
	}
	return len(r.Left) < len(than.Left)
}

// certify makes the attempts, and returns the result of the first that proves everything. If
// none does, it returns the one that leaves the fewest errors, or else the last one.
func certify(ctx context.Context, s *monitor.Semantics, rel *mip.Relation, q question, errors Cases,
	lim Limits) Result {
	b := &budget{ctx: ctx, lim: lim.orUsual()}
	places := 0
	for i := range s.M.Comps {
		places += int(s.M.Comps[i].Size)
	}
	var last, most Result // of the last attempt; of the attempt that proves the most about errors
	for i, a := range attempts(places) {
		var parts [][]sem.CompID
		if a.join > 0 {
			if parts = join(s, a.join); parts == nil {
				continue
			}
		}
		n := newNet(s, parts, errors)
		if n == nil { // too many arcs
			continue
		}
		b.work = b.lim.Work
		var r *pairs
		if a.pairs {
			if r = newPairs(n, rel, b); r == nil && places > manyPlaces {
				continue // without pairs it is an attempt that was made already
			}
		}
		if b.stop() {
			break
		}
		if b.work < 0 {
			b.work = b.lim.Work / 4 // the pairs took all work and are not there: go on without them
		}
		cert := &Certificate{parts: parts, pairs: r}
		c := newSearch(n, r, rel, b, q)
		c.run()
		c.out.Join = a.join
		if c.out.Free || c.done && len(c.out.Left) < len(n.fails) {
			cert.proofs = append(cert.proofs, c.proof)
			c.out.Certificate = cert

			// Limited is false only with a second proof: no case that exceeds a limit of the model is possible.
			c.out.Limited = slices.ContainsFunc(s.M.P.Actions, func(a cfg.Action) bool { return !s.Exact(a.ID) })
			if !c.out.Limited && len(n.over) > 0 {
				d := newSearch(n, r, rel, b, beyond)
				d.w, d.basis, d.based = c.w, c.basis, c.based
				d.run()
				if c.out.Limited = !d.out.Free; d.out.Free {
					cert.proofs = append(cert.proofs, d.proof)
				}
			}
			if c.out.Free {
				return c.out
			}
			if most.Certificate == nil || c.out.better(&most) {
				most = c.out
			}
		}
		if i > 0 && c.out.Candidate == nil {
			c.out.Candidate = last.Candidate
		}
		last = c.out
	}
	if most.Certificate != nil {
		return most
	}
	if last.Reason == "" {
		last.Reason = "stopped"
	}
	return last
}
