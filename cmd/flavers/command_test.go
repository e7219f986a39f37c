package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"flavers/automata"
	"flavers/automata/fsa"
	"flavers/cfg"
	"flavers/diag"
	"flavers/internal/source"
	"flavers/render"
	"flavers/report"
	"flavers/verify"
)

// fake is an engine with toy languages. A program is words; "BAD" is an error.
// A specification has lines "property NAME VERDICT" and "constraint NAME". A
// line "//! WORD ARGS" of a program is a directive.
func fake() engine {
	words := func(file string, src []byte) (list diag.List) {
		for i, line := range strings.Split(string(src), "\n") {
			if at := strings.Index(line, "BAD"); at >= 0 {
				list.Errorf(token.Position{Filename: file, Line: i + 1, Column: at + 1}, "X001", "bad word").WithLen(3).WithHint("be good")
			}
		}
		return list
	}
	return engine{
		Languages: source.Languages{Program: func(file string, src []byte, how source.Making) (*cfg.Program, diag.List) {
			list := words(file, src)
			if v, ok := how.Set["N"]; ok && v != "10" {
				list.Errorf(token.Position{}, "X002", "N is %s", v)
			}
			return &cfg.Program{Name: string(src), File: file}, list
		}, Specs: func(file string, src []byte, _ fsa.Environment) (specs []*automata.Spec, list diag.List) {
			for i, line := range strings.Split(string(src), "\n") {
				if f := strings.Fields(line); len(f) > 1 && (f[0] == "property" || f[0] == "constraint") {
					specs = append(specs, &automata.Spec{Name: f[1], Property: f[0] == "property", Text: line,
						Pos: token.Position{Filename: file, Line: i + 1, Column: 1}})
				}
			}
			return specs, words(file, src)
		}},
		check: func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt verify.Options) *report.Check {
			c := &report.Check{}
			for _, s := range specs {
				if s.Property && opt.WantsProperty(s) {
					c.Results = append(c.Results, report.Result{Property: s.Name, POR: string(opt.POR),
						Verdict: report.Verdict(strings.Fields(s.Text)[2]), Seconds: 1.5})
				}
			}
			return c
		},
		draw: func(_ context.Context, graph string, p *cfg.Program, _ []*automata.Spec, _ *report.Result, _ verify.Options) (*render.Drawing, error) {
			return &render.Drawing{Title: graph, Columns: []string{"t"}, Nodes: []render.Node{{ID: "n0", Label: "only", Columns: []int{0}}}}, nil
		},
		dump: func(_ context.Context, w io.Writer, stage string, p *cfg.Program, specs []*automata.Spec, opt verify.Options) error {
			_, err := fmt.Fprintln(w, "dump", stage, strings.TrimSpace(p.Name), len(specs))
			return err
		},
	}
}

// outcome is what one run gave.
type outcome struct {
	status   int
	out, err string
}

// expect complains unless the outcome has this status, and standard output and
// standard error have these parts, separated by |. Wrong input leaves standard output
// empty.
func (o outcome) expect(t *testing.T, args string, status int, out, err string) {
	t.Helper()
	if o.status != status {
		t.Errorf("flavers %s: exit status %d, want %d\n%s%s", args, o.status, status, o.out, o.err)
	}
	for _, part := range strings.Split(out, "|") {
		if !strings.Contains(o.out, part) {
			t.Errorf("flavers %s: standard output lacks %q:\n%s", args, part, o.out)
		}
	}
	for _, part := range strings.Split(err, "|") {
		if !strings.Contains(o.err, part) {
			t.Errorf("flavers %s: standard error lacks %q:\n%s", args, part, o.err)
		}
	}
	if status == 2 && o.out != "" {
		t.Errorf("flavers %s: wrong input, and yet on standard output:\n%s", args, o.out)
	}
}

// runFake runs the command in dir with the fake engine.
func runFake(t *testing.T, e engine, input string, args ...string) outcome {
	t.Helper()
	var out, errs bytes.Buffer
	status := newApp(strings.NewReader(input), &out, &errs, e).run(args)
	return outcome{status, out.String(), errs.String()}
}

