package roots

import (
	"context"
	"fmt"
	"time"

	"flavers/diag"
	"flavers/internal/english"
	"flavers/lang/golang"
)

// Roots share the time that there is: that of the context, or without a limit about Budget after they were loaded, as
// an answer should not take more than a minute, whatever the packages are.
const (
	Budget   = 40 * time.Second // for all roots, without --timeout
	mostTurn = 10 * time.Second // for one of them then

	executing = 4 // one part of so many of a root's share is left for executing it, where its model has no answer

	leastTurn = 50 * time.Millisecond // a shorter share would be used up before work begins
	mostSlice = 20 * time.Second      // for finding roots that wait for nothing (golang.Programs.Slice)
)

// pace shares the time among the roots that are left.
type pace struct {
	until time.Time       // zero: no turn was taken yet
	rest  map[string]bool // programs of which nobody has asked for a kept answer yet
	left  int             // of these, roots that need time
	cut   int             // roots whose turn was too short
}

// begin counts the roots.
func (s *Session) begin() {
	s.pace.rest = map[string]bool{}
	for _, name := range s.Names {
		s.pace.rest[name] = true
	}
	s.pace.left = s.needy()
}

// needy returns how many of the roots that are left need time: all but those that are known to wait for nothing.
func (s *Session) needy() int {
	n := 0
	for name := range s.pace.rest {
		if s.programs == nil || !s.programs.Idle(name) {
			n++
		}
	}
	return n
}

// settle takes a program out of those that share the time: its root has its answer, or Turn follows.
func (s *Session) settle(program string) {
	if !s.pace.rest[program] {
		return
	}
	delete(s.pace.rest, program)
	if s.programs == nil || !s.programs.Idle(program) {
		s.pace.left--
	}
}

// Turn loads the packages, if they are not yet, and begins the work on a root. It may take its share of the time that
// is left: what easy roots do not need is for those that follow. The time is that of the context or, if that has no end
// and the time is shared, Budget; then no turn is long.
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
	share := time.Until(until) / time.Duration(1+max(0, s.pace.left))
	if share > 0 { // later roots have no time
		share = max(share, leastTurn)
	}
	if !limited {
		share = min(mostTurn, share)
	}
	turn, cancel := context.WithTimeout(ctx, share-share/executing)
	return turn, func() {
		if turn.Err() != nil && ctx.Err() == nil {
			s.pace.cut++
		}
		cancel()
	}
}

// Within returns a context that ends when the time that all roots share is over.
func (s *Session) Within(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, limited := ctx.Deadline(); limited || s.pace.until.IsZero() {
		return ctx, func() {}
	}
	return context.WithDeadline(ctx, s.pace.until)
}

// Hurried says how many roots had no answer in their turns; s may be nil.
func (s *Session) Hurried() diag.List {
	var list diag.List
	if s != nil && s.pace.cut > 0 {
		d := diag.Diagnostic{Severity: diag.Note, Code: golang.Hurried}
		d.Message = english.Plural(int64(s.pace.cut), "root") + " had no answer when their part of the time was over"
		d.Hint = "--timeout 10m gives all roots more, --timeout 0 as much as they take; --entry checks one alone"
		if s.opt.Shared {
			d.Message += fmt.Sprintf(": all together have %d seconds", int(Budget.Seconds()))
		}
		list.All = append(list.All, d)
	}
	return list
}
