//go:build integration

package policy

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// Windows has other system calls: all packages of the project, with their tests, have types there. To look at types
// takes a tenth of what go vet takes, which compiles all that they import.
func TestWindows(t *testing.T) {
	list, err := packages.Load(&packages.Config{Tests: true, Dir: "../..",
		Mode: packages.NeedName | packages.NeedImports | packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax |
			packages.NeedTypesInfo | packages.NeedFiles | packages.NeedCompiledGoFiles,
		Env: append(os.Environ(), "GOOS=windows", "CGO_ENABLED=0")}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	ours := 0
	packages.Visit(list, nil, func(p *packages.Package) {
		if !strings.HasPrefix(p.PkgPath, "flavers") {
			return
		}
		ours++
		for _, e := range p.Errors {
			t.Error(e)
		}
	})
	if ours < 150 {
		t.Errorf("only %d packages were looked at", ours)
	}
}
