package fsa

import (
	"strings"
	"testing"

	"flavers/automata"
	"flavers/automata/calls"
	"flavers/diag"
)

const closed = `property closed for each f {
    states none*, opened, closed*
    events open  = return ok os.Open as f | return ok net/http.Get as f = result.Body |
                   return "github.com/a-b/c/v2.Open" as f = result[1],
           close = call (*os.File).Close on f | call io.* on f = arg | call (io.Closer).Close on f,
           end   = call f, exit = call os.Exit
    none   -> opened : open
    opened -> closed : close, end
}
`

// What is bound, as the front end for Go gets it.
func TestBindings(t *testing.T) {
	all := Bindings("f.fsa", []byte(closed+"property other { absence of x }\nproperty exits for { e = return os.Exit } { absence of e }"))
	if len(all) != 2 || all[0].Name != "closed" || all[0].Each != "f" || len(all[0].Events) != 4 || all[1].Each != "" {
		t.Fatalf("%+v", all)
	}
	open, end := all[0].Events[0], all[0].Events[2]
	for i, want := range []calls.Call{
		{Return: true, OK: true, Func: "os.Open", Object: true, Makes: true, Place: calls.Place{Kind: calls.Result}},
		{Return: true, OK: true, Func: "net/http.Get", Object: true, Makes: true, Place: calls.Place{Kind: calls.Result, Path: ".Body"}},
		{Return: true, Func: "github.com/a-b/c/v2.Open", Object: true, Makes: true, Place: calls.Place{Kind: calls.Result, Index: 1}},
	} {
		got := open.Calls[i]
		if got.Pos.Line < 3 || got.Pos.Column == 0 || got.Len == 0 {
			t.Errorf("%v", got.Pos)
		}
		got.Pos, got.Len, got.Name = want.Pos, 0, want.Name
		if got != want {
			t.Errorf("%+v, not %+v", got, want)
		}
	}
	if c := end.Calls[0]; c.Func != "" || c.Place.Kind != calls.Itself || !c.Object {
		t.Errorf("%+v", c)
	}
	if c := all[0].Events[1].Calls[1]; c.Func != "io.*" || c.Place != (calls.Place{Kind: calls.Argument, Index: calls.Any}) {
		t.Errorf("%+v", c)
	}
}

// Each object has an instance, whose events are its own; where there are no objects there is none.
func TestObjects(t *testing.T) {
	key := calls.Key{File: "f.fsa", Name: "closed"}
	env := Environment{Objects: &calls.Objects{Of: map[calls.Key][]string{key: {"a", "b"}},
		Events: map[calls.Key]map[string]string{key: {"open": "opened", "close": "close", "end": "end", "exit": "exit"}}}}
	specs, list := ParseFor("f.fsa", []byte(closed), env)
	if len(list.All) > 0 || len(specs) != 2 {
		t.Fatal(specs, list.All)
	}
	for i, object := range []string{"a", "b"} {
		s := specs[i]
		if s.Name != "closed["+object+"]" || s.Family != "closed" || s.Index != "f="+object {
			t.Errorf("%s of %s, %s", s.Name, s.Family, s.Index)
		}
		for name, want := range map[string]int{"opened(" + object + ")": 0, "exit": 3, "opened(c)": -1} {
			if got, _ := automata.NewBinder(s).Bind([]string{name}, nil); got != want {
				t.Errorf("%s is %d of %s", name, got, s.Name)
			}
		}
	}
	env.Objects.Of = nil
	if specs, list := ParseFor("f.fsa", []byte(closed), env); len(specs)+len(list.All) > 0 {
		t.Error(specs, list.All)
	}
}

// A program that is not in Go has no calls of Go.
func TestNotGo(t *testing.T) {
	specs, list := ParseFor("f.fsa", []byte(closed+"property p { absence of x }"), Environment{})
	if len(specs) != 1 || len(list.All) != 1 {
		t.Fatal(specs, list.All)
	}
	d := list.All[0]
	if d.Code != diag.FNotGo || d.Pos.Line != 3 || !strings.Contains(d.Hint, "flavers check ./pkg --property f.fsa") {
		t.Errorf("%v", d)
	}
}

const released = `property released for each m, goroutine {
    states free*, locked
    events lock = call (*sync.Mutex).Lock on m, unlock = call (*sync.Mutex).Unlock on m, hear = told | "boss:tell"
    free -> locked : lock
    locked -> free : unlock, hear
}
`

// Each object and goroutine has an instance, whose events are those that the goroutine does.
func TestEachGoroutine(t *testing.T) {
	key := calls.Key{File: "f.fsa", Name: "released"}
	env := Environment{Objects: &calls.Objects{Of: map[calls.Key][]string{key: {"mu", "nu"}},
		Goroutines: map[calls.Key][]string{key: {"main", "work[0]"}}}}
	specs, list := ParseFor("f.fsa", []byte(released), env)
	if len(list.All) > 0 || len(specs) != 4 {
		t.Fatal(specs, list.All)
	}
	s := specs[1]
	if s.Name != "released[mu,work[0]]" || s.Family != "released" || s.Index != "m=mu,goroutine=work[0]" {
		t.Errorf("%s, %s, %s", s.Name, s.Family, s.Index)
	}
	var patterns []string
	for _, symbol := range s.Symbols {
		patterns = append(patterns, symbol.Pattern.String())
	}
	if got := strings.Join(patterns, " "); got != "work[0]:lock(mu) work[0]:unlock(mu) work[0]:told boss:tell" {
		t.Error(got)
	}
	bound := Bindings("f.fsa", []byte(released))
	if len(bound) != 1 || !bound[0].Goroutine || !bound[0].Others || bound[0].Each != "m" {
		t.Errorf("%+v", bound)
	}
	alone := strings.NewReplacer("each m, ", "each ", " on m", "", `, hear = told | "boss:tell"`, "", ", hear", "").Replace(released)
	bound = Bindings("f.fsa", []byte(alone))
	if len(bound) != 1 || !bound[0].Goroutine || bound[0].Others || bound[0].Each != "" {
		t.Errorf("%+v\n%s", bound, alone)
	}
	for text, message := range map[string]string{
		"property p for each m, thread { events a = call os.Exit }": "expected the word goroutine",
		"property p for each goroutine { absence of a }":            "no event of p is a call",
	} {
		_, list := Parse("f.fsa", []byte(text))
		if len(list.All) == 0 || !strings.Contains(list.All[0].Message, message) {
			t.Errorf("%s: %v", text, list.All)
		}
	}
}
