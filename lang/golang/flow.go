package golang

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
)

// kind is how a node of control flow ends.
type kind uint8

const (
	jump   kind = iota // one successor
	test               // two: where cond holds, and where not
	choice             // any of them
	pick               // of a select: one for each arm
	ret                // the function ends
	halt               // nothing follows
)

// vertex is a node of the control flow of an instance: lines, and how it goes on.
type vertex struct {
	lines []line
	kind  kind
	cond  string
	arms  []string    // of a select: "case c <- 0:"
	at    []token.Pos // where these are
	succ  []int
	pos   token.Pos
}

// graph is the control flow of an instance; vertex 0 is its start.
type graph struct {
	x     *extractor
	in    *heap.Instance
	v     []vertex
	block map[*ssa.BasicBlock]int
	after map[*ssa.BasicBlock][]line // of a block with a select, what comes after that
	lines map[*ssa.BasicBlock][]line
	conds map[ssa.Value]string // unknown conditions that are asked several times: their variables
	anys  map[ssa.Value][]string
}

// flow is the body of an instance, as structured statements.
func (x *extractor) flow(in *heap.Instance) []line {
	fn := in.Fn
	g := &graph{x: x, in: in, block: map[*ssa.BasicBlock]int{}, after: map[*ssa.BasicBlock][]line{},
		lines: map[*ssa.BasicBlock][]line{}, conds: map[ssa.Value]string{}, anys: map[ssa.Value][]string{}}
	some := false
	for _, b := range fn.Blocks {
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
	if !some && !g.endless() && !x.unwinds(in) {
		return nil
	}
	g.correlate()
	for _, b := range fn.Blocks {
		if b == fn.Recover && b != fn.Blocks[0] {
			continue
		}
		if len(b.Preds) == 0 && b != fn.Blocks[0] {
			continue
		}
		g.at(b)
	}
	for i := 0; i < len(fn.Blocks); i++ {
		if at, ok := g.block[fn.Blocks[i]]; ok {
			g.end(fn.Blocks[i], at)
		}
	}
	g.reduce()
	return g.structure()
}

// endless tells whether the function never returns.
func (g *graph) endless() bool {
	for _, b := range g.in.Fn.Blocks {
		if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			return false
		}
	}
	return true
}

func (g *graph) matters(s *ssa.Select) bool { return s.Blocking || len(s.States) > 0 }

// at is the vertex of a block.
func (g *graph) at(b *ssa.BasicBlock) int {
	if i, ok := g.block[b]; ok {
		return i
	}
	i := g.add(vertex{})
	g.block[b] = i
	var lines []line
	split := false
	if b.Index == 0 {
		for _, p := range g.in.Fn.Params {
			if free(g.in, p) {
				lines = append(lines, line{g.x.variable(g.in, p, p.Name(), "bool") + " = any", p.Pos()})
			}
			lines = append(lines, g.defined(p)...)
		}
		for _, p := range g.in.Fn.FreeVars {
			lines = append(lines, g.defined(p)...)
		}
	}
	for _, instr := range b.Instrs {
		if s, ok := instr.(*ssa.Select); ok && g.matters(s) {
			g.v[i].lines, lines, split = append(lines, g.x.event(instr)...), nil, true
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
		g.v[i].lines = lines
	}
	return i
}

// defined chooses what is not known of a value, where it gets one.
func (g *graph) defined(v ssa.Value) []line {
	var out []line
	if w, ok := g.x.which[varKey{g.in, v}]; ok {
		out = append(out, guess(w.name, w.values, v.Pos())...)
	}
	for _, name := range g.anys[v] {
		if isOutside(v) && v.Type().String() == "error" {
			out = append(out, line{name + " = any", v.Pos()})
			continue
		}
		out = append(out, guess(name, 2, v.Pos())...)
	}
	return out
}

func (g *graph) add(v vertex) int {
	g.v = append(g.v, v)
	return len(g.v) - 1
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
			lines = append(lines, line{name + " = " + e, phi.Pos()})
		}
	}
	target, ok := g.block[to]
	if !ok {
		return g.add(vertex{kind: ret})
	}
	if len(lines) == 0 {
		return target
	}
	return g.add(vertex{lines: lines, kind: jump, succ: []int{target}})
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
	set := func(k kind, cond string, succ ...int) {
		g.v[at].kind, g.v[at].cond, g.v[at].succ = k, cond, succ
		if g.v[at].pos = b.Instrs[len(b.Instrs)-1].Pos(); !g.v[at].pos.IsValid() && len(b.Instrs) > 1 {
			g.v[at].pos = b.Instrs[len(b.Instrs)-2].Pos()
		}
	}
	switch last := b.Instrs[len(b.Instrs)-1].(type) {
	case *ssa.Jump:
		set(jump, "", g.edge(b, b.Succs[0]))
	case *ssa.If:
		yes, no := b.Succs[0], b.Succs[1]
		cond, ok := g.expr(last.Cond)
		switch {
		case impossible(no) || cond == "true":
			set(jump, "", g.edge(b, yes))
		case cond == "false":
			set(jump, "", g.edge(b, no))
		case ok:
			set(test, cond, g.edge(b, yes), g.edge(b, no))
		default:
			if name := g.conds[last.Cond]; name != "" {
				set(test, name, g.edge(b, yes), g.edge(b, no))
				return
			}
			if asksOutside(last.Cond) {
				name := g.x.variable(g.in, last.Cond, "answer", "bool")
				g.v[at].lines = append(slices.Clip(g.v[at].lines), line{name + " = any", last.Cond.Pos()})
				set(test, name, g.edge(b, yes), g.edge(b, no))
				return
			}
			set(choice, "", g.edge(b, yes), g.edge(b, no))
		}
	case *ssa.Return:
		set(ret, "")
	case *ssa.Panic:
		if impossible(b) {
			set(halt, "")
			return
		}
		if g.x.recovered(g.in) {
			g.v[at].lines = append(g.v[at].lines, g.x.panics(g.in, last)...)
			set(halt, "")
			return
		}
		g.x.w.Note(exits, last.Pos(), "a panic ends the program: in the model, other goroutines go on")
		g.v[at].lines = append(g.v[at].lines, exit(last.Pos())...)
		set(halt, "")
	}
}

