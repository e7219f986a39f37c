package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"flavers/automata"
	"flavers/cfg"
	"flavers/internal/roots"
	"flavers/report"
	"flavers/verify"
)

// Wrong command lines of what uses a farm, and what is said where flavers-farm is not installed.
func TestFarmCommandLine(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("GOBIN", t.TempDir())
	t.Setenv("GOPATH", t.TempDir())
	inDir(t, map[string]string{"a.tfg": "//! expect q holds\nprogram a\ntask t { event done }\n", "a.fsa": onceDone})
	missing := "--farm needs flavers-farm, a program of its own, which is neither beside this one nor in the path: " +
		"in the folder of FLAVERS' source, go install ./cmd/... installs flavers-farm"
	for args, want := range map[string]string{
		"crosscheck --random 3 p.tfg":                       "it cannot go with p.tfg",
		"crosscheck --random 0":                             "--random 0 is no program",
		"crosscheck --random -1":                            "invalid argument",
		"crosscheck --random 3 --format sarif":              "--format cannot go with --random",
		"crosscheck --random 3 --seed 18446744073709551615": "there are no 3 seeds",
		"explore a.tfg --farm-resume":                       "--farm-resume needs --farm",
		"worker":                                            "needs --farm",
		"job-process":                                       "not by people",
		"farm status":                                       "needs --farm",
		"farm purge --farm embedded":                        "needs --farm",
		"explore a.tfg --algorithm full --farm embedded":    "cannot be cut into parts",
		"test . --farm embedded --farm-tls-cert f":          "--farm-tls-cert and --farm-tls-key go together",
		"test . --farm embedded":                            missing,
		"stats a.tfg --farm embedded":                       missing,
		"crosscheck a.tfg --farm embedded":                  missing,
		"crosscheck --random 3 --farm nats://127.0.0.1:1":   missing,
		"explore a.tfg --algorithm source --farm embedded":  missing,
		"worker --farm embedded":                            missing,
		"farm status --farm nats://127.0.0.1:1":             missing,
		"farm purge --farm nats://127.0.0.1:1":              missing,
	} {
		if got := runReal("", strings.Fields(args)...); got.status != 2 || !strings.Contains(got.err, want) {
			t.Errorf("%s: status %d\n%s", args, got.status, got.err)
		}
	}
}

// Random programs: engines agree, the same seeds give the same output, and a limit is told.
func TestCrosscheckRandom(t *testing.T) {
	one := runReal("", "crosscheck", "--random", "6", "--seed", "2", "--jobs", "1")
	if one.status != 0 || !strings.Contains(one.out, "seeds 2 to 7: 6 programs, 0 disagreements") || !strings.Contains(one.out, "holds") {
		t.Errorf("%+v", one)
	}
	if two := runReal("", "crosscheck", "--random", "6", "--seed", "2", "--jobs", "2"); two != one {
		t.Errorf("%+v, with one job %+v", two, one)
	}
	if cut := runReal("", "crosscheck", "--random", "100000000", "--timeout", "300ms"); cut.status != 3 || !strings.Contains(cut.out, "were cross-checked") {
		t.Errorf("%+v", cut)
	}
}

// A suite that has not changed is not checked again.
func TestTestKept(t *testing.T) {
	t.Setenv(roots.Variable, t.TempDir())
	first := runReal("", "test", "../../examples/everyday/bank.tfg", "--no-times")
	kept, err := filepath.Glob(filepath.Join(os.Getenv(roots.Variable), "??", "*"))
	if err != nil || len(kept) != 1 {
		t.Errorf("%d answers are kept, %v", len(kept), err)
	}
	if again := runReal("", "test", "../../examples/everyday/bank.tfg", "--no-times"); again != first || first.status != 0 {
		t.Errorf("%+v, before %+v", again, first)
	}
}

// edited are programs with all kinds of inputs of a check, and an edit of each that changes an answer. An edit
// without a name is one of the command line.
var edited = []struct {
	files                map[string]string
	args, name, text, to string
}{
	{map[string]string{"p.tfg": "//! expect q holds\ntask t { event done }\n", "p.fsa": onceDone},
		"p.tfg", "p.tfg", "//! expect q holds\ntask t { event done; event done }\n", ""},
	{map[string]string{"p.tfg": "//! expect q violated\ntask t { event done }\n", "p.fsa": onceDone},
		"p.tfg", "p.tfg", "//! expect q holds\ntask t { event done }\n", ""},
	{map[string]string{"p.tfg": "task t { event done }\n", "p.fsa": "//! expect q holds\n" + onceDone},
		"p.tfg", "p.fsa", "//! expect q holds\n" + neverDone, ""},
	{map[string]string{"p.tfg": "//! expect no-deadlock\ntask t { event done }\n"},
		"p.tfg", "p.fsa", onceDone + "property r {", ""},
	{map[string]string{"p.tfg": "//! property a.fsa\n//! expect q holds\ntask t { event done }\n", "a.fsa": onceDone,
		"b.fsa": neverDone},
		"p.tfg", "p.tfg", "//! property b.fsa\n//! expect q holds\ntask t { event done }\n", ""},
	{map[string]string{"p.tfg": "//! property in/a.fsa\n//! expect q holds\ntask t { event done }\n", "in/a.fsa": onceDone},
		"p.tfg", "in/a.fsa", neverDone, ""},
	{map[string]string{"p.tfg": "const N = 1\n//! expect q holds\ntask t[i in 0..N-1] { event done }\n", "p.fsa": onceDone},
		"p.tfg", "", "", "--set N=2"},
	{map[string]string{"p.tfg": "//! expect no-deadlock\nlock m\ntask t { lock m; lock m }\n"},
		"p.tfg", "", "", "--deadlock off"},
	{map[string]string{"main.adb": shop["main.adb"], "stock.ads": stockSpec, "stock.adb": stock, "main.fsa": expectNone},
		"main.adb", "stock.adb", neverFull, ""},
	{map[string]string{"main.adb": shop["main.adb"], "lib/stock.ads": stockSpec, "lib/stock.adb": stock, "main.fsa": expectNone},
		"main.adb -I lib", "lib/stock.adb", neverFull, ""},
	{map[string]string{"main.adb": shop["main.adb"], "stock.ads": stockSpec, "lib/stock.adb": stock, "main.fsa": expectNone,
		"other/stock.adb": neverFull, "shop.gpr": shop["shop.gpr"]},
		"shop.gpr", "shop.gpr", strings.Replace(shop["shop.gpr"], "lib/**", "other", 1), ""},
}

