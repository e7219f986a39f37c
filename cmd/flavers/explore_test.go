package main

// flavers explore and flavers crosscheck, with the real explorers.

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
	"flavers/explore/families"
	random "flavers/internal/trial"
	"flavers/report"
	"flavers/verify/crosscheck"
)

const (
	crossing = `program crossing
lock m
lock n
task a { lock m; lock n; event a; unlock n; unlock m }
task b { lock n; lock m; event b; unlock m; unlock n }
`
	crossingSpec = "property order { absence of b before a }\n"
)

func TestExplore(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0)) // --jobs of crosscheck sets it
	inDir(t, map[string]string{
		"crossing.tfg": crossing, "crossing.fsa": crossingSpec,
		"turns.tfg": turns, "turns.fsa": "property order { absence of b before a }\n",
		"over.tfg":  "program over\nshared n 0..1 = 0\ntask a { n = n + 1; n = n + 1 }\n",
		"long.tfg":  "program long\ntask a { loop { event a } }\n",
		"large.tfg": "program large\nchan c[100000] 0..7\ntask a { c <- 1 }\n",
		"typo.fsa":  "property p { absence of zzz globally }\n",
		"loose.fsa": "property p { absence of a globally }\nconstraint k { absence of a globally }\n",
		"grow.tfg":  "program grow\nshared x 0..30 = 0\ntask a[i in 0..2] { x = any; x = any; x = any }\n",
		"cycle.trace": "main threadinit\nmain fork a\nmain fork b\na threadinit\na acquire m\na acquire n\na release n\na release m\na threadexit\n" +
			"b threadinit\nb acquire n\nb acquire m\nb release m\nb release n\nb threadexit\nmain threadexit\n",
		"race.tfg":    "program race\nshared n 0..9\ntask a { n = 1 }\ntask b {\nif n > 1 { event never }\nn = 2\n}\n",
		"message.tfg": "program message\nactor m { on go { event a } }\npost m.go\n",
	})
	for _, c := range []struct {
		args   string
		input  string
		status int
		out    string // parts, separated by |
		err    string
	}{
		// exit statuses
		{args: "explore crossing.tfg", status: 1, out: "crossing.tfg: explored with optimal, completely|order is violated|deadlock|After step 2 not all tasks have ended, and none can move:|a  waits at  lock n, for b  crossing.tfg:4|To run it again: flavers replay crossing.tfg 1:"},
		{args: "explore crossing.tfg --runtime-errors", status: 1, out: "1  execution ends in a deadlock"},
		{args: "explore turns.tfg", status: 0, out: "1  execution\n|1  class of executions that differ only by the order of independent steps: one execution each|No deadlock, no run-time error"},
		{args: "explore over.tfg", status: 1, out: "run-time error: over.tfg:3|n = 2 is outside 0..1"},
		{args: "explore long.tfg --depth 7", status: 3, out: "not completely: an execution is longer than the bound (--depth)|1  cut at the bound"},
		{args: "explore long.tfg --algorithm states", status: 0, out: "explored with states, completely|1  state\n"},
		{args: "explore turns.tfg --algorithm random --seed 3 --max-executions 5", status: 3, out: "some executions only|5  executions"},
		{args: "explore crossing.tfg --algorithm pct --seed 3 --bug-depth 2", status: 1, out: "order is violated"},
		{args: "explore grow.tfg --algorithm full --max-executions 10", status: 3, out: "the bound on executions was hit"},
		{args: "explore grow.tfg --algorithm states --max-states 10", status: 3, out: "the bound on states was hit"},
		{args: "explore crossing.tfg --stop-at-first", status: 1, out: "stopped at the first finding"},
		{args: "explore crossing.tfg --shortest --search dfs --prefer highest --algorithm states", status: 1, out: "order is violated"},
		{args: "explore crossing.tfg --algorithm full --classes --runtime-errors", status: 1, out: "classes of executions that differ only by the order of independent steps: "},
		{args: "explore - --runtime-errors --deadlock off", input: crossing, status: 0, out: "Schedule: 1:"},
		{args: "explore turns.tfg --property loose.fsa", status: 0, out: "excluded by a constraint"},
		{args: "explore long.tfg", status: 0, out: "long.tfg: explored with states, completely|1  state\n|Note: optimal met an execution of 10000 steps, so states was used instead"},
		{args: "explore long.tfg --format json", status: 0, out: `"algorithm": "states"|"complete": true`},
		{args: "explore long.tfg --algorithm optimal", status: 3, out: "explored with optimal, not completely|1  cut"},
		{args: "explore crossing.tfg --algorithm full --jobs 2", status: 1, out: "order is violated"},
		{args: "explore crossing.tfg --only order --format json", status: 1, out: `"property": "order"|"complete": true`},
		{args: "explore crossing.tfg --set N=1", status: 2, err: "error"},
		{args: "explore message.tfg --algorithm actor-dpor --order lca", status: 0, out: "explored with actor-dpor, completely"},

		// traces
		{args: "explore cycle.trace", status: 1, out: "cycle.trace: explored with em-optimal, completely|deadlock|waits at  lock n, held by thread b|To run it again: flavers replay cycle.trace t1:"},
		{args: "explore cycle.trace --algorithm full --format json", status: 1, out: `"kind": "deadlock"|"algorithm": "full"`},
		{args: "explore cycle.trace --set N=1", status: 1, out: "deadlock", err: "note C106: --set has no effect here: it does not apply to traces"},
		{args: "explore cycle.trace --property f", status: 2, err: "--property does not apply to traces"},
		{args: "explore cycle.trace --algorithm optimal", status: 2, err: "the explorer optimal is not for traces; there are full"},
		{args: "explore crossing.tfg --algorithm em-lazy", status: 2, err: "the explorer em-lazy is for traces only"},
		{args: "explore crossing.tfg --dependence f", status: 2, err: "--dependence is for traces only"},
		{args: "explore no.trace", status: 2, err: "C001: trace no.trace does not exist"},

		// wrong input
		{args: "explore crossing.tfg --algorithm trans-paper", status: 2, err: "crossing.tfg:2:6: error C302: trans-paper cannot explore this program: |hint: use another explorer"},
		{args: "explore large.tfg", status: 2, err: "large.tfg:2:6: error C301"},
		{args: "explore crossing.tfg --format github", status: 1, out: "::error file=crossing.tfg,line=|title=order is violated|crossing.tfg: 2 violated, 1 holds"},
		{args: "explore crossing.tfg --property typo.fsa --strict=false", status: 1, err: "typo.fsa:1:"},
		{args: "explore crossing.tfg --property typo.fsa", status: 2, err: "typo.fsa:1:"},
		{args: "explore no.tfg", status: 2, err: "C001"},
		{args: "explore crossing.tfg --only ordre", status: 2, err: `C103|did you mean "order"?`},

		// races and coverage
		{args: "explore race.tfg --races", status: 1, out: "data race on n|two steps could both come next: a writes it|replay race.tfg 1:"},
		{args: "explore race.tfg --races --format json --check", status: 1, out: `"races": 2|"kind": "race"|"property": "n"`},
		{args: "explore race.tfg --races --format sarif", status: 1, out: `"ruleId": "race"|"relatedLocations": [|"startLine": 3|"startLine": 6`},
		{args: "explore race.tfg --races --format github", status: 1, out: "::error file=race.tfg,line=3,col=10,title=no race on n is violated|::error file=race.tfg,line=5,col=1,title=no race on n is violated"},
		{args: "explore race.tfg --races --html-output race.html", status: 1, out: "data race on n"},
		{args: "explore race.tfg --races --max-states 1", status: 1, out: "data race on n"},
		{args: "explore race.tfg --coverage --races --max-states 1", status: 1, out: "Not executed so far"},
		{args: "explore race.tfg --coverage", status: 0, out: "Coverage: 3 of 4 places executed, in 7 states. Never executed:|race.tfg:5:12  event never  b"},
		{args: "explore race.tfg --coverage --format json", status: 0, out: `"never": [|"pos": "race.tfg:5:12"`},
		{args: "explore turns.tfg --races", status: 0, out: "No data race, in"},
		{args: "explore race.tfg --lcov-output race.tfg", status: 2, err: "--lcov-output race.tfg would overwrite"},
		{args: "explore - --lcov-output c.info", input: crossing, status: 2, err: "--lcov-output names the program's file"},
		{args: "explore cycle.trace --lcov-output c.info", status: 2, err: "--lcov-output does not apply to traces"},
		{args: "explore race.tfg --lcov-output c.info --algorithm full --max-states 2", status: 3, out: "Not executed so far"},

		// the command line
		{args: "explore", status: 2, err: "explore takes one PROGRAM, not 0"},
		{args: "explore crossing.tfg --algorithm optimol", status: 2, err: "did you mean optimal?"},
		{args: "explore crossing.tfg --order fifo", status: 2, err: "the explorer optimal has no --order: of the explorers only "},
		{args: "explore crossing.tfg --stateless --algorithm full", status: 2, err: "the explorer full has no --stateless"},
		{args: "explore crossing.tfg --initial first", status: 2, err: "the explorer optimal has no --initial"},
		{args: "explore crossing.tfg --net on", status: 2, err: "has no --net"},
		{args: "explore crossing.tfg --jobs 2", status: 1, out: "order is violated", err: "note C106: --jobs has no effect here: of the explorers only full"},
		{args: "explore crossing.tfg --jobs 1 --search bfs --seed 0", status: 1, out: "order is violated"},
		{args: "explore crossing.tfg --seed 3 --max-states 4", status: 1, err: "--max-states has no effect here|--seed has no effect here: of the explorers only random, pct, states-swarm"},
		{args: "explore crossing.tfg --bug-depth 7", status: 2, err: "the explorer optimal has no --bug-depth: of the explorers only pct"},
		{args: "explore crossing.tfg --search dfs", status: 2, err: "the explorer optimal has no --search: of the explorers only states"},
		{args: "explore crossing.tfg --algorithm actor-dpor --prefer highest", status: 2, err: "the explorer actor-dpor has no --prefer"},
		{args: "explore crossing.tfg --algorithm states --jobs 0 --check", status: 1, out: "order is violated"},
		{args: "explore crossing.tfg --jobs x", status: 2, err: `"x" for "--jobs" flag: it must be a whole number`},
		{args: "explore crossing.tfg --algorithm states --jobs 2 --search dfs", status: 2, err: "leave out --jobs"},
		{args: "explore crossing.tfg --graph f.png --algorithm full", status: 2, err: ".svg or .dot"},
		{args: "explore crossing.tfg --graph f.svg --algorithm random", status: 2, err: "the explorer random has no --graph"},
		{args: "explore crossing.tfg --order lifo", status: 2, err: "fifo, eca, lca"},
		{args: "explore crossing.tfg --depth -1", status: 2, err: "--depth must not be negative"},
		{args: "explore crossing.tfg --runtime-errors --only order", status: 2, err: "leave out"},
		{args: "explore crossing.tfg --json-output crossing.fsa", status: 2, err: "would overwrite"},
		{args: "explore --help", status: 0, out: "--max-memory|Exit status|help explorers|--help-all"},
		{args: "explore --help-all", status: 0, out: "--net|--max-memory|For research and comparison"},
		{args: "help explorers", status: 0, out: "full        |states  |optimal |actor-dpor "},
		{args: "__complete explore ", status: 0, out: "tfg"},
		{args: "__complete explore crossing.tfg --algorithm ", status: 0, out: "full|states|optimal|pct|trans-paper"},
		{args: "explain C301 C302", status: 0, out: "C301: |C302: an explorer is not for this program"},

		// crosscheck
		{args: "crosscheck crossing.tfg", status: 1, out: "no disagreement|Violated: "},
		{args: "crosscheck crossing.tfg -v", status: 1, out: "no disagreement|static |optimal |no run-time error|executions were held against"},
		{args: "crosscheck turns.tfg", status: 0, out: "no disagreement"},
		{args: "crosscheck turns.tfg --runtime-errors -v", status: 0, out: "no run-time error"},
		{args: "crosscheck turns.tfg --check --jobs 2 --seed 3", status: 0, out: "no disagreement", err: "--seed has no effect"},
		{args: "crosscheck long.tfg --format json", status: 0, out: `"agree": true|"limit": "depth"`},
		{args: "crosscheck crossing.tfg --property typo.fsa", status: 2, err: "typo.fsa:1:"},
		{args: "crosscheck crossing.tfg --max-states -1", status: 2, err: "--max-states must not be negative"},
		{args: "crosscheck", status: 2, err: "crosscheck takes one PROGRAM"},
		{args: "crosscheck large.tfg -v", status: 3, out: "not used: "},
		{args: "__complete crosscheck ", status: 0, out: "tfg"},
	} {
		args := strings.Fields(c.args)
		if strings.HasSuffix(c.args, " ") {
			args = append(args, "")
		}
		got := runReal(c.input, args...)
		got.expect(t, c.args, c.status, c.out, c.err)
	}
}

