package model

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"flavers/automata"
	"flavers/cfg"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/sem"
)

// The program of the package doc.
func TestDocExample(t *testing.T) {
	p := trial.Program(t, "shared x 0..1\ntask a { x = 1; event done }\n")
	m, err := sem.New(p)
	if err != nil {
		t.Fatal(err)
	}
	s := New(m, trial.Specs(t, "property once { absence of done }\n"), Config{})
	state := s.Start()
	if len(state) != s.Width || s.Width != len(m.Comps)+1+1 {
		t.Errorf("a state is %v", state)
	}
	list, stuck := s.Enabled(nil, state)
	if len(list) != 1 || stuck {
		t.Fatalf("%d moves, stuck %v", len(list), stuck)
	}
	next := slices.Clone(state)
	s.Apply(next, state, list[0])
	if x := m.Var(0); next[x] != 1 || next[s.Monitors[0].At] != s.Monitors[0].Spec.DFA.Start || s.Trapped(next) {
		t.Errorf("x = 1 leads to %s", s.Describe(next))
	}
	list, _ = s.Enabled(nil, next)
	s.Change(next, list[0])
	if !s.Trapped(next) || !s.Over(next) {
		t.Errorf("done leads to %s", s.Describe(next))
	}
}

var events = []string{"a", "b", "c", "a(*)", "t0.v0=1", "x0=1", "x0==1", "t0.e0", "t1.e0", "c0<-*", "<-c0", "lock m0", "unlock m0",
	"a0.m0", "post a0.m0", "l0.m0"}

// slow is the twin of a System: the machine executed action by action, and the
// specifications stepped with each occurrence.
type slow struct {
	m       *sem.Machine
	specs   []*automata.Spec
	binders []*automata.Binder
}

// step is a move of the twin: the state after it, as a System has it, and the
// kind of its error.
type step struct {
	choice    sem.Choice
	next      []int32
	forbidden bool
	err       string
}

func (w *slow) steps(s *System, state []int32) []step {
	var out []step
	n, tasks := len(w.m.Comps), len(w.m.P.Tasks)
	live := func(t cfg.TaskID) bool { return state[n+len(w.specs)+int(t)] == 0 }
	for _, a := range w.m.P.Actions {
		if !live(w.m.P.Nodes[a.A].Task) || a.Joint() && !live(w.m.P.Nodes[a.B].Task) {
			continue
		}
		for i, o := range w.m.Outcomes(nil, state[:n:n], a, true) {
			u := step{choice: sem.Choice{Action: a.ID, Outcome: i}, next: slices.Clone(state)}
			if o.Err != nil {
				u.err = o.Err.Error()
				for _, node := range []cfg.NodeID{a.A, a.B} {
					if node != cfg.None {
						u.next[n+len(w.specs)+int(w.m.P.Nodes[node].Task)] = 1
					}
				}
				out = append(out, u)
				continue
			}
			copy(u.next, o.Next)
			for _, occ := range o.Occ {
				var names []string
				for _, t := range occ.Tasks {
					names = append(names, w.m.P.Tasks[t].Name)
				}
				for k, sp := range w.specs {
					q := &u.next[n+k]
					if sym, _ := w.binders[k].Bind(occ.Names(), names); sym >= 0 && *q != sp.DFA.Trap() {
						*q = sp.DFA.Step(*q, sym)
					}
					u.forbidden = u.forbidden || !sp.Property && *q == sp.DFA.Trap() && state[n+k] != *q
				}
			}
			out = append(out, u)
		}
	}
	if len(state) != n+len(w.specs)+tasks {
		panic("a state of another width")
	}
	return out
}

