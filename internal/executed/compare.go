package executed

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// The comparison of a log with a model.

// Answer is what the model of a root has of an operation, from the best to the worst.
type Answer int

const (
	InTask    Answer = iota // a node of the same kind there, in a task that is started where the goroutine was
	Quiet                   // one of a lock that keeps nobody waiting
	Covered                 // an entry of the ledger is about it
	Elsewhere               // a node of the same kind there, in another task only
	Bounded                 // none of these, but the ledger has an entry: no answer about the root is plain
	Missing                 // the model does not have it, and the answers do not say so
)

func (a Answer) String() string {
	return [...]string{"node", "quiet", "ledger", "other task", "bounded", "missing"}[a]
}

// Operation is one that was executed: all records of one kind at a place by goroutines of one go statement.
type Operation struct {
	Kind Kind
	Place
	Began  Place // the go statement; no file: that of code which is not followed, or the root itself
	Answer Answer
	By     string  // the code of the entry that covers it
	Stack  []Frame // of a record that has this answer
	// InRoot: the goroutine of the root executed it; Before: what comes before the root did, or a goroutine that was
	// started there.
	InRoot, Before bool
	deferred       bool     // it was called through a function value, perhaps where its function ends
	at             int      // the call of the stack that executes it
	nodes          []Object // what the nodes that it may be are on
}

// Shared is an object that several operations of a run were on.
type Shared struct {
	Answer     Answer
	Merged     bool        // it is several objects, and the model has fewer
	By         string      // the code of the entry that covers it
	Operations []Operation // those that are nodes; two of these share no object of the model, if one is missing
}

func (o Operation) String() string {
	began := "a goroutine of code that is not followed"
	switch {
	case o.InRoot:
		began = "the root"
	case o.Before:
		began = "what comes before the root"
	case o.Began.File != "":
		began = fmt.Sprintf("the goroutine of %s:%d", o.Began.File, o.Began.Line)
	}
	return fmt.Sprintf("%s: %s at %s:%d by %s", o.Answer, o.Kind, o.File, o.Line, began)
}

// Comparison compares logs with models.
type Comparison struct {
	Followed func(file string) bool // files of packages that the model has followed
	Root     string                 // the name of the root's function
	RootFile string                 // where that is
	files    files
}

// Compare finds what a model has of each operation of a log that followed code has executed, and of each object that
// several of them were on.
func (c *Comparison) Compare(m *Model, log []Record) ([]Operation, []Shared) {
	if c.files == nil {
		c.files = files{}
	}
	found := map[way]Operation{}
	on := map[uint64]map[way]bool{}
	asked := map[uint64]bool{} // contexts that followed code waits for
	ended := map[uint64]bool{} // the channel of all contexts that have ended before they were asked for it
	for _, r := range log {
		if len(r.Stack) > 1 && r.Stack[0].Function == "runtime.closechan" && r.Stack[1].Function == "context.init.0" {
			ended[r.Object] = true
		}
		if i := c.direct(r.Stack); i > 0 && r.Stack[0].Function == askContext {
			asked[r.Object] = true
		}
	}
	for _, r := range log {
		o, ok := c.operation(r)
		if !ok || o.Kind == Cancel && !asked[r.Object] {
			continue
		}
		c.answer(m, &o)
		key := o.way()
		if known, ok := found[key]; !ok || known.Answer < o.Answer {
			found[key] = o
		}
		if r.Object > none && !r.Again && o.Kind != Cancel && !ended[r.Object] {
			if on[r.Object] == nil {
				on[r.Object] = map[way]bool{}
			}
			on[r.Object][key] = true
		}
	}
	out := slices.SortedFunc(maps.Values(found), Operation.compare)
	return out, append(c.objects(m, out, on), c.merged(m, out, on)...)
}

// way is what operations are taken for one by.
type way struct {
	kind     Kind
	at, from Place
	root     bool
}

func (o Operation) way() way { return way{o.Kind, o.Place, o.Began, o.InRoot} }

func (o Operation) compare(b Operation) int {
	return cmp.Or(cmp.Compare(o.File, b.File), cmp.Compare(o.Line, b.Line), cmp.Compare(o.Kind, b.Kind),
		cmp.Compare(o.Began.File, b.Began.File), cmp.Compare(o.Began.Line, b.Began.Line))
}

