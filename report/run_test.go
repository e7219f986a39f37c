package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"flavers/diag"
	"flavers/internal/golden"
	"flavers/report/form"
)

func fullRun() *Run {
	r := &Run{}
	fillBut(r)
	r.Version, r.Diagnostics = Version, fullExplore().Diagnostics
	return r
}

func TestRunMatchesSchema(t *testing.T) {
	s := golden.Schema(t, "../docs/schema/replay.schema.json")
	for _, r := range []*Run{{Version: Version}, fullRun()} {
		var b bytes.Buffer
		if err := r.WriteJSON(&b); err != nil {
			t.Fatal(err)
		}
		for _, p := range s.Problems(t, b.Bytes()) {
			t.Error(p)
		}
		if strings.Contains(b.String(), "null") {
			t.Errorf("null in\n%s", b.String())
		}
	}
	var b bytes.Buffer
	if err := fullRun().WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	wrong := bytes.Replace(b.Bytes(), []byte(`"ended": true`), []byte(`"ended": 1`), 1)
	if len(s.Problems(t, wrong)) != 1 {
		t.Error("the schema takes anything")
	}
}

// sampleRun is an execution of two tasks with a rendezvous that ends in a deadlock.
func sampleRun() *Run {
	return &Run{Version: Version, Program: "p.tfg", Schedule: "1:00000000:1,2", Deadlock: true, Steps: []RunStep{
		{Step: Step{Task: "first", Event: "x=1", Pos: "p.tfg:1:1", Silent: true, Vars: []VarValue{{"x", "1"}, {"y", "2"}}}},
		{Step: Step{Task: "first", Tasks: []string{"first", "second"}, Event: "second.go", Pos: "p.tfg:2:1"}, States: []SpecState{{Spec: "order", State: "error"}, {Spec: "k", State: "s1"}}},
	}, Waiting: []Waiting{{Task: "first", At: "lock m", Pos: "p.tfg:3:1"}, {Task: "second", At: "receive from a channel or send to it or accept what nobody calls", Pos: "p.tfg:4:1"}},
		Final: []SpecState{{Spec: "order", State: "error", Violated: true}, {Spec: "k", State: "s1"}}}
}

func runText(t *testing.T, r *Run, opt TextOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteText(&b, opt); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestRunText(t *testing.T) {
	got := runText(t, sampleRun(), TextOptions{})
	for _, want := range []string{
		"p.tfg: 2 steps, order is violated\n\n  step  first      second  sets  property             at\n",
		"     2  second.go  ->            order: error, k: s1  p.tfg:2:1\n",
		"  Deadlock: not all tasks have ended, and none can move.\n    first   waits at  lock m ",
		"\n  order  violated   in state error\n  k      satisfied  in state s1\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for _, width := range []int{40, 60, 80} {
		for line := range strings.Lines(runText(t, sampleRun(), TextOptions{Width: width})) {
			if form.Runes(strings.TrimSuffix(line, "\n")) > width {
				t.Errorf("wider than %d: %q", width, line)
			}
		}
	}
	if got := runText(t, sampleRun(), TextOptions{Color: true}); !strings.Contains(got, "\x1b[31mviolated\x1b[0m") ||
		!strings.Contains(got, "\x1b[31mDeadlock: not all tasks have ended, and none can move.\x1b[0m\n") {
		t.Errorf("colours: %q", got)
	}
	for want, r := range map[string]*Run{
		"p: 1 step, nothing is violated\n":                {Program: "p", Ended: true, Steps: []RunStep{{}}},
		"The execution has ended: ":                       {Ended: true},
		"  Step 3 cannot be taken.\n":                     {Stuck: "step 3 cannot be taken"},
		"0 steps, a run-time error":                       {Error: "x"},
		"The schedule ends here; not all tasks":           {},
		"0 steps, a deadlock":                             {Deadlock: true},
		"0 steps, then the schedule cannot be followed\n": {Stuck: "it cannot"},
	} {
		if got := runText(t, r, TextOptions{}); !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestRunExitCode(t *testing.T) {
	for want, r := range map[int]*Run{
		ExitHolds: {Deadlock: true, Meant: true}, ExitViolated: {Final: []SpecState{{Violated: true}}}, ExitOpen: {Stuck: "x", Error: "y"},
		ExitInput: {Diagnostics: []diag.Diagnostic{{Severity: diag.Error}}, Stuck: "x"},
	} {
		if got := r.ExitCode(); got != want {
			t.Errorf("%+v: %d, want %d", r, got, want)
		}
	}
	if got := (&Run{Deadlock: true}).ExitCode(); got != ExitViolated {
		t.Errorf("a deadlock: %d", got)
	}
}

// Of many tasks that cannot move the first are listed, with -v all.
func TestManyWait(t *testing.T) {
	r := &Run{Deadlock: true}
	for i := range 100 {
		r.Waiting = append(r.Waiting, Waiting{Task: fmt.Sprintf("t[%d]", i), At: "lock m", For: []string{"t[0]"}})
	}
	short, long := runText(t, r, TextOptions{}), runText(t, r, TextOptions{Verbose: true})
	if strings.Contains(short, "t[24] ") || !strings.Contains(short, "t[23] ") || !strings.Contains(short, "... and 76 tasks more (-v shows them)") {
		t.Error(short)
	}
	if !strings.Contains(long, "t[99]") || strings.Contains(long, "more (-v") {
		t.Error(long)
	}
}

// The values at the end are listed: some of many, all of them with -v.
func TestRunValues(t *testing.T) {
	r := &Run{Program: "p.tfg"}
	for i := range maxValues + 2 {
		r.Vars = append(r.Vars, VarValue{Name: fmt.Sprintf("x[%d]", i), Value: "7"})
	}
	text := func(verbose bool) string {
		var b bytes.Buffer
		if err := r.WriteText(&b, TextOptions{Verbose: verbose}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if got := text(false); !strings.Contains(got, "  values       x[0]=7 x[1]=7") || strings.Contains(got, "x[40]") || !strings.Contains(got, "(42 variables in all;") {
		t.Error(got)
	}
	if got := text(true); !strings.Contains(got, "x[41]=7") {
		t.Error(got)
	}
}
