//go:build integration && unix

package golang_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	service "flavers/check"
	"flavers/internal/trial"
	"flavers/lang/golang"
	"flavers/report"
	"flavers/verify"
)

// module is a module of others, of which some packages are checked.
type module struct {
	path, version string
	packages      []string // below it
	usual         bool     // checked in the usual run, too
}

// modules are in order of how much is learnt from them in little time.
var modules = []module{
	{"golang.org/x/sync", "v0.24.0", []string{"./..."}, true},
	{"github.com/sourcegraph/conc", "v0.3.0", []string{"./..."}, true},
	{"github.com/fsnotify/fsnotify", "v1.10.1", []string{"."}, true},
	{"go.etcd.io/raft/v3", "v3.6.0", []string{"./..."}, true},
	{"github.com/creachadair/jrpc2", "v1.3.6", []string{"./..."}, false},
	{"github.com/hashicorp/raft", "v1.7.3", []string{"."}, false},
	{"github.com/nats-io/nats.go", "v1.43.0", []string{"."}, false},
	{"google.golang.org/grpc", "v1.73.0", []string{"./internal/grpcsync", "./internal/buffer", "./internal/cache"}, false},
	{"github.com/gohugoio/hugo", "v0.147.0", []string{"./common/para", "./common/rungroup"}, false},
}

// One module is loaded and checked for at most so long, and has at most so much memory.
const (
	usualTime   = 25 * time.Second
	wholeTime   = 200 * time.Second
	loadTime    = 80 * time.Second
	moduleBytes = 8 << 30
)

// Modules of others are checked within a time and a memory, without a crash. Whatever is violated is printed, with the
// ledgers: docs/results.md judges it.
func TestModules(t *testing.T) {
	for _, m := range modules {
		t.Run(strings.ReplaceAll(m.path, "/", "_"), func(t *testing.T) {
			budget := wholeTime
			if !trial.More() {
				if budget = usualTime; !m.usual {
					t.Skip("FLAVERS_SCALE=10 checks this module, too")
				}
			}
			dir := fetch(t, m)
			cmd := exec.Command(os.Args[0], "-test.run=^TestOneModule$")
			cmd.Env = append(os.Environ(), "FLAVERS_MODULE="+dir, "FLAVERS_PACKAGES="+strings.Join(m.packages, " "),
				"FLAVERS_BUDGET="+budget.String())
			var out, problems bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &problems
			began := time.Now()
			err := cmd.Run()
			took := time.Since(began)
			var s summary
			text, _, _ := strings.Cut(out.String(), "\n")
			if err != nil || json.Unmarshal([]byte(text), &s) != nil {
				t.Fatalf("%v\n%s\n%s", err, &out, &problems)
			}
			bytes := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
			t.Logf("%.0f s, %.1f GB\n%s", took.Seconds(), float64(bytes)/1e9, &s)
			if s.Roots == 0 {
				t.Errorf("nothing was checked: %s", s.Problem)
			}
			if took > budget+loadTime+20*time.Second { // within five minutes
				t.Errorf("took %s", took)
			}
			if bytes > moduleBytes {
				t.Errorf("%d bytes", bytes)
			}
		})
	}
}

// fetch is a copy of a module, as its own main module.
func fetch(t *testing.T, m module) string {
	t.Helper()
	cmd := exec.Command("go", "mod", "download", "-json", m.path+"@"+m.version)
	cmd.Dir = t.TempDir()
	out, err := cmd.Output()
	var got struct{ Dir, Error string }
	if json.Unmarshal(out, &got) != nil || got.Dir == "" {
		if unreachable(got.Error) || out == nil {
			t.Skipf("no module proxy: %v %s", err, got.Error)
		}
		t.Fatal(err, got.Error)
	}
	dir := filepath.Join(t.TempDir(), "module")
	if err := os.CopyFS(dir, os.DirFS(got.Dir)); err != nil {
		t.Fatal(err)
	}
	download := exec.Command("go", "mod", "download")
	download.Dir = dir
	if out, err := download.CombinedOutput(); err != nil && unreachable(string(out)) {
		t.Skipf("no module proxy: %s", out)
	}
	// The go command builds what the packages need, so that they are loaded in seconds.
	build := exec.CommandContext(t.Context(), "go", append([]string{"list", "-e", "-export", "-deps", "-test"}, m.packages...)...)
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Logf("%v\n%s", err, out)
	}
	return dir
}

