package ada

// This file holds the frame of the lowering: what is known, lines that are written, variables, assignments.

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"flavers/diag"
	"flavers/lang/ada/syntax"
	"flavers/report/ledger"
)

type line struct {
	text string
	pos  token.Position
}

// lowerer makes a program in the task language of a program in Ada.
type lowerer struct {
	diags   *diag.List
	list    *diag.List // where messages go; nil: nowhere
	notes   *ledger.Notes
	out     *[]line
	hush    int // quiet evaluations in progress
	elab    int // > 0: the program is elaborated, variables have values
	work    int
	stopped bool

	units  map[string]*unit
	global *scope
	set    map[string]string

	opaque, integer, boolean *typ

	taken      map[string]bool
	shown      map[string]shown // by the name in the task language
	words      map[string]string
	constants  map[string]int64
	vars       []*storage
	groups     []*group
	pools      map[string]*group
	replies    []line
	exceptions []string
	unhandled  map[string]bool
	most       int64 // wide integers are followed from -most to most
	task       *running
	frames     []*frame
	results    []*result
	loops      []*loop
	gotos      map[string]gotoTarget
	calls      []*entity
	atomic     int
	acting     []*monitor // protected actions in progress
	behind     behind     // what sees the declaration that is lowered
	free       map[string]int64
	freeAll    int64    // values of all variables that have none yet
	many       bool     // inside of a loop that may turn any number of times
	factor     int64    // how often the code is executed at most, if not many
	prologue   []func() // of the main task
	counts     map[string]bool
	late       bool // objects are declared by main
	mode       bool
	rising     []val // exceptions that are handled
}

// storage is a variable of the task language.
type storage struct {
	name  string
	dims  []int64
	typ   *typ
	init  func() string
	owner *running // nil: shared
	// Data of a protected object.
	guarded bool
	pos     token.Position
}

type shown struct {
	text string
	dims []*typ
	typ  *typ
}

func (l *lowerer) errorf(pos token.Position, n int, code diag.Code, format string, args ...any) *diag.Diagnostic {
	if l.list == nil {
		return new(diag.Diagnostic)
	}
	text := fmt.Sprintf(format, args...)
	for i := range l.list.All { // a body that is inlined twice says it once
		if d := &l.list.All[i]; d.Pos == pos && d.Code == code && d.Message == text {
			return d
		}
	}
	if len(l.list.All) > 100 {
		l.stopped = true
	}
	return l.list.Errorf(pos, code, "%s", text).WithLen(n)
}

// note adds an entry to the ledger, once for each place.
func (l *lowerer) note(code string, pos token.Position, format string, args ...any) {
	if l.notes == nil {
		return
	}
	n := ledger.Note{Code: code, Pos: pos.String(), Text: fmt.Sprintf(format, args...)}
	if !slices.Contains(*l.notes, n) {
		*l.notes = append(*l.notes, n)
	}
}

const maxWork = 2_000_000

// tick counts work; false: there was too much.
func (l *lowerer) tick(pos token.Position) bool {
	if l.work++; l.work > maxWork && !l.stopped {
		l.stopped = true
		l.diags.Errorf(pos, TooLarge, "the program is too large when its calls are inlined").
			WithHint("smaller loops, or fewer levels of recursion, make it smaller")
	}
	return !l.stopped
}

func (l *lowerer) emit(pos token.Position, format string, args ...any) {
	*l.out = append(*l.out, line{fmt.Sprintf(format, args...), pos})
}

// capture collects what f emits.
func (l *lowerer) capture(f func()) []line {
	var lines []line
	out := l.out
	l.out = &lines
	f()
	l.out = out
	return lines
}

func (l *lowerer) append(lines []line) { *l.out = append(*l.out, lines...) }

// labelled emits what f does; breaks to the label leave it.
func (l *lowerer) labelled(what string, pos token.Position, f func(label string)) {
	label := l.unique(what)
	lines := l.capture(func() { f(label) })
	if !mentions(lines, "break "+label) {
		l.append(lines)
		return
	}
	l.emit(pos, "%s: loop {", label)
	l.append(lines)
	if !leaves(lines) {
		l.emit(pos, "break %s", label)
	}
	l.emit(pos, "}")
}

