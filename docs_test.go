package flavers_test

import (
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// around is what the text of docs/library.md says that its blocks have.
const around = `package blocks

import (
	"context"
	"fmt"

	"flavers"
	"flavers/report"
	"flavers/verify"
)

var _ = fmt.Println
var _ report.Result
var _ verify.Options
`

// TestDocuments: the blocks of docs/library.md compile, and what it names is there.
func TestDocuments(t *testing.T) {
	text, err := os.ReadFile("docs/library.md")
	if err != nil {
		t.Fatal(err)
	}
	code := strings.Builder{}
	code.WriteString(around)
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllSubmatch(text, -1)
	for i, b := range blocks {
		fmt.Fprintf(&code, "func block%d(ctx context.Context, program, properties []byte, m *flavers.Model, r *report.Result) {\n%s}\n", i, b[1])
	}
	file, err := filepath.Abs("docs/blocks/blocks.go")
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Context: t.Context(),
		Overlay: map[string][]byte{file: []byte(code.String())}}, "./docs/blocks")
	if err != nil || len(loaded) != 1 || len(blocks) < 4 {
		t.Fatal(err, len(loaded), len(blocks))
	}
	for _, e := range loaded[0].Errors {
		if !strings.Contains(e.Msg, "declared and not used") { // a block ends where it has said enough
			t.Error(e)
		}
	}
	known := map[string]bool{"Builder": true} // of package strings
	for _, p := range loaded[0].Imports {
		scope := p.Types.Scope()
		for _, name := range scope.Names() {
			known[name] = true
			of := types.NewPointer(scope.Lookup(name).Type())
			for m := range types.NewMethodSet(of).Methods() {
				known[m.Obj().Name()] = true
			}
			if s, ok := of.Elem().Underlying().(*types.Struct); ok {
				for f := range s.Fields() {
					known[f.Name()] = true
				}
			}
		}
	}
	for _, m := range regexp.MustCompile("`(?:[a-z]+\\.)?([A-Z]\\w+)(?:\\.([A-Z]\\w+))?`").FindAllStringSubmatch(string(text), -1) {
		for _, name := range m[1:] {
			if name != "" && !known[name] {
				t.Errorf("docs/library.md names %s, which nobody has", name)
			}
		}
	}
}
