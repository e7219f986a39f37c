package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flavers/report"
)

// fmt prints, lists, shows or writes; a file with errors stays as it is.
func TestFmt(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const loose, tight = "task t{\nx=1 }", "task t {\n    x = 1\n}\n"
	a, b, good := write("a.tfg", loose), write("sub/b.fsa", "property p{absence of a}"), write("good.tfg", tight)
	write("other.txt", loose)
	for _, c := range []struct {
		in, args, out string
		status        int
	}{
		{loose, "fmt", tight, report.ExitHolds},
		{"{a}all a", "fmt --spec -", "{ a } all a\n", report.ExitHolds},
		{"", "fmt " + a, tight, report.ExitHolds},
		{"", "fmt -l " + folder, a + "\n" + b + "\n", report.ExitViolated},
		{"", "fmt -l " + good, "", report.ExitHolds},
		{"", "fmt -d " + folder + "/...", "-task t{\n-x=1 }\n\\ No newline at end of file\n+task t {\n+    x = 1\n+}\n", report.ExitViolated},
		{"task t { x = }", "fmt", "", report.ExitInput},
		{"", "fmt -w -", "", report.ExitInput},
		{"", "fmt " + filepath.Join(folder, "none.tfg"), "", report.ExitInput},
		{"", "fmt -l -w " + folder, a + "\n" + b + "\n", report.ExitHolds},
		{"", "fmt -l " + folder, "", report.ExitHolds},
	} {
		got := runReal(c.in, strings.Fields(c.args)...)
		exact := got.out == c.out || strings.Contains(c.args, "-d") && strings.Contains(got.out, c.out)
		if !exact || got.status != c.status || (got.err != "") != (c.status == report.ExitInput) {
			t.Errorf("%s: status %d, %q, %q", c.args, got.status, got.out, got.err)
		}
	}
	if text, err := os.ReadFile(b); err != nil || string(text) != "property p { absence of a }\n" {
		t.Errorf("%q, %v", text, err)
	}
	if info, err := os.Stat(b); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	bad := write("bad.tfg", "task t{ x = }")
	got := runReal("", "fmt", "-w", folder)
	if text, err := os.ReadFile(bad); err != nil || string(text) != "task t{ x = }" || got.status != report.ExitInput || !strings.Contains(got.err, "bad.tfg:1:13") {
		t.Errorf("%q, %v, %q", text, err, got.err)
	}
}