// Every complete explorer draws what it visits.
func TestExploreGraph(t *testing.T) {
	inDir(t, map[string]string{"crossing.tfg": crossing})
	p := random.Program(t, crossing)
	drawn := 0
	for _, x := range families.All() {
		if !slices.Contains(x.Takes, "graph") {
			if x.Complete {
				t.Errorf("the complete explorer %s draws nothing", x.Name)
			}
			continue
		}
		if refused := x.Applies != nil && x.Applies(p, nil) != nil; refused {
			continue
		}
		for name, begin := range map[string]string{"g.svg": "<svg", "g.dot": "digraph"} {
			got := runReal("", "explore", "crossing.tfg", "--algorithm", x.Name, "--graph", name)
			text, err := os.ReadFile(name)
			if err != nil || got.status != 1 || !strings.Contains(string(text), begin) {
				t.Errorf("%s: status %d, %v\n%s%s\n%.200s", x.Name, got.status, err, got.out, got.err, text)
			}
			drawn++
		}
	}
	if drawn < 20 {
		t.Errorf("%d drawings", drawn)
	}
	for args, complaint := range map[string]string{"--algorithm random": "has no --graph", "--symmetry --algorithm states": "--symmetry",
		"--jobs 2 --algorithm full": "leave out --jobs"} {
		got := runReal("", append([]string{"explore", "crossing.tfg", "--graph", "none.svg"}, strings.Fields(args)...)...)
		got.expect(t, args, 2, "", complaint)
	}
}

