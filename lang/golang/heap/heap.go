// Package heap computes which values the operands of a Go program may have, as far as synchronization needs it: the
// channels, locks, functions and contexts that a register stands for, and the functions that a call may execute.
//
// In go a program in SSA form and the function where executions begin. Out comes, for each register of each calling
// context, a set of locations. For
//
//	func main() {
//		c := make(chan int) // object 1
//		go send(c)
//		<-c
//	}
//	func send(ch chan int) { ch <- 1 }
//
// the sets are: c is {object 1}, and ch of the instance of send that the go statement starts is {object 1}, too.
//
//	w := heap.New(prog, limits, inside)
//	root := w.Root(fn)
//	w.Solve(ctx)
//	for _, o := range w.Objects(inst, send.Chan) { .. }
//
// The analysis is an inclusion-based points-to analysis (Andersen 1994), sensitive to fields and to calling contexts:
// each call has an Instance of its own of each function that it may execute (call strings, bounded by Limits). Calls
// through function values and interfaces are resolved while the sets grow, so no call graph is needed before. The order
// of statements is ignored.
//
// Each file adds the constraints of one part of the language or of the library: solve.go those of instructions,
// call.go of calls, models.go of functions of the library that the analysis knows, external.go of functions that it
// does not follow, turns.go of loops that start goroutines. The other files answer questions once the sets are known.
//
// May err towards: more locations than a value ever has. It misses none but for what the ledger (Notes) names: limits
// that were reached, and calls of functions without a body that are not modelled.
package heap

import (
	"context"
	"go/token"
	"go/types"
	"slices"
	"strings"

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

// Object stands for what one site makes in one instance, in all executions.
type Object struct {
	ID   int32
	Kind Kind
	Site ssa.Value     // the instruction that makes it; nil for models and Unknown
	Call *ssa.Call     // the call of the library that makes it; nil if there is none
	In   *Instance     // the instance of Site; nil for globals and functions
	Type types.Type    // of the content; of a Box the dynamic type
	Fn   *ssa.Function // of a Func: the function
	Name string        // of the variable; "" if it is not known
	Pos  token.Pos
	Of   Loc // of a Cancel its context, of an RLocker its lock, of a Test the test that runs it
	// Many: the site is in a loop whose turns are not told apart, so the object stands for several.
	Many bool
	// Loop is the head of the innermost loop around Site if turns of it are told apart, and Turn the number of the turn
	// that makes the object, from 0; without such a loop they are nil and 0.
	Turn int
	Loop *ssa.BasicBlock
	Ends bool // of a Context: it ends by itself, at a time
	// Asked: of a Context, some call gets its channel (Done).
	Asked bool
	// Closed: of a Chan, some call closes it.
	Closed bool
	// Repeats: of a Timer, it is a ticker.
	Repeats bool
	// Late: of a channel or a context, what sends to it or ends it may never come: a signal of the operating system, or
	// the end of a very long time.
	Late bool
	// Calls: of a timer, it calls a function. Set: of a timer, or the channel of one, some call stops it or starts it
	// again.
	Calls, Set bool
	// Exposed: unanalysed code gets a pointer to the object, and may assign anything to it.
	// Kept: such code may also keep the pointer, and use it at any time after the call.
	Exposed, Kept bool
	// Deep: of a Box, unanalysed code gets it as a value of type any, so it may look into it by reflection.
	Deep bool
	// Foreign: a variable of a package that is not followed.
	Foreign bool
	// Made: of an Unknown, a call of unanalysed code makes it, and World.Makes lists that.
	Made bool
}

// Loc is a place: an object and a path of fields in it, such as ".mu" or ".a[]". As a
// value it is a pointer to that place; with an empty path also the object itself.
type Loc struct {
	Obj  *Object
	Path string
}

// Within reports whether the place at path part is that at another path of the same object, or a part of it: ".a.b" and
// ".a[]" are within ".a", and ".ab" is not.
func Within(part, path string) bool {
	rest, ok := strings.CutPrefix(part, path)
	return ok && (rest == "" || strings.ContainsRune(".[!<", rune(rest[0]))) // else the name of a field goes on
}

// Instance is a function in one calling context.
type Instance struct {
	ID     int
	Fn     *ssa.Function
	Parent *Instance       // of the caller; nil at a root
	Site   ssa.Instruction // the call, go or defer in Parent; nil at a root
	Copy   int             // which of several goroutines, or turns of the loop around Site, from 0
	Self   *Object         // the function value that is called, if it has captured variables; else nil
	Depth  int             // number of calls since the first one of a function that is in its own context
	Again  bool            // unanalysed code may call it any number of times
	// Shared: the instance stands for all calls of the function (World.Share), and has no Parent and no Site.
	Shared bool
	// Keeps are the objects that the instance gives to unanalysed code which may keep them.
	Keeps []*Object
	// Abroad are the packages of other modules whose code the instance may lead to, and which is not followed.
	Abroad []*types.Package
	// Waits has the instructions that call or mention functions which are not followed, and may wait for other
	// goroutines of the program (U13).
	Waits map[ssa.Instruction]bool
	// Spawned: a goroutine of its own executes the instance.
	Spawned bool
	// Listens, Dials: it calls or mentions functions of the library that make the one or the other end of a connection.
	Listens, Dials bool
	// known has the parameters with one value in every execution: of an integer the value, of a slice its length.
	known map[*ssa.Parameter]int64
	// ofTurn: the innermost loop around Site has its turns told apart, and Copy is the turn that makes this call.
	ofTurn bool
	calls  map[callKey]*Instance // the instances that this one calls
	order  []*Instance           // the same, in the order in which they were found
}

// callKey identifies an instance among those of one caller; of shared instances (World.sharedInstances) the fields site
// and copy are zero.
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
	Instances int // number of calling contexts
	Depth     int // of calls, from the first one of a function that is in its own context
	Recursion int // how often a function may be in its own context
	Unrolled  int // the same where known arguments say where the recursion ends (recursion.go); 0: Recursion holds
	Copies    int // number of goroutines of one go statement in a loop, if the turns of the loop are not known
}

