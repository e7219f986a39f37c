package infinite_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flavers/automata"
	"flavers/automata/fsa"
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
	steps [][]step
}

type step struct {
	to    int
	tasks map[cfg.TaskID]bool
	keeps []bool // by obligation
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
		can := map[cfg.TaskID]bool{}
		var list []step
		for _, st := range oracle.Steps(p, states[at]) {
			if st.Failed && st.Error == cfg.LimitError {
				return nil
			}
			a := p.Actions[st.Action]
			k := step{tasks: map[cfg.TaskID]bool{p.Nodes[a.A].Task: true}}
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
					possible = possible && (i == last || !monitors[i].Violated(q[i]))
					for n, ob := range specs[last].Obligations {
						k.keeps[n] = k.keeps[n] && (i != last || ob.Open[q[i]] && !ob.Met[sym])
					}
				}
			}
			for t := range k.tasks {
				can[t] = true
			}
			if possible && !st.Failed {
				k.to = add(st.Next, q)
				list = append(list, k)
			}
		}
		out.can, out.steps = append(out.can, can), append(out.steps, list)
	}
	return out
}

// violated looks for a fair cycle in which an obligation stays open: in sets of states that
// reach each other, and under strong fairness in these without states where a task can
// move that never does.
func (x *product) violated(f live.Fairness, ob int, in map[int]bool, tasks int) bool {
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
		for u := range part {
			rest[u] = true
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
		if fair || f == live.Strong && len(rest) < len(part) && x.violated(f, ob, rest, tasks) {
			return true
		}
	}
	return false
}

// replays tells whether a result is an infinite execution that violates the last specification, breaks
// no other, and is fair.
func replays(p *cfg.Program, specs []*automata.Spec, r *infinite.Result, f live.Fairness) bool {
	run, problems := follow.Run(p, specs, sem.FormatLasso(p, r.Stem, r.Loop))
	fair := f == live.None || run.Fairness == string(live.Strong) || f == live.Weak && run.Fairness == string(live.Weak)
	last := len(specs) - 1
	for _, q := range run.Final[:last] {
		if q.State == automata.ErrorState {
			return false
		}
	}
	return !problems.HasErrors() && run.Stuck == "" && run.Loop == len(r.Loop) && run.Final[last].Violated && fair
}

// Of random programs and properties, infinite executions are found if and only if the
// definition says that there are any, and they are what they are said to be.
func TestRandom(t *testing.T) {
	shapes := []string{"existence of a", "b responds to a", "a responds to b after c", "a, b respond to c", "a, a respond to c",
		"c responds to a, b", "existence of b at least 2 after a until c", "existence of c exactly 2", "b responds to a before c"}
	found, none, proved, pursued, differ := map[live.Fairness]int{}, 0, 0, 0, 0
	for seed := range trial.Seeds(t, 400) {
		r := rand.New(rand.NewPCG(seed, 92))
		text := gen.Looping(seed)
		if seed%3 == 0 {
			text = gen.Mixed(seed/3, gen.Mixtures(), trial.Bytes(seed, 93, 160))
		}
		p := trial.Program(t, text)
		if _, err := sem.New(p); err != nil {
			continue
		}
		shape := shapes[r.IntN(len(shapes))]
		if events := gen.Events(p); seed%3 == 0 && len(events) > 0 {
			var words []string
			for _, w := range strings.Fields(strings.ReplaceAll(shape, ",", " ,")) {
				if len(w) == 1 && w != "," && (w[0] < '0' || w[0] > '9') {
					w = `"` + events[(int(w[0])*7+int(seed))%len(events)] + `"`
				}
				words = append(words, w)
			}
			shape = strings.Join(words, " ")
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
		var answers []bool
		for _, f := range []live.Fairness{live.None, live.Weak, live.Strong} {
			want := false
			for ob := range specs[last].Obligations {
				in := map[int]bool{}
				for v, q := range x.q {
					if specs[last].Obligations[ob].Open[q] {
						in[v] = true
					}
				}
				want = want || x.violated(f, ob, in, len(p.Tasks))
			}
			answers = append(answers, want)
			got, err := infinite.Of(context.Background(), p, specs[:last], specs[last], infinite.Options{Fairness: f})
			if err != nil || got.Violated != want || !got.Complete {
				t.Fatalf("seed %d, %s: %+v, %v, want %v\n%s%s", seed, f, got, err, want, text, specs[last].Text)
			}
			switch proof := prove(t, p, specs, f); {
			case proof.Holds && want:
				t.Fatalf("seed %d, %s: %+v is proved of %+v\n%s%s", seed, f, proof, got, text, specs[last].Text)
			case proof.Holds:
				proved++
			case len(proof.Loop) > 0:
				r, err := infinite.Pursue(context.Background(), p, specs[:last], specs[last], &proof, infinite.Options{Fairness: f})
				if err != nil || r.Violated && (!want || !replays(p, specs, r, f)) {
					t.Fatalf("seed %d, %s: %+v is followed to %+v, %v\n%s%s", seed, f, proof, r, err, text, specs[last].Text)
				}
				if r.Violated {
					pursued++
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
	}
	t.Logf("found %v, %d of them along abstractions, none %d, %d of them proved, fairness matters in %d", found, pursued, none, proved, differ)
	if found[live.Weak] < 10 || found[live.Strong] < 5 || none < 50 || proved < 30 || pursued < 30 || differ < 10 {
		t.Error("too few to mean anything")
	}
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
