package ignore_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"testing"

	"flavers/diag"
	"flavers/lang/golang/ignore"
	"flavers/report/ledger"
)

func comments(t *testing.T, text string) ([]ledger.Ignore, diag.List) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "a.go", text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return ignore.Of(fset, []*ast.File{f, f}, fset.Position) // twice, as a package and its variant with tests have it
}

// A comment is for the lines of a statement or a function.
func TestExtents(t *testing.T) {
	found, list := comments(t, `package a

//flavers:ignore deadlock all of it
func F(c chan int) {
	//nolint:flavers
	// More words.
	select {
	case c <- 1:
	case <-c:
	}
	c <- 1 //nolint:govet, flavers // late
	c <- 1 //nolint:govet
	//flavers:ignored is another comment
	g(
		1, // nolint:flavers
	)
	//flavers:ignore order why not

}

func g(int) {}
`)
	if list.HasErrors() {
		t.Fatal(list.All)
	}
	var got []string
	for _, i := range found {
		got = append(got, fmt.Sprintf("%s %d-%d %q %q", i.Pos, i.From, i.To, i.Check, i.Reason))
	}
	want := []string{
		`a.go:3:1 4-19 "deadlock" "all of it"`,
		`a.go:5:2 7-10 "" "nolint"`,
		`a.go:11:9 11-11 "" "late"`,
		`a.go:15:6 15-15 "" "nolint"`,
		`a.go:17:2 18-18 "order" "why not"`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A comment without a check or a reason, or for what no check is, is a mistake at its place.
func TestBad(t *testing.T) {
	found, list := comments(t, `package a

func F() {
	//flavers:ignore
	println()
	println() //flavers:ignore deadlock
	println() //flavers:ignore U05 it does nothing
	println() //flavers:ignore deadlok a slip
}
`)
	var lines []int
	for _, d := range list.All {
		if d.Code != ignore.Bad || d.Hint == "" || d.Severity != diag.Error {
			t.Errorf("%v", d)
		}
		lines = append(lines, d.Pos.Line)
	}
	if !slices.Equal(lines, []int{4, 6, 7, 8}) || len(found) > 0 {
		t.Errorf("mistakes in lines %v, comments %v", lines, found)
	}
}

func TestAt(t *testing.T) {
	i := ledger.Ignore{File: "a.go", From: 3, To: 5}
	for pos, want := range map[string]bool{"a.go:3:1": true, "a.go:5": true, "a.go:6:1": false, "a.go:2:9": false, "b/a.go:3:1": false, "": false, "a.go": false} {
		if i.At(pos) != want {
			t.Errorf("%q: %t", pos, !want)
		}
	}
}
