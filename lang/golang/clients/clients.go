// Package clients writes callers for packages that nobody calls: as much of what users of a library may do with it as
// its roots do not show.
//
//	file := clients.Of(fset, files, pkg, info, clients.Auto)
//	fmt.Println(file.Text)       // Go source, to be compiled with the package
//	for _, c := range file.List {
//		fmt.Println(c.Of, c.Says) // Cache: Get and Close are called at the same time
//	}
//
// A client is a function that makes an object as its package does, and calls its exported methods, or that calls a
// function of the package. Which functions synchronize is found by their syntax and by what they mention, so that
// clients can be written before the package has a form in which it is analysed. That takes in too much: package slice
// leaves out clients that wait for nothing.
//
// What callers may do, and what they are taken not to do, is in docs/go.md; what an answer about a client means is in
// theory.md, 14.
package clients

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"flavers/lang/golang/heap"
)

// Which clients are written.
type Which string

// Of functions and types that synchronize, but for functions that are roots themselves; also of these; none.
const (
	Auto Which = "auto"
	All  Which = "all"
	None Which = "none"
)

// Some reports whether any are.
func (w Which) Some() bool { return w == Auto || w == All }

// Client is a function that was written.
type Client struct {
	Func string // its name in the text
	Of   string // the type or function that it calls: Cache, Transfer
	Says string // what it does, as a sentence without an end
	// Swapped: it makes two objects, and two calls get them in two orders. What callers choose for the two differs: that
	// two accounts have one number is the mistake of who makes them.
	Swapped bool
	Call    string // the only method that it calls; "" of several, and of a function
	// Again: each of its methods is called a second time, which callers may do or not.
	Again  bool
	Ends   []string // of its calls, those that end the use of the object: Close, Stop
	Begins []string // and that begin it: Start, StartAsync
	InTurn bool     // it calls all of them itself, one after the other
	// Beside says, of each method that ends the use, which others the package has nothing for beside it.
	Beside Beside
	Dones  []string // methods that say once that something is done which callers have added by other ones
	Object string   // the type of the object; "" of functions
	All    string   // the function that calls all methods of the object; "" of a function, which is called itself
}

// File is what was written for a package.
type File struct {
	Text string
	List []Client
}

// Prefix is what names of functions begin with that have no body: they return any value.
const Prefix = heap.AnyPrefix

// Resting is what names of functions begin with that goroutines of callers execute which may wait for ever.
const Resting = "flaversTake"

// Everything is what the name of the function begins with that calls all that callers may call, of a type or of the
// functions of a package. It is no client: it shows what else callers may do.
const Everything = "flaversAll"

// Of writes the clients of a package. The list is empty if nothing in it is for callers and synchronizes.
func Of(fset *token.FileSet, files []*ast.File, pkg *types.Package, info *types.Info, which Which) *File {
	w := &writer{pkg: pkg, fset: fset, which: which, file: &File{}, imports: map[string]string{},
		reachable: map[string]*types.Package{}, taken: map[string]bool{}, values: map[string]string{},
		doubles: map[string]string{}}
	if pkg.Name() == "main" {
		return w.file
	}
	w.imported(pkg)
	w.facts = factsOf(fset, files, pkg, info)
	for _, name := range pkg.Scope().Names() {
		if t, ok := pkg.Scope().Lookup(name).(*types.TypeName); ok && !t.IsAlias() {
			if named, ok := t.Type().(*types.Named); ok {
				w.ofType(named)
			}
		}
	}
	state := w.ofState()
	for _, fn := range w.facts.functions {
		if !slices.ContainsFunc(state, func(c call) bool { return c.fn == fn }) {
			w.ofFunction(fn)
		}
	}
	if len(w.file.List) > 0 {
		w.file.Text = w.head() + w.decls.String()
	}
	return w.file
}

// writer writes the file of a package.
type writer struct {
	which Which
	pkg   *types.Package
	fset  *token.FileSet
	facts *facts
	file  *File
	decls strings.Builder

	// Of the type that clients are written of: Client.All, Client.Beside.
	all    string
	beside Beside
	begin  *call    // the first that begins the use; nil: there is none
	dones  []string // Client.Dones
	rest   []call   // methods whose operands are not known

	imports   map[string]string // of the text: names, by path
	reachable map[string]*types.Package
	taken     map[string]bool
	values    map[string]string // functions that return any value, by type
	doubles   map[string]string // types that stand for unknown ones, by interface
}

