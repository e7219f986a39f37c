// Package objects lists the channels, locks, wait groups and conditions of Go packages as the source has them, and all
// places that operate on them: those that no root reaches, too.
//
//	all := objects.Of(packages)
//	for _, use := range all.Uses {
//		fmt.Println(use.Pos, len(use.Of), "objects")
//	}
//
// An object of the source is a make expression, a call of sync.NewCond, or a variable, field or array item with a
// type of package sync. It stands for all objects that are made there:
//
//	type pool struct { mu sync.Mutex }  // one object, pool.mu, however many pools there are
//	jobs := make(chan int)              // another one, jobs
//	jobs <- 1                           // a use of jobs
//
// Reports count by these lists how much of a package was answered. Which objects a use is on follows from the text:
// what is stored in the field or variable of its operand (docs/theory.md, "Objects of the source"). If that is not
// known, the use may be on each object of the same kind and type. May err towards: more objects.
package objects

import (
	"cmp"
	"go/token"
	"go/types"
	"iter"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/roots"
)

// Kinds of objects, in the order in which they are counted.
const (
	Channel   = "channel"
	Lock      = "lock"
	WaitGroup = "wait group"
	Condition = "condition"
)

// Kinds lists the kinds of objects, in this order.
func Kinds() []string { return []string{Channel, Lock, WaitGroup, Condition} }

// Object is an object of the source.
type Object struct {
	Kind   string // Channel, Lock, ..
	Name   string // as "Cache.mu"; "" if it has none
	Pos    string // of its declaration, or of the expression that makes it: "file:line:col"
	Copied bool   // the packages copy it, so a copy may be locked without a call of Lock
}

// Use is an operation on objects.
type Use struct {
	Pos  string // "file:line:col", as programs of roots have it
	Func string // the name of the function around it
	Of   []int  // the objects that it may be on: indices into List.All, sorted
	Sure bool   // it is on a single object, and that is known
	Ends []int  // those of Of at which it keeps nobody waiting for ever, in whatever root (Settle)
}

// List has the objects and uses of packages. The zero value has none.
type List struct {
	All  []Object
	Uses []Use
}

// site is an object while the source is read.
type site struct {
	Object
	of types.Type // of a channel the type of its items, else the type of package sync
	at token.Position
}

// finder reads the source of packages.
type finder struct {
	ps     *roots.Packages
	files  map[string]bool        // files of the packages; true: it was asked for and is no test, so it may have objects
	sites  []site                 // the objects so far
	number map[string]int         // indices into sites, by kind and position
	uses   []use                  // the operations so far
	stored map[string][]ssa.Value // what is stored in a field or variable, by the place of its declaration
	loose  map[string]bool        // places of fields and variables where something unknown may be stored
	copied map[string]bool        // places of lock fields, and names of types, of which there are copies
	in     *ssa.Function          // the function that is being read
	// contexts: a followed type has a method Done with a result, which a call of (context.Context).Done may be of.
	contexts bool
}

// use is an operation while the source is read.
type use struct {
	pos     string // Use.Pos
	in      string // Use.Func
	kind    string // of the objects that it may be on
	operand ssa.Value
	of      types.Type // as site.of, for the objects that the operand may be; nil: any of the kind
}

// Of lists the objects of the packages that were asked for, without their tests, and the operations on them in these
// packages and in those that they need of their modules.
func Of(ps *roots.Packages) *List {
	f := &finder{ps: ps, files: map[string]bool{}, number: map[string]int{}, stored: map[string][]ssa.Value{},
		loose: map[string]bool{}, copied: map[string]bool{}}
	for _, p := range ps.Loaded {
		for _, name := range p.Files {
			f.files[name] = f.files[name] || p.Initial && !isTest(name)
		}
	}
	for _, p := range ps.All {
		f.types(p)
		for _, fn := range functions(p) {
			f.contexts = f.contexts || fn.Signature.Recv() != nil && fn.Name() == "Done" && fn.Signature.Results().Len() > 0
			if !ps.Written(fn) {
				f.function(fn)
			}
		}
	}
	return f.list()
}

// isTest reports whether a file is one of tests.
func isTest(file string) bool { return strings.HasSuffix(file, "_test.go") }

// functions returns the functions in the source of a package, with methods, also of generic types, and function
// literals.
func functions(p *ssa.Package) []*ssa.Function {
	var out []*ssa.Function
	put := func(fn *ssa.Function) {
		if fn != nil && fn.Blocks != nil {
			out = append(out, fn)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.Members)) {
		switch m := p.Members[name].(type) {
		case *ssa.Function:
			put(m)
		case *ssa.Type:
			if named, ok := m.Type().(*types.Named); ok {
				for method := range named.Methods() {
					put(p.Prog.FuncValue(method))
				}
			}
		}
	}
	for i := 0; i < len(out); i++ {
		out = append(out, out[i].AnonFuncs...)
	}
	return out
}