func mentions(lines []line, text string) bool {
	return slices.ContainsFunc(lines, func(x line) bool { return x.text == text })
}

// leaves tells whether the last line is a jump, so that nothing behind it is reached.
func leaves(lines []line) bool {
	if len(lines) == 0 {
		return false
	}
	t := lines[len(lines)-1].text
	return strings.HasPrefix(t, "break ") || strings.HasPrefix(t, "continue ") || t == "stop"
}

var reservedWords = map[string]bool{}

func init() {
	for _, k := range strings.Fields(`program const enum shared lock rwlock sem chan proc task actor looper process entry var event call
		accept select case else terminate when post close unlock rlock runlock acquire release wait notify
		notifyall await assert atomic if for in while loop break continue return stop skip choose or spawn
		join true false min max self any then bool ref dynamic server on init quorum capacity len empty full
		fair waitgroup add done cond signal broadcast once trylock tryrlock exit range none`) {
		reservedWords[k] = true
	}
}

func identifier(name string) string {
	name = strings.Map(func(r rune) rune {
		if r == '_' || r < 128 && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9') {
			return r
		}
		return '_'
	}, name)
	name = strings.TrimLeft(name, "_0123456789")
	if name == "" {
		name = "x"
	}
	if reservedWords[name] {
		name = "a_" + name
	}
	return name
}

// unique makes a name that nothing else has.
func (l *lowerer) unique(name string) string {
	name = identifier(name)
	base := name
	for n := 2; l.taken[name]; n++ {
		name = fmt.Sprintf("%s_%d", base, n)
	}
	if l.hush == 0 {
		l.taken[name] = true
	}
	return name
}

// declare makes the variables of an object.
func (l *lowerer) declare(name, display string, t *typ, isShared bool, pos token.Position) *place {
	p := &place{base: l.unique(name), shown: display, typ: t, shared: isShared, parts: map[string]val{}}
	p.init = initial(t)
	p.local = new([]line)
	owner := l.task
	if isShared || owner == nil {
		owner = nil
		p.shared = true
		p.local = nil
	}
	l.leaves(p, t, nil, p.init, owner, pos)
	return p
}

// leaves declares the scalar parts of a place.
func (l *lowerer) leaves(p *place, t *typ, dims []*typ, root *sval, owner *running, pos token.Position) {
	if l.hush > 0 {
		return
	}
	guarded := t.kind == protectedType || t.kind == array && t.elem != nil && t.elem.kind == protectedType
	l.eachLeaf(p.base, p.shown, t, dims, nil, func(base, display string, lt *typ, ds []*typ, path []step) {
		s := &storage{name: base, typ: lt, owner: owner, pos: pos, guarded: guarded}
		for _, d := range ds {
			s.dims = append(s.dims, max(1, d.count()))
		}
		s.init = func() string { return l.initialText(root, path, lt) }
		l.vars = append(l.vars, s)
		l.shown[base] = shown{display, ds, lt}
		l.word(display)
	})
}

// step is a step to a part: a component, or all elements of an array.
type step struct {
	name  string // "": elements
	count int64
}

func (l *lowerer) eachLeaf(base, display string, t *typ, dims []*typ, path []step, f func(base, display string,
	t *typ, dims []*typ, path []step)) {
	switch {
	case t.scalar():
		f(base, display, t, dims, path)
	case t.kind == array:
		n := int64(1)
		for _, x := range t.index {
			n *= max(0, x.count())
		}
		if n > 65536 || n == 0 {
			return
		}
		l.eachLeaf(base, display, t.elem, append(dims[:len(dims):len(dims)], t.index...),
			append(path[:len(path):len(path)], step{count: n}), f)
	case t.kind == record, t.kind == protectedType:
		for i := range t.fields {
			c := &t.fields[i]
			l.eachLeaf(base+"_"+c.name, display+"."+c.name, c.typ, dims, append(path[:len(path):len(path)],
				step{name: fold(c.name)}), f)
		}
	}
}

