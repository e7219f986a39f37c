package extract

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/unwind"
	"flavers/lang/golang/values"
	"flavers/lang/golang/write"
)

// graph is the control flow of an instance; vertex 0 is its start.
type graph struct {
	write.Graph
	x     *extractor
	in    *heap.Instance
	block map[*ssa.BasicBlock]int
	after map[*ssa.BasicBlock][]write.Line // of a block with a select, what comes after that
	lines map[*ssa.BasicBlock][]write.Line
	conds map[ssa.Value]string // unknown conditions that are asked several times: their variables
	anys  map[ssa.Value][]string
	// polling has answers of polls.
	polling map[*ssa.BasicBlock]bool
	chosen  map[string]*condition // of a client: conditions that several branches ask, by variable
	// entered reports whether an execution may enter a block.
	entered func(*ssa.BasicBlock) bool
}

// flow is the body of an instance, as structured statements.
func (x *extractor) flow(in *heap.Instance) []write.Line {
	fn := in.Fn
	g := &graph{x: x, in: in, block: map[*ssa.BasicBlock]int{}, after: map[*ssa.BasicBlock][]write.Line{},
		lines: map[*ssa.BasicBlock][]write.Line{}, conds: map[ssa.Value]string{}, anys: map[ssa.Value][]string{},
		chosen: map[string]*condition{}, polling: map[*ssa.BasicBlock]bool{}}
	g.ID, g.Pos = in.ID, fn.Pos()
	var polled map[token.Pos]bool
	g.Endless = func(pos token.Pos) {
		x.w.Note(endlessLoop, pos, "a loop without synchronization is taken to end")
		if polled == nil {
			polled = g.polled()
		}
		if polled[pos] {
			x.w.Note(pollingLoop, pos, "this loop waits for others, and is taken to end before they have done their part")
		}
	}
	g.Jump = func(pos token.Pos) { x.w.Note(jumpIntoLoop, pos, "a jump into a loop: it is not followed") }
	some := false
	g.entered = in.Entered()
	for _, b := range fn.Blocks {
		if !g.entered(b) {
			continue
		}
		for _, i := range b.Instrs {
			g.lines[b] = append(append(g.lines[b], x.event(i)...), x.instr(in, i)...)
			if s, ok := i.(*ssa.Select); ok && g.matters(s) {
				some = true
			}
		}
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			g.lines[b] = append(g.lines[b], x.returns(in, r)...)
		}
		some = some || len(g.lines[b]) > 0
	}
	if !some && !g.endless() && !g.pollsSome() && !x.leaves.Unwinds(in) {
		return nil
	}
	g.correlate()
	for _, b := range fn.Blocks {
		if b == fn.Recover && b != fn.Blocks[0] {
			continue
		}
		if len(b.Preds) == 0 && b != fn.Blocks[0] || !g.entered(b) {
			continue
		}
		g.at(b)
	}
	for i := 0; i < len(fn.Blocks); i++ {
		if at, ok := g.block[fn.Blocks[i]]; ok {
			g.end(fn.Blocks[i], at)
		}
	}
	g.Reduce()
	if g.Unwinds = x.leaves.Unwinds(in); g.Unwinds {
		g.Left = x.left(in)
	}
	return g.Structure()
}

// endless reports whether the function never returns, or may come into a loop without an exit.
func (g *graph) endless() bool {
	isReturn := func(b *ssa.BasicBlock) bool { _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); return ok }
	leaves := map[*ssa.BasicBlock]bool{} // there is a way from it to a return, or a panic
	for changed := true; changed; {
		changed = false
		for _, b := range g.in.Fn.Blocks {
			leaving := len(b.Succs) == 0 || slices.ContainsFunc(b.Succs, func(s *ssa.BasicBlock) bool { return leaves[s] })
			if leaving && !leaves[b] {
				leaves[b], changed = true, true
			}
		}
	}
	stays := func(b *ssa.BasicBlock) bool { return g.entered(b) && !leaves[b] }
	return !slices.ContainsFunc(g.in.Fn.Blocks, isReturn) || slices.ContainsFunc(g.in.Fn.Blocks, stays)
}

