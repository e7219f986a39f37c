package infinite_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"flavers/automata"
	"flavers/automata/fsa"
	"flavers/automata/ltl"
	"flavers/automata/observe"
	"flavers/cfg"
	"flavers/internal/gen"
	"flavers/internal/oracle"
	"flavers/internal/trial"
	"flavers/live"
	"flavers/sem"
	"flavers/verify/follow"
	"flavers/verify/infinite"
)

// product is what the interpreter of internal/oracle makes of a program and its
// specifications, the last of which is the property.
type product struct {
	q     []int32 // of the property, by state
	can   []map[cfg.TaskID]bool
	fair  []map[int]bool // by state: what the program declares fair and is enabled
	steps [][]step
	marks uint32 // that a cycle has to have
	ends  []bool // by state: nothing can move, and every constraint accepts
	fails []bool // by state: a step ends in a run-time error
}

type step struct {
	to    int
	tasks map[cfg.TaskID]bool
	fair  map[int]bool // what the program declares fair and is taken
	keeps []bool       // by obligation
	marks uint32
	read  []int32 // the symbols of the property
}

// with is the product with the automaton of infinite words to avoid.
func (x *product) with(b *ltl.Buchi) *product {
	out := &product{marks: b.Marks}
	var pairs [][2]int
	numbers := map[[2]int]int{}
	add := func(p [2]int) int {
		if _, known := numbers[p]; !known {
			numbers[p] = len(pairs)
			pairs = append(pairs, p)
			out.q = append(out.q, x.q[p[0]])
		}
		return numbers[p]
	}
	add([2]int{0, int(b.Start)})
	for i := 0; i < len(pairs); i++ {
		out.can, out.fair = append(out.can, x.can[pairs[i][0]]), append(out.fair, x.fair[pairs[i][0]])
		var list []step
		for _, st := range x.steps[pairs[i][0]] {
			var walk func(at int32, rest []int32, marks uint32)
			walk = func(at int32, rest []int32, marks uint32) {
				if len(rest) == 0 {
					list = append(list, step{to: add([2]int{st.to, int(at)}), tasks: st.tasks, fair: st.fair, keeps: []bool{true}, marks: marks})
					return
				}
				for _, e := range b.Next(at, rest[0]) {
					walk(e.To, rest[1:], marks|e.Marks)
				}
			}
			walk(int32(pairs[i][1]), st.read, 0)
		}
		out.steps = append(out.steps, list)
	}
	return out
}

// words are random words of executions that repeat steps for ever.
func (x *product) words(r *rand.Rand, n int) (stems, loops [][]int32) {
	for range n {
		at, first := 0, map[int]int{} // how much was read where a state was first met
		var word []int32
		for len(x.steps[at]) > 0 {
			if from, again := first[at]; again {
				loop := slices.Clone(word[from:])
				if len(loop) == 0 {
					loop = []int32{ltl.None}
				}
				stems, loops = append(stems, word[:from]), append(loops, loop)
				break
			}
			first[at] = len(word)
			st := x.steps[at][r.IntN(len(x.steps[at]))]
			word, at = append(word, st.read...), st.to
		}
	}
	return stems, loops
}