// impossible is a block that go/ssa adds for what cannot happen: its panic has no place.
func impossible(b *ssa.BasicBlock) bool {
	p, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Panic)
	return ok && !p.Pos().IsValid()
}

// choose completes the vertex of a block that ends in a select.
func (g *graph) choose(b *ssa.BasicBlock, at int, s *ssa.Select) {
	x := g.x
	v := vertex{kind: pick, pos: s.Pos()}
	var free []int // arms of channels that are not known
	if !s.Pos().IsValid() && len(s.States) > 0 {
		v.pos = s.States[0].Pos
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
		for _, l := range objects {
			if l.Obj.Kind == heap.Unknown {
				x.w.Note(unknownChan, state.Pos, "this channel is not known: it may be ready at any time")
				free = append(free, to)
				continue
			}
			o := x.object(l, "chan")
			text := "case <-" + o + ":"
			if state.Dir != 2 {
				text = "case " + o + " <- 0:"
			} else if ok := x.okay(g.in, s, 1); ok != "" && l.Obj.Closed {
				text = "case _, " + ok + " = <-" + o + ":"
			} else if ok != "" {
				to = g.add(vertex{lines: one(ok+" = true", state.Pos), kind: jump, succ: []int{to}})
			}
			if e, ok := x.truth(g.in, state.Chan); ok && e != "true" { // nil is never ready
				text = strings.TrimSuffix(text, ":") + " when " + e + ":"
			}
			v.arms, v.at = append(v.arms, text), append(v.at, state.Pos)
			v.succ = append(v.succ, to)
		}
	}
	if !s.Blocking {
		if to, ok := g.arm(b, s, -1); ok {
			v.arms, v.at = append(v.arms, "else:"), append(v.at, v.pos)
			v.succ = append(v.succ, to)
		}
	}
	v.lines = g.v[at].lines
	switch {
	case len(v.arms) == 0 && len(free) == 0:
		v.lines = append(slices.Clip(v.lines), line{"await false", v.pos})
		v.kind = halt
	case len(v.arms) == 0:
		v.kind, v.succ = choice, free
	case len(v.arms) == 1 && v.arms[0] == "else:" && len(free) == 0:
		v.kind, v.arms = jump, nil
	case len(v.arms) == 1 && v.arms[0] == "else:":
		v.kind, v.arms, v.succ = choice, nil, append(free, v.succ...)
	case len(free) > 0:
		lines := v.lines
		v.lines = nil
		v = vertex{lines: lines, kind: choice, succ: append(free, g.add(v)), pos: v.pos}
	}
	g.v[at] = v
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
			rest := g.add(vertex{lines: g.after[from]})
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
		if impossible(to) {
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
			at = g.add(vertex{lines: g.after[b], kind: jump, succ: []int{at}})
		}
		return at, true
	}
}

func isIndex(v ssa.Value, s *ssa.Select) bool {
	e, ok := v.(*ssa.Extract)
	return ok && e.Tuple == s && e.Index == 0
}

// reduce leaves out what neither does anything nor decides anything. A loop without
// synchronization is taken to end.
func (g *graph) reduce() {
	for changed := true; changed; {
		changed = false
		preds := make([]int, len(g.v))
		preds[0]++
		for i := range g.v {
			for _, s := range g.v[i].succ {
				preds[s]++
			}
		}
		for i := range g.v {
			v := &g.v[i]
			for k, s := range v.succ {
				if t := &g.v[s]; t.kind == jump && len(t.lines) == 0 && t.succ[0] != s && s != i {
					v.succ[k] = t.succ[0]
					changed = true
				}
			}
			if v.kind == choice || v.kind == test {
				first := v.succ[0]
				if !slices.ContainsFunc(v.succ, func(s int) bool { return s != first }) && first != i {
					v.kind, v.succ, v.cond = jump, []int{first}, ""
					changed = true
				}
			}
			if v.kind == choice {
				leaves := slices.ContainsFunc(v.succ, func(s int) bool { return s != i })
				if len(v.lines) == 0 && slices.Contains(v.succ, i) && leaves {
					v.succ = slices.DeleteFunc(v.succ, func(s int) bool { return s == i })
					g.x.w.Note(endlessLoop, v.pos, "a loop without synchronization is taken to end")
					changed = true
				}
				if n := len(v.succ); n > 1 {
					slices.Sort(v.succ)
					if v.succ = slices.Compact(v.succ); len(v.succ) < n {
						changed = true
					}
				}
				if len(v.succ) == 1 && v.succ[0] != i {
					v.kind = jump
					changed = true
				}
			}
			if v.kind == jump || v.kind == choice {
				for k, s := range v.succ {
					t := &g.v[s]
					if s == i || len(t.lines) > 0 || preds[s] != 1 || t.kind != choice && t.kind != ret {
						continue
					}
					if t.kind == choice {
						v.succ = append(slices.Delete(slices.Clone(v.succ), k, k+1), t.succ...)
						if v.pos == token.NoPos {
							v.pos = t.pos
						}
						v.kind = choice
						t.kind, t.succ = halt, nil
						changed = true
						break
					}
					if v.kind == jump {
						v.kind, v.succ = ret, nil
						changed = true
						break
					}
				}
			}
		}
	}
}
