// Package extract makes a program in the task language of a root of Go packages: a task for each goroutine, with the
// bodies of what it calls, so far as they synchronize, and the ledger of what the program differs in.
//
//	p, err := extract.Extract(ctx, packages, packages.Roots()[0])
//	os.Stdout.Write(p.Text)
//
// Package heap finds what operands may be, package values which of them never change. This package finds what branches
// ask (cells.go, atomics.go), what each instruction of an instance of a function does (ops.go), and draws the control
// flow without what does not matter (flow.go); package write writes that down.
package extract

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/automata/calls"
	"flavers/lang/golang/apart"
	"flavers/lang/golang/heap"
	"flavers/lang/golang/objects"
	"flavers/lang/golang/roots"
	"flavers/lang/golang/slice"
	"flavers/lang/golang/track"
	"flavers/lang/golang/unwind"
	"flavers/lang/golang/values"
	"flavers/lang/golang/write"
	"flavers/limit"
	"flavers/report/ledger"
)

// extractor makes the program of one root.
type extractor struct {
	w      *heap.World
	bodies map[*heap.Instance][]write.Line
	names  map[heap.Loc]string
	fields map[string]string // Program.Fields
	taken  write.Names
	decls  []write.Line
	phis   map[phiKey]string
	vars   map[varKey]string
	locals map[*heap.Instance][]string // of the task that an instance begins
	tasks  []*goroutine
	byInst map[taskKey]*goroutine
	ps     *roots.Packages
	// Timers that are stopped or started again; what is done with channels (ready.go).
	tests      map[*heap.Object]subtests
	clocks     map[*heap.Object]*clock
	used       map[*heap.Object]*uses
	timers     []timer
	ctx        context.Context
	lines      int // of all bodies
	calls      []caller
	cuts       []apart.Cut // loops that were cut short
	leaves     *unwind.Leaving
	panicked   map[*heap.Instance]bool // tasks, by their first instances, that a panic of the model may leave
	leaving    bool                    // what is written is executed when a body was left
	more       map[any]string
	values     *values.Facts
	nils       *heap.Nils
	asked      decisions
	outside    outside
	words      map[heap.Loc]*word           // of sync/atomic, that branches ask for
	counted    map[varKey]bool              // loops whose turns are counted
	assigned   map[*heap.Object][]string    // places of objects to which shared instances assign
	into       *[]string                    // where variables are declared, if not in the task of their instance
	onces      map[heap.Loc][]*ssa.Function // of onceOfSeveral; nil: not known yet
	which      map[varKey]guessed           // of values that may be several objects, which one
	bound      *track.Objects               // what specifications bind; nil: nothing
	copied     map[string]string            // which shared variable a load copies, by the variable that it copies it to
	branches   map[string]*condition        // on data, by their places; nil: the root is no client
	containers map[*types.Var]string
	fieldUses  map[*types.Var][]fieldUse // usesOf; nil: not collected yet
	certain    bool                      // the program has certain executions only (certain.go)
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
	body  []write.Line
	pos   token.Pos
	// server: it may wait for ever.
	server bool
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

	// Fields are what the source calls objects: "a.mu" of a_mu, and "c" of c_2. Several may be called the same.
	Fields map[string]string
	// Sites are the places of objects in the source, by name (objects.At).
	Sites map[string]string
	// Calls are of a client, by the names of tasks that stand for callers, the functions that these call; "" of
	// the one that makes the object.
	Calls map[string]string

	// Objects are those that bound specifications are about.
	Objects *calls.Objects

	// Memory are the shared variables that stand for variables and fields of the package, by name: two goroutines
	// that access one without synchronization have a data race. All others stand for what synchronizes.
	Memory map[string]bool

	Client string // of a client, what its callers do; else ""

	apart    *apart.Objects
	callers  *callers // of a client
	branches map[string]*condition
	// Within are the codes of the ledger that executions of a certain program do not depend on.
	Within []string

	filled  map[*types.Var]string   // of a certain program: container
	changes map[*types.Var]*changes // of a client: of containers that conditions ask for an item
	turns   map[string]int          // of a client: of loops that nothing else cuts short, what stands for more
}

// ErrSize is the error of a root whose program is larger than what can be read: 4 MiB.
var ErrSize = errors.New("the program of this root is larger than 4 MiB")

const (
	maxText  = 4 << 20
	maxBody  = 2 * maxText // of an instance, without what nothing needs, which is left out later
	maxLines = 4 << 20     // of the bodies of all instances, in which those of others are
)

// Options say what is made of a root.
type Options struct {
	slice.Options
	Certain bool // the program has only executions that stay within all bounds (certain.go)
}

