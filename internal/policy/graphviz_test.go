package policy

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Only flavers-graphviz may import go-graphviz: whatever links it compiles a WebAssembly module at every start. No
// other package may import that program's packages, so nothing else links it.
func TestGraphvizApart(t *testing.T) {
	const drawer = "cmd/flavers-graphviz"
	found := 0
	for pkg, list := range allowed {
		inside := pkg == drawer || strings.HasPrefix(pkg, drawer+"/")
		for _, to := range list {
			if !inside && strings.HasPrefix(to, drawer) {
				t.Errorf("%s may not import %s", pkg, to)
			}
			if inside && !strings.HasPrefix(to, drawer) {
				t.Errorf("%s may not import %s: it starts too many times for what it does not need", pkg, to)
			}
		}
		files, err := filepath.Glob(filepath.Join("../..", pkg, "*.go")) // with tests
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, spec := range file.Imports {
				path, _ := strconv.Unquote(spec.Path.Value)
				if !strings.HasPrefix(path, "github.com/goccy/") && !strings.HasPrefix(path, "github.com/tetratelabs/") {
					continue
				}
				if found++; pkg != drawer {
					t.Errorf("%s imports %s", name, path)
				}
			}
		}
	}
	if found == 0 {
		t.Error("nothing imports go-graphviz")
	}
}
