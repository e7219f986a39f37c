package extract

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/roots"
	"flavers/lang/golang/std"
)

// This file is about branches on data in clients. In the program such a branch may take either way. So an execution
// may need conditions that no execution of the package fulfils, and the question is whether they can be fulfilled
// together:
//
//	if len(key) == 0 { .. }    // the execution takes this way: callers may pass an empty key
//	if key == "default" { .. } // and this one: both depend on key, so they may exclude each other
//
// Where a client branches on data, it first guesses a variable, so that a trace shows which way it takes. Each
// condition has its *sources*: the fields, the values that callers choose, and the results of unanalysed functions
// that it depends on. Conditions without a common source are independent. They can be true and false as the trace
// needs them if each can be so by itself, and a few rules say when it can (free). In all other cases the execution is
// only possible (theory.md, 14).

// condition is a condition of a branch on data, or the choice of a function that a container has (called).
type condition struct {
	text    string // as the source has it
	no      string // what to say if it is false; "": text, and "is false"
	where   token.Pos
	sources map[any]bool // of type *types.Var (a field or package variable), varKey (a value), or string (said)
	fields  []*types.Var // those of type *types.Var
	free    [2]bool      // by index: whether the condition can be false, and can be true, by itself
	always  bool         // it is false in every execution
	negated bool         // the variable of the branch is true if the condition is false
	counts  bool         // it is the condition of a for statement
	item    bool         // it asks whether a container has an item, and may change its value while the client runs
	looksUp bool         // it asks for the item with a key
	key     map[any]bool // of such a lookup: the sources of the key that are no sources of the container
	shrinks bool         // a container that it asks for an item may lose items, so the item may be gone
	later   bool         // only the certain program can say whether the execution is possible
}

// index returns the index of a truth value in condition.free.
func index(truth bool) int {
	if truth {
		return 1
	}
	return 0
}

// branch records a branch on data, and returns its condition; nil if it is not known where the source has it.
func (x *extractor) branch(in *heap.Instance, cond ssa.Value) *condition {
	c := x.conditionOf(in, cond)
	if c == nil {
		return nil
	}
	return x.place(c)
}

// place records a condition under its place in the source, and returns the condition for this place. If the place was
// recorded before, in another calling context, that condition is returned, with the sources of both and what holds of
// both.
func (x *extractor) place(c *condition) *condition {
	key := x.ps.Where(c.where).String()
	known := x.branches[key]
	if known == nil {
		x.branches[key] = c
		return c
	}
	maps.Copy(known.sources, c.sources)
	for i, free := range c.free {
		known.free[i] = known.free[i] && free
	}
	known.shrinks, known.later = known.shrinks || c.shrinks, known.later || c.later
	known.item = known.item && c.item
	return known
}

// called records, as a condition, that a call executes one of several functions which callers or the package have put
// into a container:
//
//	for _, f := range c.listeners { f() } // "f is the function that the trace calls"
func (x *extractor) called(in *heap.Instance, site ssa.CallInstruction, copy int) {
	unknown := func(t heap.Target) bool { return t.Maybe || t.Inst == nil }
	if slices.ContainsFunc(x.w.Targets(in, site, copy), unknown) {
		return
	}
	v := site.Common().Value
	item := false // the function is an item of a list or a map
	lookup, _ := v.(*ssa.Lookup)
	switch v := v.(type) {
	case *ssa.Extract:
		_, item = v.Tuple.(*ssa.Next)
		lookup, _ = v.Tuple.(*ssa.Lookup)
	case *ssa.UnOp:
		_, item = v.X.(*ssa.IndexAddr)
	}
	if lookup != nil { // callers do not choose what a map has under a constant key
		_, constant := lookup.Index.(*ssa.Const)
		item = !constant
	}
	if x.branches == nil || !item || in.Fn.Syntax() == nil {
		return
	}
	var found ast.Expr
	ast.Inspect(in.Fn.Syntax(), func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && c.Lparen == site.Pos() {
			found = c.Fun
		}
		return true
	})
	if found != nil {
		text := roots.Source(found) + " is the function that the trace calls"
		x.place(&condition{text: text, no: text, where: site.Pos(), sources: map[any]bool{varKey{in, v}: true},
			free: [2]bool{true, true}})
	}
}

