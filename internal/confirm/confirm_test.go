//go:build integration

package confirm_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"flavers/check"
	"flavers/internal/confirm"
	"flavers/internal/trial"
	"flavers/lang/golang"
	"flavers/report"
	"flavers/verify"
)

// runs checks the roots of a package, and runs those that are violated in the model.
func runs(t *testing.T, dir string, pattern string, only []string, each func(root string, c *report.Check)) {
	t.Helper()
	ps, list := golang.Open(t.Context(), []golang.Request{{Dir: dir, Patterns: []string{pattern}}}, nil)
	if list.HasErrors() {
		t.Fatal(list.All)
	}
	s := confirm.New(ps, "")
	defer s.Close()
	for _, root := range check.Of(ps).Roots {
		if root.Name == "main.main" && only != nil {
			continue
		}
		a := check.Package(t.Context(), root,
			check.Options{Verify: verify.Options{Timeout: 10 * time.Second, Only: only}, Partial: check.Off})
		if a.Check == nil {
			continue
		}
		if err := s.Check(t.Context(), root.Program, a.Program, a.Check); err != nil {
			t.Fatal(err)
		}
		each(root.Name, a.Check)
	}
}

func goroot(t *testing.T) string {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(root))
}

// Of the kernels of GoBench, those that the model has right are blocked when they run, too.
func TestConfirmKernels(t *testing.T) {
	dir := filepath.Join(goroot(t), "src", "runtime", "testdata", "testgoroutineleakprofile", "goker")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("this installation of Go has no kernels: %v", err)
	}
	confirmed := 0
	runs(t, dir, ".", []string{report.Deadlock}, func(root string, c *report.Check) {
		r := c.Deadlock
		if r.Confirmed == report.InPackage {
			confirmed++
			if len(r.Native.Blocked) == 0 || r.Verdict != report.Violated {
				t.Errorf("%s: %s, %+v", root, r.Verdict, r.Native)
			}
			return
		}
		t.Logf("%s: %s, %+v", root, r.Verdict, r.Native)
	})
	t.Logf("%d kernels confirmed", confirmed)
	if confirmed < 55 {
		t.Errorf("fewer than before")
	}
}

// What has a mistake shows it when it runs, and what has none does not.
func TestConfirmPairs(t *testing.T) {
	runs(t, "../../lang/golang/testdata/pairs", ".", nil, func(root string, c *report.Check) {
		shown := c.Deadlock.Confirmed == report.InPackage || c.RuntimeErrors != nil && c.RuntimeErrors.Confirmed == report.InPackage
		if wrong := strings.Contains(root, ".Leak") || strings.Contains(root, ".Panic"); wrong != shown {
			t.Errorf("%s: confirmed: %v; %+v", root, shown, c.Deadlock.Native)
		}
	})
}

// A module with a command, tests in both packages of a folder, and operations in several packages.
func TestConfirmModule(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/shop.v2\n\ngo 1.12\n",
		"queue/queue.go": `//go:build linux || !linux

package queue

type Queue struct{ items, done chan int }

func New() *Queue { return &Queue{items: make(chan int), done: make(chan int)} }

func (q *Queue) Put(i int) {
	select {
	case q.items <- i:
	case <-q.done:
	}
}

func (q *Queue) Take() int { return <-q.items }

func (q *Queue) Close() { close(q.done) }
`,
		"queue/queue_test.go": `package queue

import "testing"

func TestTake(t *testing.T) {
	q := New()
	go func() { q.Take() }()
	q.Close()
}

func TestFine(t *testing.T) {
	q := New()
	go q.Put(1)
	q.Take()
	q.Close()
}

func TestCleanup(t *testing.T) {
	done := make(chan bool)
	t.Cleanup(func() { close(done) })
	go func() { <-done }()
}

func TestContext(t *testing.T) {
	go func() { <-t.Context().Done() }()
}

func TestParallel(t *testing.T) {
	t.Parallel()
	TestCleanup(t)
}
`,
		"queue/outside_test.go": `package queue_test

import (
	"testing"

	"example.com/shop.v2/queue"
)

func TestTwice(t *testing.T) {
	q := queue.New()
	go q.Close()
	q.Close()
}
`,
		"main.go": `package main

import (
	"time"

	"example.com/shop.v2/queue"
)

func main() {
	q := queue.New()
	done := make(chan bool)
	go func() { q.Take(); done <- true }()
	q.Close()
	<-done
}

// Wait is called with a time.
func Wait(d time.Duration) {
	c := make(chan bool)
	go func() { c <- true }()
	if d == 0 {
		<-c
	}
}
`} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got := map[string]string{}
	runs(t, dir, "./...", nil, func(root string, c *report.Check) {
		got[root] = c.Deadlock.Confirmed
		if c.Deadlock.Native != nil {
			t.Logf("%s: %+v", root, c.Deadlock.Native)
		}
		if e := c.RuntimeErrors; e != nil && e.Verdict == report.Violated {
			got[root] += "," + e.Confirmed + "," + e.Native.Crash
		}
	})
	want := map[string]string{"queue.TestTake": "native", "queue.TestFine": "", "queue.TestCleanup": "",
		"queue.TestContext": "", "queue.TestParallel": "", "main.main": "native", "main.Wait": "native",
		"queue_test.TestTwice": ",native,panic: close of closed channel"}
	for root, w := range want {
		if have, ok := got[root]; !ok || have != w {
			t.Errorf("%s: %q, not %q", root, got[root], w)
		}
	}
	entries, err := os.ReadDir(filepath.Join(dir, "queue"))
	if err != nil || len(entries) != 3 {
		t.Errorf("the folder of the package was changed: %v %v", entries, err)
	}
}