// inDir changes to a new directory with these files.
func inDir(t *testing.T, files map[string]string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
}

var usual = map[string]string{
	"p.tfg":          "program\n",
	"p.fsa":          "property a holds\nproperty b violated\nconstraint c\n",
	"good.fsa":       "property g holds\n",
	"open.fsa":       "property o possible\nproperty u unknown\n",
	"only.fsa":       "constraint c\n",
	"twin.fsa":       "property g holds\n",
	"bad.fsa":        "property BAD holds\n",
	"bad.tfg":        "one\ntwo BAD\n",
	"sub/own.tfg":    "x\n//! property ../good.fsa\n//! property ../open.fsa\n",
	"lost.tfg":       "x\n//! property gone.fsa\n//! property\n",
	"lonely.tfg":     "x\n",
	"empty.tfg":      " \n\t\n",
	"binary.tfg":     "MZ\x00\x01",
	"latin.tfg":      "program\nx = \xe9\n",
	"bom.tfg":        "\uFEFFprogram\n",
	"empty.fsa":      "",
	"latin.fsa":      "property \xff",
	"dir.tfg/x":      "x",
	"dash/-dash.tfg": "x",
}

func TestCommand(t *testing.T) {
	inDir(t, usual)
	for _, c := range []struct {
		args   string
		input  string
		status int
		out    string // parts, separated by |
		err    string
	}{
		// exit statuses
		{args: "check p.tfg", status: 1, out: "p.tfg: 2 checks, 1 violated, 1 holds|a      holds|b is violated"},
		{args: "check p.tfg --only a", status: 0, out: "1 check, 1 holds"},
		{args: "check p.tfg --property good.fsa", status: 0},
		{args: "check p.tfg --property open.fsa", status: 3, out: "o is possibly violated|--refine all|u is unknown"},
		{args: "check p.tfg --property open.fsa --property p.fsa", status: 1},
		{args: "check p.tfg --property open.fsa --refine all --property bad.fsa", status: 2, err: "bad.fsa:1:10: error X001: bad word"},

		// where properties come from
		{args: "check sub/own.tfg --allow-outside", status: 3, out: "3 checks, 1 possible, 1 unknown, 1 holds"},
		{args: "check sub/own.tfg", status: 2, err: "sub/own.tfg:2:14: error C108: specification good.fsa is not below the folder of sub/own.tfg|~~~~|--allow-outside"},
		{args: "check sub/own.tfg --property good.fsa", status: 0, out: "1 check"},
		{args: "check sub/own.tfg --property good.fsa --property ./good.fsa --constraint good.fsa", status: 0, out: "1 check"},
		{args: "check - --property good.fsa", input: "x", status: 0, out: "-: 1 check"},
		{args: "check -", input: "x\n//! property good.fsa", status: 0, out: "1 check"},
		{args: "check -", input: "x", status: 0, out: "no execution can end", err: "note C101: only deadlock and|standard input has no line"},
		{args: "check bad.tfg", status: 2, err: "bad.tfg:2:5: error X001"},
		{args: "check lonely.tfg", status: 0, err: `note C101: only deadlock and run-time errors are checked: lonely.tfg has no line "//! property F.fsa", and there is no file lonely.fsa|hint: name a specification`},
		{args: "check lonely.tfg --only deadlock", status: 0},
		{args: "check lonely.tfg --runtime-errors", status: 0, out: "no execution can end in a run-time error"},
		{args: "check lonely.tfg --deadlock=off --only deadlock", status: 2, err: "C103: --only deadlock asks for the check that --deadlock=off leaves out"},
		{args: "check lonely.tfg --property only.fsa", status: 2, err: "error C102: no property in only.fsa"},
		{args: "check lost.tfg", status: 2, err: "lost.tfg:2:14: error C001|    //! property gone.fsa|lost.tfg:3:5: error C105"},
		{args: "check p.tfg --property good.fsa --property twin.fsa", status: 0, err: "twin.fsa:1:1: warning C104"},
		{args: "check p.tfg --property good.fsa --constraint twin.fsa --only g", status: 0},

		// wrong input: everything in one run
		{args: "check bad.tfg --property bad.fsa --property nope.fsa --constraint empty.fsa", status: 2,
			err: "bad.tfg:2:5: error X001|    two BAD\n        ^~~|hint: be good|bad.fsa:1:10: error X001|C001: specification nope.fsa does not exist|empty.fsa: error C004"},
		{args: "check p.tgf", status: 2, err: "C001: program p.tgf does not exist|did you mean p.tfg?"},
		{args: "check p.tfg --property sub/../goood.fsa", status: 2, err: "did you mean sub/../good.fsa?"},
		{args: "check dir.tfg", status: 2, err: "C001: path dir.tfg has no program"},
		{args: "check p.tfg --constraint dir.tfg", status: 2, err: "C002: specification dir.tfg is a directory"},
		{args: "check empty.tfg", status: 2, err: "C004"},
		{args: "check -", input: "", status: 2, err: "C004"},
		{args: "check binary.tfg", status: 2, err: "binary.tfg:1:3: error C005"},
		{args: "check latin.tfg --property good.fsa", status: 2, err: "latin.tfg:2:5: error C006: byte 0xe9"},
		{args: "check p.tfg --property latin.fsa", status: 2, err: "latin.fsa:1:10: error C006"},
		{args: "check bom.tfg --property good.fsa", status: 0},
		{args: "check p.tfg --property -", input: "property a holds", status: 2, err: "C003"},
		{args: "check p.tfg --only bb", status: 2, err: `C103: --only: no property is named "bb"|did you mean "b"?`},
		{args: "check p.tfg --only zebra", status: 2, err: "there are: a, b"},
		{args: "check p.tfg --only c", status: 2, err: "C103"},
		{args: "check p.tfg --set N=11", status: 2, err: "X002"},
		{args: "check p.tfg --set N=10 --property good.fsa", status: 0},

		// the command line
		{args: "", status: 2, err: "no command is given|Usage:"},
		{args: "chekc p.tfg", status: 2, err: "unknown command|did you mean check?"},
		{args: "check", status: 2, err: "check takes a PROGRAM"},
		{args: "check nowhere q.tfg", status: 2, err: "path q.tfg does not exist"},
		{args: "check p.tfg --porperty x", status: 2, err: "unknown flag: --porperty; did you mean --property?"},
		{args: "check p.tfg -property x", status: 2, err: "did you mean --property?"},
		{args: "check p.tfg --zzzzzzzz", status: 2, err: "see: flavers check --help"},
		{args: "check p.tfg --property", status: 2, err: "flag needs an argument"},
		{args: "check p.tfg --format xml", status: 2, err: "it must be one of text, json, sarif, github"},
		{args: "check p.tfg --format sarif", status: 1, out: `"version": "2.1.0"`},
		{args: "check p.tfg --format github", status: 1, out: "::error |title=b is violated"},
		{args: "check p.tfg --sarif-output f --html-output g --format json", status: 1, out: `"version": 1`},
		{args: "check p.tfg --sarif-output f --html-output f", status: 2, err: "--html-output f would overwrite an input or another output"},
		{args: "check p.tfg --por papper", status: 2, err: "did you mean paper?"},
		{args: "check p.tfg --refine some", status: 2, err: "auto, none, all"},
		{args: "check p.tfg --timeout 5", status: 2, err: "--timeout"},
		{args: "check p.tfg --timeout -5s", status: 2, err: "--timeout must not be negative"},
		{args: "check p.tfg --timeout-per-property -5s", status: 2, err: "--timeout-per-property must not be negative (0: no limit)"},
		{args: "check p.tfg --max-tuples -1", status: 2, err: "--max-tuples must not be negative"},
		{args: "check p.tfg --max-tuples many", status: 2, err: "--max-tuples"},
		{args: "check p.tfg --max-memory 4XiB", status: 2, err: `"XiB" is no unit`},
		{args: "check p.tfg --set N", status: 2, err: "NAME=VALUE"},
		{args: "check p.tfg --set 1N=2", status: 2, err: "is no name"},
		{args: "check p.tfg --set N=1 --set N=2", status: 2, err: "N is set to 1 already"},
		{args: "check p.tfg --runtime-errors --only a", status: 2, err: "leave out"},
		{args: "check p.tfg --dump tgf", status: 2, err: "did you mean tfg?"},
		{args: "statistics p.tfg", status: 2, err: "unknown command"},
		{args: "check -- -dash.tfg", status: 2, err: "C001: program -dash.tfg"},

		// other commands
		{args: "check --help", status: 0, out: "Usage:|--max-memory"},
		{args: "--version", status: 0, out: "flavers "},
		{args: "version", status: 0, out: "flavers |go1."},
		{args: "version now", status: 2, err: "unknown command"},
		{args: "help", status: 0, out: "verdicts|exit-codes|language|specifications|check"},
		{args: "help check", status: 0, out: "--max-memory"},
		{args: "help verdicts", status: 0, out: "possible"},
		{args: "help language", status: 0, out: "accept"},
		{args: "help specifications", status: 0, out: "absence"},
		{args: "help exit-codes", status: 0, out: "internal error"},
		{args: "help verdict", status: 2, err: "did you mean verdicts?"},
		{args: "help check me", status: 2, err: "no help on"},
		{args: "explain C101", status: 0, out: "C101: no specification was found|--property"},
		{args: "explain c001 C002", status: 0, out: "C001: |C002: "},
		{args: "explain", status: 0, out: "C001  a file does not exist|C105"},
		{args: "explain C9999", status: 2, err: `no diagnostic has the code "C9999"`},
		{args: "completion bash", status: 0, out: "flavers"},
		{args: "__complete check ", status: 0, out: "tfg"},
		{args: "__complete check p.tfg --property ", status: 0, out: "fsa"},
		{args: "__complete check p.tfg --por ", status: 0, out: "none|paper|safe|early|late|normal"},
		{args: "__complete explain ", status: 0, out: "C101"},

		// stages
		{args: "check p.tfg --dump cfg", status: 0, out: "dump cfg program 0"},
		{args: "check lonely.tfg --dump mip", status: 0, out: "dump mip x 0"},
		{args: "check lonely.tfg --dump pruned --runtime-errors", status: 0, out: "dump pruned x 0"},
		{args: "check p.tfg --dump problem", status: 0, out: "dump problem program 3"},
		{args: "check bad.tfg --dump cfg", status: 2, err: "X001"},
	} {
		got := runFake(t, fake(), c.input, strings.Fields(c.args)...)
		if strings.HasSuffix(c.args, " ") { // completion of an empty word
			got = runFake(t, fake(), c.input, append(strings.Fields(c.args), "")...)
		}
		got.expect(t, c.args, c.status, c.out, c.err)
	}
}

