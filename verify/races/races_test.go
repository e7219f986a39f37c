package races

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"flavers/bitset"
	"flavers/cfg"
	"flavers/internal/gen"
	"flavers/internal/oracle"
	"flavers/internal/trial"
	"flavers/mip"
	"flavers/sem"
	"flavers/verify/survey"
)

// programs are random ones over shared variables, with what keeps accesses apart.
func program(seed uint64) string {
	data := trial.Bytes(seed, 7, 160)
	of := []gen.Features{
		gen.Shared | gen.Locks | gen.Atomic,
		gen.Shared | gen.RWLocks | gen.Control | gen.Arrays,
		gen.Shared | gen.Rendezvous | gen.Locks | gen.Spawn,
		gen.Shared | gen.Monitors | gen.Semaphores | gen.Choice,
		gen.Shared | gen.Messages | gen.Families | gen.Locks,
		gen.All,
	}
	switch k := int(seed) % 10; k {
	case 6:
		return gen.Passed(data)
	case 7:
		return gen.Steps(data)
	case 8, 9:
		return gen.Locking(data)
	default:
		return gen.Options{Features: of[k], Size: 5}.Program(data)
	}
}

// places are the two places of a pair with the variable, without what is done there: a step that may
// write can be one that only reads where it is executed.
func places(p *cfg.Program, r survey.Race) string {
	a, b := r.First.Node(p).Pos.String(), r.Second.Node(p).Pos.String()
	if r.First.Node(p).Pos.Offset > r.Second.Node(p).Pos.Offset {
		a, b = b, a
	}
	return survey.Array(p.Vars[r.Var].Name) + ": " + a + ", " + b
}

// Every race of a random program is a pair that is left; so where none is left, there is no race.
func TestNoRaceIsLost(t *testing.T) {
	racy, proved, apart, left := 0, 0, 0, 0
	for seed := range trial.Seeds(t, 250) {
		src := program(seed)
		p := trial.Program(t, src)
		pairs := Pairs(nil, p, mip.MHP(p))
		may := map[string]bool{}
		for _, r := range pairs {
			may[places(p, r)] = true
		}
		r, err := survey.Of(t.Context(), p, survey.Options{Races: true, MaxStates: 3000})
		if err != nil {
			continue
		}
		for _, c := range r.Races {
			if !may[places(p, c)] {
				t.Fatalf("seed %d: the race %s is not among %v in\n%s", seed, places(p, c), slices.Sorted(maps.Keys(may)), src)
			}
		}
		switch written := writtenByTwo(p); {
		case len(r.Races) > 0:
			racy++
		case len(pairs) == 0 && written:
			proved++
		case len(pairs) > 0 && r.Complete:
			left++
		}
		if h := heldLocks(p); slices.ContainsFunc(h.at, func(s bitset.Set) bool { return s != nil && !s.Empty() }) {
			apart++
		}
	}
	if racy < 10 || proved < 5 || left < 5 || apart < 10 {
		t.Errorf("%d programs with races, %d without by proof, %d without by states, %d with locks that count", racy, proved, left, apart)
	}
}

// writtenByTwo reports whether some shared variable is written by one task and accessed by another.
func writtenByTwo(p *cfg.Program) bool {
	by := map[cfg.VarID]map[cfg.TaskID]bool{}
	for i := range p.Actions {
		may := accesses(p, &p.Actions[i])
		for _, v := range may.order {
			if p.Vars[v].Owner != cfg.None || p.Vars[v].Scratch {
				continue
			}
			if by[v] == nil {
				by[v] = map[cfg.TaskID]bool{}
			}
			t := p.Nodes[p.Actions[i].A].Task
			by[v][t] = by[v][t] || may.writes[v]
		}
	}
	for _, tasks := range by {
		if len(tasks) > 1 && slices.Contains(slices.Collect(maps.Values(tasks)), true) {
			return true
		}
	}
	return false
}

// What the interpreter sees a step read and write of shared variables is what it may access.
func TestAccesses(t *testing.T) {
	seen := 0
	for seed := range trial.Seeds(t, 60) {
		src := program(seed)
		p := trial.Program(t, src)
		may := make([]*touched, len(p.Actions))
		for i := range may {
			may[i] = accesses(p, &p.Actions[i])
		}
		oracle.Visit(p, 300, func(_ *oracle.State, steps []oracle.Step) {
			for _, s := range steps {
				for v, is := range s.Reads {
					if seen++; is && p.Vars[v].Owner == cfg.None && !slices.Contains(may[s.Action].order, v) {
						t.Fatalf("seed %d: %s reads %s\n%s", seed, p.NodeString(p.Actions[s.Action].A), p.Vars[v].Name, src)
					}
				}
				for v, is := range s.Writes {
					if seen++; is && p.Vars[v].Owner == cfg.None && !may[s.Action].writes[v] {
						t.Fatalf("seed %d: %s writes %s\n%s", seed, p.NodeString(p.Actions[s.Action].A), p.Vars[v].Name, src)
					}
				}
			}
		})
	}
	if seen < 1000 {
		t.Errorf("only %d accesses", seen)
	}
}