// Clients are run, too: of a package with a mistake, a run shows it, and a test is kept that is Go source of its own. Of
// the package without the mistake, nothing is run.
func TestConfirmClients(t *testing.T) {
	for dir, mistakes := range map[string]int{"poll/before": 1, "poll/after": 0, "streams": 1, "limit": 1} {
		ps, list := golang.Open(t.Context(), []golang.Request{{Dir: filepath.Join("../../lang/golang/testdata", dir),
			Patterns: []string{"."}, Clients: golang.Clients(check.ClientsAuto)}}, nil)
		if list.HasErrors() {
			t.Fatal(list.All)
		}
		s := confirm.New(ps, "")
		confirmed := 0
		for _, root := range check.Of(ps).Roots {
			a := check.Package(t.Context(), root, check.Options{})
			if a.Check == nil || a.Program == nil {
				continue
			}
			if err := s.Check(t.Context(), root.Program, a.Program, a.Check); err != nil {
				t.Fatal(err)
			}
			if r := a.Check.Deadlock; r != nil && r.Confirmed == report.InPackage {
				confirmed++
			} else if r != nil && r.Verdict == report.Violated {
				t.Errorf("%s: %+v", root.Name, r.Native)
			}
		}
		if confirmed < mistakes || mistakes == 0 && confirmed > 0 {
			t.Errorf("%s: %d confirmed", dir, confirmed)
		}
		kept := t.TempDir()
		notes, err := s.Tests(t.Context(), kept)
		if err != nil || len(notes) != mistakes {
			t.Errorf("%s: %v, %v", dir, notes, err)
		}
		s.Close()
	}
}

// Tests of one package that do not compile are no file, and those of the other packages are written all the same.
func TestConfirmBroken(t *testing.T) {
	text, err := os.ReadFile("../../lang/golang/testdata/poll/before/poll.go")
	if err != nil {
		t.Fatal(err)
	}
	dir := trial.Files(t, map[string]string{"go.mod": "module m\n\ngo 1.26\n",
		"a/a.go": string(text), "b/b.go": string(text)})
	ps, list := golang.Open(t.Context(), []golang.Request{{Dir: dir, Patterns: []string{"./..."},
		Clients: golang.Clients(check.ClientsAuto)}}, nil)
	if list.HasErrors() {
		t.Fatal(list.All)
	}
	s := confirm.New(ps, "")
	defer s.Close()
	for _, root := range check.Of(ps).Roots {
		if a := check.Package(t.Context(), root, check.Options{}); a.Check != nil && a.Program != nil {
			if err := s.Check(t.Context(), root.Program, a.Program, a.Check); err != nil {
				t.Fatal(err)
			}
		}
	}
	broken := []byte("package poll\n\nvar x int = 'a\n")
	if err := os.WriteFile(filepath.Join(dir, "a", "broken_test.go"), broken, 0o666); err != nil {
		t.Fatal(err)
	}
	kept := t.TempDir()
	notes, err := s.Tests(t.Context(), kept)
	files, _ := os.ReadDir(kept)
	if err == nil || len(notes) != 1 || len(files) != 1 || files[0].Name() != "m_b_flavers_test.go" {
		t.Errorf("%v, %v, %v", notes, err, files)
	}
}
