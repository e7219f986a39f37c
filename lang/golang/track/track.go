// Package track finds the objects of a root that specifications of calls are about. For
//
//	property closed for each f { events open = return ok os.Open as f, close = call (*os.File).Close on f .. }
//
// these are the files that calls of os.Open return: one object for each such call in each calling context (package
// heap). If no event of a specification makes objects, they are all objects that its events may be about.
//
//	objects := track.Find(world, packages, root.Main, begin, names.Unique)
//	for _, o := range objects.Order {
//		fmt.Println(o.Name, packages.Where(o.Pos))
//	}
package track

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/automata/calls"
	"flavers/lang/golang/bind"
	"flavers/lang/golang/heap"
	"flavers/lang/golang/roots"
	"flavers/lang/golang/write"
	"flavers/report/ledger"
)

// Object is an object that specifications are about.
type Object struct {
	Loc  heap.Loc
	Name string    // in events of the program
	Pos  token.Pos // of the call that makes it, or of an event
	OK   bool      // the call that makes it may fail, and then there is no object
	// Many: the call makes several objects. The program follows the events of one of them: where one is made, the
	// program chooses whether it is the one.
	Many  bool
	Made  string // the shared variable that says whether the object was made; "": it needs none
	Asked bool   // some event depends on Made, so that the variable has to be declared
}

// origin identifies an object: its place in the heap, and whether the call that makes it may fail.
type origin struct {
	loc heap.Loc
	ok  bool
}

// Objects has the objects of a root that specifications are about.
type Objects struct {
	w       *heap.World
	ps      *roots.Packages
	unique  func(name, other string) string // returns a new name of the program (write.Names.Unique)
	objects map[origin]*Object
	noted   map[ledger.Note]bool // the entries in Notes

	Set     *bind.Set                           // the specifications
	Order   []*Object                           // all objects, in the order in which they were found
	Of      map[*bind.Spec]map[heap.Loc]*Object // the objects of a specification, by place
	Happens map[*bind.Spec]bool                 // some call in the root is an event of the specification
	Notes   ledger.Notes                        // entries of the ledger that concern a single specification
	Before  map[*heap.Instance]bool             // instances that are executed before the root
	Escaped map[*bind.Spec]bool                 // unanalysed code has an object of the specification
	Detach  bool                                // package extract is writing the events of another goroutine
}

// Codes of the ledger.
const (
	UnknownObject = "U02" // it is not known what an operand is
	Inits         = "U05" // something is done before the root, and left out
	KeptObject    = "U20" // unanalysed code keeps an object of a specification
	LentObject    = "B20" // unanalysed code has an object of a specification until a call returns
	Outlives      = "A10" // a package variable has an object of a specification after the root
)

// Find finds the objects of a root that specifications are about. main: the program ends with the root. begin are the
// instances that are executed before the root, and unique returns new names.
func Find(w *heap.World, ps *roots.Packages, main bool, begin []*heap.Instance,
	unique func(name, other string) string) *Objects {
	b := &Objects{w: w, ps: ps, unique: unique, Set: ps.Bound, objects: map[origin]*Object{},
		Of: map[*bind.Spec]map[heap.Loc]*Object{}, Happens: map[*bind.Spec]bool{}, noted: map[ledger.Note]bool{},
		Escaped: map[*bind.Spec]bool{}}
	b.track(begin)
	b.escape(main)
	return b
}

// calleesOf returns the functions that a call may execute, without wrappers: their bodies have the call again.
func (b *Objects) calleesOf(in *heap.Instance, site ssa.CallInstruction) []*ssa.Function {
	c := site.Common()
	var out []*ssa.Function
	put := func(fn *ssa.Function) {
		wrapper := fn != nil && fn.Synthetic != "" && fn.Origin() == nil && fn.Blocks != nil
		if fn != nil && !wrapper && !slices.Contains(out, fn) {
			out = append(out, fn)
		}
	}
	switch {
	case c.IsInvoke():
		for _, l := range b.w.Objects(in, c.Value) {
			if l.Obj.Kind == heap.Box {
				put(b.w.Method(l.Obj.Type, c.Method.Pkg(), c.Method.Name()))
			}
		}
	case c.StaticCallee() != nil:
		put(c.StaticCallee())
	default:
		for _, l := range b.w.Objects(in, c.Value) {
			if l.Obj.Kind == heap.Func {
				put(l.Obj.Fn)
			}
		}
	}
	return out
}