// operation returns what a record is about, and false if nothing that followed code does itself, or that a model
// has.
func (c *Comparison) operation(r Record) (Operation, bool) {
	i, k := c.direct(r.Stack), c.kind(r)
	if i <= 0 || k == "" {
		return Operation{}, false
	}
	o := Operation{Kind: k, Place: Place{r.Stack[i].File, r.Stack[i].Line}, Stack: r.Stack, at: i}
	if c.Followed(r.Began.File) && !starts[r.Began.Function] {
		o.Began = Place{r.Began.File, r.Began.Line}
	}
	o.InRoot, o.Before = c.begins(r)
	o.deferred = k == Cancel || slices.ContainsFunc(r.Stack[:i], methodValue)
	return o, true
}

// objects judges the objects that several operations were on, by their addresses: one object of the model must be that
// of a node of each. Operations without nodes were judged before.
func (c *Comparison) objects(m *Model, all []Operation, on map[uint64]map[way]bool) []Shared {
	var out []Shared
	judged := map[string]bool{} // by what was done to them: a loop makes many that are alike
	for _, ways := range on {
		var done []Operation
		for _, o := range all {
			if ways[o.way()] && (o.Answer == InTask || o.Answer == Elsewhere) {
				done = append(done, o)
			}
		}
		if key := fmt.Sprint(done); len(done) > 1 && !judged[key] {
			judged[key] = true
			out = append(out, c.shared(m, done))
		}
	}
	slices.SortFunc(out, func(a, b Shared) int {
		return slices.CompareFunc(a.Operations, b.Operations, Operation.compare)
	})
	return out
}

// shared judges the object that some operations were on. A node of the model may be on any of several objects of its
// place; the execution of the model that a run is has chosen one.
func (c *Comparison) shared(m *Model, done []Operation) Shared {
	common := done[0].nodes
	for i, o := range done[1:] {
		left := slices.DeleteFunc(slices.Clone(common), func(x Object) bool { return !slices.Contains(o.nodes, x) })
		if len(left) > 0 {
			common = left
			continue
		}
		return c.unless(m, []Operation{done[i], o}, done)
	}
	return Shared{Answer: InTask, Operations: done}
}

// merged finds objects of a run that the model takes for one: more addresses than there are objects of the model that
// all operations on each of them may be on. A model may do that where its ledger says so (U06). Addresses with an
// operation that has no node, or is on an object that is not known, are left out: May err towards: fewer.
func (c *Comparison) merged(m *Model, all []Operation, on map[uint64]map[way]bool) []Shared {
	type set struct {
		objects []Object
		n       int // addresses whose operations may only be on these
		done    []Operation
	}
	sets := map[string]*set{}
	var may [][]Object // of each address
	for _, ways := range on {
		var done []Operation
		var objects []Object
		for _, o := range all {
			switch {
			case !ways[o.way()]:
			case len(done) == 0:
				done, objects = append(done, o), slices.Clone(o.nodes)
			default:
				done = append(done, o)
				objects = slices.DeleteFunc(objects, func(x Object) bool { return !slices.Contains(o.nodes, x) })
			}
		}
		if len(objects) == 0 || len(done) < len(ways) || slices.Contains(objects, 0) {
			continue
		}
		slices.Sort(objects)
		objects = slices.Compact(objects)
		may = append(may, objects)
		if key := fmt.Sprint(objects); sets[key] == nil {
			sets[key] = &set{objects, 0, done}
		}
	}
	var out []Shared
	for _, s := range sets {
		for _, objects := range may {
			if !slices.ContainsFunc(objects, func(x Object) bool { return !slices.Contains(s.objects, x) }) {
				s.n++
			}
		}
		if s.n > len(s.objects) {
			of := c.unless(m, s.done, s.done)
			of.Merged = true
			out = append(out, of)
		}
	}
	slices.SortFunc(out, func(a, b Shared) int {
		return slices.CompareFunc(a.Operations, b.Operations, Operation.compare)
	})
	return out
}

// unless returns a mistake in some operations, unless the ledger is about one of those that are done, or has some
// entry.
func (c *Comparison) unless(m *Model, wrong, done []Operation) Shared {
	s := Shared{Answer: Missing, Operations: wrong}
	for _, o := range done {
		if e := c.entry(m, o); e != "" {
			s.Answer, s.By = Covered, e
		}
	}
	if s.Answer == Missing && !m.Idle && len(m.Ledger) > 0 {
		s.Answer, s.By = Bounded, m.Ledger[0].Code
	}
	return s
}

