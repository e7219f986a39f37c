package golang

import (
	"bytes"
	"context"
	"fmt"
	"go/token"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
)

// extractor makes the program of one root.
type extractor struct {
	w      *heap.World
	bodies map[*heap.Instance][]line
	names  map[heap.Loc]string
	taken  map[string]bool
	decls  []line
	phis   map[phiKey]string
	vars   map[varKey]string
	locals map[*heap.Instance][]string // of the task that an instance begins
	tasks  []*goroutine
	byInst map[taskKey]*goroutine
	timers []timer
	more   map[any]string
}

type varKey struct {
	in *heap.Instance
	v  any
}

type taskKey struct {
	in   *heap.Instance
	site ssa.Instruction
	copy int
	inst *heap.Instance
	n    int
}

type goroutine struct {
	name string
	inst *heap.Instance
	body []line
	pos  token.Pos
}

type timer struct {
	name string
	o    *heap.Object
}

// Extract makes the program of a root, in the task language, and the ledger of what was
// bounded, approximated or left out.
func (ps *Packages) Extract(ctx context.Context, root Root) (text []byte, ledger []heap.Note, err error) {
	w := heap.New(ps.prog, heap.DefaultLimits, ps.within)
	in := w.Root(root.fn)
	for _, p := range ps.initial {
		if f := p.Func("init"); f != nil {
			w.Root(f)
		}
	}
	if err := w.Solve(ctx); err != nil {
		return nil, w.Notes, err
	}
	x := &extractor{w: w, bodies: map[*heap.Instance][]line{}, names: map[heap.Loc]string{}, taken: map[string]bool{},
		phis: map[phiKey]string{}, vars: map[varKey]string{}, locals: map[*heap.Instance][]string{},
		byInst: map[taskKey]*goroutine{}, more: map[any]string{}}
	main := &goroutine{name: x.unique(root.fn.Name(), "task"), inst: in, pos: root.fn.Pos()}
	main.body = x.body(in)
	if root.Main {
		main.body = append(slices.Clip(main.body), line{"exit", root.fn.Pos()})
	}
	var out writer
	out.ps = ps
	out.put("program "+identifier(root.Name), token.NoPos)
	env := x.environment()
	for _, d := range x.decls {
		out.put(d.text, d.pos)
	}
	for i, t := range append([]*goroutine{main}, x.tasks...) {
		head := "task " + t.name
		if i > 0 {
			head += " dynamic[1]"
		}
		out.put(head+" {", t.pos)
		for _, v := range x.locals[t.inst] {
			if t.inst != nil {
				out.put(v, t.pos)
			}
		}
		out.all(t.body)
		out.put("}", token.NoPos)
	}
	out.all(env)
	return out.b.Bytes(), w.Notes, nil
}

// environment is what moves by itself: timers, and contexts that end at a time.
func (x *extractor) environment() []line {
	var out []line
	for _, c := range x.w.Contexts() {
		if c.Ends && c.Asked {
			body := x.cancel(c, c.Pos)
			out = append(out, line{"server task " + x.unique("deadline", "task") + " {", c.Pos})
			out = append(append(out, body...), line{"}", c.Pos})
		}
	}
	for i := 0; i < len(x.timers); i++ {
		t := x.timers[i]
		out = append(out, line{"server task " + x.unique(t.name+"_fires", "task") + " {", t.o.Pos})
		if t.o.Repeats {
			out = append(out, line{"loop {", t.o.Pos}, line{"await empty(" + t.name + ")", t.o.Pos},
				line{t.name + " <- 0", t.o.Pos}, line{"}", t.o.Pos})
		} else {
			out = append(out, line{t.name + " <- 0", t.o.Pos})
		}
		out = append(out, line{"}", t.o.Pos})
	}
	return out
}

// unique makes a name of the task language that nothing else has.
func (x *extractor) unique(name, other string) string {
	name = identifier(name)
	if name == "" || keywords[name] {
		name = strings.TrimSuffix(other+"_"+name, "_")
	}
	if keywords[name] {
		name = "a_" + name
	}
	for n, base := 2, name; x.taken[name]; n++ {
		name = fmt.Sprintf("%s_%d", base, n)
	}
	x.taken[name] = true
	return name
}

var keywords = map[string]bool{}

func init() {
	for _, k := range strings.Fields(`program const enum shared lock rwlock sem chan proc task actor looper process entry var event call accept select
		case else terminate when post close unlock rlock runlock acquire release wait notify notifyall await assert atomic if for in while loop break
		continue return stop skip choose or spawn join true false min max self any then bool ref dynamic server on init quorum capacity len empty full
		fair waitgroup add done cond signal broadcast once trylock tryrlock exit range none`) {
		keywords[k] = true
	}
}

// identifier makes a name of letters, digits and _.
func identifier(name string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if r == '_' || r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return '_'
	}, name), "_0123456789")
}

// declare declares an object that no operand names, once for each key.
func (x *extractor) declare(kind, name string, key any) string {
	k := [2]any{kind, key}
	if known := x.more[k]; known != "" {
		return known
	}
	name = x.unique(name, kind)
	x.more[k] = name
	x.decls = append(x.decls, line{kind + " " + name, token.NoPos})
	return name
}

// variable is the variable of a value of an instance, in the task that executes it.
func (x *extractor) variable(in *heap.Instance, v any, name, typ string) string {
	k := varKey{in, v}
	if known := x.vars[k]; known != "" {
		return known
	}
	name = x.unique(name, "data")
	x.vars[k] = name
	owner := in
	for owner.Parent != nil && !owner.Spawned {
		owner = owner.Parent
	}
	x.locals[owner] = append(x.locals[owner], "var "+name+" "+typ)
	return name
}

// site is a variable that tells whether something was executed.
func (x *extractor) site(in *heap.Instance, i ssa.Instruction, name string) string {
	return x.variable(in, i, name, "bool")
}

// task is the task of a goroutine.
func (x *extractor) task(in *heap.Instance, site ssa.Instruction, copy int, inst *heap.Instance, name string, body []line) string {
	k := taskKey{in, site, copy, inst, 0}
	if t := x.byInst[k]; t != nil {
		return t.name
	}
	t := &goroutine{name: x.unique(strings.ReplaceAll(name, "$", "_func"), "task"), inst: inst, body: body, pos: site.Pos()}
	x.byInst[k] = t
	x.tasks = append(x.tasks, t)
	return t.name
}

// writer lays lines out, each with the position that it has in Go.
type writer struct {
	ps    *Packages
	b     bytes.Buffer
	depth int
}

func (w *writer) all(lines []line) {
	for _, l := range lines {
		w.put(l.text, l.pos)
	}
}

func (w *writer) put(text string, pos token.Pos) {
	if pos.IsValid() {
		p := w.ps.where(pos)
		fmt.Fprintf(&w.b, "//line %s:%d:%d\n", p.Filename, p.Line, p.Column)
	}
	if strings.HasPrefix(text, "}") {
		w.depth--
	}
	fmt.Fprintf(&w.b, "%s%s\n", strings.Repeat("    ", max(0, w.depth)), text)
	if strings.HasSuffix(text, "{") {
		w.depth++
	}
}
