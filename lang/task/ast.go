package task

// The syntax tree. It never leaves the package. The parser fills in what is
// written; the resolver fills in the fields that point at symbols. A field
// that points at a symbol is nil when the name could not be resolved.

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
	tasks   []*taskDecl     // actors, loopers and processes too
	posts   []*postStmt     // messages that are there from the start
	unread  map[string]bool // names whose declarations could not be read
}

type constDecl struct {
	ident
	value expr
	sym   *symbol
}

type enumDecl struct {
	ident
	values []ident
	sym    *symbol
}

// varDecl declares variables of one type: shared x, y T = init.
type varDecl struct {
	span
	names []ident
	typ   *typeExpr
	init  *initExpr // nil: none
	syms  []*symbol
}

// initExpr is an initial value: an expression, any, or a list in braces.
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
	size  expr      // array length; nil: none
	buf   expr      // of a channel: its buffer; nil: none
	typ   *typeExpr // of a channel; nil: signals
	value expr      // of a semaphore; nil: 0
	lock  *nameExpr // of a condition
	read  bool      // it is held for reading
	sym   *symbol
}

type param struct {
	ident
	typ *typeExpr
	sym *symbol
}

type procDecl struct {
	ident
	params []*param
	body   []stmt
	extent span      // from the keyword to the closing brace
	bad    bool      // the parameters could not be read
	calls  []procUse // in the body; filled by the resolver
	state  uint8     // of the search for recursion
}

type procUse struct {
	proc *procDecl
	at   span
}

type entryDecl struct {
	ident
	params []*param
	size   expr // family length; nil: a single entry
	fair   bool // written fair entry
	// which forms of accept the program contains
	plain, extended bool
	called          bool
}

type taskDecl struct {
	ident
	what    string // "task", "actor", "looper" or "process"
	server  bool   // of a task: written server task
	fair    bool   // written fair task, fair actor, ..
	index   ident  // name of the family index; "" if none
	lo, hi  expr   // of the family; nil if none
	params  []*param
	hasPars bool // a parameter list was written
	dynamic bool
	limit   expr // of a dynamic family
	entries []*entryDecl
	procs   []*procDecl
	body    []stmt // of an actor, looper or process: declarations only
	extent  span   // from the keyword to the closing brace
	sym     *symbol
	idxSym  *symbol

	// of an actor, looper or process
	capacity expr // nil: none
	hasInit  bool
	init     []stmt
	handlers []*handlerDecl
	messages []*messageDecl // by the resolver
}

// mail reports whether the task has a mailbox or a queue.
func (t *taskDecl) mail() bool { return t.what != "task" }

// handlerDecl is one `on` clause.
type handlerDecl struct {
	span   // of its head
	msg    ident
	quorum expr     // nil: one message
	params []*param // typ nil: that of the message
	guard  expr     // nil: none
	body   []stmt
	extent span // with its body
	bad    bool // its head could not be read whole
	decl   *messageDecl
}

// messageDecl is a kind of message that a task handles.
type messageDecl struct {
	ident
	params []*messageParam
	quorum bool // some handler takes a quorum
	bad    bool // a head of a handler could not be read whole
	posts  []*postStmt
}

// messageParam is a parameter of a message. Its type is written in some
// handler, or else that of the values posted.
type messageParam struct {
	ident
	typ  *typ      // nil: not known yet
	decl *typeExpr // nil: not known
}

// family reports whether the task has instances with an index.
func (t *taskDecl) family() bool { return t.dynamic || t.lo != nil }

type typeKind uint8

const (
	typeBad typeKind = iota
	typeBool
	typeRange
	typeName // an enum
	typeRef
	typeChan // of elem; nil: signals
	typeArray
	typeTuple // of a channel's messages
)

type typeExpr struct {
	span
	kind   typeKind
	lo, hi expr  // range
	name   ident // enum or task
	sym    *symbol
	size   expr // array
	elem   *typeExpr
	fields []*typeExpr // tuple
}

// expr is an expression; a closed sum.
type expr interface{ where() span }

type (
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
		opSpan span
		x, y   expr
		depth  int
		guess  bool // the operator is one of another language
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
	ifExpr struct {
		span
		cond, then, els expr
	}
)

func (e *nameExpr) where() span { return e.all }

// stmt is a statement; a closed sum.
type stmt interface{ where() span }

type (
	varStmt struct {
		*varDecl
		hoisted bool // at the top level of a task: the variable exists from the start
	}
	constStmt struct {
		span
		decls []*constDecl
	}
	assignStmt struct {
		span
		target *nameExpr
		value  expr // nil: any
	}
	recvStmt struct {
		span
		target  *nameExpr // nil: dropped
		pattern []*field  // nil: target
		two     bool      // it tells whether there was a value: x, ok = <-c
		ok      *nameExpr // where it stores that; nil: dropped
		ch      *nameExpr
	}
	sendStmt struct {
		span
		ch    *nameExpr
		value expr
	}
	// field is a field of the pattern of a receive: _, == e, a constant or a variable.
	field struct {
		span
		any   bool
		equal bool // written ==
		e     expr
		store bool // e is a variable; by the resolver
	}
	spawnStmt struct {
		span
		target *nameExpr // nil: dropped
		task   ident
		sym    *symbol
		args   []expr
	}
	joinStmt struct {
		span
		ref  expr
		task *taskDecl
	}
	eventStmt struct {
		span
		name ident
		args []expr
	}
	postStmt struct {
		span
		task  ident // or a variable that refers to one
		sym   *symbol
		index []expr
		msg   ident
		owner *taskDecl
		decl  *messageDecl
		args  []expr
		types []*typ // of the arguments
	}
	callStmt struct {
		span
		task   ident // or a variable that refers to a task
		sym    *symbol
		index  []expr
		entry  ident
		decl   *entryDecl
		owner  *taskDecl
		member expr
		args   []expr
	}
	acceptStmt struct {
		span
		entry   ident
		decl    *entryDecl
		member  expr
		hasPars bool
		params  []ident
		syms    []*symbol
		hasBody bool
		body    []stmt
	}
	selectStmt struct {
		span
		fair bool // written fair select
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
		by  expr
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
		cond  expr // nil: loop
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
		names []ident // of a message of several fields more than one; "_" drops
		syms  []*symbol
		ch    *nameExpr
		body  []stmt
	}
	chooseStmt struct {
		span
		fair bool // written fair choose
		alts [][]stmt
	}
	procStmt struct {
		span
		name ident
		sym  *symbol
		args []expr
	}
	jumpStmt struct {
		span
		what  string // break, continue, return, stop
		label ident
	}
	skipStmt  struct{ span }
	blockStmt struct {
		span
		body []stmt
	}
)

type altKind uint8

const (
	altComm altKind = iota
	altElse
	altTerminate
	altSkip // waits for nothing
	altBad
)

// alternative is one branch of a select.
type alternative struct {
	span
	kind     altKind
	replicas []*replica
	comm     stmt // acceptStmt, callStmt, sendStmt or recvStmt
	guard    expr
	rest     []stmt
}

// replica is (k in lo..hi) before an alternative.
type replica struct {
	ident
	sym    *symbol
	lo, hi expr
}
