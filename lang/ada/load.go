package ada

// This file loads a program: it finds the units, and makes the text in the task language.

import (
	"fmt"
	"go/token"
	"iter"
	"slices"
	"strings"

	"flavers/cfg"
	"flavers/diag"
	"flavers/lang/ada/closure"
	"flavers/lang/ada/effects"
	"flavers/lang/ada/eval"
	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/tasking"
	"flavers/lang/ada/types"
	"flavers/lang/parts"
	"flavers/lang/task"
	"flavers/limit"
	"flavers/report/ledger"
)

// unit is a library unit. Its declaration or its body may be missing.
type unit struct {
	name       string
	spec, body *syntax.Unit
	ent        *types.Entity // what its name stands for, once it is elaborated
	begun      bool          // its elaboration has begun
}

// libraryUnits returns the declarations and bodies of all library units, in no order.
func (l *lowerer) libraryUnits() iter.Seq[*syntax.Unit] {
	return func(yield func(*syntax.Unit) bool) {
		for _, u := range l.units {
			if u.spec != nil && !yield(u.spec) {
				return
			}
			if u.body != nil && !yield(u.body) {
				return
			}
		}
	}
}

// File is a text of a program.
type File = closure.File

// Program is what was made of a program in Ada.
type Program struct {
	Text    []byte // in the task language
	Program *cfg.Program
	Ledger  ledger.Notes // what was bounded, approximated or left out
	Files   []File       // all that were read
}

// Load makes a program of files (package closure). The first has the main procedure, if several procedures could be.
// read is asked for units that no file has, by name of file; it may be nil.
func Load(files []File, set map[string]string, read func(name string) ([]byte, bool)) (*Program, diag.List) {
	return LoadUntil(nil, files, parts.Parts{}, set, read)
}

// LoadUntil is Load where the main procedure is named, or units may be in other files and folders, too. It looks at
// poll for each statement and expression.
func LoadUntil(poll *limit.Poll, files []File, where parts.Parts, set map[string]string,
	read closure.Read) (*Program, diag.List) {
	return load(poll, files, where, set, read, false)
}

// load is LoadUntil. If inlines is set, each call gets a copy of the body that it calls: tests compare that with
// summaries.
func load(poll *limit.Poll, files []File, where parts.Parts, set map[string]string, read closure.Read,
	inlines bool) (*Program, diag.List) {
	needs, list := closure.Of(poll, files, where, read)
	if list.HasErrors() {
		if sound := needs.Sound(&list); sound != nil { // what is wrong in units that have no syntax errors
			var more diag.List
			lower(poll, sound, set, inlines, &more, new(ledger.Notes))
			list.Append(more)
			list.Sort()
		}
		return nil, list
	}
	out := &Program{Files: needs.Files}
	before := slices.Clone(list.All)
	l, name := lower(poll, needs, set, inlines, &list, &out.Ledger)
	if l.Aborted == nil && !list.HasErrors() { // now it is known what is aborted
		list.All, out.Ledger = before, nil
		l, name = l.again(needs, &list, &out.Ledger)
	}
	main := needs.Main
	if list.HasErrors() {
		list.Sort()
		return nil, list
	}
	for k := range l.set {
		if l.constants["\x00set "+k] == 0 {
			list.Errorf(token.Position{}, model.BadSet, "--set %s: no named number of the program has this name", k)
		}
	}
	for k := range l.constants {
		if strings.HasPrefix(k, "\x00") {
			delete(l.constants, k)
		}
	}
	l.OneStepEach()
	out.Text = l.Write(name)
	p, problems := task.LoadUntil(poll, main.Body.File, out.Text, nil)
	for _, d := range problems.All {
		if d.Severity != diag.Error {
			continue
		}
		d.Message = fmt.Sprintf("the model breaks a rule of the task language (%s): %s", d.Code, d.Message)
		d.Code, d.Hint = model.Internal,
			"a type may be too large, or an array empty: flavers explain "+string(model.Internal)
		list.All = append(list.All, d)
	}
	if p == nil || list.HasErrors() {
		list.Sort()
		return out, list
	}
	l.Rename(p)
	p.File, p.Model = parts.Join(main.Body.File, where.Main), out.Text
	p.Constants = l.constants
	p.Spelling = l.Words
	out.Program = p
	out.Ledger.Sort()
	for _, n := range out.Ledger {
		p.Notes = append(p.Notes, cfg.Note{Code: n.Code, Pos: n.Pos, Text: n.Text, Event: n.Event, Less: n.Less})
	}
	if len(p.Tasks) > 1 {
		p.Notes = append(p.Notes, cfg.Note{Code: ledger.Ends,
			Text: "an error that nobody handles ends the execution; in Ada it ends one task, and others go on"})
	}
	list.Sort()
	return out, list
}

