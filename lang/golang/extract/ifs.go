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

// Conditions of clients that are not modelled: what a trace takes them to be, and whether they can be so together.
//
// A branch on data takes either way in the model. Of clients, it asks a variable that is chosen just before, so that a
// trace shows which way it takes, and the condition has its *sources*: fields, any values of callers, what a call
// returns that is not followed. Conditions that share no source can be true and false as the trace has them, if each
// can by itself; that is decided by a few rules (free), and everything else stays possible (theory.md, 14).

// condition is a condition that is not modelled.
type condition struct {
	text    string // in the source
	no      string // what it says if it is false; "" is text with "is false"
	sources map[any]bool
	free    [2]bool // it can be false, true
	where   token.Pos
	negated bool // the variable of the branch says whether the condition is false
	counts  bool // it is that of a for statement
	looksUp bool // it asks for one item, by its key
	later   bool // whether it can be so is for the certain program to say
	always  bool // it is false in every execution
	// shrinks: a container that it asks for an item loses items, so that the one that the trace uses may be gone.
	shrinks bool
	fields  []*types.Var // among its sources
	key     map[any]bool // of a lookup: sources of the key that the container does not have
	// item: it asks whether a container has an item. Others are not taken to be true at one time and false at
	// another: they may depend on a value that does not change.
	item bool
}

// branch notes a branch on data; nil: its place is not known.
func (x *extractor) branch(in *heap.Instance, cond ssa.Value) *condition {
	c := x.conditionOf(in, cond)
	if c == nil {
		return nil
	}
	return x.place(c)
}

// place notes where a condition is chosen. It returns the one that is there in all contexts.
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

// called notes that a call may be of any of several functions, where a container has them: callers, or the package, put
// them there.
func (x *extractor) called(in *heap.Instance, site ssa.CallInstruction, copy int) {
	unknown := func(t heap.Target) bool { return t.Maybe || t.Inst == nil }
	if slices.ContainsFunc(x.w.Targets(in, site, copy), unknown) {
		return
	}
	v := site.Common().Value
	item := false
	looked, _ := v.(*ssa.Lookup)
	switch v := v.(type) {
	case *ssa.Extract:
		_, item = v.Tuple.(*ssa.Next)
		looked, _ = v.Tuple.(*ssa.Lookup)
	case *ssa.UnOp:
		_, item = v.X.(*ssa.IndexAddr)
	}
	if looked != nil { // what a map has under a constant is not for callers to say
		_, constant := looked.Index.(*ssa.Const)
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
		text := roots.Source(found) + " is the function that the trace calls" // either way
		x.place(&condition{text: text, no: text, where: site.Pos(), sources: map[any]bool{varKey{in, v}: true},
			free: [2]bool{true, true}})
	}
}

// conditionOf describes a condition; nil if its place is not known.
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

// keyOf are the sources of the key that a condition looks up, and which callers choose.
func (x *extractor) keyOf(in *heap.Instance, cond ssa.Value) map[any]bool {
	e, ok := cond.(*ssa.Extract)
	if !ok {
		return nil
	}
	look, ok := e.Tuple.(*ssa.Lookup)
	if !ok {
		return nil
	}
	of := &sources{x: x, of: map[any]bool{}, seen: map[varKey]bool{}}
	key := &sources{x: x, of: map[any]bool{}, seen: map[varKey]bool{}}
	if !of.add(in, look.X) || !key.add(in, look.Index) || !key.given {
		return nil
	}
	maps.DeleteFunc(key.of, func(s any, _ bool) bool { return of.of[s] })
	return key.of
}

// What go/ssa calls the block that asks a list for another item, and the one that a range over a number comes to if
// there is another turn.
const (
	rangeHead = "rangeindex.loop"
	rangeTurn = "rangeint.body"
)

// noItems reports whether a condition asks a list for another item that is nil in this call, as that of a variadic
// parameter for which nothing is passed.
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

// describe finds the text of a condition. False: it is not known where it is.
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