func TestUnreadableFile(t *testing.T) {
	inDir(t, usual)
	if err := os.Chmod("p.tfg", 0); err != nil {
		t.Fatal(err)
	}
	if f, err := os.Open("p.tfg"); err == nil {
		f.Close()
		t.Skip("this user can read files without permission")
	}
	if got := runFake(t, fake(), "", "check", "p.tfg"); got.status != 2 || !strings.Contains(got.err, "C003") {
		t.Errorf("exit status %d\n%s", got.status, got.err)
	}
}

// decode reads a report as a program would.
func decode(t *testing.T, text string) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return v
}

func TestJSON(t *testing.T) {
	inDir(t, usual)
	// good input, standard output and a file at once; the old content goes
	if err := os.WriteFile("out.json", []byte(strings.Repeat("old ", 10000)), 0o644); err != nil {
		t.Fatal(err)
	}
	got := runFake(t, fake(), "", "check", "p.tfg", "--format", "json", "--json-output", "out.json")
	file, err := os.ReadFile("out.json")
	if err != nil {
		t.Fatal(err)
	}
	if got.out != string(file) || got.status != 1 {
		t.Errorf("status %d, standard output\n%s\nfile\n%s", got.status, got.out, file)
	}
	v := decode(t, got.out)
	if v["version"] != 1.0 || v["program"] != "p.tfg" || len(v["results"].([]any)) != 2 || len(v["diagnostics"].([]any)) != 0 {
		t.Errorf("%v", v)
	}
	if s := v["results"].([]any)[0].(map[string]any)["seconds"]; s != 1.5 {
		t.Errorf("seconds is %v", s)
	}
	// text on standard output and JSON in a file
	got = runFake(t, fake(), "", "check", "p.tfg", "--json-output", "out.json", "--no-times")
	if file, _ = os.ReadFile("out.json"); !strings.HasPrefix(got.out, "p.tfg: 2 checks") || !strings.Contains(string(file), `"seconds": 0,`) {
		t.Errorf("standard output\n%s\nfile\n%s", got.out, file)
	}
	// wrong input: diagnostics in both places
	got = runFake(t, fake(), "", "check", "bad.tfg", "--property", "bad.fsa", "--format", "json")
	if got.status != 2 || !strings.Contains(got.err, "bad.tfg:2:5: error X001") {
		t.Errorf("status %d\n%s", got.status, got.err)
	}
	list := decode(t, got.out)["diagnostics"].([]any)
	if len(list) != 2 {
		t.Fatalf("diagnostics %v", list)
	}
	want := map[string]any{"severity": "error", "code": "X001", "pos": "bad.fsa:1:10", "length": 3.0, "message": "bad word", "hint": "be good"}
	if first := list[0].(map[string]any); fmt.Sprint(first) != fmt.Sprint(want) {
		t.Errorf("diagnostic %v, want %v", first, want)
	}
}