// Way is a function that a call may execute, with the events that this is.
type Way struct {
	Fn      *types.Func  // nil: the object of a specification is itself the function that is called
	Matches []bind.Match // may be empty
}

// Ways lists the functions that a call may execute, if one of them is an event. all reports whether it lists all of
// them. b may be nil: then there are no events.
func (b *Objects) Ways(in *heap.Instance, site ssa.CallInstruction) (out []Way, all bool) {
	if b == nil || b.Before[in] {
		return nil, false
	}
	c := site.Common()
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return nil, false
	}
	n, some := 0, false // the number of functions; some has an event
	put := func(fn *types.Func) {
		n++
		if fn == nil {
			return
		}
		w := Way{fn, b.Set.Match(fn)}
		some = some || len(w.Matches) > 0
		out = append(out, w)
	}
	for _, fn := range b.calleesOf(in, site) {
		f, _ := fn.Object().(*types.Func)
		put(f)
	}
	boxless := func(l heap.Loc) bool { return l.Obj.Kind != heap.Box }
	if c.IsInvoke() && slices.ContainsFunc(b.w.Objects(in, c.Value), boxless) {
		put(c.Method)
	} else if !c.IsInvoke() && c.StaticCallee() == nil && len(b.Set.Itself()) > 0 {
		out, some = append(out, Way{nil, b.Set.Itself()}), true
		n = len(out)
	}
	if !some {
		return nil, false
	}
	return out, n == len(out)
}

// track finds the objects, first those that calls make, and gives them names. begin are the instances that are
// executed before the root.
func (b *Objects) track(begin []*heap.Instance) {
	b.Before = map[*heap.Instance]bool{}
	for _, in := range b.w.Instances {
		for top := in; top != nil; top = top.Parent {
			b.Before[in] = b.Before[in] || slices.Contains(begin, top)
		}
	}
	for _, makes := range []bool{true, false} {
		for _, in := range b.w.Instances {
			for _, block := range in.Fn.Blocks {
				for _, i := range block.Instrs {
					if site, ok := i.(ssa.CallInstruction); ok {
						b.trackAt(in, site, makes)
					}
				}
			}
		}
	}
	for _, t := range b.Order {
		t.Name = b.unique(t.Name, "object")
		if t.Many || t.OK {
			t.Made = b.unique(t.Name+"_made", "made")
		}
	}
}

// trackAt adds the objects of the events that a call is: those that it makes, or, with makes false, those that it is
// about, of specifications whose objects no call makes.
func (b *Objects) trackAt(in *heap.Instance, site ssa.CallInstruction, makes bool) {
	if b.Before[in] {
		b.beforeMain(in, site)
		return
	}
	ways, _ := b.Ways(in, site)
	for _, w := range ways {
		for _, m := range w.Matches {
			if m.Place.Kind != calls.Itself {
				b.Happens[m.Spec] = true
			}
			if !m.Object || m.Makes != makes || m.Spec.Makes != makes {
				continue
			}
			for copy := range b.w.Copies(in, site) {
				for _, l := range b.OperandOf(in, site, copy, w, m) {
					if l.Obj.Kind == heap.Unknown && !l.Obj.Made {
						if makes {
							b.Doubt(m.Spec, UnknownObject, site.Pos(), "it is not known what this call returns")
						}
						continue
					}
					b.put(in, site, m, l)
				}
			}
		}
	}
}

// put adds the object at a place, which match m of a call makes or is about.
func (b *Objects) put(in *heap.Instance, site ssa.CallInstruction, m bind.Match, l heap.Loc) {
	if b.Of[m.Spec] == nil {
		b.Of[m.Spec] = map[heap.Loc]*Object{}
	}
	o := origin{l, m.OK}
	t := b.objects[o]
	if t == nil {
		t = &Object{Loc: l, OK: m.OK, Pos: site.Pos(), Name: b.calledIn(site, m, l)}
		b.objects[o] = t
		b.Order = append(b.Order, t)
	}
	t.Many = t.Many || l.Obj.Many || b.w.ManyTimes(l.Obj.In) || m.Makes && b.w.ManyTimes(in)
	if m.Makes && b.w.Turning(site.Block()) == nil {
		t.Many = t.Many || b.w.Again(in, site.Block())
	}
	b.Of[m.Spec][l] = t
}