// conditionOf makes the condition for the value that a branch tests; nil if it is not known where the source has it.
func (x *extractor) conditionOf(in *heap.Instance, cond ssa.Value) *condition {
	c := &condition{sources: map[any]bool{}}
	if !c.describe(in.Fn, cond) {
		return nil
	}
	s := &sources{x: x, of: c.sources, seen: map[varKey]bool{}}
	if noItems(in, cond) {
		c.free[0], c.always = true, true
	} else if known := s.add(in, cond); known && len(c.sources) > 0 {
		c.free, c.fields = s.free(in, cond), s.fields
		c.shrinks = slices.ContainsFunc(s.fields, x.loses)
		c.item = s.contains(cond)
		c.key = x.keyOf(in, cond)
		c.later = c.item && !x.certain && slices.ContainsFunc(s.fields, x.onlyGrows)
	}
	return c
}

// keyOf returns the sources of the key in a lookup whose key callers choose, without those of the container; nil if
// cond is no such lookup.
func (x *extractor) keyOf(in *heap.Instance, cond ssa.Value) map[any]bool {
	e, ok := cond.(*ssa.Extract)
	if !ok {
		return nil
	}
	look, ok := e.Tuple.(*ssa.Lookup)
	if !ok {
		return nil
	}
	container := &sources{x: x, of: map[any]bool{}, seen: map[varKey]bool{}}
	key := &sources{x: x, of: map[any]bool{}, seen: map[varKey]bool{}}
	if !container.add(in, look.X) || !key.add(in, look.Index) || !key.given {
		return nil
	}
	maps.DeleteFunc(key.of, func(s any, _ bool) bool { return container.of[s] })
	return key.of
}

// Comments by which go/ssa marks the block of a range over a list that tests for another item, and the body of a
// range over a number.
const (
	rangeHead = "rangeindex.loop"
	rangeTurn = "rangeint.body"
)

// noItems reports whether a condition asks for another item of a list that is nil in this instance, as a variadic
// parameter is for which the call passes nothing.
func noItems(in *heap.Instance, cond ssa.Value) bool {
	less, ok := cond.(*ssa.BinOp)
	if !ok || less.Block().Comment != rangeHead {
		return false
	}
	call, ok := less.Y.(*ssa.Call)
	if !ok || len(call.Call.Args) != 1 {
		return false
	}
	list := call.Call.Args[0]
	for p, ok := list.(*ssa.Parameter); ok; p, ok = list.(*ssa.Parameter) {
		arg, known := heap.Argument(in, p)
		if !known {
			return false
		}
		list, in = arg, in.Parent
	}
	none, ok := list.(*ssa.Const)
	return ok && none.Value == nil
}

// describe sets the text and the place of a condition. It returns false if the source does not have it as a
// condition.
func (c *condition) describe(fn *ssa.Function, cond ssa.Value) bool {
	syntax := fn.Syntax()
	if syntax == nil {
		return false
	}
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		cond = not.X
	}
	switch v := cond.(type) {
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.Next:
			if r, ok := t.Iter.(*ssa.Range); ok {
				return c.ranges(syntax, r.Pos(), token.NoPos)
			}
		case *ssa.Lookup:
			var found ast.Expr
			ast.Inspect(syntax, func(n ast.Node) bool {
				if e, ok := n.(*ast.IndexExpr); ok && (e.Lbrack == t.Pos() || e.Pos() == t.Pos()) {
					found = e
				}
				return true
			})
			if found == nil {
				return false
			}
			c.where, c.looksUp = found.Pos(), true
			c.text, c.no = roots.Source(found)+" is there", roots.Source(found)+" is not there"
			return true
		}
	case *ssa.BinOp:
		body := v.Block().Succs
		if v.Block().Comment == rangeHead || len(body) == 2 && body[0].Comment == rangeTurn {
			c.counts = v.Block().Comment != rangeHead
			for _, i := range body[0].Instrs {
				if i.Pos().IsValid() {
					return c.ranges(syntax, token.NoPos, i.Pos())
				}
			}
			return false
		}
	}
	return c.expression(syntax, cond.Pos())
}