// DefaultLimits are enough for tests and small services.
var DefaultLimits = Limits{Instances: 20000, Depth: 40, Recursion: 2, Unrolled: 64, Copies: 2}

// node is a variable of the constraints: its value is a set of locations. There is a node for each register, or for
// each leaf of a register that holds a struct or a tuple (World.leaves), and one for the content of each place.
type node int32

// regKey identifies the node of leaf path of register v in an instance.
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
	// Inside reports whether calls of a function are followed.
	Inside func(*ssa.Function) bool
	// Library reports whether a package is of the standard library.
	Library func(*types.Package) bool
	// Files: the packages were given by files, so other packages of their module are not followed.
	Files bool
	// Registered reports whether a package of the library may call code of other modules that was given to it while
	// packages were initialized, and that is not followed. Nil: none does.
	Registered func(*types.Package) bool
	// Linked reports whether a function without a body has its code in another package, where it may wait. Nil: none
	// has.
	Linked func(*ssa.Function) bool
	// Makes lists those results of an unanalysed function that are objects of their own. Nil: there are none.
	Makes func(*types.Func) []Result
	// Share reports whether all calls of a function are one calling context, except those that begin a goroutine. What
	// differs from call to call is then merged, so sets may contain more. Nil: no function is shared.
	Share func(*ssa.Function) bool
	// Merge: every function has one calling context, also where it begins a goroutine. Then no limit is reached.
	Merge bool
	// Sounding keeps, from one root to the next, the names of methods that may synchronize, which its argument finds.
	// Nil: no names are known.
	Sounding func(func() map[string]bool) map[string]bool

	Instances []*Instance
	Notes     []Note // the ledger

	// The objects, and what the calls were found to do. Maps by siteKey marked with * have copy 0 for all copies.
	objects      []*Object
	byKey        map[objKey]*Object
	targets      map[siteKey][]Target
	overLimit    map[siteKey]bool        // * calls that a limit left out
	outsideWaits map[siteKey]std.Waiting // * calls that wait for what is outside of the program
	filterSites  map[siteKey]bool        // * sites where turnEdge or fitsTurn may leave something out
	printing     map[siteKey]bool        // * panics for whose values the runtime calls a method
	goexits      map[*Instance]bool      // instances that call runtime.Goexit
	callsUnknown bool                    // some call is of a function that is not known

	// The constraints. lists, sets, delivered, succ and watchers are indexed by node.
	nodes     map[any]node    // by regKey, Loc (the content of a place), or the name of a single node
	lists     [][]Loc         // the set of a node, in the order of discovery
	sets      []map[Loc]bool  // the same, if it has more than a few locations; else nil
	delivered []int           // how many locations of lists the successors and watchers of the node have got
	succ      [][]node        // nodes whose sets include that of the node
	watchers  [][]func(Loc)   // functions to call with each location (forEach)
	turnEdges map[node][]node // nodes that get those locations of the node which fit a turn (turnEdge)
	edges     map[[2]node]bool
	pending   []node // nodes with locations that are not delivered yet

	// What unanalysed code has.
	handedLocs    []Loc             // what it may hand out again: what sync.Map and sync.Pool hold, say
	handedOut     map[*Object]bool  // all objects that are reachable from handedLocs; nil: not computed yet
	lentPlaces    []Loc             // addresses that it may keep
	reachableLent map[Loc]bool      // lentPlaces, and what it finds from there; nil: not computed yet
	filled        map[Loc]bool      // places to which it may assign (fillPlace)
	found         map[foundKey]bool // what finder and printsHeld have looked into

	// Locks of the library that are held while it calls back (locking.go).
	locking   map[*Instance][]locked        // what the calls of an instance make the library call with a lock held
	relocked  map[*Instance][]*ssa.Function // functions that an instance gives to such calls, and that ask for the lock
	reentries map[locked][]*ssa.Function    // answers of comingBack

	// Answers that are kept: about functions, loops and types.
	natural       map[*ssa.Function][]*loop
	counters      map[*ssa.BasicBlock]*Counter // by the head of the loop
	efforts       map[*ssa.BasicBlock]int
	loops         map[*ssa.Function]map[*ssa.BasicBlock]bool // blocks on a cycle
	parallelMemo  map[*ssa.Function]bool                     // callsParallel
	syncsMemo     map[*ssa.Function]bool                     // Synchronizing
	leadsMemo     map[*ssa.Function]bool                     // leads
	altersMemo    map[*ssa.Function]bool                     // alters
	leavesMemo    map[types.Type][]string
	plainMemo     map[types.Type]bool
	carriesMemo   map[types.Type]bool
	opensMemo     map[types.Type]bool // opens, by the types of results
	declarersMemo map[types.Type][]*types.Package
	pointers      map[types.Type]types.Type // by the type that is pointed to
	answerMemo    map[answersKey]bool
	askedMethods  map[answersKey][]*ssa.Function
	someMemo      map[*asking]bool
	pollsMemo     map[pollKey]*asker
	asksMemo      map[*Instance]bool // asksOthers
	assigned      map[any]bool       // fields and package variables (fixed); nil: not computed yet
	variedFields  map[string]bool    // of Varies; nil: not computed yet
	places        map[*Object][]node // the contents of an object that are not empty (Reach); nil: not computed yet

	sharedInstances map[callKey]*Instance
	notedPackages   map[string]bool // texts of notes that are made once for a package
	noted           map[Note]bool
	unrolled        int // number of instances that are in their own context oftener than Limits.Recursion
}

