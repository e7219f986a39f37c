// Package invariant gives the invariants of specifications to a program: names become
// variables, and conditions become expressions of the program.
//
//	invariant order { wdone <= pdone }
//
// makes of a program with these variables one whose steps that store a value in one of
// them, and leave the condition false, have the event "broken order" besides (cfg.Invariant,
// package sem). The specification is the automaton that forbids this event; one that is
// false in the first state is an automaton that accepts nothing.
//
// So everything that knows steps and events knows invariants: the tables that feasibility
// constraints are made of, dependences between steps, counterexamples. Lemma: after every
// step of an execution, an invariant that was true before is false if and only if the step has
// its event. For a condition changes its value only with one of its variables, and a
// step that stores in one has the event exactly if the condition is false after it. The length
// of a channel counts as a variable that a step stores in when it changes the length. An
// execution thus violates the specification if and only if the condition is false in its
// first state or after one of its steps.
package invariant

import (
	"slices"
	"strconv"
	"strings"

	"flavers/automata"
	"flavers/cfg"
	"flavers/diag"
)

// Attach returns the program with the invariants among specs, and the specifications, of
// which those change that are false in the first state. The list says what has no
// meaning in the program. Where case does not matter in the program, their words become those of the program.
func Attach(p *cfg.Program, specs []*automata.Spec) (*cfg.Program, []*automata.Spec, diag.List) {
	if p.Spelling != nil {
		for _, sp := range specs {
			sp.Respell(p.Spelling)
		}
	}
	b := &binder{p: p, vars: map[string]cfg.VarID{}, chans: map[string]cfg.ObjectID{}}
	for i := range p.Objects {
		if p.Objects[i].Kind == cfg.ChanObject {
			b.chans[p.Objects[i].Name] = cfg.ObjectID(i)
		}
	}
	for i := range p.Vars {
		if !p.Vars[i].Scratch {
			b.vars[p.Vars[i].Name] = cfg.VarID(i)
		}
	}
	var list []cfg.Invariant
	named := map[string]int{}
	out := slices.Clone(specs)
	for i, sp := range specs {
		if sp.Invariant == nil {
			continue
		}
		b.read, b.lengths = nil, nil
		e, t, ok := b.expr(sp.Invariant)
		if ok && t.Kind != cfg.BoolType {
			b.errorf(sp.Invariant, "the condition is a number or a value, not true or false").WithHint("compare it, as in x != 0")
			ok = false
		}
		if !ok {
			continue
		}
		slices.Sort(b.read)
		slices.Sort(b.lengths)
		inv := cfg.Invariant{Name: sp.Name, Cond: e, Vars: slices.Compact(b.read), Chans: slices.Compact(b.lengths)}
		if named[sp.Name]++; named[sp.Name] > 1 { // in another file
			inv.Name += "'" + strconv.Itoa(named[sp.Name])
			other := *sp
			other.Symbols = slices.Clone(sp.Symbols)
			other.Symbols[0].Pattern, _ = automata.ParsePattern(cfg.Broken(inv.Name))
			out[i] = &other
		}
		list = append(list, inv)
		if v, ok := b.first(e); !ok || v == 0 {
			never := *out[i]
			never.DFA = &automata.DFA{Symbols: 1, Next: []int32{0}, Accept: []bool{false}}
			out[i] = &never
		}
	}
	if len(list) == 0 {
		return p, specs, b.list
	}
	return p.WithInvariants(list), out, b.list
}

type binder struct {
	p    *cfg.Program
	vars map[string]cfg.VarID
	read []cfg.VarID
	list diag.List

	chans   map[string]cfg.ObjectID
	lengths []cfg.ObjectID // of which the length is read
}

func (b *binder) errorf(c *automata.Condition, format string, args ...any) *diag.Diagnostic {
	return b.list.Errorf(c.Pos, diag.FBadCondition, format, args...).WithLen(c.Len)
}

var operators = map[string]cfg.BinaryOp{"||": cfg.Or, "&&": cfg.And, "==": cfg.Eq, "!=": cfg.Ne, "<": cfg.Lt, "<=": cfg.Le, ">": cfg.Gt, ">=": cfg.Ge,
	"+": cfg.Add, "-": cfg.Sub, "*": cfg.Mul, "/": cfg.Div, "%": cfg.Mod}

// expr returns a condition as an expression with its type; of numbers, any range. false: reported.
func (b *binder) expr(c *automata.Condition) (cfg.Expr, cfg.Type, bool) {
	number := cfg.Range(0, 0)
	switch c.Op {
	case "number":
		return cfg.Const{Value: int32(c.Number), Type: cfg.Range(int32(c.Number), int32(c.Number))}, number, true
	case "name":
		return b.name(c)
	case "len", "empty", "full":
		return b.length(c)
	}
	x, t, ok := b.expr(c.X)
	if !ok {
		return nil, t, false
	}
	if c.Y == nil {
		op, want := cfg.Not, cfg.BoolType
		if c.Op == "-" {
			op, want = cfg.Neg, cfg.RangeType
		}
		return &cfg.Unary{Op: op, X: x}, t, b.kind(c.X, t, want)
	}
	y, u, ok := b.expr(c.Y)
	if !ok {
		return nil, t, false
	}
	op := operators[c.Op]
	e := &cfg.Binary{Op: op, X: x, Y: y, Pos: c.Pos}
	switch {
	case op == cfg.Or || op == cfg.And:
		return e, cfg.Bool(), b.kind(c.X, t, cfg.BoolType) && b.kind(c.Y, u, cfg.BoolType)
	case op >= cfg.Add:
		return e, number, b.kind(c.X, t, cfg.RangeType) && b.kind(c.Y, u, cfg.RangeType)
	case t.Kind != u.Kind || t.Kind == cfg.EnumType && t.Name != u.Name ||
		t.Kind == cfg.RefType && (t.Family != u.Family || t.Name != u.Name):
		b.errorf(c, "values of different types are compared")
		return nil, t, false
	case op > cfg.Ne && t.Kind != cfg.RangeType && t.Kind != cfg.EnumType:
		b.errorf(c, "values of this type have no order")
		return nil, t, false
	}
	return e, cfg.Bool(), true
}