// The tracefile has the coverage that the report has; wrong input has none.
func TestExploreTracefile(t *testing.T) {
	inDir(t, map[string]string{"p.tfg": "shared n 0..3\ntask a {\nn = 1; n = 2\n}\ntask b {\nif n > 2 { event never }\n}\n", "wrong.tfg": "task {\n"})
	if got := runReal("", "explore", "p.tfg", "--lcov-output", "c.info"); got.status != 0 || !strings.Contains(got.out, "3 of 4 places executed") {
		t.Errorf("%d\n%s%s", got.status, got.out, got.err)
	}
	want := "TN:\nSF:p.tfg\nBRDA:3,0,0,1\nBRDA:3,0,1,1\nBRDA:6,0,0,1\nBRDA:6,0,1,0\nBRF:4\nBRH:3\nDA:3,1\nDA:6,1\nLF:2\nLH:2\nend_of_record\n"
	if text, err := os.ReadFile("c.info"); err != nil || string(text) != want {
		t.Errorf("%v, %s\nwant\n%s", err, text, want)
	}
	got := runReal("", "explore", "wrong.tfg", "--lcov-output", "d.info")
	if text, err := os.ReadFile("d.info"); err == nil || got.status != 2 {
		t.Errorf("wrong input: status %d, %q", got.status, text)
	}
}

