package counting

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"flavers/bitset"
	"flavers/dataflow"
	"flavers/internal/trial"
)

func solve(p *dataflow.Problem) *dataflow.Solution {
	return dataflow.Solve(context.Background(), p, dataflow.Options{MaxTuples: 20_000})
}

// Twin: the problem itself is solved. What holds where members are counted holds;
// a path that is found there and lifted violates; where members cannot be told
// apart the verdict is the same, and so is the length of the shortest path.
func TestRandom(t *testing.T) {
	counted, holds, violated, lifted, held, incomplete := 0, 0, 0, 0, 0, 0
	for seed := range trial.Seeds(t, 300) {
		m := random(rand.New(rand.NewPCG(seed, 1)), 5)
		q := count(nil, m.p, []int64{maxSpread, 1}[seed%2])
		if q == nil {
			continue
		}
		counted++
		m.symmetric = m.symmetric && m.found(q)
		if err := q.Check(); err != nil {
			t.Fatal(err)
		}
		small, large := solve(q.Problem), solve(m.p)
		if small.Verdict == dataflow.Limit || large.Verdict == dataflow.Limit {
			continue
		}
		switch small.Verdict {
		case dataflow.Holds:
			if !q.Complete(small.Fired) {
				incomplete++
				continue
			}
			holds++
			if large.Verdict != dataflow.Holds {
				t.Fatalf("holds where members are counted, but %v violates", large.Path)
			}
			fired := q.Fired(small.Fired)
			for l := range large.Fired.All {
				if !fired.Has(l) {
					t.Fatalf("letter %d is executed, but not where members are counted", l)
				}
			}
			if large.FinalReached && !small.FinalReached {
				t.Fatal("the end is reached, but not where members are counted")
			}
		case dataflow.Violated:
			m.symmetric = m.symmetric && q.Complete(small.Fired)
			path := q.Lift(small.Path, small.AtEnd)
			if large.Verdict == dataflow.Holds {
				held++
				if m.symmetric {
					t.Fatalf("%v violates where members are counted", small.Path)
				}
			} else {
				violated++
			}
			if path == nil {
				if m.symmetric {
					t.Fatalf("%v is not lifted", small.Path)
				}
				continue
			}
			lifted++
			if err := dataflow.Check(m.p, &dataflow.Solution{Verdict: dataflow.Violated, Path: path, AtEnd: small.AtEnd}); err != nil {
				t.Fatal(err)
			}
			if m.symmetric && len(path) != len(large.Path) {
				t.Fatalf("a path of %d letters, but a shortest has %d", len(path), len(large.Path))
			}
		}
		if small.Verdict == dataflow.Holds && m.symmetric {
			if small.Tuples > large.Tuples {
				t.Fatalf("%d tuples where members are counted, %d without", small.Tuples, large.Tuples)
			}
			if !m.full || large.Tuples > 2000 {
				continue
			}
			if n := m.orbits(q); n > 0 && int64(n) != small.Tuples {
				t.Fatalf("%d tuples where members are counted, %d orbits", small.Tuples, n)
			}
		}
	}
	t.Logf("%d counted: %d hold, %d violated, %d of the paths lifted, %d spurious, %d incomplete", counted, holds, violated, lifted, held, incomplete)
	if counted > 200 && (holds < counted/20 || violated < counted/20 || lifted < violated*9/10 || incomplete == 0) {
		t.Error("the problems are too much alike")
	}
}

// found reports whether the members of q are those of the families.
func (m *made) found(q *Quotient) bool {
	type member struct{ class, member int }
	of := map[int32]member{}
	for c, k := range q.Classes {
		for i, monitors := range k.Members {
			for _, mon := range monitors {
				of[mon] = member{c, i}
			}
		}
	}
	for _, f := range m.families {
		for _, block := range f.blocks {
			for _, mon := range block {
				if of[mon] != of[block[0]] {
					return false
				}
			}
		}
	}
	return true
}

