package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"flavers/report"
)

// A folder, several programs and ./... are checked as each program alone: same
// verdicts, and the gravest exit status. A wrong program hides no other.
func TestCheckAll(t *testing.T) {
	inDir(t, map[string]string{
		"good.tfg": "program g\ntask t { event a }\n", "good.fsa": "property p { existence of a }\n",
		"bad.tfg": "program b\ntask t { event a }\n", "bad.fsa": "property p { absence of a }\n",
		"alone.tfg":     "program a\ntask t { event a }\n",
		"notes.txt":     "no program",
		".hidden/x.tfg": "nonsense",
	})
	for _, c := range []struct {
		args   string
		status int
		want   []string
	}{
		{".", 1, []string{"bad.tfg: 2 checks, 1 violated, 1 holds\n\n", "p is violated", "alone.tfg: 1 check, 1 holds\n", "good.tfg: 2 checks, 2 hold\n", "3 programs: 1 with a violation, 2 without a violation"}},
		{"./...", 1, []string{"3 programs: 1 with a violation"}},
		{"good.tfg alone.tfg", 0, []string{"2 programs: 2 without a violation"}},
		{"good.tfg good.tfg", 0, []string{"1 program: 1 without a violation"}},
		{"good.tfg nowhere", 2, []string{"good.tfg: 2 checks, 2 hold\n"}},
		{". --only deadlock", 0, []string{"3 programs: 3 without a violation"}},
		{". --only p", 1, []string{"alone.tfg: nothing to check\n"}},
		{". --format github", 1, []string{"::error file=bad.tfg"}},
	} {
		got := runReal("", append([]string{"check"}, strings.Fields(c.args)...)...)
		if got.status != c.status {
			t.Errorf("check %s: status %d, want %d\n%s%s", c.args, got.status, c.status, got.out, got.err)
		}
		for _, want := range c.want {
			if !strings.Contains(got.out, want) {
				t.Errorf("check %s: no %q in\n%s%s", c.args, want, got.out, got.err)
			}
		}
	}
	got := runReal("", "check", ".", "--format", "json", "--no-times", "--sarif-output", "all.sarif")
	var all struct{ Programs []json.RawMessage }
	if err := json.Unmarshal([]byte(got.out), &all); err != nil || len(all.Programs) != 3 {
		t.Fatalf("%v\n%s%s", err, got.out, got.err)
	}
	for i, name := range []string{"alone.tfg", "bad.tfg", "good.tfg"} {
		var one, alone report.Check
		text := runReal("", "check", name, "--format", "json", "--no-times")
		if name == "alone.tfg" {
			text = runReal("", "check", name, "--format", "json", "--no-times", "--only", "deadlock", "--only", "runtime-errors")
		}
		for text, to := range map[string]*report.Check{string(all.Programs[i]): &one, text.out: &alone} {
			if err := json.Unmarshal([]byte(text), &struct{ Program *string }{&to.Program}); err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
		}
		if one.Program != name || alone.Program != name {
			t.Errorf("%q, %q, want %s", one.Program, alone.Program, name)
		}
		var a, b any
		if json.Unmarshal(all.Programs[i], &a) != nil || json.Unmarshal([]byte(text.out), &b) != nil {
			t.Fatal(text.out)
		}
		x, _ := json.Marshal(a)
		y, _ := json.Marshal(b)
		if string(x) != string(y) {
			t.Errorf("%s among others\n%s\nalone\n%s", name, x, y)
		}
	}
	if text, err := os.ReadFile("all.sarif"); err != nil || strings.Count(string(text), `"driver"`) != 3 {
		t.Errorf("%v\n%s", err, text)
	}
	for _, c := range []struct{ args, want string }{
		{". --dump cfg", "--dump: of one program only"},
		{". --html-output p.html --constraints-file c", "--constraints-file, --html-output: of one program only"},
		{"", "takes a PROGRAM"},
	} {
		if got := runReal("", append([]string{"check"}, strings.Fields(c.args)...)...); got.status != report.ExitInput || !strings.Contains(got.err, c.want) {
			t.Errorf("check %s: status %d, %s", c.args, got.status, got.err)
		}
	}
	if err := os.WriteFile("wrong.tfg", []byte("task"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := runReal("", "check", "."); got.status != report.ExitInput || !strings.Contains(got.out, "p is violated") || !strings.Contains(got.out, "wrong.tfg: cannot be checked") || !strings.Contains(got.err, "wrong.tfg:1") {
		t.Errorf("status %d\n%s%s", got.status, got.out, got.err)
	}
}