// Text and JSON at once, equal bytes for equal input.
func TestExploreOutputs(t *testing.T) {
	inDir(t, map[string]string{"crossing.tfg": crossing, "crossing.fsa": crossingSpec})
	for _, command := range []string{"explore", "crosscheck"} {
		first := runReal("", command, "crossing.tfg", "--no-times", "--json-output", "a.json")
		again := runReal("", command, "crossing.tfg", "--no-times", "--format", "json")
		text, err := os.ReadFile("a.json")
		if err != nil {
			t.Fatal(err)
		}
		if string(text) != again.out || !strings.HasPrefix(first.out, "crossing.tfg: ") {
			t.Errorf("%s: file\n%s\nstandard output\n%s", command, text, again.out)
		}
		if first != runReal("", command, "crossing.tfg", "--no-times", "--json-output", "a.json") {
			t.Errorf("%s: the same input gave other bytes", command)
		}
	}
}

// The schedule of a deadlock of a trace is replayed.
func TestTraceReplay(t *testing.T) {
	top := filepath.Join("..", "..", "examples", "em", "lock_cycle.trace")
	got := runReal("", "explore", top, "--format", "json")
	var r struct{ Schedule string }
	if err := json.Unmarshal([]byte(got.out), &r); err != nil || r.Schedule == "" {
		t.Fatalf("%v\n%s%s", err, got.out, got.err)
	}
	got = runReal("", "replay", top, r.Schedule)
	if got.status != 1 || !strings.Contains(got.out, "Deadlock: not all tasks have ended, and none can move.") || got.err != "" {
		t.Errorf("status %d\n%s%s", got.status, got.out, got.err)
	}
}

