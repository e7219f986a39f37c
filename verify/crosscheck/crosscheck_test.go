package crosscheck_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"flavers/automata"
	"flavers/automata/fsa"
	"flavers/cfg"
	"flavers/diag"
	"flavers/explore"
	"flavers/explore/families"
	"flavers/internal/directive"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/report"
	"flavers/verify"
	"flavers/verify/crosscheck"
)

// program loads a program and its specifications from texts.
func program(t *testing.T, src, specText string) (*cfg.Program, []*automata.Spec) {
	t.Helper()
	p, ds := lang.Load("p.tfg", []byte(src), lang.Options{})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	specs, ds := fsa.Parse("p.fsa", []byte(specText))
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	return p, specs
}

// small are limits with which every example ends soon.
var small = crosscheck.Options{Timeout: 20 * time.Second, MaxTuples: 50_000, MaxExecutions: 150, MaxStates: 10_000, Depth: 40, Walks: 3}

// heavy are examples whose tables or relations take seconds; they are
// cross-checked when FLAVERS_RANDOM asks for longer tests.
var heavy = []string{"filesystem", "fib", "quicksort", "shortpath4", "shortpath5", "pipesort", "mergesort", "indexer", "paxos", "paxos_single"}

// All engines agree on every example, and say what the example says.
func TestCrosscheckExamples(t *testing.T) {
	files := trial.Part(exampleFiles(t), 8)
	answered, cut, complete, refused := 0, 0, map[string]int{}, map[string]bool{}
	for _, file := range files {
		if !trial.Long() && slices.Contains(heavy, strings.TrimSuffix(filepath.Base(file), ".tfg")) {
			continue
		}
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, ds := lang.Load(file, src, lang.Options{})
		if ds.HasErrors() {
			t.Fatal(ds.All)
		}
		var specs []*automata.Spec
		own := strings.TrimSuffix(file, ".tfg") + ".fsa"
		if text, err := os.ReadFile(own); err == nil {
			if p, specs, ds = trial.SpecsOf(p, own, text); ds.HasErrors() {
				t.Fatal(ds.All)
			}
			src = append(append(src, '\n'), text...)
		}
		limits := small
		if !trial.More() {
			limits.MaxTuples, limits.MaxExecutions, limits.MaxStates = 20_000, 60, 4000
		}
		c := crosscheck.Run(context.Background(), p, specs, limits)
		if !c.Agree {
			t.Errorf("%s: %+v", file, c.Disagreements)
		}
		if c.Runs == 0 && c.NotAudited == "" {
			t.Errorf("%s: no execution was audited", file)
		}
		// Engines are compared by executions that stop; what only those violate that go on
		// for ever is no question for all of them.
		liveness := filepath.Base(filepath.Dir(file)) == "liveness"
		expect := map[string]string{}
		for _, d := range directive.Scan(file, src) {
			if d.Word == "expect" && len(d.Args) == 2 {
				expect[d.Args[0]] = d.Args[1]
			}
		}
		for _, r := range c.Rows {
			if want := expect[r.Property]; want != "" && !(liveness && want == "violated") && r.Verdict != report.Unknown && string(r.Verdict) != want {
				t.Errorf("%s: %s says that %s is %s, expected %s", file, r.Engine, r.Property, r.Verdict, want)
			}
			answered++
			if r.Complete {
				complete[r.Engine]++
			} else {
				cut++
			}
		}
		for _, r := range c.Refused {
			refused[r.Engine] = true
		}
	}
	t.Logf("%d examples, %d answers, %d cut by limits; complete: %v; refused at times: %v", len(files), answered, cut, complete, refused)
	for _, x := range families.All() {
		if x.Complete && complete[x.Name] == 0 && trial.More() {
			t.Errorf("%s has explored no example completely", x.Name)
		}
	}
}

func exampleFiles(t *testing.T) []string {
	var files []string
	for _, pattern := range []string{"../../examples/*.tfg", "../../examples/*/*.tfg"} {
		list, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, list...)
	}
	if len(files) < 40 {
		t.Fatalf("only %d examples", len(files))
	}
	return files
}

// All engines agree on random programs with properties. FLAVERS_RANDOM is the
// number of programs, FLAVERS_SEED the first of them.
func TestCrosscheckRandom(t *testing.T) {
	crosscheckRandom(t, trial.Usual(8, 20), func(seed uint64) string { return gen.Mixed(seed, gen.Mixtures(), trial.Bytes(seed, 50, 160)) })
}