// Extract makes the program of a root. Its error is that of ctx, or ErrSize.
func Extract(ctx context.Context, ps *roots.Packages, root roots.Root, opt Options) (p *Program, err error) {
	w, in, before, err := opt.Solve(ctx, ps, root)
	if err != nil {
		return nil, err
	}
	w.Watch(ctx)
	defer w.Unwatch()
	if !limit.Try(func() { p, err = extract(ctx, w, ps, root, in, before, opt.Certain) }) {
		return nil, ctx.Err()
	}
	return p, err
}

// extract is Extract once it is known what operands may be.
func extract(ctx context.Context, w *heap.World, ps *roots.Packages, root roots.Root, in *heap.Instance,
	before slice.Before, certain bool) (*Program, error) {
	w.Expose()
	w.Carry()
	x := &extractor{w: w, ps: ps, ctx: ctx, values: values.Of(w, ps.FixedGlobal),
		bodies: map[*heap.Instance][]write.Line{}, names: map[heap.Loc]string{}, fields: map[string]string{},
		taken: write.Names{},
		phis:  map[phiKey]string{}, vars: map[varKey]string{}, locals: map[*heap.Instance][]string{},
		byInst: map[taskKey]*goroutine{}, tests: map[*heap.Object]subtests{}, words: map[heap.Loc]*word{},
		clocks: map[*heap.Object]*clock{}, leaves: unwind.New(w), panicked: map[*heap.Instance]bool{},
		more: map[any]string{}, which: map[varKey]guessed{},
		counted: map[varKey]bool{}, copied: map[string]string{}, certain: certain,
		containers: map[*types.Var]string{}}
	if root.Client != nil {
		x.branches = map[string]*condition{}
	}
	if ps.Bound != nil {
		x.bound = track.Find(w, ps, root.Main, before.All(), x.taken.Unique)
	}
	x.decide()
	x.findOutside(root.Main)
	main := &goroutine{name: x.taken.Unique(root.Fn.Name(), "task"), inst: in, pos: root.Fn.Pos()}
	for _, init := range before.Inits {
		main.body = append(main.body, x.body(init)...)
	}
	main.body = append(slices.Clip(main.body), x.body(in)...)
	if x.lines > maxLines {
		return nil, ErrSize
	}
	if pos, left := ps.Left(root); left {
		w.Note(otherTests, pos, "another test may leave this locked, or something in it: each test is checked alone")
	}
	if root.Main && w.MainExits(slices.Values(w.Instances)) {
		w.Note("U13", root.Fn.Pos(), "main may end by runtime.Goexit: a deadlock when all other goroutines have ended")
	}
	if root.Main && len(main.body) > 0 {
		x.w.Note(exits, root.Fn.Pos(), "other goroutines end with main: in the model they go on")
		end := exit(root.Fn.Pos())
		if x.leaves.Unwinds(in) { // by Goexit it does not return, and the program goes on
			end = write.Block(root.Fn.Pos(), fmt.Sprintf("if %s == %d", x.unwinding(in), settled), end)
		}
		main.body = append(slices.Clip(main.body), end...)
	}
	x.testMain(before.Main)
	x.merged()
	out := write.NewLayout(ps.Where)
	out.Put("program "+write.Identifier(root.Name), token.NoPos)
	env := x.environment()
	x.declareObjects()
	for _, d := range x.decls {
		out.Put(d.Text, d.Pos)
	}
	for i, t := range append([]*goroutine{main}, x.tasks...) {
		head := "task " + t.name
		if i > 0 {
			head += fmt.Sprintf(" dynamic[%d]", t.often)
		}
		if t.server {
			head = "server " + head
		}
		out.Put(head+" {", t.pos)
		for _, init := range before.Inits {
			if i == 0 {
				x.locals[in] = append(x.locals[in], x.locals[init]...)
			}
		}
		for _, v := range x.locals[t.inst] {
			if t.inst != nil {
				out.Put(v, t.pos)
			}
		}
		out.All(x.needed(t.body))
		out.Put("}", token.NoPos)
		if out.Text.Len() > maxText {
			return nil, ErrSize
		}
	}
	out.All(env)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case x.lines > maxLines || out.Text.Len() > maxText:
		return nil, ErrSize
	}
	known := func(n heap.Note) bool { return slices.Contains(harmless, n.Code) }
	p := &Program{Text: out.Text.Bytes(), Empty: len(main.body) == 0 && !slices.ContainsFunc(w.Notes,
		func(n heap.Note) bool { return !known(n) }),
		Files:      slices.Sorted(maps.Keys(out.Files)),
		Goroutines: map[string]string{main.name: roots.RuntimeName(root.Fn)}, Fields: x.fields, Sites: map[string]string{}}
	for l, name := range x.names {
		p.Sites[name] = objects.At(ps, l)
	}
	p.Memory = map[string]bool{}
	for _, name := range x.asked.cells {
		p.Memory[name] = name != ""
	}
	bodies, begins := map[string][]write.Line{}, map[string]*heap.Instance{}
	for _, t := range append([]*goroutine{main}, x.tasks...) {
		bodies[t.name], begins[t.name] = t.body, t.inst
	}
	p.apart = apart.Find(w, x.cuts, x.names, bodies, begins, func(in *heap.Instance, i ssa.Instruction) bool {
		return len(x.event(i)) > 0 || len(x.instr(in, i)) > 0
	})
	if root.Client != nil {
		p.Client, p.callers = root.Client.Says, x.callersOf(root, main)
		p.branches, p.turns, p.filled = x.branches, x.shortened(), x.containers
		p.changes = x.changesOf()
		p.Calls = x.callersCalls(main)
	}
	p.Within = x.unneeded()
	for _, t := range x.tasks {
		if t.inst != nil {
			p.Goroutines[t.name] = roots.RuntimeName(t.inst.Fn)
		}
	}
	p.Objects, p.Ledger = x.answers(append([]*goroutine{main}, x.tasks...))
	for _, n := range w.Notes {
		p.Ledger = append(p.Ledger, ledger.Note{Code: n.Code, Pos: ps.Where(n.Pos).String(), Text: n.Text})
	}
	return p, nil
}