// objKey identifies an object. site is the instruction that makes it or, of a model, any key that its file chooses.
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
	return &World{Prog: prog, Limits: limits, Inside: inside, byKey: map[objKey]*Object{},
		targets: map[siteKey][]Target{}, overLimit: map[siteKey]bool{}, outsideWaits: map[siteKey]std.Waiting{},
		nodes: map[any]node{}, edges: map[[2]node]bool{}, turnEdges: map[node][]node{},
		filterSites: map[siteKey]bool{},
		noted:       map[Note]bool{}, leavesMemo: map[types.Type][]string{}, plainMemo: map[types.Type]bool{},
		carriesMemo: map[types.Type]bool{}, declarersMemo: map[types.Type][]*types.Package{},
		natural: map[*ssa.Function][]*loop{}, counters: map[*ssa.BasicBlock]*Counter{},
		efforts: map[*ssa.BasicBlock]int{}, loops: map[*ssa.Function]map[*ssa.BasicBlock]bool{},
		parallelMemo: map[*ssa.Function]bool{}, sharedInstances: map[callKey]*Instance{}, syncsMemo: map[*ssa.Function]bool{},
		leadsMemo: map[*ssa.Function]bool{}, altersMemo: map[*ssa.Function]bool{},
		answerMemo: map[answersKey]bool{}, someMemo: map[*asking]bool{},
		pollsMemo: map[pollKey]*asker{}, asksMemo: map[*Instance]bool{},
		askedMethods: map[answersKey][]*ssa.Function{}, pointers: map[types.Type]types.Type{},
		filled: map[Loc]bool{}, found: map[foundKey]bool{}, opensMemo: map[types.Type]bool{},
		printing: map[siteKey]bool{}, locking: map[*Instance][]locked{}, goexits: map[*Instance]bool{},
		reentries: map[locked][]*ssa.Function{}, relocked: map[*Instance][]*ssa.Function{}}
}

// Watch makes Look, and the methods that stages call most often, check whether ctx has ended. If it has, they do not
// return but unwind to limit.Try, in which such a stage must run (package limit). The world stays as it was. Unwatch
// ends this.
func (w *World) Watch(ctx context.Context) { w.poll = limit.New(ctx) }

// Unwatch ends what Watch began.
func (w *World) Unwatch() { w.poll = nil }

// Look checks the context of Watch. Loops of stages that call no other method of the world call it.
func (w *World) Look() { w.poll.Look() }

// Objects lists the locations that a register may hold, in order of discovery.
func (w *World) Objects(in *Instance, v ssa.Value) []Loc {
	w.Look()
	return w.lists[w.reg(in, v, "")]
}

