// Package gen makes random programs and specifications out of bytes.
//
//	gen.Program(nil)
//
// is the smallest program,
//
//	program random
//
//	task t0 {
//		event a
//	}
//	...
//
// and every further byte is one more decision, so that native fuzzing finds
// and shrinks programs as it finds and shrinks byte strings. The text always
// loads without errors. Programs are made of fragments that fit together: a
// call in one task comes with its accept in another, so that executions get
// somewhere; with Faults, some halves are lost and some executions go wrong.
// State spaces are mostly below a few thousand states, not always: the caller
// discards what is too large. MessagePassing writes programs with actors,
// loopers and processes.
//
// The package does not run programs and does not know what they do.
//
// To add a construct:
//
//  1. A fragment in one of the fragment files.
//  2. Its line in the table in fragments.go.
//  3. Its row in TestEveryConstructIsExecuted.
//  4. If it has a feature of its own, a mixture that has it (Mixtures).
package gen

import (
	"fmt"
	"strings"
)

// Features restricts the constructs of a program. Events, assignments to local
// variables and skip are always there.
type Features uint32

// The features.
const (
	Rendezvous Features = 1 << iota // call and accept, entries with and without bodies and parameters
	Families                        // families of tasks and entries
	Select                          // select over calls, accepts, sends and receives (as far as those are on)
	Channels                        // with and without buffer, close
	Locks                           // lock and unlock
	RWLocks                         // rlock and runlock
	Semaphores                      // acquire and release
	Monitors                        // wait, notify, notifyall
	Shared                          // shared variables, await
	Arrays                          // array variables, dynamic indices
	Atomic                          // atomic blocks
	Choice                          // choose, any
	Control                         // if, while, loop, for, break, continue, labels, stop
	Procs                           // procedures
	Spawn                           // dynamic tasks, spawn, join
	Servers                         // tasks that may wait for ever, with and without a loop at their end
	Faults                          // assertions, and mistakes: overflows, lost halves, wrong orders

	All = Features(1<<iota - 1)

	// Messages: actors, loopers and processes. Not in All: the states are many.
	Messages = All + 1
)

// Options of Program; the zero value allows everything.
type Options struct {
	Features Features // 0: All
	Size     int      // the largest number of fragments at top level; 0: 8
}

// Program returns the text of a random program in the task language (.tfg).
func Program(data []byte) string { return Options{}.Program(data) }

// Program returns the text of a random program with these options.
func (o Options) Program(data []byte) string {
	if o.Features == 0 {
		o.Features = All
	}
	if o.Size <= 0 {
		o.Size = 8
	}
	b := &builder{in: &choices{data}, has: o.Features}
	b.declareTasks()
	b.declareData()
	if b.is(Messages) {
		b.declareMail()
		b.writeMail()
		for _, m := range b.mails {
			if t := b.free(nil); t != nil && m.dynamic && !b.in.one(6) {
				b.startMail(t)
			}
		}
	}
	for range 1 + b.in.n(o.Size) {
		b.fragment()
	}
	if b.is(Messages) {
		b.postAll()
	}
	if b.is(Servers) {
		b.serveAll()
	}
	return b.text()
}

// builder is a program that is being made. Fragments append statements to its tasks, and declare what they need.
type builder struct {
	in      *choices
	has     Features
	tasks   []*task
	mails   []*task        // actors, loopers and processes
	pending []string       // posts of the program itself, for messages that are there from the start
	started map[*task]int  // of dynamic tasks: the number of spawns
	enum    bool           // the enumeration Color is used
	shared  []variable     // shared variables
	decls   []string       // declarations of shared variables, locks, channels, semaphores
	procs   []string       // texts of procedures
	known   []proc         // the same procedures, to be called
	chans   []channel      // channels
	locks   []string       // names of locks
	rws     []string       // names of reader-writer locks
	names   map[string]int // by prefix: how many fresh names it has
	depth   int            // how deep the present fragment is within other fragments
}

// task is a task that is being made.
type task struct {
	name    string
	count   int        // the number of instances; of a dynamic task, the largest number of spawns
	family  bool       // it is name[0..count-1], with the index i
	dynamic bool       // it is spawned
	params  []variable // of a dynamic task: its parameters
	entries []*entry
	decls   []string   // declarations of its variables
	vars    []variable // its variables
	scope   []variable // constants, parameters and local variables visible where the next statement goes
	body    []string   // its statements, a line each
	indent  int        // of the next line
	busy    bool       // a fragment is in progress, and others must not append to it
	done    bool       // its last statement never ends, so nothing may follow
	loops   int        // the number of enclosing loops
	inProc  bool       // it stands for a procedure
	mail    *mail      // of an actor, looper or process
	server  bool       // it may wait for ever
}

