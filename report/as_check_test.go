package report

import (
	"fmt"
	"strings"
	"testing"
)

// told are the results of a check in one line each.
func told(c *Check) string {
	var all []string
	for _, r := range c.all() {
		all = append(all, fmt.Sprintf("%s %s %d %q", r.Property, r.Verdict, len(r.Trace), r.Limit))
	}
	return strings.Join(all, "\n")
}

func TestExploreAsCheck(t *testing.T) {
	steps := []Step{{Task: "a", Event: "go"}}
	asked := []Result{{Property: "order"}, {Property: "late"}}
	for _, c := range []struct {
		e    Explore
		want string
		exit int
	}{
		{Explore{Complete: true}, "order holds 0 \"\"\nlate holds 0 \"\"\nruntime-errors holds 0 \"\"\ndeadlock holds 0 \"\"", ExitHolds},
		{Explore{Limit: "time"}, "order unknown 0 \"time\"\nlate unknown 0 \"time\"\nruntime-errors unknown 0 \"time\"\ndeadlock unknown 0 \"time\"", ExitOpen},
		{Explore{Limit: "sample", Findings: []ExploreFinding{{Kind: "violation", Property: "late", Trace: steps}}},
			"order unknown 0 \"\"\nlate violated 1 \"\"\nruntime-errors unknown 0 \"\"\ndeadlock unknown 0 \"\"", ExitViolated},
		{Explore{Complete: true, Findings: []ExploreFinding{{Kind: "deadlock", Trace: steps}, {Kind: "deadlock"}}},
			"order holds 0 \"\"\nlate holds 0 \"\"\nruntime-errors holds 0 \"\"\ndeadlock violated 1 \"\"", ExitViolated},
		{Explore{Complete: true, Meant: true, Findings: []ExploreFinding{{Kind: "deadlock", Trace: steps}}},
			"order holds 0 \"\"\nlate holds 0 \"\"\nruntime-errors holds 0 \"\"\ndeadlock violated 1 \"\"", ExitHolds},
		{Explore{Complete: true, Findings: []ExploreFinding{{Kind: "error", Trace: steps}, {Kind: "error"}}},
			"order holds 0 \"\"\nlate holds 0 \"\"\nrun-time error 2 violated 0 \"\"\nruntime-errors violated 1 \"\"\ndeadlock holds 0 \"\"", ExitViolated},
	} {
		got := c.e.AsCheck(asked)
		if told(got) != c.want || got.ExitCode() != c.exit {
			t.Errorf("exit status %d, want %d\n%s\nwant\n%s", got.ExitCode(), c.exit, told(got), c.want)
		}
	}
}

func TestCrosscheckAsCheck(t *testing.T) {
	c := &Crosscheck{Rows: []CrossRow{{Engine: "static", Property: "order", Verdict: Unknown}, {Engine: "states", Property: "order", Verdict: Holds},
		{Engine: "full", Property: "order", Verdict: Violated}, {Engine: "static", Property: RuntimeErrors, Verdict: Holds}, {Engine: "full", Property: RuntimeErrors, Verdict: Holds}},
		Disagreements: []Disagreement{{What: "they differ", Trace: []Step{{Task: "a"}}}}}
	static := &Check{Results: []Result{{Property: "late", Verdict: Violated, Trace: make([]Step, 3)}, {Property: "order", Verdict: Violated, Trace: make([]Step, 2), Schedule: "s"}}}
	got := c.AsCheck([]Result{{Property: "order"}, {Property: "late"}}, static)
	want := "order violated 2 \"\"\nlate unknown 0 \"\"\ndisagreement 1 violated 1 \"\"\nruntime-errors holds 0 \"\""
	if told(got) != want || got.ExitCode() != ExitInternal || got.RuntimeErrors.Reason != "so say static, full" {
		t.Errorf("exit status %d\n%s\n%s", got.ExitCode(), told(got), got.RuntimeErrors.Reason)
	}
}

func TestRunAsCheck(t *testing.T) {
	asked := []Result{{Property: "order"}, {Property: "k"}}
	for want, r := range map[string]*Run{
		"order violated 2 \"\"\ndeadlock violated 2 \"\"": sampleRun(),
		"runtime-errors violated 1 \"\"":                  {Error: "x", Steps: []RunStep{{}}},
		"this execution unknown 1 \"\"":                   {Ended: true, Steps: []RunStep{{}}},
	} {
		if got := told(r.AsCheck(asked)); got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	}
	if got := sampleRun().AsCheck(asked).Results[0].Trace[1].State; got != "error" {
		t.Errorf("state %q", got)
	}
}

// With --no-times nothing is left that depends on the machine.
func TestExploreZeroTimes(t *testing.T) {
	e := &Explore{Seconds: 1, Bytes: 4096}
	if e.ZeroTimes(); e.Seconds != 0 || e.Bytes != 0 {
		t.Errorf("%+v", e)
	}
}

// The instances of a family are one result, as a check gives it.
func TestExploredFamily(t *testing.T) {
	e := &Explore{Complete: true, Violations: 2, Findings: []ExploreFinding{{Kind: "violation", Property: "own[1]"}, {Kind: "violation", Property: "own[2]"}}}
	c := e.AsCheck([]Result{{Property: "first"}, {Property: "own[0]", InstanceOf: "own", Index: "i=0"}, {Property: "own[1]", InstanceOf: "own", Index: "i=1"},
		{Property: "own[2]", InstanceOf: "own", Index: "i=2"}, {Property: "other[0]", InstanceOf: "other", Index: "i=0"}, {Property: "last"}})
	var got []string
	for i := range c.Results {
		r := &c.Results[i]
		got = append(got, fmt.Sprintf("%s %s %s %d", r.Property, r.Instance, r.Verdict, len(r.Instances)))
	}
	want := "first  holds 0|own own[1] violated 3|other other[0] holds 1|last  holds 0"
	if s := strings.Join(got, "|"); s != want {
		t.Errorf("%s, want %s", s, want)
	}
}
