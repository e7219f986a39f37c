package native

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"flavers/internal/group"
)

// Tests of clients that can be kept: they need no gates, and nothing of flavers.

// Kept is a client that becomes a test.
type Kept struct {
	Client string   // the name of its function
	Says   []string // what it shows, in lines
	Stuck  []Stuck  // goroutines that nobody wakes; none: it panics
	Words  []string // as in Mode
}

// Stuck is a function, as stacks have it, in which a goroutine waits, and the reason: "chan send".
type Stuck struct{ Function, Reason string }

//go:embed kept.txt
var kept string

const keptHead = `// Tests written by flavers check --confirm --keep-tests: each executes what callers may do again and again, and fails if
// a goroutine waits for ever where one did. Where that needs a rare order of events, a test may pass all the same:
// flavers check --confirm runs the package in the order that shows it.
`

// keptImports are what kept.txt and values.txt import, by the names that they have in a file of tests.
var keptImports = []string{"encoding/json", "errors", "math/rand", "os", "reflect", "runtime", "strconv", "strings", "sync",
	"testing", "time"}

// ofTests begins the names of these imports. Imports of clients have another prefix, as their packages may have the
// same names.
const ofTests = "flaverslib_"

// Tests returns a file with tests of a package. text has the clients of the package. The file has the tests in of, and
// of text only what these need.
func Tests(name, text string, of []Kept) ([]byte, error) {
	text = Callers(text)
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	source := func(n ast.Node) string {
		return text[fset.Position(n.Pos()).Offset:fset.Position(n.End()).Offset]
	}
	var body strings.Builder
	words := map[string]bool{}
	for _, k := range of {
		fmt.Fprintf(&body, "\n// %s\nfunc TestFlavers_%s(t *flaverslib_testing.T) {\n\tflaversKept(t, %s, map[string]string{",
			strings.Join(k.Says, "\n// "), strings.TrimPrefix(k.Client, "client_"), k.Client)
		for _, s := range k.Stuck {
			fmt.Fprintf(&body, "%q: %q, ", s.Function, s.Reason)
		}
		body.WriteString("})\n}\n")
		for _, w := range k.Words {
			words[w] = true
		}
	}
	needed := needs(file, of)
	for _, d := range file.Decls {
		if slices.ContainsFunc(declares(d), func(n string) bool { return needed[n] }) {
			body.WriteString("\n" + source(d) + "\n")
		}
	}
	body.WriteString(kept)
	if strings.Contains(body.String(), "flaversFill(") {
		_, fill, _ := strings.Cut(values, ")\n")
		body.WriteString(fill)
		given, err := json.Marshal(map[string]any{"Words": slices.Sorted(maps.Keys(words))})
		if err != nil {
			return nil, err
		}
		text := strings.Replace(body.String(), `flaverslib_os.Getenv("FLAVERS_VALUES")`, fmt.Sprintf("%q", given), 1)
		body.Reset()
		body.WriteString(text)
	}
	return assembled(name, file, source, body.String())
}

// assembled returns a file of tests with those imports that its body uses.
func assembled(name string, file *ast.File, source func(ast.Node) string, body string) ([]byte, error) {
	var out strings.Builder
	fmt.Fprintf(&out, "%s\npackage %s\n\nimport (\n", keptHead, name)
	for _, i := range file.Imports {
		if i.Name != nil && strings.Contains(body, i.Name.Name+".") {
			fmt.Fprintf(&out, "\t%s\n", source(i))
		}
	}
	for _, path := range keptImports {
		if name := ofTests + filepath.Base(path); strings.Contains(body, name+".") {
			fmt.Fprintf(&out, "\t%s %q\n", name, path)
		}
	}
	out.WriteString(")\n" + body)
	return format.Source([]byte(out.String()))
}

// declares lists the functions and types that a declaration of clients declares.
func declares(d ast.Decl) []string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv != nil { // with its type
			t := d.Recv.List[0].Type
			if p, ok := t.(*ast.StarExpr); ok {
				t = p.X
			}
			if id, ok := t.(*ast.Ident); ok {
				return []string{id.Name}
			}
		}
		return []string{d.Name.Name}
	case *ast.GenDecl:
		var out []string
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				out = append(out, s.Name.Name)
			case *ast.ValueSpec:
				for _, n := range s.Names {
					out = append(out, n.Name)
				}
			}
		}
		return out
	}
	return nil
}

// needs returns the names of the declarations that some clients need.
func needs(file *ast.File, of []Kept) map[string]bool {
	decls := map[string][]ast.Decl{}
	for _, d := range file.Decls {
		for _, n := range declares(d) {
			decls[n] = append(decls[n], d)
		}
	}
	needed := map[string]bool{}
	var need func(name string)
	need = func(name string) {
		if needed[name] || decls[name] == nil {
			return
		}
		needed[name] = true
		for _, d := range decls[name] {
			ast.Inspect(d, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					need(id.Name)
				}
				return true
			})
		}
	}
	for _, k := range of {
		need(k.Client)
	}
	return needed
}

// mostKept is how long the tests of a file that is kept may take when they are tried.
const mostKept = time.Minute

// Try runs the tests of a file, as if it were in the folder of a package. It returns whether they fail, or an error if
// they do not compile.
func Try(ctx context.Context, t Target, file string) (fails bool, err error) {
	dir, err := os.MkdirTemp("", "flavers-kept-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(t.Dir, "zz_flavers_kept_test.go"): file}})
	if err != nil {
		return false, err
	}
	overlay := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlay, text, 0o600); err != nil {
		return false, err
	}
	bin := filepath.Join(dir, "kept.test")
	build := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", bin, ".")
	build.Dir = t.Dir
	if out, err := build.CombinedOutput(); err != nil {
		return false, fmt.Errorf("the tests do not compile: %w\n%s", err, out)
	}
	ctx, cancel := context.WithTimeout(ctx, mostKept)
	defer cancel()
	run := exec.CommandContext(ctx, bin, "-test.run", "^TestFlavers_")
	run.Dir = t.Dir
	group.Own(run)
	run.WaitDelay = time.Second
	return run.Run() != nil, nil
}