// imported collects the packages that a package imports, and those that these do: only their types can be known.
func (w *writer) imported(p *types.Package) {
	for _, i := range p.Imports() {
		if w.reachable[i.Path()] == nil {
			w.reachable[i.Path()] = i
			w.imported(i)
		}
	}
}

// head is the package clause, and the imports.
func (w *writer) head() string {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\n", w.pkg.Name())
	paths := make([]string, 0, len(w.imports))
	for path, name := range w.imports {
		if strings.Contains(w.decls.String(), name+".") { // else only a type was looked at that has it
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	for _, path := range paths {
		fmt.Fprintf(&b, "import %s %q\n", w.imports[path], path)
	}
	return b.String()
}

// unique is a name that nothing in the package has.
func (w *writer) unique(name string) string {
	for n := 1; ; n++ {
		try := name
		if n > 1 {
			try = fmt.Sprintf("%s_%d", name, n)
		}
		if w.pkg.Scope().Lookup(try) == nil && !w.taken[try] && types.Universe.Lookup(try) == nil {
			w.taken[try] = true
			return try
		}
	}
}

// typeString is a type as it is written in the package; false: it cannot be named there.
func (w *writer) typeString(t types.Type) (string, bool) {
	ok := true
	text := types.TypeString(t, func(p *types.Package) string {
		if p == w.pkg {
			return ""
		}
		name := w.importName(p)
		ok = ok && name != ""
		return name
	})
	return text, ok && nameable(t, w.pkg, map[types.Type]bool{})
}

// importName is the name of another package in the text; "" if it cannot be imported.
func (w *writer) importName(p *types.Package) string {
	if w.reachable[p.Path()] != p {
		return ""
	}
	if w.imports[p.Path()] == "" {
		w.imports[p.Path()] = w.unique("flavers_" + p.Name())
	}
	return w.imports[p.Path()]
}

// nameable reports whether a package can write a type: it has no type parameters, and no names of other packages that
// are not exported.
func nameable(t types.Type, in *types.Package, seen map[types.Type]bool) bool {
	if seen[t] {
		return true
	}
	seen[t] = true
	all := func(ts ...types.Type) bool {
		return !slices.ContainsFunc(ts, func(t types.Type) bool { return !nameable(t, in, seen) })
	}
	switch t := t.(type) {
	case *types.Alias:
		return (t.Obj().Pkg() == nil || t.Obj().Pkg() == in || t.Obj().Exported()) && all(types.Unalias(t))
	case *types.Named:
		for a := range t.TypeArgs().Types() {
			if !all(a) {
				return false
			}
		}
		o := t.Obj()
		local := o.Pkg() != nil && o.Parent() != o.Pkg().Scope()
		return !local && (o.Pkg() == nil || o.Pkg() == in || o.Exported()) && t.TypeParams().Len() == t.TypeArgs().Len()
	case *types.TypeParam:
		return false
	case *types.Pointer:
		return all(t.Elem())
	case *types.Slice:
		return all(t.Elem())
	case *types.Array:
		return all(t.Elem())
	case *types.Chan:
		return all(t.Elem())
	case *types.Map:
		return all(t.Key(), t.Elem())
	case *types.Signature:
		for v := range t.Params().Variables() {
			if !all(v.Type()) {
				return false
			}
		}
		for v := range t.Results().Variables() {
			if !all(v.Type()) {
				return false
			}
		}
	case *types.Struct:
		for f := range t.Fields() {
			if !all(f.Type()) || !f.Exported() && f.Pkg() != in {
				return false
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			if !all(m.Type()) || !m.Exported() && m.Pkg() != in {
				return false
			}
		}
	}
	return true
}

// line has what follows stand at a place of the package, so that traces show that in place of what was written.
func (w *writer) line(pos token.Pos) {
	p := w.fset.Position(pos)
	fmt.Fprintf(&w.decls, "\n//line %s:%d:%d\n", p.Filename, p.Line, p.Column)
}