// In no state of a random program do two tasks stand at points that exclude each other, and at many
// points they would if locks did not count.
func TestHeld(t *testing.T) {
	excluded, dropped := 0, 0
	for seed := range trial.Seeds(t, 90) {
		src := gen.Locking(trial.Bytes(seed, 8, 60))
		p := trial.Program(t, src)
		h := heldLocks(p)
		m, err := sem.New(p)
		if err != nil {
			t.Fatal(err)
		}
		start := m.Start()
		todo, known := [][]int32{start}, map[string]bool{fmt.Sprint(start): true}
		for i := 0; i < len(todo) && i < 2000; i++ {
			var at []cfg.PointID
			for k := range p.Points {
				if t := p.Points[k].Task; m.Point(t, todo[i][m.Pos(t)]) == cfg.PointID(k) {
					at = append(at, cfg.PointID(k))
				}
			}
			for _, a := range at {
				for _, b := range at {
					if a != b && h.exclude(a, b) {
						t.Fatalf("seed %d: tasks stand at %d and %d\n%s", seed, a, b, src)
					}
				}
			}
			for _, a := range p.Actions {
				for _, o := range m.Outcomes(nil, todo[i], a, false) {
					if key := fmt.Sprint(o.Next); o.Err == nil && !known[key] {
						known[key] = true
						todo = append(todo, o.Next)
					}
				}
			}
		}
		for a := range p.Points {
			for b := range a {
				if p.Points[a].Task != p.Points[b].Task && h.exclude(cfg.PointID(a), cfg.PointID(b)) {
					excluded++
				}
			}
		}
		if !slices.EqualFunc(h.at, onPaths(p).at, func(a, b bitset.Set) bool { return slices.Equal(a, b) }) {
			dropped++
		}
	}
	if excluded < 50 || dropped < 3 {
		t.Errorf("%d pairs of points exclude each other, in %d programs a lock does not count", excluded, dropped)
	}
}

// Pairs by hand: which lines of the text may race, and on what.
func TestPairs(t *testing.T) {
	for _, c := range []struct {
		what, text string
		want       []string
	}{
		{"plain", "shared n 0..9\ntask a {\nn = 1\n}\ntask b {\nevent e(n)\n}", []string{"n: 4 write, 7 read"}},
		{"one task", "shared n 0..9\ntask a {\nn = 1\nn = 2\n}", nil},
		{"own variables", "task a[i in 0..1] {\nvar n 0..9\nn = 1\n}", nil},
		{"two reads", "shared n 0..9\ntask a {\nevent e(n)\n}\ntask b {\nevent e(n)\n}", nil},
		{"a family", "shared n 0..9\ntask a[i in 0..2] {\nn = i\n}", []string{"n: 4 write, 4 write"}},
		{"one lock", "shared n 0..9\nlock m\ntask a {\nlock m\nn = 1\nunlock m\n}\ntask b {\nlock m\nn = 2\nunlock m\n}", nil},
		{"two locks", "shared n 0..9\nlock m, k\ntask a {\nlock m\nn = 1\nunlock m\n}\ntask b {\nlock k\nn = 2\nunlock k\n}", []string{"n: 6 write, 11 write"}},
		{"a lock that another task releases", "shared n 0..9\nlock m\ntask a {\nlock m\nn = 1\nunlock m\n}\ntask b {\nlock m\nn = 2\nunlock m\n}\ntask c {\nunlock m\n}",
			[]string{"n: 6 write, 11 write"}},
		{"on one path", "shared n 0..9\nshared f bool\nlock m\ntask a {\nif f { lock m }\nn = 1\n}\ntask b {\nlock m\nn = 2\nunlock m\n}", []string{"n: 7 write, 11 write"}},
		{"readers", "shared n 0..9\nlock r\ntask a {\nrlock r\nevent e(n)\nrunlock r\n}\ntask b {\nlock r\nn = 2\nunlock r\n}\ntask c {\nrlock r\nn = 3\nrunlock r\n}",
			[]string{"n: 6 read, 16 write"}},
		{"a monitor", "shared n 0..9\nlock m\ntask a {\nlock m\nwhile n == 0 { wait m }\nn = 1\nunlock m\n}\ntask b {\nlock m\nn = 2\nnotify m\nunlock m\n}", nil},
		{"atomic and atomic", "shared n 0..9\ntask a {\natomic { n = n + 1 }\n}\ntask b {\natomic { n = n + 1 }\n}", nil},
		{"atomic and plain", "shared n 0..9\ntask a {\natomic { n = n + 1 }\n}\ntask b {\nn = 1\n}", []string{"n: 4 write, 7 write"}},
		{"joined", "shared n 0..9\ntask a {\nvar w ref b = none\nw = spawn b\njoin w\nn = 1\n}\ntask b dynamic[1] {\nn = 2\n}", nil},
		{"a rendezvous", "shared n 0..9\nchan c\ntask a {\nn = 1\nc <- 0\n}\ntask b {\n<-c\nn = 2\n}", nil},
		{"a buffer, of which nothing is known", "shared n 0..9\nchan c[1]\ntask a {\nn = 1\nc <- 0\n}\ntask b {\n<-c\nn = 2\n}", []string{"n: 5 write, 10 write"}},
		{"elements", "shared x [2]bool\ntask a[i in 0..1] {\nx[i] = true\n}", nil},
		{"an index of which nothing is known", "shared x [2]bool\nshared k 0..1\ntask a {\nx[1] = true\n}\ntask b {\nx[k] = false\n}", []string{"x[1]: 5 write, 8 write"}},
	} {
		p := trial.Program(t, "program p\n"+c.text)
		var got []string
		for _, r := range Pairs(nil, p, mip.MHP(p)) {
			side := func(a survey.Access) string {
				return fmt.Sprint(a.Node(p).Pos.Line, map[bool]string{true: " write", false: " read"}[a.Write])
			}
			got = append(got, p.Vars[r.Var].Name+": "+side(r.First)+", "+side(r.Second))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}
