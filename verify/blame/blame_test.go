package blame_test

import (
	"slices"
	"testing"

	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/lang"
	"flavers/verify/blame"
)

// A step that needs another value blames the variable; a task that is not at its step, its
// place and what it waits for; an end that is not reached, who has not ended.
func TestComponents(t *testing.T) {
	p, ds := lang.Load("test.tfg", []byte(`
lock l
task holder { lock l; event held }
task other { var x 0..1; await x == 1; lock l; event got; x = 1 }`), lang.Options{})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	s, err := monitor.Analyse(p)
	if err != nil {
		t.Fatal(err)
	}
	action := func(text string) cfg.ActionID {
		var all []string
		for _, a := range p.Actions {
			all = append(all, p.NodeString(a.A))
			if p.NodeString(a.A) == text {
				return a.ID
			}
		}
		t.Fatalf("no step %q in %q", text, all)
		return 0
	}
	start := s.M.Start()
	for _, c := range []struct {
		name string
		path []cfg.ActionID
		done int
		want []string
	}{
		{"the value", []cfg.ActionID{action("await other.x == 1")}, 0, []string{"var:other.x"}},
		{"the place, and what it waits for", []cfg.ActionID{action("event got")}, 0, []string{"task:other", "var:other.x"}},
		{"the end", nil, 0, []string{"task:holder", "task:other", "var:other.x"}},
	} {
		var got []string
		for _, id := range blame.Components(s, c.path, []blame.Place{{State: start, Done: c.done}}) {
			got = append(got, s.M.Comps[id].Name)
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