// ranges describes the condition that a range has another item. The range statement is the one at position at, or the
// innermost one around position inside.
func (c *condition) ranges(syntax ast.Node, at, inside token.Pos) bool {
	ast.Inspect(syntax, func(n ast.Node) bool {
		if r, ok := n.(*ast.RangeStmt); ok && (r.For == at || inside.IsValid() && r.Pos() <= inside && inside < r.End()) {
			c.where = r.For // the last one that Inspect finds is the innermost
			c.text, c.no = roots.Source(r.X)+" has another item", roots.Source(r.X)+" has no more items"
			if c.counts {
				c.text, c.no = roots.Source(r.X)+" is more than the turns so far", ""
			}
		}
		return true
	})
	return c.where.IsValid()
}

// expression describes a condition by the smallest expression around position at that a statement tests. a && b tests
// a and b, so these are smaller ones.
func (c *condition) expression(syntax ast.Node, at token.Pos) bool {
	var found ast.Expr
	take := func(e ast.Expr) {
		if e.Pos() <= at && at < e.End() && (found == nil || e.End()-e.Pos() <= found.End()-found.Pos()) {
			found = e
		}
	}
	var leaves func(e ast.Expr)
	leaves = func(e ast.Expr) {
		switch e := e.(type) {
		case *ast.ParenExpr:
			leaves(e.X)
		case *ast.UnaryExpr:
			if e.Op == token.NOT {
				leaves(e.X)
				return
			}
			take(e)
		case *ast.BinaryExpr:
			if e.Op == token.LAND || e.Op == token.LOR {
				leaves(e.X)
				leaves(e.Y)
				return
			}
			take(e)
		default:
			take(e)
		}
	}
	tag := ""
	ast.Inspect(syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			leaves(n.Cond)
		case *ast.ForStmt:
			before := found
			if n.Cond != nil {
				leaves(n.Cond)
			}
			c.counts = c.counts || found != before
		case *ast.SwitchStmt:
			for _, s := range n.Body.List {
				for _, e := range s.(*ast.CaseClause).List {
					if leaves(e); found == e && n.Tag != nil {
						tag = roots.Source(n.Tag) + " == "
					}
				}
			}
		}
		return true
	})
	if found == nil || !found.Pos().IsValid() {
		return false
	}
	c.where, c.text = found.Pos(), tag+roots.Source(found)
	return true
}

// sources collects what a condition depends on.
type sources struct {
	x      *extractor
	of     map[any]bool    // as condition.sources
	seen   map[varKey]bool // values that add has looked at
	given  bool            // callers choose some source
	opened bool            // an unanalysed function, or the world outside, chooses some source
	fails  bool            // add is looking at the error that a call returns
	fields []*types.Var    // the fields and package variables in of
}

// field adds a field, or a package variable, as a source. All objects that have the field are one source.
func (s *sources) field(f *types.Var) {
	s.of[f] = true
	if !slices.Contains(s.fields, f) {
		s.fields = append(s.fields, f)
	}
}

