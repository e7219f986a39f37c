package picture

import (
	"fmt"
	"slices"
	"testing"

	"flavers/cfg"
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

// Goroutines are called as in the source; tasks of one go statement are numbered, and others keep what tells them apart.
func TestGoroutines(t *testing.T) {
	names := []string{"main", "main_func1[0]", "main_func1_func2[0]", "worker[0]", "worker_2[0]", "other_2[0]", "many[0]", "many[1]"}
	g := goroutinesOf(tasksOf(names, []int{1, 10, 11, 12, 12, 13, 14, 14}))
	want := []string{"main", "main.func1", "main.func1.func2", "worker[0]", "worker[1]", "other_2", "many[0]", "many[1]"}
	for i, e := range g.list {
		if e.Name != want[i] || e.Task != names[i] || (e.Started == "") != (i == 0) {
			t.Errorf("%+v, want %s", e, want[i])
		}
		text := fmt.Sprintf("held by %s, %[1]s.x=1 task:%[1]s", names[i])
		if got := shown(g, text); got != fmt.Sprintf("held by %s, %[1]s.x=1 task:%[1]s", want[i]) {
			t.Errorf("%s becomes %s", text, got)
		}
	}
	if got := g.below([]string{"main", "main.func1"}); !slices.Equal(got, []string{"", "go x.go:10"}) {
		t.Errorf("%q", got)
	}
	if got := shown(g, "xmain_func1[0] a.main_func1[0]"); got != "xmain_func1[0] a.main_func1[0]" {
		t.Errorf("a part of a name is replaced: %s", got)
	}
	var none *goroutines
	if p := tasksOf(names, make([]int, len(names))); none.program(p) != p || none.below(names) != nil || shown(none, "a") != "a" {
		t.Error("another program is changed")
	}
}

// Objects that are fields are called as in the source, and those of one name are numbered.
func TestGoroutinesFields(t *testing.T) {
	p := tasksOf([]string{"main"}, []int{1})
	p.Objects = []cfg.Object{{Name: "a_mu", Field: "a.mu"}, {Name: "a_mu_2", Field: "a.mu"}, {Name: "b_mu"}}
	g := goroutinesOf(p)
	if got := shown(g, "lock a_mu, held; lock a_mu_2 lock:b_mu xa_mu a_mux x.a_mu"); got != "lock a.mu, held; lock a.mu (2) lock:b_mu xa_mu a_mux x.a_mu" {
		t.Error(got)
	}
	if want := []report.Object{{Name: "a.mu", Model: "a_mu"}, {Name: "a.mu (2)", Model: "a_mu_2"}}; !slices.Equal(g.fields, want) {
		t.Errorf("%+v", g.fields)
	}
}

// A check is shown with the names of the source, and stays what it was.
func TestGoroutinesOfCheck(t *testing.T) {
	c := &report.Check{Root: "p.main", Results: []report.Result{{Property: "q", Trace: []report.Step{
		{Task: "main", Event: "spawn main_func1[0]"}, {Task: "main_func1[0]", Event: "lock m"}}}}}
	g := goroutinesOf(tasksOf([]string{"main", "main_func1[0]"}, []int{1, 10}))
	steps := g.check(c).Results[0].Trace
	if steps[0].Event != "go main.func1" || steps[1].Task != "main.func1" {
		t.Errorf("%+v", steps)
	}
	if was := c.Results[0].Trace; was[0].Event != "spawn main_func1[0]" || was[1].Task != "main_func1[0]" {
		t.Errorf("the check itself has changed: %+v", was)
	}
}

// Steps of the model alone are choices, and those about a variable that their line of the source does not name.
func TestOwnSteps(t *testing.T) {
	g := goroutinesOf(tasksOf([]string{"main"}, []int{1}))
	sources := report.Sources{"x.go": []byte("for i := 0; i < n; i++ {\n\tc <- i\n")}
	at := func(line int, event string) report.Step {
		return report.Step{Task: "main", Event: event, Pos: fmt.Sprintf("x.go:%d:1", line)}
	}
	choice, moves := at(1, "choose"), at(1, "main.turn==2")
	choice.Silent, moves.State = true, "error"
	r := &report.Result{Trace: []report.Step{
		at(1, "main.i_2=3"), at(1, "main.turn=2"), at(1, "worker[0].ok_3==true"), choice, moves, at(2, "main.i<5"), at(2, "c<-0"),
		at(9, "main.turn==2"), {Task: "main", Event: "main.turn==2", Pos: "y.go:1:1"}}}
	if got := g.own(r, sources); !slices.Equal(got, []int{2, 3, 4}) {
		t.Errorf("%v", got)
	}
}