// orbits counts the reachable tuples of the problem up to the order of the members of
// q, and up to states of theirs that behave alike; 0: an automaton was split.
func (m *made) orbits(q *Quotient) int {
	if slices.Contains(q.split.bit, true) {
		return 0
	}
	seen := map[string]bool{}
	orbits := map[string]bool{}
	start := make([]int32, len(m.p.Monitors))
	for i := range start {
		start[i] = m.p.Monitors[i].Start
	}
	in := map[int32]bool{}
	for _, c := range q.Classes {
		for _, block := range c.Members {
			for _, k := range block {
				in[k] = true
			}
		}
	}
	canonical := func(t []int32) string {
		var out []string
		for i, s := range t {
			if !in[int32(i)] {
				out = append(out, fmt.Sprint(s))
			}
		}
		for _, k := range q.classes {
			var codes []int32
			for i := range k.members {
				codes = append(codes, k.codeNow(t, int32(i)))
			}
			slices.Sort(codes)
			out = append(out, fmt.Sprint(codes))
		}
		return fmt.Sprint(out)
	}
	todo := [][]int32{start}
	orbits[canonical(start)] = true // not seen: at a node more can follow
	for first := true; len(todo) > 0; first = false {
		from := todo[0]
		todo = todo[1:]
	letters:
		for i := range m.p.Letters {
			l := &m.p.Letters[i]
			if first && !m.p.Start.Has(int(l.Node)) {
				continue
			}
			next := slices.Clone(from)
			for _, mv := range l.Moves {
				if next[mv.Monitor] = mv.To[next[mv.Monitor]]; next[mv.Monitor] < 0 {
					continue letters
				}
			}
			if key := fmt.Sprint(next); !seen[key] {
				seen[key], orbits[canonical(next)] = true, true
				todo = append(todo, next)
			}
		}
	}
	return len(orbits)
}

// What the generator makes with families of three and more is counted, holders
// included.
func TestFound(t *testing.T) {
	missed, n, holders := 0, 0, 0
	for seed := range uint64(400) {
		m := random(rand.New(rand.NewPCG(seed, 1)), 5)
		if !m.symmetric || !slices.ContainsFunc(m.families, func(f family) bool { return f.n >= 3 }) {
			continue
		}
		n++
		q := New(nil, m.p)
		if q == nil {
			missed++
			continue
		}
		if slices.Contains(q.split.bit, true) {
			holders++
		}
	}
	t.Logf("of %d problems %d are not counted; in %d an automaton was split", n, missed, holders)
	if missed > n/10 || holders < 20 {
		t.Error("classes are not found")
	}
}

// readers is n tasks that start, read and stop, and a counter of those that started.
func readers(n int) *dataflow.Problem {
	p := &dataflow.Problem{Nodes: 3 * n, Start: bitset.New(3 * n), Final: bitset.New(3 * n), Succ: bitset.NewMatrix(3*n, 3*n)}
	count := dataflow.Monitor{Name: "count", States: n + 1, Trap: -1, Accept: slices.Repeat([]bool{true}, n+1)}
	up, down := make([]int32, n+1), make([]int32, n+1)
	for s := range n + 1 {
		up[s], down[s] = int32(s)+1, int32(s)-1
	}
	up[n] = -1
	p.Monitors = append(p.Monitors, count,
		dataflow.Monitor{Name: "property", Property: true, States: 2, Trap: 1, Accept: []bool{true, true}})
	trap := make([][]int32, 2)
	trap[0], trap[1] = []int32{0, 1}, []int32{1, 1}
	for i := range n {
		m := int32(len(p.Monitors))
		p.Monitors = append(p.Monitors, dataflow.Monitor{Name: fmt.Sprintf("reader[%d]", i), States: 3, Trap: -1, Accept: []bool{true, true, true}})
		p.Letters = append(p.Letters,
			dataflow.Letter{Node: int32(3 * i), Moves: []dataflow.Move{{Monitor: 0, To: up}, {Monitor: m, To: []int32{1, -1, -1}}}},
			dataflow.Letter{Node: int32(3*i + 1), Moves: []dataflow.Move{{Monitor: m, To: []int32{-1, 2, -1}}}},
			dataflow.Letter{Node: int32(3*i + 2), Moves: []dataflow.Move{{Monitor: 0, To: down}, {Monitor: m, To: []int32{-1, -1, 0}}}})
		p.Start.Add(3 * i)
	}
	for a := range p.Nodes {
		for b := range p.Nodes {
			if a/3 != b/3 || (a+1)%3 == b%3 {
				p.Succ.Row(a).Add(b)
			}
		}
	}
	return p
}