func unreachable(text string) bool {
	return slices.ContainsFunc([]string{"dial tcp", "no such host", "timeout", "connection refused", "module lookup disabled"},
		func(s string) bool { return strings.Contains(text, s) })
}

// summary is what came out of a module.
type summary struct {
	Problem  string
	Roots    int
	Load     float64        // seconds
	Verdicts map[string]int // of roots: the worst of the two answers
	Large    int            // roots whose program is too large
	Left     int            // roots for which no time was left
	Codes    map[string]int // of roots
	Violated []string       // and why
}

func (s *summary) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d roots, loaded in %.0f s: %v; %d too large, %d not looked at\nledger: %v\n", s.Roots, s.Load, s.Verdicts,
		s.Large, s.Left, s.Codes)
	for _, v := range s.Violated {
		b.WriteString(v + "\n")
	}
	return b.String()
}

// TestOneModule checks one module, in a process of its own, for TestModules.
func TestOneModule(t *testing.T) {
	dir := os.Getenv("FLAVERS_MODULE")
	if dir == "" {
		t.Skip("for TestModules")
	}
	budget, err := time.ParseDuration(os.Getenv("FLAVERS_BUDGET"))
	if err != nil {
		t.Fatal(err)
	}
	loading, loaded := context.WithTimeout(t.Context(), loadTime)
	defer loaded()
	s := summary{Verdicts: map[string]int{}, Codes: map[string]int{}}
	began := time.Now()
	request := golang.Request{Dir: dir, Patterns: strings.Fields(os.Getenv("FLAVERS_PACKAGES"))}
	ps, list := golang.Open(loading, []golang.Request{request}, nil)
	s.Load = time.Since(began).Seconds()
	ctx, cancel := context.WithTimeout(t.Context(), budget)
	defer cancel()
	for _, d := range list.All {
		s.Problem += d.Message + "\n"
	}
	if ps != nil {
		ps.Slice(ctx, usualTime)
		s.Roots = len(ps.Names)
		for i, name := range ps.Names {
			left := len(ps.Names) - i
			each := min(10*time.Second, max(time.Second, 2*time.Until(deadline(ctx))/time.Duration(left)))
			s.root(ctx, ps, name, each)
		}
	}
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("%s\n", text)
}

func deadline(ctx context.Context) time.Time {
	at, _ := ctx.Deadline()
	return at
}

// root checks a root for a while.
func (s *summary) root(ctx context.Context, ps *golang.Programs, name string, each time.Duration) {
	if ctx.Err() != nil {
		s.Left++
		return
	}
	ctx, cancel := context.WithTimeout(ctx, each)
	defer cancel()
	root, _ := service.Of(ps).Root(name)
	a := service.Package(ctx, root, service.Options{Verify: verify.Options{MaxMemory: moduleBytes / 2}})
	c, p := a.Check, a.Program
	switch {
	case c == nil:
		s.Verdicts["nothing synchronizes"]++
		return
	case p == nil && c.Deadlock.Limit == report.LimitSize:
		s.Large++
		return
	case p == nil:
		s.Verdicts["unknown"]++
		return
	}
	worst := report.Holds
	order := []report.Verdict{report.Violated, report.Possible, report.Unknown, report.Holds}
	for _, r := range []*report.Result{c.Deadlock, c.RuntimeErrors} {
		if r == nil {
			continue
		}
		if slices.Index(order, r.Verdict) < slices.Index(order, worst) {
			worst = r.Verdict
		}
		if r.Verdict == report.Violated {
			var at []string
			for _, w := range r.Waiting {
				at = append(at, w.Task+" at "+w.Pos)
			}
			s.Violated = append(s.Violated, fmt.Sprintf("%s: %s is violated: %s %s", ps.Root(name), r.Property, r.Reason, strings.Join(at, ", ")))
		}
	}
	s.Verdicts[string(worst)]++
	for _, code := range p.Ledger.Codes("A", "B", "U") {
		s.Codes[code]++
	}
}
