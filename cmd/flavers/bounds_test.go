package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"flavers/automata"
	"flavers/cfg"
	"flavers/diag"
	"flavers/limit"
	"flavers/report"
	"flavers/verify"
)

// Numbers that are too large are cut where they take memory, with a note; negative
// ones, and those that are no numbers, are errors that say what would be right.
func TestBounds(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	inDir(t, map[string]string{"turns.tfg": turns, "turns.fsa": "property order { absence of b before a }\n"})
	processors := fmt.Sprintf("note C109: --jobs 100000 is larger than makes sense, so %d is taken", runtime.NumCPU())
	for _, c := range []struct {
		args   string
		status int
		err    string
	}{
		{"check turns.tfg --jobs 100000", 0, processors},
		{"explore turns.tfg --algorithm states --jobs 100000", 0, processors},
		{"stats turns.tfg --jobs 100000 --no-times", 0, processors},
		{"render turns.tfg -o o.svg --jobs 100000", 0, processors},
		{"replay turns.tfg 1:00000000: --jobs 100000", 0, processors},
		{"explore turns.tfg --jobs 100000", 0, "note C106: --jobs"},
		{"explore turns.tfg --depth 1000000000", 0, "note C109: --depth 1000000000 is larger than makes sense, so 1000000 is taken"},
		{"crosscheck turns.tfg --depth 9223372036854775807", 0, "so 1000000 is taken"},
		{"explore turns.tfg --algorithm pct --bug-depth 1000000000 --max-executions 5", 3, "so 100 is taken"},
		{"check turns.tfg --depth 9223372036854775807 --max-tuples 9223372036854775807 --timeout 2562047h", 0, ""},
		{"check turns.tfg --max-memory 1000TiB", 0, fmt.Sprintf("note C109: --max-memory 1099511627776000 is larger than makes sense, so %d is taken: there is no more memory", limit.Available("/"))},
		{"check turns.tfg --max-memory 64MiB --max-tuples 100", 0, ""},
		{"check turns.tfg --max-memory 0", 0, ""},
		{"render turns.tfg -o o.svg --around n1 --radius 9223372036854775807", 0, ""},
		{"explore turns.tfg --max-executions 9223372036854775807 --depth 1000000", 0, ""},
		{"check turns.tfg --jobs 99999999999999999999", 2, "the number is too large"},
		{"check turns.tfg --jobs -1", 2, "--jobs must not be negative (0: all)"},
		{"render turns.tfg -o o.svg --around n1 --radius -1", 2, "--radius must not be negative"},
		{"crosscheck turns.tfg --max-states -9", 2, "--max-states must not be negative (0: no limit)"},
		{"explore turns.tfg --algorithm pct --bug-depth 0", 2, "--bug-depth must be at least 1"},
		{"explore turns.tfg --algorithm pct --bug-depth -4", 2, "--bug-depth must be at least 1"},
	} {
		if strings.Contains(c.args, "--max-memory") {
			debug.FreeOSMemory() // what other tests left is not the command's
		}
		got := runReal("", strings.Fields(c.args)...)
		if got.status != c.status || !strings.Contains(got.err, c.err) || c.err == "" && got.err != "" {
			t.Errorf("%s: %+v", c.args, got)
		}
		if runtime.GOMAXPROCS(0) > runtime.NumCPU() {
			t.Fatalf("%s: %d processors", c.args, runtime.GOMAXPROCS(0))
		}
	}
	// What depends on the machine is in no report.
	few, many := runReal("", "check", "turns.tfg", "--format", "json", "--no-times"), runReal("", "check", "turns.tfg", "--format", "json", "--no-times", "--jobs", "100000")
	if few.out != many.out {
		t.Errorf("JSON differs:\n%s%s", few.out, many.out)
	}
}

// A bound that is given as 0 is one that is not given: states takes over from
// optimal where executions need not end.
func TestExploreZeroBounds(t *testing.T) {
	inDir(t, map[string]string{"long.tfg": "program long\nshared x 0..3 = 0\ntask a { loop { x = any; event a } }\ntask b { loop { x = 1; event b } }\n"})
	want := runReal("", "explore", "long.tfg", "--no-times")
	if want.status != 0 || !strings.Contains(want.out, "explored with states, completely") {
		t.Fatalf("%+v", want)
	}
	for _, flags := range []string{"--depth 0", "--max-executions 0", "--depth 0 --prefer lowest --timeout 0"} {
		if got := runReal("", append([]string{"explore", "long.tfg", "--no-times"}, strings.Fields(flags)...)...); got != want {
			t.Errorf("%s: %+v, want %+v", flags, got, want)
		}
	}
}

