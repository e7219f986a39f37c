package task

import (
	"flavers/cfg"
	"flavers/diag"
)

// This file is the frame of lowering, which turns a resolved tree into a cfg.Program: its order, its state and its
// limits. layout.go lays out variables, objects and tasks; the files lower_*.go lower statements, each once for every
// instance of its task, because bounds and indices differ between instances.
//
// Lowering also runs on programs with errors, so that one run reports all errors. Then the result is thrown away, and
// parts of the tree that could not be resolved are skipped without a message.

// Limits of a lowered program. They are far beyond what can be analysed. They exist so that a typing error, such as a
// range with three zeros too many, ends in a message and not in a full memory.
const (
	maxSize   = 100_000   // nodes, points, variables, objects: each
	maxValues = 65_536    // values of one type, instances of a family
	maxCombos = 4_096     // nodes of one event statement
	maxWork   = 1_000_000 // statements and expressions lowered
	maxPairs  = 1_000_000 // pairs of sites that can meet
	maxInline = 200       // procedures in procedures
)

// lowerer has the state of lowering one program.
type lowerer struct {
	*reporter
	b        *cfg.Builder
	tree     *tree
	global   map[*symbol]*binding // constants and shared variables
	isGlobal map[*symbol]bool     // the constant is declared outside of tasks
	busy     map[*symbol]bool     // the constant is being evaluated, so that it may not occur in its value
	objects  map[*symbol]objects
	families map[*taskDecl]*family
	varTypes []cfg.Type // by VarID

	// Sizes so far, for the limits above.
	nodes, points, objectCount, work int
	stopped                          bool // a limit is exceeded

	emitted  int  // number of nodes and aliases added
	laid     bool // shared variables are laid out
	inAtomic bool // the current statement is in an atomic block
	dropped  bool // something could not be lowered, so an error must have been reported

	meet  map[cfg.ObjectID]*sites
	calls map[cfg.ObjectID][]fairCalls // calls of entries that are declared fair
	chans map[string][]carrier         // by the type of their messages: all channels, once they are laid out

	// The task that is being lowered.

	in        *instance
	scratch   bool // the current statements are one step, and new variables exist only in it
	halts     bool // scratch is set, and the step may end the task
	loops     []loopFrame
	stepLoops []stepLoop   // the loops inside the current step
	accepts   []openAccept // the accepts around the current statement
	inline    []*procDecl  // the procedures around it, which are copied to where they are called
	ret       cfg.PointID  // where return leads
	retAcc    int          // number of accepts that are open where the current procedure is called
}

// objects are the locks, semaphores or channels of one declaration.
type objects struct {
	base cfg.ObjectID
	n    int32    // length of an array of objects; -1 for a single object
	t    cfg.Type // type of the messages of channels
	cap  int32    // size of the buffer of a channel
}

// sites counts the places that can meet at an entry or an unbuffered channel: calls or sends (active), and accepts or
// receives (passive).
type sites struct{ active, passive int }

// family has the instances of one task declaration, with the indices lo to hi.
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
	env     map[*symbol]*binding // what names mean at the current place
	vars    map[*symbol]*binding // the variables among all bindings so far
	taken   map[string]int       // by name of a variable: how many variables have it
	entries map[*entryDecl]*entrySet
	box     cfg.ObjectID                 // mailbox or queue of an actor, looper or process
	kinds   map[*messageDecl][]paramType // the types of the parameters of its messages
}

// paramType is the type of a parameter. ok is false if the type has an error.
type paramType struct {
	t  cfg.Type
	ok bool
}

// entrySet is the objects of one entry of one task, one for each member of a family of entries.
type entrySet struct {
	objects
	params []cfg.Type
	ok     []bool
}

// lower makes a program from a resolved tree. It returns nil if there are errors, in the tree or from lowering.
func lower(r *reporter, t *tree, file string) *cfg.Program {
	name := t.name.name
	if name == "" {
		name = programName(file)
	}
	l := &lowerer{reporter: r, tree: t, b: cfg.NewBuilder(name, file),
		global: map[*symbol]*binding{}, isGlobal: map[*symbol]bool{}, busy: map[*symbol]bool{},
		objects: map[*symbol]objects{}, chans: map[string][]carrier{}, families: map[*taskDecl]*family{}, meet: map[cfg.ObjectID]*sites{}, calls: map[cfg.ObjectID][]fairCalls{}}
	// Constants come first, because bounds of everything else may use them.
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
	// Then all that tasks share, and the tasks with their variables and entries, so that statements can name each.
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
	// Then the statements.
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

// tick counts a unit of work. It returns false if a limit is exceeded, so that lowering has to end.
func (l *lowerer) tick(at span) bool {
	if l.work++; l.work > maxWork {
		l.tooLarge(at, "%d statements and expressions", maxWork)
	}
	return !l.stopped
}

// tooLarge reports that a limit is exceeded, and stops lowering. Only the first call reports.
func (l *lowerer) tooLarge(at span, format string, args ...any) {
	if !l.stopped {
		l.stopped = true
		l.errorf(at, "T307", "the program is too large: more than "+format+" after instantiation and unrolling", args...).
			WithHint("reduce the number of instances or iterations")
	}
}

// errorf reports an error. If the current task is one of a family, the message names the instance.
func (l *lowerer) errorf(w span, code diag.Code, format string, args ...any) *diag.Diagnostic {
	d := l.reporter.errorf(w, code, format, args...)
	if l.in != nil && l.in.decl.family() {
		d.Message += " (in " + l.in.name + ")"
	}
	return d
}

// checkPairs reports if there are more than maxPairs pairs of places that can meet. Each pair becomes an action.
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
