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
		{"the end after what may wait for ever", "chan c; task waits { <-c } task runs { event waits_outside; event exits_program; loop { skip } }",
			"waits", "runs"},
		{"the end after what waits no more", "chan c; task waits { event waits_outside; <-c } task runs { event exits_program; loop { skip } }", "", ""},
		{"an answer that lets it go on", "chan c; task waits { <-c } task runs { event waits_outside; c <- 0; event exits_program; loop { skip } }", "", ""},
		{"perhaps the end, each time", "chan c; chan d; task waits { <-c } task runs { loop { select { case <-d: event exits_program; case d <- 0: } } } task ticks { loop { <-d } }",
			"waits", "runs ticks"},
		{"the end of a loop by a choice", "chan c; task waits { <-c } task runs { loop { choose { skip } or { break } } event exits_program; loop { skip } }", "", ""},
		{"the end by a task that can always move", "chan c; task waits { <-c } task runs { loop { skip } } task ends { event exits_program; loop { skip } }", "", ""},
		{"an end that only answers put off", "chan c; shared x bool; task waits { <-c } task runs { loop { x = true; event waits_outside; x = false } } " +
			"task ends { await x; event exits_program; loop { skip } }", "", ""},
		{"an error", "chan c; task waits { <-c } task runs { loop { choose { skip } or { assert false } } }", "", ""},
		{"a server rests", "chan c; server task waits { loop { <-c } } task runs { loop { skip } }", "", ""},
		{"two of three", "chan c; chan d; task a { <-c } task b { <-d } task runs { choose { d <- 0; loop { skip } } or { loop { c <- 0 } } }", "a", "b runs"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := trial.Program(t, test.text)
			r := find(t, p, partial.Options{Last: "exits_program", Outside: "waits_outside"})
			if names(p, r.Waits) != test.waits || names(p, r.Moves) != test.moves || r.Limit != "" {
				t.Errorf("waits %q, moves %q, %s", names(p, r.Waits), names(p, r.Moves), r.Limit)
			}
		})
	}
}

// What is meant to wait is not found, and a limit hides what is left behind.
func TestOptions(t *testing.T) {
	p := trial.Program(t, "chan c; cond d on l; lock l; shared x bool; task a { <-c } task b { lock l; wait d; unlock l } "+
		"task runs { loop { x = true; x = false } }")
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

// A task that only receives from a closed channel is no excuse for one that waits for it, and one that does anything
// else is. One that does nothing that others could notice leaves it open.
func TestSpin(t *testing.T) {
	for _, test := range []struct {
		name, loop string
		found      bool
		asking     bool
	}{
		{"a receive", "<-quit", true, false},
		{"a receive into a variable of the task", "ok = <-quit", true, false},
		{"a select", "select { case <-quit: skip; case <-work: skip }", true, false},
		{"a choice of data", "choose { <-quit } or { skip }", true, false},
		{"no receive", "skip", false, true},
		{"a lock", "<-quit; lock l; unlock l", false, false},
		{"an event", "<-quit; event serves", false, false},
		{"a variable that others may read", "<-quit; x = true", false, false},
		{"a variable that others may write", "<-quit; if x { skip }", false, true},
		{"a step that is never possible", "<-quit; choose { await x; skip } or { skip }", true, false},
		{"a send to a buffer, and a receive", "<-quit; work <- 0; <-work", false, false},
		{"another way out", "<-quit; choose { lock l; unlock l } or { skip }", false, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := trial.Program(t, "chan quit 0..1; chan done; chan work[1]; lock l; shared x bool; shared y bool; "+
				"task runs { var ok 0..1; loop { "+test.loop+" } close done } "+
				"task stops { close quit; <-done } task others { y = x }")
			waits := func(_ string, _, moving []string) bool { return slices.Contains(moving, "runs") }
			r := find(t, p, partial.Options{Meant: waits})
			if found := names(p, r.Waits) == "stops"; found != test.found || r.Meant == found {
				t.Errorf("%q is left behind, %q go on, meant %v", names(p, r.Waits), names(p, r.Moves), r.Meant)
			}
			if r.Asking != test.asking {
				t.Errorf("asking: %t", r.Asking)
			}
		})
	}
}

