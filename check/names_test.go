package check

import (
	"slices"
	"strings"
	"testing"

	"flavers/cfg"
	"flavers/lang/golang"
	"flavers/report"
)

// tasksOf is a program with these tasks; each but the first is started at a line.
func tasksOf(names []string, lines []int) *cfg.Program {
	p := &cfg.Program{Name: "p"}
	for i, name := range names {
		t := cfg.Task{Name: name, Family: cfg.FamilyID(i)}
		if i == 0 {
			t.Family = cfg.None
		}
		t.Pos.Filename, t.Pos.Line, t.Pos.Column = "a/x.go", lines[i], 2
		p.Tasks = append(p.Tasks, t)
	}
	return p
}

// Goroutines are called as in the source; tasks of one go statement are numbered, others keep what tells them apart,
// and callers are called as what they call.
func TestGoroutineNames(t *testing.T) {
	names := []string{"client_T", "T_func1[0]", "T_func1_func2[0]", "worker[0]", "worker_2[0]", "other_2[0]", "many[0]", "many[1]",
		"call_Get[0]", "call_Get_2[0]", "call_Put[0]"}
	calls := map[string]string{"client_T": "", "call_Get": "Get", "call_Get_2": "Get", "call_Put": "Put"}
	want := []string{"caller", "T.func1", "T.func1.func2", "worker[0]", "worker[1]", "other_2", "many[0]", "many[1]",
		"Get", "Get (2)", "Put"}
	program := tasksOf(names, []int{1, 10, 11, 12, 12, 13, 14, 14, 2, 3, 4})
	for i, g := range goroutines(program, &golang.Program{Calls: calls}) {
		caller := i == 0 || i > 7
		if g.Name != want[i] || g.Task != names[i] || g.Caller != caller || (g.Started == "") != caller {
			t.Errorf("%+v, want %s", g, want[i])
		}
	}
	if got := goroutines(tasksOf([]string{"main"}, []int{1}), &golang.Program{}); got[0].Name != "main" || got[0].Caller {
		t.Errorf("%+v", got)
	}
}

// Objects and variables that have a name in the source are called by it, and those of one name are numbered.
func TestObjectNames(t *testing.T) {
	program := tasksOf([]string{"main"}, []int{1})
	program.Objects = []cfg.Object{{Name: "a_mu"}, {Name: "a_mu_2"}, {Name: "b"}, {Name: "c_2"}, {Name: "t"}, {Name: "t_2"}}
	program.Vars = []cfg.Var{{Name: "a_open"}}
	p := &golang.Program{Fields: map[string]string{"a_mu": "a.mu", "a_mu_2": "a.mu", "c_2": "c", "t": "t", "t_2": "t", "a_open": "a.open"}}
	want := []report.Object{{Name: "a.mu", Model: "a_mu"}, {Name: "a.mu (2)", Model: "a_mu_2"}, {Name: "c", Model: "c_2"}, {Name: "a.open", Model: "a_open"}}
	if got := objects(program, p); !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
}

// What a test of a variable takes to be so depends on what the variable says: that the operand is not nil, or that the
// comparison is true. Where that is not known, nothing is said.
func TestAsked(t *testing.T) {
	different := func(some bool) string { return map[bool]string{true: "e != nil", false: "e != nil is false"}[some] }
	equal := func(some bool) string { return map[bool]string{true: "e == nil is false", false: "e == nil"}[some] }
	for _, c := range []struct{ event, different, equal string }{
		{"main.err_2==true", "e != nil", "e == nil is false"},
		{"w[0].err==false", "e != nil is false", "e == nil"},
		{"main.is_3==true", "e != nil", ""},
		{"main.answer==false", "e != nil is false", ""},
		{"main.data==true", "", ""},
		{"main.err=true", "", ""},
		{"main.n==2", "", ""},
		{"c<-0", "", ""},
	} {
		if got := conditionText(c.event, different); got != c.different {
			t.Errorf("%s at !=: %q", c.event, got)
		}
		if got := conditionText(c.event, equal); got != c.equal {
			t.Errorf("%s at ==: %q", c.event, got)
		}
	}
}

// Steps of the model alone are choices, and those about a variable that their line of the source does not name.
func TestOwnSteps(t *testing.T) {
	uses := func(line string) func(string) (bool, bool) {
		return func(name string) (uses, known bool) { return strings.Contains(line, name), line != "" }
	}
	loop := "for i := 0; i < n; i++ {"
	for _, c := range []struct {
		line string
		step report.Step
		want bool
	}{
		{loop, report.Step{Event: "main.i_2=3"}, false},
		{loop, report.Step{Event: "main.turn=2"}, true},
		{loop, report.Step{Event: "worker[0].ok_3==true"}, true},
		{loop, report.Step{Event: "choose", Silent: true}, true},
		{loop, report.Step{Event: "main.turn==2", State: "error"}, false},
		{"c <- i", report.Step{Event: "main.i<5"}, false},
		{"c <- i", report.Step{Event: "c<-0"}, false},
		{"", report.Step{Event: "main.turn==2"}, false},
	} {
		if got := modelOnly(&c.step, uses(c.line)); got != c.want {
			t.Errorf("%s in %q: %v", c.step.Event, c.line, got)
		}
	}
}

// An execution of a client has the words of its package: who calls what, and what is done. The answer itself keeps
// those of the model.
func TestWords(t *testing.T) {
	ps, list := Open(t.Context(), []golang.Request{{Dir: "../lang/golang/testdata/streams", Patterns: []string{"."}}},
		OpenOptions{Clients: ClientsAuto})
	if list.HasErrors() {
		t.Fatal(list.All)
	}
	k := slices.IndexFunc(ps.Roots, func(r Root) bool { return r.Name == "streams.client of Streams" })
	c := Package(t.Context(), ps.Roots[k], Options{}).Check
	shown := c.InSource().Deadlock
	got := func(r *report.Result) (out []string) {
		for _, st := range r.Trace {
			if !st.Own {
				out = append(out, st.Task+": "+st.Event)
			}
		}
		for _, w := range r.Waiting {
			out = append(out, w.Task+" at "+w.At)
		}
		return out
	}
	want := []string{"caller: calls Streams.Close", "caller: calls Streams.Open", "caller: calls Streams.Len", "Close: s.mu.Lock()", "Close: Streams.closed=true",
		"Close: s.mu.Unlock()", "Open: s.mu.Lock()", "Len at s.mu.Lock()"}
	if got := got(shown); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if at := shown.Trace[0].Pos; !strings.HasSuffix(at, "testdata/streams/streams.go:20:19") {
		t.Errorf("the call of Close stands at %s", at)
	}
	if got := got(c.Deadlock); got[0] != "client_Streams_6: spawn call_Close[0]" {
		t.Errorf("the answer itself has changed: %q", got)
	}
}