// Where a limit left no execution to draw, the input is not said to be wrong, and no
// property to hold that was not decided: neither the one that was asked for nor one of
// several. What is known of all of them is said.
func TestCutOffPicture(t *testing.T) {
	inDir(t, map[string]string{"p.tfg": usual["p.tfg"], "p.fsa": "property a { never \"x\" }\nproperty b { never \"y\" }\n"})
	unknown := report.Result{Verdict: report.Unknown, Limit: report.LimitTime}
	holds, violated, never := report.Result{Verdict: report.Holds}, report.Result{Verdict: report.Violated}, report.Result{Verdict: report.Violated, Reach: true}
	tuples, memory := unknown, unknown
	tuples.Limit, memory.Limit = report.LimitTuples, report.LimitMemory
	for _, c := range []struct {
		only   string
		a, b   report.Result
		status int
		want   string
	}{
		{"--only a", unknown, holds, report.ExitOpen, "a is unknown"},
		{"--only a", memory, holds, report.ExitOpen, "a is unknown"},
		{"--only a", tuples, holds, report.ExitOpen, "a is unknown"},
		{"--only a", holds, unknown, report.ExitInput, "a holds"},
		{"--only a", violated, unknown, report.ExitInput, "a is violated by the execution without steps"},
		{"--only a", never, unknown, report.ExitInput, "a never happens"},
		{"", holds, unknown, report.ExitOpen, "b is unknown"},
		{"", tuples, holds, report.ExitOpen, "a is unknown"},
		{"", unknown, violated, report.ExitOpen, "a is unknown"},
		{"", holds, violated, report.ExitInput, "b is violated by the execution without steps"},
		{"", holds, never, report.ExitInput, "no property has one"},
	} {
		e := fake()
		e.check = func(_ context.Context, _ *cfg.Program, _ []*automata.Spec, opt verify.Options) *report.Check {
			r := map[string]report.Result{"a": c.a, "b": c.b}[opt.Only[0]]
			r.Property = opt.Only[0]
			return &report.Check{Results: []report.Result{r}}
		}
		got := runFake(t, e, "", strings.Fields("render p.tfg -o none.svg --graph trace "+c.only)...)
		if got.status != c.status || !strings.Contains(got.err, "C203: there is no execution to draw: "+c.want+"\n") {
			t.Errorf("%+v: %+v", c, got)
		}
	}
}

// An interrupted picture is not written, what is there stays, and the status says
// that there is no answer.
func TestInterruptedPicture(t *testing.T) {
	inDir(t, usual)
	if err := os.WriteFile("old.svg", []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	e := fake()
	e.check = func(ctx context.Context, _ *cfg.Program, _ []*automata.Spec, opt verify.Options) *report.Check {
		if opt.MaxTuples != 1 { // not the look whether the picture would be too large
			self, err := os.FindProcess(os.Getpid())
			if err == nil {
				err = self.Signal(os.Interrupt)
			}
			if err != nil {
				t.Skip("no signals here:", err)
			}
			<-ctx.Done()
		}
		return &report.Check{Results: []report.Result{{Property: "a", Verdict: report.Unknown, Limit: report.LimitInterrupt}}}
	}
	for _, args := range []string{"render p.tfg -o old.svg", "render p.tfg -o -", "render p.tfg -o old.svg --graph trace --only a"} {
		got := runFake(t, e, "", strings.Fields(args)...)
		text, err := os.ReadFile("old.svg")
		if got.status != 3 || got.out != "" || !strings.Contains(got.err, "interrupted, stopping") || !strings.Contains(got.err, "interrupted: no picture is written") {
			t.Errorf("%s: %+v", args, got)
		}
		if err != nil || string(text) != "old" {
			t.Errorf("%s: the old picture is %q, %v", args, text, err)
		}
	}
}

// A schedule that takes longer to follow than there is time is given up, and the input
// is not said to be wrong.
func TestSlowSchedule(t *testing.T) {
	inDir(t, usual)
	e := fake()
	done := make(chan bool)
	defer close(done)
	e.run = func(*cfg.Program, []*automata.Spec, string) (*report.Run, diag.List) {
		<-done
		return &report.Run{}, diag.List{}
	}
	for _, command := range []string{"render p.tfg -o none.svg --graph trace --schedule 1:0:0", "replay p.tfg 1:0:0"} {
		got := runFake(t, e, "", strings.Fields(command+" --timeout 50ms")...)
		if got.status != 3 || !strings.Contains(got.err, "time ran out") {
			t.Errorf("%s: %+v", command, got)
		}
	}
}