// expand makes the product; nil if it has too many states.
func expand(p *cfg.Program, specs []*automata.Spec) *product {
	last := len(specs) - 1
	monitors := observe.All(specs)
	out := &product{}
	var states []*oracle.State
	var all [][]int32
	numbers := map[string]int{}
	add := func(s *oracle.State, q []int32) int {
		key := s.Key() + fmt.Sprint(q)
		if _, known := numbers[key]; !known {
			numbers[key] = len(states)
			states, all, out.q = append(states, s), append(all, q), append(out.q, q[last])
		}
		return numbers[key]
	}
	var start []int32
	for i := range monitors {
		start = append(start, specs[i].DFA.Start)
		if i < last && monitors[i].Violated(start[i]) {
			return out
		}
	}
	add(oracle.Start(p), start)
	for at := 0; at < len(states); at++ {
		if at > 600 {
			return nil
		}
		can, fair, fails := map[cfg.TaskID]bool{}, map[int]bool{}, false
		var list []step
		for _, st := range oracle.Steps(p, states[at]) {
			if st.Failed && st.Error == cfg.LimitError {
				return nil
			}
			a := p.Actions[st.Action]
			k := step{tasks: map[cfg.TaskID]bool{p.Nodes[a.A].Task: true}, fair: map[int]bool{}}
			for i, f := range p.Fair {
				if slices.Contains(f.Nodes, a.A) || a.Joint() && slices.Contains(f.Nodes, a.B) {
					k.fair[i], fair[i] = true, true
				}
			}
			if a.Joint() {
				k.tasks[p.Nodes[a.B].Task] = true
			}
			q := slices.Clone(all[at])
			possible := true
			for _, ob := range specs[last].Obligations {
				k.keeps = append(k.keeps, ob.Open[q[last]])
			}
			for _, occ := range st.Events {
				for i := range monitors {
					sym := monitors[i].Symbol(occ.Names, occ.Tasks)
					if sym < 0 {
						continue
					}
					q[i] = monitors[i].Step(q[i], sym)
					if i == last {
						k.read = append(k.read, int32(sym))
					}
					possible = possible && (i == last || !monitors[i].Violated(q[i]))
					for n, ob := range specs[last].Obligations {
						k.keeps[n] = k.keeps[n] && (i != last || ob.Open[q[i]] && !ob.Met[sym])
					}
				}
			}
			for t := range k.tasks {
				can[t] = true
			}
			fails = fails || st.Failed
			if possible && !st.Failed {
				k.to = add(st.Next, q)
				list = append(list, k)
			}
		}
		ends := len(can) == 0
		for i := range last {
			ends = ends && monitors[i].Accepts(all[at][i])
		}
		out.can, out.fair, out.steps = append(out.can, can), append(out.fair, fair), append(out.steps, list)
		out.ends, out.fails = append(out.ends, ends), append(out.fails, fails)
	}
	return out
}

// violated looks for a fair cycle in which an obligation stays open: in sets of states that
// reach each other, and in these without states where a task can move that has to do so then, or what is declared
// fair can be taken, and never is. Of what is declared, so many count.
func (x *product) violated(f live.Fairness, ob int, in map[int]bool, tasks, declared int) bool {
	reach := map[int]map[int]bool{}
	for v := range in {
		reach[v] = map[int]bool{}
		for todo := []int{v}; len(todo) > 0; {
			u := todo[0]
			todo = todo[1:]
			for _, st := range x.steps[u] {
				if st.keeps[ob] && in[st.to] && !reach[v][st.to] {
					reach[v][st.to] = true
					todo = append(todo, st.to)
				}
			}
		}
	}
	done := map[int]bool{}
	for v := range in {
		if done[v] || !reach[v][v] {
			continue
		}
		part := map[int]bool{}
		for u := range reach[v] {
			if reach[u][v] {
				part[u], done[u] = true, true
			}
		}
		rest := map[int]bool{}
		fair := true
		marks := uint32(0)
		for u := range part {
			rest[u] = true
			for _, st := range x.steps[u] {
				if part[st.to] {
					marks |= st.marks
				}
			}
		}
		if x.marks&^marks != 0 {
			continue
		}
		for t := range cfg.TaskID(tasks) {
			moves, always, ever := false, true, false
			for u := range part {
				always, ever = always && x.can[u][t], ever || x.can[u][t]
				for _, st := range x.steps[u] {
					moves = moves || st.keeps[ob] && part[st.to] && st.tasks[t]
				}
			}
			if f == live.Weak && always && !moves {
				fair = false
			}
			if f == live.Strong && ever && !moves {
				fair = false
				for u := range part {
					if x.can[u][t] {
						delete(rest, u)
					}
				}
			}
		}
		for i := range declared {
			taken, ever := false, false
			for u := range part {
				ever = ever || x.fair[u][i]
				for _, st := range x.steps[u] {
					taken = taken || st.keeps[ob] && part[st.to] && st.fair[i]
				}
			}
			if f != live.None && ever && !taken {
				fair = false
				for u := range part {
					if x.fair[u][i] {
						delete(rest, u)
					}
				}
			}
		}
		if fair || len(rest) < len(part) && x.violated(f, ob, rest, tasks, declared) {
			return true
		}
	}
	return false
}

