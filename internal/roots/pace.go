package roots

import (
	"context"
	"time"

	"flavers/diag"
	"flavers/internal/english"
	"flavers/lang/golang"
)

// Without a limit of time, all roots together have about Budget after they were loaded: an answer should not take more
// than a minute, whatever the packages are.
const (
	Budget   = 40 * time.Second
	mostTurn = 10 * time.Second

	leastTurn = 50 * time.Millisecond
	mostSlice = 20 * time.Second
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

// needy is how many of the rest need time: not those that wait for nothing, as far as that is known.
func (s *Session) needy() int {
	n := 0
	for name := range s.pace.rest {
		if s.programs == nil || !s.programs.Idle(name) {
			n++
		}
	}
	return n
}

// next is the turn of a program.
func (s *Session) next(program string) {
	delete(s.pace.rest, program)
	if s.programs == nil || !s.programs.Idle(program) {
		s.pace.left--
	}
}

// Turn loads the packages, if they are not yet, and begins the work on a root. It may take the time of the limit; if
// the time is shared, its share of what is left: what easy roots do not need is for those that follow.
func (s *Session) Turn(ctx context.Context, program string, limit time.Duration) (turn context.Context, end func()) {
	if s.programs == nil {
		s.Programs(ctx)
		s.pace.left = s.needy()
	}
	if s.programs.Idle(program) {
		return ctx, func() {}
	}
	if s.opt.Shared && limit == 0 {
		if s.pace.until.IsZero() {
			s.pace.until = time.Now().Add(Budget)
		}
		limit = time.Until(s.pace.until) / time.Duration(1+max(0, s.pace.left))
		if limit > 0 { // later roots have no time
			limit = min(mostTurn, max(limit, leastTurn))
		}
	} else if limit == 0 {
		return ctx, func() {}
	}
	turn, cancel := context.WithTimeout(ctx, limit)
	return turn, func() {
		if turn.Err() != nil && ctx.Err() == nil && s.opt.Shared {
			s.pace.cut++
		}
		cancel()
	}
}

// Hurried says how many roots had no answer in their turns; s may be nil.
func (s *Session) Hurried() diag.List {
	var list diag.List
	if s != nil && s.pace.cut > 0 {
		d := diag.Diagnostic{Severity: diag.Note, Code: golang.Hurried}
		d.Message = english.Plural(int64(s.pace.cut), "root") + " had no answer in a share of a minute"
		d.Hint = "--timeout 1m gives each of them a minute, and --timeout 0 as long as it takes; --entry takes one"
		list.All = append(list.All, d)
	}
	return list
}
