package examples_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flavers"
	"flavers/automata"
	"flavers/cfg"
	"flavers/diag"
	"flavers/internal/trial"
	"flavers/report"
	"flavers/tfg"
	"flavers/verify"
	"flavers/verify/crosscheck"
)

// adaExample is a program of ada/ with what its files say of it.
type adaExample struct {
	example
	text string
}

// adaNames lists the programs of ada/, without their extension.
func adaNames(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("ada/*.adb")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 15 {
		t.Fatalf("found %d Ada programs only", len(files))
	}
	var names []string
	for _, f := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(f), ".adb"))
	}
	return names
}

// loadAda reads a program and its properties. A diagnostic fails the test.
func loadAda(t *testing.T, name string) *adaExample {
	t.Helper()
	file := filepath.Join("ada", name)
	e := &adaExample{example: example{name: "ada/" + name, verdicts: map[string]string{}}}
	src, err := os.ReadFile(file + ".adb")
	if err != nil {
		t.Fatal(err)
	}
	spec, err := os.ReadFile(file + ".fsa")
	if err != nil {
		t.Fatal(err)
	}
	m, err := flavers.Load(flavers.Source{Name: file + ".adb", Text: src},
		[]flavers.Source{{Name: file + ".fsa", Text: spec}}, flavers.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range m.Warnings {
		t.Errorf("%v", d)
	}
	e.program, e.specs, e.text = m.Program, m.Specs, string(src)
	e.expectations(t, file+".adb", src)
	e.expectations(t, file+".fsa", spec)
	return e
}

// twinOf is the .tfg program that says the same: beside the Ada programs where it was
// written for them, else among the classical examples.
func twinOf(t *testing.T, name string) *example {
	t.Helper()
	if twin := filepath.Join("ada", "twins", name); exists(twin + ".tfg") {
		return load(t, twin, nil)
	}
	return load(t, name, nil)
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// TestAdaTwins: an Ada program and its twin have the same properties with the same
// verdicts, as many tasks, and as many communications: pairs of a call and an accept.
func TestAdaTwins(t *testing.T) {
	for _, name := range adaNames(t) {
		t.Run(name, func(t *testing.T) {
			ada, twin := loadAda(t, name), twinOf(t, name)
			if ada.deadlock != twin.deadlock {
				t.Errorf("expected is %s in Ada, %s of the twin", ada.deadlock, twin.deadlock)
			}
			got, want := verdicts(t, ada.program, ada.specs), verdicts(t, twin.program, twin.specs)
			for _, list := range []map[string]report.Verdict{got, want} { // no step can fail: then there is no such check
				if list["run-time errors"] == "" {
					list["run-time errors"] = report.Holds
				}
			}
			for property, verdict := range want {
				if got[property] != verdict {
					t.Errorf("%s: %q in Ada, %q of the twin", property, got[property], verdict)
				}
			}
			if len(got) != len(want) {
				t.Errorf("%d verdicts in Ada, %d of the twin", len(got), len(want))
			}
			for property, verdict := range ada.verdicts {
				if string(got[property]) != verdict {
					t.Errorf("%s is %q, expected %s", property, got[property], verdict)
				}
			}
			if a, b := len(ada.program.Tasks), len(twin.program.Tasks); a != b {
				t.Errorf("%d tasks in Ada, %d of the twin", a, b)
			}
			if a, b := communications(ada.program), communications(twin.program); a != b {
				t.Errorf("%d communications in Ada, %d of the twin", a, b)
			}
		})
	}
}

// verdicts are those of the properties, of deadlock, and of run-time errors.
func verdicts(t *testing.T, p *cfg.Program, specs []*automata.Spec) map[string]report.Verdict {
	t.Helper()
	c := verify.Check(context.Background(), p, specs, verify.Options{Strict: true})
	for _, d := range c.Diagnostics {
		if d.Severity == diag.Error {
			t.Error(d)
		}
	}
	list := map[string]report.Verdict{}
	for _, r := range c.Results {
		list[r.Property] = r.Verdict
	}
	if c.Deadlock != nil {
		list["deadlock"] = c.Deadlock.Verdict
	}
	if c.RuntimeErrors != nil {
		list["run-time errors"] = c.RuntimeErrors.Verdict
	}
	return list
}

// communications counts the joint steps of a program that are in its graph.
func communications(p *cfg.Program) int {
	n := 0
	for _, node := range tfg.Build(p, func(cfg.ActionID) bool { return true }).Nodes {
		if node.Kind == tfg.Communication {
			n++
		}
	}
	return n
}

// TestAdaExplorers: explorers run on Ada programs as on others, and no two engines contradict
// each other.
func TestAdaExplorers(t *testing.T) {
	names := []string{"dining", "mmgt", "twh_perfect"}
	if trial.More() {
		names = adaNames(t)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			e := loadAda(t, name)
			x := crosscheck.Run(context.Background(), e.program, e.specs,
				crosscheck.Options{MaxExecutions: 300, MaxStates: 3000, Depth: 40, Walks: 5})
			if !x.Agree {
				t.Errorf("%+v", x.Disagreements)
			}
			if len(x.Rows) == 0 {
				t.Error("no engine ran")
			}
		})
	}
}

// TestAdaListed: every Ada program says what it shows and what it is the twin of, and is a
// row of README.md.
func TestAdaListed(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	names := adaNames(t)
	for _, name := range names {
		src, err := os.ReadFile(filepath.Join("ada", name+".adb"))
		if err != nil {
			t.Fatal(err)
		}
		text := string(src)
		for _, s := range []string{"--  What it shows: ", "--  The twin of ", "--! expect "} {
			if !strings.Contains(text, s) {
				t.Errorf("ada/%s.adb: the header lacks %q", name, s)
			}
		}
		if !strings.Contains(string(readme), "`ada/"+name+".adb`") {
			t.Errorf("README.md does not list ada/%s.adb", name)
		}
	}
	if !slices.Contains(names, "dining") {
		t.Error("the dining philosophers are missing")
	}
}