func (g *graph) matters(s *ssa.Select) bool { return s.Blocking || len(s.States) > 0 }

// at is the vertex of a block.
func (g *graph) at(b *ssa.BasicBlock) int {
	if i, ok := g.block[b]; ok {
		return i
	}
	i := g.add(write.Vertex{})
	g.block[b] = i
	var lines []write.Line
	split := false
	if b.Index == 0 {
		for _, p := range g.in.Fn.Params {
			if values.Free(g.in, p) {
				lines = append(lines, write.At(g.x.variable(g.in, p, p.Name(), "bool")+" = any", p.Pos()))
			}
			lines = append(lines, g.defined(p)...)
		}
		for _, p := range g.in.Fn.FreeVars {
			lines = append(lines, g.defined(p)...)
		}
	}
	for _, instr := range b.Instrs {
		if s, ok := instr.(*ssa.Select); ok && g.matters(s) {
			g.V[i].Lines, lines, split = append(lines, g.x.event(instr)...), nil, true
		} else {
			lines = append(lines, g.x.event(instr)...)
		}
		lines = append(lines, g.x.instr(g.in, instr)...)
		if v, ok := instr.(ssa.Value); ok {
			lines = append(lines, g.defined(v)...)
		}
		if r, ok := instr.(*ssa.Return); ok {
			lines = append(lines, g.x.returns(g.in, r)...)
		}
	}
	if split {
		g.after[b] = lines
	} else {
		g.V[i].Lines = lines
	}
	return i
}

// defined chooses what is not known of a value, where it gets one.
func (g *graph) defined(v ssa.Value) []write.Line {
	var out []write.Line
	if w, ok := g.x.which[varKey{g.in, v}]; ok {
		out = append(out, guess(w.name, w.values, v.Pos())...)
	}
	if call, ok := v.(*ssa.Call); ok && heap.AnyValue(call.Call.StaticCallee()) && values.TwoValued(v.Type()) {
		out = append(out, write.At(g.x.variable(g.in, v, "given", "bool")+" = any", v.Pos()))
	}
	for _, name := range g.anys[v] {
		if values.Outside(v) && v.Type().String() == "error" {
			out = append(out, write.At(name+" = any", v.Pos()))
			continue
		}
		if c := g.chosen[name]; c != nil {
			out = append(out, guess(name, 2, c.where)...)
			continue
		}
		out = append(out, guess(name, 2, v.Pos())...)
	}
	return out
}

// outside reports whether a variable of a condition has an error that comes from outside: no branch on data.
func (g *graph) outside(name string) bool {
	for v, names := range g.anys {
		if slices.Contains(names, name) {
			return values.Outside(v) && v.Type().String() == "error"
		}
	}
	return false
}

func (g *graph) add(v write.Vertex) int {
	g.V = append(g.V, v)
	return len(g.V) - 1
}

// edge is the vertex to go to from one block to another: the assignments of phis, if there
// are some, and then the block.
func (g *graph) edge(from, to *ssa.BasicBlock) int {
	at := slices.Index(to.Preds, from)
	lines := g.x.turned(g.in, from, to)
	for _, instr := range to.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		name, ok := g.phi(phi)
		if !ok || at < 0 {
			continue
		}
		if e, ok := g.expr(phi.Edges[at]); ok && e != name {
			lines = append(lines, write.At(name+" = "+e, phi.Pos()))
		}
	}
	lines = append(lines, g.advance(from, to)...)
	lines = append(lines, g.turnLeft(from, to)...)
	target, ok := g.block[to]
	if !ok {
		return g.add(write.Vertex{Kind: write.Ret})
	}
	target = g.perhapsForEver(from, to, target)
	if len(lines) == 0 {
		return target
	}
	return g.add(write.Vertex{Lines: lines, Kind: write.Jump, Succ: []int{target}})
}

// end completes the vertex of a block with what comes next.
func (g *graph) end(b *ssa.BasicBlock, at int) {
	for _, instr := range b.Instrs {
		if s, ok := instr.(*ssa.Select); ok && g.matters(s) {
			g.choose(b, at, s)
			return
		}
	}
	g.finish(b, at)
}

