package extract

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/automata/calls"
	"flavers/lang/golang/bind"
	"flavers/lang/golang/heap"
	"flavers/lang/golang/write"
	"flavers/report/ledger"
)

// The objects that bound specifications are about: what the calls that make them return, in each calling context
// (package heap). Where no call is said to make them, they are all objects that the events have.

// tracked is an object that specifications are about.
type tracked struct {
	loc  heap.Loc
	name string // in events
	pos  token.Pos
	ok   bool // the call that makes it may fail: then there is none
	// many: the call makes several. The events of one of them are looked at, whichever: where one is made, the
	// model chooses whether it is this one.
	many  bool
	made  string // a shared variable: it is there
	asked bool   // some event asks for that
}

// origin is where an object comes from: the object of a place, made by a call that may fail, or not.
type origin struct {
	loc heap.Loc
	ok  bool
}

// bound is what specifications bind in a root.
type bound struct {
	set     *bind.Set
	objects map[origin]*tracked
	order   []*tracked
	of      map[*bind.Spec]map[heap.Loc]*tracked
	happens map[*bind.Spec]bool // a call of its is in the root
	notes   ledger.Notes
	noted   map[ledger.Note]bool
	before  map[*heap.Instance]bool // of what is done before main
	escaped map[*bind.Spec]bool     // code that is not followed has an object of it
	detach  bool                    // what is written is executed by another goroutine
}

// calleesOf are the functions that a call may call, without wrappers, which have the call in their bodies.
func (x *extractor) calleesOf(in *heap.Instance, site ssa.CallInstruction) []*ssa.Function {
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
		for _, l := range x.w.Objects(in, c.Value) {
			if l.Obj.Kind == heap.Box {
				put(x.w.Method(l.Obj.Type, c.Method.Pkg(), c.Method.Name()))
			}
		}
	case c.StaticCallee() != nil:
		put(c.StaticCallee())
	default:
		for _, l := range x.w.Objects(in, c.Value) {
			if l.Obj.Kind == heap.Func {
				put(l.Obj.Fn)
			}
		}
	}
	return out
}

// way is a function that a call may call, and the events that this is.
type way struct {
	fn      *types.Func // nil: the object itself
	matches []bind.Match
}

// ways lists what a call may call, as far as that is an event for some. all: it is nothing else.
func (x *extractor) ways(in *heap.Instance, site ssa.CallInstruction) (out []way, all bool) {
	if x.bound == nil || x.bound.before[in] {
		return nil, false
	}
	c := site.Common()
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return nil, false
	}
	n, some := 0, false
	put := func(fn *types.Func) {
		n++
		if fn == nil {
			return
		}
		w := way{fn, x.bound.set.Match(fn)}
		some = some || len(w.matches) > 0
		out = append(out, w)
	}
	for _, fn := range x.calleesOf(in, site) {
		f, _ := fn.Object().(*types.Func)
		put(f)
	}
	boxless := func(l heap.Loc) bool { return l.Obj.Kind != heap.Box }
	if c.IsInvoke() && slices.ContainsFunc(x.w.Objects(in, c.Value), boxless) {
		put(c.Method)
	} else if !c.IsInvoke() && c.StaticCallee() == nil && len(x.bound.set.Itself()) > 0 {
		out, some = append(out, way{nil, x.bound.set.Itself()}), true
		n = len(out)
	}
	if !some {
		return nil, false
	}
	return out, n == len(out)
}

// track finds the objects of a root.
func (x *extractor) track(begin []*heap.Instance) {
	x.bound.before = map[*heap.Instance]bool{}
	for _, in := range x.w.Instances {
		for top := in; top != nil; top = top.Parent {
			x.bound.before[in] = x.bound.before[in] || slices.Contains(begin, top)
		}
	}
	for _, makes := range []bool{true, false} {
		for _, in := range x.w.Instances {
			for _, b := range in.Fn.Blocks {
				for _, i := range b.Instrs {
					if site, ok := i.(ssa.CallInstruction); ok {
						x.trackAt(in, site, makes)
					}
				}
			}
		}
	}
	taken := map[string]int{}
	for _, t := range x.bound.order {
		taken[t.name]++
	}
	for _, t := range x.bound.order {
		t.name = x.taken.Unique(t.name, "object")
		if t.many || t.ok {
			t.made = x.taken.Unique(t.name+"_made", "made")
		}
	}
}

func (x *extractor) trackAt(in *heap.Instance, site ssa.CallInstruction, makes bool) {
	if x.bound.before[in] {
		x.beforeMain(in, site)
		return
	}
	ways, _ := x.ways(in, site)
	for _, w := range ways {
		for _, m := range w.matches {
			if m.Place.Kind != calls.Itself {
				x.bound.happens[m.Spec] = true
			}
			if !m.Object || m.Makes != makes || m.Spec.Makes != makes {
				continue
			}
			for copy := range x.w.Copies(in, site) {
				for _, l := range x.operandOf(in, site, copy, w, m) {
					if l.Obj.Kind == heap.Unknown && !l.Obj.Made {
						if makes {
							x.doubt(m.Spec, unknownObject, site.Pos(), "it is not known what this call returns")
						}
						continue
					}
					x.put(in, site, m, l)
				}
			}
		}
	}
}