// On random programs, every state that is met has the moves of the twin: the same
// choices, which lead to the same states, and meet the same errors.
func TestAgainstMachine(t *testing.T) {
	states, moves, failing, forbidden, several := 0, 0, 0, 0, 0
	for n := range uint64(trial.Count(t, 150)) {
		seed := n + trial.FirstSeed(t)
		src := gen.Options{Size: 1 + int(seed%5), Features: gen.Features(seed*0x9e3779b9>>7) & (gen.All | gen.Messages)}.Program(trial.Bytes(seed, 7, 160))
		p := trial.Program(t, src)
		specText := gen.Spec(trial.Bytes(seed+99, 7, 40), events)
		if seed%2 == 1 {
			specText += gen.Constraint(trial.Bytes(seed+999, 7, 40), events)
		}
		specs := trial.Specs(t, specText)
		m, err := sem.New(p)
		if err != nil {
			t.Fatal(err)
		}
		s, w := New(m, specs, Config{Threads: seed%3 == 0, HighestFirst: seed%5 == 0}), &slow{m: m, specs: specs}
		for _, sp := range specs {
			w.binders = append(w.binders, automata.NewBinder(sp))
		}
		plain := func(state []int32) []int32 { // which error stopped a task is not compared
			out := slices.Clone(state)
			for i := s.Failures; i < s.Width; i++ {
				out[i] = min(1, out[i]*out[i])
			}
			return out
		}
		seen := map[string]bool{}
		for todo := [][]int32{s.Start()}; len(todo) > 0 && len(seen) < 300; {
			state := todo[0]
			todo = todo[1:]
			if key := fmt.Sprint(state); seen[key] {
				continue
			} else {
				seen[key] = true
			}
			states++
			want := w.steps(s, state)
			var got []step
			all, stuck := s.Enabled(nil, state)
			for _, v := range all {
				next := make([]int32, s.Width)
				s.Apply(next, state, v)
				u := step{choice: s.Choice(state, v.Way, v.Out), next: plain(next)}
				if v.Effect.Err != nil {
					u.err = v.Effect.Err.Error()
					failing++
				}
				got = append(got, u)
				todo = append(todo, next)
				if again := s.Again(state, v); again == nil || !again.Is(v) {
					t.Fatalf("a move is not found again\n%s", src)
				}
			}
			if stuck != (len(want) == 0) {
				t.Fatalf("stuck: %v, with %d steps\n%s\n%s", stuck, len(want), src, specText)
			}
			before := len(want)
			want = slices.DeleteFunc(want, func(u step) bool { return u.forbidden })
			forbidden += before - len(want)
			for i := range want {
				want[i].next = plain(want[i].next)
			}
			for _, list := range [][]step{want, got} {
				slices.SortFunc(list, func(a, b step) int {
					return cmp.Or(cmp.Compare(a.choice.Action, b.choice.Action), cmp.Compare(a.choice.Outcome, b.choice.Outcome))
				})
			}
			if len(want)+len(got) > 0 && !reflect.DeepEqual(want, got) {
				t.Fatalf("in %s\nwant %+v\ngot  %+v\n%s\n%s", s.Describe(state), want, got, src, specText)
			}
			if moves += len(got); len(got) > 1 {
				several++
			}
		}
	}
	t.Logf("%d states, %d with several moves, %d moves, %d with errors, %d forbidden", states, several, moves, failing, forbidden)
	if failing == 0 || forbidden == 0 || several < states/4 {
		t.Error("the random programs have too little")
	}
}

// A schedule leaves out errors on the way, and ends where a property is violated.
func TestSchedule(t *testing.T) {
	p := trial.Program(t, "task a { assert false }\ntask b { event e; event f }\n")
	m, err := sem.New(p)
	if err != nil {
		t.Fatal(err)
	}
	s := New(m, trial.Specs(t, "property none { absence of e }\n"), Config{})
	x, err := Begin(context.Background(), s, "test", Options{Shortest: true}, NewWatch(context.Background(), nil))
	if err != nil {
		t.Fatal(err)
	}
	state := s.Start()
	var path []*Move
	schedule := func(f Finding) []sem.Choice { return s.Schedule(f, path) }
	for {
		list, stuck := s.Enabled(nil, state)
		if len(list) == 0 {
			x.Ended(state, s.Ending(state, stuck), schedule)
			break
		}
		path = append(path, list[0])
		if s.Change(state, list[0]); list[0].Effect.Err != nil {
			x.Met(list[0].Effect.Err, schedule)
		}
	}
	r := x.Done()
	length := map[Kind]int{}
	for _, f := range r.Findings {
		length[f.Kind] = len(f.Schedule)
	}
	if r.Executions != 1 || r.Errors != 1 || r.Violations != 1 || r.Deadlocks != 0 || !reflect.DeepEqual(length, map[Kind]int{Error: 1, Violation: 1}) {
		t.Errorf("%+v, schedules of %v steps", r, length)
	}
}

// Uses against its definition, on all examples: an object is used if it is in the
// operation of some step.
func TestUses(t *testing.T) {
	kinds := map[cfg.ObjectKind]bool{}
	files, err := filepath.Glob("../../examples/*.tfg")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d examples, %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p := trial.Program(t, string(text)+"\nlock nobody_takes_it\n")
		want := make([]bool, len(p.Objects))
		for i := range p.Nodes {
			op := reflect.ValueOf(p.Nodes[i].Op)
			for k := range op.NumField() {
				if o, ok := op.Field(k).Interface().(cfg.ObjectID); ok {
					want[o] = true
				}
			}
		}
		for o, used := range Uses(p) {
			if p.Objects[o].Box() {
				continue
			}
			if kinds[p.Objects[o].Kind] = true; used != want[o] {
				t.Errorf("%s: %s: %v", file, p.Objects[o].Name, used)
			}
		}
	}
	if len(kinds) < 4 {
		t.Errorf("only objects of kinds %v", kinds)
	}
}
