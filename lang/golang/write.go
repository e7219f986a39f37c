package golang

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"

	"flavers/automata/calls"
	"flavers/lang/golang/heap"
	"flavers/report/ledger"
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
	ps     *Packages
	// Timers that are stopped or started again; channels that are received from.
	tests    map[*heap.Object]subtests
	clocks   map[*heap.Object]*clock
	received map[*heap.Object]bool
	timers   []timer
	ctx      context.Context
	lines    int // of all bodies
	calls    []caller
	cuts     []cut                   // loops that were cut short
	unwound  map[*heap.Instance]bool // whether an instance may be left without a return
	panicked map[*heap.Instance]bool // tasks, by their first instances, that a panic of the model may leave
	leaving  bool                    // what is written is executed when a body was left
	more     map[any]string
	given    map[heap.Loc]*initial
	copied   map[*heap.Object][]string
	asked    decisions
	words    map[heap.Loc]*word // of sync/atomic, that branches ask for
	counted  map[varKey]bool    // loops whose turns are counted
	into     *[]string          // where variables are declared, if not in the task of their instance
	locks    map[string]string  // of conditions
	woken    map[string]string  // of conditions, how many have been woken
	which    map[varKey]guessed // of values that may be several objects, which one
	bound    *bound             // what specifications bind; nil: nothing
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
	of   string // the object that it is started for, if there may be several
}

type goroutine struct {
	name  string
	inst  *heap.Instance
	often int // how many of them there may be
	body  []line
	pos   token.Pos
}

// Program is what was made of a root.
type Program struct {
	Text   []byte       // in the task language
	Ledger ledger.Notes // what was bounded, approximated or left out
	Files  []string
	Empty  bool // nothing in it synchronizes
	// Goroutines are the functions that the tasks execute, by the names of these, as the
	// runtime of Go calls them: "main.(*Server).run", "main.main.func1".
	Goroutines map[string]string

	// Objects are those that bound specifications are about.
	Objects *calls.Objects

	// Memory are the shared variables that stand for variables and fields of the package, by name: two goroutines
	// that access one without synchronization have a data race. All others stand for what synchronizes.
	Memory map[string]bool

	apart *apart
}

// runtimeName is the name of a function in the stack of a goroutine.
func runtimeName(fn *ssa.Function) string {
	name := fn.Name()
	top := fn
	for top.Parent() != nil {
		top = top.Parent()
	}
	parts := strings.Split(name, "$")
	if len(parts) > 1 && fn.Parent() != nil {
		name = parts[0] + ".func" + strings.Join(parts[1:], ".")
	}
	if recv := top.Signature.Recv(); recv != nil {
		t, star := recv.Type(), ""
		if p, ok := t.(*types.Pointer); ok {
			t, star = p.Elem(), "*"
		}
		if n, ok := t.(*types.Named); ok {
			if t := n.Obj().Name(); star != "" {
				name = "(*" + t + ")." + name
			} else {
				name = t + "." + name
			}
		}
	}
	if top.Pkg != nil {
		name = top.Pkg.Pkg.Name() + "." + name
	}
	return name
}

// ErrSize is the error of a root whose program is larger than what can be read: 4 MiB.
var ErrSize = errors.New("the program of this root is larger than 4 MiB")

const (
	maxText  = 4 << 20
	maxLines = 4 << 20 // of the bodies of all instances, in which those of others are
)

// Extract makes the program of a root. Its error is that of ctx, or ErrSize.
func (ps *Packages) Extract(ctx context.Context, root Root) (*Program, error) {
	w := heap.New(ps.prog, heap.DefaultLimits, ps.within)
	w.Library, w.Files = ps.library, ps.files
	if ps.bound != nil {
		w.Makes = ps.makes
	}
	in := w.Root(root.fn)
	var begin *heap.Instance
	if f := root.fn.Pkg.Func("init"); f != nil { // it calls those of the packages that it imports
		begin = w.Root(f)
	}
	if err := w.Solve(ctx); err != nil {
		return nil, err
	}
	w.Expose()
	x := &extractor{w: w, ps: ps, ctx: ctx,
		bodies: map[*heap.Instance][]line{}, names: map[heap.Loc]string{}, taken: map[string]bool{},
		phis: map[phiKey]string{}, vars: map[varKey]string{}, locals: map[*heap.Instance][]string{},
		byInst: map[taskKey]*goroutine{}, tests: map[*heap.Object]subtests{}, words: map[heap.Loc]*word{},
		clocks: map[*heap.Object]*clock{}, unwound: map[*heap.Instance]bool{}, panicked: map[*heap.Instance]bool{},
		more: map[any]string{}, which: map[varKey]guessed{},
		counted: map[varKey]bool{}, locks: map[string]string{}, woken: map[string]string{}}
	x.bindings(root, slices.DeleteFunc([]*heap.Instance{begin}, func(in *heap.Instance) bool { return in == nil }))
	x.decide()
	main := &goroutine{name: x.unique(root.fn.Name(), "task"), inst: in, pos: root.fn.Pos()}
	main.body = x.body(in)
	if root.Main && len(main.body) > 0 {
		x.w.Note(exits, root.fn.Pos(), "other goroutines end with main: in the model they go on")
		main.body = append(slices.Clip(main.body), exit(root.fn.Pos())...)
	}
	x.begins(begin, main)
	out := writer{ps: ps, files: map[string]bool{}}
	out.put("program "+identifier(root.Name), token.NoPos)
	env := x.environment()
	x.declareObjects()
	for _, d := range x.decls {
		out.put(d.text, d.pos)
	}
	for i, t := range append([]*goroutine{main}, x.tasks...) {
		head := "task " + t.name
		if i > 0 {
			head += fmt.Sprintf(" dynamic[%d]", t.often)
		}
		out.put(head+" {", t.pos)
		for _, v := range x.locals[t.inst] {
			if t.inst != nil {
				out.put(v, t.pos)
			}
		}
		out.all(x.needed(t.body))
		out.put("}", token.NoPos)
	}
	out.all(env)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case x.lines > maxLines || out.b.Len() > maxText:
		return nil, ErrSize
	}
	p := &Program{Text: out.b.Bytes(), Empty: len(main.body) == 0 && !w.Noted(unknowns...),
		Files:      slices.Sorted(maps.Keys(out.files)),
		Goroutines: map[string]string{main.name: runtimeName(root.fn)}}
	p.Memory = map[string]bool{}
	for _, name := range x.asked.cells {
		p.Memory[name] = name != ""
	}
	p.apart = x.apart(append([]*goroutine{main}, x.tasks...))
	for _, t := range x.tasks {
		if t.inst != nil {
			p.Goroutines[t.name] = runtimeName(t.inst.Fn)
		}
	}
	p.Objects, p.Ledger = x.answers()
	for _, n := range w.Notes {
		p.Ledger = append(p.Ledger, ledger.Note{Code: n.Code, Pos: ps.where(n.Pos).String(), Text: n.Text})
	}
	return p, nil
}

