// Package closure finds the compilation units that a program in Ada is made of.
//
//	main.adb     with Queue; procedure Main is ..
//	queue.ads    package Queue is ..
//	queue.adb    package body Queue is ..
//	unused.adb   procedure Unused is ..
//
// The closure of Main is Main and both parts of Queue. Mains of these four files are Main and Unused: procedures
// without parameters that no other unit names in a with clause.
//
// A unit is looked for in the files that were given, whatever their names are, and then by GNAT's names of files:
// Queue in queue.ads and queue.adb, its child Queue.Io in queue-io.ads.
//
// It looks at no name beyond with clauses and stubs, and knows the units of libraries by their names only.
package closure

import (
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"flavers/diag"
	"flavers/lang/ada/syntax"
	"flavers/lang/parts"
	"flavers/limit"
)

// File is a text with its name.
type File struct {
	Name string
	Text []byte
}

// Unit is a library unit or a subunit.
type Unit struct {
	Name       string // in lower case; of a subunit with that of its parent
	Spec, Body *syntax.Unit
}

// Read is the text of a file, if there is one.
type Read func(name string) ([]byte, bool)

// Closure is the units of one program.
type Closure struct {
	Main  *Unit
	Units []*Unit // in order of discovery, the main procedure first
	Files []File  // that were read for them, the one of the main procedure first
	// Broken has the names, in lower case, of units in files with syntax errors. They are not among the units.
	Broken map[string]bool
	// Files with syntax errors.
	wrong map[string]bool
}

// finder looks for units.
type finder struct {
	given map[string]*Unit // of the files that were given
	texts map[string]File  // by name
	tried map[string]bool  // files that were read
	known map[string]*Unit // of the program, by name
	where parts.Parts
	home  []string // folders of the files that units were found in, that of the main procedure first
	read  Read
	poll  *limit.Poll
	list  *diag.List // of what is wrong with units
	parse *diag.List // of what is wrong with the syntax of files
	out   *Closure
}

// Of returns the closure of the main procedure that where names, or of the only one of the files. Units that no
// file has are looked for by read, which may be nil. If the list has errors, the closure has what was found. poll
// is looked at while the texts are read.
func Of(poll *limit.Poll, files []File, where parts.Parts, read Read) (*Closure, diag.List) {
	var list diag.List
	f := &finder{given: map[string]*Unit{}, texts: map[string]File{}, tried: map[string]bool{},
		known: map[string]*Unit{},
		where: where, read: read, poll: poll, list: &list, parse: &list,
		out: &Closure{Broken: map[string]bool{}, wrong: map[string]bool{}}}
	for _, file := range files {
		if !f.tried[filepath.Clean(file.Name)] {
			f.add(file)
		}
	}
	for _, name := range where.Files {
		if clean := filepath.Clean(name); !f.tried[clean] && read != nil {
			if text, ok := read(name); ok {
				f.add(File{name, text})
			} else {
				list.Errorf(token.Position{Filename: name}, MissingUnit, "file %s cannot be read", name)
			}
		}
	}
	if list.HasErrors() { // what else is wrong may come of that
		f.list = new(diag.List)
	}
	f.out.Main = f.main(files)
	if f.out.Main != nil {
		f.home = []string{filepath.Dir(f.out.Main.Body.File)}
		f.files(f.out.Main.Name) // a declaration of its own
		f.use(f.out.Main)
		for i := 0; i < len(f.out.Units); i++ {
			f.needs(f.out.Units[i])
		}
		for _, u := range f.out.Units {
			f.complete(u)
		}
	}
	list.Sort()
	return f.out, list
}

// Sound returns the closure without units that have syntax errors, or nil if the main procedure has one, or
// something else is wrong, too. list is that of Of.
func (c *Closure) Sound(list *diag.List) *Closure {
	for _, d := range list.All {
		if d.Severity == diag.Error && !c.wrong[d.Pos.Filename] {
			return nil
		}
	}
	if c.Main == nil || c.Broken[c.Main.Name] {
		return nil
	}
	out := *c
	out.Units = slices.DeleteFunc(slices.Clone(c.Units), func(u *Unit) bool { return c.Broken[u.Name] })
	return &out
}

