// Package heap finds what the values of a Go program may be, as far as
// synchronization needs it: which channels, locks, functions and contexts an operand
// stands for, and which functions a call may call.
//
// The analysis is an inclusion-based points-to analysis (Andersen 1994), sensitive to
// fields and to calling contexts: every call has an Instance of its own of each
// function that it may call, with values of its own (call strings; bounded by Limits).
// Calls through functions and interfaces are resolved on the way, by what the analysis
// finds them to be, so no call graph is needed before. Order of statements is not
// looked at.
//
//	w := heap.New(prog, limits, inside)
//	root := w.Root(fn)
//	w.Solve(ctx)
//	for _, o := range w.Objects(inst, send.Chan) { .. }
//
// The result may contain more than the truth: objects that a value never is. It
// contains all of them, but for what the ledger names: limits that were reached, and
// calls of functions without a body that are not modelled.
package heap

import (
	"context"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/std"
	"flavers/limit"
)

// Kind says what an object is.
type Kind uint8

// The kinds of objects.
const (
	Memory  Kind = iota // a variable, struct, array, map or global
	Chan                // made by make(chan T)
	Func                // a function, with what it captured
	Box                 // an interface value: dynamic type and content
	Context             // made by package context
	Cancel              // the function that ends a context
	Timer               // the channel of a timer or ticker
	RLocker             // what (*sync.RWMutex).RLocker returns
	Test                // what a *testing.T points to
	Unknown             // comes from code that was not analysed
)

// Object is what one site makes in one instance.
type Object struct {
	ID   int32
	Kind Kind
	Site ssa.Value     // that makes it; nil for models and Unknown
	Call *ssa.Call     // of the library that makes it, if that is known
	In   *Instance     // whose site; nil for globals and functions
	Type types.Type    // of the content; of a Box the dynamic type
	Fn   *ssa.Function // of a Func
	Name string        // of a variable, as good as it is known
	Pos  token.Pos
	Of   Loc  // of a Cancel its context, of an RLocker its lock, of a Test the one that runs it
	Many bool // made in a loop: the object stands for several
	Turn int  // of the loop with the head Loop
	Loop *ssa.BasicBlock
	Ends bool // of a Context: it ends by itself, at a time
	// Asked is set of a context of which some call wants the channel.
	Asked bool
	// Closed is set of a channel that some call closes.
	Closed bool
	// Repeats is set of a ticker.
	Repeats bool
	// Late: of a channel or a context, what sends to it or ends it may never come: a signal of the operating system, or
	// the end of a very long time.
	Late bool
	// Calls is set of a timer that calls a function; Set of a timer, or the channel of one, that some call stops or
	// starts again.
	Calls, Set bool
	// Exposed is set of what code gets that is not analysed: it may assign anything there.
	// Kept is set of what it may keep: it may use that at any time, also when the call has returned.
	Exposed, Kept bool
	// Deep is set of an interface value that such code gets as one of any type: it may look into it by reflection.
	Deep bool
	// Foreign is set of variables of packages that are not followed.
	Foreign bool
	// Made is set of what a call of such code makes, for World.Makes.
	Made bool
}

// Loc is a place: an object and a path of fields in it, such as ".mu" or ".a[]". As a
// value it is a pointer to that place; with an empty path also the object itself.
type Loc struct {
	Obj  *Object
	Path string
}

// Instance is a function in one calling context.
type Instance struct {
	ID     int
	Fn     *ssa.Function
	Parent *Instance       // of the caller; nil at a root
	Site   ssa.Instruction // the call, go or defer
	Copy   int             // which of several goroutines of one site in a loop
	Self   *Object         // the function value that is called, for what it captured; or nil
	Depth  int             // of calls since the first one of a function that is in its own context
	Again  bool            // code that is not analysed may call it any number of times
	// Shared: it stands for all calls of the function (World.Share), and has no Parent and no Site.
	Shared bool
	// Keeps are the objects that it gives to code which is not analysed, and which may keep them.
	Keeps []*Object
	// Abroad are the packages of other modules whose code it may lead to, which is not followed.
	Abroad []*types.Package
	// Waits are the instructions that call or mention functions which are not followed, and may wait for others of the
	// program (U13).
	Waits map[ssa.Instruction]bool
	// Spawned: a goroutine of its own executes it.
	Spawned bool
	// known are the parameters that have one value in every execution: integers, and of slices their lengths.
	known map[*ssa.Parameter]int64
	turn  bool // it is called in one turn of the innermost loop around its site, which tells turns apart
	calls map[callKey]*Instance
	order []*Instance
}

