package native

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"flavers/internal/trial"
)

// everywhere is the places of all operations of a file, found by their syntax alone.
func everywhere(t *testing.T, src []byte) map[Place]int {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "x.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	out := map[Place]int{}
	put := func(pos token.Pos) {
		p := fset.PositionFor(pos, false)
		out[Place{p.Line, p.Column}] = len(out)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			put(n.Go)
		case *ast.DeferStmt:
			put(n.Defer)
		case *ast.SendStmt:
			put(n.Arrow)
		case *ast.UnaryExpr:
			put(n.OpPos)
		case *ast.CallExpr:
			put(n.Lparen)
		case *ast.RangeStmt:
			put(n.For)
		case *ast.SelectStmt:
			put(n.Select)
		}
		return true
	})
	return out
}

var inserted = regexp.MustCompile(`; defer q\.FlaversGate\(\d+\)|;q\.FlaversGate\(\d+\)|q\.FlaversGate\(\d+\); | q\.FlaversLeft\(\); |; import q "m/q"`)
var operand = regexp.MustCompile(`q\.FlaversOn\(\d+, `)

// without takes the gates out again; those around an operand need their parenthesis found.
func without(text string) string {
	text = inserted.ReplaceAllString(text, "")
	for at := operand.FindStringIndex(text); at != nil; at = operand.FindStringIndex(text) {
		depth, i := 1, at[1]
		for ; depth > 0; i++ {
			switch text[i] {
			case '(':
				depth++
			case ')':
				depth--
			}
		}
		text = text[:at[0]] + text[at[1]:i-1] + text[i:]
	}
	return text
}

// Gates go where the comment says, and nothing else changes.
func TestInstrument(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"statements", "go f()\n\tmu.Lock()\n\tc <- 1\n\tclose(c)",
			"q.FlaversGate(0); q.FlaversGate(1); go f()\n\tq.FlaversGate(2); mu.Lock()\n\tq.FlaversGate(3); c <- 1\n\tq.FlaversGate(4); close(c)"},
		{"deferred", "defer mu.Unlock()", "q.FlaversGate(1); defer mu.Unlock(); defer q.FlaversGate(0)"},
		{"operands", "x := <-c + <-d; return <-c", "x := <-q.FlaversOn(0, c) + <-q.FlaversOn(1, d); return <-q.FlaversOn(2, c)"},
		{"range", "for x := range c { if x > 1 { continue }; for range d { continue } }",
			"q.FlaversGate(0); for x := range c { if x > 1 { q.FlaversGate(0); continue }; q.FlaversGate(1); for range d { q.FlaversGate(1); continue ;q.FlaversGate(1)} ;q.FlaversGate(0)}"},
		{"label", "L: for range c { for range d { continue L } }",
			"q.FlaversGate(0); L: for range c { q.FlaversGate(1); for range d { q.FlaversGate(0); continue L ;q.FlaversGate(1)} ;q.FlaversGate(0)}"},
		{"select", "select { case c <- 1: a(); case x := <-d: default: }",
			"q.FlaversGate(0); select { case c <- 1: q.FlaversLeft();  q.FlaversGate(2); a(); case x := <-d: q.FlaversLeft();  default: q.FlaversLeft();  }"},
		{"call in a communication", "select { case c <- f(): }",
			"q.FlaversGate(0); q.FlaversGate(2); select { case c <- f(): q.FlaversLeft();  }"},
		{"function in a communication", "select { case c <- func() { mu.Lock() }: }",
			"q.FlaversGate(0); select { case c <- func() { q.FlaversGate(2); mu.Lock() }: q.FlaversLeft();  }"},
		{"condition", "if x := <-c; x > f() { }", "q.FlaversGate(1); if x := <-q.FlaversOn(0, c); x > f() { }"},
	} {
		src := "package p\n\nfunc _() {\n\t" + c.src + "\n}\n"
		g, err := instrument("x.go", []byte(src), everywhere(t, []byte(src)), "q.", "")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if want := strings.Replace(src, c.src, c.want, 1); string(g.text) != want {
			t.Errorf("%s:\n%s\nis not\n%s", c.name, g.text, want)
		}
	}
}

// With gates at every operation, the files of this repository still parse, have every line where it was, and without the
// gates they are what they were.
func TestInstrumentFiles(t *testing.T) {
	n, files := 0, 0
	err := filepath.WalkDir("../../..", func(name string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.Contains(name, "instrument") {
			return err
		}
		if files++; files%4 > 0 && !trial.More() {
			return nil
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		places := everywhere(t, src)
		g, err := instrument(name, src, places, "q.", "m/q")
		if err != nil || g == nil {
			return err
		}
		n++
		if _, err := parser.ParseFile(token.NewFileSet(), name, g.text, 0); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if strings.Count(string(g.text), "\n") != strings.Count(string(src), "\n") {
			t.Errorf("%s: lines moved", name)
		}
		if n%20 == 0 && without(string(g.text)) != string(src) {
			t.Errorf("%s: more than gates changed", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n < 100 {
		t.Errorf("%d files", n)
	}
}

// Files of modules before Go 1.18 are of the language of gates, and have their lines.
func TestUpgraded(t *testing.T) {
	for text, want := range map[string]string{
		"package p\n":                                "//go:build go1.18\n\n//line /a/b.go:1\npackage p\n",
		"// A\n\n// B\npackage p\n":                  "//go:build go1.18\n\n//line /a/b.go:1\n// A\n\n// B\npackage p\n",
		"// A\n\n//go:build linux || a\npackage p\n": "// A\n\n//go:build (linux || a) && go1.18\npackage p\n",
		"package p\n//go:build linux\n":              "//go:build go1.18\n\n//line /a/b.go:1\npackage p\n//go:build linux\n",
		"//go:build linux":                           "//go:build (linux) && go1.18\n",
	} {
		if got := string(upgraded("/a/b.go", []byte(text))); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