var (
	stockSpec, stock = shop["lib/stock.ads"], shop["lib/stock.adb"]
	neverFull        = strings.Replace(stock, "Full := True", "Full := False", 1)
)

const (
	onceDone   = "property q { existence of done at most 1 globally }\n"
	neverDone  = "property q { absence of done globally }\n"
	expectNone = "//! expect no-deadlock\nproperty order { Shelf.Put precedes Shelf.Take }\n"
)

// After an edit of any input, no answer of before is given: test and check say what they say without kept answers.
func TestKeptInputs(t *testing.T) {
	slow, first := realEngine(), true
	slow.check = func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt verify.Options) *report.Check {
		c := verify.Check(ctx, p, specs, opt)
		if first {
			time.Sleep(50 * time.Millisecond) // such an answer is kept
		}
		return c
	}
	for i, x := range edited {
		for _, command := range []string{"test", "check"} {
			inDir(t, x.files)
			t.Setenv(roots.Variable, t.TempDir())
			ask := func(more ...string) outcome {
				return runFake(t, slow, "", append(strings.Fields(command+" --no-times "+x.args), more...)...)
			}
			first = true
			before := ask()
			first = false
			if again := ask(); again != before {
				t.Errorf("%s %d, again: %+v, before %+v", command, i, again, before)
			}
			if kept, err := filepath.Glob(filepath.Join(os.Getenv(roots.Variable), "??", "*")); err != nil || len(kept) == 0 {
				t.Errorf("%s %d: nothing is kept, %v: %+v", command, i, err, before)
			}
			if x.name != "" {
				if err := os.WriteFile(x.name, []byte(x.text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			more := strings.Fields(x.to)
			got, want := ask(more...), ask(append(more, "--no-cache")...)
			if got != want {
				t.Errorf("%s %d after the edit: %+v, without what is kept %+v", command, i, got, want)
			}
			if command == "test" && got == before {
				t.Errorf("%d: the edit changes nothing: %+v", i, got)
			}
		}
	}
}

// A check that took long is not made again, and prints the same as text, as JSON and as a page, but for times. What was
// edited is checked.
func TestCheckKept(t *testing.T) {
	inDir(t, map[string]string{"turns.tfg": turns, "turns.fsa": turnsSpec})
	cache, slow := t.TempDir(), realEngine()
	made := 0
	slow.check = func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt verify.Options) *report.Check {
		made++
		time.Sleep(60 * time.Millisecond)
		return verify.Check(ctx, p, specs, opt)
	}
	outputs := func() (out string) {
		for _, name := range []string{"p.json", "p.sarif", "p.html"} {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Error(err)
			}
			out += string(text)
		}
		return out
	}
	ask := func(kept bool, more ...string) outcome {
		t.Helper()
		before := made
		got := runFake(t, slow, "", append([]string{"check", "turns.tfg", "--no-times"}, more...)...)
		if (made == before) != kept {
			t.Errorf("%v: %d checks were made", more, made-before)
		}
		return got
	}
	all := []string{"--json-output", "p.json", "--sarif-output", "p.sarif", "--html-output", "p.html"}
	t.Setenv(roots.Variable, "off")
	want := ask(false, all...)
	files := outputs()
	t.Setenv(roots.Variable, cache)
	for again := range 3 {
		if got := ask(again > 0, all...); got != want || outputs() != files {
			t.Errorf("%d: %+v, without what is kept %+v", again, got, want)
		}
	}
	const note = "turns.tfg: the answer is from before, kept in "
	if got := ask(true, "-v"); !strings.Contains(got.err, note+cache) {
		t.Errorf("%+v", got)
	}
	ask(true, ".") // the program is in this folder, too
	for _, more := range [][]string{{"--no-cache"}, {"--minimize"}, {"--check"}, {"--only", "order"}, {"--por", "none"}, {"--deadlock", "off"}} {
		ask(false, more...)
	}
	if err := os.WriteFile("turns.fsa", []byte(strings.Replace(turnsSpec, "absence of b before a", "absence of a before b", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := ask(false); got == want || got.status != 1 {
		t.Errorf("an edited specification: %+v", got)
	}
}