func TestJSONOutputRefused(t *testing.T) {
	inDir(t, usual)
	for _, name := range []string{"p.tfg", "./p.fsa", "-", "no/such/dir.json", "dir.tfg"} {
		got := runFake(t, fake(), "", "check", "p.tfg", "--json-output", name)
		if got.status != 2 || !strings.Contains(got.err, "--json-output") || got.out != "" {
			t.Errorf("%s: status %d\n%s%s", name, got.status, got.out, got.err)
		}
	}
	for _, name := range []string{"p.tfg", "p.fsa"} {
		if text, err := os.ReadFile(name); err != nil || string(text) != usual[name] {
			t.Errorf("%s is %q now (%v)", name, text, err)
		}
	}
}

// A panic in any stage is status 4 and names the stage; never a verdict.
func TestInternalError(t *testing.T) {
	inDir(t, usual)
	boom := "node n7 is odd"
	for _, c := range []struct {
		stage   string
		breakIt func(*engine)
	}{
		{"loading p.tfg", func(e *engine) {
			e.Program = func(string, []byte, source.Making) (*cfg.Program, diag.List) {
				panic(boom)
			}
		}},
		{"reading p.fsa", func(e *engine) {
			e.Specs = func(string, []byte, fsa.Environment) ([]*automata.Spec, diag.List) { panic(boom) }
		}},
		{"checking p.tfg", func(e *engine) {
			e.check = func(context.Context, *cfg.Program, []*automata.Spec, verify.Options) *report.Check { panic(boom) }
		}},
		{"checking p.tfg", func(e *engine) {
			e.check = func(context.Context, *cfg.Program, []*automata.Spec, verify.Options) *report.Check { return nil }
		}},
	} {
		e, stage := fake(), c.stage
		c.breakIt(&e)
		for _, verbose := range []bool{false, true} {
			args := []string{"check", "p.tfg"}
			if verbose {
				args = append(args, "-v")
			}
			got := runFake(t, e, "", args...)
			if got.status != 4 || !strings.Contains(got.err, "internal error while "+stage) || got.out != "" {
				t.Errorf("%s: status %d\n%s%s", stage, got.status, got.out, got.err)
			}
			if verbose != strings.Contains(got.err, "goroutine") {
				t.Errorf("%s: verbose %v, and the stack:\n%s", stage, verbose, got.err)
			}
		}
	}
}