// Content lists what a cell may hold.
func (w *World) Content(l Loc) []Loc {
	w.Look()
	return w.lists[w.cell(l)]
}

// node returns the node with a key, and makes it if there is none.
func (w *World) node(key any) node {
	if n, ok := w.nodes[key]; ok {
		return n
	}
	n := node(len(w.sets))
	w.nodes[key] = n
	w.sets = append(w.sets, nil)
	w.lists = append(w.lists, nil)
	w.delivered = append(w.delivered, 0)
	w.succ = append(w.succ, nil)
	w.watchers = append(w.watchers, nil)
	return n
}

// cell returns the node of the content of a place.
func (w *World) cell(l Loc) node { return w.node(l) }

// reg returns the node of leaf path of a register; path "" is the register itself. The address of a global and a
// function have one node for all instances, which is made with its only location; all constants share one node (none).
func (w *World) reg(in *Instance, val ssa.Value, path string) node {
	switch v := val.(type) {
	case *ssa.Global:
		known := len(w.sets)
		n := w.node(regKey{nil, v, path})
		if int(n) == known {
			o := w.object(nil, v, Memory, v.Type().Underlying().(*types.Pointer).Elem(), v.Name(), v.Pos())
			if w.add(n, Loc{o, ""}); v.Pkg.Func("init") == nil || !w.Inside(v.Pkg.Func("init")) {
				w.makeForeign(o)
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
	return w.node(regKey{in, val, path})
}

// object returns the object that a register's instruction makes in an instance.
func (w *World) object(in *Instance, site ssa.Value, kind Kind, typ types.Type, name string, pos token.Pos) *Object {
	return w.model(in, site, site, kind, typ, name, pos)
}

// model returns the object with a key in an instance, and makes it if there is none. site is nil for what no
// instruction of the program makes.
func (w *World) model(in *Instance, key any, site ssa.Value, kind Kind, typ types.Type, name string,
	pos token.Pos) *Object {
	k := objKey{in, key, kind}
	if o := w.byKey[k]; o != nil {
		return o
	}
	o := &Object{ID: int32(len(w.objects)), Kind: kind, Site: site, In: in, Type: typ, Name: name, Pos: pos}
	w.objects = append(w.objects, o)
	w.byKey[k] = o
	return o
}

// unknown returns the location of all that comes from unanalysed code, but for objects that are Made.
func (w *World) unknown() Loc {
	return Loc{w.model(nil, "unknown", nil, Unknown, nil, "unknown", token.NoPos), ""}
}

// add puts a location into the set of a node. Solve passes it on.
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
	if w.lists[n] = append(list, l); len(list) == w.delivered[n] { // else n is pending already
		w.pending = append(w.pending, n)
	}
}

// few is the number of locations that are searched one by one, without a set: nearly all nodes have one or two.
const few = 8

// edge adds the constraint that the set of node to includes that of node from.
func (w *World) edge(from, to node) {
	if from == to || w.edges[[2]node{from, to}] {
		return
	}
	w.edges[[2]node{from, to}] = true
	w.succ[from] = append(w.succ[from], to)
	for _, l := range w.lists[from][:w.delivered[from]] {
		w.add(to, l)
	}
}

// forEach calls f once for each location that a node has, now and later. f may add constraints.
func (w *World) forEach(n node, f func(Loc)) {
	w.watchers[n] = append(w.watchers[n], f)
	for _, l := range w.lists[n][:w.delivered[n]] {
		f(l)
	}
}

// copyReg copies a value of type t from leaf path of register v to leaf at of register x.
func (w *World) copyReg(t types.Type, in *Instance, v ssa.Value, path string, to *Instance, x ssa.Value, at string) {
	for _, leaf := range w.leaves(t) {
		w.edge(w.reg(in, v, path+leaf), w.reg(to, x, at+leaf))
	}
}

// load copies a value of type t from a place to leaf at of register x.
func (w *World) load(t types.Type, from Loc, in *Instance, x ssa.Value, at string) {
	for _, leaf := range w.leaves(t) {
		w.edge(w.cell(Loc{from.Obj, from.Path + leaf}), w.reg(in, x, at+leaf))
	}
}

// store copies a value of type t from leaf path of register v to a place.
func (w *World) store(t types.Type, in *Instance, v ssa.Value, path string, to Loc) {
	for _, leaf := range w.leaves(t) {
		w.edge(w.reg(in, v, path+leaf), w.cell(Loc{to.Obj, to.Path + leaf}))
	}
}

// Some reports whether one of some places is such; where none is known, one may be.
func Some(locs []Loc, such func(Loc) bool) bool {
	return len(locs) == 0 || slices.ContainsFunc(locs, such)
}