// length is len(c), empty(c) or full(c) of a channel with a buffer.
func (b *binder) length(c *automata.Condition) (cfg.Expr, cfg.Type, bool) {
	id, ok := b.chans[c.X.Name]
	if !ok {
		b.noChannel(c)
		return nil, cfg.Type{}, false
	}
	most := b.p.Objects[id].Cap
	if most == 0 {
		b.errorf(c.X, "channel %s has no buffer, and so no length", c.X.Name).
			WithHint("its messages go from hand to hand; give it a buffer, or count them in a shared variable")
		return nil, cfg.Type{}, false
	}
	b.lengths = append(b.lengths, id)
	n, t := cfg.Length{Chan: id}, cfg.Range(0, most)
	switch c.Op {
	case "empty":
		return &cfg.Binary{Op: cfg.Eq, X: n, Y: cfg.Const{Type: t}, Pos: c.Pos}, cfg.Bool(), true
	case "full":
		return &cfg.Binary{Op: cfg.Eq, X: n, Y: cfg.Const{Value: most, Type: t}, Pos: c.Pos}, cfg.Bool(), true
	}
	return n, t, true
}

// noChannel reports a length of what is no channel, and tells what it is.
func (b *binder) noChannel(c *automata.Condition) {
	d := b.errorf(c.X, "the program has no channel %q", c.X.Name)
	var buffered []string
	for i := range b.p.Objects {
		if o := &b.p.Objects[i]; o.Kind == cfg.ChanObject && o.Cap > 0 {
			buffered = append(buffered, o.Name)
		}
	}
	array := func(o string) bool { return strings.HasPrefix(o, c.X.Name+"[") }
	v, variable := b.vars[c.X.Name]
	switch at := slices.IndexFunc(buffered, array); {
	case at >= 0:
		d.WithHint("%s is an array of channels: write %s(%s)", c.X.Name, c.Op, buffered[at])
	case variable && b.p.Vars[v].Type.Kind == cfg.RefType:
		d.WithHint("%s is a variable, which may hold any channel of its type: name the channel", c.X.Name)
	case variable:
		d.WithHint("%s is a variable, and %s is of a channel", c.X.Name, c.Op)
	default:
		if near := diag.Suggest(c.X.Name, buffered); near != "" {
			d.WithHint("did you mean %q?", near)
		} else if all := diag.Among(buffered); all != "" {
			d.WithHint("its channels with a buffer are %s", all)
		}
	}
}

var kinds = map[cfg.TypeKind]string{cfg.BoolType: "true or false", cfg.RangeType: "a number"}

func (b *binder) kind(c *automata.Condition, t cfg.Type, want cfg.TypeKind) bool {
	if t.Kind != want {
		b.errorf(c, "%s is expected here", kinds[want])
	}
	return t.Kind == want
}

// name returns a variable, a truth value or the value of an enum.
func (b *binder) name(c *automata.Condition) (cfg.Expr, cfg.Type, bool) {
	if v, ok := b.vars[c.Name]; ok {
		b.read = append(b.read, v)
		return cfg.Read{Var: v}, b.p.Vars[v].Type, true
	}
	if c.Name == "true" || c.Name == "false" {
		k := cfg.Const{Type: cfg.Bool()}
		if c.Name == "true" {
			k.Value = 1
		}
		return k, k.Type, true
	}
	var known []string
	for i := range b.p.Vars {
		v := &b.p.Vars[i]
		if at := slices.Index(v.Type.Names, c.Name); v.Type.Kind == cfg.EnumType && at >= 0 {
			return cfg.Const{Value: int32(at), Type: v.Type}, v.Type, true
		}
		if !v.Scratch {
			known = append(known, v.Name)
		}
	}
	d := b.errorf(c, "the program has no variable %q", c.Name)
	if near := diag.Suggest(c.Name, known); near != "" {
		d.WithHint("did you mean %q?", near)
	} else if all := diag.Among(known); all != "" {
		d.WithHint("its variables are %s", all)
	} else {
		d.WithHint("it has none: an invariant is about variables, as shared x 0..7, not about where tasks are")
	}
	return nil, cfg.Type{}, false
}

// first returns the value of an expression in the first state, and false if it has none.
func (b *binder) first(e cfg.Expr) (int64, bool) {
	switch e := e.(type) {
	case cfg.Const:
		return int64(e.Value), true
	case cfg.Read:
		return int64(b.p.Vars[e.Var].Init), true
	case cfg.Length:
		return 0, true
	case *cfg.Unary:
		x, ok := b.first(e.X)
		if e.Op == cfg.Not {
			return 1 - x, ok
		}
		return -x, ok
	case *cfg.Binary:
		x, ok := b.first(e.X)
		if !ok || e.Op == cfg.And && x == 0 || e.Op == cfg.Or && x != 0 {
			return x, ok
		}
		y, ok := b.first(e.Y)
		if !ok {
			return 0, false
		}
		return e.Op.Apply(x, y)
	}
	panic("invariant: an expression that no condition makes")
}
