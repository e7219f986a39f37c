package ada_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flavers"
	"flavers/internal/directive"
	"flavers/internal/trial"
	"flavers/lang/ada"
	"flavers/report"
	"flavers/report/ledger"
	"flavers/verify"
)

// leftOpen lists the textbook programs whose deadlock check is unknown, with the code of the ledger that says why.
var leftOpen = map[string]string{"unhandled": "B28"}

// TestTextbook: programs as textbooks have them are accepted unchanged, with the verdicts that they name, or with none
// and a code of the ledger.
func TestTextbook(t *testing.T) {
	files, err := filepath.Glob("testdata/textbook/*.adb")
	if err != nil || len(files) < 20 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".adb")
		if name == "semaphores" {
			continue // a package that others name
		}
		if !trial.More() && slices.Contains([]string{"library_readers", "checkpoint", "resources"}, name) {
			continue // these take seconds
		}
		t.Run(name, func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			read := func(name string) ([]byte, bool) {
				text, err := os.ReadFile(name)
				return text, err == nil
			}
			p, problems := ada.Load([]ada.File{{Name: file, Text: src}}, nil, read)
			if problems.HasErrors() {
				t.Fatal(problems.All)
			}
			c, err := flavers.Check(context.Background(), &flavers.Model{Program: p.Program}, verify.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if code := leftOpen[name]; code != "" {
				known := slices.ContainsFunc(c.Ledger, func(n ledger.Note) bool { return n.Code == code })
				if !known || c.Deadlock == nil || c.Deadlock.Verdict != report.Unknown {
					t.Errorf("%v, %v: want an open answer and %s", c.Deadlock, c.Ledger, code)
				}
				return
			}
			got := map[string]report.Verdict{"deadlock": report.Holds, "runtime-errors": report.Holds}
			if c.Deadlock != nil {
				got["deadlock"] = c.Deadlock.Verdict
			}
			if c.RuntimeErrors != nil {
				got["runtime-errors"] = c.RuntimeErrors.Verdict
			}
			expected := 0
			for _, d := range directive.Scan(file, src) {
				what, no := strings.CutPrefix(d.Args[0], "no-")
				want := report.Violated
				if no {
					want = report.Holds
				}
				if expected++; got[what] != want {
					t.Errorf("%s is %s, want %s", what, got[what], want)
				}
			}
			if expected != 2 {
				t.Errorf("%d expectations", expected)
			}
		})
	}
}
