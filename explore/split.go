package explore

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore/model"
	"flavers/sem"
)

// This file lets other processes explore branches of a search by source (docs/farm.md).
// It has what goes to them and comes back, Branch and Part, and the side that explores,
// Brancher. split_merge.go is the side that gives out branches and puts parts together.
//
// A branch is what source_jobs.go gives to another goroutine, written out: the first moves
// of an execution, the moves that sleep after them, and the move that is taken there. What a
// branch contains depends on nothing else. The search of a branch ends after a budget of
// transitions. The part that comes back then has its result so far, and the stack of the
// search, with moves that are still to be taken: each of these is a branch again.

// Step names a move: its way, and which of the outcomes of the way it is.
type Step struct {
	Way sem.WayID
	Key uint64
}

// Steps are moves one after the other, or a set of moves. As text, "3,4.1" are outcome 0 of
// way 3 and outcome 1 of way 4.
type Steps []Step

// MarshalText writes steps as one word.
func (s Steps) MarshalText() ([]byte, error) {
	var b []byte
	for i, x := range s {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(x.Way), 10)
		if x.Key != 0 {
			b = strconv.AppendUint(append(b, '.'), x.Key, 10)
		}
	}
	return b, nil
}

// UnmarshalText reads what MarshalText has written.
func (s *Steps) UnmarshalText(text []byte) error {
	*s = nil
	if len(text) == 0 {
		return nil
	}
	for word := range strings.SplitSeq(string(text), ",") {
		way, key, more := strings.Cut(word, ".")
		w, err := strconv.ParseInt(way, 10, 32)
		x := Step{Way: sem.WayID(w)}
		if more && err == nil {
			x.Key, err = strconv.ParseUint(key, 10, 64)
		}
		if err != nil {
			return fmt.Errorf("%q is no step", word)
		}
		*s = append(*s, x)
	}
	return nil
}

// Branch stands for the executions that begin with Run and then Move; without a move, for
// all executions.
type Branch struct {
	Run   Steps  `json:"run"`
	Open  string `json:"open"`  // by event of Run: 1 if its races are to be looked for again at the end (backtracker.open)
	Sleep Steps  `json:"sleep"` // the moves that sleep after Run
	Move  Steps  `json:"move"`  // one move or none
}

// Part is what was explored of a branch, and what is left of it.
type Part struct {
	Result Result     `json:"result"`
	Out    []Addition `json:"out,omitempty"` // additions to backtrack sets above the branch, in order
	// If the budget was spent: the execution in progress, and its states from the first one
	// after the branch's Move on. No frames: all was explored.
	Run    Steps  `json:"run"`
	Open   string `json:"open,omitempty"` // as in Branch
	Frames []Left `json:"frames,omitempty"`
}

// Addition is an addition to the backtrack set after the first At moves (backtracker.enter):
// the move Firsts[Best] is added, unless one of Firsts is in the set.
type Addition struct {
	At     int   `json:"at"`
	Firsts Steps `json:"firsts"`
	Best   int   `json:"best"`
}

// Left is a state with its backtrack set: a backFrame. The first Done moves of Todo were
// taken. The last one of these is in progress, except in the last state.
type Left struct {
	Sleep Steps `json:"sleep"`
	Todo  Steps `json:"todo"`
	Done  int   `json:"done"`
}

// Brancher explores branches of the search of one program, one after the other.
type Brancher struct {
	whole *engine // has the options of the whole search
	b     *backtracker
}

// unsplit returns an error if a search cannot be divided into branches.
func unsplit(opt *Options) error {
	switch {
	case opt.MaxExecutions > 0 && opt.Algorithm == "source":
		return errors.New("with a limit of executions, a search has one order: leave out --max-executions")
	case opt.StopAtFirst || opt.StopAtCut:
		return errors.New("a search that stops at the first finding has one order: leave out --stop-at-first")
	}
	return nil
}

// beginSplit returns an engine for a search that is divided into parts.
func beginSplit(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt Options) (*engine, error) {
	if err := unsplit(&opt); err != nil {
		return nil, err
	}
	if opt.Depth == 0 {
		opt.Depth = model.UsualDepth
	}
	switch opt.Algorithm {
	case "source":
	case "random", "pct":
		if opt.MaxExecutions == 0 {
			opt.MaxExecutions = usualWalks
		}
	default:
		return nil, fmt.Errorf("the search of %s cannot be cut into parts; source, random, pct and states-swarm can", opt.Algorithm)
	}
	m, err := sem.NewWithEnds(p)
	if err != nil {
		return nil, err
	}
	system := model.New(m, specs, model.Config{HighestFirst: opt.HighestFirst, Threads: true})
	x, err := model.Begin(ctx, system, opt.Algorithm, opt, model.NewWatch(ctx, opt.Progress))
	if err != nil {
		return nil, err
	}
	return &engine{Exploration: x}, nil
}