// A disagreement of engines is an internal error with its witness.
func TestCrosscheckDisagreement(t *testing.T) {
	inDir(t, map[string]string{"crossing.tfg": crossing, "crossing.fsa": crossingSpec})
	e := realEngine()
	e.crosscheck = func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt crosscheck.Options) *report.Crosscheck {
		states, _ := families.ByName("states")
		liar := explore.Explorer{Name: "liar", Complete: true,
			Run: func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*explore.Result, error) {
				r, err := explore.Run(ctx, p, specs, explore.Options{Algorithm: "states"})
				r.Findings, r.Violations, r.Deadlocks = nil, 0, 0
				return r, err
			}}
		opt.Explorers = []explore.Explorer{states, liar}
		return crosscheck.Run(ctx, p, specs, opt)
	}
	got := runFake(t, e, "", "crosscheck", "crossing.tfg")
	for _, want := range []string{"4 disagreements", "Disagreement: states shows a deadlock, and liar explored everything and found none", "To run it: flavers replay crossing.tfg 1:"} {
		if !strings.Contains(got.out, want) {
			t.Errorf("no %q in\n%s", want, got.out)
		}
	}
	if got.status != 4 || !strings.Contains(got.err, "internal error: engines disagree") || !strings.Contains(got.err, "Please report it") {
		t.Errorf("status %d\n%s", got.status, got.err)
	}
}

// An exploration that is interrupted, or out of time, prints what it knows.
func TestExploreLimits(t *testing.T) {
	inDir(t, map[string]string{"grow.tfg": "program grow\nshared x 0..30 = 0\ntask a[i in 0..3] { x = any; x = any; x = any }\n"})
	got := runReal("", "explore", "grow.tfg", "--algorithm", "full", "--timeout", "300ms")
	if got.status != 3 || !strings.Contains(got.out, "the time limit was hit (--timeout)") {
		t.Errorf("status %d\n%s%s", got.status, got.out, got.err)
	}
	e := realEngine()
	run := e.explore
	e.explore = func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*explore.Result, error) {
		ctx, cancel := context.WithCancel(ctx)
		time.AfterFunc(100*time.Millisecond, cancel) // as an interrupt does
		return run(ctx, p, specs, opt)
	}
	got = runFake(t, e, "", "explore", "grow.tfg", "--algorithm", "full")
	if got.status != 3 || !strings.Contains(got.out, "not completely: interrupted") || strings.Contains(got.out, " 0  executions\n") {
		t.Errorf("status %d\n%s%s", got.status, got.out, got.err)
	}
}

