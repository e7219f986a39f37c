package ada

// This file loads a program: it finds the units, and makes the text in the task language.

import (
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"flavers/cfg"
	"flavers/diag"
	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
	"flavers/lang/task"
	"flavers/report/ledger"
)

// unit is a library unit.
type unit struct {
	name       string
	spec, body *syntax.Unit
	ent        *types.Entity
	begun      bool
}

// File is a text of a program.
type File struct {
	Name string
	Text []byte
}

// Program is what was made of a program in Ada.
type Program struct {
	Text    []byte // in the task language
	Program *cfg.Program
	Ledger  ledger.Notes // what was bounded, approximated or left out
	Files   []File       // all that were read
}

// Load makes a program of files. The first has the main procedure, if several procedures could be. read is asked for
// units that no file has, by name of file; it may be nil.
func Load(files []File, set map[string]string, read func(name string) ([]byte, bool)) (*Program, diag.List) {
	var list diag.List
	out := &Program{}
	l := newLowerer(&list, &out.Ledger, set)
	var main *unit
	order := []*unit{}
	add := func(f File) {
		out.Files = append(out.Files, f)
		units, problems := syntax.Parse(f.Name, f.Text)
		list.Append(problems)
		for _, u := range units {
			if u.Decl == nil {
				continue
			}
			name := syntax.Fold(u.Decl.Name)
			if u.Separate != nil {
				name = syntax.Fold(syntax.Path(u.Separate) + "." + name)
			}
			known := l.units[name]
			if known == nil {
				known = &unit{name: name}
				l.units[name] = known
				order = append(order, known)
			}
			if u.Decl.Completed || u.Separate != nil {
				known.body = u
				if main == nil && u.Separate == nil && u.Decl.Kind == syntax.Subprogram &&
					u.Decl.Word == "procedure" && len(u.Decl.Params) == 0 {
					main = known
				}
			} else {
				known.spec = u
			}
		}
	}
	for _, f := range files {
		add(f)
	}
	l.withs(files, order, read, add, &list, func() []*unit { return order })
	if list.HasErrors() {
		list.Sort()
		return nil, list
	}
	if main == nil {
		list.Errorf(token.Position{Filename: files[0].Name}, model.NoMain,
			"no procedure without parameters is a unit of its own: there is no main program")
		return nil, list
	}
	for _, u := range order {
		for _, x := range []*syntax.Unit{u.spec, u.body} {
			if x != nil {
				l.Most = max(l.Most, syntax.Largest(x.Decl))
			}
		}
	}
	l.Standard()
	name := l.program(main)
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
	p, problems := task.Load(main.body.File, out.Text, nil)
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
	p.File, p.Model = files[0].Name, out.Text
	p.Constants = l.constants
	p.Spelling = l.Words
	out.Program = p
	out.Ledger.Sort()
	for _, n := range out.Ledger {
		p.Notes = append(p.Notes, cfg.Note{Code: n.Code, Pos: n.Pos, Text: n.Text})
	}
	list.Sort()
	return out, list
}

// withs reads the units that with clauses name.
func (l *lowerer) withs(files []File, order []*unit, read func(string) ([]byte, bool), add func(File),
	list *diag.List, all func() []*unit) {
	seen := map[string]bool{}
	for i := 0; i < len(all()); i++ {
		u := all()[i]
		fetch := func(name string, must *syntax.Expr) {
			if seen[name] || isLibrary(name) {
				return
			}
			seen[name] = true
			known := l.units[name]
			dir := filepath.Dir(files[0].Name)
			base := strings.ReplaceAll(name, ".", "-")
			for _, ext := range []string{".ads", ".adb"} {
				if known != nil && (ext == ".ads" && known.spec != nil || ext == ".adb" && known.body != nil) ||
					read == nil {
					continue
				}
				file := filepath.Join(dir, base+ext)
				if dir == "." && !strings.HasPrefix(files[0].Name, "./") {
					file = base + ext
				}
				if text, ok := read(file); ok {
					add(File{file, text})
				}
			}
			if l.units[name] == nil && must != nil {
				list.Errorf(must.Pos, model.MissingUnit, "unit %s is not among the files of the program",
					syntax.Path(must)).WithLen(must.Len).
					WithHint("it is looked for in %s.ads beside the program", base)
			}
		}
		for _, x := range []*syntax.Unit{u.spec, u.body} {
			if x == nil {
				continue
			}
			if x.Decl.Kind == syntax.PackageSpec || x.Decl.Kind == syntax.Generic {
				fetch(u.name, nil)
			}
			for _, w := range x.Withs {
				full := syntax.Fold(syntax.Path(w))
				parts := strings.Split(full, ".")
				for k := 1; k < len(parts); k++ {
					fetch(strings.Join(parts[:k], "."), nil)
				}
				fetch(full, w)
			}
			syntax.EachDecl(x.Decl, func(d *syntax.Decl) {
				if d.Kind == syntax.Stub {
					fetch(u.name+"."+syntax.Fold(d.Name), nil)
				}
			})
		}
		// Both parts of what was added may have with clauses: look again.
		if u.spec != nil && u.body != nil && !seen["\x00"+u.name] {
			seen["\x00"+u.name] = true
			i--
		}
	}
}

// isLibrary tells whether a name is one of a library that needs no file.
func isLibrary(name string) bool {
	root, _, _ := strings.Cut(syntax.Fold(name), ".")
	return slices.Contains([]string{"ada", "gnat", "system", "interfaces", "standard", "text_io", "calendar",
		"direct_io", "sequential_io",
		"unchecked_conversion", "unchecked_deallocation", "io_exceptions", "machine_code"}, root)
}