// calledIn returns a name for an object: that of the variable that gets it, or the one in its specification.
func (b *Objects) calledIn(site ssa.CallInstruction, m bind.Match, l heap.Loc) string {
	name := ""
	if m.Makes {
		if names := b.ps.Assigned(site); m.Place.Index < len(names) {
			name = names[m.Place.Index]
		}
	} else if name = l.Obj.Name; l.Path != "" {
		_, name, _ = cutLast(l.Path, ".")
	}
	if write.Identifier(name) == "" {
		name = m.Spec.Each
	}
	return name
}

// OperandOf lists the places that the object of event m of a call may be. copy is the turn of the loop around the
// call.
func (b *Objects) OperandOf(in *heap.Instance, site ssa.CallInstruction, copy int, w Way, m bind.Match) []heap.Loc {
	if m.Place.Kind == calls.Result {
		v := site.Value()
		if v == nil {
			return nil
		}
		locs := b.w.Leaf(in, v, heap.Result{Index: m.Place.Index, Path: m.Place.Path})
		if head := b.w.Turning(site.Block()); head != nil {
			locs = slices.DeleteFunc(slices.Clone(locs), func(l heap.Loc) bool {
				t := b.w.Turn(in, head, l.Obj)
				return t >= 0 && t != copy
			})
		}
		return b.w.Opened(locs)
	}
	var out []heap.Loc
	for _, v := range b.Operands(site, w, m) {
		out = append(out, b.Within(in, v, m.Place.Path)...)
	}
	return out
}

// Within lists the places that an operand, or its field at path, may be.
func (b *Objects) Within(in *heap.Instance, v ssa.Value, path string) []heap.Loc {
	locs := b.w.Opened(b.w.Objects(in, v))
	if path == "" {
		return locs
	}
	var out []heap.Loc
	for _, l := range locs {
		out = append(out, b.w.Content(heap.Loc{Obj: l.Obj, Path: l.Path + path})...)
	}
	return b.w.Opened(out)
}

// Operands returns the operands of a call that may be the object of event m: one, or for "any argument" all.
func (b *Objects) Operands(site ssa.CallInstruction, w Way, m bind.Match) []ssa.Value {
	c := site.Common()
	args := c.Args
	var recv ssa.Value
	switch {
	case w.Fn == nil:
		return []ssa.Value{c.Value}
	case c.IsInvoke():
		recv = c.Value
	case w.Fn.Signature().Recv() != nil && len(args) > 0:
		recv, args = args[0], args[1:]
	}
	switch {
	case m.Place.Kind == calls.Receiver || m.Place.Kind == calls.Default && recv != nil:
		if recv == nil {
			return nil
		}
		return []ssa.Value{recv}
	case m.Place.Index == calls.Any:
		return args
	case m.Place.Index < len(args):
		return args[m.Place.Index : m.Place.Index+1]
	}
	return nil
}

// Doubt adds an entry to the ledger that concerns a single specification.
func (b *Objects) Doubt(s *bind.Spec, code string, pos token.Pos, text string) {
	n := ledger.Note{Code: code, Pos: b.ps.Where(pos).String(), Text: text, Property: s.Name}
	if !b.noted[n] {
		b.noted[n] = true
		b.Notes = append(b.Notes, n)
	}
}

// beforeMain adds to the ledger that a call before the root is an event.
func (b *Objects) beforeMain(in *heap.Instance, site ssa.CallInstruction) {
	for _, fn := range b.calleesOf(in, site) {
		f, ok := fn.Object().(*types.Func)
		if !ok {
			continue
		}
		for _, m := range b.Set.Match(f) {
			b.Doubt(m.Spec, Inits, site.Pos(), "what is done before main, or a test, is left out")
		}
	}
}