// add takes the units of a file.
func (f *finder) add(file File) {
	f.tried[filepath.Clean(file.Name)] = true
	f.texts[file.Name] = file
	units, problems := syntax.ParseUntil(f.poll, file.Name, file.Text)
	f.parse.Append(problems)
	if problems.HasErrors() {
		f.out.wrong[file.Name] = true
		base := strings.ReplaceAll(filepath.Base(file.Name), "-", ".")
		f.out.Broken[strings.ToLower(strings.TrimSuffix(base, filepath.Ext(base)))] = true
	}
	for _, u := range units {
		if problems.HasErrors() && u.Decl != nil {
			f.out.Broken[nameOf(u)] = true
		}
		f.declare(u)
	}
}

// declare notes a unit of a file. Two of one name are an error.
func (f *finder) declare(u *syntax.Unit) {
	if u.Decl == nil {
		return
	}
	name := nameOf(u)
	known := f.given[name]
	if known == nil {
		known = &Unit{Name: name}
		f.given[name] = known
	}
	part := &known.Spec
	if completes(u) {
		part = &known.Body
	}
	if *part == nil {
		*part = u
		return
	}
	f.list.Errorf(u.Decl.Pos, Twice, "unit %s is in two files, here and at %s", u.Decl.Name, (*part).Decl.Pos).
		WithHint("leave one of them out; a folder of its own is one program")
}

// nameOf returns the full name of a unit, in lower case.
func nameOf(u *syntax.Unit) string {
	if u.Separate != nil {
		return syntax.Fold(syntax.Path(u.Separate) + "." + u.Decl.Name)
	}
	return strings.ToLower(u.Decl.Name)
}

// completes reports whether a unit is a body.
func completes(u *syntax.Unit) bool { return u.Decl.Completed || u.Separate != nil }

// main returns the main procedure of the program, or nil, which is an error in the list.
func (f *finder) main(files []File) *Unit {
	if f.where.Main != "" {
		if u := f.given[strings.ToLower(f.where.Main)]; u != nil && u.isMain() {
			return u
		}
	}
	found := mains(f.given)
	if f.where.Main == "" && len(found) == 1 {
		return found[0]
	}
	if f.where.Main == "" { // of several, the one of the first file
		first := slices.DeleteFunc(slices.Clone(found), func(u *Unit) bool { return u.Body.File != files[0].Name })
		if len(first) == 1 {
			return first[0]
		}
	}
	var names []string
	for _, u := range found {
		names = append(names, parts.Join(u.Body.File, u.Body.Decl.Name))
	}
	at := token.Position{Filename: files[0].Name}
	switch {
	case f.where.Main != "":
		d := f.list.Errorf(at, NoMain, "%s is no main procedure of these files", f.where.Main)
		if len(names) > 0 {
			d.WithHint("there are: %s", strings.Join(names, ", "))
		}
	case len(found) == 0:
		f.list.Errorf(at, NoMain, "no procedure without parameters is a unit of its own: there is no main program").
			WithHint("name the file with the main procedure; units that it names in with clauses are found beside it")
	default:
		f.list.Errorf(at, NoMain, "several procedures could be the main program").
			WithHint("name one: %s", strings.Join(names, ", "))
	}
	return nil
}

// withs returns the units that both parts name.
func (u *Unit) withs() []*syntax.Expr {
	var out []*syntax.Expr
	for _, x := range []*syntax.Unit{u.Spec, u.Body} {
		if x != nil {
			out = append(out, x.Withs...)
		}
	}
	return out
}

// use makes a unit one of the program.
func (f *finder) use(u *Unit) {
	f.known[u.Name] = u
	f.out.Units = append(f.out.Units, u)
	for _, x := range []*syntax.Unit{u.Body, u.Spec} {
		if x == nil || ofLibrary(x.File) {
			continue
		}
		if !slices.ContainsFunc(f.out.Files, func(file File) bool { return file.Name == x.File }) {
			f.out.Files = append(f.out.Files, f.texts[x.File])
		}
		if dir := filepath.Dir(x.File); !slices.Contains(f.home, dir) {
			f.home = append(f.home, dir)
		}
	}
}

// needs fetches the units that one depends on.
func (f *finder) needs(u *Unit) {
	for _, w := range u.withs() {
		full := syntax.Fold(syntax.Path(w))
		for i, c := range full {
			if c == '.' {
				f.fetch(full[:i], nil)
			}
		}
		f.fetch(full, w)
	}
	for i, c := range u.Name { // a child sees its parents
		if c == '.' {
			f.fetch(u.Name[:i], nil)
		}
	}
	for _, x := range []*syntax.Unit{u.Spec, u.Body} {
		if x == nil {
			continue
		}
		for _, d := range x.Decl.Decls {
			if d.Kind == syntax.Stub {
				f.fetch(u.Name+"."+strings.ToLower(d.Name), nil)
			}
		}
	}
}