// finish completes a vertex with what comes after the instructions of a block.
func (g *graph) finish(b *ssa.BasicBlock, at int) {
	set := func(k write.Kind, cond string, succ ...int) {
		g.V[at].Kind, g.V[at].Cond, g.V[at].Succ, g.V[at].Pos = k, cond, succ, placeOf(b)
	}
	switch last := b.Instrs[len(b.Instrs)-1].(type) {
	case *ssa.Jump:
		set(write.Jump, "", g.edge(b, b.Succs[0]))
	case *ssa.If:
		yes, no := b.Succs[0], b.Succs[1]
		cond, ok := g.expr(last.Cond)
		switch {
		case g.in.Decided(b) != nil:
			set(write.Jump, "", g.edge(b, g.in.Decided(b)))
		case unwind.Impossible(no) || cond == "true":
			set(write.Jump, "", g.edge(b, yes))
		case unwind.Impossible(yes) || cond == "false": // go/ssa asks whether an iterator has kept the rules
			set(write.Jump, "", g.edge(b, no))
		case ok:
			set(write.Test, cond, g.edge(b, yes), g.edge(b, no))
		default:
			if name := g.conds[last.Cond]; name != "" {
				yes, no := g.edge(b, yes), g.edge(b, no)
				of, negated := strings.CutPrefix(name, "!")
				if c := g.chosen[of]; c != nil || !g.outside(of) {
					yes, no = g.sides(c, negated != (c != nil && c.negated), yes, no, last.Cond.Pos())
				}
				set(write.Test, name, yes, no)
				return
			}
			if values.AsksOutside(last.Cond) {
				name := g.x.variable(g.in, last.Cond, "answer", "bool")
				g.V[at].Lines = append(slices.Clip(g.V[at].Lines), write.At(name+" = any", last.Cond.Pos()))
				set(write.Test, name, g.edge(b, yes), g.edge(b, no))
				return
			}
			if g.x.branches != nil {
				if c := g.x.branch(g.in, last.Cond); c != nil {
					name := g.x.variable(g.in, last, "is", "bool")
					g.V[at].Lines = append(slices.Clip(g.V[at].Lines), guess(name, 2, c.where)...)
					yes, no := g.sides(c, false, g.edge(b, yes), g.edge(b, no), c.where)
					yes, no = g.itemSides(c, b, yes, no)
					set(write.Test, name, yes, no)
					return
				}
			}
			to, other := g.sides(nil, false, g.edge(b, yes), g.edge(b, no), last.Cond.Pos())
			set(write.Choice, "", to, other)
		}
	case *ssa.Return:
		set(write.Ret, "")
	case *ssa.Panic:
		if unwind.Added(last) {
			set(write.Halt, "")
			return
		}
		if g.x.leaves.Recovered(g.in) {
			g.V[at].Lines = append(g.V[at].Lines, g.x.panics(g.in, last)...)
			set(write.Halt, "")
			return
		}
		g.x.w.Note(exits, last.Pos(), "a panic ends the program: in the model, other goroutines go on")
		g.V[at].Lines = append(g.V[at].Lines, exit(last.Pos())...)
		set(write.Halt, "")
	}
}