// types adds the locks and the like that are fields of types of a package. No instruction needs to name such a field:
// the lock may be embedded, or its address given away with that of the struct.
func (f *finder) types(p *ssa.Package) {
	for _, name := range slices.Sorted(maps.Keys(p.Members)) {
		t, ok := p.Members[name].(*ssa.Type)
		if !ok {
			continue
		}
		s, ok := t.Type().Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for v := range s.Fields() {
			if kind, of := ofSync(types.NewPointer(v.Type())); kind != "" {
				f.made(kind, name+"."+v.Name(), v.Origin().Pos(), of)
			}
		}
	}
}

// function reads a function: the objects that it makes, what it stores, and its operations.
func (f *finder) function(fn *ssa.Function) {
	f.in = fn
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			f.instruction(i)
			f.mentions(i)
			f.moves(i)
			f.loosen(i)
		}
	}
}

// instruction adds the object that an instruction makes, the operation that it is, or what it stores.
func (f *finder) instruction(i ssa.Instruction) {
	switch i := i.(type) {
	case *ssa.MakeChan:
		f.objects(i, map[ssa.Value]bool{})
	case *ssa.Store:
		if at := f.place(i.Addr); at != "" {
			f.stored[at] = append(f.stored[at], i.Val)
		}
	case *ssa.Send:
		f.use(i.Pos(), Channel, i.Chan)
	case *ssa.Select:
		for _, s := range i.States {
			f.use(cmp.Or(s.Pos, i.Pos()), Channel, s.Chan)
		}
	case *ssa.UnOp:
		if i.Op == token.ARROW {
			f.use(i.Pos(), Channel, i.X)
		}
	case *ssa.MakeClosure: // a method as a value: mu.Unlock
		if fn := i.Fn.(*ssa.Function); isBound(fn) && len(i.Bindings) == 1 {
			if kind, _ := ofSync(i.Bindings[0].Type()); kind != "" {
				f.use(i.Pos(), kind, i.Bindings[0])
			} else if types.IsInterface(i.Bindings[0].Type()) {
				f.byInterface(i.Pos(), strings.TrimSuffix(fn.Name(), bound), fn.Signature, i.Bindings[0])
			}
		}
	case ssa.CallInstruction:
		f.call(i)
	}
}

// bound ends the name of the function that go/ssa makes of a method value, as mu.Unlock without a call.
const bound = "$bound"

// isBound reports whether go/ssa has made a function of a method value.
func isBound(fn *ssa.Function) bool { return strings.HasSuffix(fn.Name(), bound) }

// mentions adds the locks and the like whose addresses are operands of an instruction. A function of package sync as
// an operand, as the method expression (*sync.Mutex).Lock, is an operation on any object of its kind.
func (f *finder) mentions(i ssa.Instruction) {
	for _, v := range i.Operands(nil) {
		switch operand := (*v).(type) {
		case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Global, *ssa.Alloc:
			if kind, _ := ofSync(operand.Type()); kind != "" {
				f.objects(operand, map[ssa.Value]bool{})
			}
		case *ssa.Function:
			site, isCall := i.(ssa.CallInstruction)
			if isCall && v == &site.Common().Value {
				continue
			}
			if o := operand.Object(); o == nil || o.Pkg() == nil || o.Pkg().Path() != "sync" {
				continue
			}
			params := operand.Signature.Params() // of a method expression, the receiver is the first
			if params.Len() == 0 {
				continue
			}
			if kind, _ := ofSync(params.At(0).Type()); kind != "" {
				f.use(near(i), kind, operand)
			} else if types.IsInterface(params.At(0).Type()) {
				f.use(near(i), Lock, operand)
			}
		}
	}
}

// near returns the position of an instruction or, if it has none, of the function around it.
func near(i ssa.Instruction) token.Pos { return cmp.Or(i.Pos(), i.Parent().Pos()) }

// byInterface adds the operations that a call of an interface method may be: the interface value may hold an object,
// or a struct that embeds one. Then the method has the signature of that of package sync: Done of a context has not
// that of Done of a wait group.
func (f *finder) byInterface(at token.Pos, method string, of *types.Signature, value ssa.Value) {
	params, results := "()", "()"
	switch method {
	case "TryLock", "TryRLock":
		results = "(bool)"
	case "Add":
		params = "(int)"
	case "Go":
		params = "(func())"
	}
	if !listed(of.Params(), params) || !listed(of.Results(), results) {
		return
	}
	switch method {
	case "Lock", "Unlock", "RLock", "RUnlock", "TryLock", "TryRLock":
		f.use(at, Lock, value)
	case "Wait":
		f.use(at, WaitGroup, value)
		f.use(at, Condition, value)
	case "Add", "Done", "Go":
		f.use(at, WaitGroup, value)
	case "Signal", "Broadcast":
		f.use(at, Condition, value)
	}
}

