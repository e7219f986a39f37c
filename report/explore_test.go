package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"flavers/diag"
	"flavers/internal/golden"
	"flavers/report/form"
)

// withoutMore drops the counters of families: their names are not in the
// schema.
func withoutMore(t *testing.T, text []byte) []byte {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	v["more"] = map[string]any{}
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// fillBut is fill for all fields but the diagnostics.
func fillBut(report any) {
	v := reflect.ValueOf(report).Elem()
	for i := range v.NumField() {
		if v.Type().Field(i).Name != "Diagnostics" {
			fill(v.Field(i))
		}
	}
}

func fullExplore() *Explore {
	e := &Explore{}
	fillBut(e)
	e.Version = Version
	e.Findings[0].Kind = "deadlock"
	e.More = Counts{{Name: "graphs", What: "graphs", Value: 3}, {Name: "a_b", What: "a and b", Value: -1}}
	e.Diagnostics = []diag.Diagnostic{{Severity: diag.Warning, Code: "C104", Message: "twice", Hint: "rename"}}
	return e
}

func TestExploreMatchesSchema(t *testing.T) {
	s := golden.Schema(t, "../docs/schema/explore.schema.json")
	for _, e := range []*Explore{{Version: Version}, fullExplore()} {
		var b bytes.Buffer
		if err := e.WriteJSON(&b); err != nil {
			t.Fatal(err)
		}
		for _, p := range s.Problems(t, withoutMore(t, b.Bytes())) {
			t.Error(p)
		}
		// the keys of the contract are always there
		var v map[string]any
		if err := json.Unmarshal(b.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		for _, key := range strings.Fields("version program algorithm executions blocked transitions states deadlocks violations errors complete seconds trace") {
			if _, ok := v[key]; !ok {
				t.Errorf("no key %s", key)
			}
		}
	}
	var b bytes.Buffer
	if err := fullExplore().WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "\"more\": {\n    \"graphs\": 3,\n    \"a_b\": -1\n  }") {
		t.Errorf("the counters of a family are not in order:\n%s", b.String())
	}
	wrong := bytes.Replace(b.Bytes(), []byte(`"kind": "deadlock"`), []byte(`"kind": "dead"`), 1)
	if len(s.Problems(t, withoutMore(t, wrong))) != 1 {
		t.Error("the schema takes anything")
	}
}

func TestCrosscheckMatchesSchema(t *testing.T) {
	s := golden.Schema(t, "../docs/schema/crosscheck.schema.json")
	full := &Crosscheck{}
	fillBut(full)
	full.Version, full.Diagnostics = Version, fullExplore().Diagnostics
	for _, c := range []*Crosscheck{{Version: Version}, full} {
		var b bytes.Buffer
		if err := c.WriteJSON(&b); err != nil {
			t.Fatal(err)
		}
		for _, p := range s.Problems(t, b.Bytes()) {
			t.Error(p)
		}
	}
}

func TestExploreText(t *testing.T) {
	e := &Explore{Program: "p.tfg", Algorithm: "full", Executions: 1234, Transitions: 5000, Deadlocks: 1, Errors: 1, Violations: 1, MaxDepth: 7,
		Classes: 100, Limit: "time", More: Counts{{Name: "graphs", What: "graphs written", Value: 3}}, Notes: []string{"a note"}, Seconds: 0.5,
		Findings: []ExploreFinding{
			{Kind: "violation", Property: "order", Schedule: "1:00000000:1", Trace: []Step{{Task: "a", Event: "go", Pos: "p.tfg:1:1", State: "error"}}},
			{Kind: "violation", Property: "late", AtEnd: true, Schedule: "1:00000000:"},
			{Kind: "violation", Property: "never", AtEnd: true, Schedule: "1:00000000:", Waiting: []Waiting{{Task: "a", At: "await x == 2", Pos: "p.tfg:3:1"}}},
			{Kind: "error", Text: "p.tfg:2:1: x = 3 is outside 0..2", Schedule: "1:00000000:2", Trace: []Step{{Task: "b", Event: "x = 3 is outside 0..2"}}},
			{Kind: "deadlock", Schedule: "1:00000000:" + strings.Repeat("1,", 300), Trace: []Step{{Task: "a", Event: "lock m"}},
				Waiting: []Waiting{{Task: "a", At: "lock n", Pos: "p.tfg:3:1"}, {Task: "bcd", At: "lock m or skip", Pos: "p.tfg:4:1"}}},
		}}
	got := exploreText(t, e, TextOptions{Replay: "flavers replay p.tfg"})
	for _, want := range []string{
		"p.tfg: explored with full, not completely: the time limit was hit (--timeout)",
		"  1,234  executions\n", "    100  classes of executions that differ only by the order of independent steps: 12.3 executions\n         for each\n",
		"      3  graphs written\n", "  0.500  seconds, 2,468 executions a second\n", "  Note: a note\n",
		"order is violated\n", "Step 1 leads order to its error state.\n  To run it again: flavers replay p.tfg 1:00000000:1\n",
		"The execution ends without a step, and late does not accept",
		"No task can move at the start, and never does not accept what happened until then:\n    a  waits at  await x == 2  p.tfg:3:1\n",
		"run-time error: p.tfg:2:1: x = 3 is outside 0..2\n",
		"  After step 1 not all tasks have ended, and none can move:\n    a    waits at  lock n          p.tfg:3:1\n    bcd  waits at  lock m or skip  p.tfg:4:1\n",
		"To run it again: flavers replay p.tfg FILE, with the schedule from the JSON output in FILE.",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	// Nothing but a command to be copied is wider than asked for, and numbers have
	// their form.
	for line := range strings.Lines(exploreText(t, e, TextOptions{Width: 40, Replay: "flavers replay p.tfg"})) {
		if form.Runes(strings.TrimSuffix(line, "\n")) > 40 && !strings.Contains(line, "To run it again") {
			t.Errorf("wider than 40: %q", line)
		}
	}
	one := &Explore{Algorithm: "optimal", Executions: 1, Transitions: 1, Deadlocks: 1, Classes: 1, MaxDepth: 1, Complete: true}
	if got := exploreText(t, one, TextOptions{}); strings.Contains(got, "1  executions") || !strings.Contains(got, "  1  execution\n  0  blocked by sleep sets") ||
		!strings.Contains(got, "  1  class of executions") || !strings.Contains(got, "  1  step in the longest\n") {
		t.Error(got)
	}
	for algorithm, gives := range map[string]bool{"full": false, "dpor": false, "dpor+sleep": true, "source": true, "random": false, "actor-dpor+sleep": true} {
		if got := exploreText(t, &Explore{Algorithm: algorithm}, TextOptions{}); strings.Contains(got, "sleep sets") != gives {
			t.Errorf("%s: %s", algorithm, got)
		}
	}
	if got := exploreText(t, &Explore{Algorithm: "states", States: 1500, Bytes: 1 << 20, Complete: true}, TextOptions{}); !strings.Contains(got, "1,500  states\n") ||
		!strings.Contains(got, "1,024  KiB") || !strings.Contains(got, ", completely\n") || !strings.Contains(got, "No deadlock, no run-time error") {
		t.Error(got)
	}
	for _, l := range []string{"depth", "executions", "states", "memory", "time", "interrupt", "model", "constraints", "algorithm", "first finding", "sample"} {
		got := exploreText(t, &Explore{Algorithm: "x", Limit: l}, TextOptions{})
		if strings.Contains(got, "completely: "+l+"\n") || !strings.Contains(got, "was found; not everything was") {
			t.Errorf("limit %s has no sentence:\n%s", l, got)
		}
	}
}

func exploreText(t *testing.T, e *Explore, opt TextOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := e.WriteText(&b, opt); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestExploreExitCode(t *testing.T) {
	for _, c := range []struct {
		e    Explore
		want int
	}{
		{Explore{Complete: true}, ExitHolds},
		{Explore{Complete: true, Deadlocks: 1, Findings: []ExploreFinding{{Kind: "deadlock"}}}, ExitViolated},
		{Explore{Complete: true, Meant: true, Deadlocks: 1, Findings: []ExploreFinding{{Kind: "deadlock"}}}, ExitHolds},
		{Explore{}, ExitOpen},
		{Explore{Meant: true, Findings: []ExploreFinding{{Kind: "deadlock"}}}, ExitOpen},
		{Explore{Findings: []ExploreFinding{{Kind: "deadlock"}, {Kind: "error"}}}, ExitViolated},
		{Explore{Complete: true, Violations: 1}, ExitViolated},
		{Explore{Violations: 1, Diagnostics: []diag.Diagnostic{{Severity: diag.Error}}}, ExitInput},
	} {
		if got := c.e.ExitCode(); got != c.want {
			t.Errorf("%+v: %d, want %d", c.e, got, c.want)
		}
	}
}

func TestCrosscheckText(t *testing.T) {
	c := &Crosscheck{Program: "p.tfg", Runs: 1, Rows: []CrossRow{
		{Engine: "static", Property: "order", Verdict: Holds, Complete: true},
		{Engine: "static", Property: RuntimeErrors, Verdict: Holds, Complete: true},
		{Engine: "states", Property: "order", Verdict: Violated, States: 1000, Deadlock: true, Complete: true},
		{Engine: "full", Property: "order", Verdict: Unknown, Executions: 9, Blocked: 2, Limit: "time"},
	}, Refused: []CrossRefused{{"lpor", "it has no messages"}},
		Disagreements: []Disagreement{{What: "static says that order holds", Property: "order", Engines: []string{"static", "states"}, Schedule: "1:00000000:1",
			Trace: []Step{{Task: "a", Event: "go", Pos: "p.tfg:1:1"}}}}}
	text := func(verbose bool) string {
		var b bytes.Buffer
		if err := c.WriteText(&b, TextOptions{Replay: "flavers replay p.tfg", Verbose: verbose}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	short := []string{"p.tfg: 3 engines, 1 disagreement where there are answers; 1 of them stopped at a limit", "  states  order     violated                              1,000\n",
		"not comparable           9        2          time\n",
		"Disagreement: static says that order holds\n", "  To run it: flavers replay p.tfg 1:00000000:1\n", "  1 execution was held against"}
	all := []string{"  states  order              violated                              1,000\n", "no run-time error  holds", "  lpor  not used: it has no messages\n"}
	for _, want := range short {
		if !strings.Contains(text(false), want) {
			t.Errorf("no %q in\n%s", want, text(false))
		}
	}
	for _, want := range append(all, short[2:]...) {
		if !strings.Contains(text(true), want) {
			t.Errorf("no %q in\n%s", want, text(true))
		}
	}
	for _, more := range all {
		if strings.Contains(text(false), more) {
			t.Errorf("%q is for -v only:\n%s", more, text(false))
		}
	}
	// Where all agree, one line says so; then what is violated, and what nobody answered.
	agreed := &Crosscheck{Program: "p.tfg", Agree: true, Runs: 3, Rows: []CrossRow{
		{Engine: "static", Property: "order", Verdict: Violated, Complete: true},
		{Engine: "static", Property: "late", Verdict: Possible},
		{Engine: "full", Property: "order", Verdict: Violated, Complete: true},
		{Engine: "full", Property: "late", Verdict: Unknown, Limit: "time"},
	}}
	var b bytes.Buffer
	if err := agreed.WriteText(&b, TextOptions{Width: 200}); err != nil {
		t.Fatal(err)
	}
	if want := `p.tfg: 2 engines, no disagreement where there are answers; 2 of them stopped at a limit and cannot be compared everywhere
  Violated: order.

  engine  property  verdict         executions  blocked  states  limit
  static  late      not comparable                               a path that may be no execution
  full    late      not comparable           0        0          time
`; b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
	// Many rows that say the same are one, but for -v.
	many := &Crosscheck{Program: "p.tfg", Agree: true, Runs: 1}
	for i := range 1000 {
		many.Rows = append(many.Rows, CrossRow{Engine: "static", Property: fmt.Sprintf("p[%d]", i), Verdict: Unknown, Limit: "time", Seconds: float64(i)})
	}
	for verbose, lines := range map[bool]int{false: 4, true: 1003} {
		b.Reset()
		if err := many.WriteText(&b, TextOptions{Width: 200, Verbose: verbose}); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(b.String(), "\n"); n < lines || n > lines+2 || strings.Contains(b.String(), "p[0] and 999 more") == verbose {
			t.Errorf("verbose %v: %d lines:\n%.400s", verbose, n, b.String())
		}
	}
	for _, k := range []struct {
		change func()
		want   int
	}{
		{func() {}, ExitInternal},
		{func() { c.Agree = true }, ExitViolated},
		{func() { c.Rows = c.Rows[3:] }, ExitOpen},
		{func() { c.Rows = append(c.Rows, CrossRow{Engine: "states", Property: "order", Verdict: Holds}) }, ExitHolds},
		{func() { c.Diagnostics = []diag.Diagnostic{{Severity: diag.Error}} }, ExitInput},
	} {
		if k.change(); c.ExitCode() != k.want {
			t.Errorf("exit code %d, want %d", c.ExitCode(), k.want)
		}
	}
}

// A race is a finding; a survey says what it saw, and of what it left out it says nothing.
func TestSurveyText(t *testing.T) {
	none, one := 0, 1
	for _, c := range []struct {
		e    Explore
		want []string
		code int
	}{
		{Explore{Complete: true, Survey: &Survey{States: 1, Complete: true, Races: &none}}, []string{"No data race, in 1 state.\n"}, ExitHolds},
		{Explore{Complete: true, Survey: &Survey{States: 5, Limit: "states", Races: &none}},
			[]string{"No data race was found, in 5 states; not all were visited: the bound on states was hit"}, ExitOpen},
		{Explore{Complete: true, Survey: &Survey{States: 5, Limit: "states", Races: &one}, Findings: []ExploreFinding{{Kind: KindRace, Property: "n"}}},
			[]string{"1 data race found, in 5 states; not all were visited: the bound"}, ExitViolated},
		{Explore{Complete: true, Survey: &Survey{States: 5, Complete: true, Races: &one}, Findings: []ExploreFinding{
			{Kind: KindRace, Property: "n", Text: "a writes it (p.tfg:1:1), and b reads it (p.tfg:2:1).", Schedule: "1:0:1", Trace: []Step{{Task: "a", Event: "go"}}}}},
			[]string{"data race on n\n", "After step 1 two steps could both come next: a writes it (p.tfg:1:1), and b", "flavers replay p.tfg 1:0:1"}, ExitViolated},
		{Explore{Complete: true, Survey: &Survey{States: 5, Complete: true, Coverage: &Coverage{Places: 1, Executed: 1}}},
			[]string{"Coverage: all of 1 place executed, in 5 states."}, ExitHolds},
		{Explore{Complete: true, Survey: &Survey{States: 5, Complete: true, Coverage: &Coverage{Places: 7, Executed: 6, Never: []Waiting{{Task: "a", At: "skip", Pos: "p.tfg:3:4"}}}}},
			[]string{"Coverage: 6 of 7 places executed, in 5 states. Never executed:\n    p.tfg:3:4  skip  a\n"}, ExitHolds},
		{Explore{Survey: &Survey{States: 5, Limit: "time", Coverage: &Coverage{Places: 7, Executed: 6, Never: []Waiting{{At: "skip"}}}}},
			[]string{"Not executed so far:"}, ExitOpen},
	} {
		var b bytes.Buffer
		if err := c.e.WriteText(&b, TextOptions{Replay: "flavers replay p.tfg"}); err != nil {
			t.Fatal(err)
		}
		for _, want := range c.want {
			if !strings.Contains(b.String(), want) {
				t.Errorf("no %q in\n%s", want, b.String())
			}
		}
		if got := c.e.ExitCode(); got != c.code {
			t.Errorf("exit code %d, want %d, of\n%s", got, c.code, b.String())
		}
		check := c.e.AsCheck(nil)
		races := 0
		for _, r := range check.Results {
			if r.Kind == KindRace && r.Verdict == Violated && r.Property == "no race on n" {
				races++
			}
		}
		if want := len(c.e.Findings); races != want {
			t.Errorf("%d results of races, want %d", races, want)
		}
	}
}