// methodValue reports whether a call is of what the compiler makes for a method value.
func methodValue(f Frame) bool { return strings.HasSuffix(f.Function, "-fm") }

const (
	askContext    = "context.(*cancelCtx).Done"
	cancelContext = "context.(*cancelCtx).cancel"
)

// starts are the functions of the library with go statements that models know by the calls of these functions.
var starts = map[string]bool{"sync.(*WaitGroup).Go": true, "context.(*afterFuncCtx).cancel": true, "time.goFunc": true,
	modelled + "Go": true, modelled + "TryGo": true}

// modelled are the functions of another module that a model knows as operations where they are called, also if their
// package is followed.
const modelled = "golang.org/x/sync/errgroup.(*Group)."

// direct returns the call of a stack that executes the operation itself: the first that is followed, if nothing
// lies between it and the operation but package reflect, wrappers, and, where a context ends, package context. 0:
// code that is not followed executes it.
func (c *Comparison) direct(stack []Frame) int {
	if len(stack) == 0 {
		return 0
	}
	ends := stack[0].Function == cancelContext
	for i, f := range stack[1:] {
		switch {
		case strings.HasPrefix(f.Function, modelled):
		case c.Followed(f.File) && !leaf(f):
			return i + 1
		case f.File == "<autogenerated>" || strings.HasPrefix(f.Function, "reflect."):
		case ends && strings.HasPrefix(f.Function, "context."):
		default:
			return 0
		}
	}
	return 0
}

// leaf reports whether a call is of a function that the model knows as one operation, also where its package is
// followed: all of package context, and what has hooks.
func leaf(f Frame) bool {
	_, ok := kinds[f.Function]
	return ok || strings.HasPrefix(f.Function, "context.") && !strings.HasSuffix(f.File, "_test.go")
}

// kinds are those of the functions that have hooks.
var kinds = map[string]Kind{
	"runtime.chansend1": Send, "reflect.chansend0": Send, "runtime.selectnbsend": Select,
	"runtime.chanrecv1": Receive, "runtime.chanrecv2": Receive, "reflect.chanrecv": Receive,
	"runtime.selectnbrecv": Select,
	"runtime.block":        Block, "runtime.closechan": Close, "runtime.selectgo": Select, "reflect.rselect": Select,
	"sync.(*Mutex).Lock": Lock, "sync.(*Mutex).Unlock": Unlock, "sync.(*Mutex).TryLock": Try,
	"sync.(*RWMutex).Lock": Lock, "sync.(*RWMutex).Unlock": Unlock, "sync.(*RWMutex).TryLock": Try,
	"sync.(*RWMutex).RLock": RLock, "sync.(*RWMutex).RUnlock": RUnlock, "sync.(*RWMutex).TryRLock": Try,
	"sync.(*rlocker).Lock": RLock, "sync.(*rlocker).Unlock": RUnlock,
	"sync.(*WaitGroup).Add": GroupAdd, "sync.(*WaitGroup).Done": GroupAdd, "sync.(*WaitGroup).Wait": GroupWait,
	"sync.(*WaitGroup).Go": GroupGo,
	"sync.(*Cond).Wait":    CondWait, "sync.(*Cond).Signal": CondSignal, "sync.(*Cond).Broadcast": CondSignal,
	"sync.(*Once).Do": OnceDo, cancelContext: Cancel,
}

// kind returns what the operation of a record does, or "" if nothing that a model has.
func (c *Comparison) kind(r Record) Kind {
	if len(r.Stack) == 0 {
		return ""
	}
	k := kinds[r.Stack[0].Function]
	if k == Cancel && slices.ContainsFunc(r.Stack, makesContext) {
		return ""
	}
	if r.Object == none && (k == Send || k == Receive) {
		return Block
	}
	return k
}

// makesContext reports whether a call makes a context. One that has ended when it is made, as its parent has or its
// time is over, has ended in a model before: there contexts end with their parents.
func makesContext(f Frame) bool {
	return f.Function == "context.(*cancelCtx).propagateCancel" || f.Function == "context.WithDeadlineCause"
}