// The same with lengths of buffers.
func TestCrosscheckLengths(t *testing.T) {
	crosscheckRandom(t, trial.Usual(8, 30), func(seed uint64) string { return gen.Lengths(trial.Bytes(seed, 54, 120)) })
}

// The same with arrays of channels, and channels as values.
func TestCrosscheckChannels(t *testing.T) {
	crosscheckRandom(t, trial.Usual(8, 20), func(seed uint64) string { return gen.Passed(trial.Bytes(seed, 55, 120)) })
}

// The same with values that are passed on, most of which nothing tells apart.
func TestCrosscheckCopied(t *testing.T) {
	crosscheckRandom(t, trial.Usual(8, 30), func(seed uint64) string { return gen.Copied(trial.Bytes(seed, 63, 120)) })
}

// The same with messages of several fields.
func TestCrosscheckTuples(t *testing.T) {
	crosscheckRandom(t, trial.Usual(10, 30), func(seed uint64) string { return gen.Tuples(trial.Bytes(seed, 58, 120)) })
}

// The same with receives that tell whether a channel is closed, and loops over one.
func TestCrosscheckSync(t *testing.T) {
	crosscheckRandom(t, trial.Usual(10, 30), func(seed uint64) string { return gen.Sync(trial.Bytes(seed, 66, 120)) })
}

// The same with wait groups, conditions and what is executed once.
func TestCrosscheckGroups(t *testing.T) {
	crosscheckRandom(t, trial.Usual(10, 30), func(seed uint64) string { return gen.Groups(trial.Bytes(seed, 67, 120)) })
}

// The same with choices and loops in one step.
func TestCrosscheckSteps(t *testing.T) {
	crosscheckRandom(t, trial.Usual(6, 15), func(seed uint64) string { return gen.Steps(trial.Bytes(seed, 62, 120)) })
}

func crosscheckRandom(t *testing.T, usual int, program func(seed uint64) string) {
	n := trial.Count(t, usual)
	verdicts, complete, refused, runs, deadlocks := map[report.Verdict]int{}, map[string]int{}, map[string]int{}, 0, 0
	for seed := range trial.Seeds(t, usual) {
		src := program(seed)
		p, ds := lang.Load("random.tfg", []byte(src), lang.Options{})
		if ds.HasErrors() {
			t.Fatalf("seed %d: %v\n%s", seed, ds.All, src)
		}
		events := append(gen.Events(p), "nothing")
		specText := gen.Spec(trial.Bytes(seed, 51, 40), events)
		if seed%4 == 1 {
			specText += "\n" + gen.Constraint(trial.Bytes(seed, 52, 40), events)
		}
		specs, ds := fsa.Parse("random.fsa", []byte(specText))
		if ds.HasErrors() {
			t.Fatalf("seed %d: %v\n%s", seed, ds.All, specText)
		}
		c := crosscheck.Run(context.Background(), p, specs, crosscheck.Options{
			Timeout: 20 * time.Second, MaxTuples: 50_000, MaxExecutions: 1000, MaxStates: 20_000, Depth: 60, Walks: 3})
		if len(c.Rows) == 0 {
			continue // an event matches two symbols of the specification
		}
		if !c.Agree {
			t.Fatalf("seed %d: %+v\n%s\n%s", seed, c.Disagreements, src, specText)
		}
		runs += c.Runs
		for _, r := range c.Rows {
			verdicts[r.Verdict]++
			if r.Complete {
				complete[r.Engine]++
			}
			if r.Deadlock {
				deadlocks++
			}
		}
		for _, r := range c.Refused {
			refused[r.Engine]++
		}
	}
	t.Logf("%d programs: verdicts %v, rows with deadlocks %d, complete rows %v, refused %v, %d executions audited", n, verdicts, deadlocks, complete, refused, runs)
	for _, v := range []report.Verdict{report.Holds, report.Violated} {
		if verdicts[v] < n/2 {
			t.Errorf("only %d rows are %s", verdicts[v], v)
		}
	}
	if n >= 100 && deadlocks < n/4 || runs < n || complete["optimal"] < n/3 {
		t.Error("too few to mean anything")
	}
}

