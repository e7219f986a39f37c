// Package extract translates a root of Go packages to a program in the task language. The program has a task for each
// goroutine. The body of a task has the statements that synchronize, of the function that the goroutine executes and
// of all functions that this calls.
//
//	p, err := extract.Extract(ctx, packages, packages.Roots()[0], extract.Options{})
//	os.Stdout.Write(p.Text)
//
// For example, from
//
//	func main() {
//		c := make(chan int)
//		go send(c)
//		<-c
//	}
//	func send(ch chan int) { ch <- 1 }
//
// it makes
//
//	chan a_chan
//	task main {
//	    spawn send
//	    <-a_chan
//	    event exits_program
//	    loop { skip }
//	}
//	task send dynamic[1] {
//	    a_chan <- 0
//	}
//
// The work has four steps. Package heap has computed before which objects each operand may be, here that c and ch are
// the same channel.
//
//  1. decide (asks.go) finds which variables and results decide branches. These become variables of the program
//     (cells.go, atomics.go). All other data is left out, and a branch on it becomes a free choice.
//  2. body (ops.go) translates an instance, that is a function in one calling context: step translates its
//     instructions one by one, and flow (flow.go) connects them as the control flow of the function does. The body of
//
// a
//
//	   callee is put in place of the call.
//	3. start (goroutines.go) makes a task of what a go statement calls.
//	4. extract (below) writes declarations and tasks down, with the help of package write.
//
// Program.Ledger names each place where the program has more or fewer executions than the package.
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
	// What goes in: the packages, the sets of objects that operands may be, and facts that follow from these.
	ctx     context.Context
	ps      *roots.Packages
	w       *heap.World
	certain bool // the program has certain executions only (certain.go)
	values  *values.Facts
	nils    *heap.Nils
	leaves  *unwind.Leaving
	bound   *track.Objects // the objects that specifications of calls are about; nil: there are no such specifications
	outside outside        // calls that wait for something outside of the program

	// What is known of all instances before the first one is translated.
	asked    decisions                 // what branches depend on
	words    map[heap.Loc]*word        // the variables of sync/atomic among that
	levels   map[heap.Loc]*level       // the integer variables that it compares with constants
	holders  map[heap.Loc]*holder      // the variables that say which of several objects operands are
	passed   map[varKey]*holder        // the same of parameters of goroutines
	assigned map[*heap.Object][]string // paths in an object to which shared instances assign
	used     map[*heap.Object]*uses    // how channels are used (ready.go); nil: not collected yet

	// The program so far.
	decls  []write.Line                    // declarations of objects and shared variables
	tasks  []*goroutine                    // all tasks but the one of the root
	byKey  map[taskKey]*goroutine          // the same
	bodies map[*heap.Instance][]write.Line // kept results of body
	lines  int                             // number of lines in bodies
	locals map[*heap.Instance][]string     // declarations of variables, by the first instance of their task
	timers []timer
	clocks map[*heap.Object]*clock // timers that are stopped or started again
	tests  map[*heap.Object]subtests
	calls  []caller
	cuts   []apart.Cut // loops that were cut short

	// Names that have been given: each declares what it names once.
	taken  write.Names
	names  map[heap.Loc]string // of objects
	fields map[string]string   // Program.Fields
	vars   map[varKey]string   // of variables of tasks
	phis   map[phiKey]string   // of variables for phis; "" for a phi that is not modelled
	more   map[any]string      // of what declare has declared

	// The state of the translation.
	into     *[]string               // where variables are declared; nil: in the task of their instance
	leaving  bool                    // what is being written is executed after a panic or Goexit has left a body
	panicked map[*heap.Instance]bool // first instances of tasks that a panic of the model may end

	counted    map[varKey]bool              // loops, by instance and head, whose turns a variable counts
	onces      map[heap.Loc][]*ssa.Function // of onceOfSeveral; nil: not known yet
	which      map[varKey]guessed           // variables that choose an object, by the value that may be several
	copied     map[string]string            // shared variables, by the variables of tasks that loads copy them to
	branches   map[string]*condition        // branches on data, by their places; nil: the root is no client
	containers map[*types.Var]string        // kept results of container
	fieldUses  map[*types.Var][]fieldUse    // kept results of usesOf; nil: not collected yet
}