// add adds the sources of a value. It returns false if they are not known.
func (s *sources) add(in *heap.Instance, v ssa.Value) bool {
	k := varKey{in, v}
	if s.seen[k] {
		return true
	}
	s.seen[k] = true
	switch v := v.(type) {
	case *ssa.Const, *ssa.Function, *ssa.Builtin:
		return true
	case *ssa.Parameter:
		if arg, ok := heap.Argument(in, v); ok {
			return s.add(in.Parent, arg)
		}
		return false
	case *ssa.FreeVar:
		return false // the address of a captured variable; loads of that are below
	case *ssa.BinOp:
		return s.add(in, v.X) && s.add(in, v.Y)
	case *ssa.Convert:
		return s.add(in, v.X)
	case *ssa.ChangeType:
		return s.add(in, v.X)
	case *ssa.MakeInterface:
		return s.add(in, v.X)
	case *ssa.Slice:
		return s.add(in, v.X)
	case *ssa.Field:
		return s.partOf(in, v.X, v.Field)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Select); ok && v.Index >= 2 {
			return s.selected(in, call, v.Index-2)
		}
		fails := s.fails
		s.fails = v.Type().String() == "error"
		known := s.add(in, v.Tuple)
		s.fails = fails
		return known
	case *ssa.Next:
		return s.add(in, v.Iter)
	case *ssa.Range:
		return s.add(in, v.X)
	case *ssa.Lookup:
		return s.add(in, v.X) && s.add(in, v.Index)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if !s.add(in, e) {
				return false
			}
		}
		return true
	case *ssa.UnOp:
		if v.Op == token.ARROW {
			return s.sent(in, v.X)
		}
		if v.Op != token.MUL {
			return s.add(in, v.X)
		}
		switch a := v.X.(type) {
		case *ssa.FieldAddr:
			if of, ok := a.X.(*ssa.Alloc); ok && s.part(in, of, a.Field) {
				return true
			}
			s.field(fieldOf(a))
			return true
		case *ssa.Global:
			v, ok := a.Object().(*types.Var)
			if ok {
				s.field(v)
			}
			return ok
		case *ssa.Alloc:
			return s.local(in, a)
		case *ssa.FreeVar:
			v, at, ok := heap.Stored(in, a)
			return ok && s.add(at, v)
		}
		return false
	case *ssa.Call:
		return s.call(in, v)
	}
	return false
}