// listed reports whether a list of parameters or results has just some types.
// May err towards: yes, for a parameter of a generic type.
func listed(of *types.Tuple, want string) bool {
	var names []string
	for v := range of.Variables() {
		t := types.Unalias(v.Type())
		if isParameter(t) {
			return true
		}
		names = append(names, t.String())
	}
	return "("+strings.Join(names, ", ")+")" == want
}

// call adds the operation that a call is, a method of package sync or close, or the object that sync.NewCond makes.
func (f *finder) call(i ssa.CallInstruction) {
	c := i.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		if b.Name() == "close" {
			f.use(i.Pos(), Channel, c.Args[0])
		}
		return
	}
	if c.IsInvoke() {
		f.byInterface(i.Pos(), c.Method.Name(), c.Method.Signature(), c.Value)
		return
	}
	callee := c.StaticCallee()
	if callee == nil || callee.Pkg == nil || callee.Pkg.Pkg.Path() != "sync" {
		return
	}
	if v := i.Value(); v != nil && isNewCond(v) {
		f.objects(v, map[ssa.Value]bool{})
	} else if callee.Signature.Recv() != nil && len(c.Args) > 0 {
		if kind, _ := ofSync(c.Args[0].Type()); kind != "" {
			f.use(i.Pos(), kind, c.Args[0])
		}
	}
}

// isNewCond reports whether a call is one of sync.NewCond.
func isNewCond(c *ssa.Call) bool {
	callee := c.Call.StaticCallee()
	return callee != nil && heap.FullName(callee) == "sync.NewCond"
}

// made adds an object at a position, unless it is known, and returns its index in f.sites. It returns -1, and adds
// nothing, if the position is not in a package that was asked for.
func (f *finder) made(kind, name string, at token.Pos, of types.Type) int {
	where := f.ps.Where(at).String()
	if !f.files[f.ps.Fset.Position(at).Filename] {
		return -1
	}
	n, known := f.number[kind+" "+where]
	if !known {
		n = len(f.sites)
		f.number[kind+" "+where] = n
		f.sites = append(f.sites, site{Object{Kind: kind, Name: name, Pos: where}, of, f.ps.Fset.Position(at)})
	}
	return n
}

// use adds an operation, and the object whose address its operand is, if it is one.
func (f *finder) use(at token.Pos, kind string, operand ssa.Value) {
	if !at.IsValid() || isTest(f.ps.Fset.Position(at).Filename) {
		return
	}
	u := use{pos: f.ps.Where(at).String(), in: f.in.RelString(f.in.Pkg.Pkg), kind: kind, operand: operand}
	if kind == Channel {
		u.of = items(operand.Type())
	} else {
		_, u.of = ofSync(operand.Type())
	}
	f.uses = append(f.uses, u)
	f.objects(operand, map[ssa.Value]bool{}) // adds the object
}

// list returns what was found, with the objects in the order of the source.
func (f *finder) list() *List {
	out := &List{}
	slices.SortFunc(f.sites, func(a, b site) int {
		return cmp.Or(cmp.Compare(a.at.Filename, b.at.Filename), cmp.Compare(a.at.Offset, b.at.Offset),
			cmp.Compare(a.Kind, b.Kind))
	})
	for n, s := range f.sites {
		f.number[s.Kind+" "+s.Pos] = n
	}
	at := map[string]int{}
	for _, u := range f.uses {
		of, sure := f.objects(u.operand, map[ssa.Value]bool{})
		if !sure {
			of = nil
			for n, s := range f.sites {
				if s.Kind == u.kind && fits(s.of, u.of) {
					of = append(of, n)
				}
			}
		}
		n, known := at[u.pos]
		if !known {
			n = len(out.Uses)
			at[u.pos] = n
			out.Uses = append(out.Uses, Use{Pos: u.pos, Func: u.in, Sure: true})
		}
		out.Uses[n].add(sure, slices.Values(of))
	}
	for _, s := range f.sites {
		s.Copied = f.isCopied(s)
		out.All = append(out.All, s.Object)
	}
	return out
}

// items returns the type of the items of a channel type; nil for other types.
func items(t types.Type) types.Type {
	if c, ok := t.Underlying().(*types.Chan); ok {
		return c.Elem()
	}
	return nil
}