// varKey identifies a variable of a task. v is the SSA value that the variable stands for, or any key that is unique
// in the instance.
type varKey struct {
	in *heap.Instance
	v  any
}

// taskKey identifies a task: the statement that starts it in instance in, which copy of a goroutine that a loop
// starts, and the instance that it executes.
type taskKey struct {
	in   *heap.Instance
	site ssa.Instruction
	copy int
	inst *heap.Instance // nil: the goroutine executes a function of the library
	of   string         // the object that it is started for, if there may be several; else ""
}

// goroutine is a task of the program.
type goroutine struct {
	name   string
	inst   *heap.Instance // the first instance that it executes; nil: it executes a function of the library
	often  int            // how many goroutines of this kind there may be
	body   []write.Line
	pos    token.Pos // of the statement that starts it
	server bool      // it may wait for ever: that is no deadlock
}

// Program is the result of Extract.
type Program struct {
	Text   []byte       // in the task language
	Ledger ledger.Notes // what was bounded, approximated or left out
	Files  []string     // the Go files that lines of Text come from, sorted
	Empty  bool         // nothing in it synchronizes
	// Goroutines maps the name of a task to the function that it executes, as the runtime of Go calls that:
	// "main.(*Server).run", "main.main.func1".
	Goroutines map[string]string

	// Fields maps the name of an object or shared variable to what the source calls it: a_mu to "a.mu", and c_2 to
	// "c". Two names may have the same value.
	Fields map[string]string
	// Sites maps the name of an object to the place in the source where it is made (objects.At).
	Sites map[string]string
	// Calls has an entry for each task of a client that stands for a caller: the function that it calls, or "" for
	// the task that makes the object. Nil unless the root is a client.
	Calls map[string]string

	// Objects are those that the bound specifications are about.
	Objects *calls.Objects

	// Memory is true for shared variables that stand for variables and fields of the package: two goroutines that
	// access one of them without synchronization have a data race. Other shared variables stand for synchronization.
	Memory map[string]bool

	Client string // of a client, a sentence that says what its callers do; else ""
	// Within are the codes of ledger entries that do not make executions of a certain program doubtful (unneeded).
	Within []string

	apart    *apart.Objects
	callers  *callers                // of a client: what other callers could do
	branches map[string]*condition   // of a client: branches on data, by their places
	filled   map[*types.Var]string   // of a client: extractor.containers
	changes  map[*types.Var]*changes // of a client: puts and takes of the containers that conditions ask for an item
	turns    map[string]int          // of a client: by variables that count turns, the turn that stands for all later ones
}

// ErrSize is the error of a root whose program is larger than what can be read: 4 MiB.
var ErrSize = errors.New("the program of this root is larger than 4 MiB")

const (
	maxText  = 4 << 20     // bytes of Program.Text, as the reader of the task language accepts it
	maxBody  = 2 * maxText // bytes of one body: more than maxText, as lines that nobody needs are dropped later
	maxLines = 4 << 20     // lines of all bodies together; a body contains those of its callees, which count again
)

// Options select the analysis of the heap, and the kind of program.
type Options struct {
	slice.Options
	Certain bool // the program has only executions that stay within all bounds (certain.go)
}

// Extract makes the program of a root. Its error is ErrSize, or that of ctx if ctx ends before the program is made.
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

// extract makes the program of a root from the solved world w. in is the instance of the root's function, and before
// has the instances that are executed before it: initializers of packages, and TestMain.
func extract(ctx context.Context, w *heap.World, ps *roots.Packages, root roots.Root, in *heap.Instance,
	before slice.Before, certain bool) (*Program, error) {
	w.Expose()
	w.Carry()
	x := newExtractor(ctx, w, ps, certain)
	if root.Client != nil {
		x.branches = map[string]*condition{}
	}
	if ps.Bound != nil {
		x.bound = track.Find(w, ps, root.Main, before.All(), x.taken.Unique)
	}
	x.decide()
	x.findOutside(root.Main)
	main := x.mainTask(root, in, before.Inits)
	if x.lines > maxLines {
		return nil, ErrSize
	}
	x.testMain(before.Main)
	x.merged()
	for _, init := range before.Inits { // the task of the root executes them
		x.locals[in] = append(x.locals[in], x.locals[init]...)
	}
	out, err := x.layout(root, main)
	if err != nil {
		return nil, err
	}
	return x.program(root, main, out), nil
}

