package roots

import (
	"go/ast"
	"go/token"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"flavers/diag"
)

// This file reads comments that name events:
//
//	//flavers:event opened(1)
//	f, err := os.Open(name)
//
// The comment is on the line of a statement, or on a line of its own above it. The event happens in the goroutine
// that executes the statement, just before what the statement does first.

// BadEvent is the code of a comment that names no event.
const BadEvent diag.Code = "G003"

const eventDirective = "//flavers:event"

// eventName matches what may follow the directive: a name, and arguments that are numbers or names.
var eventName = regexp.MustCompile(`^[A-Za-z_]\w*(\(\s*-?\w+(\s*,\s*-?\w+)*\s*\))?$`)

// lineOf identifies a line of a source file.
type lineOf struct {
	file string
	line int
}

// directive is one or several comments about the same line of code.
type directive struct {
	text string // the events, one a line
	pos  token.Position
	used bool // a statement on the line does something
}

// events fills ps.Named. It reports comments that name no event, or belong to no statement.
func (ps *Packages) events(list *diag.List) {
	asked, order := ps.directives(list)
	if len(asked) == 0 {
		return
	}
	ps.Named = map[ssa.Instruction][]string{}
	for fn := range ssautil.AllFunctions(ps.Prog) {
		if !ps.Within(fn) {
			continue
		}
		done := map[lineOf]bool{}
		for _, b := range fn.DomPreorder() {
			for _, i := range b.Instrs {
				if _, phi := i.(*ssa.Phi); phi || !i.Pos().IsValid() {
					continue
				}
				pos := ps.Fset.Position(i.Pos())
				k := lineOf{pos.Filename, pos.Line}
				if d := asked[k]; d != nil && !done[k] {
					done[k], d.used = true, true
					ps.Named[i] = strings.Split(d.text, "\n")
				}
			}
		}
	}
	for _, d := range order {
		if !d.used {
			e := list.Errorf(d.pos, BadEvent, "no statement for the event %s: the line after it executes nothing", d.text)
			e.WithHint("put it on the line of a call, an assignment to memory, or a return, or above that")
		}
	}
}

// directives returns the comments that name events: by the line of code that each belongs to, and in order.
func (ps *Packages) directives(list *diag.List) (asked map[lineOf]*directive, order []*directive) {
	asked = map[lineOf]*directive{}
	seen := map[token.Position]bool{} // a package and its variant with tests have the same files
	for _, p := range ps.Loaded {
		for _, f := range p.Syntax {
			code, comment := linesOf(ps.Fset, f), map[int]bool{} // lines with statements, and with comments
			for _, group := range f.Comments {
				for l := ps.Fset.Position(group.Pos()).Line; l <= ps.Fset.Position(group.End()).Line; l++ {
					comment[l] = true
				}
			}
			for _, group := range f.Comments {
				for _, c := range group.List {
					rest, ok := strings.CutPrefix(c.Text, eventDirective)
					if !ok || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
						continue
					}
					pos := ps.Fset.Position(c.Pos())
					if seen[pos] {
						continue
					}
					seen[pos] = true
					name := strings.TrimSpace(rest)
					if !eventName.MatchString(name) {
						d := list.Errorf(pos, BadEvent, "an event has a name, and arguments that are numbers or names, not %q", name)
						d.WithHint("write: %s opened, or: %s opened(1)", eventDirective, eventDirective)
						continue
					}
					line := pos.Line
					if !code[line] {
						for line++; comment[line] && !code[line]; line++ {
						}
					}
					k := lineOf{pos.Filename, line}
					if asked[k] != nil {
						asked[k].text += "\n" + name // two above one statement
						continue
					}
					d := &directive{text: name, pos: pos}
					asked[k] = d
					order = append(order, d)
				}
			}
		}
	}
	return asked, order
}

// linesOf returns the lines of a file on which statements begin.
func linesOf(fset *token.FileSet, f *ast.File) map[int]bool {
	out := map[int]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(ast.Stmt); ok {
			if _, block := s.(*ast.BlockStmt); !block {
				out[fset.Position(s.Pos()).Line] = true
			}
		}
		return true
	})
	return out
}
