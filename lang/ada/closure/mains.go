package closure

// This file finds the main procedures of files.

import (
	"path/filepath"
	"slices"
	"strings"

	"flavers/diag"
	"flavers/lang/ada/syntax"
	"flavers/lang/parts"
	"flavers/limit"
)

// isMain reports whether a unit may be a main procedure: a procedure without parameters.
func (u *Unit) isMain() bool {
	if u.Body == nil || u.Body.Separate != nil || u.Spec != nil && u.Spec.Decl.Kind == syntax.Generic {
		return false
	}
	d := u.Body.Decl
	return d.Kind == syntax.Subprogram && d.Word == "procedure" && len(d.Params) == 0
}

// mains returns the units that may be main procedures and that no other one needs, in order of their places.
func mains(units map[string]*Unit) []*Unit {
	needed := map[string]bool{}
	for _, u := range units {
		for _, w := range u.withs() {
			if name := syntax.Fold(syntax.Path(w)); name != u.Name {
				needed[name] = true
			}
		}
	}
	var out []*Unit
	for _, u := range units {
		if u.isMain() && !needed[u.Name] {
			out = append(out, u)
		}
	}
	sortUnits(out)
	return out
}

// sortUnits puts bodies in order of their places.
func sortUnits(out []*Unit) {
	slices.SortFunc(out, func(a, b *Unit) int {
		x, y := a.Body, b.Body
		if x.File != y.File {
			return strings.Compare(x.File, y.File)
		}
		return x.Decl.Pos.Offset - y.Decl.Pos.Offset
	})
}

// Program is a main procedure with the files that were given for it.
type Program struct {
	Name string // FILE, or FILE:PROCEDURE where there are several
	// Files have units of it that are not found by GNAT's names of files beside the main procedure, or might.
	Files []string
}

// Mains returns the programs of files that belong together. Without a main procedure it is the first file, whose
// problems are then for Of to tell.
func Mains(poll *limit.Poll, files []File) []Program {
	if len(files) == 0 {
		return nil
	}
	units := map[string]*Unit{}
	usual := map[string]bool{} // files that have one unit, under its name
	for _, file := range files {
		of, problems := syntax.ParseUntil(poll, file.Name, file.Text)
		var list diag.List // two units of one name are for Of to tell
		f := &finder{given: units, list: &list}
		for _, u := range of {
			f.declare(u)
		}
		usual[file.Name] = !problems.HasErrors() && !list.HasErrors() && len(of) == 1 && of[0].Decl != nil &&
			filepath.Base(file.Name) == fileOf(nameOf(of[0]))+map[bool]string{false: ".ads",
				true: ".adb"}[completes(of[0])]
	}
	found := mains(units)
	names := named(found, len(found) > 1)
	if len(found) == 0 {
		names = []string{files[0].Name}
	}
	var out []Program
	for _, name := range names {
		main := parts.File(name)
		p := Program{Name: name}
		for _, file := range files {
			beside := filepath.Dir(file.Name) == filepath.Dir(main)
			if file.Name != main && !(usual[file.Name] && beside && len(found) > 0) {
				p.Files = append(p.Files, file.Name)
			}
		}
		out = append(out, p)
	}
	return out
}

// named returns the names of programs, with those of the procedures if with is true.
func named(found []*Unit, with bool) []string {
	var out []string
	for _, u := range found {
		name := u.Body.File
		if with {
			name = parts.Join(name, u.Body.Decl.Name)
		}
		out = append(out, name)
	}
	return out
}

// MainsBelow names the programs of the files of a folder, which may be parts of several. A unit that another one
// names in a with clause is no program; it counts for the files of its own folder, and for those of others that
// have no file of its name. A body with syntax errors is taken for a program, so that they are told.
func MainsBelow(poll *limit.Poll, files []File) []string {
	folders := map[string]map[string]*Unit{} // units by folder and name
	needed := map[string]map[string]bool{}   // by folder
	wrong := map[string]bool{}               // files
	for _, file := range files {
		dir := filepath.Dir(file.Name)
		if folders[dir] == nil {
			folders[dir], needed[dir] = map[string]*Unit{}, map[string]bool{}
		}
		units, problems := syntax.ParseUntil(poll, file.Name, file.Text)
		wrong[file.Name] = problems.HasErrors()
		var list diag.List // two units of one name are told where a program has both
		f := &finder{given: folders[dir], list: &list}
		for _, u := range units {
			f.declare(u)
			for _, w := range u.Withs {
				if name := syntax.Fold(syntax.Path(w)); u.Decl == nil || name != nameOf(u) {
					needed[dir][name] = true
				}
			}
		}
	}
	needs := func(dir, name string) bool {
		for other, names := range needed {
			if names[name] && (other == dir || folders[other][name] == nil) {
				return true
			}
		}
		return false
	}
	var out []string
	for _, file := range files { // in order
		dir := filepath.Dir(file.Name)
		var own []*Unit
		for name, u := range folders[dir] {
			if u.isMain() && u.Body.File == file.Name && !needs(dir, name) {
				own = append(own, u)
			}
		}
		sortUnits(own)
		base := strings.TrimSuffix(filepath.Base(file.Name), ".adb")
		switch {
		case len(own) > 0:
			out = append(out, named(own, len(own) > 1)...)
		case wrong[file.Name] && strings.HasSuffix(file.Name, ".adb") && !needs(dir, strings.ReplaceAll(base,
			"-", ".")):
			out = append(out, file.Name)
		}
	}
	return out
}
