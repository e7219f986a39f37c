package eval

// This file bounds numbers that the model does not follow: durations, times and fixed-point numbers. An operator on
// them raises an exception if its result is outside of the range of the type. The range of durations is 292 years
// around zero, and that of times 292 years around now. In
//
//	Next := Clock + 3 * Day;
//
// the bound is three days, so no exception is possible. Bounds are found without executing anything: SizesOf collects,
// for each name of a variable, all expressions that are assigned to any variable of this name; size then computes a
// bound of an expression from the bounds of its parts. A variable that may get a value in another way has no bound
// (lost).

import (
	"math"
	"strconv"
	"strings"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// lifetime is the largest bound, in seconds, up to which operators of durations and times are taken to be exact.
const lifetime = 100 * 366 * 24 * 3600.0

// Sizes holds what is assigned to the variables of a program.
type Sizes struct {
	vars   map[string]*sized   // by name in lower case, whatever declares it
	types  map[string]bool     // by name of a type: it has integers of at most 32 bits only; T (X) is a conversion
	lost   bool                // a function has out parameters, so nothing is known of any variable
	random float64             // the largest result of a function Random
	called map[string]*profile // by name of a subprogram or entry, in lower case
	work   int                 // how many expressions were looked at for the present size
}

// sized is what is known of all variables of one name together.
type sized struct {
	name    string         // as it is written first
	values  []*syntax.Expr // what is assigned to them
	whole   bool           // one of them is an integer
	real    bool           // one of them is not an integer
	lost    bool           // one of them may get a value that is not in values
	awaited bool           // a statement "delay until" names one of them
	busy    bool           // the size is being computed
}

var (
	conversion = words("duration to_duration to_time_span float long_float")
	// Bounds of the results of functions of libraries, in seconds. unitSizes has the functions with an argument: the bound
	// for an argument of 1.
	librarySizes = map[string]float64{"clock": 0, "time_span_zero": 0, "time_span_unit": 1, "tick": 1}
	unitSizes    = map[string]float64{"minutes": 60, "seconds": 1, "milliseconds": 1e-3, "microseconds": 1e-6,
		"nanoseconds": 1e-9}
)

// SizesOf collects what the units of a program assign.
func SizesOf(units []*syntax.Unit) *Sizes {
	z := &Sizes{vars: map[string]*sized{}, types: map[string]bool{"integer": true, "natural": true, "positive": true},
		random: 1, called: map[string]*profile{}}
	for _, u := range units {
		syntax.EachDecl(u.Decl, func(d *syntax.Decl) {
			z.typeOf(d)
			if d.Kind == syntax.Subprogram || d.Kind == syntax.Entry {
				z.profile(d.Name).add(d.Params)
				z.lost = z.lost || d.Result != nil && z.profile(d.Name).out
			}
		})
	}
	for _, u := range units {
		z.decl(u.Decl)
	}
	for _, u := range units {
		syntax.Everywhere(u.Decl, z.expr)
	}
	return z
}

// profile has the parameters of all procedures, functions and entries of one name.
type profile struct {
	params [][]syntax.Param
	out    bool // a call may assign to an argument
}

func (z *Sizes) profile(name string) *profile {
	name = syntax.Fold(syntax.Short(name))
	if z.called[name] == nil {
		z.called[name] = &profile{}
	}
	return z.called[name]
}

func (p *profile) add(params []syntax.Param) {
	p.params = append(p.params, syntax.Flat(params))
	for _, x := range params {
		p.out = p.out || x.Mode != "" && x.Mode != "in"
	}
}

// given notes the arguments of a call as values of parameters. In a call Object.Name (X), X is the second argument, so
// each argument is taken for the parameter at its position and for the one after it.
func (z *Sizes) given(p *profile, args []syntax.Arg) {
	for i, a := range args {
		for _, params := range p.params {
			for k, x := range params {
				name := x.Names[0].Name
				switch {
				case a.Choices == nil && (k == i || k == i+1),
					len(a.Choices) == 1 && syntax.Fold(a.Choices[0].Text) == syntax.Fold(name):
					z.of(name).values = append(z.of(name).values, a.Value)
				}
			}
		}
	}
}

// otherwise notes that the subprograms of this name may be called by another name, or through an access value.
// Their parameters then have no bound.
func (z *Sizes) otherwise(name string) {
	if p := z.called[syntax.Fold(syntax.Short(name))]; p != nil {
		for _, params := range p.params {
			for _, x := range params {
				z.of(x.Names[0].Name).lost = true
			}
		}
	}
}

// expr looks for calls, and for access values and addresses, by which something may be called or assigned elsewhere.
func (z *Sizes) expr(e *syntax.Expr) {
	switch e.Kind {
	case syntax.Apply:
		if p := z.called[syntax.Fold(lastName(e))]; p != nil {
			z.given(p, e.Args)
		}
	case syntax.Attribute:
		if strings.HasSuffix(syntax.Fold(e.Text), "access") || syntax.Fold(e.Text) == "address" {
			z.of(lastName(e.X)).lost = true
			z.otherwise(lastName(e.X))
		}
	}
}

// typeOf notes a type, and whether its values are integers of at most 32 bits.
func (z *Sizes) typeOf(d *syntax.Decl) {
	name := syntax.Fold(d.Name)
	switch {
	case d.Kind == syntax.Instance && syntax.Fold(lastName(d.Init)) == "discrete_random":
		z.random = 1 << 31
	case d.Kind == syntax.Subtype:
		z.typed(name, z.types[syntax.Fold(lastName(subtype(d.Type)))])
	case d.Kind == syntax.TypeDecl:
		whole := d.Def != nil && (d.Def.Kind == "range" || d.Def.Kind == "mod") && d.Def.X != nil
		if whole {
			syntax.InExpr(d.Def.X, func(x *syntax.Expr) {
				whole = whole && x.Text != "**" && (x.Kind != syntax.Number || z.size(x, nil) <= 1<<31)
			})
		}
		z.typed(name, whole)
	}
}

// typed notes a type. If several types have one name, whole must be true of each of them.
func (z *Sizes) typed(name string, whole bool) {
	if was, ok := z.types[name]; ok {
		whole = whole && was
	}
	z.types[name] = whole
}

// lastName returns the last part of a name, or "" if e is not a name.
func lastName(e *syntax.Expr) string {
	if e == nil {
		return ""
	}
	return syntax.LastName(e)
}

// subtype returns the name in a subtype indication.
func subtype(e *syntax.Expr) *syntax.Expr {
	for e != nil && e.Kind == syntax.Constraint {
		e = e.X
	}
	return e
}

// whole reports whether a subtype indication is one of integers.
func (z *Sizes) whole(t *syntax.Expr) bool {
	return t != nil && z.types[syntax.Fold(lastName(subtype(t)))]
}

func (z *Sizes) of(name string) *sized {
	k := syntax.Fold(name)
	if z.vars[k] == nil {
		z.vars[k] = &sized{name: name}
	}
	return z.vars[k]
}

// params notes the parameters of a subprogram or entry, as variables.
func (z *Sizes) params(list []syntax.Param) {
	for _, p := range list {
		for _, id := range p.Names {
			v := z.of(id.Name)
			v.whole = v.whole || z.whole(p.Type)
			v.real = v.real || !z.whole(p.Type)
			if p.Default != nil {
				v.values = append(v.values, p.Default)
			}
		}
	}
}

// parts notes variables that get values where an object is made: discriminants and components.
func (z *Sizes) parts(list []syntax.Param) {
	for _, p := range list {
		for _, id := range p.Names {
			z.unknown(id.Name, p.Type)
		}
	}
}

// unknown notes a variable that may have any value of its type.
func (z *Sizes) unknown(name string, t *syntax.Expr) {
	if z.whole(t) {
		z.of(name).whole = true
		return
	}
	z.of(name).lost = true
}

func (z *Sizes) decl(d *syntax.Decl) {
	if d == nil {
		return
	}
	z.params(d.Params)
	z.parts(d.Discriminants)
	switch d.Kind {
	case syntax.Object, syntax.NumberDecl:
		for _, id := range d.Names {
			v := z.of(id.Name)
			v.lost = v.lost || d.Kind == syntax.Object && d.Type == nil
			v.whole = v.whole || z.whole(d.Type)
			v.real = v.real || d.Type != nil && !z.whole(d.Type)
			if d.Init != nil {
				v.values = append(v.values, d.Init)
			}
		}
	case syntax.TypeDecl, syntax.Subtype:
		if d.Def != nil {
			z.parts(d.Def.Parts)
			for _, id := range d.Def.Literals {
				z.of(id.Name).lost = true
			}
		}
	case syntax.Subprogram, syntax.Renaming, syntax.Instance, syntax.Entry:
		if d.Kind == syntax.Subprogram && strings.HasPrefix(d.Name, `"`) {
			z.otherwise(d.Name)
		}
		if d.Init != nil {
			z.of(lastName(d.Init)).lost = true
			z.otherwise(lastName(d.Init))
		}
		for _, a := range d.Args {
			if a.Value != nil {
				z.otherwise(lastName(a.Value))
			}
		}
		z.of(syntax.Short(d.Name)).lost = true
		for _, id := range d.Names {
			z.of(id.Name).lost = true
		}
	}
	for _, f := range d.Formals {
		for _, id := range f.Names {
			z.of(id.Name).lost = true
		}
	}
	if d.Index != nil {
		z.of(d.Index.Name).whole = true
	}
	for _, c := range syntax.Members(d) {
		z.decl(c)
	}
	z.decl(d.Unit)
	z.statements(d.Body)
	for _, h := range d.Handlers {
		z.statements(h.Body)
	}
}

func (z *Sizes) statements(list []*syntax.Stmt) {
	syntax.EachStmt(list, func(s *syntax.Stmt) {
		z.params(s.Params)
		if s.Kind == syntax.Accept {
			z.profile(s.Label).add(s.Params)
		}
		z.decl(s.Decl)
		for _, d := range s.Decls {
			z.decl(d)
		}
		if s.Loop != nil {
			z.of(s.Loop.Name).whole = true
		}
		switch {
		case s.Kind == syntax.Assign && s.X.Kind == syntax.Name:
			z.of(s.X.Text).values = append(z.of(s.X.Text).values, s.Y)
		case s.Kind == syntax.Assign:
			z.of(lastName(s.X)).lost = true
		case s.Kind == syntax.DelayStmt && s.Word == "until" && s.X.Kind == syntax.Name:
			z.of(s.X.Text).awaited = true
		case s.Kind == syntax.Requeue:
			z.otherwise(lastName(s.X))
		case s.Kind == syntax.Call && s.X.Kind == syntax.Apply && z.mayAssign(syntax.Fold(lastName(s.X))):
			for _, a := range s.X.Args {
				z.of(lastName(a.Value)).lost = true
			}
		}
	})
}

// mayAssign reports whether a call of a name may assign to its arguments.
func (z *Sizes) mayAssign(name string) bool {
	if p := z.called[name]; p != nil {
		return p.out
	}
	return !strings.HasPrefix(name, "put")
}

// size returns a bound of the values of an expression. If it is a duration, the unit is a second; if it is a time, the
// bound is of its distance from now. size adds to grown the names of variables that the expression depends on and that
// are added to again and again, as in Sum := Sum + 1.0. Their bound is that of one addition, which the caller has to
// say in a note.
func (z *Sizes) size(e *syntax.Expr, grown map[string]bool) float64 {
	if z.work++; e == nil || z.work > 1<<12 {
		return math.Inf(1)
	}
	switch e.Kind {
	case syntax.Number:
		x, err := strconv.ParseFloat(strings.ReplaceAll(e.Text, "_", ""), 64)
		if n, ok := syntax.IntegerOf(e.Text); err != nil && ok {
			return float64(n)
		} else if err == nil {
			return x
		}
	case syntax.Paren, syntax.Unary:
		return z.size(e.X, grown)
	case syntax.Qualified:
		return z.size(e.Args[0].Value, grown)
	case syntax.Binary:
		return z.result(e, grown)
	case syntax.Name, syntax.Selected:
		name := syntax.Fold(e.Text)
		if v := z.vars[name]; v != nil {
			return z.variable(name, v, grown)
		}
		if n, ok := librarySizes[name]; ok {
			return n
		}
	case syntax.Apply:
		name := syntax.Fold(lastName(e.X))
		if z.vars[name] != nil || len(e.Args) != 1 {
			break
		}
		if n, ok := unitSizes[name]; ok {
			return n * min(z.size(e.Args[0].Value, grown), 1<<31) // arguments are integers
		}
		if _, ok := z.types[name]; ok || conversion[name] {
			return z.size(e.Args[0].Value, grown)
		}
		if name == "random" {
			return z.random
		}
	}
	return math.Inf(1)
}

func (z *Sizes) result(e *syntax.Expr, grown map[string]bool) float64 {
	x := z.size(e.X, grown)
	switch e.Text {
	case "+", "-":
		return x + z.size(e.Y, grown)
	case "*":
		return x * z.size(e.Y, grown)
	case "/":
		if n := e.Y; n.Kind == syntax.Number {
			if y := z.size(n, grown); y > 0 {
				return x / y
			}
		}
	}
	return math.Inf(1)
}

func (z *Sizes) variable(name string, v *sized, grown map[string]bool) float64 {
	if v.lost || z.lost || v.busy || v.whole && v.real {
		return math.Inf(1)
	}
	if v.whole {
		return 1 << 31
	}
	most := 0.0
	v.busy = true
	for _, x := range v.values {
		if step := added(x, name); step != nil {
			if !v.awaited { // if "delay until" names it, its time has come before it is added to again
				grown[v.name] = true
			}
			x = step
		}
		most = max(most, z.size(x, grown))
	}
	v.busy = false
	return most
}

// added returns what an expression adds to the variable, or takes from it. It returns nil for any other expression.
func added(e *syntax.Expr, name string) *syntax.Expr {
	is := func(x *syntax.Expr) bool { return x.Kind == syntax.Name && syntax.Fold(x.Text) == name }
	switch {
	case e.Kind != syntax.Binary || e.Text != "+" && e.Text != "-":
	case is(e.X) && !syntax.Mentioned(e.Y, name):
		return e.Y
	case e.Text == "+" && is(e.Y) && !syntax.Mentioned(e.X, name):
		return e.X
	}
	return nil
}

// operatorFails lets an operator raise an exception, unless its operands are modelled or its result is known to be in
// the range of the type.
func (l *Evaluator) operatorFails(e *syntax.Expr, x, y types.Value, want *types.Type) {
	what := "the operator " + e.Text
	known := func(t *types.Type) bool { return t != nil && t.Discrete() }
	switch e.Text {
	case "and", "or", "xor": // of arrays of as many elements
		for _, t := range []*types.Type{x.Type, y.Type} {
			if t != nil && (t.Kind == types.Array && (x.Type == nil || y.Type == nil || t.Open ||
				x.Type.OtherLength(y.Type)) || t.Kind == types.Opaque && t.Ranged) {
				l.CheckFails(e, what)
				return
			}
		}
		return
	case "+", "-", "*", "/", "mod", "rem", "**":
	default:
		return
	}
	if known(x.Type) && known(y.Type) || (x.Type.Floats() || y.Type.Floats() || want.Floats()) &&
		(e.Text != "**" || known(y.Type)) {
		return
	}
	own := func(t *types.Type) bool { return t != nil && t.Real == types.FixedPoint }
	grown := map[string]bool{}
	l.Sizes.work = 0
	if n := l.Sizes.size(e, grown); n > lifetime || own(x.Type) || own(y.Type) {
		l.Fails(e, what)
		return
	}
	for name := range grown {
		l.Note(model.Elaborated, e.Pos, "sums that %s takes are taken to stay in the range of their type", name)
	}
}

// conversionFails lets a conversion to a fixed-point type raise an exception, unless the value is known to be in its
// range.
func (l *Evaluator) conversionFails(e *syntax.Expr, v types.Value, t *types.Type) {
	l.Sizes.work = 0
	if e.Kind == syntax.Apply && (t.Name == "Duration" && l.Sizes.size(e, map[string]bool{}) > lifetime ||
		t.Real == types.FixedPoint && v.Type.Floats()) {
		l.CheckFails(e, "a conversion to "+t.Name)
	}
}
