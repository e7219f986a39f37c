package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"flavers/report"
)

// everyCommand are command lines for PROGRAM that run every stage, with short
// limits; OUT is a folder for files.
var everyCommand = []string{
	"check PROGRAM --html-output OUT/page.html --json-output OUT/check.json",
	"check PROGRAM --refine all --check --minimize",
	"check PROGRAM --runtime-errors",
	"check PROGRAM --dump mhp",
	"check PROGRAM --dump problem",
	"explore PROGRAM --depth 30 --max-executions 20 --html-output OUT/page.html",
	"crosscheck PROGRAM --depth 30 --max-executions 20 --max-states 1000 --timeout 100ms",
	"render PROGRAM --graph pruned --large -o OUT/picture.svg",
	"render PROGRAM --graph trace -o OUT/trace.svg",
	"render PROGRAM --graph cfg -o OUT/cfg.dot",
	"stats PROGRAM --no-times",
}

// arguments fills a command line in.
func arguments(line, program, out string, more ...string) []string {
	line = strings.ReplaceAll(line, "OUT", out)
	args := strings.Fields(line)
	for i, a := range args {
		if a == "PROGRAM" {
			args[i] = program
		}
	}
	return append(args, more...)
}

// TestFewInstances runs commands on every example, with each constant that sizes
// something at 0, 1 and -1: families without a task, rings of one, ranges without a
// value. Whatever these make of the program, it is no internal error.
// TestFewInstancesAll runs more commands.
func TestFewInstances(t *testing.T) { fewInstances(t, 24, 6) }

// fewInstances takes every part-th command, and with a constant at 0 every atNone-th.
func fewInstances(t *testing.T, part, atNone int) {
	t.Helper()
	programs, err := filepath.Glob("../../examples/*.tfg")
	if err != nil || len(programs) == 0 {
		t.Fatal("no examples", err)
	}
	folder := t.TempDir()
	none := filepath.Join(folder, "none.tfg")
	for name, text := range map[string]string{
		"none.tfg": "program none\nconst N = 0\nshared x 0..1\ntask t[i in 0..N-1] { x = 1; event a(i) }\n",
		"none.fsa": "property ends { states s, t*\n events a = \"a(*)\"\n s -> t : a\n t -> t : a }\n" +
			"constraint some { states s*\n events a = \"a(*)\"\n s -> s : a }\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	constant := regexp.MustCompile(`(?m)^const +(\w+) *= *\d+`)
	runs := 0
	for _, program := range append(programs, none) {
		text, err := os.ReadFile(program)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range constant.FindAllStringSubmatch(string(text), -1) {
			for _, value := range []string{"0", "1", "-1"} {
				every := part
				if value == "0" {
					every = atNone
				}
				for i, line := range everyCommand {
					if program != none && i%every != runs%every {
						continue // all of them would take minutes
					}
					args := arguments(line, program, folder, "--set", c[1]+"="+value, "--max-tuples", "2000")
					if !strings.Contains(line, "--timeout") {
						args = append(args, "--timeout", "1s")
					}
					var out, errs bytes.Buffer
					if status := run(args, strings.NewReader(""), &out, &errs); status == report.ExitInternal {
						t.Errorf("flavers %s: %s", strings.Join(args, " "), errs.String())
					}
				}
				runs++
			}
		}
	}
	if runs < 50 {
		t.Errorf("only %d settings were run: the examples have more constants", runs)
	}
}

// TestNoInstances is what a family without a task leads to.
func TestNoInstances(t *testing.T) {
	dining := "../../examples/dining.tfg"
	for value, want := range map[string]int{"0": report.ExitHolds, "-1": report.ExitInput} {
		var out, errs bytes.Buffer
		if status := run([]string{"check", dining, "--strict=false", "--set", "N=" + value}, nil, &out, &errs); status != want {
			t.Errorf("N=%s: status %d, want %d\n%s", value, status, want, errs.String())
		}
		if value == "-1" && !strings.Contains(errs.String(), "dining.tfg:20:16: error T207") {
			t.Errorf("N=-1: no diagnostic at the range\n%s", errs.String())
		}
	}
}
