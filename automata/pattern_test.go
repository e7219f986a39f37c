package automata

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// mustPattern is ParsePattern for text known to be good.
func mustPattern(s string) Pattern {
	p, err := ParsePattern(s)
	if err != nil {
		panic(err.Error() + ": " + s)
	}
	return p
}

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		tasks         []string
		want          bool
	}{
		{"eat(0)", "eat(0)", nil, true},
		{"eat( 0 , 1 )", "eat(0,1)", nil, true},
		{"eat(0,1)", " eat (0, 1)", nil, true},
		{"eat(0)", "eat(1)", nil, false},
		{"eat(0)", "eat(0", nil, false},
		{"eat(*)", "eat(0)", nil, true},
		{"eat(*)", "eat(1,2)", nil, true}, // alone: the whole list
		{"eat(*)", "eat()", nil, true},
		{"eat(*)", "eat(f(1),2)", nil, true},
		{"eat(*)", "eat", nil, false},
		{"eat(*)", "eat(1).end", nil, false},
		{"eat(*)", "eat(1)(2)", nil, false},
		{"eat(*,1)", "eat(0,1)", nil, true},
		{"eat(*,1)", "eat(0,0,1)", nil, false},
		{"eat(*,*)", "eat(0)", nil, false},
		{"eat(*,*)", "eat(0,1)", nil, true},
		{"eat(1*)", "eat(12)", nil, true},
		{"eat(1*)", "eat(1)", nil, true},
		{"eat(1*)", "eat(1,2)", nil, false},
		{"eat(*a*b*)", "eat(xaybz)", nil, true},
		{"eat(*a*b*)", "eat(xbya)", nil, false},
		{"eat(?)", "eat(7)", nil, true},
		{"eat(?)", "eat(é)", nil, true},
		{"eat(?)", "eat(12)", nil, false},
		{"eat(?)", "eat()", nil, false},
		{"eat(???)", "eat(1,2)", nil, false},
		{"fork[*].up", "fork[0].up", nil, true},
		{"fork[*].up", "fork[11].up", nil, true},
		{"fork[*].up", "fork[0].up.end", nil, false},
		{"fork[*].up", "fork[0].down", nil, false},
		{"fork[*].up", "fork[0].x[1].up", nil, false},
		{"a[*][1]", "a[0][1]", nil, true},
		{"a[*][1]", "a[0][0][1]", nil, false},
		{"eat*", "eat(0)", nil, false}, // outside brackets a star is a star
		{"eat*", "eat*", nil, true},
		{"x==y*2", "x==y*2", nil, true},
		{"a[i*2]==1", "a[i*2]==1", nil, true},
		{"lock door", "lock  door", nil, true},
		{"lock door", "lockdoor", nil, false},
		{"c<-3", "c <- 3", nil, true},
		{"<-c", "<- c", nil, true},
		{"x<3", "x < 3", nil, true},
		{"turn=1", "turn = 1", nil, true},
		{"turn=1", "turn==1", nil, false},
		{"phil[1]:fork[0].up", "fork[0].up", []string{"phil[1]", "fork[0]"}, true},
		{"phil[1]:fork[0].up", "fork[0].up", []string{"phil[2]", "fork[0]"}, false},
		{"phil[1]:fork[0].up", "fork[0].up", nil, false},
		{"phil[1]:fork[0].up", "phil[1]:fork[0].up", nil, true},
		{"phil[*]:fork[*].up", "fork[0].up", []string{"phil[12]"}, true},
		{"phil[*]:fork[*].up", "fork[0].up", []string{"fork[0]"}, false},
		{"phil[1]:eat(*)", "eat(3)", []string{"phil[1]"}, true},
		{"main:lock door", "lock door", []string{"main"}, true},
		{"main:x:y", "x:y", []string{"main"}, true},
		{"x:y", "x:y", nil, true}, // an event name with a colon
		{"fork[0].up", "fork[0].up", []string{"phil[1]"}, true},
		{"x:=3", "x:=3", nil, true},
		{"lock a:b", "lock a:b", nil, true},
	} {
		p, err := ParsePattern(c.pattern)
		if err != nil {
			t.Errorf("ParsePattern(%q): %v", c.pattern, err)
			continue
		}
		if got := p.Match(c.name, c.tasks); got != c.want {
			t.Errorf("%q matches %q of %v: %v, want %v", c.pattern, c.name, c.tasks, got, c.want)
		}
		if again, err := ParsePattern(p.String()); err != nil || again != p {
			t.Errorf("%q prints as %q, which is another pattern (%v)", c.pattern, p, err)
		}
	}
	if (Pattern{}).Match("", nil) {
		t.Error("the zero pattern matches something")
	}
}