// replays reports whether a result is an infinite execution that violates the last specification, breaks
// no other, and is fair.
func replays(p *cfg.Program, specs []*automata.Spec, r *infinite.Result, f live.Fairness) bool {
	run, err := follow.Lasso(p, specs, r.Stem, r.Loop, f)
	if err != nil || run.Stuck != "" || run.Loop != len(r.Loop) {
		return false
	}
	for _, q := range run.Final[:len(specs)-1] {
		if q.State == automata.ErrorState {
			return false
		}
	}
	return true
}

// Of random programs and properties, infinite executions are found if and only if the
// definition says that there are any, and they are what they are said to be.
func TestRandom(t *testing.T) {
	shapes := []string{"existence of a", "b responds to a", "a responds to b after c", "a, b respond to c", "a, a respond to c",
		"c responds to a, b", "ltl [](a -> <>b)", "ltl []<>a", "ltl <>[]!b", "ltl []<>a -> []<>b", "ltl [](a -> X (b U c))",
		"ltl []<>a && []<>b || <>c", "ltl a U (b && X <>[]!a)", "ltl [](a -> (!b W c))", "ltl [](a <-> X b)",
		"existence of b at least 2 after a until c", "existence of c exactly 2", "b responds to a before c", "states", "states", "states"}
	found, none, proved, pursued, differ := map[live.Fairness]int{}, 0, 0, 0, 0
	endless, checked, formulas := 0, 0, [2]int{} // formulas: proved, pursued
	marked := map[bool]int{}                     // by whether they are violated: automata with live states
	declared, mended := 0, 0                     // programs that hold by what they declare fair; those of which this is proved
	for seed := range trial.Seeds(t, trial.Usual(120, 300)) {
		r := rand.New(rand.NewPCG(seed, 92))
		text := gen.Looping(seed)
		if seed%3 == 0 {
			text = gen.Mixed(seed/3, gen.Mixtures(), trial.Bytes(seed, 93, 160))
		}
		switch {
		case seed%3 == 1:
			text = gen.Choosing(seed)
		case seed%4 == 0:
			text = gen.Fair(seed, 2, text)
		}
		p := trial.Program(t, text)
		if _, err := sem.New(p); err != nil {
			continue
		}
		shape := shapes[r.IntN(len(shapes))]
		if shape == "states" {
			shape = gen.Marked(seed, []string{"a", "b", "c"})
		}
		if events := gen.Events(p); seed%3 == 0 && len(events) > 0 {
			shape = regexp.MustCompile(`\b[abc]\b`).ReplaceAllStringFunc(shape, func(w string) string {
				return `"` + events[(int(w[0])*7+int(seed))%len(events)] + `"`
			})
		}
		specs, ok := trySpecs("property p { " + shape + " }")
		if !ok || len(specs[0].Obligations) == 0 && r.IntN(4) > 0 {
			continue
		}
		if r.IntN(3) == 0 {
			more, ok := trySpecs(gen.Constraint(trial.Bytes(seed, 94, 40), []string{"a", "b", "c"}))
			if ok {
				specs = append(more, specs...)
			}
		}
		x := expand(p, specs)
		if x == nil {
			continue
		}
		last := len(specs) - 1
		provedHere := false
		var answers, plain []bool
		for _, f := range []live.Fairness{live.None, live.Weak, live.Strong} {
			want, without := false, false // without what is declared
			for ob := range specs[last].Obligations {
				in := map[int]bool{}
				for v, q := range x.q {
					if specs[last].Obligations[ob].Open[q] {
						in[v] = true
					}
				}
				want = want || x.violated(f, ob, in, len(p.Tasks), len(p.Fair))
				without = without || x.violated(f, ob, in, len(p.Tasks), 0)
			}
			if never := specs[last].Never; never != nil && len(x.q) > 0 {
				y := x.with(never)
				in, trap := map[int]bool{}, specs[last].DFA.Trap()
				for v, q := range y.q {
					in[v] = q != trap
				}
				maps.DeleteFunc(in, func(_ int, is bool) bool { return !is })
				forbidden := y.violated(f, 0, in, len(p.Tasks), len(p.Fair))
				if forbidden && !want {
					endless++
				}
				want, without = want || forbidden, without || y.violated(f, 0, in, len(p.Tasks), 0)
			}
			if formula := specs[last].Formula; f == live.None && formula != nil && !want && len(x.q) > 0 {
				stems, loops := x.words(r, 20)
				for i := range stems {
					if !formula.Holds(stems[i], loops[i]) && specs[last].DFA.Run(ints(stems[i], loops[i])) != specs[last].DFA.Trap() {
						t.Fatalf("seed %d: not found: %v and %v for ever\n%s%s", seed, stems[i], loops[i], text, specs[last].Text)
					}
				}
				checked += len(stems)
			}
			answers, plain = append(answers, want), append(plain, without)
			if want && !without || f == live.None && want != without {
				t.Fatalf("seed %d, %s: more executions count by what is declared fair\n%s%s", seed, f, text, specs[last].Text)
			}
			if strings.HasPrefix(shape, "states") {
				marked[want]++
			}
			got, err := infinite.Of(context.Background(), p, specs[:last], specs[last], infinite.Options{Fairness: f})
			if err != nil || got.Violated != want || !got.Complete {
				t.Fatalf("seed %d, %s: %+v, %v, want %v\n%s%s", seed, f, got, err, want, text, specs[last].Text)
			}
			switch proof := prove(t, p, specs, f); {
			case proof.Holds && want:
				t.Fatalf("seed %d, %s: %+v is proved of %+v\n%s%s", seed, f, proof, got, text, specs[last].Text)
			case proof.Holds:
				provedHere = provedHere || without
				if proved++; specs[last].Never != nil {
					formulas[0]++
				}
			case len(proof.Loop) > 0:
				r, err := infinite.Pursue(context.Background(), question(t, p, specs, f), &proof)
				if err != nil || r.Violated && (!want || !replays(p, specs, r, f)) {
					t.Fatalf("seed %d, %s: %+v is followed to %+v, %v\n%s%s", seed, f, proof, r, err, text, specs[last].Text)
				}
				if r.Violated {
					if pursued++; specs[last].Never != nil {
						formulas[1]++
					}
				}
			}
			if !want {
				none++
				continue
			}
			found[f]++
			if !replays(p, specs, got, f) {
				t.Fatalf("seed %d, %s: %+v is replayed otherwise\n%s%s", seed, f, got, text, specs[last].Text)
			}
		}
		if answers[0] != answers[1] || answers[1] != answers[2] {
			differ++
		}
		if !slices.Equal(answers, plain) {
			declared++
			if provedHere {
				mended++
			}
		}
	}
	t.Logf("found %v, %d of them along abstractions, %d by infinite words, none %d, %d of them proved, words %d, of formulas %v, fairness matters in %d, what is declared in %d, %d of them proved, live states violated and not: %v",
		found, pursued, endless, none, proved, checked, formulas, differ, declared, mended, marked)
	if endless < 10 || checked < 50 || formulas[0] < 10 || formulas[1] < 5 || found[live.Weak] < 10 || found[live.Strong] < 5 || none < 50 ||
		proved < 30 || pursued < 30 || differ < 10 || declared < 5 || mended < 2 ||
		marked[true] < 5 || marked[false] < 20 {
		t.Error("too few to mean anything")
	}
}

// ints is stem and so many rounds of a loop that the state of any automaton here repeats.
func ints(stem, loop []int32) (out []int) {
	for _, s := range slices.Concat(stem, slices.Repeat(loop, 20)) {
		if s != ltl.None {
			out = append(out, int(s))
		}
	}
	return out
}

// trySpecs reads specifications; false: they are not right for the program.
func trySpecs(text string) ([]*automata.Spec, bool) {
	specs, ds := fsa.Parse("random.fsa", []byte(text))
	return specs, !ds.HasErrors() && len(specs) > 0
}

// A search that was cut off says so, and finds nothing that it did not see.
func TestLimits(t *testing.T) {
	p := trial.Program(t, gen.Looping(4)+"task z { loop { x = any } }\n")
	spec := trial.Specs(t, "property p { existence of z }")
	r, err := infinite.Of(context.Background(), p, nil, spec[0], infinite.Options{MaxStates: 3})
	if err != nil || r.Complete || r.Limit != "states" {
		t.Errorf("%+v, %v", r, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r, err := infinite.Of(ctx, p, nil, spec[0], infinite.Options{}); err != nil || r.Complete || r.Limit != "interrupt" {
		t.Errorf("%+v, %v", r, err)
	}
}
