package task

// This file has the syntax tree. It does not leave the package. The parser fills in what is written. The resolver fills
// in the fields that point at symbols and declarations; such a field is nil if the name could not be resolved. The
// lowering turns the resolved tree into a cfg.Program.
//
// Most nodes have a span, their place in the source. A node that has an ident is called by it, and its span is that of
// the name.

// ident is a name with its place.
type ident struct {
	name string
	span
}

// tree is a whole file.
type tree struct {
	name    ident
	consts  []*constDecl
	enums   []*enumDecl
	shared  []*varDecl
	objects []*objDecl
	procs   []*procDecl
	tasks   []*taskDecl     // tasks, actors, loopers and processes
	posts   []*postStmt     // messages that are in mailboxes from the start
	unread  map[string]bool // names whose declarations could not be read
}

// constDecl is `const N = 4`.
type constDecl struct {
	ident
	value expr
	sym   *symbol
}

// enumDecl is `enum Phase { idle, busy }`.
type enumDecl struct {
	ident
	values []ident
	sym    *symbol
}

// varDecl declares variables of one type: `shared x, y T = init`.
type varDecl struct {
	span
	names []ident
	typ   *typeExpr
	init  *initExpr // nil if none is written
	syms  []*symbol // one for each of names
}

// initExpr is an initial value: an expression (value), the word any, or a list in braces (isList is set).
type initExpr struct {
	span
	value  expr
	any    bool
	isList bool
	list   []*initExpr
}

// objDecl declares a lock, semaphore, channel, wait group, once or condition.
type objDecl struct {
	ident
	what  string    // "lock", "rwlock", "sem", "chan", "waitgroup", "once", "cond"
	size  expr      // length of an array of objects; nil for a single object
	buf   expr      // size of the buffer of a channel; nil for a channel without a buffer
	typ   *typeExpr // type of the messages of a channel; nil if they have no value (signals)
	value expr      // initial value of a semaphore; nil for 0
	lock  *nameExpr // the lock of a condition
	read  bool      // the condition holds its lock for reading
	sym   *symbol
}

// param is a parameter of a procedure, entry, task or handler.
type param struct {
	ident
	typ *typeExpr
	sym *symbol
}

// procDecl is a procedure, `proc name(params) { body }`.
type procDecl struct {
	ident
	params []*param
	body   []stmt
	extent span      // from the keyword to the closing brace
	bad    bool      // the parameters could not be read
	calls  []procUse // the calls in the body; filled in by the resolver
	state  uint8     // for the search for recursion: whether the procedure was visited
}

// procUse is a call of a procedure.
type procUse struct {
	proc *procDecl
	at   span
}

// entryDecl is an entry of a task, `entry name[size](params)`.
type entryDecl struct {
	ident
	params []*param
	size   expr // length of a family of entries; nil for a single entry
	fair   bool // declared fair
	// What the program does with the entry; filled in by the resolver.
	plain    bool // some accept has no body
	extended bool // some accept has a body
	called   bool // some task calls it
}

// taskDecl is a task, or a task with a mailbox: an actor, looper or process.
type taskDecl struct {
	ident
	what    string // "task", "actor", "looper" or "process"
	server  bool   // a server task, which may wait for ever
	fair    bool   // declared fair
	index   ident  // name of the index of a family; "" without one
	lo, hi  expr   // bounds of the index of a family; nil without one
	params  []*param
	hasPars bool // a list of parameters is written, perhaps an empty one
	dynamic bool // the instances are spawned, up to limit
	limit   expr // largest number of instances of a dynamic task
	entries []*entryDecl
	procs   []*procDecl
	body    []stmt // for an actor, looper or process: declarations only
	extent  span   // from the keyword to the closing brace
	sym     *symbol
	idxSym  *symbol // of index

	// Only an actor, looper or process has these.
	capacity expr // of the mailbox or queue; nil if none is written
	hasInit  bool // an init block is written
	init     []stmt
	handlers []*handlerDecl
	messages []*messageDecl // the kinds of messages; filled in by the resolver
}

// mail reports whether the task has a mailbox or a queue.
func (t *taskDecl) mail() bool { return t.what != "task" }