// ranges describes the condition that a range has another item: of the statement at a place, or around one.
func (c *condition) ranges(syntax ast.Node, at, inside token.Pos) bool {
	ast.Inspect(syntax, func(n ast.Node) bool {
		if r, ok := n.(*ast.RangeStmt); ok && (r.For == at || inside.IsValid() && r.Pos() <= inside && inside < r.End()) {
			c.where = r.For // of those around a place the innermost
			c.text, c.no = roots.Source(r.X)+" has another item", roots.Source(r.X)+" has no more items"
			if c.counts {
				c.text, c.no = roots.Source(r.X)+" is more than the turns so far", ""
			}
		}
		return true
	})
	return c.where.IsValid()
}

// expression describes a condition by the smallest expression around a place that is one.
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

// sources are what a condition depends on.
type sources struct {
	x    *extractor
	of   map[any]bool
	seen map[varKey]bool
	// given: callers choose some of it. opened: something has it that is not followed, or the world outside.
	given, opened bool
	fails         bool         // the error of a call is asked for
	fields        []*types.Var // and variables of packages
}

// field is the key of what all objects have in a field.
func (s *sources) field(f *types.Var) {
	s.of[f] = true
	if !slices.Contains(s.fields, f) {
		s.fields = append(s.fields, f)
	}
}

// add adds the sources of a value. False: they are not known.
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
		return false // what a closure captures is a variable: see Stored
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

// local adds the sources of what is assigned to a variable, if nothing else has its address but functions that only
// load it.
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

// call adds the sources of what a call returns.
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
	// What a function says of its operands that is not followed depends on them; without operands that matter, it
	// says what it likes. Whether it fails may depend on anything else, too.
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

// said is what a function that is not followed says of operands that nothing is known of: another thing in each call,
// if it is of another module, by chance or the time, or if it asks the outside. Others of the library, as
// testing.Short, say the same in each call: two conditions on that may exclude each other. May err towards: the same.
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

// returned adds the sources of the results of functions that are followed, if they are few, and return values of
// callers.
func (s *sources) returned(in *heap.Instance, v *ssa.Call) bool {
	targets := s.x.w.Targets(in, v, 0)
	if len(targets) != 1 || targets[0].Inst == nil || targets[0].Maybe {
		return false
	}
	of := targets[0].Inst
	if !s.x.ps.Written(of.Fn) {
		return false
	}
	for _, b := range of.Fn.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			for _, e := range r.Results {
				if !s.add(of, e) {
					return false
				}
			}
		}
	}
	return true
}

// free reports whether a condition can be false, and true, by itself. It can if callers choose something that it
// depends on, or what is not followed does. A container in a field can have an item if something puts one in, and the
// function that asks has taken none before; and can have none, likewise. That a field is compared with something else
// says too little.
func (s *sources) free(in *heap.Instance, cond ssa.Value) [2]bool {
	if len(s.fields) == 0 {
		return [2]bool{s.given || s.opened, s.given || s.opened}
	}
	put, own := true, false
	for _, f := range s.fields {
		here, some := s.x.puts(in.Fn, f, cond)
		put, own = put && some && !takesBefore(in.Fn, f, cond), own || here
		s.given = s.given || s.x.chosen(f)
	}
	if looksUpTruth(cond) { // an item that is true, for a key that callers choose
		return [2]bool{s.given, s.given && put}
	}
	if s.given && !s.contains(cond) {
		return [2]bool{true, true}
	}
	return [2]bool{!own && s.contains(cond), put && s.contains(cond)}
}

// looksUpTruth reports whether a condition is the value of a key of a map. It is false if the key is not there.
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

// chosen reports whether a field gets its value where objects are made, and callers choose that.
func (x *extractor) chosen(f *types.Var) bool {
	return x.onlyStored(f, func(in *heap.Instance, v ssa.Value) bool {
		of := &sources{x: x, of: map[any]bool{}, seen: map[varKey]bool{}}
		return of.add(in, v) && of.given && len(of.fields) == 0
	})
}

// fieldOf is the field that has an address.
func fieldOf(a *ssa.FieldAddr) *types.Var {
	return a.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct).Field(a.Field)
}

// puts reports whether any function of the program assigns to a field, or to a map that is in it, and whether one
// function does so before it asks a condition.
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

// itemsBefore reports whether a map gets items before it is stored, in the same block: those of a literal.
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