type callKey struct {
	site ssa.Instruction
	fn   *ssa.Function
	self *Object
	copy int
}

// Calls lists the instances that a call, go or defer may execute, of one copy.
func (in *Instance) Calls(site ssa.Instruction, copy int) []*Instance {
	var out []*Instance
	for _, c := range in.order {
		if c.Site == site && c.Copy == copy {
			out = append(out, c)
		}
	}
	return out
}

// Limits bound the analysis.
type Limits struct {
	Instances int // calling contexts
	Depth     int // of calls, from the first one of a function that is in its own context
	Recursion int // how often a function may be in its own context
	Unrolled  int // how often, if numbers that it is given say where its recursion ends; 0: not oftener than others
	Copies    int // goroutines of one site in a loop
}

// DefaultLimits are enough for tests and small services.
var DefaultLimits = Limits{Instances: 20000, Depth: 40, Recursion: 2, Unrolled: 64, Copies: 2}

// node is a set of locations: a register or a leaf of one, or the content of a cell.
type node int32

type regKey struct {
	in   *Instance
	v    ssa.Value
	path string
}

// World is the state of the analysis of one root.
type World struct {
	poll   *limit.Poll // of Watch
	Prog   *ssa.Program
	Limits Limits
	Inside func(*ssa.Function) bool // whether calls of the function are followed
	// Library reports whether a package is of the standard library. Files: the packages were given by files, and
	// others of their module are not among them.
	Library func(*types.Package) bool
	Files   bool
	// Registered reports whether a package of the library may call code of other modules that is not followed, and that
	// was given to it while they were initialized; or nil.
	Registered func(*types.Package) bool
	// Linked reports whether a function without a body is one of another package, which may wait; or nil.
	Linked func(*ssa.Function) bool
	// Makes lists the results of a function that are objects of their own, although it is not analysed; or nil.
	Makes func(*types.Func) []Result
	// Share tells of a function whether all calls of it are one calling context, but for those that begin a goroutine:
	// what differs from call to call is then merged, so sets may contain more. Nil: no function is shared.
	Share func(*ssa.Function) bool
	// Merge: every function has one calling context, also where it begins a goroutine. Then no limit is reached.
	Merge bool

	// Sounding keeps the names of methods that may synchronize, which a function finds; nil: no names are known.
	Sounding func(func() map[string]bool) map[string]bool

	Instances []*Instance
	Notes     []Note

	objects  []*Object
	made     map[objKey]*Object
	targets  map[siteKey][]Target
	beyond   map[siteKey]bool        // of copy 0: calls that a limit left out
	waiting  map[siteKey]std.Waiting // of copy 0: calls that wait for what is outside of the program
	nodes    map[any]node
	sets     []map[Loc]bool // of nodes with more than a few
	lists    [][]Loc
	succ     [][]node
	edges    map[[2]node]bool
	passed   map[node][]node  // what pass copies, of what fits
	filters  map[siteKey]bool // of copy 0: sites where that may leave something out
	watch    [][]func(Loc)
	told     []int  // of each node, how many of its locations its successors and watchers have
	work     []node // that have more
	noted    map[Note]bool
	said     map[string]bool               // notes about packages
	filled   map[Loc]bool                  // of fill
	found    map[foundKey]bool             // of finder
	opening  map[types.Type]bool           // of opens, by the types of results
	locking  map[*Instance][]locked        // what its calls of the library call with a lock held (std.Row.Locks)
	relocked map[*Instance][]*ssa.Function // functions that it gives to those, and that come back
	goexits  map[*Instance]bool            // that call runtime.Goexit
	back     map[locked][]*ssa.Function    // of comingBack
	natural  map[*ssa.Function][]*loop
	counters map[*ssa.BasicBlock]*Counter
	efforts  map[*ssa.BasicBlock]int
	places   map[*Object][]node // of Reach: what objects hold
	loops    map[*ssa.Function]map[*ssa.BasicBlock]bool
	parts    map[types.Type][]string // of leaves
	plain    map[types.Type]bool
	carrying map[types.Type]bool // of carries
	// declaring keeps what methodsOf has found.
	declaring map[types.Type][]*types.Package
	// parallels tells of functions whether they may call t.Parallel.
	parallels map[*ssa.Function]bool
	syncs     map[*ssa.Function]bool // of Synchronizing
	answering map[answersKey]bool
	asks      map[answersKey][]*ssa.Function
	pointers  map[types.Type]types.Type
	some      map[*asking]bool
	asking    map[*ssa.Function]bool // of leads
	shared    map[callKey]*Instance
	stored    []Loc            // what sync.Map and sync.Pool hold
	handedOut map[*Object]bool // what can be reached from there; nil: not known yet
	printing  map[siteKey]bool // of copy 0: panics for whose values the runtime calls a method
	asked     bool             // some call is of a function that is not known
	lent      []Loc            // addresses that code has which is not analysed
	lending   map[Loc]bool     // and those that it finds from there; nil: not known yet
	unrolled  int              // instances that are in their own context oftener than Limits.Recursion
}