// temp is a new variable of the current task.
func (l *lowerer) temp(t *typ, name string) string {
	n := l.unique(name)
	if l.hush > 0 {
		return n
	}
	l.vars = append(l.vars, &storage{name: n, typ: t, owner: l.task, init: func() string { return "" }})
	l.shown[n] = shown{n, nil, t}
	return n
}

func (l *lowerer) tempPlace(name string, t *typ) *place {
	return &place{base: name, shown: name, typ: t, local: new([]line), parts: map[string]val{}}
}

// held is a value that does not change any more.
func (l *lowerer) held(v val, e *syntax.Expr) val {
	if v.known || v.pl != nil && v.code == "" || v.task != nil || v.agg != nil || v.typ == nil || !v.typ.scalar() {
		return v
	}
	if v.code != "" && !v.unknown && v.shared == 0 && v.pl == nil && !strings.ContainsAny(v.code, "( [") {
		return v
	}
	t := v.typ
	if lo, hi := v.span(); !v.unknown && t.kind == integer {
		w := *t
		w.lo, w.hi, w.root = min(lo, t.lo), max(hi, t.hi), t.base()
		t = &w
	}
	n := l.temp(t, "value")
	l.put(l.tempPlace(n, t), v, e)
	r := l.read(l.tempPlace(n, t))
	r.typ = v.typ
	return r
}

// chosen is some value of a type.
func (l *lowerer) chosen(v val, t *typ, e *syntax.Expr) val {
	if l.elab > 0 {
		return v
	}
	l.doubt(v, e)
	n := l.temp(t, "some")
	l.emit(e.Pos, "%s = any", n)
	return l.read(l.tempPlace(n, t))
}

func (l *lowerer) doubt(v val, e *syntax.Expr) {
	if v.why != "" && e != nil {
		l.note(dataLost, e.Pos, "depends on data that is not modelled, any value is possible: %s", v.why)
	}
}

// put assigns a value to a place.
func (l *lowerer) put(p *place, v val, e *syntax.Expr) {
	t := p.typ
	switch {
	case !t.scalar():
		l.putParts(p, v, e)
		return
	case l.elab > 0 && p.init != nil:
		p.init.free = false
		p.init.known = v.known && v.n >= t.lo && v.n <= t.hi || v.known && t.kind == access
		p.init.n = v.n
		if v.known && !p.init.known {
			l.raise(num(l.integer, constraintError), e.Pos, "Constraint_Error")
		}
		return
	case v.unknown:
		l.doubt(v, e)
		l.emit(e.Pos, "%s = any", p.name())
		return
	}
	lo, hi := v.span()
	wl, wh := l.window(t)
	code := v.text()
	if v.shared > 0 && p.shared && l.atomic == 0 { // the read and the write are two steps
		if lo >= -exact && hi <= exact || !t.wide() {
			w := *t
			w.lo, w.hi = max(lo, -exact), min(hi, exact)
			if t.kind == boolean {
				w = *l.boolean
			}
			n := l.temp(&w, "read")
			l.emit(e.Pos, "%s = %s", n, code)
			v = val{typ: t, code: n, lo: w.lo, hi: w.hi}
			code = n
		}
	}
	switch {
	case t.kind == boolean || t.kind == access || lo >= wl && hi <= wh:
		l.emit(e.Pos, "%s = %s", p.name(), code)
	case v.known && (v.n < t.lo || v.n > t.hi):
		l.raise(num(l.integer, constraintError), e.Pos, "Constraint_Error")
	case v.known:
		l.note(wideRange, e.Pos, "%s is followed from %d to %d, and is any value of these beyond", p.shown, wl, wh)
		l.emit(e.Pos, "%s = any", p.name())
	default:
		if l.handled(constraintError) && (lo < t.lo || hi > t.hi) && l.atomic == 0 {
			l.check(v, t, e)
		}
		var out []string // beyond the window, but of the type
		if hi > wh && t.hi > wh {
			out = append(out, fmt.Sprintf("%s > %d", code, wh))
		}
		if lo < wl && t.lo < wl {
			out = append(out, fmt.Sprintf("%s < %d", code, wl))
		}
		if len(out) == 0 {
			l.emit(e.Pos, "%s = %s", p.name(), code)
			return
		}
		l.note(wideRange, e.Pos, "%s is followed from %d to %d, and is any value of these beyond", p.shown, wl, wh)
		if l.atomic == 0 {
			l.emit(e.Pos, "atomic {")
		}
		l.emit(e.Pos, "if %s {", strings.Join(out, " || "))
		l.emit(e.Pos, "%s = any", p.name())
		l.emit(e.Pos, "} else {")
		l.emit(e.Pos, "%s = %s", p.name(), code)
		l.emit(e.Pos, "}")
		if l.atomic == 0 {
			l.emit(e.Pos, "}")
		}
	}
}