func newExtractor(ctx context.Context, w *heap.World, ps *roots.Packages, certain bool) *extractor {
	return &extractor{w: w, ps: ps, ctx: ctx, values: values.Of(w, ps.FixedGlobal),
		bodies: map[*heap.Instance][]write.Line{}, names: map[heap.Loc]string{}, fields: map[string]string{},
		taken: write.Names{},
		phis:  map[phiKey]string{}, vars: map[varKey]string{}, locals: map[*heap.Instance][]string{},
		byKey: map[taskKey]*goroutine{}, tests: map[*heap.Object]subtests{}, words: map[heap.Loc]*word{},
		levels: map[heap.Loc]*level{},
		clocks: map[*heap.Object]*clock{}, leaves: unwind.New(w), panicked: map[*heap.Instance]bool{},
		more: map[any]string{}, which: map[varKey]guessed{},
		counted: map[varKey]bool{}, copied: map[string]string{}, certain: certain,
		containers: map[*types.Var]string{}}
}

// mainTask makes the task of the root, and with it all tasks that it starts. It executes the initializers of
// packages, and then instance in of the root's function.
func (x *extractor) mainTask(root roots.Root, in *heap.Instance, inits []*heap.Instance) *goroutine {
	main := &goroutine{name: x.taken.Unique(root.Fn.Name(), "task"), inst: in, pos: root.Fn.Pos()}
	for _, init := range inits {
		main.body = append(main.body, x.body(init)...)
	}
	main.body = append(slices.Clip(main.body), x.body(in)...)
	if pos, left := x.ps.Left(root); left {
		x.w.Note(otherTests, pos, "another test may leave this locked, or something in it: each test is checked alone")
	}
	if root.Main && x.w.MainExits(slices.Values(x.w.Instances)) {
		x.w.Note("U13", root.Fn.Pos(), "main may end by runtime.Goexit: a deadlock when all other goroutines have ended")
	}
	if root.Main && len(main.body) > 0 {
		x.w.Note(exits, root.Fn.Pos(), "other goroutines end with main: in the model they go on")
		end := exit(root.Fn.Pos())
		if x.leaves.Unwinds(in) { // a main that Goexit leaves does not return: the program goes on
			end = write.Block(root.Fn.Pos(), fmt.Sprintf("if %s == %d", x.unwinding(in), settled), end)
		}
		main.body = append(slices.Clip(main.body), end...)
	}
	return main
}