// local adds the sources of all that is assigned to a local variable. It returns false if anything has the address of
// the variable but loads, assignments, and closures that only load it.
func (s *sources) local(in *heap.Instance, a *ssa.Alloc) bool {
	loads := func(f *ssa.FreeVar) bool {
		return !slices.ContainsFunc(*f.Referrers(), func(i ssa.Instruction) bool {
			load, ok := i.(*ssa.UnOp)
			return !ok || load.Op != token.MUL
		})
	}
	for _, i := range *a.Referrers() {
		switch i := i.(type) {
		case *ssa.Store:
			if i.Addr != a || !s.add(in, i.Val) {
				return false
			}
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.MakeClosure:
			for k, b := range i.Bindings {
				if b == ssa.Value(a) && !loads(i.Fn.(*ssa.Function).FreeVars[k]) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// call adds the sources of the results of a call.
func (s *sources) call(in *heap.Instance, v *ssa.Call) bool {
	if b, ok := v.Call.Value.(*ssa.Builtin); ok {
		return (b.Name() == "len" || b.Name() == "cap") && s.add(in, v.Call.Args[0])
	}
	fn := v.Call.StaticCallee()
	switch {
	case heap.AnyValue(fn):
		s.given = true
		s.of[varKey{in, v}] = true
		return true
	case v.Call.IsInvoke() || fn == nil:
		return s.returned(in, v)
	case len(fn.Blocks) > 0 && s.x.ps.Within(fn):
		return s.returned(in, v)
	}
	// The result of an unanalysed function depends on its operands. If these have no sources, the function itself
	// chooses. The error that it returns may also depend on anything else, so there unknown operands are no obstacle.
	before := len(s.of)
	for _, a := range v.Call.Args {
		if s.add(in, a) {
			continue
		}
		results := v.Call.Signature().Results()
		if results.Len() == 0 || results.At(results.Len()-1).Type().String() != "error" || !s.fails {
			return false
		}
		s.opened = true
		s.of[varKey{in, v}] = true
		return true
	}
	if len(s.of) == before {
		s.opened = true
		s.of[s.said(in, v, fn)] = true
	}
	return true
}

// said returns the source for the result of an unanalysed function whose operands have no sources. The call itself is
// the source if each call may return something else: for functions of other modules, and those that depend on chance,
// time or the world outside. Any other function of the library, as testing.Short, returns the same in each call with
// the same constants, so its name and the constants are the source. May err towards: the same source for two calls.
func (s *sources) said(in *heap.Instance, v *ssa.Call, fn *ssa.Function) any {
	name := std.Key(heap.FullName(fn))
	if fn.Pkg == nil || !s.x.ps.Library(fn.Pkg.Pkg) || std.Varies(name) || std.Outside(name) != std.Returns {
		return varKey{in, v}
	}
	for _, a := range v.Call.Args {
		if c, ok := a.(*ssa.Const); ok {
			name += " " + c.String()
		}
	}
	return name
}

// returned adds the sources of the results of a followed function. It returns false unless the call has one target,
// which is a function that flavers wrote for the client: such functions return what callers choose.
func (s *sources) returned(in *heap.Instance, v *ssa.Call) bool {
	targets := s.x.w.Targets(in, v, 0)
	if len(targets) != 1 || targets[0].Inst == nil || targets[0].Maybe {
		return false
	}
	callee := targets[0].Inst
	if !s.x.ps.Written(callee.Fn) {
		return false
	}
	for _, b := range callee.Fn.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			for _, e := range r.Results {
				if !s.add(callee, e) {
					return false
				}
			}
		}
	}
	return true
}

// free reports whether a condition can be false, and can be true, by itself (condition.free):
//
//   - both, if it depends on no field, and callers or unanalysed code choose some source, or if it depends on a field
//     that callers choose and asks for no item;
//   - true, if it asks a container in a field for an item, some function puts items in, and the function that asks
//     takes none out before;
//   - false, if it asks a container for an item, and the function that asks puts none in before.
//
// Of any other condition on a field, as one that compares two fields, nothing is known.
func (s *sources) free(in *heap.Instance, cond ssa.Value) [2]bool {
	if len(s.fields) == 0 {
		return [2]bool{s.given || s.opened, s.given || s.opened}
	}
	mayHave, putsBefore := true, false
	for _, f := range s.fields {
		before, some := s.x.puts(in.Fn, f, cond)
		mayHave = mayHave && some && !takesBefore(in.Fn, f, cond)
		putsBefore = putsBefore || before
		s.given = s.given || s.x.chosen(f)
	}
	if looksUpTruth(cond) { // false without such a key, true with an item that is true
		return [2]bool{s.given, s.given && mayHave}
	}
	asksItem := s.contains(cond)
	if s.given && !asksItem {
		return [2]bool{true, true}
	}
	return [2]bool{asksItem && !putsBefore, asksItem && mayHave}
}

// looksUpTruth reports whether a condition is a boolean item of a map, m[key], which is false if the map has no such
// key.
func looksUpTruth(cond ssa.Value) bool {
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		cond = not.X
	}
	look, ok := cond.(*ssa.Lookup)
	return ok && !look.CommaOk
}

// contains reports whether a condition asks whether a container has an item.
func (s *sources) contains(cond ssa.Value) bool {
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		cond = not.X
	}
	switch v := cond.(type) {
	case *ssa.Extract:
		switch v.Tuple.(type) {
		case *ssa.Next, *ssa.Lookup:
			return true
		}
	case *ssa.BinOp:
		return v.Block().Comment == rangeHead
	}
	return false
}

// chosen reports whether all values that are assigned to a field are chosen by callers.
func (x *extractor) chosen(f *types.Var) bool {
	return x.onlyStored(f, func(in *heap.Instance, v ssa.Value) bool {
		of := &sources{x: x, of: map[any]bool{}, seen: map[varKey]bool{}}
		return of.add(in, v) && of.given && len(of.fields) == 0
	})
}

// fieldOf returns the field whose address a is.
func fieldOf(a *ssa.FieldAddr) *types.Var {
	return a.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct).Field(a.Field)
}