type objKey struct {
	in   *Instance
	site any
	kind Kind
}

// Note is an entry of the ledger: what was bounded, approximated or left out.
type Note struct {
	Code string
	Pos  token.Pos
	Text string
}

// Note appends to the ledger, once.
func (w *World) Note(code string, pos token.Pos, text string) {
	n := Note{code, pos, text}
	if !w.noted[n] {
		w.noted[n] = true
		w.Notes = append(w.Notes, n)
	}
}

// Noted reports whether there is a note with one of some codes.
func (w *World) Noted(codes ...string) bool {
	return slices.ContainsFunc(w.Notes, func(n Note) bool { return slices.Contains(codes, n.Code) })
}

// New makes an empty analysis.
func New(prog *ssa.Program, limits Limits, inside func(*ssa.Function) bool) *World {
	return &World{Prog: prog, Limits: limits, Inside: inside, made: map[objKey]*Object{},
		targets: map[siteKey][]Target{}, beyond: map[siteKey]bool{}, waiting: map[siteKey]std.Waiting{},
		nodes: map[any]node{}, edges: map[[2]node]bool{}, passed: map[node][]node{},
		filters: map[siteKey]bool{},
		noted:   map[Note]bool{}, parts: map[types.Type][]string{}, plain: map[types.Type]bool{},
		carrying: map[types.Type]bool{}, declaring: map[types.Type][]*types.Package{},
		natural: map[*ssa.Function][]*loop{}, counters: map[*ssa.BasicBlock]*Counter{},
		efforts: map[*ssa.BasicBlock]int{}, loops: map[*ssa.Function]map[*ssa.BasicBlock]bool{},
		parallels: map[*ssa.Function]bool{}, shared: map[callKey]*Instance{}, syncs: map[*ssa.Function]bool{},
		asking: map[*ssa.Function]bool{}, answering: map[answersKey]bool{}, some: map[*asking]bool{},
		asks: map[answersKey][]*ssa.Function{}, pointers: map[types.Type]types.Type{},
		filled: map[Loc]bool{}, found: map[foundKey]bool{}, opening: map[types.Type]bool{},
		printing: map[siteKey]bool{}, locking: map[*Instance][]locked{}, goexits: map[*Instance]bool{},
		back: map[locked][]*ssa.Function{}, relocked: map[*Instance][]*ssa.Function{}}
}

// Watch has the questions about the world that stages ask most often, and Look, look at a context: they do not return
// once it has ended (package limit), so a stage that asks them runs in limit.Try. A stage that is left so leaves the
// world as it was. Unwatch ends that.
func (w *World) Watch(ctx context.Context) { w.poll = limit.New(ctx) }

// Unwatch ends what Watch began.
func (w *World) Unwatch() { w.poll = nil }

// Look is for loops of stages that ask the world nothing.
func (w *World) Look() { w.poll.Look() }

// Objects lists where a register may point to, or what it may be, in order of discovery.
func (w *World) Objects(in *Instance, v ssa.Value) []Loc {
	w.Look()
	return w.lists[w.reg(in, v, "")]
}

// Content lists what a cell may hold.
func (w *World) Content(l Loc) []Loc {
	w.Look()
	return w.lists[w.cell(l)]
}

func (w *World) node(key any) node {
	if n, ok := w.nodes[key]; ok {
		return n
	}
	n := node(len(w.sets))
	w.nodes[key] = n
	w.sets = append(w.sets, nil)
	w.lists = append(w.lists, nil)
	w.told = append(w.told, 0)
	w.succ = append(w.succ, nil)
	w.watch = append(w.watch, nil)
	return n
}