// begins notes that what is done before a root matters to it: it is left out. It does if it starts goroutines, or uses
// objects and variables that the program has, too.
func (x *extractor) begins(init *heap.Instance, main *goroutine) {
	if init == nil {
		return
	}
	used := map[string]bool{"spawn": true}
	for _, d := range x.decls { // in order: the kind, and the name
		if words := identifiers(d.text); len(words) > 1 {
			used[words[1]] = false
		}
	}
	for _, t := range append([]*goroutine{main}, x.tasks...) {
		for _, l := range t.body {
			for _, word := range identifiers(l.text) {
				if _, declared := used[word]; declared {
					used[word] = true
				}
			}
		}
	}
	for _, l := range x.body(init) {
		if slices.ContainsFunc(identifiers(l.text), func(word string) bool { return used[word] }) {
			x.w.Note(inits, l.pos, "what is done before main, or a test, synchronizes: it is left out")
			return
		}
	}
}

// environment is what moves by itself: timers, and contexts that end at a time.
func (x *extractor) environment() []line {
	var out []line
	for _, c := range x.w.Contexts() {
		if c.Ends && c.Asked {
			var vars []line
			body := x.cancel(c, c.Pos, func(*heap.Object) string {
				name := x.unique("first", "first")
				vars = append(vars, line{"var " + name + " bool", c.Pos})
				return name
			})
			out = append(out, block(c.Pos, "server task "+x.unique("deadline", "task"), append(vars, body...))...)
		}
	}
	return append(out, x.clocksOf()...)
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
	for _, k := range strings.Fields(`program const enum shared lock rwlock sem chan proc task actor looper process entry var event call
		accept select case else terminate when post close unlock rlock runlock acquire release wait notify
		notifyall await assert atomic if for in while loop break continue return stop skip choose or spawn
		join true false min max self any then bool ref dynamic server on init quorum capacity len empty full
		fair waitgroup add done cond signal broadcast once trylock tryrlock exit range none`) {
		keywords[k] = true
	}
}

// identifier makes a name of letters, digits and _.
func identifier(name string) string {
	return strings.TrimRight(strings.TrimLeft(strings.Map(func(r rune) rune {
		if r == '_' || r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return '_'
	}, name), "_0123456789"), "_")
}

// declare declares an object that no operand names, once for each key.
func (x *extractor) declare(kind, name string, key any) string {
	k := [2]any{kind, key}
	if known := x.more[k]; known != "" {
		return known
	}
	name = x.unique(name, kind)
	x.more[k] = name
	decl := kind + " " + name
	if kind == "shared" {
		decl += " bool"
	}
	x.decls = append(x.decls, line{decl, token.NoPos})
	return name
}

// variable is the variable of a value of an instance, in the task that executes it.
func (x *extractor) variable(in *heap.Instance, v any, name, typ string) string {
	k := varKey{in, v}
	if known := x.vars[k]; known != "" && x.into == nil {
		return known
	} else if known != "" {
		name = known
	} else {
		name = x.unique(name, "data")
	}
	x.vars[k] = name
	if x.into != nil {
		if decl := "var " + name + " " + typ; !slices.Contains(*x.into, decl) {
			*x.into = append(*x.into, decl)
		}
		return name
	}
	owner := x.owner(in)
	x.locals[owner] = append(x.locals[owner], "var "+name+" "+typ)
	return name
}

// site is a variable that tells whether something was executed.
func (x *extractor) site(in *heap.Instance, i ssa.Instruction, name string) string {
	return x.variable(in, i, name, "bool")
}

// task is the task of a goroutine.
func (x *extractor) task(k taskKey, name string, often int, body []line) string {
	if t := x.byInst[k]; t != nil {
		t.often = max(t.often, often)
		return t.name
	}
	name = x.unique(strings.ReplaceAll(name, "$", "_func"), "task")
	t := &goroutine{name: name, inst: k.inst, often: often, body: body, pos: k.site.Pos()}
	x.byInst[k] = t
	x.tasks = append(x.tasks, t)
	return t.name
}

// writer lays lines out, each with the position that it has in Go.
type writer struct {
	ps    *Packages
	b     bytes.Buffer
	depth int
	files map[string]bool
}

func (w *writer) all(lines []line) {
	for _, l := range lines {
		w.put(l.text, l.pos)
	}
}

func (w *writer) put(text string, pos token.Pos) {
	if pos.IsValid() {
		p := w.ps.where(pos)
		w.files[p.Filename] = true
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