// puts reports whether some function assigns to a field, or puts an item into a map in it, and whether fn does so
// before it tests cond. To assign an empty map puts nothing in.
func (x *extractor) puts(fn *ssa.Function, f *types.Var, cond ssa.Value) (before, some bool) {
	asks, _ := cond.(ssa.Instruction)
	x.assigns(f, func(i ssa.Instruction) {
		if s, ok := i.(*ssa.Store); ok {
			if m, makes := s.Val.(*ssa.MakeMap); makes && !itemsBefore(m, s) {
				return
			}
		}
		some = true
		first := asks == nil || i.Parent() == fn && (i.Block() == asks.Block() || i.Block().Dominates(asks.Block()))
		before = before || i.Parent() == fn && first
	})
	return before, some
}

// itemsBefore reports whether a map gets items before s stores it: it is a literal that is not empty.
func itemsBefore(m *ssa.MakeMap, s *ssa.Store) bool {
	for _, i := range s.Block().Instrs {
		if i == ssa.Instruction(s) {
			return false
		}
		if u, ok := i.(*ssa.MapUpdate); ok && u.Map == ssa.Value(m) {
			return true
		}
	}
	return false
}

// takesBefore reports whether fn may take items from the container in a field, or assign another container, before it
// tests cond.
func takesBefore(fn *ssa.Function, f *types.Var, cond ssa.Value) bool {
	asks, ok := cond.(ssa.Instruction)
	if !ok || asks.Parent() != fn {
		return false
	}
	before := map[*ssa.BasicBlock]bool{asks.Block(): true}
	for todo := []*ssa.BasicBlock{asks.Block()}; len(todo) > 0; {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, p := range b.Preds {
			if !before[p] {
				before[p] = true
				todo = append(todo, p)
			}
		}
	}
	for b := range before {
		for _, i := range b.Instrs {
			if takes(i, f) {
				return true
			}
		}
	}
	return false
}

// takes reports whether an instruction takes items from the container in a field, or assigns another container.
func takes(i ssa.Instruction, f *types.Var) bool {
	switch i := i.(type) {
	case *ssa.Store:
		if !isField(i.Addr, f) {
			return false
		}
		switch v := i.Val.(type) {
		case *ssa.MakeMap, *ssa.MakeSlice, *ssa.Slice:
			return true
		case *ssa.Const:
			return v.Value == nil
		}
	case *ssa.Call:
		if !isBuiltin(i, "delete", "clear") {
			return false
		}
		load, ok := i.Call.Args[0].(*ssa.UnOp)
		return ok && load.Op == token.MUL && isField(load.X, f)
	}
	return false
}

// assigns calls each with the assignments to a field, and to the items of a map in it.
func (x *extractor) assigns(f *types.Var, each func(ssa.Instruction)) {
	for _, u := range x.usesOf(f) {
		switch u.i.(type) {
		case *ssa.Store, *ssa.MapUpdate:
			each(u.i)
		}
	}
}

// fieldUse is an instruction of an instance that takes the address of a field, loads the field, or assigns to it or
// to an item of the map in it; or does so with a package variable.
type fieldUse struct {
	in *heap.Instance
	i  ssa.Instruction
}

// usesOf lists the uses of a field or package variable, in the order of the instances. The uses of all fields are
// collected in the first call, as each condition asks for some.
func (x *extractor) usesOf(f *types.Var) []fieldUse {
	if x.fieldUses == nil {
		x.fieldUses = map[*types.Var][]fieldUse{}
		for _, in := range x.w.Instances {
			for _, b := range in.Fn.Blocks {
				for _, i := range b.Instrs {
					if f := usedField(i); f != nil {
						x.fieldUses[f] = append(x.fieldUses[f], fieldUse{in, i})
					}
				}
			}
		}
	}
	return x.fieldUses[f]
}

// usedField returns the field or package variable that an instruction uses (fieldUse); nil if it uses none.
func usedField(i ssa.Instruction) *types.Var {
	addr := ssa.Value(nil)
	switch i := i.(type) {
	case *ssa.FieldAddr:
		return fieldOf(i)
	case *ssa.Store:
		addr = i.Addr
	case *ssa.UnOp:
		if i.Op == token.MUL {
			addr = i.X
		}
	case *ssa.MapUpdate:
		if load, ok := i.Map.(*ssa.UnOp); ok && load.Op == token.MUL {
			addr = load.X
		}
	}
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		return fieldOf(a)
	case *ssa.Global:
		v, _ := a.Object().(*types.Var)
		return v
	}
	return nil
}

