// Package clients writes callers for Go packages. The functions of a library that need an object have no caller in
// the library, so without a client nothing would be checked about them.
//
//	file := clients.Of(fset, files, pkg, info, clients.Auto)
//	fmt.Println(file.Text)       // Go source, to be compiled with the package
//	for _, c := range file.List {
//		fmt.Println(c.Of, c.Says) // Cache: Get and Close are called at the same time
//	}
//
// A client is a function that makes an object as its package does, and calls the exported methods of the object:
//
//	func client_Cache() {
//		x1 := NewCache(flaversAny1())
//		go call_Get(x1)
//		go call_Close(x1)
//	}
//	func call_Get(x *Cache) { x.Get(flaversAny2()) }
//	func flaversAny2() string // without a body: returns any value
//
// The work has three parts. facts.go and contracts.go read the syntax of the package: which functions synchronize,
// which make objects, which end the use of one. methods.go says which methods callers call, and types.go and more.go
// choose the clients of each type and function. written.go writes them, with the expressions of subject.go and
// values.go: how callers get an object, and what they pass. Only syntax and types are known here, so some functions
// count as synchronizing that do not; package slice leaves out their clients later.
//
// docs/go.md says what callers may do and are taken not to do, and theory.md, 14, what an answer about a client
// means.
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

// Which says which clients are written.
type Which string

// The values of Which.
const (
	Auto Which = "auto" // of types and functions that synchronize, but not of functions that are roots themselves
	All  Which = "all"  // also of functions that are roots, and with callbacks to all methods
	None Which = "none"
)

// Some reports whether any clients are written.
func (w Which) Some() bool { return w == Auto || w == All }

// Client is a function that was written.
type Client struct {
	Func string // its name in File.Text
	Of   string // what it is a client of, as reports name it: "Cache", "Cache.Get before Close", "Transfer"
	Says string // what callers do, as a sentence without a full stop: "Get is called three times"
	// Swapped: it makes two objects, and makes two calls with them in different orders. Callers choose different
	// values for the two: that two accounts have the same number would be a mistake of the callers.
	Swapped bool
	Call    string   // the only method that it calls; "" if there are several, and usually for a function
	Again   bool     // it calls each of its methods a second time; other callers may not do that
	Ends    []string // those of its methods that end the use of the object: Close, Stop
	Begins  []string // those that begin the use: Start, StartAsync
	InTurn  bool     // it calls all methods itself, one after the other
	// Lasting: the contexts that it passes end only after the calls that got them. Another client makes the same calls
	// with contexts that end at any time.
	Lasting bool
	Adds    bool // another client makes the same calls otherwise: this one says something only if it shows a mistake
	// Beside has, for each method that ends the use of the object, the methods that must not be called beside it.
	Beside Beside
	Dones  []string // methods that call Done once, for what callers have added by other methods
	Object string   // the name of the object's type; "" for functions
	All    string   // the function that calls all methods (Everything); "" for a function, which has no others
}

// File is the result of Of.
type File struct {
	Text string   // Go source for the same package; "": there are no clients
	List []Client // in the order of the text
}

// The names (Of) of clients with Adds end with one of these.
const (
	WithLasting = " with a lasting context"
	ManyTimes   = " many times"
)

// Prefix begins the names of functions without a body, which return any value.
const Prefix = heap.AnyPrefix

// Resting begins the names of functions of callers that receive for ever. A goroutine that waits in one is no
// deadlock.
const Resting = "flaversTake"

// Everything begins the name of the function that calls all methods of a type, or all functions of the package that
// share state. It is no client: it shows what other callers could do (package extract, callers.go).
const Everything = "flaversAll"

// Of writes the clients of a package. The list is empty for package main, and if nothing that callers can call
// synchronizes.
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
	decls strings.Builder // the text so far, without package clause and imports

	// About the type whose clients are being written.
	all    string   // Client.All
	beside Beside   // Client.Beside
	begin  *call    // the first method that begins the use of an object; nil: there is none
	dones  []string // Client.Dones
	rest   []call   // methods for which no operands are known

	imports   map[string]string         // the names of imported packages in the text, by path
	reachable map[string]*types.Package // packages that may be imported, by path
	taken     map[string]bool           // names that were given
	// values has the names of functions that were written: by type of those that return any value, by "call", type
	// and method of callers ("-": there is none), and by "take" and type of those that receive for ever.
	values  map[string]string
	doubles map[string]string // types that stand for unknown ones, by the text of their interface; "-": none
	within  map[string]int    // interfaces for which such types are being written, by their texts, and how often
}

// imported adds to w.reachable all packages that a package imports, also through others. The types of no other
// packages can occur in it.
func (w *writer) imported(p *types.Package) {
	for _, i := range p.Imports() {
		if w.reachable[i.Path()] == nil {
			w.reachable[i.Path()] = i
			w.imported(i)
		}
	}
}

// head returns the package clause and the imports.
func (w *writer) head() string {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\n", w.pkg.Name())
	paths := make([]string, 0, len(w.imports))
	for path, name := range w.imports {
		if strings.Contains(w.decls.String(), name+".") { // else it is not used: typeString was asked for nothing
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	for _, path := range paths {
		fmt.Fprintf(&b, "import %s %q\n", w.imports[path], path)
	}
	return b.String()
}

// unique returns a name that nothing else in the package and in the text has: the given one, or one with a number.
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

// typeString returns a type as the text names it; ok is false if the text cannot name it.
func (w *writer) typeString(t types.Type) (text string, ok bool) {
	ok = true
	text = types.TypeString(t, func(p *types.Package) string {
		if p == w.pkg {
			return ""
		}
		name := w.importName(p)
		ok = ok && name != ""
		return name
	})
	return text, ok && nameable(t, w.pkg, map[types.Type]bool{})
}

// importName returns the name of another package in the text, and has it imported; "" if it cannot be imported.
func (w *writer) importName(p *types.Package) string {
	if w.reachable[p.Path()] != p {
		return ""
	}
	if w.imports[p.Path()] == "" {
		w.imports[p.Path()] = w.unique("flavers_" + p.Name())
	}
	return w.imports[p.Path()]
}

// nameable reports whether package in can name a type: it has no type parameters, and contains no names of other
// packages that are not exported. seen has the types around it.
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

// line writes a line directive: what follows has a position in the package, and traces show that position.
func (w *writer) line(pos token.Pos) {
	p := w.fset.Position(pos)
	fmt.Fprintf(&w.decls, "\n//line %s:%d:%d\n", p.Filename, p.Line, p.Column)
}