// handlerDecl is a handler of messages, an `on` clause.
type handlerDecl struct {
	span   // of the head, without the body
	msg    ident
	quorum expr     // number of messages that the handler takes at once; nil for one
	params []*param // a parameter without a type has that of the message
	guard  expr     // nil if none is written
	body   []stmt
	extent span // with the body
	bad    bool // the head could not be read to its end
	decl   *messageDecl
}

// messageDecl is a kind of message that a task handles. It is not written: the handlers and posts of the program make
// it.
type messageDecl struct {
	ident
	params []*messageParam
	quorum bool // some handler takes several messages at once
	bad    bool // the head of some handler could not be read to its end
	posts  []*postStmt
}

// messageParam is a parameter of a message. Its type is the one that is written in some handler. If none is written, it
// is the type of the values that are posted.
type messageParam struct {
	ident
	typ  *typ      // nil while it is not known
	decl *typeExpr // where the type is written; nil if it is not written
}

// family reports whether the task has instances with an index.
func (t *taskDecl) family() bool { return t.dynamic || t.lo != nil }

// typeKind is the form of a type as written.
type typeKind uint8

const (
	typeBad typeKind = iota
	typeBool
	typeRange
	typeName // an enum
	typeRef
	typeChan // a channel of elem; elem is nil for signals
	typeArray
	typeTuple // messages with several fields; only a channel has them
)

// typeExpr is a type as written. Which fields are set depends on kind.
type typeExpr struct {
	span
	kind   typeKind
	lo, hi expr        // bounds of a typeRange
	name   ident       // the enum of a typeName, or the task of a typeRef
	sym    *symbol     // of name
	size   expr        // length of a typeArray
	elem   *typeExpr   // element of a typeArray or typeChan
	fields []*typeExpr // of a typeTuple
}

// expr is an expression: one of the types below.
type expr interface{ where() span }

type (
	// badExpr stands where no expression could be read. The error is reported.
	badExpr struct{ span }
	intLit  struct {
		span
		value int32
	}
	boolLit struct {
		span
		value bool
	}
	selfExpr struct{ span }
	// nameExpr is a constant, a variable or an array element.
	nameExpr struct {
		ident // of the name alone
		sym   *symbol
		index []expr
		all   span // with the indices
	}
	unaryExpr struct {
		span
		op string
		x  expr
	}
	binaryExpr struct {
		span
		op     string
		opSpan span // of the operator
		x, y   expr
		depth  int  // height of the tree
		guess  bool // the operator was written as in another language, and op is what was probably meant
	}
	// minmaxExpr is min(a, b, ..) or max(a, b, ..).
	minmaxExpr struct {
		span
		op   string
		args []expr
	}
	// lengthExpr is len(c), empty(c) or full(c) of a channel.
	lengthExpr struct {
		span
		op string
		ch *nameExpr
	}
	// tupleExpr is a message of several fields; only a send has one.
	tupleExpr struct {
		span
		fields []expr
	}
	// ifExpr is a conditional expression.
	ifExpr struct {
		span
		cond, then, els expr
	}
)

func (e *nameExpr) where() span { return e.all }

// stmt is a statement: one of the types below.
type stmt interface{ where() span }