// putParts assigns a composite.
func (l *lowerer) putParts(p *place, v val, e *syntax.Expr) {
	t := p.typ
	if t.kind != record && t.kind != array {
		if t.kind == access && (v.pl != nil || v.task != nil) {
			l.errorf(e.Pos, e.Len, Unsupported, "an access to an object that is modelled is kept in a variable").
				WithHint("a constant, a parameter or a discriminant may hold it")
		}
		return // opaque
	}
	if v.agg != nil {
		l.fill(p, v.agg, e)
		return
	}
	one := l.elab == 0 && l.atomic == 0
	lines := l.capture(func() {
		if one {
			l.atomic++
			defer func() { l.atomic-- }()
		}
		l.eachScalar(p, func(part *place, at func(*place) *place) {
			if v.pl != nil {
				l.put(part, l.read(at(v.pl)), e)
			} else {
				l.put(part, anyOf(part.typ, v.why), e)
			}
		})
	})
	l.oneStep(one, e.Pos, lines)
}

func (l *lowerer) oneStep(atomic bool, pos token.Position, lines []line) {
	if !atomic || len(lines) < 2 || slices.ContainsFunc(lines, func(x line) bool {
		return strings.HasPrefix(x.text, "call ") || strings.HasPrefix(x.text, "break ") ||
			strings.HasPrefix(x.text, "select") ||
			strings.HasPrefix(x.text, "atomic")
	}) {
		l.append(lines)
		return
	}
	l.emit(pos, "atomic {")
	l.append(lines)
	l.emit(pos, "}")
}

// eachScalar visits the scalar parts of a place; at finds the same part of another place.
func (l *lowerer) eachScalar(p *place, f func(part *place, at func(*place) *place)) {
	var walk func(q *place, at func(*place) *place)
	walk = func(q *place, at func(*place) *place) {
		switch {
		case q.typ.scalar():
			f(q, at)
		case q.typ.kind == record:
			for i := range q.typ.fields {
				c := &q.typ.fields[i]
				walk(l.placePart(q, c), func(r *place) *place {
					if o := at(r); o.typ.field(c.name) != nil {
						return l.placePart(o, c)
					}
					return at(r)
				})
			}
		case q.typ.kind == array:
			l.eachIndex(q.typ.index, func(idx []val) {
				walk(l.element(q, idx, nil), func(r *place) *place {
					o := at(r)
					if o.typ.kind != array || len(o.typ.index) != len(idx) {
						return o
					}
					moved := slices.Clone(idx)
					for i := range moved {
						moved[i].n += o.typ.index[i].lo - q.typ.index[i].lo
					}
					return l.element(o, moved, nil)
				})
			})
		}
	}
	walk(p, func(r *place) *place { return r })
}

func (l *lowerer) placePart(p *place, f *field) *place {
	c := p.part(f)
	c.parts = nil
	if p.init != nil {
		c.init = p.init.names[fold(f.name)]
	}
	return c
}

func (l *lowerer) eachIndex(index []*typ, f func(idx []val)) {
	var walk func(idx []val)
	walk = func(idx []val) {
		if len(idx) == len(index) {
			f(slices.Clone(idx))
			return
		}
		t := index[len(idx)]
		for i := t.lo; i <= t.hi && i-t.lo < 65536; i++ {
			walk(append(idx[:len(idx):len(idx)], num(t, i)))
		}
	}
	walk(nil)
}

