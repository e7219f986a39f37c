package extract

import (
	"fmt"
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

// This file translates the control flow of a function. It makes a graph whose vertices have the lines that step makes
// of the instructions of a block, and an ending: a jump, a test, a free choice, a select, a return. Package write
// then removes the vertices that do nothing (Reduce), and writes the rest as structured statements (Structure). For
//
//	for i := 0; i < n; i++ { // n is not modelled
//		c <- i
//	}
//
// the graph and the statements are
//
//	1: choice of 2, 3           loop {
//	2: c <- 0; jump to 1            choose { c <- 0 } or { break }
//	3: return                   }

// graph is the control flow of an instance; vertex 0 is its start.
type graph struct {
	write.Graph
	x     *extractor
	in    *heap.Instance
	block map[*ssa.BasicBlock]int          // the vertex where a block begins
	after map[*ssa.BasicBlock][]write.Line // for a block with a select, the lines of what follows the select
	lines map[*ssa.BasicBlock][]write.Line // what the instructions of a block do

	// Conditions that are not modelled, but on which several branches depend, get a variable (correlate).
	conds  map[ssa.Value]string   // the variable of a condition, or "!" and the variable
	anys   map[ssa.Value][]string // variables that get any value where this value is defined
	chosen map[string]*condition  // of a client: the condition, by its variable

	polling map[*ssa.BasicBlock]bool  // kept results of polls
	turning []turning                 // loops that are taken to go on for ever
	lasting map[*ssa.BasicBlock][]int // for a block with a select, its arms, but for those of timers
	// entered reports whether an execution may enter a block.
	entered func(*ssa.BasicBlock) bool
}

// flow returns the body of an instance as structured statements. It is empty if the function neither does anything
// that matters nor may run for ever.
func (x *extractor) flow(in *heap.Instance) []write.Line {
	fn := in.Fn
	g := &graph{x: x, in: in, block: map[*ssa.BasicBlock]int{}, after: map[*ssa.BasicBlock][]write.Line{},
		lines: map[*ssa.BasicBlock][]write.Line{}, conds: map[ssa.Value]string{}, anys: map[ssa.Value][]string{},
		chosen: map[string]*condition{}, polling: map[*ssa.BasicBlock]bool{},
		lasting: map[*ssa.BasicBlock][]int{}}
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
	g.entered = in.Entered()
	if does := g.translate(); !does && !g.endless() && !g.pollsSome() && !x.leaves.Unwinds(in) {
		return nil
	}
	g.correlate()

	// First a vertex for each block, so that edges can lead to all of them; then the edges. An edge may add vertices.
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
	g.lasts()
	g.Reduce()
	if g.Unwinds = x.leaves.Unwinds(in); g.Unwinds {
		g.Left = x.left(in)
	}
	return g.Structure()
}

// translate fills g.lines, and reports whether some instruction does anything.
func (g *graph) translate() bool {
	does := false
	for _, b := range g.in.Fn.Blocks {
		if !g.entered(b) {
			continue
		}
		for _, i := range b.Instrs {
			g.lines[b] = append(append(g.lines[b], g.x.event(i)...), g.x.instr(g.in, i)...)
			if s, ok := i.(*ssa.Select); ok && g.matters(s) {
				does = true
				for _, state := range s.States {
					g.x.whichOffered(g.in, state) // so that the variable gets a value where the channel is loaded
				}
			}
		}
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			g.lines[b] = append(g.lines[b], g.x.returns(g.in, r)...)
		}
		does = does || len(g.lines[b]) > 0
	}
	return does
}

// endless reports whether the function has no return statement, or a block from which no return is reachable.
func (g *graph) endless() bool {
	isReturn := func(b *ssa.BasicBlock) bool { _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); return ok }
	leaves := map[*ssa.BasicBlock]bool{} // blocks from which a return or a panic is reachable
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

// matters reports whether a select is more than an empty one with a default, which does nothing.
func (g *graph) matters(s *ssa.Select) bool { return s.Blocking || len(s.States) > 0 }

// at returns the vertex where a block begins. It adds the vertex if it is new, with its lines and without an ending.
// If the block has a select, the vertex has what comes before that, and g.after what follows.
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