func (x *extractor) put(in *heap.Instance, site ssa.CallInstruction, m bind.Match, l heap.Loc) {
	if x.bound.of[m.Spec] == nil {
		x.bound.of[m.Spec] = map[heap.Loc]*tracked{}
	}
	o := origin{l, m.OK}
	t := x.bound.objects[o]
	if t == nil {
		t = &tracked{loc: l, ok: m.OK, pos: site.Pos(), name: x.calledIn(site, m, l)}
		x.bound.objects[o] = t
		x.bound.order = append(x.bound.order, t)
	}
	t.many = t.many || l.Obj.Many || x.manyTimes(l.Obj.In) || m.Makes && x.manyTimes(in)
	if m.Makes && x.w.Turning(site.Block()) == nil {
		t.many = t.many || x.w.Again(in, site.Block())
	}
	x.bound.of[m.Spec][l] = t
}

// manyTimes tells whether several goroutines execute an instance, or code that is not analysed any number of times.
func (x *extractor) manyTimes(in *heap.Instance) bool {
	if in == nil {
		return false
	}
	if x.members(in) > 1 {
		return true
	}
	for ; in.Parent != nil; in = in.Parent {
		for _, t := range x.w.Targets(in.Parent, in.Site, in.Copy) {
			if t.Inst == in && t.Maybe {
				return true
			}
		}
	}
	return false
}

// calledIn is what an object is called: as the variable that gets it, or as in its specification.
func (x *extractor) calledIn(site ssa.CallInstruction, m bind.Match, l heap.Loc) string {
	name := ""
	if m.Makes {
		if names := x.ps.Assigned(site); m.Place.Index < len(names) {
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

// operandOf lists what the object of an event may be.
func (x *extractor) operandOf(in *heap.Instance, site ssa.CallInstruction, copy int, w way, m bind.Match) []heap.Loc {
	if m.Place.Kind == calls.Result {
		v := site.Value()
		if v == nil {
			return nil
		}
		locs := x.w.Leaf(in, v, heap.Result{Index: m.Place.Index, Path: m.Place.Path})
		if head := x.w.Turning(site.Block()); head != nil {
			locs = slices.DeleteFunc(slices.Clone(locs), func(l heap.Loc) bool {
				t := x.w.Turn(in, head, l.Obj)
				return t >= 0 && t != copy
			})
		}
		return x.unboxed(locs)
	}
	var out []heap.Loc
	for _, v := range x.operands(site, w, m) {
		out = append(out, x.within1(in, v, m.Place.Path)...)
	}
	return out
}

// within1 lists what an operand may be, or a field of it.
func (x *extractor) within1(in *heap.Instance, v ssa.Value, path string) []heap.Loc {
	locs := x.unboxed(x.w.Objects(in, v))
	if path == "" {
		return locs
	}
	var out []heap.Loc
	for _, l := range locs {
		out = append(out, x.w.Content(heap.Loc{Obj: l.Obj, Path: l.Path + path})...)
	}
	return x.unboxed(out)
}

// unboxed has the content of interface values in their place.
func (x *extractor) unboxed(locs []heap.Loc) []heap.Loc {
	var out []heap.Loc
	for _, l := range locs {
		if l.Obj.Kind == heap.Box {
			out = append(out, x.w.Inner(l)...)
		} else {
			out = append(out, l)
		}
	}
	return out
}

// operands are the operands of a call that may be the object of an event.
func (x *extractor) operands(site ssa.CallInstruction, w way, m bind.Match) []ssa.Value {
	c := site.Common()
	args := c.Args
	var recv ssa.Value
	switch {
	case w.fn == nil:
		return []ssa.Value{c.Value}
	case c.IsInvoke():
		recv = c.Value
	case w.fn.Signature().Recv() != nil && len(args) > 0:
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

// doubt notes something that the answers about one specification depend on.
func (x *extractor) doubt(s *bind.Spec, code string, pos token.Pos, text string) {
	n := ledger.Note{Code: code, Pos: x.ps.Where(pos).String(), Text: text, Property: s.Name}
	if !x.bound.noted[n] {
		x.bound.noted[n] = true
		x.bound.notes = append(x.bound.notes, n)
	}
}

// beforeMain notes what is done with objects before the root.
func (x *extractor) beforeMain(in *heap.Instance, site ssa.CallInstruction) {
	for _, fn := range x.calleesOf(in, site) {
		f, ok := fn.Object().(*types.Func)
		if !ok {
			continue
		}
		for _, m := range x.bound.set.Match(f) {
			x.doubt(m.Spec, inits, site.Pos(), "what is done before main, or a test, is left out")
		}
	}
}