const (
	crossSource = `program lies
shared x 0..2 = 0
lock m
lock n
task a { lock m; lock n; x = x + 1; event a; unlock n; unlock m }
task b { lock n; lock m; x = x + 1; event b; unlock m; unlock n }
`
	crossSpec = "property order { absence of b before a }\nproperty once { bounded existence of a at most 1 globally }\n"
)

// lying runs states and changes what it says.
func lying(name string, change func(p *cfg.Program, r *explore.Result)) explore.Explorer {
	return explore.Explorer{Name: name, Complete: true,
		Run: func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*explore.Result, error) {
			opt.Algorithm = "states"
			r, err := explore.Run(ctx, p, specs, opt)
			if err == nil {
				change(p, r)
			}
			return r, err
		}}
}

func honest(t *testing.T) explore.Explorer {
	x, ok := families.ByName("optimal")
	if !ok {
		t.Fatal("no explorer optimal")
	}
	return x
}

// Whatever an engine lies about is found, with a witness.
func TestCrosscheckFindsLies(t *testing.T) {
	p, specs := program(t, crossSource, crossSpec)
	drop := func(kind explore.Kind) func(*cfg.Program, *explore.Result) {
		return func(_ *cfg.Program, r *explore.Result) {
			r.Findings = slices.DeleteFunc(r.Findings, func(f explore.Finding) bool { return f.Kind == kind })
			switch kind {
			case explore.Deadlock:
				r.Deadlocks = 0
			case explore.Violation:
				r.Violations = 0
			}
		}
	}
	for _, c := range []struct {
		name    string
		change  func(*cfg.Program, *explore.Result)
		want    string
		witness bool
	}{
		{"an honest one", func(*cfg.Program, *explore.Result) {}, "", false},
		{"misses a violation", drop(explore.Violation), "static shows an execution that violates order, and liar explored everything and found none", true},
		{"misses a deadlock", drop(explore.Deadlock), "optimal shows a deadlock, and liar explored everything and found none", true},
		{"invents a violation", func(_ *cfg.Program, r *explore.Result) {
			r.Findings = append(r.Findings, explore.Finding{Kind: explore.Violation, Property: "once", Schedule: r.Findings[0].Schedule})
		}, "static says that once holds, and liar shows an execution that violates it|does not show it: once is not violated where it ends|liar shows a violation of once, and optimal explored everything", true},
		{"shows the wrong schedule", func(_ *cfg.Program, r *explore.Result) {
			for i := range r.Findings {
				r.Findings[i].Schedule = r.Findings[i].Schedule[:1]
			}
		}, "the schedule of liar for a deadlock does not show it: some task can move|for a violation of order does not show it", true},
		{"misses a final state", func(_ *cfg.Program, r *explore.Result) {
			for end := range r.Ends {
				if !strings.HasPrefix(end, "deadlock") {
					delete(r.Ends, end)
				}
			}
		}, "optimal reaches 2 final states that liar does not", true},
		{"counts a deadlock and shows none", func(_ *cfg.Program, r *explore.Result) { drop(explore.Deadlock)(nil, r); r.Deadlocks = 1 },
			"liar counts 1 of kind deadlock and shows none", false},
		{"counts an error and shows none, and was cut", func(_ *cfg.Program, r *explore.Result) { r.Complete, r.Limit, r.Errors = false, "model", 1 },
			"liar counts 1 of kind error and shows none", false},
		{"shows a deadlock that it has not counted yet", func(_ *cfg.Program, r *explore.Result) { r.Complete, r.Limit, r.Deadlocks = false, "time", 0 }, "", false},
		{"shows a deadlock that it does not count", func(_ *cfg.Program, r *explore.Result) { r.Deadlocks = 0 },
			"liar shows one of kind deadlock and counts none", true},
		{"misses it, but was cut", func(_ *cfg.Program, r *explore.Result) {
			drop(explore.Violation)(nil, r)
			drop(explore.Deadlock)(nil, r)
			r.Ends, r.Complete, r.Limit = nil, false, "time"
		}, "", false},
	} {
		x := crosscheck.Run(context.Background(), p, specs, crosscheck.Options{Explorers: []explore.Explorer{honest(t), lying("liar", c.change)}})
		if x.Agree != (c.want == "") || (x.ExitCode() == report.ExitInternal) != (c.want != "") {
			t.Errorf("%s: agree %v, exit code %d", c.name, x.Agree, x.ExitCode())
		}
		var all []string
		for _, d := range x.Disagreements {
			all = append(all, d.What)
			if c.witness && (d.Schedule == "") {
				t.Errorf("%s: no witness of: %s", c.name, d.What)
			}
		}
		for _, want := range strings.Split(c.want, "|") {
			if want != "" && !strings.Contains(strings.Join(all, "\n"), want) {
				t.Errorf("%s: no %q in\n%s", c.name, want, strings.Join(all, "\n"))
			}
		}
		for i := 1; i < len(x.Disagreements); i++ {
			if a, b := x.Disagreements[i-1], x.Disagreements[i]; b.Schedule != "" && (a.Schedule == "" || len(a.Trace) > len(b.Trace)) {
				t.Errorf("%s: the smallest witness is not first", c.name)
			}
		}
	}
}