type (
	varStmt struct {
		*varDecl
		hoisted bool // it is at the top level of a task, so that the variables exist from the start
	}
	constStmt struct {
		span
		decls []*constDecl
	}
	assignStmt struct {
		span
		target *nameExpr
		value  expr // nil for any, which is each value of the type
	}
	// recvStmt is a receive: x = <-c, or x, ok = <-c, or (x, == 3) = <-c.
	recvStmt struct {
		span
		target  *nameExpr // where the message is stored; nil if it is dropped or there is a pattern
		pattern []*field  // what the message must look like; nil without a pattern
		two     bool      // written with ok, which says whether there was a message
		ok      *nameExpr // where ok is stored; nil if it is dropped
		ch      *nameExpr
	}
	// sendStmt is c <- value.
	sendStmt struct {
		span
		ch    *nameExpr
		value expr
	}
	// field is a field of the pattern of a receive: _, == e, a constant or a variable.
	field struct {
		span
		any   bool // written _
		equal bool // written ==
		e     expr
		store bool // e is a variable, which gets the value; filled in by the resolver
	}
	// spawnStmt is r = spawn worker(args).
	spawnStmt struct {
		span
		target *nameExpr // where the reference to the new task is stored; nil if it is dropped
		task   ident
		sym    *symbol
		args   []expr
	}
	// joinStmt is join ref: it waits until that task has ended.
	joinStmt struct {
		span
		ref  expr
		task *taskDecl
	}
	// eventStmt is an event of the program, event name(args).
	eventStmt struct {
		span
		name ident
		args []expr
	}
	// postStmt is post task.msg(args).
	postStmt struct {
		span
		task  ident // the task, or a variable that refers to one
		sym   *symbol
		index []expr
		msg   ident
		owner *taskDecl
		decl  *messageDecl
		args  []expr
		types []*typ // of the arguments
	}
	// callStmt is call task[index].entry[member](args).
	callStmt struct {
		span
		task   ident // the task, or a variable that refers to one
		sym    *symbol
		index  []expr // which instance of a family of tasks
		entry  ident
		decl   *entryDecl
		owner  *taskDecl // the task that declares the entry
		member expr      // which member of a family of entries; nil for a single entry
		args   []expr
	}
	// acceptStmt is accept entry[member](params) { body }.
	acceptStmt struct {
		span
		entry   ident
		decl    *entryDecl
		member  expr // nil for a single entry
		hasPars bool // a list of parameters is written, perhaps an empty one
		params  []ident
		syms    []*symbol // one for each of params
		hasBody bool
		body    []stmt
	}
	selectStmt struct {
		span
		fair bool // declared fair
		alts []*alternative
	}
	// objStmt is an operation on an object without more operands.
	objStmt struct {
		span
		op  string
		obj *nameExpr
	}
	// addStmt is add wg(n).
	addStmt struct {
		span
		obj *nameExpr
		by  expr // may be negative
	}
	// onceStmt is once o { .. }.
	onceStmt struct {
		span
		obj  *nameExpr
		body []stmt
	}
	awaitStmt struct {
		span
		cond expr
	}
	assertStmt struct {
		span
		cond expr
	}
	atomicStmt struct {
		span
		body []stmt
	}
	ifStmt struct {
		span
		cond expr
		then []stmt
		els  []stmt // an else-if is a list of one ifStmt
	}
	whileStmt struct {
		span
		label ident
		cond  expr // nil for a loop without a condition
		body  []stmt
	}
	forStmt struct {
		span
		label  ident
		v      ident
		sym    *symbol
		lo, hi expr
		body   []stmt
	}
	// drainStmt is for x in <-c { .. }: receives until the channel is closed and empty.
	drainStmt struct {
		span
		label ident
		names []ident // a variable for each field of a message; "_" drops the field
		syms  []*symbol
		ch    *nameExpr
		body  []stmt
	}
	chooseStmt struct {
		span
		fair bool // declared fair
		alts [][]stmt
	}
	// procStmt is a call of a procedure.
	procStmt struct {
		span
		name ident
		sym  *symbol
		args []expr
	}
	jumpStmt struct {
		span
		what  string // "break", "continue", "return" or "stop"
		label ident
	}
	skipStmt  struct{ span }
	blockStmt struct {
		span
		body []stmt
	}
)

// altKind is the kind of an alternative of a select.
type altKind uint8

const (
	altComm      altKind = iota // waits for a communication
	altElse                     // taken if no other one can be taken at once
	altTerminate                // ends the task once nobody is left who could call it (docs/language.md)
	altSkip                     // waits for nothing
	altBad                      // could not be read; the error is reported
)

// alternative is one branch of a select.
type alternative struct {
	span
	kind     altKind
	replicas []*replica // the alternative stands for one of each combination of their values
	comm     stmt       // acceptStmt, callStmt, sendStmt or recvStmt; nil unless kind is altComm
	guard    expr       // nil if none is written
	rest     []stmt     // what follows the communication
}

// replica is an index (k in lo..hi) before an alternative.
type replica struct {
	ident
	sym    *symbol
	lo, hi expr
}
