package main

import (
	"encoding/json"
	"errors"
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
	got := runReal("", "check", ignoredPackage, "--roots")
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

// A page calls a lock as the source does, and says what it is called elsewhere.
func TestPageOfFields(t *testing.T) {
	dir := t.TempDir()
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module m\n\ngo 1.24\n"), 0o666),
		os.WriteFile(filepath.Join(dir, "m.go"), []byte("package main\n\nimport \"sync\"\n\ntype account struct{ mu sync.Mutex }\n\n"+
			"func main() {\n\ta := &account{}\n\ta.mu.Lock()\n\ta.mu.Lock()\n}\n"), 0o666)); err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(dir, "page.html")
	got := runReal("", "check", dir, "--no-cache", "--html-output", page)
	text, err := os.ReadFile(page)
	for _, want := range []string{"a.mu.Lock()", `<td>account.mu</td><td></td><td class="at">account_mu</td>`} {
		if err != nil || got.status != 1 || !strings.Contains(string(text), want) {
			t.Errorf("%q is missing: %d %s %v", want, got.status, got.err, err)
		}
	}
	if !strings.Contains(got.out, "main  waits at  a.mu.Lock()") || strings.Contains(got.out, "account_mu") {
		t.Errorf("the text has names of the model:\n%s", got.out)
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

// What a folder of Go is, and what is wrong with it, is said; nothing is left out without a word.
func TestGoFolders(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"none/a.go":  "package none\n\nfunc F() {}\n",
		"wrong/a.go": "package wrong\n\nfunc F() { undefined() }\n", "wrong/go.mod": "module wrong\n",
		"idle/a.go": "package idle\n\nfunc F() { println() }\n", "idle/go.mod": "module idle\n",
		"work/go.work": "go 1.24\n\nuse (\n\t./a\n\t./b\n)\n", "work/a/go.mod": "module example.org/a\n\ngo 1.24\n",
		"work/b/go.mod": "module example.org/b\n\ngo 1.24\n", "work/b/b.go": "package b\n\nfunc Send(c chan int) { c <- 1 }\n",
		"work/a/a.go": "package a\n\nimport \"example.org/b\"\n\nfunc Leak() {\n\tc := make(chan int)\n\tgo b.Send(c)\n}\n",
		"near/go.mod": "module example.org/near\n\ngo 1.24\n\nrequire example.org/b v1.0.0\n\n" +
			"replace example.org/b => ../work/b\n",
		"near/a.go":                      "package near\n\nimport \"example.org/b\"\n\nfunc Leak() {\n\tc := make(chan int)\n\tgo b.Send(c)\n}\n",
		"lent/go.mod":                    "module example.org/lent\n\ngo 1.24\n\nrequire example.org/b v1.0.0\n",
		"lent/vendor/modules.txt":        "# example.org/b v1.0.0\n## explicit; go 1.24\nexample.org/b\n",
		"lent/vendor/example.org/b/b.go": "package b\n\nfunc Send(c chan int) { c <- 1 }\n",
		"lent/a.go":                      "package lent\n\nimport \"example.org/b\"\n\nfunc Leak() {\n\tc := make(chan int)\n\tgo b.Send(c)\n}\n",
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		folder, args string
		status       int
		want         []string
	}{
		{"none", ".", 2, []string{"G001: .: the Go files of this folder belong to no module",
			"hint: there is no go.mod in this folder or above: go mod init NAME makes one"}},
		{"none", "./...", 2, []string{"hint: there is no go.mod in this folder or above"}},
		{"wrong", ".", 2, []string{"a.go:3:12: error G001: undefined: undefined\n    func F() { undefined() }\n               ^\n"}},
		{"idle", ".", 0, []string{"1 root: 1 with nothing to wait for\n"}},
		{"idle", ". --format json", 0, []string{`"idle": [`, `"idle.F"`}},
		{"work", "./...", 2, []string{"hint: name the modules of the workspace: ./MODULE/..."}},
		{"work", "./a", 1, []string{"a.Leak: 2 checks, 1 violated, 1 holds", "Send  waits at  c <- 1  b/b.go:3:27\n"}},
		{"near", ".", 1, []string{"near.Leak: 2 checks, 1 violated, 1 holds", "work/b/b.go:3:27\n"}},
		{"lent", ".", 3, []string{"lent.Leak: 1 check, 1 unknown\n"}},
	} {
		t.Chdir(filepath.Join(dir, c.folder))
		got := runReal("", append([]string{"check"}, strings.Fields(c.args)...)...)
		for _, want := range c.want {
			if text := got.out + got.err; got.status != c.status || !strings.Contains(text, want) || strings.Contains(text, "# wrong") {
				t.Errorf("%s %s: status %d, no %q in\n%s", c.folder, c.args, got.status, want, text)
			}
		}
	}
}

// TestGoTimeout: time that runs out before Go packages are loaded is no wrong input, and what was not reached is named.
func TestGoTimeout(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module m\n\ngo 1.24\n",
		"m.go": "package m\n\nfunc Root() { <-make(chan int) }\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, flags := range []string{"--no-cache", "--confirm"} {
		got := runReal("", "check", dir, "--timeout", "10ms", flags) // the go command takes longer
		if got.status != 3 || !strings.Contains(got.out, "not checked: "+dir) || !strings.Contains(got.err, "time ran out") {
			t.Errorf("%s: %+v", flags, got)
		}
	}
}

// TestGoNames: names may have letters that the task language does not have.
func TestGoNames(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module m\n\ngo 1.24\n",
		"m.go": "package ü\n\nfunc Ä() { é := make(chan int); <-é }\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got := runReal("", "check", dir, "--no-cache", "--entry", "ü.Ä")
	if got.status != 1 || !strings.Contains(got.out, "ü.Ä: 1 check, 1 violated") {
		t.Errorf("%+v", got)
	}
}

// An event that no root of a package has is reported once, with a hint that is true of all of them.
func TestUnknownEventOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.fsa")
	if err := os.WriteFile(file, []byte("property p { absence of gone }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	got := runReal("", "check", ignoredPackage, "--property", file)
	if n := strings.Count(got.err, "error F301"); n != 1 || strings.Contains(got.err, "its events are") || got.status != 2 {
		t.Errorf("%d messages, status %d\n%s", n, got.status, got.err)
	}
}

// A name of --only that no check of Go packages has is a mistake of the user, as it is for a program.
func TestOnlyUnknownGo(t *testing.T) {
	got := runReal("", "check", ignoredPackage, "--only", "deadlok")
	if got.status != 2 || strings.Contains(got.out, "without a violation") ||
		!strings.Contains(got.err, `no property is named "deadlok"`) || !strings.Contains(got.err, `did you mean "deadlock"`) {
		t.Errorf("status %d\n%s%s", got.status, got.out, got.err)
	}
}