func (w *World) cell(l Loc) node { return w.node(l) }

// reg is the node of a register, or of a leaf of one; constants and what is global
// have no instance.
func (w *World) reg(in *Instance, v ssa.Value, path string) node {
	switch v := v.(type) {
	case *ssa.Global:
		known := len(w.sets)
		n := w.node(regKey{nil, v, path})
		if int(n) == known {
			o := w.object(nil, v, Memory, v.Type().Underlying().(*types.Pointer).Elem(), v.Name(), v.Pos())
			if w.add(n, Loc{o, ""}); v.Pkg.Func("init") == nil || !w.Inside(v.Pkg.Func("init")) {
				w.foreign(o)
			}
		}
		return n
	case *ssa.Function:
		known := len(w.sets)
		n := w.node(regKey{nil, v, path})
		if int(n) == known {
			o := w.object(nil, v, Func, v.Type(), v.Name(), v.Pos())
			o.Fn = v
			w.add(n, Loc{o, ""})
		}
		return n
	case *ssa.Const:
		return w.none()
	}
	return w.node(regKey{in, v, path})
}

func (w *World) object(in *Instance, site ssa.Value, kind Kind, typ types.Type, name string, pos token.Pos) *Object {
	return w.model(in, site, site, kind, typ, name, pos)
}

// model makes the object of a site, which is found again by key.
func (w *World) model(in *Instance, key any, site ssa.Value, kind Kind, typ types.Type, name string,
	pos token.Pos) *Object {
	k := objKey{in, key, kind}
	if o := w.made[k]; o != nil {
		return o
	}
	o := &Object{ID: int32(len(w.objects)), Kind: kind, Site: site, In: in, Type: typ, Name: name, Pos: pos}
	w.objects = append(w.objects, o)
	w.made[k] = o
	return o
}

// unknown is what comes from code that was not analysed.
func (w *World) unknown() Loc {
	return Loc{w.model(nil, "unknown", nil, Unknown, nil, "unknown", token.NoPos), ""}
}

// add puts a location into a set.
func (w *World) add(n node, l Loc) {
	list, set := w.lists[n], w.sets[n]
	switch {
	case set == nil && slices.Contains(list, l), set != nil && set[l]:
		return
	case set != nil:
		set[l] = true
	case len(list) == few:
		set = map[Loc]bool{l: true}
		for _, known := range list {
			set[known] = true
		}
		w.sets[n] = set
	}
	if w.lists[n] = append(list, l); len(list) == w.told[n] {
		w.work = append(w.work, n)
	}
}

// few is how many locations a node has before they are a set; nearly all have one or two.
const few = 8

// edge includes the set of one node in that of another.
func (w *World) edge(from, to node) {
	if from == to || w.edges[[2]node{from, to}] {
		return
	}
	w.edges[[2]node{from, to}] = true
	w.succ[from] = append(w.succ[from], to)
	for _, l := range w.lists[from][:w.told[from]] {
		w.add(to, l)
	}
}

// on calls f for every location that a node has, or will have.
func (w *World) on(n node, f func(Loc)) {
	w.watch[n] = append(w.watch[n], f)
	for _, l := range w.lists[n][:w.told[n]] {
		f(l)
	}
}

// copyReg copies a value of a type from one register to another.
func (w *World) copyReg(t types.Type, in *Instance, v ssa.Value, path string, to *Instance, x ssa.Value, at string) {
	for _, leaf := range w.leaves(t) {
		w.edge(w.reg(in, v, path+leaf), w.reg(to, x, at+leaf))
	}
}

// load copies from a place to a register, store the other way.
func (w *World) load(t types.Type, from Loc, in *Instance, x ssa.Value, at string) {
	for _, leaf := range w.leaves(t) {
		w.edge(w.cell(Loc{from.Obj, from.Path + leaf}), w.reg(in, x, at+leaf))
	}
}

func (w *World) store(t types.Type, in *Instance, v ssa.Value, path string, to Loc) {
	for _, leaf := range w.leaves(t) {
		w.edge(w.reg(in, v, path+leaf), w.cell(Loc{to.Obj, to.Path + leaf}))
	}
}

// Some reports whether one of some places is such; where none is known, one may be.
func Some(locs []Loc, such func(Loc) bool) bool {
	return len(locs) == 0 || slices.ContainsFunc(locs, such)
}