// NewBrancher prepares to explore branches of the search that the options ask for, whose
// algorithm is source. The end of ctx ends the exploration of a branch, with an error.
func NewBrancher(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt Options) (*Brancher, error) {
	e, err := beginSplit(ctx, p, specs, opt)
	if err != nil {
		return nil, err
	}
	b := &backtracker{sleep: true}
	b.e = e.part(e.System.Copy())
	b.r = newRacer(b.e, b.add)
	return &Brancher{e, b}, nil
}

// Explore explores about budget transitions of a branch. It is an error if the branch is
// not one of this program, or if a limit ends the search of it.
func (x *Brancher) Explore(br *Branch, budget int64) (*Part, error) {
	b := x.b
	defer func() {
		for b.r.depth > 0 {
			b.r.pop()
		}
	}()
	b.e.Reset(x.whole.Exploration)
	if err := x.enter(br); err != nil {
		return nil, err
	}
	b.budget = max(1, budget)
	b.search()
	if b.e.Halted {
		return nil, fmt.Errorf("the branch was not explored to its end: %s", b.e.Limit)
	}
	part := &Part{Result: b.e.Result}
	for at := range b.out {
		for _, o := range b.out[at] {
			part.Out = append(part.Out, Addition{At: at, Firsts: named(o.firsts),
				Best: slices.IndexFunc(o.firsts, func(v *model.Move) bool { return v.Is(o.best) })})
		}
		clear(b.out[at])
		b.out[at] = b.out[at][:0]
	}
	if b.r.depth <= b.root || b.finished() {
		return part, nil
	}
	part.Run, part.Open = named(b.r.taken[:b.r.depth]), marks(b.open[:b.r.depth])
	for d := b.root + 1; d <= b.r.depth; d++ {
		f := &b.frames[d]
		part.Frames = append(part.Frames, Left{named(f.sleep), named(f.todo), f.done})
	}
	return part, nil
}

// finished reports whether no backtrack set below the root has a move left.
func (b *backtracker) finished() bool {
	for d := b.root + 1; d <= b.r.depth; d++ {
		if f := &b.frames[d]; f.done < len(f.todo) {
			return false
		}
	}
	return true
}

// spent reports whether the search of a branch has used its budget.
func (b *backtracker) spent() bool { return b.budget > 0 && b.e.Transitions >= b.budget }

// enter takes the moves of br.Run, and makes the state after them the root of the search.
func (x *Brancher) enter(br *Branch) error {
	b := x.b
	wrong := errors.New("the branch is not one of this program")
	if len(br.Open) != len(br.Run) || len(br.Move) > 1 || len(br.Move) == 0 && len(br.Run)+len(br.Sleep) > 0 {
		return wrong
	}
	for _, s := range br.Run {
		v := x.find(s)
		if v == nil {
			return wrong
		}
		b.r.push(v)
	}
	b.open = b.open[:0]
	for _, c := range br.Open {
		b.open = append(b.open, c == '1')
	}
	d := b.r.depth
	for len(b.frames) <= d {
		b.frames = append(b.frames, backFrame{})
	}
	f := &b.frames[d]
	f.sleep, f.todo, f.done, f.given = f.sleep[:0], f.todo[:0], 0, f.given[:0]
	b.root = -1
	for _, s := range br.Move {
		v := x.find(s)
		if v == nil {
			return wrong
		}
		b.root, f.todo = d, append(f.todo, v)
	}
	for _, s := range br.Sleep {
		v := x.find(s)
		if v == nil {
			return wrong
		}
		f.sleep = append(f.sleep, v)
	}
	for len(b.out) <= b.root {
		b.out = append(b.out, nil)
	}
	return nil
}

// find returns the move that s names in the present state, or nil if it cannot be taken there.
func (x *Brancher) find(s Step) *model.Move {
	r := x.b.r
	if s.Way < 0 || int(s.Way) >= len(r.Ways) {
		return nil
	}
	return r.Again(r.state(), &model.Move{Way: s.Way, Action: r.Ways[s.Way].Action, Key: s.Key})
}

// named returns the names of moves.
func named(list []*model.Move) Steps {
	var out Steps
	for _, v := range list {
		out = append(out, Step{v.Way, v.Key})
	}
	return out
}

// marks writes a list of booleans as digits.
func marks(list []bool) string {
	b := make([]byte, len(list))
	for i, x := range list {
		if b[i] = '0'; x {
			b[i] = '1'
		}
	}
	return string(b)
}
