package report

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// What is written at a place: kind, text, and the names that it reads.
func TestStatementAt(t *testing.T) {
	for _, c := range []struct {
		line  string // with ^ before the statement
		kind  stmtKind
		text  string
		whole bool
		reads string
	}{
		{"    ^if before != after { event torn }", testStmt, "if before != after", true, "before after"},
		{"    ^if a { event x } else { event y(k) }", testStmt, "if a", true, "a"},
		{"^while writing || readers > 0 {   // wait", testStmt, "while writing || readers > 0", true, "writing readers"},
		{"^await !busy", testStmt, "await !busy", true, "busy"},
		{"^assert total == J; done = true", testStmt, "assert total == J", true, "total J"},
		{"^if a &&", testStmt, "if a &&", false, "a"},
		{"^if f(a", testStmt, "if f(a", false, "f a"},
		{"^turn = 1-i", assignStmt, "turn = 1-i", true, "i"},
		{"^queue[p][length[p]] = c }", assignStmt, "queue[p][length[p]] = c", true, "p p length c"},
		{"^x = if a == 1 then b else c", assignStmt, "x = if a == 1 then b else c", true, "a b c"},
		{"^ifs = 2", assignStmt, "ifs = 2", true, ""},
		{"^f = any", assignStmt, "f = any", true, ""},
		{"^p = <-up: skip", otherStmt, "p = <-up", true, ""},
		{"case ^x = <-c when n > 0: skip", otherStmt, "x = <-c", true, ""},
		{"^pool[w] = spawn worker(w)", otherStmt, "pool[w] = spawn worker(w)", true, ""},
		{"^event does(id, job)", useStmt, "event does(id, job)", true, "id job"},
		{"{ ^event torn }", useStmt, "event torn", true, ""},
		{"^post main.redraw(k)", useStmt, "post main.redraw(k)", true, "k"},
		{"^up <- p: skip", useStmt, "up <- p", true, "p"},
		{"^call pump[p].start", useStmt, "call pump[p].start", true, ""},
		{"^accept e(x, y) {", otherStmt, "accept e(x, y)", true, ""},
		{"^on clicked(k 1..2) {", otherStmt, "on clicked(k 1..2)", true, ""},
		{"^atomic {", otherStmt, "atomic", true, ""},
		{"// ^if x", otherStmt, "", false, ""},
		{"^", otherStmt, "", false, ""},
	} {
		column := strings.IndexByte(c.line, '^') + 1
		s := statementAt(strings.Replace(c.line, "^", "", 1), column)
		var names []string
		for _, u := range namesIn(s.reads) {
			names = append(names, u.name)
		}
		if s.kind != c.kind || s.text != c.text || s.whole != c.whole || strings.Join(names, " ") != c.reads {
			t.Errorf("%s: kind %d, %q, whole %t, reads %q", c.line, s.kind, s.text, s.whole, strings.Join(names, " "))
		}
	}
	for _, column := range []int{-1, 0, 100} {
		if s := statementAt("if x {", column); s.text != "" {
			t.Errorf("column %d: %q", column, s.text)
		}
	}
}

// readsProgram has one thing on each line, so that steps can name lines.
const readsProgram = `shared x, y 0..3
shared flag [2]bool
task p[i in 0..1] {
    var a, b 0..3
    a = x
    b = y
    if a < b { event less }
    flag[i] = true
    await !flag[1-i] && x == y
    if flag[a] { skip }
    b = <-c
    if b == 1 { skip }
    if flag[i] || a == b { skip }
}
task q {
    var x 0..3
    x = y
    for y in 0..1 { y = y + 1 }
}
const z = 3
`

// step is one of readsProgram: task, event, line, and what it changes.
func readsStep(task, event string, line int, vars ...VarValue) Step {
	text := strings.Split(readsProgram, "\n")[line-1]
	return Step{Task: task, Event: event, Vars: vars, Pos: fmt.Sprintf("r.tfg:%d:%d", line, len(text)-len(strings.TrimLeft(text, " "))+1)}
}