// cut notes that a loop was cut short; without a head, some loop.
func (x *extractor) cut(in *heap.Instance, head *ssa.BasicBlock) {
	ends := false
	if head != nil {
		if c := x.w.Counter(head); c != nil {
			_, _, _, ends = x.values.Trips(in, c)
		}
	}
	x.cuts = append(x.cuts, apart.Cut{In: in, Head: head, Ends: ends})
}

// testMain notes that TestMain, which runs the tests of a package, has a part in synchronization: it is left out.
func (x *extractor) testMain(in *heap.Instance) {
	if in == nil {
		return
	}
	body := x.body(in)
	uses := map[string]bool{"spawn": true, "await": true}
	for _, d := range x.decls { // in order: the kind, and the name
		if words := write.Words(d.Text); len(words) > 1 {
			uses[words[1]] = true
		}
	}
	for _, l := range body { // not where it only ends the program
		if slices.ContainsFunc(write.Words(l.Text), func(word string) bool { return uses[word] }) {
			x.w.Note(track.Inits, l.Pos, "what TestMain does before the test, or after it, synchronizes: it is left out")
			return
		}
	}
}

// environment is what moves by itself: timers, and contexts that end at a time.
func (x *extractor) environment() []write.Line {
	var out []write.Line
	for _, c := range x.w.Contexts() {
		if c.Ends && c.Asked {
			var vars []write.Line
			body := x.cancel(c, c.Pos, func(*heap.Object) string {
				name := x.taken.Unique("first", "first")
				vars = append(vars, write.At("var "+name+" bool", c.Pos))
				return name
			})
			vars = append(vars, x.signalled(c)...)
			out = append(out, write.Block(c.Pos, "server task "+x.taken.Unique("deadline", "task"), append(vars, body...))...)
		}
	}
	return append(out, x.clocksOf()...)
}

// declare declares an object that no operand names, once for each key.
func (x *extractor) declare(kind, name string, key any) string {
	k := [2]any{kind, key}
	if known := x.more[k]; known != "" {
		return known
	}
	name = x.taken.Unique(name, kind)
	x.more[k] = name
	decl := kind + " " + name
	if kind == "shared" {
		decl += " bool"
	}
	x.decls = append(x.decls, write.At(decl, token.NoPos))
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
		name = x.taken.Unique(name, "data")
	}
	x.vars[k] = name
	if x.into != nil {
		if decl := "var " + name + " " + typ; !slices.Contains(*x.into, decl) {
			*x.into = append(*x.into, decl)
		}
		return name
	}
	owner := in.Owner()
	x.locals[owner] = append(x.locals[owner], "var "+name+" "+typ)
	return name
}

// site is a variable that tells whether something was executed.
func (x *extractor) site(in *heap.Instance, i ssa.Instruction, name string) string {
	return x.variable(in, i, name, "bool")
}

// task is the task of a goroutine.
func (x *extractor) task(k taskKey, name string, often int, body []write.Line) string {
	if t := x.byInst[k]; t != nil {
		t.often = max(t.often, often)
		return t.name
	}
	name = x.taken.Unique(strings.ReplaceAll(name, "$", "_func"), "task")
	t := &goroutine{name: name, inst: k.inst, often: often, body: body, pos: k.site.Pos()}
	t.server = k.inst != nil && x.ps.Rests(k.inst.Fn) // it takes what callers take, as long as there is some
	x.byInst[k] = t
	x.tasks = append(x.tasks, t)
	return t.name
}
