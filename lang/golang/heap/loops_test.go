package heap

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

const loops = `package p

func plain(n int) { if n > 0 { println(n) } }

func alone() { for { } }

func several(n int) {
	for i := range n {
		if i == 3 { continue }
		for j := 0; j < i; j++ { if j == 2 { break }; println(j) }
	}
	println(n)
}

func jumps(n int) {
again:
	if n > 0 { n--; if n == 5 { goto out }; goto again }
	return
out:
	println(n)
}
`

// TestInLoops: the blocks that are found by components are those that can be reached from themselves.
func TestInLoops(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", loops, 0)
	if err != nil {
		t.Fatal(err)
	}
	p, _, err := ssautil.BuildPackage(&types.Config{}, fset, types.NewPackage("p", "p"), []*ast.File{file}, 0)
	if err != nil {
		t.Fatal(err)
	}
	looping := 0
	for name, member := range p.Members {
		fn, ok := member.(*ssa.Function)
		if !ok {
			continue
		}
		got := inLoops(fn)
		for _, b := range fn.Blocks {
			if again := reaches(b, b); got[b] != again {
				t.Errorf("%s, block %d: in a loop: %v, want %v", name, b.Index, got[b], again)
			} else if again {
				looping++
			}
		}
	}
	if looping < 8 {
		t.Errorf("only %d blocks are in loops", looping)
	}
}

// reaches reports whether some path with an edge leads from a block to another one.
func reaches(from, to *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	for todo := slices.Clone(from.Succs); len(todo) > 0; {
		b := todo[0]
		if todo = todo[1:]; !seen[b] {
			seen[b] = true
			todo = append(todo, b.Succs...)
		}
	}
	return seen[to]
}