// isField reports whether addr is the address of a field or package variable f.
func isField(addr ssa.Value, f *types.Var) bool {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		return fieldOf(a) == f
	case *ssa.Global:
		return a.Object() == f
	}
	return false
}

// Taken is a step of a trace that takes a side of a branch on data, or chooses one of several objects.
type Taken struct {
	At    string // where the branch is in the source, "file:line:col"
	Yes   bool   // the variable of the branch is true
	Which string // the number of the object that is chosen among several; "": it is a branch
}

// Conditions lists, in words, the conditions that a trace needs. ok is false if it is not certain that they can be
// fulfilled together: some branch has no condition that is known, a condition cannot be as it is needed, two
// conditions depend on the same source, or the trace needs one both true and false. items: the violation depends on
// the items that a container has, so a container that may lose items makes it doubtful.
func (p *Program) Conditions(trace []Taken, items bool) (words []string, ok bool) {
	var needed []*condition
	held := map[*condition]bool{}    // conditions that are true at some step
	refused := map[*condition]bool{} // those that are false at some step
	for _, t := range trace {
		if c := p.branches[t.At]; c != nil && t.Yes != c.negated {
			held[c] = true
		} else if c != nil {
			refused[c] = true
		}
	}

	// Each condition by itself. That of a for statement is true in some turn, and false in the end.
	for _, t := range trace {
		c := p.branches[t.At]
		if c == nil || c.later {
			return nil, false
		}
		yes := t.Yes != c.negated
		if !c.item && !c.counts && held[c] && refused[c] { // it may depend on a value that never changes
			return nil, false
		}
		if !c.free[index(yes)] || c.counts && !held[c] || items && c.shrinks {
			return nil, false
		}
		if !slices.Contains(needed, c) {
			needed = append(needed, c)
		}
		implied := c.always || !yes && held[c] // nothing needs to be said
		if text := c.says(yes, t.At); !implied && !slices.Contains(words, text) {
			words = append(words, text)
		}
	}

	// All of them together: no two may share a source.
	used := map[any]*condition{}
	for _, c := range needed {
		for s := range c.sources {
			if c.key[s] && !held[c] { // callers can always choose a key that is not there
				continue
			}
			f, isField := s.(*types.Var)
			tracked := isField && c.item && p.filled[f] != "" // the certain program keeps track of its items
			if other := used[s]; other != nil && !(tracked && other.item) {
				return nil, false
			}
			used[s] = c
		}
	}
	return words, true
}

// Condition returns, in words of the source, the condition that a step of a trace takes to be true; "" if it is not
// known, or needs no words.
func (p *Program) Condition(t Taken) string {
	c := p.branches[t.At]
	if c == nil || c.always {
		return ""
	}
	return c.words(t.Yes != c.negated)
}

// says returns the words of a condition with its place: "key == "" (cache.go:12)".
func (c *condition) says(yes bool, at string) string {
	file, line, _ := strings.Cut(at, ":")
	line, _, _ = strings.Cut(line, ":")
	return fmt.Sprintf("%s (%s:%s)", c.words(yes), file, line)
}

// words says that a condition is true, or that it is false.
func (c *condition) words(yes bool) string {
	text := c.text
	if !yes && c.no != "" {
		text = c.no
	} else if !yes {
		text += " is false"
	}
	return text
}

// Describe says in words that a condition of a function is true (yes), or that it is false, with its place, which
// position tells. It returns "" if the source does not have it as a condition.
func Describe(fn *ssa.Function, cond ssa.Value, yes bool, position func(token.Pos) token.Position) string {
	c := &condition{}
	if !c.describe(fn, cond) {
		return ""
	}
	return c.says(yes, position(c.where).String())
}