// An interrupt cancels the context of the check, whose report is printed.
func TestInterrupt(t *testing.T) {
	inDir(t, usual)
	e := fake()
	e.check = func(ctx context.Context, _ *cfg.Program, _ []*automata.Spec, _ verify.Options) *report.Check {
		self, err := os.FindProcess(os.Getpid())
		if err != nil {
			t.Fatal(err)
		}
		if err := self.Signal(os.Interrupt); err != nil {
			t.Skip("no signals here:", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(20 * time.Second):
			t.Error("the context is not cancelled")
		}
		return &report.Check{Results: []report.Result{{Property: "a", Verdict: report.Unknown, Limit: report.LimitInterrupt}}}
	}
	got := runFake(t, e, "", "check", "p.tfg")
	if got.status != 3 || !strings.Contains(got.out, "The check was interrupted.") || !strings.Contains(got.err, "interrupted, stopping") {
		t.Errorf("status %d\n%s%s", got.status, got.out, got.err)
	}
}

// A program that is wrong is not asked for its properties too, and hints name only
// flags that the command has.
func TestHints(t *testing.T) {
	inDir(t, usual)
	for args, not := range map[string]string{"check bad.tfg": "C101", "stats lonely.tfg": "--runtime-errors", "render lonely.tfg --graph trace -o o.svg": "--runtime-errors"} {
		got := runFake(t, fake(), "", strings.Fields(args)...)
		if got.status != 2 || strings.Contains(got.err, not) || args != "check bad.tfg" && !strings.Contains(got.err, "C101") {
			t.Errorf("%s: status %d\n%s", args, got.status, got.err)
		}
	}
}

// Options reach the check as they were given.
func TestOptions(t *testing.T) {
	inDir(t, usual)
	e := fake()
	var got verify.Options
	e.check = func(_ context.Context, _ *cfg.Program, _ []*automata.Spec, opt verify.Options) *report.Check {
		got = opt
		return &report.Check{}
	}
	runFake(t, e, "", "check", "p.tfg")
	if got.POR != "normal" || got.Refine != "auto" || got.Order != "bfs" || got.Timeout != 0 || got.TimeoutEach != 0 || got.Answered != nil || got.MaxTuples != 0 ||
		got.Depth != 0 || !got.Strict || got.Check || got.Log != nil || got.Progress != nil || got.Only != nil {
		t.Errorf("defaults: %+v", got)
	}
	runFake(t, e, "", strings.Fields("check p.tfg --por safe --refine none --order rpo --timeout 90s --timeout-per-property 8s --max-tuples 7 --max-memory 8GiB --depth 9 --strict=false --check -v --only b")...)
	if got.POR != "safe" || got.Refine != "none" || got.Order != "rpo" || got.Timeout != 90*time.Second || got.TimeoutEach != 8*time.Second || got.Answered == nil || got.MaxTuples != 7 ||
		got.MaxMemory != 8<<30 || got.Depth != 9 || got.Strict || !got.Check || got.Log == nil || !slices.Equal(got.Only, []string{"b"}) {
		t.Errorf("given: %+v", got)
	}
}

func TestJobs(t *testing.T) {
	inDir(t, usual)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	e := fake()
	var got int
	e.check = func(context.Context, *cfg.Program, []*automata.Spec, verify.Options) *report.Check {
		got = runtime.GOMAXPROCS(0)
		return &report.Check{}
	}
	before := runtime.GOMAXPROCS(0)
	if runFake(t, e, "", "check", "p.tfg"); got != before {
		t.Errorf("%d processors without --jobs, %d before", got, before)
	}
	if runFake(t, e, "", "check", "p.tfg", "--jobs", "1"); got != 1 {
		t.Errorf("%d processors with --jobs 1", got)
	}
}

// broken is a full disk.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("no space") }

func TestFailedWriteIsNoSuccess(t *testing.T) {
	inDir(t, usual)
	for _, args := range []string{"check p.tfg --property good.fsa", "check p.tfg --property good.fsa --format json", "version", "explain", "help verdicts"} {
		var errs bytes.Buffer
		status := newApp(strings.NewReader(""), broken{}, &errs, fake()).run(strings.Fields(args))
		if status != 2 || !strings.Contains(errs.String(), "no space") {
			t.Errorf("%s: status %d\n%s", args, status, errs.String())
		}
	}
}
