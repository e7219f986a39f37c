package survey_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"flavers/cfg"
	"flavers/internal/gen"
	"flavers/internal/oracle"
	"flavers/internal/trial"
	"flavers/sem"
	"flavers/verify/survey"
)

// The mixtures that this package is about: tasks over shared variables.
var sharing = []gen.Features{
	gen.Shared | gen.Arrays | gen.Atomic | gen.Control,
	gen.Shared | gen.Locks | gen.Atomic | gen.Faults,
	gen.Shared | gen.Arrays | gen.Channels | gen.Rendezvous | gen.Choice,
	gen.Shared | gen.RWLocks | gen.Semaphores | gen.Monitors | gen.Spawn,
	gen.All,
}

// define lists the races and the steps that are taken by their definitions, from the
// states of the interpreter.
func define(p *cfg.Program, limit int) (races, taken map[string]bool, complete bool) {
	races, taken = map[string]bool{}, map[string]bool{}
	tasks := func(a *cfg.Action) []cfg.TaskID {
		if a.Joint() {
			return []cfg.TaskID{p.Nodes[a.A].Task, p.Nodes[a.B].Task}
		}
		return []cfg.TaskID{p.Nodes[a.A].Task}
	}
	_, complete = oracle.Visit(p, limit, func(_ *oracle.State, steps []oracle.Step) {
		for i := range steps {
			a := &p.Actions[steps[i].Action]
			taken[fmt.Sprint(a.A)] = true
			if a.Joint() {
				taken[fmt.Sprint(a.B)] = true
			}
			for j := range steps[:i] {
				st, su := &steps[j], &steps[i]
				b := &p.Actions[st.Action]
				if slices.ContainsFunc(tasks(a), func(t cfg.TaskID) bool { return slices.Contains(tasks(b), t) }) ||
					p.Nodes[a.A].Atomic && p.Nodes[b.A].Atomic || looks(p, a) || looks(p, b) {
					continue
				}
				for v := range p.Vars {
					x := cfg.VarID(v)
					touched := func(s *oracle.Step) bool { return s.Reads[x] || s.Writes[x] }
					if p.Vars[v].Owner == cfg.None && !p.Vars[v].Scratch && touched(st) && touched(su) && (st.Writes[x] || su.Writes[x]) {
						races[name(p, survey.Race{Var: x, First: survey.Access{Action: b.ID, Write: st.Writes[x]},
							Second: survey.Access{Action: a.ID, Write: su.Writes[x]}})] = true
					}
				}
			}
		}
	})
	return races, taken, complete
}

// looks reports whether an action only looks at what others could do.
func looks(p *cfg.Program, a *cfg.Action) bool {
	switch p.Nodes[a.A].Op.(type) {
	case cfg.Else, cfg.Terminate:
		return true
	}
	return false
}

func name(p *cfg.Program, r survey.Race) string {
	if r.Second.Action < r.First.Action {
		r.First, r.Second = r.Second, r.First
	}
	return fmt.Sprintf("%s: action %d %t, action %d %t", p.Vars[r.Var].Name, r.First.Action, r.First.Write, r.Second.Action, r.Second.Write)
}

// On random programs a survey finds the races and the steps that their definitions
// give, and after each schedule both steps of the race can come next.
func TestDefinition(t *testing.T) {
	compared, racy, apart, missing := 0, 0, 0, 0
	for seed := range trial.Seeds(t, 400) {
		src := gen.Options{Features: sharing[int(seed)%len(sharing)], Size: 5}.Program(trial.Bytes(seed, 1, 160))
		p := trial.Program(t, src)
		races, taken, complete := define(p, 3000)
		if !complete {
			continue
		}
		r, err := survey.Of(t.Context(), p, survey.Options{Races: true})
		if err != nil {
			continue
		}
		if !r.Complete {
			t.Fatalf("not complete: %s\n%s", r.Limit, src)
		}
		compared++
		got := map[string]bool{}
		for _, c := range r.Races {
			got[name(p, c)] = true
			shows(t, p, c)
		}
		if d := trial.Difference(got, races); d != "" {
			t.Fatalf("seed %d: races that were found, and those of the definition: %s\n%s", seed, d, src)
		}
		if len(races) > 0 {
			racy++
		} else if strings.Contains(src, "shared") {
			apart++
		}
		steps := map[string]bool{}
		for n, is := range r.Taken {
			if is {
				steps[fmt.Sprint(n)] = true
			}
		}
		if d := trial.Difference(steps, taken); d != "" {
			t.Fatalf("seed %d: steps taken, and those of the definition: %s\n%s", seed, d, src)
		}
		if len(taken) < len(p.Nodes) {
			missing++
		}
		if len(survey.Grouped(p, r.Races)) > len(r.Races) || len(r.Races) > 0 && len(survey.Grouped(p, r.Races)) == 0 {
			t.Fatalf("seed %d: %d races in %d groups", seed, len(r.Races), len(survey.Grouped(p, r.Races)))
		}
	}
	if compared < 20 || racy < 5 || apart < 3 || missing < 5 {
		t.Errorf("%d programs compared, %d with races, %d with shared variables and none, %d with steps never taken", compared, racy, apart, missing)
	}
}

