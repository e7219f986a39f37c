// Package cases reads what is expected of Go packages from comments in them, and compares it with what the packages of
// this front end find, for their tests.
//
//	func Answer() {
//		c := make(chan int)
//		go func() { c <- 1 }()
//		print(c) // pointsto c: make@4
//		<-c
//	}
//
// A comment that begins with one of these words, at the end of a line or in a comment of its own in a function, says
// something of the root that the function is, or of a line of it:
//
//	idle               it has no part in synchronization, by all functions at once (package slice)
//	busy               it may have one
//	ledger CODE ...    its ledger has these codes and no others; "ledger" alone: none
//	deadlock VERDICT   what is said of deadlocks, by the ledger: violated, possible, holds, within (bounds), or none,
//	                   where there is nothing to check
//	keeps OBJECT ...   code that is not followed has these objects
//	pointsto X: OBJECT ...   of an operand of print on the line: all that it may be or point to
//	quiet, loud        whether the lock operations of the line keep nobody waiting
//
// Objects are named by what makes them and the line, as make@3, new@5.mu, func@7, or by their names, as those of
// package variables. What a comment may say of a root is a row of a table (about.go); a new word is a new row.
//
// It does not look at values, executions or text: programs are checked as a whole in the tests of package golang.
package cases

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// Want is one expectation.
type Want struct {
	Pos  token.Position
	Word string   // pointsto, ledger ...
	Of   string   // an operand; "" where it is about a root or a line
	List []string // sorted
}

func (w Want) String() string {
	out := w.Word
	if w.Of != "" {
		out += " " + w.Of + ":"
	}
	return strings.TrimSpace(out + " " + strings.Join(w.List, " "))
}

// Wants reads the expectations of a function: of comments above it, and in it.
func Wants(fset *token.FileSet, file *ast.File, fn *ast.FuncDecl) ([]Want, error) {
	from := fn.Pos()
	if fn.Doc != nil {
		from = fn.Doc.Pos()
	}
	var out []Want
	for _, group := range file.Comments {
		for _, c := range group.List {
			if c.Pos() < from || c.Pos() > fn.End() && fset.Position(c.Pos()).Line > fset.Position(fn.End()).Line {
				continue
			}
			text := strings.TrimSpace(strings.TrimPrefix(c.Text, "//"))
			word, rest, _ := strings.Cut(text, " ")
			if !slices.Contains(words, word) {
				continue
			}
			w := Want{Pos: fset.Position(c.Pos()), Word: word}
			if word == pointsTo {
				of, list, ok := strings.Cut(rest, ":")
				if !ok {
					return nil, fmt.Errorf("%s: pointsto X: OBJECT ...", w.Pos)
				}
				w.Of, rest = of, list
			}
			w.List = strings.Fields(rest)
			slices.Sort(w.List)
			out = append(out, w)
		}
	}
	return out, nil
}
