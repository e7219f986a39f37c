package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flavers/report"
)

// Warnings of lint, and how they are left out; the examples give none but of events.
func TestLint(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"p.tfg":       "const N = 3\nconst M = 2\ntask t { event a(M); event b; stop; skip }\n",
		"p.fsa":       "property p[i in 0..N] { existence of a(i) at most 1 times }\n",
		"sub/q.tfg":   "//! ignore T402 T401\nconst N = 3\ntask t { event b; stop; skip }\n",
		"bad/r.tfg":   "//! ignore T9\ntask t { event b }\n",
		"plain/s.tfg": "task t { event b }\n",
	} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p := filepath.Join(folder, "p.tfg")
	for _, c := range []struct {
		args, want string // codes in order
		status     int
	}{
		{"lint " + p, "T406 T401", report.ExitViolated},
		{"lint " + p + " --ignore T406", "T401", report.ExitViolated},
		{"lint " + p + " --ignore T406 --ignore T401", "", report.ExitHolds},
		{"lint " + filepath.Join(folder, "sub") + " " + filepath.Join(folder, "plain"), "", report.ExitHolds},
		{"lint " + filepath.Join(folder, "bad"), "C110", report.ExitInput},
		{"lint ../../examples ../../internal/starter --ignore T406", "", report.ExitHolds},
		{"lint", "", report.ExitInput},
		{"lint " + p + " --ignore T312", "", report.ExitInput},
	} {
		got := runReal("", strings.Fields(c.args)...)
		var codes []string
		for _, line := range strings.Split(got.err, "\n") {
			for _, mark := range []string{": warning ", ": error "} {
				if _, rest, ok := strings.Cut(line, mark); ok {
					codes = append(codes, rest[:4])
				}
			}
		}
		if strings.Join(codes, " ") != c.want || got.status != c.status || got.out != "" && c.status != report.ExitInput {
			t.Errorf("%s: status %d, %v\n%s%s", c.args, got.status, codes, got.err, got.out)
		}
	}
}
