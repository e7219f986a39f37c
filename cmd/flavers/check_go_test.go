package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flavers/internal/roots"
)

const ignoredPackage = "../../lang/golang/testdata/ignored"

// Findings that comments ask to ignore are counted apart, keep their verdicts, and do not count for the exit status;
// comments that ignore nothing are told.
func TestIgnoreComments(t *testing.T) {
	got := runReal("", "check", ignoredPackage)
	for _, want := range []string{"ignored.Late: 2 checks, 1 ignored, 1 holds\n", "ignored.Function: 2 checks, 1 ignored, 1 holds\n",
		"ignored.Twice: 2 checks, 1 ignored, 1 holds\n", "ignored.Orders: 2 checks, 1 ignored, 1 holds\n", "ignored.Right: 1 check, 1 holds\n",
		"ignored.Other: 1 check, 1 violated\n", "ignored.Half: 2 checks, 1 violated, 1 holds\n",
		"7 roots: 2 with a violation, 4 with ignored findings, 1 without a violation\n"} {
		if !strings.Contains(got.out, want) {
			t.Errorf("no %q in\n%s", want, got.out)
		}
	}
	if n := strings.Count(got.err, "warning G011"); n != 3 || got.status != 1 || !strings.Contains(got.err, "blocked elsewhere, too") {
		t.Errorf("%d warnings, status %d\n%s", n, got.status, got.err)
	}
	got = runReal("", "check", ignoredPackage, "--entry", "ignored.Late", "-v")
	if got.status != 0 || !strings.Contains(got.out, "Ignored: the process ends soon after") || strings.Contains(got.err, "G011") {
		t.Errorf("status %d\n%s%s", got.status, got.out, got.err)
	}
	got = runReal("", "check", ignoredPackage, "--format", "json", "--entry", "ignored.Late")
	var report struct {
		Roots []struct {
			Deadlock struct {
				Verdict string
				Ignored struct{ Reason, Pos string }
			}
		}
	}
	if err := json.Unmarshal([]byte(got.out), &report); err != nil || len(report.Roots) != 1 {
		t.Fatalf("%v\n%s", err, got.out)
	}
	d := report.Roots[0].Deadlock
	if d.Verdict != "violated" || d.Ignored.Reason != "the process ends soon after" || !strings.HasSuffix(d.Ignored.Pos, "ignored.go:13:3") {
		t.Errorf("%+v", d)
	}
}

// Of several roots, there is a page that lists them, and one of each with an execution to show.
func TestPagesOfRoots(t *testing.T) {
	page := filepath.Join(t.TempDir(), "all roots.html")
	got := runReal("", "check", "../../lang/golang/testdata/late", "--html-output", page)
	list, err := os.ReadFile(page)
	if err != nil || got.status != 1 || !strings.Contains(string(list), `<a href="all%20roots_files/late.Ask.html">late.Ask</a>`) {
		t.Fatalf("%d %s %v\n%s", got.status, got.err, err, list)
	}
	files, err := filepath.Glob(filepath.Join(filepath.Dir(page), "all roots_files", "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v %v", files, err)
	}
	if one, err := os.ReadFile(files[0]); err != nil || !strings.Contains(string(one), "Ask_func1[0]") {
		t.Errorf("%v\n%.2000s", err, one)
	}
}

// A second check of the same packages prints the same, in every form, and keeps nothing new; what was changed is not
// used, which -v tells.
func TestKeptAnswers(t *testing.T) {
	cache := t.TempDir()
	files := func() (names []string) {
		names, _ = filepath.Glob(filepath.Join(cache, "??", "*"))
		return names
	}
	for _, format := range []string{"text", "sarif"} {
		t.Setenv(roots.Variable, "off")
		want := runReal("", "check", ignoredPackage, "--format", format, "--no-times")
		t.Setenv(roots.Variable, cache)
		if none := runReal("", "check", ignoredPackage, "--format", format, "--no-times", "--no-cache"); none != want {
			t.Errorf("%s: --no-cache prints\n%s", format, none.out)
		}
		for _, when := range []string{"first", "second"} {
			if got := runReal("", "check", ignoredPackage, "--format", format, "--no-times"); got != want {
				t.Errorf("%s, the %s time: status %d\n%s%s\nwant status %d\n%s%s", format, when, got.status, got.out, got.err, want.status, want.out, want.err)
			}
		}
	}
	if n := len(files()); n != 8 { // seven roots, and the list of them
		t.Errorf("%d files", n)
	}
	for _, name := range files() {
		if err := os.WriteFile(name, []byte("nonsense"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got := runReal("", "check", ignoredPackage, "-v")
	if n := strings.Count(got.err, "is not used: it is no file of this version"); n != 8 || got.status != 1 {
		t.Errorf("%d notes, status %d\n%s", n, got.status, got.err)
	}
}