// fill assigns an aggregate.
func (l *lowerer) fill(p *place, a *aggregate, e *syntax.Expr) {
	t := p.typ
	one := l.elab == 0 && l.atomic == 0
	lines := l.capture(func() {
		switch t.kind {
		case record:
			for i := range t.fields {
				f := &t.fields[i]
				x, ok := component(a.e.Args, i, f.name)
				switch {
				case !ok || x.Kind == syntax.Box:
					if a.e.X == nil {
						l.initialize(l.placePart(p, f), f.init, f.in)
					}
				default:
					l.put(l.placePart(p, f), l.expr(x, a.sc, f.typ), x)
				}
			}
		case array:
			l.fillArray(p, a, e)
		}
	})
	l.oneStep(one, e.Pos, lines)
}

// component is the expression of a component of a record aggregate.
func component(args []syntax.Arg, i int, name string) (*syntax.Expr, bool) {
	var others *syntax.Expr
	for k, a := range args {
		if a.Choices == nil {
			if k == i {
				return a.Value, true
			}
			continue
		}
		for _, c := range a.Choices {
			if c.Kind == syntax.Others {
				others = a.Value
			} else if fold(c.Text) == fold(name) {
				return a.Value, true
			}
		}
	}
	return others, others != nil
}

func (l *lowerer) fillArray(p *place, a *aggregate, e *syntax.Expr) {
	t := p.typ
	if len(t.index) > 1 { // an aggregate of aggregates
		l.fillDims(p, a, nil)
		return
	}
	l.eachIndex(t.index, func(idx []val) {
		x, in := l.association(a, idx[0].n, t.index[0])
		if x == nil {
			return
		}
		l.put(l.element(p, idx, nil), l.expr(x, in, t.elem), x)
	})
}

func (l *lowerer) fillDims(p *place, a *aggregate, idx []val) {
	t := p.typ
	d := t.index[len(idx)]
	for i := d.lo; i <= d.hi && l.tick(a.e.Pos); i++ {
		x, in := l.association(a, i, d)
		at := append(idx[:len(idx):len(idx)], num(d, i))
		switch {
		case x == nil:
		case len(at) == len(t.index):
			l.put(l.element(p, at, nil), l.expr(x, in, t.elem), x)
		case x.Kind == syntax.Aggregate:
			l.fillDims(p, &aggregate{x, in}, at)
		}
	}
}

// association is the expression of an element of an array aggregate.
func (l *lowerer) association(a *aggregate, n int64, t *typ) (*syntax.Expr, *scope) {
	var others *syntax.Expr
	for k, arg := range a.e.Args {
		if arg.Loop != nil {
			lo, hi, ok := l.bounds(arg.Loop.Range, a.sc)
			if ok && n >= lo && n <= hi {
				in := newScope(a.sc)
				in.add(&entity{kind: constant, name: arg.Loop.Name, typ: t, v: num(t, n)})
				return arg.Value, in
			}
			continue
		}
		if arg.Choices == nil {
			if t.lo+int64(k) == n {
				return arg.Value, a.sc
			}
			continue
		}
		for _, c := range arg.Choices {
			if c.Kind == syntax.Others {
				others = arg.Value
				continue
			}
			if v := l.quiet(func() val { return l.within(num(t, n), c, a.sc) }); v.known && v.n != 0 {
				return arg.Value, a.sc
			}
		}
	}
	if others != nil && others.Kind == syntax.Box {
		return nil, nil
	}
	return others, a.sc
}

// branch emits two branches.
func (l *lowerer) branch(c val, e *syntax.Expr, yes, no func()) {
	if c.known {
		if c.n != 0 {
			yes()
		} else {
			no()
		}
		return
	}
	a, b := l.capture(yes), l.capture(no)
	if c.unknown {
		l.doubt(c, e)
		l.emit(e.Pos, "choose {")
		l.append(a)
		l.emit(e.Pos, "} or {")
		if len(b) == 0 {
			b = []line{{"skip", e.Pos}}
		}
		l.append(b)
		l.emit(e.Pos, "}")
		return
	}
	l.emit(e.Pos, "if %s {", c.text())
	l.append(a)
	if len(b) > 0 {
		l.emit(e.Pos, "} else {")
		l.append(b)
	}
	l.emit(e.Pos, "}")
}
