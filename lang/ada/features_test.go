package ada_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"flavers"
	"flavers/lang/ada"
	"flavers/report"
	"flavers/verify"
)

// choice is a part of a program of testdata/features that decides: [[good||bad]].
var choice = regexp.MustCompile(`(?s)\[\[(.*?)\|\|(.*?)\]\]`)

// TestFeatures: of each part of Ada that is lowered there is a pair of programs that differ in little. One holds. The
// other one is violated in what the first line of the file says: a deadlock, or a run-time error.
func TestFeatures(t *testing.T) {
	files, err := filepath.Glob("testdata/features/*.adb")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		first, text, _ := strings.Cut(string(src), "\n")
		what, possible := strings.CutSuffix(strings.TrimPrefix(first, "-- "), " possible") // the ledger leaves it open
		known := what == "errors" || what == "deadlock"
		if possible {
			what += "possible"
		}
		if !choice.MatchString(text) || !known {
			t.Errorf("%s: no choice, or nothing that it decides", file)
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".adb"), func(t *testing.T) {
			t.Parallel()
			for part, want := range map[string]string{"$1": "", "$2": what} {
				name := "p.adb"
				p, problems := ada.Load([]ada.File{{Name: name,
					Text: []byte("\n" + choice.ReplaceAllString(text, part))}}, nil, nil)
				if problems.HasErrors() {
					t.Fatal(problems.All)
				}
				if got := violated(t, p); got != want && (want == "" || !strings.Contains(got+",", want+",")) {
					t.Errorf("with %s: violated is %q, want %q; %v\n%s", part, got, want, p.Ledger, p.Text)
				}
			}
		})
	}
}

// violated is what is violated of a program.
func violated(t *testing.T, p *ada.Program) string {
	r := checked(t, p)
	var out []string
	if r.RuntimeErrors != nil && r.RuntimeErrors.Verdict != report.Holds {
		out = append(out, "errors"+strings.TrimPrefix(string(r.RuntimeErrors.Verdict), "violated"))
	}
	if r.Deadlock != nil && r.Deadlock.Verdict != report.Holds {
		out = append(out, "deadlock"+strings.TrimPrefix(string(r.Deadlock.Verdict), "violated"))
	}
	return strings.Join(out, ",")
}

// checked is what the checks of a program found.
func checked(t *testing.T, p *ada.Program) *report.Check {
	r, err := flavers.Check(context.Background(), &flavers.Model{Program: p.Program}, verify.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}