// A choice after which the others go on without end is made in the execution that is shown.
func TestChoice(t *testing.T) {
	p := trial.Program(t, "chan c; task waits { <-c } task runs { choose { loop { skip } } or { skip } event exits_program; loop { skip } }")
	r := find(t, p, partial.Options{Last: "exits_program"})
	if names(p, r.Waits) != "waits" || len(r.Schedule) != 1 {
		t.Errorf("%q is left behind after %v", names(p, r.Waits), r.Schedule)
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
// that follow, and which last if the program may end after them, as texts. nil: there are more states.
func define(m *sem.Machine, limit int, opt partial.Options) map[string]bool {
	states := [][]int32{m.Start()}
	number := map[string]int{fmt.Sprint(states[0]): 0}
	var next [][]int
	var free [][]bool // by state: tasks that move or rest there, and whether the program may end
	var steps []step
	able := [][]bool{}
	is := func(o sem.Outcome, event string) bool {
		return slices.ContainsFunc(o.Occ, func(o sem.Occurrence) bool { return o.Event == event })
	}
	for i := 0; i < len(states); i++ {
		if len(states) > limit {
			return nil
		}
		now, can := make([]bool, len(m.P.Tasks)+1), make([]bool, len(m.P.Tasks))
		for t := range can {
			now[t] = m.Rests(cfg.TaskID(t), states[i][m.Pos(cfg.TaskID(t))])
		}
		var to []int
		for _, o := range m.Successors(states[i], false) {
			a := m.P.Actions[o.Action]
			s := step{from: i, tasks: []cfg.TaskID{m.P.Nodes[a.A].Task}, outside: is(o, opt.Outside)}
			op, silent := m.P.Nodes[a.A].Op.(cfg.Silent)
			s.guess = silent && op.What == report.Guess
			if a.Joint() {
				s.tasks = append(s.tasks, m.P.Nodes[a.B].Task)
			}
			if o.Err != nil {
				for t := range now {
					now[t] = true
				}
				continue
			}
			for _, t := range s.tasks {
				now[t], can[t] = true, true
			}
			if is(o, opt.Last) {
				now[len(can)] = true
				continue
			}
			key := fmt.Sprint(o.Next)
			if _, known := number[key]; !known {
				number[key] = len(states)
				states = append(states, slices.Clone(o.Next))
			}
			s.to = number[key]
			to, steps = append(to, s.to), append(steps, s)
		}
		next, free, able = append(next, to), append(free, now), append(able, can)
	}
	lasts := lasting(steps, able)
	out := map[string]bool{}
	for i := range states {
		seen, todo := map[int]bool{i: true}, []int{i}
		can := make([]bool, len(m.P.Tasks)+1)
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
		tasks := can[:len(m.P.Tasks)]
		if slices.Contains(tasks, false) && (!can[len(tasks)] || lasts[i]) {
			out[fmt.Sprint(states[i])+fmt.Sprint(tasks)] = true
		}
	}
	return out
}

// step is one of the state graph.
type step struct {
	from, to       int
	tasks          []cfg.TaskID
	outside, guess bool
}

// lasting finds the states that last by the definition (theory.md, section 12.1): with sets of reachable states in
// place of components, and rounds until nothing changes in place of lists of work.
func lasting(steps []step, able [][]bool) []bool {
	n := len(able)
	left := make([]bool, len(steps))
	for i := range steps {
		left[i] = !steps[i].outside
	}
	var reach [][]bool
	together := func(i, k int) bool { return i == k || reach[i][k] && reach[k][i] }
	for changed := true; changed; {
		changed, reach = false, make([][]bool, n)
		for i := range n {
			reach[i] = make([]bool, n)
			for todo := []int{i}; len(todo) > 0; {
				at := todo[0]
				todo = todo[1:]
				for k, s := range steps {
					if left[k] && s.from == at && !reach[i][s.to] {
						reach[i][s.to], todo = true, append(todo, s.to)
					}
				}
			}
		}
		before := slices.Clone(left)
		for k, s := range steps {
			for j, o := range steps { // another way of the same branch
				sibling := s.guess && o.guess && o.from == s.from && o.tasks[0] == s.tasks[0]
				if before[k] && sibling && (!before[j] || !together(o.from, o.to)) {
					left[k], changed = false, true
				}
			}
		}
	}
	out := make([]bool, n)
	for i := range n {
		moves, always := map[cfg.TaskID]bool{}, slices.Repeat([]bool{true}, len(able[i]))
		for k, s := range steps {
			if together(i, s.from) && (s.outside || left[k] && together(i, s.to)) {
				for _, t := range s.tasks {
					moves[t] = true
				}
			}
		}
		for k := range n {
			for t := range always {
				always[t] = always[t] && (!together(i, k) || able[k][t])
			}
		}
		out[i] = len(moves) > 0
		for t, is := range always {
			out[i] = out[i] && (!is || moves[cfg.TaskID(t)])
		}
	}
	for changed := true; changed; {
		changed = false
		for _, s := range steps {
			all := out[s.to]
			for _, o := range steps {
				if s.guess && o.guess && o.from == s.from && o.tasks[0] == s.tasks[0] {
					all = all && out[o.to]
				}
			}
			if all && !out[s.from] {
				out[s.from], changed = true, true
			}
		}
	}
	return out
}

// events are two of a program, where there are two: one ends it, and one waits for the outside.
func events(m *sem.Machine, seed int64) (last, outside string) {
	var all []string
	for _, o := range m.Successors(m.Start(), false) {
		for _, occ := range o.Occ {
			all = append(all, occ.Event)
		}
	}
	for i := range m.P.Nodes {
		if e := m.P.NodeString(cfg.NodeID(i)); !strings.ContainsAny(e, "=<") {
			all = append(all, e)
		}
	}
	if len(all) == 0 {
		return "", ""
	}
	return all[int(seed)*7%len(all)], all[int(seed)*3%len(all)]
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
		opt := partial.Options{}
		if seed%2 == 1 {
			opt.Last, opt.Outside = events(m, int64(seed))
		}
		want := define(m, 150, opt)
		if want == nil {
			continue
		}
		r, err := partial.Find(t.Context(), p, opt)
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