func TestPatternParts(t *testing.T) {
	for _, c := range []struct{ pattern, task, event string }{
		{"eat(0)", "", "eat(0)"},
		{"phil[1] : fork[0].up", "phil[1]", "fork[0].up"},
		{"phil[*]:x:y", "phil[*]", "x:y"},
		{"main.main$1:done", "main.main$1", "done"},
		{"x:=3", "", "x:=3"},
		{"lock a:b", "", "lock a:b"},
		{"1:x", "", "1:x"},
		{"eat(0):x", "", "eat(0):x"},
		{":x", "", ":x"},
		{"x:", "", "x:"},
	} {
		p := mustPattern(c.pattern)
		if p.Task() != c.task || p.Event() != c.event {
			t.Errorf("%q: task %q, event %q; want %q, %q", c.pattern, p.Task(), p.Event(), c.task, c.event)
		}
	}
}

func TestBadPatterns(t *testing.T) {
	for _, s := range []string{"", "  ", "eat(", "eat)", "eat(]", "a[0", "a\x01", "a\n", "\xff"} {
		if p, err := ParsePattern(s); err == nil {
			t.Errorf("ParsePattern(%q) = %q, want an error", s, p)
		}
	}
}

// slowGlob is the meaning of a glob, without memory and without fast paths.
func slowGlob(glob, s string) bool {
	if glob == "" {
		return s == ""
	}
	switch glob[0] {
	case globOne:
		r := []rune(s)
		return len(r) > 0 && !strings.ContainsRune("[](),", r[0]) && slowGlob(glob[1:], string(r[1:]))
	case globMany, globList:
		for i := 0; i <= len(s); i++ {
			if fits(s[:i], glob[0] == globList) && slowGlob(glob[1:], s[i:]) {
				return true
			}
		}
		return false
	}
	return s != "" && s[0] == glob[0] && slowGlob(glob[1:], s[1:])
}

// fits reports whether a star may stand for s.
func fits(s string, commas bool) bool {
	if balanced(strings.NewReplacer("[", "(", "]", ")").Replace(s)) != nil {
		return false
	}
	depth := 0
	for _, c := range s {
		switch c {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ',':
			if depth == 0 && !commas {
				return false
			}
		}
	}
	return true
}

func TestMatchAgainstDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	text := func(letters string, n int) string {
		var b strings.Builder
		for range n {
			b.WriteByte(letters[rng.IntN(len(letters))])
		}
		return b.String()
	}
	patterns, hits := 0, 0
	for range 60000 {
		p, err := ParsePattern("e(" + text("a*?(),", rng.IntN(6)) + ")")
		if err != nil {
			continue
		}
		patterns++
		name := "e(" + text("aa(),", rng.IntN(6)) + ")"
		want := slowGlob(p.body, name)
		if p.Match(name, nil) != want {
			t.Fatalf("%q matches %q: %v, want %v", p, name, !want, want)
		}
		if want {
			hits++
		}
	}
	if patterns < 1000 || hits < 500 {
		t.Errorf("only %d patterns and %d matches tried", patterns, hits)
	}
}

func TestManyStarsStayFast(t *testing.T) {
	p := mustPattern("e(" + strings.Repeat("*a", 40) + "b)")
	if p.Match("e("+strings.Repeat("a", 400)+")", nil) {
		t.Error("matched")
	}
	p = mustPattern("e(" + strings.Repeat("*", 3000) + "b)")
	if p.Match("e("+strings.Repeat("(a)", 1000)+")", nil) {
		t.Error("matched")
	}
}