// lower lowers the units of a program, and returns the name of the main procedure. If an abort statement stands
// anywhere, each task may be aborted; which ones are is known only when all statements are lowered (again).
func lower(poll *limit.Poll, needs *closure.Closure, set map[string]string, inlines bool, list *diag.List,
	notes *ledger.Notes) (*lowerer, string) {
	l := newLowerer(list, notes, set)
	l.Poll, l.inlines, l.broken = poll, inlines, needs.Broken
	l.Aborted = map[string]bool{}
	for _, u := range needs.Units {
		for _, x := range []*syntax.Unit{u.Spec, u.Body} {
			if x != nil && aborting(x) {
				l.Aborted = nil
			}
		}
	}
	return l, l.unitsOf(needs)
}

// again lowers the units once more, now with the set of tasks that abort statements were found to name. No other
// task needs the steps at which an abort takes effect.
func (l *lowerer) again(needs *closure.Closure, list *diag.List, notes *ledger.Notes) (*lowerer, string) {
	m := newLowerer(list, notes, l.set)
	m.Poll, m.inlines = l.Poll, l.inlines
	m.Aborted = l.Aborts
	return m, m.unitsOf(needs)
}

// aliases reports whether the program takes an access value of anything but a subprogram.
func aliases(units []*syntax.Unit) bool {
	subprograms, found := map[string]bool{}, false
	for _, u := range units {
		syntax.EachDecl(u.Decl, func(d *syntax.Decl) {
			if d.Kind == syntax.Subprogram {
				subprograms[syntax.Fold(d.Name)] = true
			}
		})
	}
	for _, u := range units {
		syntax.Everywhere(u.Decl, func(e *syntax.Expr) {
			found = found || e.Kind == syntax.Attribute && strings.HasSuffix(syntax.Fold(e.Text), "access") &&
				!subprograms[syntax.Fold(syntax.LastName(e.X))]
		})
	}
	return found
}

// components returns the names of the components of types that have allocators, or of all types if all is set, and
// "all" if there is such a type.
func components(units []*syntax.Unit, allocated map[string]bool, all bool) map[string]bool {
	out := map[string]bool{}
	for _, u := range units {
		syntax.EachDecl(u.Decl, func(d *syntax.Decl) {
			if d.Kind != syntax.TypeDecl || d.Def == nil || !all && !allocated[syntax.Fold(d.Name)] {
				return
			}
			out["all"] = true
			for _, p := range d.Def.Parts {
				for _, id := range p.Names {
					out[syntax.Fold(id.Name)] = true
				}
			}
		})
	}
	return out
}

// unitsOf lowers the units of a program. It returns the name of the main procedure.
func (l *lowerer) unitsOf(needs *closure.Closure) string {
	var units []*syntax.Unit
	for _, u := range needs.Units {
		l.units[u.Name] = &unit{name: u.Name, spec: u.Spec, body: u.Body}
		for _, x := range []*syntax.Unit{u.Spec, u.Body} {
			if x == nil {
				continue
			}
			units = append(units, x)
			syntax.Everywhere(x.Decl, func(e *syntax.Expr) {
				if e.Kind == syntax.New {
					of := e.X
					if of.Kind == syntax.Qualified {
						of = of.X
					}
					l.Allocated[syntax.Fold(syntax.LastName(of))] = true
				}
			})
			syntax.EachDecl(x.Decl, func(d *syntax.Decl) {
				for _, name := range tasking.RequeuedTo(d) {
					l.Requeued[syntax.Fold(name)] = true
				}
			})
			l.Most = max(l.Most, syntax.Largest(x.Decl))
		}
	}
	l.aliased = aliases(units)
	l.components = components(units, l.Allocated, l.aliased)
	main := l.units[needs.Main.Name]
	l.Sizes = eval.SizesOf(units)
	l.effects = effects.Of(units, main.body.Decl, harmless)
	l.Standard()
	return l.program(main)
}
