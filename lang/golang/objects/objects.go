// Package objects lists the channels, locks, wait groups and conditions of Go packages as the source has them, and all
// places that operate on them: those that no root reaches, too.
//
//	all := objects.Of(packages)
//	for _, use := range all.Uses {
//		fmt.Println(use.Pos, len(use.Of), "objects")
//	}
//
// An object of the source is a make expression or a call of sync.NewCond, or a variable, a field or an item of an array
// that has such a type; it stands for all that are made there. Which objects an operation is on, the text around it
// says: docs/theory.md, "Objects of the source".
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

// Kinds lists them.
func Kinds() []string { return []string{Channel, Lock, WaitGroup, Condition} }

// Object is an object of the source.
type Object struct {
	Kind string
	Name string // as "Cache.mu"; "" if it has none
	Pos  string // of its declaration, or of the expression that makes it: "file:line:col"
	// Copied: the packages copy it, so that there is one that nobody has locked by a call.
	Copied bool
}

// Use is an operation.
type Use struct {
	Pos  string // as a model has it
	Func string // the function that it is in
	Of   []int  // objects, by number, that it may be on
	Sure bool   // it is on the one object, and on no other one
	Ends []int  // objects of Of at which it keeps nobody waiting for ever, in whatever root (Settle)
}

// List is what packages have. The zero value has nothing.
type List struct {
	All  []Object
	Uses []Use
}

// site is what is known of an object while the source is read.
type site struct {
	Object
	of types.Type // of a channel its items, else the type of package sync
	at token.Position
}

// finder reads the source of packages.
type finder struct {
	ps     *roots.Packages
	files  map[string]bool // of the packages: true of those that have objects, which were asked for and are no tests
	sites  []site
	number map[string]int // of sites, by kind and Pos
	uses   []use
	stored map[string][]ssa.Value // what is stored in a field or a variable, by its place
	loose  map[string]bool        // places where something else may be stored
	copied map[string]bool        // places of fields, and types, of locks that are copied
	in     *ssa.Function
	// contexts: a followed type has a method Done with a result, which a call of (context.Context).Done may be of.
	contexts bool
}

// use is an operation while the source is read.
type use struct {
	pos, in, kind string
	operand       ssa.Value
	of            types.Type // of what the operand stands for, as in site; nil: any of the kind
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

func isTest(file string) bool { return strings.HasSuffix(file, "_test.go") }

// functions are those of a package that have a text: also methods of generic types, and function literals.
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

// types notes the locks and the like that are fields of the types of a package: of a lock that is embedded, and of one
// whose address is given away with that of its struct, no instruction needs to name the field.
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

// function reads a function: what it makes, stores and operates on.
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

// bound ends the name of the function that go/ssa makes of a method as a value.
const bound = "$bound"

func isBound(fn *ssa.Function) bool { return strings.HasSuffix(fn.Name(), bound) }

// mentions notes the locks and the like whose addresses an instruction has, and functions of package sync that it has
// as values, as (*sync.Mutex).Lock: who gets one may call it with any object of its kind.
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
			for at := range operand.Signature.Params().Variables() { // of a method expression, the receiver is the first
				if kind, _ := ofSync(at.Type()); kind != "" {
					f.use(near(i), kind, operand)
				} else if types.IsInterface(at.Type()) {
					f.use(near(i), Lock, operand)
				}
				break
			}
		}
	}
}

// near is the position of an instruction or, if it has none, of the function that it is in.
func near(i ssa.Instruction) token.Pos { return cmp.Or(i.Pos(), i.Parent().Pos()) }

// byInterface notes a call of a method by an interface value, which may hold an object, or what has one embedded: then
// the method has the signature of that of package sync, as Done of a wait group, and not of a context.
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

// call reads a call: a method of package sync, close, or sync.NewCond.
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

func isNewCond(c *ssa.Call) bool {
	callee := c.Call.StaticCallee()
	return callee != nil && heap.FullName(callee) == "sync.NewCond"
}

// made notes an object at a place, if that is in the packages that were asked for, and returns its number, or -1.
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

// use notes an operation, and the object if its operand is the address of one.
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
	f.objects(operand, map[ssa.Value]bool{}) // of fields and variables
}

// list is what was found, in the order of the source.
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

// items is the type of the items of a channel; nil if it is none.
func items(t types.Type) types.Type {
	if c, ok := t.Underlying().(*types.Chan); ok {
		return c.Elem()
	}
	return nil
}

// ofSync is the kind of object that a pointer to a type of package sync, or to an array of them, points to, and that
// type; "" if it is no such pointer.
func ofSync(t types.Type) (string, types.Type) {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return "", nil
	}
	of := types.Unalias(p.Elem())
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

// fits reports whether an operand with one type may be an object of another one. A package and its variant with tests
// have types of their own, so that names are compared. May err towards: yes.
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

func isParameter(t types.Type) bool {
	_, is := t.(*types.TypeParam)
	return is
}

// nameOf is the name of a type with the path of its package.
func nameOf(t *types.Named) string {
	if t.Obj().Pkg() == nil {
		return t.Obj().Name()
	}
	return t.Obj().Pkg().Path() + "." + t.Obj().Name()
}

// Operand is what the operand of an operation may be, as an analysis of roots has found it: the places of objects, as
// At has them. Unknown: it may be something that code has which is not followed.
// Any: the place of one of them is not known.
type Operand struct {
	Sites        map[string]bool
	Unknown, Any bool
}

// Refine takes from operations that are not sure the objects that they cannot be on, as a points-to analysis says of
// all roots together. operands are those of places that some root reaches; lent are objects that code has which is not
// followed.
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

// Join puts the lists of several loads into one: a package may be in several of them.
func Join(lists ...*List) *List {
	out, number, at := &List{}, map[string]int{}, map[string]int{}
	for _, l := range lists {
		now := make([]int, len(l.All))
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

// add adds objects that an operation may be on.
func (u *Use) add(sure bool, of iter.Seq[int]) {
	u.Of = slices.AppendSeq(u.Of, of)
	slices.Sort(u.Of)
	u.Of = slices.Compact(u.Of)
	u.Sure = u.Sure && sure && len(u.Of) == 1
}