// choose completes the vertex of a block that ends in a select.
func (g *graph) choose(b *ssa.BasicBlock, at int, s *ssa.Select) {
	x := g.x
	v := write.Vertex{Kind: write.Pick, Pos: s.Pos()}
	var free []int // arms of channels that are not known
	var offers []offer
	if !s.Pos().IsValid() && len(s.States) > 0 {
		v.Pos = s.States[0].Pos
	}
	for k, state := range s.States {
		to, ok := g.arm(b, s, k)
		if !ok {
			continue
		}
		objects := x.w.Objects(g.in, state.Chan)
		if len(objects) > 1 {
			x.w.Note(anyOfSeveral, state.Pos, "this operand may be several objects: any of them is taken")
		}
		there, known := x.truth(g.in, state.Chan)
		if !known && len(objects) > 0 {
			x.presume(g.in, state.Chan, state.Pos)
		}
		for _, l := range objects {
			if l.Obj.Kind == heap.Unknown {
				x.w.Note(unknownChan, state.Pos, "this channel is not known: it may be ready at any time")
				free = append(free, to)
				continue
			}
			f := offer{o: l.Obj, name: x.object(l, "chan"), send: state.Dir == types.SendOnly, pos: state.Pos, to: to}
			met := to
			if ok := x.okay(g.in, s, 1); ok != "" && !f.send {
				set := g.add(write.Vertex{Lines: write.One(ok+" = true", state.Pos), Kind: write.Jump, Succ: []int{to}})
				if !l.Obj.Closed {
					f.to, met = set, set
				} else if f.okay = ok; !s.Blocking && x.tried(l.Obj) {
					met = set
				}
			}
			if known && there != "true" { // nil is never ready
				f.there = there
			}
			offers = append(offers, f)
			v.Arms, v.At = append(v.Arms, x.armOf(f, false, !s.Blocking)), append(v.At, state.Pos)
			v.Succ = append(v.Succ, met)
		}
	}
	if !s.Blocking {
		if to, ok := g.arm(b, s, -1); ok {
			g.otherwise(&v, offers, to)
		}
	}
	v.Lines = g.V[at].Lines
	switch {
	case len(v.Arms) == 0 && len(free) == 0:
		v.Lines = append(slices.Clip(v.Lines), write.At("await false", v.Pos))
		v.Kind = write.Halt
	case len(v.Arms) == 0:
		v.Kind, v.Succ = write.Choice, free
	case len(v.Arms) == 1 && v.Arms[0] == "else:" && len(free) == 0:
		v.Kind, v.Arms = write.Jump, nil
	case len(v.Arms) == 1 && v.Arms[0] == "else:":
		v.Kind, v.Arms, v.Succ = write.Choice, nil, append(free, v.Succ...)
	case len(free) > 0:
		lines := v.Lines
		v.Lines = nil
		v = write.Vertex{Lines: lines, Kind: write.Choice, Succ: append(free, g.add(v)), Pos: v.Pos}
	}
	g.V[at] = v
}

// arm is where a select goes on with an alternative: past the comparisons of its index.
func (g *graph) arm(b *ssa.BasicBlock, s *ssa.Select, k int) (int, bool) {
	for from := b; ; {
		branch, _ := from.Instrs[len(from.Instrs)-1].(*ssa.If)
		var c *ssa.BinOp
		if branch != nil {
			c, _ = branch.Cond.(*ssa.BinOp)
		}
		if c == nil || c.Op != token.EQL || !isIndex(c.X, s) { // all alternatives go on in the same way
			rest := g.add(write.Vertex{Lines: g.after[from]})
			g.finish(from, rest)
			return rest, true
		}
		n, ok := c.Y.(*ssa.Const)
		if !ok {
			return 0, false
		}
		to := from.Succs[1]
		if n.Int64() == int64(k) {
			to = from.Succs[0]
		}
		if unwind.Impossible(to) {
			return 0, false
		}
		next, ok := to.Instrs[len(to.Instrs)-1].(*ssa.If)
		if ok && len(to.Instrs) == 2 {
			if c, ok := next.Cond.(*ssa.BinOp); ok && isIndex(c.X, s) {
				from = to
				continue
			}
		}
		at := g.edge(from, to)
		if len(g.after[b]) > 0 {
			at = g.add(write.Vertex{Lines: g.after[b], Kind: write.Jump, Succ: []int{at}})
		}
		return at, true
	}
}

func isIndex(v ssa.Value, s *ssa.Select) bool {
	e, ok := v.(*ssa.Extract)
	return ok && e.Tuple == s && e.Index == 0
}

// event is the event that a directive names at an instruction.
func (x *extractor) event(i ssa.Instruction) []write.Line {
	var out []write.Line
	for _, name := range x.ps.Named[i] {
		out = append(out, write.At("event "+name, i.Pos()))
	}
	return out
}
