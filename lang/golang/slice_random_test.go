package golang_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"flavers/internal/trial"
	"flavers/report"
)

// Random functions that lock, wait, defer, panic, recover and start goroutines: what waits for nothing has no deadlock
// and no run-time error in its whole program, and sharing contexts neither loses a mistake nor makes one.
func TestSliceRandom(t *testing.T) {
	idle, wrong, shared := 0, 0, 0
	for seed := range trial.Seeds(t, 2) {
		r := rand.New(rand.NewPCG(seed, 17))
		dir := t.TempDir()
		write(t, filepath.Join(dir, "go.mod"), "module random\n\ngo 1.26\n")
		text := randomPackage(r, 40)
		write(t, filepath.Join(dir, "random.go"), text)
		whole, parts := open(t, dir), open(t, dir)
		parts.Slice(t.Context(), time.Minute)
		for _, name := range whole.Names {
			whole.Contexts, parts.Contexts = -1, 1
			all, _ := check(t, whole, name)
			part, p := check(t, parts, name)
			if all == nil {
				continue
			}
			compare(t, name, all, part)
			for _, r := range []*report.Result{all.Deadlock, all.RuntimeErrors} {
				if r != nil && r.Verdict != report.Holds {
					wrong++
					if p.Empty {
						t.Errorf("%s waits for nothing, and %s is %s", name, r.Property, r.Verdict)
					}
				}
			}
			if p.Empty {
				idle++
			} else if len(p.Ledger.Codes("A08")) > 0 {
				shared++
			}
		}
		if t.Failed() {
			t.Fatal(text)
		}
	}
	t.Logf("%d idle, %d shared, %d wrong", idle, shared, wrong)
	if idle == 0 || shared == 0 || wrong == 0 {
		t.Errorf("%d idle, %d shared, %d wrong", idle, shared, wrong)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// random writes functions.
type random struct {
	*rand.Rand
	strings.Builder
	helpers int // that may be called
	calm    bool
}

// randomPackage is a package with as many roots, and functions that they call.
func randomPackage(r *rand.Rand, roots int) string {
	g := &random{Rand: r}
	g.WriteString(`package random

import ("os"; "sync")

type state struct {
	a, b, c sync.Mutex
	rw      sync.RWMutex
	once    sync.Once
	flag    bool
	n       int
	ch      chan int
}

func data() bool { return len(os.Args) > 1 }

`)
	helpers := roots / 2
	for h := range helpers {
		g.helpers, g.calm = h, g.IntN(3) > 0
		fmt.Fprintf(g, "func h%d(s *state) {\n", h)
		g.body(2)
		g.WriteString("}\n\n")
	}
	g.helpers = helpers
	for i := range roots {
		g.calm = g.IntN(2) > 0
		fmt.Fprintf(g, "func Root%d() {\n\ts := &state{ch: make(chan int, %d)}\ns.n = 0\n", i, g.IntN(2))
		g.body(3)
		g.WriteString("}\n\n")
	}
	return g.String()
}

func (g *random) body(depth int) {
	for range 1 + g.IntN(2) {
		g.statement(depth)
	}
}

func (g *random) lock() (lock, unlock string) {
	switch i := g.IntN(5); i {
	case 3:
		return "s.rw.Lock()", "s.rw.Unlock()"
	case 4:
		return "s.rw.RLock()", "s.rw.RUnlock()"
	default:
		name := "abc"[i : i+1]
		return "s." + name + ".Lock()", "s." + name + ".Unlock()"
	}
}

func (g *random) statement(depth int) {
	lock, unlock := g.lock()
	kinds := 16
	if g.calm {
		kinds = 11
	}
	kind := g.IntN(kinds)
	if depth == 0 {
		kind = 6 + g.IntN(kinds-6)
	}
	block := func(head, tail string) {
		g.WriteString(head + " {\n")
		g.body(depth - 1)
		g.WriteString("}" + tail + "\n")
	}
	switch kind {
	case 0, 1:
		g.WriteString(lock + "\n")
		g.body(depth - 1)
		g.WriteString(unlock + "\n")
	case 2:
		g.WriteString("func() {\n" + lock + "\ndefer " + unlock + "\n")
		g.body(depth - 1)
		g.WriteString("}()\n")
	case 3:
		block("if data()", " else {\ns.n++\n}")
	case 4:
		block("for range 2", "")
	case 5:
		block("s.once.Do(func()", ")")
	case 6, 7, 8:
		if g.helpers > 0 {
			fmt.Fprintf(g, "h%d(s)\n", g.IntN(g.helpers))
		} else {
			g.WriteString("s.n++\n")
		}
	case 9:
		g.WriteString(lock + "\ns.n++\n" + unlock + "\n")
	case 10:
		g.WriteString([]string{"s.n++\n", "s.flag = true\n", "if s.flag {\ns.n++\n}\n"}[g.IntN(3)])
	case 11:
		g.WriteString([]string{lock, unlock, "defer " + unlock}[g.IntN(3)] + "\n")
	case 12:
		g.WriteString([]string{"s.ch <- 1\n", "<-s.ch\n", "close(s.ch)\n", "select {\ncase <-s.ch:\ndefault:\n}\n"}[g.IntN(4)])
	case 13:
		g.WriteString("go func() {\n")
		g.body(max(0, depth-1))
		g.WriteString("}()\n")
	case 14:
		g.WriteString("if data() {\n" + []string{"panic(1)", "return", "os.Exit(1)", "for {\ns.n++\n}"}[g.IntN(4)] + "\n}\n")
	case 15:
		g.WriteString("func() {\ndefer func() { recover() }()\n")
		g.body(max(0, depth-1))
		g.WriteString("}()\n")
	}
}