// variable is something that an expression can read.
type variable struct {
	name string
	typ  typ
	size int  // the number of elements of an array; 0: a scalar
	ro   bool // it cannot be assigned
	con  bool // its value is known when the program is loaded, so that a mistake with it would not load
}

// fresh returns a new name.
func (b *builder) fresh(prefix string) string {
	if b.names == nil {
		b.names = map[string]int{}
	}
	b.names[prefix]++
	return fmt.Sprint(prefix, b.names[prefix]-1)
}

// is reports whether the program may have all of some features.
func (b *builder) is(f Features) bool { return b.has&f == f }

// wrong is true once in k times if mistakes are allowed, and else never.
func (b *builder) wrong(k int) bool { return b.is(Faults) && b.in.one(k) }

// say appends a statement to a task.
func (t *task) say(format string, args ...any) {
	t.body = append(t.body, strings.Repeat("\t", t.indent)+fmt.Sprintf(format, args...))
}

// open and close put what is said between them into a block.
func (t *task) open(format string, args ...any) {
	t.say(format+" {", args...)
	t.indent++
}

func (t *task) close() {
	t.indent--
	t.say("}")
}

// also ends a block and begins its continuation: `} else {`.
func (t *task) also(what string) {
	t.indent--
	t.say("} %s {", what)
	t.indent++
}

// declareTasks decides how many tasks there are, 2 to 4 of them.
func (b *builder) declareTasks() {
	for range 2 + b.in.n(10)/4 {
		t := &task{name: fmt.Sprint("t", len(b.tasks)), count: 1, indent: 1}
		if b.is(Families) && len(b.tasks) < 2 && b.in.one(5) {
			t.family, t.count = true, 2
			t.scope = append(t.scope, variable{name: "i", typ: typ{kind: 'r', hi: 1}, ro: true, con: true})
		}
		b.tasks = append(b.tasks, t)
	}
}

// declareData decides on the variables that fragments read and write.
func (b *builder) declareData() {
	if b.is(Shared) {
		for range b.in.n(3) {
			b.shared = append(b.shared, b.variable(&b.decls, "shared", b.fresh("x")))
		}
	}
	for _, t := range b.tasks {
		for range b.in.n(5) / 3 {
			t.vars = append(t.vars, b.variable(&t.decls, "var", b.fresh("v")))
		}
	}
}

// variable declares a variable of a random type.
func (b *builder) variable(decls *[]string, how, name string) variable {
	v := variable{name: name, typ: b.typ()}
	if b.is(Arrays) && b.in.one(4) {
		v.size = 2
		*decls = append(*decls, fmt.Sprintf("%s %s [2]%s", how, name, v.typ))
		return v
	}
	init := ""
	if b.in.one(2) {
		init = " = " + v.typ.value(b.in)
	}
	*decls = append(*decls, fmt.Sprintf("%s %s %s%s", how, name, v.typ, init))
	return v
}

// text puts the program together.
func (b *builder) text() string {
	var out strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	line("program random\n")
	if b.enum {
		line("enum Color { red, green, blue }")
	}
	for _, d := range b.decls {
		line("%s", d)
	}
	for _, p := range b.procs {
		line("%s", p)
	}
	for _, t := range b.tasks {
		head := "task " + t.name
		if t.server {
			head = "server " + head
		}
		if t.family {
			head += fmt.Sprintf("[i in 0..%d]", t.count-1)
		}
		if t.dynamic {
			if len(t.params) > 0 {
				head += "(" + declared(t.params) + ")"
			}
			head += fmt.Sprintf(" dynamic[%d]", t.count)
		}
		line("\n%s {", head)
		for _, e := range t.entries {
			line("\t%s", e)
		}
		for _, d := range t.decls {
			line("\t%s", d)
		}
		if len(t.body) == 0 {
			t.say("skip")
		}
		for _, s := range t.body {
			line("%s", s)
		}
		line("}")
	}
	for _, t := range b.mails {
		t.mailText(line)
	}
	for _, s := range b.pending {
		line("%s", s)
	}
	return out.String()
}

// declared writes a list of parameters.
func declared(params []variable) string {
	parts := make([]string, len(params))
	for i, p := range params {
		parts[i] = p.name + " " + p.typ.String()
	}
	return strings.Join(parts, ", ")
}