// A static verdict that lies is found too.
func TestCrosscheckFindsStaticLies(t *testing.T) {
	p, specs := program(t, crossSource, crossSpec)
	for _, c := range []struct {
		property string
		verdict  report.Verdict
		want     string
	}{
		{"order", report.Holds, "static says that order holds, and optimal shows an execution that violates it"},
		{"once", report.Violated, "static shows an execution that violates once, and optimal explored everything and found none"},
		{"order", report.Unknown, ""},
		{"order", report.Possible, ""},
	} {
		x := crosscheck.Run(context.Background(), p, specs, crosscheck.Options{Explorers: []explore.Explorer{honest(t)},
			Static: func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt verify.Options) *report.Check {
				r := verify.Check(ctx, p, specs, opt)
				for i := range r.Results {
					if r.Results[i].Property == c.property {
						r.Results[i].Verdict = c.verdict
					}
				}
				return r
			}})
		if x.Agree != (c.want == "") || !x.Agree && !strings.Contains(x.Disagreements[0].What, c.want) {
			t.Errorf("%s %s: %+v", c.property, c.verdict, x.Disagreements)
		}
	}
}

// Explorers that refuse are listed, those that find only something are left
// out, limits and interrupts make rows unknown, and wrong specifications are
// diagnostics.
func TestCrosscheckRows(t *testing.T) {
	p, specs := program(t, crossSource, crossSpec)
	refusing := explore.Explorer{Name: "picky", Complete: true, Applies: func(*cfg.Program, []*automata.Spec) error {
		return &explore.Refused{Explorer: "picky", Reason: "it has locks"}
	}}
	some := lying("some", func(*cfg.Program, *explore.Result) {})
	some.Complete = false
	x := crosscheck.Run(context.Background(), p, specs, crosscheck.Options{Explorers: []explore.Explorer{refusing, some, honest(t)}, MaxExecutions: 1})
	if len(x.Refused) != 1 || x.Refused[0] != (report.CrossRefused{Engine: "picky", Reason: "it has locks"}) {
		t.Errorf("refused: %+v", x.Refused)
	}
	if len(x.Rows) != 8 || !x.Agree {
		t.Errorf("%d rows, %+v", len(x.Rows), x.Disagreements)
	}
	for _, r := range x.Rows[4:] {
		if r.Engine != "optimal" || r.Complete || r.Limit != "executions" || r.Verdict == report.Holds {
			t.Errorf("%+v", r)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	x = crosscheck.Run(ctx, p, specs, crosscheck.Options{})
	for _, r := range x.Rows {
		if r.Verdict == report.Holds && r.Engine == "static" && r.Property != report.RuntimeErrors {
			t.Errorf("interrupted, and yet %+v", r)
		}
	}
	if !x.Agree {
		t.Errorf("%+v", x.Disagreements)
	}
	x = crosscheck.Run(context.Background(), p, specs, crosscheck.Options{Only: []string{"once"}, Explorers: []explore.Explorer{honest(t)}})
	if len(x.Rows) != 2 || x.Rows[0].Property != "once" || x.ExitCode() != report.ExitHolds {
		t.Errorf("%+v", x.Rows)
	}
	p, specs = program(t, crossSource, "property typo { absence of zzz globally }\n")
	x = crosscheck.Run(context.Background(), p, specs, crosscheck.Options{Strict: true})
	if x.ExitCode() != report.ExitInput || len(x.Rows) != 0 {
		t.Errorf("%+v", x)
	}
}

// A run was shortened to one that exceeds the bound of a mailbox, and gone on
// with from there.
func TestShortenedBeyondABound(t *testing.T) {
	const src = `program bound
task t1 { var r ref l0; r = spawn l0(); post r.m0(-1); post l1.m1 }
task t3 { post l1.m1 }
looper l0 dynamic[2] capacity[2] {
	init { if 1 < 2 { stop } }
	on m0(a -1..1) { }
}
looper l1 capacity[1] { on m1 { spawn l0(); post l0[0].m0(1) } }
post l1.m1
`
	p, specs := program(t, src, `property q for { "post l0[*].m0(-1)", "l1.m1", "nothing" }
    all ("post l0[*].m0(-1)"; "l1.m1"; "nothing")*; ("post l0[*].m0(-1)")?; ("post l0[*].m0(-1)"; "l1.m1")?
`)
	if x := crosscheck.Run(context.Background(), p, specs, crosscheck.Options{}); !x.Agree {
		t.Errorf("%+v", x.Disagreements)
	}
}

// A limit of the model, a mailbox or a queue that is full, is no run-time error:
// no explorer counts or shows one, and each says that something was left out. An
// error beside it is both. An error is told with the values of its schedule.
func TestCrosscheckLimitsAndErrors(t *testing.T) {
	for _, c := range []struct {
		name, src string
		complete  bool
		found     bool
	}{
		{"mailbox", "actor a { var go bool\n on m when go { } on g { } }\nactor p { var n 0..7\n on s { if n < 6 { post a.m; n = n + 1; post p.s } else { post a.g } } }\npost p.s\n", false, false},
		{"queue", "shared go bool\nlooper a { on m when go { } }\ntask p { var n 0..7\n while n < 6 { post a.m; n = n + 1 } }\n", false, false},
		{"queue and error", "shared go bool\nlooper a { on m when go { } }\ntask p { var n 0..7\n while n < 6 { post a.m; n = n + 1 } }\ntask q { assert go }\n", false, true},
		{"errors that differ in a value", "shared x, y 0..1\ntask a { skip; skip; y = 1 }\ntask b { x = y + 2 }\n", true, true},
	} {
		p, _ := program(t, c.src, "")
		engines := 0
		counting := func(e explore.Explorer) explore.Explorer {
			run := e.Run
			e.Run = func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*explore.Result, error) {
				r, err := run(ctx, p, specs, opt)
				if err == nil {
					engines++
					if r.Complete != c.complete || (r.Errors > 0) != c.found || (len(r.Findings) > 0) != c.found || !c.complete && r.Limit != "model" {
						t.Errorf("%s, %s: complete %v %s, %d errors, findings %v", c.name, e.Name, r.Complete, r.Limit, r.Errors, r.Findings)
					}
				}
				return r, err
			}
			return e
		}
		var all []explore.Explorer
		for _, e := range families.All() {
			all = append(all, counting(e))
		}
		if x := crosscheck.Run(context.Background(), p, nil, crosscheck.Options{Explorers: all}); !x.Agree {
			t.Errorf("%s: %+v", c.name, x.Disagreements)
		}
		if engines < 8 {
			t.Errorf("%s: %d explorers", c.name, engines)
		}
	}
}

// Where a limit ends the static analysis so early that wrong specifications are not
// found, nothing is certain, whatever the explorers say.
func TestCrosscheckUnbound(t *testing.T) {
	p, specs := program(t, "task a { event x }\n", "property good { absence of y }\n")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if c := verify.Check(ended, p, specs, verify.Options{}); !c.Unbound {
		t.Error("a check that ended at once has compared the specifications")
	}
	if c := verify.Check(t.Context(), p, specs, verify.Options{}); c.Unbound {
		t.Error("a whole check has not")
	}
	for _, early := range []bool{true, false} {
		x := crosscheck.Run(t.Context(), p, specs, crosscheck.Options{Explorers: families.All(),
			Static: func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt verify.Options) *report.Check {
				if early {
					ctx = ended
				}
				return verify.Check(ctx, p, specs, opt)
			}})
		warned := slices.ContainsFunc(x.Diagnostics, func(d diag.Diagnostic) bool { return d.Code == diag.VNotBound })
		if want := map[bool]int{true: report.ExitOpen, false: report.ExitHolds}[early]; x.ExitCode() != want || warned != early || !x.Agree {
			t.Errorf("ended early: %t: status %d, diagnostics %v", early, x.ExitCode(), x.Diagnostics)
		}
	}
}
