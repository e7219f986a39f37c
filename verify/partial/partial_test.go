package partial_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"flavers/cfg"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/report"
	"flavers/sem"
	"flavers/verify/partial"
)

func find(t *testing.T, p *cfg.Program, opt partial.Options) *partial.Result {
	t.Helper()
	r, err := partial.Find(t.Context(), p, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func names(p *cfg.Program, tasks []cfg.TaskID) string {
	var out []string
	for _, t := range tasks {
		out = append(out, p.Tasks[t].Name)
	}
	return strings.Join(out, " ")
}

// Each program with the tasks that wait for ever, those that go on, and the length of the execution.
func TestFind(t *testing.T) {
	for _, test := range []struct{ name, text, waits, moves string }{
		{"doc", "chan c; task waits { <-c } task runs { loop { skip } }", "waits", "runs"},
		{"somebody sends, later", "chan c; task waits { <-c } task runs { choose { loop { skip } } or { c <- 0 } }", "waits", "runs"},
		{"always again", "chan c; task waits { loop { <-c } } task runs { loop { c <- 0 } }", "", ""},
		{"a lock in a loop", "lock l; task waits { lock l; unlock l } task runs { loop { lock l; unlock l } }", "", ""},
		{"a lock for ever", "lock l; task waits { lock l; unlock l } task runs { lock l; loop { skip } }", "waits", "runs"},
		{"the end of all", "chan c; task waits { <-c } task runs { event exits_program; loop { skip } }", "", ""},
		{"an error", "chan c; task waits { <-c } task runs { loop { choose { skip } or { assert false } } }", "", ""},
		{"a server rests", "chan c; server task waits { loop { <-c } } task runs { loop { skip } }", "", ""},
		{"two of three", "chan c; chan d; task a { <-c } task b { <-d } task runs { choose { d <- 0; loop { skip } } or { loop { c <- 0 } } }", "a", "b runs"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := trial.Program(t, test.text)
			r := find(t, p, partial.Options{Last: "exits_program"})
			if names(p, r.Waits) != test.waits || names(p, r.Moves) != test.moves || r.Limit != "" {
				t.Errorf("waits %q, moves %q, %s", names(p, r.Waits), names(p, r.Moves), r.Limit)
			}
		})
	}
}

// What is meant to wait is not found, and a limit hides what is left behind.
func TestOptions(t *testing.T) {
	p := trial.Program(t, "chan c; cond d on l; lock l; task a { <-c } task b { lock l; wait d; unlock l } task runs { loop { skip } }")
	meant := func(task string, at, moving []string) bool {
		if !slices.Contains(moving, "runs") {
			t.Errorf("%s at %v: moving %v", task, at, moving)
		}
		return slices.Contains(at, "<-c")
	}
	if r := find(t, p, partial.Options{Meant: meant}); names(p, r.Waits) != "b" || !r.Meant {
		t.Errorf("%q is left behind", names(p, r.Waits))
	}
	all := func(string, []string, []string) bool { return true }
	if r := find(t, p, partial.Options{Meant: all}); r.Waits != nil || !r.Meant {
		t.Errorf("%q is left behind", names(p, r.Waits))
	}
	if r := find(t, p, partial.Options{MaxStates: 1}); r.Waits != nil || r.Limit != "states" {
		t.Errorf("%q is left behind, limit %q", names(p, r.Waits), r.Limit)
	}
}

// Judge shows where tasks stand, and the execution.
func TestJudge(t *testing.T) {
	p := trial.Program(t, "chan c; task waits { skip; <-c } task runs { loop { skip } }")
	r := report.Result{Verdict: report.Holds}
	partial.Judge(t.Context(), p, partial.Options{}, &r)
	if r.Verdict != report.Violated || len(r.Waiting) != 1 || r.Waiting[0].At != "<-c" || len(r.Trace) != 1 || len(r.Moving) != 1 {
		t.Errorf("%+v", r)
	}
}

// define is Find by the definition, on so many states: the states in which a task waits that moves in none of those
// that follow, as texts. nil: there are more states.
func define(m *sem.Machine, limit int) map[string]bool {
	states := [][]int32{m.Start()}
	number := map[string]int{fmt.Sprint(states[0]): 0}
	var next [][]int
	var free [][]bool // by state: tasks that move or rest there
	for i := 0; i < len(states); i++ {
		if len(states) > limit {
			return nil
		}
		now := make([]bool, len(m.P.Tasks))
		for t := range now {
			now[t] = m.Rests(cfg.TaskID(t), states[i][m.Pos(cfg.TaskID(t))])
		}
		var to []int
		for _, o := range m.Successors(states[i], false) {
			a := m.P.Actions[o.Action]
			now[m.P.Nodes[a.A].Task] = true
			if a.Joint() {
				now[m.P.Nodes[a.B].Task] = true
			}
			if o.Err != nil {
				for t := range now {
					now[t] = true
				}
				continue
			}
			key := fmt.Sprint(o.Next)
			if _, known := number[key]; !known {
				number[key] = len(states)
				states = append(states, slices.Clone(o.Next))
			}
			to = append(to, number[key])
		}
		next, free = append(next, to), append(free, now)
	}
	out := map[string]bool{}
	for i := range states {
		seen, todo := map[int]bool{i: true}, []int{i}
		can := make([]bool, len(m.P.Tasks))
		for len(todo) > 0 {
			k := todo[0]
			todo = todo[1:]
			for t, is := range free[k] {
				can[t] = can[t] || is
			}
			for _, to := range next[k] {
				if !seen[to] {
					seen[to], todo = true, append(todo, to)
				}
			}
		}
		if slices.Contains(can, false) {
			out[fmt.Sprint(states[i])+fmt.Sprint(can)] = true
		}
	}
	return out
}

// On random programs a task is left behind if the definition says so, and in the state that is found the same ones are.
func TestDefinition(t *testing.T) {
	mixtures := []gen.Features{
		gen.Shared | gen.Locks | gen.Control,
		gen.Channels | gen.Rendezvous | gen.Choice | gen.Control,
		gen.RWLocks | gen.Semaphores | gen.Monitors | gen.Spawn | gen.Control,
		gen.All,
	}
	compared, with, without := 0, 0, 0
	for seed := range trial.Seeds(t, 200) {
		src := gen.Options{Features: mixtures[int(seed)%len(mixtures)], Size: 5}.Program(trial.Bytes(seed, 1, 160))
		p := trial.Program(t, src)
		m, err := sem.New(p)
		if err != nil {
			continue
		}
		want := define(m, 400)
		if want == nil {
			continue
		}
		r, err := partial.Find(t.Context(), p, partial.Options{})
		if err != nil {
			continue
		}
		compared++
		if (r.Waits != nil) != (len(want) > 0) {
			t.Fatalf("seed %d: %q wait, and by the definition %v\n%s", seed, names(p, r.Waits), want, src)
		}
		if r.Waits == nil {
			without++
			continue
		}
		with++
		state, can := m.Start(), slices.Repeat([]bool{true}, len(p.Tasks))
		for _, c := range r.Schedule {
			state = m.Outcomes(nil, state, p.Actions[c.Action], true)[c.Outcome].Next
		}
		for _, w := range r.Waits {
			can[w] = false
		}
		if !want[fmt.Sprint(state)+fmt.Sprint(can)] {
			t.Fatalf("seed %d: in state %v %q wait, and by the definition %v\n%s", seed, state, names(p, r.Waits), want, src)
		}
	}
	if compared < 50 || with < 10 || without < 10 {
		t.Errorf("%d compared, %d with a task that is left behind, %d without", compared, with, without)
	}
}
