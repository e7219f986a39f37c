package task

import (
	"flavers/cfg"
	"flavers/diag"
)

// This file frames lowering: its order, its state and its limits. Variables,
// objects and tasks are laid out in layout.go; statements are lowered in
// lower_stmt.go, lower_data.go, lower_sync.go and lower_select.go.
//
// Lowering also runs on programs with errors, to report all errors in one run;
// then what it builds is thrown away, and anything not resolved is passed over
// silently.

// Limits of a lowered program. They are far beyond what can be analysed; they
// exist so that a slip of the pen ends in a message and not in a full memory.
const (
	maxSize   = 100_000   // nodes, points, variables, objects: each
	maxValues = 65_536    // values of one type, instances of a family
	maxCombos = 4_096     // nodes of one event statement
	maxWork   = 1_000_000 // statements and expressions lowered
	maxPairs  = 1_000_000 // pairs of sites that can meet
	maxInline = 200       // procedures in procedures
)

type lowerer struct {
	*reporter
	b        *cfg.Builder
	tree     *tree
	global   map[*symbol]*binding
	isGlobal map[*symbol]bool
	busy     map[*symbol]bool // constants under evaluation
	objects  map[*symbol]objects
	families map[*taskDecl]*family
	varTypes []cfg.Type // by VarID

	nodes, points, objectCount, work int
	stopped                          bool // a limit is exceeded
	emitted                          int  // nodes and aliases added
	laid                             bool // shared variables exist
	inAtomic                         bool // what is lowered is written as atomic
	dropped                          bool // something could not be lowered, so there must be an error

	meet  map[cfg.ObjectID]*sites
	calls map[cfg.ObjectID][]fairCalls // of entries that are fair
	chans map[string][]carrier         // by what they carry, once all are laid

	// of the task being lowered
	in        *instance
	scratch   bool // what is lowered is one step: new variables live in it only
	halts     bool // and it may end the task
	loops     []loopFrame
	stepLoops []stepLoop // of the step being lowered
	accepts   []openAccept
	inline    []*procDecl
	ret       cfg.PointID // where return leads
	retAcc    int         // accepts open at the procedure's call
}

// objects are the locks, semaphores or channels of one declaration.
type objects struct {
	base cfg.ObjectID
	n    int32 // length of an array, or -1
	t    cfg.Type
	cap  int32 // of a channel: its buffer
}

// sites counts what can meet at an entry or an unbuffered channel.
type sites struct{ active, passive int }

// family is the instances of one task declaration; lo is the first index.
type family struct {
	id     cfg.FamilyID
	lo, hi int32
	inst   []*instance
}

// instance is one task.
type instance struct {
	id      cfg.TaskID
	decl    *taskDecl
	name    string
	index   int32
	env     map[*symbol]*binding
	vars    map[*symbol]*binding // the variables among all bindings so far
	taken   map[string]int       // names of variables
	entries map[*entryDecl]*entrySet
	box     cfg.ObjectID                 // mailbox or queue, if it has one
	kinds   map[*messageDecl][]paramType // of the messages it takes
}

// paramType is the type of a parameter; !ok: it is wrong.
type paramType struct {
	t  cfg.Type
	ok bool
}

// entrySet is the objects of one declared entry of one task.
type entrySet struct {
	objects
	params []cfg.Type
	ok     []bool
}

// lower makes a program of a resolved tree. The result means something only
// if there are no errors.
func lower(r *reporter, t *tree, file string) *cfg.Program {
	name := t.name.name
	if name == "" {
		name = programName(file)
	}
	l := &lowerer{reporter: r, tree: t, b: cfg.NewBuilder(name, file),
		global: map[*symbol]*binding{}, isGlobal: map[*symbol]bool{}, busy: map[*symbol]bool{},
		objects: map[*symbol]objects{}, chans: map[string][]carrier{}, families: map[*taskDecl]*family{}, meet: map[cfg.ObjectID]*sites{}, calls: map[cfg.ObjectID][]fairCalls{}}
	for _, c := range t.consts {
		l.isGlobal[c.sym] = true
	}
	for _, c := range t.consts {
		if b := l.binding(c.sym); b != nil && b.value.t.Kind == cfg.RangeType {
			if v, ok := b.value.constant(); ok {
				l.b.Name(c.name, v)
			}
		}
	}
	for _, d := range t.tasks {
		l.families[d] = l.familyOf(d)
	}
	for depth := 0; depth <= t.nesting(); depth++ { // channels of channels after what they carry
		for _, o := range t.objects {
			if o.typ.nesting() == depth {
				l.objectDecl(o)
			}
		}
	}
	for _, d := range t.shared {
		l.shared(d)
	}
	l.laid = true
	for _, d := range t.tasks {
		l.layTask(d)
	}
	for _, s := range t.posts {
		l.pending(s)
	}
	if len(t.tasks) == 0 && len(r.list.All) == 0 {
		r.errorf(t.name.span, "T311", "the program has no task").
			WithHint("write task NAME { .. }; flavers init writes a whole program to begin with")
	}
	for _, d := range t.tasks {
		for _, in := range l.families[d].inst {
			l.body(in)
		}
	}
	l.fairEntries()
	l.checkPairs()
	if r.list.HasErrors() {
		return nil
	}
	if l.dropped {
		panic("task: lower: " + file + ": part of the program was dropped without a diagnostic")
	}
	return l.b.Finish()
}

// drop notes that part of the program is left out. It returns false.
func (l *lowerer) drop() bool {
	l.dropped = true
	return false
}

// tick counts work; false: a limit is exceeded and lowering is to end.
func (l *lowerer) tick(at span) bool {
	if l.work++; l.work > maxWork {
		l.tooLarge(at, "%d statements and expressions", maxWork)
	}
	return !l.stopped
}

func (l *lowerer) tooLarge(at span, format string, args ...any) {
	if !l.stopped {
		l.stopped = true
		l.errorf(at, "T307", "the program is too large: more than "+format+" after instantiation and unrolling", args...).
			WithHint("reduce the number of instances or iterations")
	}
}

// errorf reports; in a task with instances it says which one.
func (l *lowerer) errorf(w span, code diag.Code, format string, args ...any) *diag.Diagnostic {
	d := l.reporter.errorf(w, code, format, args...)
	if l.in != nil && l.in.decl.family() {
		d.Message += " (in " + l.in.name + ")"
	}
	return d
}

// checkPairs bounds the number of actions: pairs of sites that can meet.
func (l *lowerer) checkPairs() {
	pairs := 0
	for _, s := range l.meet {
		pairs += s.active * s.passive
	}
	if pairs > maxPairs {
		l.in = nil
		l.tooLarge(span{0, 0}, "%d pairs of calls and accepts, or of sends and receives, that can meet", maxPairs)
	}
}
