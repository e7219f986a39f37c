package oracle

import (
	"errors"
	"testing"

	"flavers/automata"
	"flavers/cfg"

	"github.com/google/go-cmp/cmp"
)

// spec is a property over the given patterns: next[q][symbol] is the state
// after a symbol, accept are the accepting states; state 0 is the start.
func spec(t *testing.T, next [][]int32, accept []int, patterns ...string) *automata.Spec {
	t.Helper()
	d := &automata.DFA{Symbols: len(patterns), Accept: make([]bool, len(next))}
	for _, row := range next {
		d.Next = append(d.Next, row...)
	}
	for _, q := range accept {
		d.Accept[q] = true
	}
	s := &automata.Spec{Name: "s", Property: true, DFA: d}
	for _, text := range patterns {
		s.Symbols = append(s.Symbols, automata.Symbol{Pattern: pattern(t, text)})
	}
	return s
}

func check(t *testing.T, p *cfg.Program, constraints []*automata.Spec, s *automata.Spec, want bool) []string {
	t.Helper()
	violated, complete, trace, err := Violates(p, constraints, s, 0)
	if violated != want || !complete || err != nil {
		t.Errorf("violated %t (want %t), complete %t, error %v, trace %q", violated, want, complete, err, trace)
	}
	return trace
}

// abc is a: event a; event b in parallel with c: event c.
func abc() *cfg.Program {
	b := newTiny()
	b.task("t", event("a"), event("b"))
	b.task("u", event("c"))
	return b.Finish()
}

func TestViolatesAtTrap(t *testing.T) {
	never := spec(t, [][]int32{{1, 0}, {1, 2}, {2, 2}}, []int{0, 1}, "a", "c") // c never after a
	trace := check(t, abc(), nil, never, true)
	if d := cmp.Diff([]string{"t: a", "u: c"}, trace); d != "" {
		t.Error(d)
	}
	never = spec(t, [][]int32{{1, 0}, {1, 2}, {2, 2}}, []int{0, 1}, "b", "a") // a never after b
	check(t, abc(), nil, never, false)
}

func TestViolatesAtEnd(t *testing.T) {
	last := spec(t, [][]int32{{1, 0}, {1, 0}}, []int{1}, "c", "b") // c comes after b
	check(t, abc(), nil, last, true)
	last.Safety = true
	check(t, abc(), nil, last, false)

	b := newTiny()
	for i := range int32(3) {
		b.task(string(rune('t'+i)), do(&cfg.Event{Name: "e", Args: []cfg.Expr{num(i)}, ArgTypes: []cfg.Type{cfg.Range(0, 2)}}))
	}
	p := b.Finish()
	check(t, p, nil, spec(t, [][]int32{{1}, {0}}, []int{0}, "e(*)"), true) // an even number of events; there are three
	check(t, p, nil, spec(t, [][]int32{{1}, {0}}, []int{1}, "e(?)"), false)
	clash := spec(t, [][]int32{{1, 0}, {1, 0}}, []int{1}, "e(0)", "e(*)")
	if _, _, _, err := Violates(p, nil, clash, 0); !errors.Is(err, ErrClash) {
		t.Errorf("error %v, want ErrClash", err)
	}
}

func TestViolatesUnderConstraint(t *testing.T) {
	first := spec(t, [][]int32{{0, 1}, {2, 1}, {2, 2}}, []int{0, 1}, "a", "c") // c not before a
	check(t, abc(), nil, first, true)
	check(t, abc(), []*automata.Spec{spec(t, [][]int32{{1, 2}, {1, 1}, {2, 2}}, []int{1}, "a", "c")}, first, false) // a before c
	// b after c at the end
	ends := spec(t, [][]int32{{1, 0}, {1, 0}}, []int{0}, "c", "b")
	// c after b at the end
	last := spec(t, [][]int32{{1, 0}, {1, 0}}, []int{1}, "c", "b")
	check(t, abc(), []*automata.Spec{ends}, last, true)
	check(t, abc(), []*automata.Spec{last}, last, false)
	check(t, abc(), []*automata.Spec{spec(t, [][]int32{{0}}, nil, "a")}, last, false) // no execution at all
}

// Within one step the order of occurrences counts, and a constraint that a
// later occurrence breaks undoes the whole step.
func TestViolatesWithinStep(t *testing.T) {
	b := newTiny()
	b.task("t", do(&cfg.Event{Name: "a"}, &cfg.Event{Name: "b"}))
	p := b.Finish()
	check(t, p, nil, spec(t, [][]int32{{0, 1}, {2, 1}, {2, 2}}, []int{0, 1}, "a", "b"), false) // no a after b
	noA := spec(t, [][]int32{{1}, {1}}, []int{0}, "a")
	check(t, p, nil, noA, true)
	check(t, p, []*automata.Spec{spec(t, [][]int32{{1}, {1}}, []int{0}, "b")}, noA, false)
}

// A blocked execution is judged where it stops, as one that has ended is; a
// constraint that does not accept there excludes it.
func TestViolatesWhereBlocked(t *testing.T) {
	b := newTiny()
	s := b.object(cfg.SemObject, "s", 0)
	b.task("t", event("a"), cfg.Acquire{Sem: s})
	p := b.Finish()
	answered := spec(t, [][]int32{{1, 0}, {1, 0}}, []int{0}, "a", "b")
	check(t, p, nil, answered, true)
	check(t, p, []*automata.Spec{answered}, answered, false)
	check(t, p, nil, spec(t, [][]int32{{1}, {1}}, []int{0}, "a"), true)
}

// An execution that ends in an error is judged by traps alone.
func TestViolatesIsNotJudgedInError(t *testing.T) {
	b := newTiny()
	b.task("t", event("a"), cfg.Fail{Kind: cfg.AssertError})
	p := b.Finish()
	check(t, p, nil, spec(t, [][]int32{{1, 0}, {1, 0}}, []int{0}, "a", "b"), false)
	check(t, p, nil, spec(t, [][]int32{{1}, {1}}, []int{0}, "a"), true)
}

func TestViolatesByTask(t *testing.T) {
	b := newTiny()
	b.task("t", event("a"))
	b.task("u", event("a"))
	p := b.Finish()
	one := [][]int32{{1}, {2}, {2}} // at most one a
	check(t, p, nil, spec(t, one, []int{0, 1}, "a"), true)
	check(t, p, nil, spec(t, one, []int{0, 1}, "t:a"), false)
	check(t, p, nil, spec(t, one, []int{0, 1}, "v:a"), false)
}

func TestViolatesLimit(t *testing.T) {
	p := philosophers(3, false)
	s := spec(t, [][]int32{{0}}, []int{0}, "nothing")
	if violated, complete, _, _ := Violates(p, nil, s, 50); violated || complete {
		t.Errorf("violated %t, complete %t under a limit", violated, complete)
	}
}
