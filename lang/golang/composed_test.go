package golang_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flavers/internal/trial"
	"flavers/report"
)

// TestComposed composes what TestWays tries one by one: an object takes some ways through values, and the operation that
// blocks on it is executed in some ways that lead to code. Every function Bad.. blocks for ever in every run, so that a
// plain "holds" is wrong; every function Right.. ends, so that "violated" is wrong.
func TestComposed(t *testing.T) {
	values, codes := table(t, "values.txt"), table(t, "codes.txt")
	found, held := 0, 0
	for seed := range trial.Seeds(t, 1) {
		r := rand.New(rand.NewPCG(seed, 91))
		dir := t.TempDir()
		write(t, filepath.Join(dir, "go.mod"), "module composed\n\ngo 1.26\n")
		text := composedPackage(r, values, codes, 5)
		write(t, filepath.Join(dir, "composed.go"), text)
		ps := open(t, dir)
		for _, name := range ps.Names {
			c, p := check(t, ps, name)
			_, short, _ := strings.Cut(strings.TrimSuffix(name, ".tfg"), ".")
			switch bad := strings.HasPrefix(short, "Bad"); {
			case !bad && !strings.HasPrefix(short, "Right"):
			case bad && plain(c):
				t.Errorf("%s holds; ledger: %v\n%s", name, p.Ledger, functionOf(text, short))
			case !bad && c != nil && c.Deadlock.Verdict == report.Violated:
				t.Errorf("%s is violated\n%s", name, functionOf(text, short))
			case bad && c.Deadlock.Verdict == report.Violated:
				found++
			case !bad && plain(c):
				held++
			}
		}
	}
	t.Logf("%d mistakes violated, %d right ones hold", found, held)
	if found == 0 || held == 0 {
		t.Errorf("%d mistakes violated, %d right ones hold", found, held)
	}
}

// way is how a value gets from one name to another, or how a body comes to be executed. In its text $x is the name that
// there is, $y the one that the way declares, $T their type, $B the body, and $n a number that is its own.
type way struct {
	imports []string
	decl    string // at the top of the file
	text    string
}

// table reads ways, one a line: packages | declarations | statements. Those of values.txt lead from $x to $y of the
// type $T; those of codes.txt execute $B at least once, where they stand or before that place ends.
func table(t *testing.T, file string) (out []way) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "composed", file))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		parts := strings.SplitN(line, "|", 3) // statements may have more of them
		if len(parts) != 3 {
			t.Fatalf("not a way: %s", line)
		}
		w := way{decl: strings.TrimSpace(parts[1]), text: strings.TrimSpace(parts[2])}
		if packages := strings.TrimSpace(parts[0]); packages != "-" {
			w.imports = strings.Fields(packages)
		}
		out = append(out, w)
	}
	return out
}

// kind is an object, what a function does before the last operation, and that operation: it blocks for ever after
// blocked, and ends after free, however often it is executed.
type kind struct{ typ, make, blocked, free, last string }

var kinds = []kind{
	{"*sync.Mutex", "new(sync.Mutex)", "$x.Lock()", "", "$x.Lock(); $x.Unlock()"},
	{"*sync.RWMutex", "new(sync.RWMutex)", "$x.RLock()", "", "$x.Lock(); $x.Unlock()"},
	{"*sync.WaitGroup", "new(sync.WaitGroup)", "$x.Add(1)", "$x.Add(1); $x.Done()", "$x.Wait()"},
	{"chan int", "make(chan int)", "", "close($x)", "<-$x"},
	{"chan int", "make(chan int, 99)", "for range 99 { $x <- 1 }", "", "$x <- 2"},
}

// composedPackage writes a package of so many functions of each kind.
func composedPackage(r *rand.Rand, values, codes []way, functions int) string {
	var decls, bodies strings.Builder
	imports := map[string]bool{"sync": true}
	n := 0
	for i := range functions {
		k := kinds[r.IntN(len(kinds))]
		vs, cs := choose(r, values), choose(r, codes)
		for _, before := range []struct{ name, text string }{{"Bad", k.blocked}, {"Right", k.free}} {
			x := fmt.Sprintf("o%d", n)
			fmt.Fprintf(&bodies, "func %s%d() {\n\t%s := %s\n\t%s\n", before.name, i, x, k.make,
				strings.ReplaceAll(before.text, "$x", x))
			for _, w := range vs {
				n++
				y := fmt.Sprintf("o%d", n)
				put := strings.NewReplacer("$x", x, "$y", y, "$T", k.typ, "$n", fmt.Sprint(n))
				fmt.Fprintf(&decls, "%s\n", put.Replace(w.decl))
				fmt.Fprintf(&bodies, "\t%s\n", put.Replace(w.text))
				x = y
				for _, p := range w.imports {
					imports[p] = true
				}
			}
			body := strings.ReplaceAll(k.last, "$x", x)
			for _, w := range cs {
				n++
				put := strings.NewReplacer("$B", body, "$n", fmt.Sprint(n))
				fmt.Fprintf(&decls, "%s\n", put.Replace(w.decl))
				body = put.Replace(w.text)
				for _, p := range w.imports {
					imports[p] = true
				}
			}
			fmt.Fprintf(&bodies, "\t%s\n}\n\n", body)
			n++
		}
	}
	var out strings.Builder
	out.WriteString("package composed\n\n")
	for p := range imports {
		fmt.Fprintf(&out, "import %q\n", p)
	}
	return out.String() + decls.String() + bodies.String()
}

// choose draws one to three ways.
func choose(r *rand.Rand, ways []way) (out []way) {
	for range 1 + r.IntN(3) {
		out = append(out, ways[r.IntN(len(ways))])
	}
	return out
}

// functionOf is the text of a function.
func functionOf(text, name string) string {
	_, rest, _ := strings.Cut(text, "func "+name+"()")
	body, _, _ := strings.Cut(rest, "\n}\n")
	lines := strings.Split("func "+name+"()"+body+"\n}", "\n")
	return strings.Join(slices.DeleteFunc(lines, func(s string) bool { return strings.TrimSpace(s) == "" }), "\n")
}