// begins says whether an operation is one of the goroutine of the root, or of what comes before: of initializers, or
// TestMain.
func (c *Comparison) begins(r Record) (root, before bool) {
	for _, f := range r.Stack {
		switch {
		case f.File == c.RootFile && strings.HasSuffix(f.Function, "."+c.Root):
			return true, false
		case f.Function == "runtime.doInit1" || f.Function == "runtime.main":
			return false, true
		}
	}
	_, function, _ := strings.Cut(r.Began.Function[strings.LastIndexByte(r.Began.Function, '/')+1:], ".")
	return false, function == "init" || strings.HasPrefix(function, "init.") || strings.HasPrefix(function, "TestMain")
}

// answer finds what a model has of an operation.
func (c *Comparison) answer(m *Model, o *Operation) {
	var elsewhere []Object
	for _, n := range m.Nodes {
		switch {
		case n.File != o.File || !fits(o.Kind, n.Kind) || !c.there(*o, n.Line):
		case c.started(*o, n):
			o.nodes = append(o.nodes, n.On)
		default:
			elsewhere = append(elsewhere, n.On)
		}
	}
	if len(o.nodes) > 0 {
		o.Answer = InTask
		return
	}
	switch o.Kind {
	case Lock, Unlock, RLock, RUnlock, OnceDo:
		for p := range m.Quiet {
			if p.File == o.File && c.there(*o, p.Line) {
				o.Answer = Quiet
				return
			}
		}
	}
	o.By = c.entry(m, *o)
	switch {
	case o.By != "":
		o.Answer = Covered
	case len(elsewhere) > 0:
		o.Answer, o.nodes = Elsewhere, elsewhere
	case !m.Idle && len(m.Ledger) > 0:
		o.Answer, o.By = Bounded, m.Ledger[0].Code
	default:
		o.Answer = Missing
	}
}

// entry returns the code of an entry of a ledger that is about an operation; "" if there is none. Idle roots have
// no ledger.
func (c *Comparison) entry(m *Model, o Operation) string {
	if !m.Idle {
		for _, e := range m.Ledger {
			if c.covers(e, o) {
				return e.Code
			}
		}
	}
	return ""
}

// started reports whether the task of a node may be the goroutine of an operation.
func (c *Comparison) started(o Operation, n Node) bool {
	switch {
	case o.InRoot:
		return n.Root
	case o.Began.File == "":
		return true
	}
	return n.Began.File == o.Began.File && c.files.within(n.Began.File, n.Began.Line, o.Began.Line)
}

// fits reports whether an operation may be a node of a kind.
func fits(o, n Kind) bool {
	switch o {
	case Select:
		return n == Send || n == Receive || n == Other || n == Block
	case Try:
		return n == Lock || n == RLock
	case GroupGo:
		return n == GroupAdd
	case Cancel:
		return n == Close
	}
	return o == n
}

// there reports whether an operation is at a line: that of its call, of a statement that it is a part of, of an
// alternative of a select; or of a defer statement, if it is called through a function value, as that is called where
// the function ends.
func (c *Comparison) there(o Operation, line int) bool {
	switch {
	case c.files.sameStatement(o.File, o.Line, line):
		return true
	case o.Kind == Select && c.files.alternatives(o.File, o.Line, line):
		return true
	}
	return o.deferred &&
		slices.ContainsFunc(c.files.deferring(o.File, o.Line), func(s span) bool { return s.has(line) })
}

// about are the codes of entries that are about what is executed at a place. Others cut loops and buffers short, or
// take in more than there is: no step is left out altogether.
var about = []string{"B02", "B03", "B04", "B05", "B10", "U01", "U02", "U03", "U04", "U06", "U08", "U09", "U10", "U11",
	"U12", "U13", "U14", "U15"}

// covers reports whether an entry of a ledger is about an operation: one that is executed within the statement at its
// place, or while that is executed, or by the function that is declared there; of what is done before the root (U05),
// one that is.
func (c *Comparison) covers(e Entry, o Operation) bool {
	if e.Code == "U05" {
		return o.Before
	}
	if e.File == "" || !slices.Contains(about, e.Code) {
		return false
	}
	for _, f := range append(slices.Clone(o.Stack[o.at:]), Frame{File: o.Began.File, Line: o.Began.Line}) {
		if f.File != e.File {
			continue
		}
		if c.files.within(e.File, e.Line, f.Line) {
			return true
		}
		if s, ok := c.files.function(e.File, e.Line, e.Column); ok && s.has(f.Line) {
			return true
		}
	}
	return false
}