// layout writes the program down: its name, declarations, the task of the root, all other tasks, and the environment.
// Its error is ErrSize, or that of the context.
func (x *extractor) layout(root roots.Root, main *goroutine) (*write.Layout, error) {
	out := write.NewLayout(x.ps.Where)
	out.Put("program "+write.Identifier(root.Name), token.NoPos)
	env := x.environment() // declares objects, too
	x.declareObjects()
	for _, d := range x.decls {
		out.Put(d.Text, d.Pos)
	}
	for i, t := range x.allTasks(main) {
		head := "task " + t.name
		if i > 0 {
			head += fmt.Sprintf(" dynamic[%d]", t.often)
		}
		if t.server {
			head = "server " + head
		}
		out.Put(head+" {", t.pos)
		if t.inst != nil {
			for _, v := range x.locals[t.inst] {
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
	case x.ctx.Err() != nil:
		return nil, x.ctx.Err()
	case x.lines > maxLines || out.Text.Len() > maxText:
		return nil, ErrSize
	}
	return out, nil
}

// allTasks lists the tasks, that of the root first.
func (x *extractor) allTasks(main *goroutine) []*goroutine {
	return append([]*goroutine{main}, x.tasks...)
}

// program collects what callers of Extract may ask about the program whose text is out.
func (x *extractor) program(root roots.Root, main *goroutine, out *write.Layout) *Program {
	doubtful := func(n heap.Note) bool { return !slices.Contains(harmless, n.Code) }
	p := &Program{Text: out.Text.Bytes(), Files: slices.Sorted(maps.Keys(out.Files)), Fields: x.fields,
		Empty:      len(main.body) == 0 && !slices.ContainsFunc(x.w.Notes, doubtful),
		Goroutines: map[string]string{main.name: roots.RuntimeName(root.Fn)},
		Sites:      map[string]string{}, Memory: map[string]bool{}}
	for l, name := range x.names {
		p.Sites[name] = objects.At(x.ps, l)
	}
	for _, name := range x.asked.cells {
		p.Memory[name] = name != ""
	}
	for _, name := range x.levelNames() {
		p.Memory[name] = true
	}
	bodies, begins := map[string][]write.Line{}, map[string]*heap.Instance{}
	for _, t := range x.allTasks(main) {
		bodies[t.name], begins[t.name] = t.body, t.inst
	}
	for _, t := range x.tasks {
		if t.inst != nil {
			p.Goroutines[t.name] = roots.RuntimeName(t.inst.Fn)
		}
	}
	p.apart = apart.Find(x.w, x.cuts, x.names, bodies, begins, func(in *heap.Instance, i ssa.Instruction) bool {
		return len(x.event(i)) > 0 || len(x.instr(in, i)) > 0
	})
	if root.Client != nil {
		p.Client, p.callers = root.Client.Says, x.callersOf(root, main)
		p.branches, p.turns, p.filled = x.branches, x.shortened(), x.containers
		p.changes = x.changesOf()
		p.Calls = x.callersCalls(main)
	}
	p.Within = x.unneeded()
	p.Objects, p.Ledger = x.answers(x.allTasks(main))
	for _, n := range x.w.Notes {
		p.Ledger = append(p.Ledger, ledger.Note{Code: n.Code, Pos: x.ps.Where(n.Pos).String(), Text: n.Text})
	}
	return p
}

// cut records that the program has fewer turns of a loop than the package. head is the head of the loop, or nil if it
// is not known which loop it is.
func (x *extractor) cut(in *heap.Instance, head *ssa.BasicBlock) {
	ends := false
	if head != nil {
		if c := x.w.Counter(head); c != nil {
			_, _, _, ends = x.values.Trips(in, c)
		}
	}
	x.cuts = append(x.cuts, apart.Cut{In: in, Head: head, Ends: ends})
}

// testMain adds an entry to the ledger if TestMain, which runs the tests of a package, synchronizes: the program does
// not contain TestMain. in is its instance, or nil if the package has no TestMain.
func (x *extractor) testMain(in *heap.Instance) {
	if in == nil {
		return
	}
	body := x.body(in)
	synchronizing := map[string]bool{"spawn": true, "await": true} // and the names of all objects
	for _, d := range x.decls {
		if words := write.Words(d.Text); len(words) > 1 { // kind and name, as in "lock a_mu"
			synchronizing[words[1]] = true
		}
	}
	for _, l := range body { // a call of os.Exit at the end is in nearly every TestMain, and does not count
		if slices.ContainsFunc(write.Words(l.Text), func(word string) bool { return synchronizing[word] }) {
			x.w.Note(track.Inits, l.Pos, "what TestMain does before the test, or after it, synchronizes: it is left out")
			return
		}
	}
}

// environment returns the tasks of what happens without any goroutine: timers fire, and contexts end at a time.
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

// declare declares an object or a shared variable that stands for no object of the heap, once for each kind and key.
// It returns the name, which is the given one if that is still free.
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

// variable returns the name of the variable for a value v of an instance. It declares the variable, of type typ, in
// the task that executes the instance, or in x.into. name is what the variable is called if that is still free.
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

// site returns the name of a variable that says whether instruction i of an instance was executed.
func (x *extractor) site(in *heap.Instance, i ssa.Instruction, name string) string {
	return x.variable(in, i, name, "bool")
}

// task returns the name of the task with a key. A new task has the given body; of a known one, often is raised to the
// larger of both numbers.
func (x *extractor) task(k taskKey, name string, often int, body []write.Line) string {
	if t := x.byKey[k]; t != nil {
		t.often = max(t.often, often)
		return t.name
	}
	name = x.taken.Unique(strings.ReplaceAll(name, "$", "_func"), "task")
	t := &goroutine{name: name, inst: k.inst, often: often, body: body, pos: k.site.Pos()}
	t.server = k.inst != nil && x.ps.Rests(k.inst.Fn) // of a client, it receives for ever what the package sends
	x.byKey[k] = t
	x.tasks = append(x.tasks, t)
	return t.name
}