// defined returns the free choices to make where value v is defined: which of several objects it is, the result of a
// function that returns anything, and conditions that depend on v (correlate).
func (g *graph) defined(v ssa.Value) []write.Line {
	var out []write.Line
	if w, ok := g.x.which[varKey{g.in, v}]; ok {
		if w.from != "" {
			out = append(out, write.At(w.name+" = "+w.from, v.Pos()))
		} else {
			out = append(out, guess(w.name, w.values, v.Pos())...)
		}
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

// outside reports whether a variable of correlate is about an error that comes from outside of the program. Each such
// error is possible, so a branch on it is none on data, and makes no execution doubtful.
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

// edge returns the vertex to go to on the way from one block to another. If something happens on this way, as phis or
// a counter of turns get a value, that is a new vertex, which jumps to the one of the block.
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

// end gives vertex at, where block b begins, its ending: the select of the block if there is one, else that of
// finish.
func (g *graph) end(b *ssa.BasicBlock, at int) {
	for _, instr := range b.Instrs {
		if s, ok := instr.(*ssa.Select); ok && g.matters(s) {
			g.choose(b, at, s)
			return
		}
	}
	g.finish(b, at)
}

// set gives vertex at its ending, which comes from the last instruction of block b.
func (g *graph) set(at int, b *ssa.BasicBlock, kind write.Kind, cond string, succ ...int) {
	v := &g.V[at]
	v.Kind, v.Cond, v.Succ, v.Pos = kind, cond, succ, placeOf(b)
}

// finish gives vertex at the ending that the last instruction of block b says.
func (g *graph) finish(b *ssa.BasicBlock, at int) {
	set := func(k write.Kind, cond string, succ ...int) { g.set(at, b, k, cond, succ...) }
	switch last := b.Instrs[len(b.Instrs)-1].(type) {
	case *ssa.Jump:
		set(write.Jump, "", g.edge(b, b.Succs[0]))
	case *ssa.If:
		yes, no := b.Succs[0], b.Succs[1]
		cond, modelled := g.expr(last.Cond)
		switch {
		case g.in.Decided(b) != nil:
			set(write.Jump, "", g.edge(b, g.in.Decided(b)))
		// go/ssa adds panics for iterators that break the rules: these blocks are impossible.
		case unwind.Impossible(no) || cond == "true":
			set(write.Jump, "", g.edge(b, yes))
		case unwind.Impossible(yes) || cond == "false":
			set(write.Jump, "", g.edge(b, no))
		case modelled:
			set(write.Test, cond, g.edge(b, yes), g.edge(b, no))
		default:
			g.branchOnData(b, at, last)
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

// branchOnData gives vertex at the ending of a branch whose condition is not modelled. Each way is possible; the
// cases differ in what chooses, and in what a trace tells about the choice.
func (g *graph) branchOnData(b *ssa.BasicBlock, at int, last *ssa.If) {
	pos := last.Cond.Pos()
	edges := func() (yes, no int) { return g.edge(b, b.Succs[0]), g.edge(b, b.Succs[1]) }

	// The condition has a variable, which got a value before (correlate).
	if name := g.conds[last.Cond]; name != "" {
		yes, no := edges()
		variable, negated := strings.CutPrefix(name, "!")
		if c := g.chosen[variable]; c != nil || !g.outside(variable) {
			yes, no = g.sides(c, negated != (c != nil && c.negated), yes, no, pos)
		}
		g.set(at, b, write.Test, name, yes, no)
		return
	}

	// The world outside decides: any answer of it is possible.
	if values.AsksOutside(last.Cond) {
		name := g.x.variable(g.in, last.Cond, "answer", "bool")
		g.V[at].Lines = append(slices.Clip(g.V[at].Lines), write.At(name+" = any", pos))
		yes, no := edges()
		g.set(at, b, write.Test, name, yes, no)
		return
	}

	// In a client, a variable shows in the trace which way was taken (ifs.go).
	if g.x.branches != nil {
		if c := g.x.branch(g.in, last.Cond); c != nil {
			name := g.x.variable(g.in, last, "is", "bool")
			g.V[at].Lines = append(slices.Clip(g.V[at].Lines), guess(name, 2, c.where)...)
			yes, no := edges()
			yes, no = g.sides(c, false, yes, no, c.where)
			yes, no = g.itemSides(c, b, yes, no)
			g.set(at, b, write.Test, name, yes, no)
			return
		}
	}

	yes, no := edges()
	yes, no = g.sides(nil, false, yes, no, pos)
	g.set(at, b, write.Choice, "", yes, no)
}

// picking is the ending of a block with a select, while its alternatives are translated.
type picking struct {
	v      write.Vertex
	offers []offer
	free   []int // where alternatives on channels that are not known lead: they may be taken at any time
}

// choose gives vertex at, the one of a block with a select, its ending: a Pick with an arm for each channel that an
// alternative may be about.
func (g *graph) choose(b *ssa.BasicBlock, at int, s *ssa.Select) {
	p := &picking{v: write.Vertex{Kind: write.Pick, Pos: s.Pos()}}
	if !s.Pos().IsValid() && len(s.States) > 0 {
		p.v.Pos = s.States[0].Pos
	}
	for k, state := range s.States {
		if to, ok := g.arm(b, s, k); ok {
			g.alternative(p, b, s, state, to)
		}
	}
	if !s.Blocking {
		if to, ok := g.arm(b, s, -1); ok {
			g.otherwise(&p.v, p.offers, to)
		}
	}
	v, free := p.v, p.free
	v.Lines = g.V[at].Lines
	onlyDefault := len(v.Arms) == 1 && v.Arms[0] == "else:"
	switch {
	case len(v.Arms) == 0 && len(free) == 0: // select {}, or only nil channels
		v.Lines = append(slices.Clip(v.Lines), write.At("await false", v.Pos))
		v.Kind = write.Halt
	case len(v.Arms) == 0:
		v.Kind, v.Succ = write.Choice, free
	case onlyDefault && len(free) == 0:
		v.Kind, v.Arms = write.Jump, nil
	case onlyDefault:
		v.Kind, v.Arms, v.Succ = write.Choice, nil, append(free, v.Succ...)
	case len(free) > 0: // first choose whether to take an unknown channel; if not, pick among the known ones
		lines := v.Lines
		v.Lines = nil
		v = write.Vertex{Lines: lines, Kind: write.Choice, Succ: append(free, g.add(v)), Pos: v.Pos}
	}
	g.V[at] = v
}

// alternative adds alternative state of select s, which leads to vertex to: an arm for each channel that it may be
// about.
func (g *graph) alternative(p *picking, b *ssa.BasicBlock, s *ssa.Select, state *ssa.SelectState, to int) {
	x := g.x
	objects := x.w.Objects(g.in, state.Chan)
	which := x.whichOffered(g.in, state)
	if len(objects) > 1 && which == "" {
		x.w.Note(anyOfSeveral, state.Pos, "this operand may be several objects: any of them is taken")
	}
	there, known := x.truth(g.in, state.Chan)
	if !known && len(objects) > 0 {
		x.presume(g.in, state.Chan, state.Pos)
	}
	for n, l := range objects {
		if l.Obj.Kind == heap.Unknown {
			x.w.Note(unknownChan, state.Pos, "this channel is not known: it may be ready at any time")
			p.free = append(p.free, to)
			continue
		}
		f := offer{o: l.Obj, name: x.object(l, "chan"), send: state.Dir == types.SendOnly, pos: state.Pos, to: to}
		met := to // where this arm leads; f.to is for the arms that otherwise adds
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
		if which != "" {
			f.there = both(f.there, fmt.Sprintf("(%s == %d)", which, n))
		}
		p.offers = append(p.offers, f)
		if l.Obj.Kind != heap.Timer {
			g.lasting[b] = append(g.lasting[b], len(p.v.Arms))
		}
		p.v.Arms, p.v.At = append(p.v.Arms, x.armOf(f, false, !s.Blocking)), append(p.v.At, state.Pos)
		p.v.Succ = append(p.v.Succ, met)
	}
}

// arm returns the vertex where alternative k of a select leads (-1: the default). ok is false if the alternative is
// impossible. In go/ssa a select returns the index of the alternative, and a chain of branches compares that with 0,
// 1, ..: arm follows the chain to the block for k.
func (g *graph) arm(b *ssa.BasicBlock, s *ssa.Select, k int) (vertex int, ok bool) {
	for from := b; ; {
		branch, _ := from.Instrs[len(from.Instrs)-1].(*ssa.If)
		var c *ssa.BinOp
		if branch != nil {
			c, _ = branch.Cond.(*ssa.BinOp)
		}
		if c == nil || c.Op != token.EQL || !isIndex(c.X, s) { // nothing depends on the alternative
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

// isIndex reports whether v is the index of the alternative that select s takes.
func isIndex(v ssa.Value, s *ssa.Select) bool {
	e, ok := v.(*ssa.Extract)
	return ok && e.Tuple == s && e.Index == 0
}

// event returns the events that comments in the source name at an instruction (//flavers:event open).
func (x *extractor) event(i ssa.Instruction) []write.Line {
	var out []write.Line
	for _, name := range x.ps.Named[i] {
		out = append(out, write.At("event "+name, i.Pos()))
	}
	return out
}
