package roots

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"flavers/diag"
	"flavers/internal/english"
	"flavers/lang/golang"
)

// This file divides the time among roots. A package has up to hundreds of them, and a few may take any time. If each
// root took what it needs, the first hard one would leave nothing for the others. So each root gets an equal share of
// the time that is left, divided by the number of roots that are left: what an easy root does not use goes to those
// after it.
//
// The time is that of the context. If it has no deadline, it is Budget from the first turn on, since an answer about a
// package should take less than a minute. Roots without waiting operations are decided without a search, and get no
// share.
const (
	Budget   = 40 * time.Second // for all roots together, without --timeout
	mostTurn = 10 * time.Second // for one root, without --timeout

	// executing is the part of a share that is left for executing the root, if its model leaves a check open: a
	// quarter.
	executing = 4

	leastTurn = 50 * time.Millisecond // a shorter share would end before the work begins
	mostSlice = 20 * time.Second      // for finding the roots that wait for nothing (golang.Programs.Slice)
)

// pace is the state of dividing the time.
type pace struct {
	until time.Time       // the end of Budget; zero before the first turn, or if the context has a deadline
	rest  map[string]bool // the models of roots that are not begun: nobody has asked for their kept answers
	left  int             // how many of these need time
	// cut has the models of roots whose turn ended before its work, in order, with the share that each had.
	cut []share
}

// share is the time that a root had.
type share struct {
	program string
	time    time.Duration
}

// begin starts counting the roots that are left.
func (s *Session) begin() {
	s.pace.rest = map[string]bool{}
	for _, name := range s.Names {
		s.pace.rest[name] = true
	}
	s.pace.left = s.needy()
}

// needy returns how many of the roots that are left need time: all except those that are known to wait for nothing.
func (s *Session) needy() int {
	n := 0
	for name := range s.pace.rest {
		if s.programs == nil || !s.programs.Idle(name) {
			n++
		}
	}
	return n
}

// settle takes a root out of those that are left: it has a kept answer, or its turn follows.
func (s *Session) settle(program string) {
	if !s.pace.rest[program] {
		return
	}
	delete(s.pace.rest, program)
	if s.programs == nil || !s.programs.Idle(program) {
		s.pace.left--
	}
}

// Turn begins the work on a root, and loads the packages if that was not done before. The context turn ends with the
// share of the root, less the part that is left for executing it. The caller calls end when the work is over. The turn
// has no end of its own if ctx has no deadline and the options do not say Shared, or if the root waits for nothing.
func (s *Session) Turn(ctx context.Context, program string) (turn context.Context, end func()) {
	if s.programs == nil {
		s.Programs(ctx)
		s.pace.left = s.needy()
	}
	until, limited := ctx.Deadline()
	if s.programs.Idle(program) || !limited && !s.opt.Shared {
		return ctx, func() {}
	}
	if !limited {
		if s.pace.until.IsZero() {
			s.pace.until = time.Now().Add(Budget)
		}
		until = s.pace.until
	}
	mine := time.Until(until) / time.Duration(1+max(0, s.pace.left))
	if mine > 0 { // once the time is over, the turn ends at once
		mine = max(mine, leastTurn)
	}
	if !limited {
		mine = min(mostTurn, mine)
	}
	turn, cancel := context.WithTimeout(ctx, mine-mine/executing)
	return turn, func() {
		s.pace.cut = slices.DeleteFunc(s.pace.cut, func(c share) bool { return c.program == program })
		if turn.Err() != nil && ctx.Err() == nil {
			s.pace.cut = append(s.pace.cut, share{program, mine})
		}
		cancel()
	}
}

// Again returns the models of roots that may have another turn, and begins to divide the time that is left among them:
// those that were cut short first, as far as each can have twice the share that it had. Later roots may have needed
// less than was kept for them. Without any limit of time, no turn is cut short.
func (s *Session) Again(ctx context.Context) []string {
	until, limited := ctx.Deadline()
	if !limited {
		until = s.pace.until
	}
	left := time.Until(until)
	var out []string
	byTime := func(a, b share) int { return cmp.Compare(a.time, b.time) }
	for _, c := range slices.SortedStableFunc(slices.Values(s.pace.cut), byTime) {
		twice := 2 * max(c.time, leastTurn)
		if left -= twice; left < 0 || !limited && twice > mostTurn {
			break
		}
		out = append(out, c.program)
	}
	for _, program := range out {
		s.pace.rest[program] = true
	}
	s.pace.left = len(out)
	return out
}

// Within returns a context that ends when the time of all roots together is over.
func (s *Session) Within(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, limited := ctx.Deadline(); limited || s.pace.until.IsZero() {
		return ctx, func() {}
	}
	return context.WithDeadline(ctx, s.pace.until)
}

// mostNamed is the number of roots without an answer that the note of Hurried names.
const mostNamed = 3

// Hurried returns a note that says how many roots got no answer in their turns, and names the first of them, or an
// empty list if none. s may be nil.
func (s *Session) Hurried() diag.List {
	var list diag.List
	if s != nil && len(s.pace.cut) > 0 {
		d := diag.Diagnostic{Severity: diag.Note, Code: golang.Hurried}
		d.Message = english.Plural(int64(len(s.pace.cut)), "root") + " had no answer when their part of the time was over"
		var names []string
		for _, c := range s.pace.cut[:min(len(s.pace.cut), mostNamed)] {
			names = append(names, strings.TrimSuffix(c.program, ".tfg"))
		}
		if more := len(s.pace.cut) - len(names); more > 0 {
			names = append(names, fmt.Sprintf("and %d more", more))
		}
		d.Hint = "--timeout 10m gives all roots more, --timeout 0 as much as they take; --entry checks one alone"
		if s.opt.Shared {
			d.Message += fmt.Sprintf(": all together have %d seconds", int(Budget.Seconds()))
		}
		d.Message += " (" + strings.Join(names, ", ") + ")"
		list.All = append(list.All, d)
	}
	return list
}