// shows executes the schedule of a race: both its steps can come next.
func shows(t *testing.T, p *cfg.Program, r survey.Race) {
	t.Helper()
	m, err := sem.New(p)
	if err != nil {
		t.Fatal(err)
	}
	state := m.Start()
	for _, c := range r.Schedule {
		out := m.Outcomes(nil, state, p.Actions[c.Action], false)
		if c.Outcome >= len(out) || out[c.Outcome].Err != nil {
			t.Fatalf("the schedule %v cannot be followed", r.Schedule)
		}
		state = out[c.Outcome].Next
	}
	for _, a := range []survey.Access{r.First, r.Second} {
		if len(m.Outcomes(nil, state, p.Actions[a.Action], false)) == 0 {
			t.Fatalf("action %d cannot come next after %v", a.Action, r.Schedule)
		}
	}
}

// Races by hand: which pairs of lines of the text race, and on what.
func TestRaces(t *testing.T) {
	for _, c := range []struct {
		what, text string
		want       []string
	}{
		{"two increments", "shared n 0..9\ntask a {\nn = n + 1\n}\ntask b {\nn = n + 1\n}", []string{"n: 4 write, 7 write"}},
		{"two reads", "shared n 0..9\ntask a {\nevent e(n)\n}\ntask b {\nevent e(n)\n}", nil},
		{"a read and a write", "shared n 0..9\ntask a {\nn = 1\n}\ntask b {\nevent e(n)\n}", []string{"n: 4 write, 7 read"}},
		{"under a lock", "shared n 0..9\nlock m\ntask a {\nlock m\nn = 1\nunlock m\n}\ntask b {\nlock m\nn = 2\nunlock m\n}", nil},
		{"under two locks", "shared n 0..9\nlock m, k\ntask a {\nlock m\nn = 1\nunlock m\n}\ntask b {\nlock k\nn = 2\nunlock k\n}", []string{"n: 6 write, 11 write"}},
		{"handed over by a channel", "shared n 0..9\nchan c\ntask a {\nn = 1\nc <- 0\n}\ntask b {\n<-c\nn = 2\n}", nil},
		{"atomic and atomic", "shared n 0..9\ntask a {\natomic { n = n + 1 }\n}\ntask b {\natomic { n = n + 1 }\n}", nil},
		{"atomic and plain", "shared n 0..9\ntask a {\natomic { n = n + 1 }\n}\ntask b {\nn = 1\n}", []string{"n: 4 write, 7 write"}},
		{"a flag that is awaited", "shared done bool\nshared n 0..9\ntask a {\nn = 1\ndone = true\n}\ntask b {\nawait done\nn = 2\n}", nil},
		{"a flag that is tested", "shared done bool\ntask a {\ndone = true\n}\ntask b {\nif done { skip }\n}", []string{"done: 4 write, 7 read"}},
		{"elements", "shared x [2]bool\ntask a[i in 0..1] {\nx[i] = true\n}", nil},
		{"an element and a variable index", "shared x [2]bool\nshared k 0..1\ntask a {\nx[1] = true\n}\ntask b {\nk = 1\nx[k] = false\n}", []string{"x[1]: 5 write, 9 write"}},
		{"a family", "shared n 0..9\ntask a[i in 0..2] {\nn = i\n}", []string{"n: 4 write, 4 write"}},
		{"own variables", "task a[i in 0..1] {\nvar n 0..9\nn = 1\n}", nil},
	} {
		p := trial.Program(t, "program p\n"+c.text)
		r, err := survey.Of(t.Context(), p, survey.Options{Races: true})
		if err != nil || !r.Complete {
			t.Fatal(err, r)
		}
		got := map[string]bool{}
		for _, k := range survey.Grouped(p, r.Races) {
			side := func(a survey.Access) string {
				return fmt.Sprint(a.Node(p).Pos.Line, map[bool]string{true: " write", false: " read"}[a.Write])
			}
			got[p.Vars[k.Var].Name+": "+side(k.First)+", "+side(k.Second)] = true
		}
		if list := slices.Sorted(maps.Keys(got)); !slices.Equal(list, c.want) {
			t.Errorf("%s: races %q, want %q", c.what, list, c.want)
		}
	}
}

// A survey that is cut short says so, and claims nothing of all states.
func TestLimits(t *testing.T) {
	p, _ := trial.Example(t, "examples/peterson.tfg", nil)
	all, err := survey.Of(t.Context(), p, survey.Options{})
	if err != nil || !all.Complete || len(all.Races) > 0 {
		t.Fatal(err, all)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx  context.Context
		opt  survey.Options
		want string
	}{{t.Context(), survey.Options{MaxStates: all.States - 1}, "states"}, {t.Context(), survey.Options{MaxMemory: 1000}, "memory"}, {ended, survey.Options{}, "interrupt"}} {
		r, err := survey.Of(c.ctx, p, c.opt)
		if err != nil || r.Complete || r.Limit != c.want {
			t.Errorf("%v, complete %t, limit %q, want %q", err, r.Complete, r.Limit, c.want)
		}
	}
	if r, _ := survey.Of(t.Context(), p, survey.Options{MaxStates: all.States}); !r.Complete {
		t.Error("the limit is one too low")
	}
}

// Where time ends while components are numbered, no more than the first state was visited (none, if numbering takes
// longer than the grace), and the result says why.
func TestLate(t *testing.T) {
	text, err := os.ReadFile("../../examples/actors/leader.tfg")
	if err != nil {
		t.Fatal(err)
	}
	p := trial.Program(t, regexp.MustCompile(`const N = \d+`).ReplaceAllString(string(text), "const N = 400"))
	ctx, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	<-ctx.Done()
	r, err := survey.Of(ctx, p, survey.Options{Races: true})
	if err != nil || r.Complete || r.Limit != "time" || r.States > 1 || len(r.Taken) != len(p.Nodes) {
		t.Errorf("%+v, %v", r, err)
	}
}