func specOf(patterns ...string) *Spec {
	sp := &Spec{Name: "t", Property: true}
	for _, s := range patterns {
		sp.Symbols = append(sp.Symbols, Symbol{Pattern: mustPattern(s)})
	}
	return sp
}

// slowBind is Binder.Bind by definition: every pattern in order.
func slowBind(sp *Spec, names, tasks []string) (sym, clash int) {
	sym = -1
	for i := range sp.Symbols {
		if !slices.ContainsFunc(names, func(n string) bool { return sp.Symbols[i].Pattern.Match(n, tasks) }) {
			continue
		}
		if sym >= 0 {
			return sym, i
		}
		sym = i
	}
	return sym, -1
}

func TestBind(t *testing.T) {
	sp := specOf("eat(0)", "fork[*].up", "phil[1]:fork[0].up", "lock door", "main:eat(*)")
	for _, c := range []struct {
		names, tasks []string
		sym, clash   int
	}{
		{[]string{"eat(0)"}, nil, 0, -1},
		{[]string{"eat( 0 )"}, []string{"other"}, 0, -1},
		{[]string{"eat(0)"}, []string{"main"}, 0, 4},
		{[]string{"eat(1)"}, []string{"main"}, 4, -1},
		{[]string{"fork[0].up"}, []string{"phil[0]"}, 1, -1},
		{[]string{"fork[0].up"}, []string{"phil[0]", "phil[1]"}, 1, 2},
		{[]string{"x=1", "lock  door"}, nil, 3, -1},
		{[]string{"lock door", "eat(0)"}, nil, 0, 3},
		{[]string{"x=1"}, nil, -1, -1},
		{nil, []string{"main"}, -1, -1},
	} {
		for i, bind := range []func() (int, int){
			func() (int, int) { return slowBind(sp, c.names, c.tasks) },
			func() (int, int) { return NewBinder(sp).Bind(c.names, c.tasks) },
		} {
			if sym, clash := bind(); sym != c.sym || clash != c.clash {
				t.Errorf("way %d: %v of %v is %d, clash %d; want %d, %d", i, c.names, c.tasks, sym, clash, c.sym, c.clash)
			}
		}
	}
}

func TestBinderAgainstDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	bound, clashes := 0, 0
	for range 3000 {
		var patterns []string
		seen := map[string]bool{}
		for range 1 + rng.IntN(5) {
			s := pick("", "", "t[0]:", "t[*]:", "u:") + pick("a", "b") + pick("", "(0)", "(*)", "[?].x", "[1].x")
			if !seen[s] {
				seen[s] = true
				patterns = append(patterns, s)
			}
		}
		sp := specOf(patterns...)
		b := NewBinder(sp)
		for range 10 {
			var names, tasks []string
			for range rng.IntN(3) {
				names = append(names, pick("", "u:")+pick("a", "b")+pick("", "(0)", "(1)", "[0].x", "[1].x"))
			}
			for range rng.IntN(3) {
				tasks = append(tasks, pick("t[0]", "t[1]", "u"))
			}
			s1, c1 := slowBind(sp, names, tasks)
			s2, c2 := b.Bind(names, tasks)
			if s1 != s2 || c1 != c2 {
				t.Fatalf("%v: %v of %v: slowBind %d %d, Binder %d %d", patterns, names, tasks, s1, c1, s2, c2)
			}
			if s1 >= 0 {
				bound++
			}
			if c1 >= 0 {
				clashes++
			}
		}
	}
	if bound < 1000 || clashes < 100 {
		t.Errorf("only %d bound, %d clashes", bound, clashes)
	}
}

func BenchmarkBinder(b *testing.B) {
	binder := NewBinder(specOf("eat(0)", "fork[*].up", "phil[1]:fork[0].up", "lock door", "main:eat(*)"))
	names, tasks := []string{"fork[12].down", "phil[3]:fork[12].down"}, []string{"phil[3]", "fork[12]"}
	b.ReportAllocs()
	for b.Loop() {
		binder.Bind(names, tasks)
	}
}
