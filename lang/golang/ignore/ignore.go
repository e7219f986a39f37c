// Package ignore finds the comments of Go files that ask to leave findings out of the answers:
//
//	//flavers:ignore deadlock the server is never stopped
//	accept <- conn
//
// says so of a deadlock that is blocked at the send. Such a comment, or one for linters, "//nolint:flavers // reason",
// stands on the line of a statement, or on a line of its own above a statement or a function: it is about all lines of
// that. The package does not know what is found there; package report/batch does.
package ignore

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"

	"flavers/diag"
	"flavers/report/ledger"
)

// Codes of these comments.
const (
	Bad  diag.Code = "G010"
	Idle diag.Code = "G011"
)

const directive = "//flavers:ignore"

// noLint is the comment by which linters are told to be silent; the first group are those it is for.
var noLint = regexp.MustCompile(`^//\s?nolint:\s*([\w-]+(?:\s*,\s*[\w-]+)*)\s*(?://\s*(.*))?$`)

// ledgerCode is a code of the ledger, which nobody can ignore.
var ledgerCode = regexp.MustCompile(`^[ABU][0-9]+$`)

// Of finds the comments of files. where is a position as reports have it.
func Of(fset *token.FileSet, files []*ast.File, where func(token.Pos) token.Position) ([]ledger.Ignore, diag.List) {
	var out []ledger.Ignore
	var list diag.List
	seen := map[token.Position]bool{} // a package and its variant with tests have the same files
	for _, f := range files {
		var at *extents // of the file, if it has such a comment
		for _, group := range f.Comments {
			for _, c := range group.List {
				pos := where(c.Pos())
				if seen[pos] {
					continue
				}
				seen[pos] = true
				i, ok := read(c.Text, pos, &list)
				if !ok {
					continue
				}
				if at == nil {
					at = extentsOf(fset, f)
				}
				i.Pos, i.File = pos.String(), pos.Filename
				i.From, i.To = at.of(fset.Position(c.Pos()).Line)
				out = append(out, i)
			}
		}
	}
	return out, list
}

// read reads a comment.
func read(text string, pos token.Position, list *diag.List) (i ledger.Ignore, ok bool) {
	if m := noLint.FindStringSubmatch(text); m != nil {
		for name := range strings.SplitSeq(m[1], ",") {
			ok = ok || strings.TrimSpace(name) == "flavers"
		}
		if i.Reason = strings.TrimSpace(m[2]); i.Reason == "" {
			i.Reason = "nolint"
		}
		return i, ok
	}
	rest, ok := strings.CutPrefix(text, directive)
	if !ok || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return i, false
	}
	rest = strings.TrimSpace(rest)
	end := strings.IndexAny(rest+" ", " \t")
	i.Check, i.Reason = rest[:end], strings.TrimSpace(rest[end:])
	checks := []string{"deadlock", "runtime-errors"} // that are made of every root
	switch near := diag.Slip(i.Check, checks); {
	case i.Check == "" || i.Reason == "":
		list.Errorf(pos, Bad, "what is to be ignored, and why, is missing").
			WithHint("write: %s deadlock the reason, or runtime-errors, or the name of a property", directive)
		return i, false
	case ledgerCode.MatchString(i.Check):
		list.Errorf(pos, Bad, "%s is a code of the ledger, and no check: what the model leaves out cannot be ignored", i.Check).
			WithHint("write: %s deadlock the reason, or runtime-errors, or the name of a property", directive)
		return i, false
	case near != "" && !slices.Contains(checks, i.Check):
		list.Errorf(pos, Bad, "no check is named %q", i.Check).WithHint("did you mean %q?", near)
		return i, false
	}
	return i, true
}

// extents are the lines of statements and functions.
type extents struct {
	last    map[int]int  // by the first line of a statement or function, its last one
	code    map[int]bool // lines where something begins or ends
	comment map[int]bool
}

func extentsOf(fset *token.FileSet, f *ast.File) *extents {
	line := func(pos token.Pos) int { return fset.Position(pos).Line }
	e := &extents{map[int]int{}, map[int]bool{}, map[int]bool{}}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil, *ast.File:
			return n != nil
		case *ast.CommentGroup, *ast.Comment:
			return false
		case *ast.FuncDecl:
			e.last[line(n.Type.Func)] = line(n.End() - 1)
			e.code[line(n.Type.Func)] = true
			return true
		case ast.Stmt:
			if _, block := n.(*ast.BlockStmt); !block {
				first := line(n.Pos())
				e.last[first] = max(e.last[first], line(n.End()-1))
			}
		}
		e.code[line(n.Pos())], e.code[line(n.End()-1)] = true, true
		return true
	})
	for _, group := range f.Comments {
		for l := line(group.Pos()); l <= line(group.End()-1); l++ {
			e.comment[l] = true
		}
	}
	return e
}

// of returns the lines that a comment on a line is about.
func (e *extents) of(line int) (from, to int) {
	if !e.code[line] {
		for line++; e.comment[line] && !e.code[line]; line++ {
		}
	}
	return line, max(line, e.last[line])
}

// Explanations explains the codes of this package.
func Explanations() []diag.Explanation {
	return []diag.Explanation{
		diag.Explain(Bad, "a comment to ignore findings that says too little",
			`A comment //flavers:ignore names the check, deadlock, runtime-errors or a property, and says why its
findings there are no mistakes. It stands on the line of the statement that is blocked or is the last
step, or above it or above the function. Codes of the ledger cannot be ignored: what is left out of a
model is left out all the same.`,
			"//flavers:ignore deadlock\nresults <- r",
			"//flavers:ignore deadlock the process ends before\nresults <- r"),
		diag.Explain(Idle, "a comment to ignore findings that ignores nothing",
			`All roots were checked, and none has a finding at the statement or function of the comment: the mistake
is mended, or the comment stands elsewhere. A deadlock is ignored only if every operation that is blocked in it
has such a comment, or waits for one that has.`,
			"close(done) //nolint:flavers",
			"close(done)"),
	}
}