// ofSync returns the kind of object to which a pointer of type t points, and the type of package sync; the object may
// be an array of such. kind is "" if t is no such pointer.
func ofSync(t types.Type) (kind string, of types.Type) {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return "", nil
	}
	of = types.Unalias(p.Elem())
	for {
		a, ok := of.Underlying().(*types.Array)
		if !ok {
			break
		}
		of = types.Unalias(a.Elem())
	}
	switch of.String() {
	case "sync.Mutex", "sync.RWMutex":
		return Lock, of
	case "sync.WaitGroup":
		return WaitGroup, of
	case "sync.Cond":
		return Condition, of
	}
	return "", nil
}

// fits reports whether an operand may be an object, by the types site.of and use.of. Types are compared by name, as a
// package and its variant with tests have types of their own. May err towards: yes.
func fits(object, operand types.Type) bool {
	if object == nil || operand == nil {
		return true
	}
	object, operand = types.Unalias(object), types.Unalias(operand)
	switch o := object.(type) {
	case *types.TypeParam:
		return true
	case *types.Named:
		p, named := operand.(*types.Named)
		return named && nameOf(o) == nameOf(p) || isParameter(operand)
	case *types.Basic:
		p, basic := operand.(*types.Basic)
		return basic && o.Kind() == p.Kind() || isParameter(operand)
	}
	switch p := operand.(type) {
	case *types.TypeParam:
		return true
	case *types.Named, *types.Basic:
		return false
	case *types.Map:
		o, same := object.(*types.Map)
		return same && fits(o.Key(), p.Key()) && fits(o.Elem(), p.Elem())
	case interface{ Elem() types.Type }:
		o, same := object.(interface{ Elem() types.Type })
		return same && fits(o.Elem(), p.Elem())
	}
	return true // structs, functions and interfaces
}

// isParameter reports whether a type is a type parameter.
func isParameter(t types.Type) bool {
	_, is := t.(*types.TypeParam)
	return is
}

// nameOf returns the name of a type with the path of its package.
func nameOf(t *types.Named) string {
	if t.Obj().Pkg() == nil {
		return t.Obj().Name()
	}
	return t.Obj().Pkg().Path() + "." + t.Obj().Name()
}

// Operand says which objects an operation may be on, as the points-to analysis of all roots (package slice) has
// found.
type Operand struct {
	Sites   map[string]bool // the positions of objects, as At returns them
	Unknown bool            // it may also be on an object of unanalysed code
	Any     bool            // the position of some object is not known
}

// Refine removes from uses the objects that they cannot be on. operands has what the points-to analysis has found, by
// the positions of uses that some root reaches. lent has the positions of objects that unanalysed code may have.
func (l *List) Refine(operands map[string]*Operand, lent map[string]bool) {
	for i := range l.Uses {
		u := &l.Uses[i]
		known := operands[u.Pos]
		if u.Sure || known == nil || known.Any {
			continue
		}
		u.Of = slices.DeleteFunc(u.Of, func(n int) bool {
			at := l.All[n].Pos
			return !known.Sites[at] && !(known.Unknown && lent[at])
		})
	}
}

// Join merges lists of packages that were loaded apart. A package may be in several lists: its objects and uses are
// listed once.
func Join(lists ...*List) *List {
	out, number, at := &List{}, map[string]int{}, map[string]int{}
	for _, l := range lists {
		now := make([]int, len(l.All)) // the indices in out.All, by those in l.All
		for i, o := range l.All {
			key := o.Kind + " " + o.Pos
			n, known := number[key]
			if !known {
				n = len(out.All)
				number[key] = n
				out.All = append(out.All, o)
			}
			now[i] = n
		}
		for _, u := range l.Uses {
			var ends []int
			for _, i := range u.Ends {
				ends = append(ends, now[i])
			}
			n, known := at[u.Pos]
			if !known {
				n = len(out.Uses)
				at[u.Pos] = n
				out.Uses = append(out.Uses, Use{Pos: u.Pos, Func: u.Func, Sure: true, Ends: ends})
			}
			out.Uses[n].Ends = common(out.Uses[n].Ends, ends)
			out.Uses[n].add(u.Sure, func(yield func(int) bool) {
				for _, i := range u.Of {
					if !yield(now[i]) {
						return
					}
				}
			})
		}
	}
	return out
}

// add adds objects that a use may be on. sure: the use is on a single one of them.
func (u *Use) add(sure bool, of iter.Seq[int]) {
	u.Of = slices.AppendSeq(u.Of, of)
	slices.Sort(u.Of)
	u.Of = slices.Compact(u.Of)
	u.Sure = u.Sure && sure && len(u.Of) == 1
}
