//go:build integration

package examples_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestLivenessTwins: SPIN says the same of twins in Promela (liveness/promela) without fairness
// and under weak fairness of its processes; strong fairness it has not. An ltl formula
// NAME or NAME_I says what the property NAME says of its instance.
func TestLivenessTwins(t *testing.T) {
	for _, tool := range []string{"spin", "gcc"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Fatalf("the integration tests need %s: %v", tool, err)
		}
	}
	violated := 0
	for _, k := range fairVerdicts {
		if k.declared {
			continue // it has fairness for processes only
		}
		t.Run(k.name+k.set, func(t *testing.T) {
			formulas, pan := panOf(t, k.name, k.set)
			got := map[string]string{}
			for column, flags := range [][]string{{"-a"}, {"-a", "-f"}} {
				for _, formula := range formulas {
					property := regexp.MustCompile(`_\d$`).ReplaceAllString(formula, "")
					for len(got[property]) <= column {
						got[property] += "+"
					}
					if !pan(append(slices.Clone(flags), "-N", formula)...) {
						got[property] = got[property][:column] + "-"
						violated++
					}
				}
			}
			for property, answer := range got {
				if want := k.answers[property]; want == "" || answer != want[:2] {
					t.Errorf("%s: SPIN says %s, without and with weak fairness; known is %q", property, answer, want)
				}
			}
			for property := range k.answers {
				// Of these the twins have assertions, or nothing: they are about what is never done.
				if got[property] == "" && !slices.Contains([]string{"one_first", "at_once", "in_order"}, property) {
					t.Errorf("no formula for %s", property)
				}
			}
		})
	}
	if violated < 20 {
		t.Errorf("SPIN finds %d formulas violated", violated)
	}
	for _, file := range twins(t) {
		if !slices.ContainsFunc(fairVerdicts, func(k fairAnswers) bool { return k.name+".pml" == filepath.Base(file) }) {
			t.Errorf("%s is a twin of no example", file)
		}
	}
}

func twins(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("liveness/promela/*.pml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no twins: %v", err)
	}
	return files
}

// panOf makes a verifier of a twin. pan runs it with flags, and says whether it finds no
// error; it fails the test if the search is not complete.
func panOf(t *testing.T, name, set string) (formulas []string, pan func(flags ...string) bool) {
	t.Helper()
	file, err := filepath.Abs(filepath.Join("liveness", "promela", name+".pml"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^ltl (\w+) `).FindAllSubmatch(text, -1) {
		formulas = append(formulas, string(m[1]))
	}
	dir := t.TempDir()
	run := func(command string, args ...string) string {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, command, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", command, args, err, out)
		}
		return string(out)
	}
	make := []string{"-a"}
	if set != "" {
		set = strings.NewReplacer("true", "1", "false", "0").Replace(set)
		make = append(make, "-D"+set)
	}
	run("spin", append(make, file)...)
	run("gcc", "-O1", "-w", "-DNOREDUCE", "-DNFAIR=4", "-DMEMLIM=1000", "-o", "pan", "pan.c")
	return formulas, func(flags ...string) bool {
		out := run("./pan", append(flags, "-m100000")...)
		m := regexp.MustCompile(`errors: (\d+)`).FindStringSubmatch(out)
		if m == nil || strings.Contains(out, "max search depth too small") || m[1] == "0" && strings.Contains(out, "assertion violated") {
			t.Fatalf("%v:\n%s", flags, out)
		}
		if m[1] != "0" && !strings.Contains(out, "acceptance cycle") && !strings.Contains(out, "assertion violated (!(") {
			t.Errorf("%v: another error:\n%s", flags, out)
		}
		return m[1] == "0"
	}
}