// The tuples of n readers are the ways to put n into three places.
func TestReaders(t *testing.T) {
	for _, n := range []int{3, 10, 100} {
		q := New(nil, readers(n))
		if q == nil || len(q.Classes) != 1 || len(q.Classes[0].Members) != n || q.Classes[0].Codes != 3 {
			t.Fatalf("%d readers are not counted", n)
		}
		s := solve(q.Problem)
		if want := int64((n + 2) * (n + 1) / 2); s.Verdict != dataflow.Holds || s.Tuples != want {
			t.Errorf("%d readers: %v with %d tuples, want %d", n, s.Verdict, s.Tuples, want)
		}
		if q.Problem.Nodes != 3 || len(q.Problem.Letters) != 3 {
			t.Errorf("%d readers: %d nodes, %d letters", n, q.Problem.Nodes, len(q.Problem.Letters))
		}
	}
}

func BenchmarkReaders(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		p := readers(n)
		b.Run(fmt.Sprint("count/", n), func(b *testing.B) {
			for range b.N {
				New(nil, p)
			}
		})
		b.Run(fmt.Sprint("solve/", n), func(b *testing.B) {
			q := New(nil, p)
			for range b.N {
				solve(q.Problem)
			}
		})
	}
}

// A letter that takes two members from one code needs two: of three members one pair
// can be taken.
func TestPairs(t *testing.T) {
	p := &dataflow.Problem{StartFinal: false}
	for i := range 3 {
		p.Monitors = append(p.Monitors, dataflow.Monitor{Name: fmt.Sprintf("m[%d]", i), States: 2, Trap: -1, Accept: []bool{true, true}})
	}
	p.Monitors = append(p.Monitors, dataflow.Monitor{Name: "once", Property: true, States: 3, Trap: 2, Accept: []bool{true, true, true}})
	leave, pairs := []int32{1, -1}, []int32{1, 2, 2}
	for i := range int32(3) {
		for j := range i {
			p.Letters = append(p.Letters, dataflow.Letter{Node: int32(p.Nodes),
				Moves: []dataflow.Move{{Monitor: j, To: leave}, {Monitor: i, To: leave}, {Monitor: 3, To: pairs}}})
			p.Nodes++
		}
	}
	p.Start, p.Final, p.Succ = bitset.New(p.Nodes), bitset.New(p.Nodes), bitset.NewMatrix(p.Nodes, p.Nodes)
	for a := range p.Nodes {
		p.Start.Add(a)
		for b := range p.Nodes {
			p.Succ.Row(a).Add(b)
		}
	}
	q := New(nil, p)
	if q == nil || q.Check() != nil {
		t.Fatal("not counted")
	}
	if s := solve(q.Problem); s.Verdict != dataflow.Holds || s.Tuples != 2 {
		t.Errorf("%v, %d tuples", s.Verdict, s.Tuples)
	}
}

// Check finds each letter, edge and mark of nodes that is taken from Q, and each counter that is changed.
func TestCheckFindsErrors(t *testing.T) {
	found := 0
	look := func(q *Quotient, what string) {
		t.Helper()
		if q.Check() == nil {
			t.Errorf("Check does not find %s", what)
		}
		found++
	}
	problems := []*dataflow.Problem{readers(4)}
	for seed := range uint64(2) {
		problems = append(problems, random(rand.New(rand.NewPCG(seed, 1)), 5).p)
	}
	for _, p := range problems {
		q := New(nil, p)
		if q == nil {
			continue
		}
		for l := range q.Problem.Letters {
			moves := q.Problem.Letters[l].Moves
			if q.omitted.Has(l) || len(moves) == 0 {
				continue
			}
			reject := slices.Repeat([]int32{-1}, len(moves[0].To))
			q.Problem.Letters[l].Moves = slices.Concat([]dataflow.Move{{Monitor: moves[0].Monitor, To: reject}}, moves[1:])
			look(q, fmt.Sprintf("that letter %d is rejected", l))
			q.Problem.Letters[l].Moves = moves
		}
		for n := range q.Problem.Nodes {
			for _, m := range slices.Collect(q.Problem.Succ.Row(n).All) {
				q.Problem.Succ.Row(n).Remove(m)
				look(q, fmt.Sprintf("that the edge from %d to %d is missing", n, m))
				q.Problem.Succ.Row(n).Add(m)
			}
		}
		for c := range q.classes {
			counter := &q.Problem.Monitors[q.counter[c]]
			counter.Start--
			look(q, "a counter that starts too low")
			counter.Start++
		}
		if err := q.Check(); err != nil {
			t.Fatal(err)
		}
	}
	if found < 100 {
		t.Errorf("only %d errors were planted", found)
	}
}