// slow are examples for which tables or relations take seconds; FLAVERS_RANDOM
// asks for longer tests.
var slow = []string{"actors/fib.tfg", "actors/quicksort.tfg", "actors/shortpath4.tfg", "actors/shortpath5.tfg", "actors/mergesort.tfg", "actors/pipesort.tfg",
	"dpor/indexer.tfg", "messages/paxos.tfg", "lpor/paxos.tfg", "lpor/paxos_single.tfg"}

// Every schedule of every finding in an example, of every explorer that takes it, is
// replayed and shows the finding. TestAllSchedulesReplay is the same for all examples.
func TestExampleSchedulesReplay(t *testing.T) { replayFindings(t, 7) }

func replayFindings(t *testing.T, part int) {
	top, err := filepath.Abs(filepath.Join("..", "..", "examples"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(top)
	var files []string
	for _, pattern := range []string{"*.tfg", "*/*.tfg"} {
		list, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, list...)
	}
	type finding struct {
		Kind, Property, Schedule, Text string
		Trace                          []report.Step
	}
	count := map[string]int{}
	by := map[string]int{}
	for i, file := range files {
		if i%part != 0 || !random.Long() && slices.Contains(slow, file) {
			continue
		}
		known := map[string]bool{} // a schedule that several explorers give is replayed once
		for _, x := range families.All() {
			got := runReal("", "explore", file, "--algorithm", x.Name, "--format", "json", "--depth", "40",
				"--max-executions", "30", "--max-states", "1000", "--timeout", "5s")
			if got.status == 2 && strings.Contains(got.err, "C302") {
				continue
			}
			var r struct {
				Findings []finding
				Trace    []report.Step
				Schedule string
			}
			if err := json.Unmarshal([]byte(got.out), &r); err != nil || got.status == 2 || got.status == 4 {
				t.Errorf("%s with %s: status %d, %v\n%s%.500s", file, x.Name, got.status, err, got.err, got.out)
				continue
			}
			for _, f := range r.Findings {
				by[x.Name]++
				if known[f.Kind+f.Property+f.Schedule] {
					continue
				}
				known[f.Kind+f.Property+f.Schedule] = true
				count[f.Kind]++
				got := runReal("", "replay", file, f.Schedule, "--format", "json")
				var run report.Run
				if err := json.Unmarshal([]byte(got.out), &run); err != nil || run.Stuck != "" || got.err != "" {
					t.Fatalf("%s with %s: replay %s: status %d, %v, %s\n%s", file, x.Name, f.Schedule, got.status, err, run.Stuck, got.err)
				}
				i := slices.IndexFunc(run.Final, func(st report.SpecState) bool { return st.Spec == f.Property })
				switch {
				case len(run.Steps) != len(f.Trace):
					t.Errorf("%s with %s: the trace has %d steps, the schedule %d", file, x.Name, len(f.Trace), len(run.Steps))
				case f.Kind == "deadlock" && (!run.Deadlock || len(run.Waiting) == 0),
					f.Kind == "error" && run.Error != f.Text,
					f.Kind == "violation" && (i < 0 || !run.Final[i].Violated || got.status != 1):
					t.Errorf("%s with %s: replay does not show the %s %s %s:\n%s", file, x.Name, f.Kind, f.Property, f.Text, got.out)
				}
			}
		}
	}
	t.Logf("%d examples, replayed: %v; findings by explorer: %v", len(files), count, by)
	if count["deadlock"]*part < 3 || count["violation"]*part < 20 {
		t.Errorf("too few to mean anything: %v", count)
	}
}