// fetch finds a unit by its name. must is where it is named, if it must be there.
func (f *finder) fetch(name string, must *syntax.Expr) {
	if f.known[name] != nil || IsLibrary(name) && !f.modelled(name) {
		return
	}
	u := f.given[name]
	if u == nil || u.Spec == nil || u.Body == nil {
		f.files(name)
	}
	if u = f.given[name]; u != nil {
		f.use(u)
		return
	}
	if must == nil || f.out.Broken[name] {
		return
	}
	base := fileOf(name)
	d := f.list.Errorf(must.Pos, MissingUnit, "unit %s is not among the files of the program", syntax.Path(must)).
		WithLen(must.Len)
	var names []string
	for n := range f.given {
		names = append(names, n)
	}
	slices.Sort(names)
	if near := diag.Suggest(name, names); near != "" {
		d.WithHint("did you mean %s?", near)
		return
	}
	d.WithHint("it is looked for in %s.ads beside the program and in the folders of -I; or name its files", base)
}

// files reads those that a unit is in by its name.
func (f *finder) files(name string) {
	if f.read == nil {
		return
	}
	for _, ext := range []string{".ads", ".adb"} {
		if u := f.given[name]; u != nil && (ext == ".ads" && u.Spec != nil || ext == ".adb" && u.Body != nil) {
			continue
		}
		var beside []string // the other part
		if u := f.given[name]; u != nil {
			for _, x := range []*syntax.Unit{u.Spec, u.Body} {
				if x != nil {
					beside = append(beside, filepath.Dir(x.File))
				}
			}
		}
		if file, ok := f.find(fileOf(name)+ext, beside); ok {
			f.add(file)
		}
	}
}

// complete checks that a package has its body if tasks or protected objects need it: without, nobody knows what they
// do.
func (f *finder) complete(u *Unit) {
	if u.Spec == nil || u.Body != nil {
		return
	}
	if d := active(u.Spec.Decl); d != nil {
		f.list.Errorf(d.Pos, MissingUnit, "the body of %s is missing, and so is that of package %s", d.Name,
			u.Spec.Decl.Name).
			WithHint("it is looked for in %s.adb beside the program and in the folders of -I; or name its file", fileOf(u.Name))
	}
}

// active returns a task or protected object, or a type of these, that a package declares, or nil if there is none.
func active(d *syntax.Decl) *syntax.Decl {
	if d.Kind == syntax.Generic && d.Unit != nil {
		d = d.Unit
	}
	if d.Kind != syntax.PackageSpec {
		return nil
	}
	for _, x := range syntax.Members(d) {
		if x.Kind == syntax.TaskSpec || x.Kind == syntax.ProtectedSpec {
			return x
		}
		if inner := active(x); inner != nil {
			return inner
		}
	}
	return nil
}

// fileOf returns the name of the file of a unit, without its ending.
func fileOf(name string) string { return strings.ReplaceAll(name, ".", "-") }

// find looks for a file in the folders, one after the other, beginning with those beside.
func (f *finder) find(base string, beside []string) (File, bool) {
	for _, dir := range slices.Concat(beside, f.home, f.where.Folders) {
		if file, ok := f.in(dir, base); ok {
			return file, true
		}
	}
	var found []File
	for _, dir := range f.where.Trees {
		if file, ok := f.in(dir, base); ok {
			found = append(found, file)
		}
	}
	if len(found) > 1 {
		f.list.Errorf(token.Position{Filename: found[1].Name}, Twice, "a unit is in two files, here and in %s",
			found[0].Name).
			WithHint("say with -I %s which folder is meant", filepath.Dir(found[0].Name))
	}
	if len(found) == 0 {
		return File{}, false
	}
	return found[0], true
}

// in returns a file of a folder that was not read before.
func (f *finder) in(dir, base string) (File, bool) {
	name := filepath.Join(dir, base)
	if f.tried[filepath.Clean(name)] {
		return File{}, false
	}
	text, ok := f.read(name)
	return File{name, text}, ok
}

// IsLibrary reports whether a name is one of a library that needs no file.
func IsLibrary(name string) bool {
	root, _, _ := strings.Cut(strings.ToLower(name), ".")
	return slices.Contains([]string{"ada", "gnat", "system", "interfaces", "standard", "text_io", "calendar",
		"direct_io", "sequential_io",
		"unchecked_conversion", "unchecked_deallocation", "io_exceptions", "machine_code"}, root)
}