func TestShownSteps(t *testing.T) {
	r := &PageResult{Result: &Result{Verdict: Violated}, Vars: []VarValue{{"x", "0"}, {"y", "0"}, {"flag[0]", "false"}, {"flag[1]", "false"},
		{"p[0].a", "0"}, {"p[0].b", "0"}, {"p[1].a", "0"}, {"p[1].b", "0"}, {"q.x", "0"}}}
	steps := []struct {
		Step
		text, label, reads string
	}{
		{readsStep("p[0]", "p[0].a=0", 5), "", "", "x=0@0"},
		{readsStep("p[1]", "x=2", 1, VarValue{"x", "2"}), "", "", ""},                                                               // a declaration stands for any statement
		{readsStep("p[1]", "p[1].a=2", 5, VarValue{"p[1].a", "2"}), "", "", "x=2@2"},                                                // but step 2 changed x
		{readsStep("p[0]", "p[0].a==0", 7), "if a < b", "if a < b", "p[0].a=0@1 p[0].b=0@0"},                                        // written with the value it had
		{readsStep("p[1]", "p[1].a==2", 7), "if a < b", "if a < b", "p[1].a=2@3 p[1].b=0@0"},                                        // of its own task
		{readsStep("p[0]", "flag[0]=true", 8, VarValue{"flag[0]", "true"}), "", "", ""},                                             // nothing is read
		{readsStep("p[1]", "flag[0]==true", 9), "await !flag[1-i] && x == y", "await !flag[1-i] && x == y", "flag[0]=true@6 x=2@2"}, // y is an index too: left out
		{readsStep("p[1]", "<-c", 11, VarValue{"p[1].b", "1"}), "", "", ""},
		{readsStep("p[1]", "p[1].b==1", 12), "if b == 1", "", "p[1].b=1@8"},
		{readsStep("p[1]", "<-c", 11), "", "", ""}, // what was there before
		{readsStep("p[1]", "p[1].b==1", 12), "if b == 1", "", "p[1].b=1@10"},
		{readsStep("p[0]", "p[0].b==0", 12), "if b == 1", "", "p[0].b=0@0"}, // another task's b
		{readsStep("p[0]", "flag[0]==true", 10), "if flag[a]", "if flag[a]", "p[0].a=0@1 flag[0]=true@6"},
		{readsStep("p[0]", "flag[0]==true", 13), "if flag[i] || a == b", "if flag[i] || a == b", "flag[0]=true@6 p[0].a=0@1 p[0].b=0@0"},
		{readsStep("p[0]", "done", 4), "", "", ""}, // may write a and b
		{readsStep("p[0]", "p[0].a==0", 7), "if a < b", "if a < b", "p[0].a=0@? p[0].b=0@?"},
		{readsStep("p[1]", "p[1].a==2", 7), "if a < b", "if a < b", "p[1].a=2@3 p[1].b=1@10"},
		{readsStep("p[0]", "p[0].a==3", 7), "if a < b", "if a < b", ""}, // contradicts the state: nothing is said
	}
	for _, s := range steps {
		r.Trace = append(r.Trace, s.Step)
	}
	say := func(list []Read) string {
		var words []string
		for _, q := range list {
			words = append(words, strings.Replace(fmt.Sprintf("%s=%s@%d", q.Name, q.Value, q.Step), "@-1", "@?", 1))
		}
		return strings.Join(words, " ")
	}
	sources := Sources{"r.tfg": []byte(readsProgram)}
	for i, got := range r.shownSteps(sources) {
		if want := steps[i]; got.text != want.text || got.label != want.label || say(got.reads) != want.reads {
			t.Errorf("step %d: %q, %q, reads %q; want %q, %q, %q", i+1, got.text, got.label, say(got.reads), want.text, want.label, want.reads)
		}
	}
	// On a path values are not known, without the source nothing is.
	r.Verdict = Possible
	for i, got := range r.shownSteps(sources) {
		if got.text != steps[i].text || got.reads != nil {
			t.Errorf("step %d of a path: %q, reads %q", i+1, got.text, say(got.reads))
		}
	}
	r.Verdict = Violated
	for i, got := range r.shownSteps(Sources{}) {
		if !reflect.DeepEqual(got, shownStep{}) {
			t.Errorf("step %d without source: %v", i+1, got)
		}
	}
}

// A name means a variable only where it can mean nothing else.
func TestResolve(t *testing.T) {
	vars := []VarValue{{"x", ""}, {"y", ""}, {"v", ""}, {"w", ""}, {"e", ""}, {"p[0].a", ""}, {"p[0].k", ""}, {"p[0].k'2", ""}, {"p[0].x", ""}, {"p[0].m[0]", ""}, {"p[0].n", ""}}
	n := newSourceNames(vars, `
shared x, y, v, w, e 0..3
const c = x, n = 2
enum colour { red,
   e }
proc f(v 0..3) { a = v }
task p[i in 0..1] { for y in 0..2 { skip } } // w in 0..3
`)
	for _, c := range []struct{ name, want string }{
		{"a", "p[0].a"}, {"m", "p[0].m"}, {"w", "w"},
		{"k", ""},            // two variables
		{"x", ""},            // hidden by a local one, somewhere
		{"y", ""},            // also an index
		{"v", ""},            // also a parameter
		{"e", ""},            // also a value
		{"n", ""},            // also a constant
		{"c", ""}, {"i", ""}, // no variables
	} {
		if got := n.resolve("p[0]", c.name); got != c.want {
			t.Errorf("%s is %q, want %q", c.name, got, c.want)
		}
	}
	if got := n.resolve("q", "x"); got != "x" {
		t.Errorf("x in another task is %q", got)
	}
	for text, want := range map[string]string{"1": "1", "i": "0", "self": "0", "y": "?", "1-i": "?", "c": "?"} {
		if got := n.index("p[0]", text, nil); got != want {
			t.Errorf("index %s is %s, want %s", text, got, want)
		}
	}
}

func TestBaseOf(t *testing.T) {
	for name, want := range map[string]string{"x": "x", "flag[1]": "flag", "q[0][1]": "q", "p[0].x": "p[0].x", "p[0].x[2]": "p[0].x"} {
		if got := baseOf(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
