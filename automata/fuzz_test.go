package automata

import "testing"

func FuzzMatch(f *testing.F) {
	f.Add("eat(*)", "eat(1,2)", "phil[0]")
	f.Add("phil[*]:fork[?].up", "fork[0].up", "phil[12]")
	f.Fuzz(func(t *testing.T, pattern, name, task string) {
		p, err := ParsePattern(pattern)
		if err != nil {
			return
		}
		again, err := ParsePattern(p.String())
		if err != nil || again != p {
			t.Fatalf("%q prints as %q: %v", pattern, p, err)
		}
		if p.Match(name, []string{task}) != p.Match(normalise(name), []string{task}) {
			t.Fatal("spaces count")
		}
		if normalise(normalise(name)) != normalise(name) {
			t.Fatal("normal form is not normal")
		}
		if p.Literal() && !p.Match(p.Event(), []string{p.Task()}) {
			t.Fatalf("%q does not match itself", p)
		}
		if len(name) < 9 && p.task == "" && len(p.body) < 9 && p.match(name, nil) != slowGlob(p.body, name) {
			t.Fatalf("%q and %q: %v", p, name, p.match(name, nil))
		}
	})
}
