package reuse_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"flavers/cfg"
	"flavers/internal/trial"
	"flavers/report"
	"flavers/sem"
	"flavers/verify/reuse"
)

func find(t *testing.T, p *cfg.Program, opt reuse.Options) *reuse.Result {
	t.Helper()
	r, err := reuse.Find(t.Context(), p, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Each program with who waits, and who adds too early.
func TestFind(t *testing.T) {
	for _, test := range []struct{ name, text, waits, adds string }{
		{"doc", "task waits { add g(1); spawn works; wait g } task works dynamic[1] { done g; add g(1); done g }", "waits", "works[0]"},
		{"counter stays above zero", "task waits { add g(1); spawn works; wait g } task works dynamic[1] { add g(1); done g; done g }", "", ""},
		{"only who waits adds", "task waits { add g(1); spawn works; wait g; add g(1); done g } task works dynamic[1] { done g }", "", ""},
		{"nobody waits then", "task waits { add g(1); done g; add g(1); done g; spawn late } task late dynamic[1] { wait g }", "", ""},
		{"the end of all", "task waits { add g(1); spawn works; wait g } task works dynamic[1] { done g; event exits_program; add g(1) }", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := trial.Program(t, "waitgroup g; "+test.text)
			r := find(t, p, reuse.Options{Last: "exits_program"})
			waits, adds := "", ""
			if r.Schedule != nil {
				waits, adds = p.Tasks[r.Waits].Name, p.Tasks[r.Adds].Name
			}
			if waits != test.waits || adds != test.adds || r.Limit != "" {
				t.Errorf("waits %q, adds %q, %s", waits, adds, r.Limit)
			}
		})
	}
}

// An execution that is found is a run-time error, and where there was no time to look the ledger says so.
func TestJudge(t *testing.T) {
	p := trial.Program(t, "waitgroup g; task waits { add g(1); spawn works; wait g } task works dynamic[1] { done g; add g(1); done g }")
	c := &report.Check{RuntimeErrors: &report.Result{Verdict: report.Holds}}
	if reuse.Judge(t.Context(), p, reuse.Options{MaxStates: 2}, c); c.RuntimeErrors.Verdict != report.Holds || len(c.Ledger) != 1 {
		t.Errorf("with two states: %s, %v", c.RuntimeErrors.Verdict, c.Ledger)
	}
	reuse.Judge(t.Context(), p, reuse.Options{}, c)
	r := c.RuntimeErrors
	if r.Verdict != report.Violated || len(r.Trace) != 4 || !strings.Contains(r.Trace[3].Event, "before the wait of waits has returned") {
		t.Errorf("%+v", r)
	}
}

// define is Find by the definition: from each state in which a task waits and a step takes the counter to zero, all
// that can follow without that task, as long as the counter is zero.
func define(m *sem.Machine) bool {
	g := cfg.ObjectID(0)
	count := func(state []int32) int32 { n, _ := m.Count(g, state); return n }
	op := func(a cfg.ActionID) cfg.Op { return m.P.Nodes[m.P.Actions[a].A].Op }
	early := func(state []int32, waits cfg.TaskID) bool {
		seen, todo := map[string]bool{}, [][]int32{state}
		for len(todo) > 0 {
			now := todo[0]
			todo = todo[1:]
			for _, o := range m.Successors(now, false) {
				if m.P.Nodes[m.P.Actions[o.Action].A].Task == waits || o.Err != nil {
					continue
				}
				if add, is := op(o.Action).(cfg.GroupAdd); is && add.By > 0 {
					return true
				}
				if key := fmt.Sprint(o.Next); !seen[key] {
					seen[key], todo = true, append(todo, append([]int32{}, o.Next...))
				}
			}
		}
		return false
	}
	seen, todo := map[string]bool{}, [][]int32{m.Start()}
	for len(todo) > 0 {
		now := todo[0]
		todo = todo[1:]
		for _, o := range m.Successors(now, false) {
			if o.Err != nil {
				continue
			}
			for t := range m.P.Tasks {
				at := m.Point(cfg.TaskID(t), now[m.Pos(cfg.TaskID(t))])
				if at == cfg.None || len(m.P.Points[at].Nodes) == 0 || count(now) == 0 || count(o.Next) != 0 {
					continue
				}
				if _, is := m.P.Nodes[m.P.Points[at].Nodes[0]].Op.(cfg.GroupWait); is && early(o.Next, cfg.TaskID(t)) {
					return true
				}
			}
			if key := fmt.Sprint(o.Next); !seen[key] {
				seen[key], todo = true, append(todo, append([]int32{}, o.Next...))
			}
		}
	}
	return false
}

// On random tasks over one wait group an execution is found if the definition says that there is one.
func TestDefinition(t *testing.T) {
	found, none := 0, 0
	for seed := range trial.Seeds(t, 150) {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		var src strings.Builder
		src.WriteString("waitgroup g\n")
		for task := range 3 {
			fmt.Fprintf(&src, "task t%d {\n", task)
			for range 1 + r.IntN(4) {
				src.WriteString([]string{"add g(1)\n", "done g\n", "wait g\n", "choose { done g } or { add g(1) }\n"}[r.IntN(4)])
			}
			src.WriteString("}\n")
		}
		p := trial.Program(t, src.String())
		m, err := sem.New(p)
		if err != nil {
			t.Fatal(err)
		}
		want, got := define(m), find(t, p, reuse.Options{})
		if want != (got.Schedule != nil) {
			t.Fatalf("seed %d: found %v, and by the definition %t\n%s", seed, got.Schedule, want, &src)
		}
		if want {
			found++
		} else {
			none++
		}
	}
	if found < 10 || none < 10 {
		t.Errorf("%d with a wait group that is used too early, %d without", found, none)
	}
}
