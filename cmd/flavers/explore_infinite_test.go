package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// busy lets b keep a from going on, unless a gets a chance that it has again and again.
const busy = `program busy
shared free 0..1 = 1
task a { loop { event ask; await free == 1; event go } }
task b { loop { free = 0; free = 1 } }
`

// Executions that run for ever are judged under each kind of fairness, and a schedule
// with a loop is replayed; what is no loop is refused.
func TestInfinite(t *testing.T) {
	inDir(t, map[string]string{"busy.tfg": busy, "busy.fsa": "property served { go responds to ask }\n"})
	for _, c := range []struct {
		args   string
		status int
		out    string
	}{
		{"explore busy.tfg --algorithm states --check", 1, "served is violated|then for ever:|Steps 2 to 3 are repeated for ever|weakly fair|replay busy.tfg 1:"},
		{"explore busy.tfg --algorithm states --fairness none --check", 1, "without fairness"},
		{"explore busy.tfg --algorithm states --fairness strong", 0, "No execution that runs for ever, under strong fairness, violates a property"},
		{"explore busy.tfg --algorithm states --fairness off", 0, "no violation of a property"},
		{"explore busy.tfg", 1, "then for ever:"}, // states takes over
		{"explore busy.tfg --algorithm states --jobs 2 --search bfs --symmetry", 1, "then for ever:"},
		{"explore busy.tfg --algorithm states --format json", 1, `"loop_steps": 2|"fairness": "weak"`},
		{"explore busy.tfg --algorithm states --format sarif", 1, `repeats 2 steps for ever|"text": "then for ever: b: free=0"`},
		{"explore busy.tfg --algorithm states --format github", 1, "repeats 2 steps for ever|1. a: ask [owed]%0Athen for ever:%0A2. b: free=0%0A3. b: free=1"},
		{"explore busy.tfg --algorithm states --max-states 5", 3, "not completely"},
	} {
		got := runReal("", strings.Fields(c.args)...)
		got.expect(t, c.args, c.status, c.out, "")
	}
	var r struct{ Schedule string }
	if err := json.Unmarshal([]byte(runReal("", "explore", "busy.tfg", "--algorithm", "states", "--format", "json").out), &r); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		schedule string
		status   int
		out      string
	}{
		{r.Schedule, 1, "served is violated|then for ever:|weakly fair, but not strongly|violated  in state owed"},
		{strings.TrimSuffix(r.Schedule, ",4"), 3, "do not come back to the state in which they began"},
		{strings.ReplaceAll(r.Schedule, "/", ","), 0, "not violated so far"},
		{r.Schedule[:len("1:12345678:")] + "/0,1,2", 0, "some task can move in each of these states|served  satisfied"},
		{r.Schedule[:len("1:12345678:")] + "/0,1,2,3,4", 0, "strongly fair|served  satisfied"},
	} {
		got := runReal("", "replay", "busy.tfg", c.schedule)
		got.expect(t, c.schedule, c.status, c.out, "")
	}
	for format, want := range map[string]string{
		"json":  `"loop_steps": 2|"fairness": "weak"|` + r.Schedule,
		"sarif": `repeats 2 steps for ever|"text": "then for ever: b: free=0"|"nestingLevel": 1`,
	} {
		got := runReal("", "replay", "busy.tfg", r.Schedule, "--format", format)
		got.expect(t, "replay as "+format, 1, want, "")
	}
	// A loop that violates nothing is drawn as one, too.
	fine := r.Schedule[:len("1:12345678:")] + "/0,1,2"
	for _, c := range []struct{ args, file, want string }{
		{"render busy.tfg --graph trace --schedule " + r.Schedule, "p.svg", `class="frame"|served is violated by an execution that goes on for ever|>loop</text>`},
		{"render busy.tfg --graph trace --schedule " + r.Schedule, "p.dot", `"s3" -> "s2" [|class="again"`},
		{"render busy.tfg --graph trace", "p.svg", `class="frame"|busy: served is violated<`},
		{"render busy.tfg --graph tfg", "p.svg", "repeated for ever"},
		{"check busy.tfg --html-output page.html", "page.html", `class="frame"|"loop":2|then for ever:|are repeated for ever`},
		{"check busy.tfg --fairness strong --html-output page.html", "page.html", "holds under strong fairness|those that are strongly fair"},
		{"check busy.tfg --sarif-output page.html", "page.html", `"text": "then for ever: b: free=0"|"nestingLevel": 1`},
		{"render busy.tfg --graph trace --schedule " + fine, "p.svg", `class="frame"|>busy: an execution that goes on for ever<`},
		{"replay busy.tfg " + fine + " --html-output page.html", "page.html", `"loop":3|again and again|steps 1 to 3 are repeated for ever, and the execution violates nothing`},
		{"explore busy.tfg --algorithm states --fairness strong --html-output page.html", "page.html", "it says this of those that are strongly fair"},
	} {
		args := strings.Fields(c.args)
		if c.file != "page.html" {
			args = append(args, "-o", c.file)
		}
		if got := runReal("", args...); got.status > 1 {
			t.Fatalf("%s: %s", c.args, got.err)
		}
		text, err := os.ReadFile(c.file)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range strings.Split(c.want, "|") {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s: %s lacks %s", c.args, c.file, want)
			}
		}
	}
}