// takesBefore reports whether a function may take items from a container in a field, or assign another one, before it
// asks a condition.
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

// takes reports whether an instruction takes items from a container in a field, or assigns another one.
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

// assigns lists the assignments to a field, or to a map that is in it.
func (x *extractor) assigns(f *types.Var, each func(ssa.Instruction)) {
	for _, u := range x.usesOf(f) {
		switch u.i.(type) {
		case *ssa.Store, *ssa.MapUpdate:
			each(u.i)
		}
	}
}

// fieldUse is an instruction in a context that uses a field, or a variable of a package: the address of the field, a
// load, an assignment to it, or to an item of the map that it has.
type fieldUse struct {
	in *heap.Instance
	i  ssa.Instruction
}

// usesOf lists the uses of a field, or of a variable of a package, in the order of the contexts. They are collected
// once for all: each condition of the program asks for some.
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

// usedField is the field that an instruction uses (fieldUse); nil: it uses none.
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

// isField reports whether a value is the address of a field, or of a variable of a package.
func isField(addr ssa.Value, f *types.Var) bool {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		return fieldOf(a) == f
	case *ssa.Global:
		return a.Object() == f
	}
	return false
}

// Taken is a branch on data that a trace takes: where it is, and which way.
type Taken struct {
	At  string
	Yes bool
	// Which is the number of the object that is chosen among several at this place; "": it is a branch.
	Which string
}

// Conditions says what conditions a trace takes to be true or false. False: one of its branches has no such condition,
// or one that cannot be so, or that may depend on another one. A loop that counts has a turn. items: the execution
// depends on which items a container has, as one of an error does.
func (p *Program) Conditions(trace []Taken, items bool) ([]string, bool) {
	var out []string
	var all []*condition
	held := map[*condition]bool{} // that were true: of a loop it says enough that there is another turn
	refused := map[*condition]bool{}
	for _, t := range trace {
		if c := p.branches[t.At]; c != nil && t.Yes != c.negated {
			held[c] = true
		} else if c != nil {
			refused[c] = true
		}
	}
	for _, t := range trace {
		c := p.branches[t.At]
		if c == nil || c.later {
			return nil, false
		}
		yes := t.Yes != c.negated
		if !c.item && !c.counts && held[c] && refused[c] {
			return nil, false
		}
		if !c.free[map[bool]int{true: 1}[yes]] || c.counts && !held[c] || items && c.shrinks {
			return nil, false
		}
		if !slices.Contains(all, c) {
			all = append(all, c)
		}
		if text := c.says(yes, t.At); !c.always && (yes || !held[c]) && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	used := map[any]*condition{}
	for _, c := range all {
		for s := range c.sources {
			if c.key[s] && !held[c] { // a key that is not there: callers know others
				continue
			}
			f, field := s.(*types.Var)
			known := field && c.item && p.filled[f] != "" // what items it has at what time is in the program
			if before := used[s]; before != nil && !(known && before.item) {
				return nil, false
			}
			used[s] = c
		}
	}
	return out, true
}

// Condition is what a branch on data takes to be so, in words of the source; "" if that is not known.
func (p *Program) Condition(t Taken) string {
	c := p.branches[t.At]
	if c == nil || c.always {
		return ""
	}
	return c.words(t.Yes != c.negated)
}

// says is a condition in words, with its place.
func (c *condition) says(yes bool, at string) string {
	file, line, _ := strings.Cut(at, ":")
	line, _, _ = strings.Cut(line, ":")
	return fmt.Sprintf("%s (%s:%s)", c.words(yes), file, line)
}

// words is a condition that is true or false.
func (c *condition) words(yes bool) string {
	text := c.text
	if !yes && c.no != "" {
		text = c.no
	} else if !yes {
		text += " is false"
	}
	return text
}

// Describe is a condition in words, as it is true or false, with its place as pos has it. "": the source does not have
// it as a condition.
func Describe(fn *ssa.Function, cond ssa.Value, yes bool, pos func(token.Pos) token.Position) string {
	c := &condition{}
	if !c.describe(fn, cond) {
		return ""
	}
	return c.says(yes, pos(c.where).String())
}
