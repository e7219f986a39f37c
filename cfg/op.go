package cfg

// Op is what a node does; a closed sum. Blocking operations say when they can
// be executed; everything else always can, once the guard holds.
type Op interface{ isOp() }

// Silent does nothing: `skip`, or the commitment to an alternative of a choice.
type Silent struct{ What string }

// Test does nothing but need its guard: a branch (two nodes with opposite
// guards) or an `await` (one). Text is how the program writes it, for people: "if
// a < b"; "" if nobody wrote it.
type Test struct {
	Await bool
	Text  string
}

// Block runs statements in one step: an assignment, an event, an atomic block.
// Await: the node's guard is the condition of an await that begins the block.
type Block struct {
	Stmts []Stmt
	Await bool
}

// Fail is a run-time error of the program: it ends the execution. A failing
// assertion is a Fail node with the negated condition as guard.
type Fail struct {
	Kind ErrorKind
	Text string
}

// Call meets an Accept of the same entry and the same Extended; Extended: the
// rendezvous has a body, and Next is the point where the caller waits for the
// CallEnd node there. Args are evaluated in the caller.
type Call struct {
	Entry    ObjectID
	Args     []Expr
	Extended bool
}

// CallEnd meets an AcceptEnd of the same entry.
type CallEnd struct{ Entry ObjectID }

// Accept takes one call; the arguments go to Params, variables of the acceptor.
type Accept struct {
	Entry    ObjectID
	Params   []VarID
	Extended bool
}

// AcceptEnd ends an extended rendezvous.
type AcceptEnd struct{ Entry ObjectID }

// Send meets a Recv (no buffer), or appends to the buffer when it is not full.
// On a closed channel it is a run-time error.
type Send struct {
	Chan  ObjectID
	Value Expr
}

// Recv takes a value into Target (nil: dropped), or a message into Fields, one for
// each field of its type. From a closed, empty channel it takes the first value of the
// element type. It is executable where that value matches: the oldest one of the
// buffer, or the one that is sent. OK (nil: nowhere) takes whether there was a
// value: false from a closed, empty channel.
type Recv struct {
	Chan   ObjectID
	Target *Target
	Fields []Field // nil: Target
	OK     *Target // stored in last
	Part   RecvPart
}

// RecvPart says which receives a node is: a loop over what comes has a node for each part.
type RecvPart uint8

const (
	AnyRecv   RecvPart = iota
	ValueRecv          // only of a value
	EndRecv            // only from a closed, empty channel
)

// Field is what a receive does with a field of a message: compares it with Match (nil:
// anything matches), or stores it in Target (nil: dropped). All are compared, in order,
// before any is stored, in order.
type Field struct {
	Match  Expr
	Target *Target
}

// Targets returns where a receive stores, in order.
func (op Recv) Targets() []*Target {
	var out []*Target
	if op.Target != nil {
		out = append(out, op.Target)
	}
	for _, f := range op.Fields {
		if f.Target != nil {
			out = append(out, f.Target)
		}
	}
	if op.OK != nil {
		out = append(out, op.OK)
	}
	return out
}

// Close closes a channel; twice is a run-time error.
type Close struct{ Chan ObjectID }

// Lock takes a mutex when it is free, a reader-writer lock when nobody holds
// it or has announced to write. Announced: the task has executed Announce on
// this lock before and takes it when the last reader has gone.
type Lock struct {
	Lock      ObjectID
	Announced bool
}

// Announce bars new readers of a reader-writer lock: executable when readers
// hold it and no writer holds or has announced.
type Announce struct{ Lock ObjectID }

// Unlock frees a lock held for writing; a run-time error if it is not held.
// Any task may free it, as with Go's Mutex.
type Unlock struct{ Lock ObjectID }

// RLock takes a reader-writer lock for reading unless a writer holds it or
// has announced; RUnlock gives it back, a run-time error without a reader.
type (
	RLock   struct{ Lock ObjectID }
	RUnlock struct{ Lock ObjectID }
)

// Acquire takes one unit of a semaphore when there is one; Release gives one.
type (
	Acquire struct{ Sem ObjectID }
	Release struct{ Sem ObjectID }
)

// Wait gives up a lock held by this task (a run-time error if it is not) and
// joins the lock's wait set; Rewake is the step that takes the lock again
// after a notification. Notify wakes one waiting task, any; All: every one.
// With nobody waiting it does nothing. Notify needs the lock held by the task.
type (
	Wait   struct{ Lock ObjectID }
	Rewake struct{ Lock ObjectID }
	Notify struct {
		Lock ObjectID
		All  bool
	}
)

// GroupAdd adds to the counter of a wait group, or takes away: below zero is a
// run-time error. GroupWait waits until the counter is zero.
type (
	GroupAdd struct {
		Group ObjectID
		By    int32
	}
	GroupWait struct{ Group ObjectID }
)

// Once begins the body that is executed once, which nobody may have begun before;
// OnceEnd ends it, and OncePass waits until it has been ended. Once and OncePass
// leave the same point.
type (
	Once     struct{ Once ObjectID }
	OnceEnd  struct{ Once ObjectID }
	OncePass struct{ Once ObjectID }
)

// CondWait joins those who wait for a condition, and CondWake goes on after a
// signal; what becomes of the lock in between is other nodes. Signal wakes one waiting
// task, any; All: every one. With nobody waiting it does nothing.
type (
	CondWait struct{ Cond ObjectID }
	CondWake struct{ Cond ObjectID }
	Signal   struct {
		Cond ObjectID
		All  bool
	}
)

// Spawn starts the lowest instance of Family not started yet, passes Args to
// its parameters and stores a reference in Target (nil: dropped). With every
// instance started it is a run-time error.
type Spawn struct {
	Family FamilyID
	Args   []Expr
	Target *Target
}

// Join waits until the task that Ref refers to has ended; NoTask is a
// run-time error.
type Join struct {
	Family FamilyID
	Ref    Expr
}

// Handle takes one message of kind Msg from a box, stores its arguments in
// Params and runs Body, all in one step. From a mailbox it takes any pending
// one, from a queue the oldest message, if that is of kind Msg. It is
// executable when there is such a message and Guard, which may read Params,
// holds. Two Handles of one point are alternatives.
//
// With Quorum > 0 it takes that many messages of different senders, from a
// mailbox only: Params names, for each parameter, the first of Quorum
// consecutive variables, filled in order of the senders.
//
// A Body may hold a Stop. Then the handler is two nodes of one point: one with
// Stops, that leads to the task's End and is executable only if the body gets
// to the Stop, and one without, that is executable only if it does not, and
// has the run-time errors of both.
type Handle struct {
	Box    ObjectID
	Msg    int32 // index in Object.Messages
	Quorum int32 // 0: one message
	Params []VarID
	Guard  Expr // nil: true
	Body   []Stmt
	Stops  bool
}

// Else is executable when no other node of its point is.
type Else struct{}

// Terminate is executable when every other started task has ended, stands at a
// point with a Terminate whose guard holds, or stands at an Idle point with its
// box empty; and nothing but Terminates can be executed. Next is the task's End.
type Terminate struct{}

// Tests reports whether a node's guard is a condition of an if, while, await or
// assert, which is an event; all other guards are part of the step they guard.
func Tests(op Op) bool {
	if b, ok := op.(Block); ok {
		return b.Await
	}
	_, ok := op.(Test)
	return ok
}

// Waits reports whether a step is one that others have to come for: an accept, a
// receive, an await, the waking from a monitor's wait, a terminate. A server
// rests where it has only such steps.
func Waits(op Op) bool {
	switch op := op.(type) {
	case Accept, Recv, Rewake, CondWake, Terminate:
		return true
	case Test:
		return op.Await
	case Block:
		return op.Await
	}
	return false
}

func (Silent) isOp()    {}
func (Test) isOp()      {}
func (Block) isOp()     {}
func (Fail) isOp()      {}
func (Call) isOp()      {}
func (CallEnd) isOp()   {}
func (Accept) isOp()    {}
func (AcceptEnd) isOp() {}
func (Send) isOp()      {}
func (Recv) isOp()      {}
func (Close) isOp()     {}
func (Lock) isOp()      {}
func (Announce) isOp()  {}
func (Unlock) isOp()    {}
func (RLock) isOp()     {}
func (RUnlock) isOp()   {}
func (Acquire) isOp()   {}
func (Release) isOp()   {}
func (Wait) isOp()      {}
func (Rewake) isOp()    {}
func (Notify) isOp()    {}
func (GroupAdd) isOp()  {}
func (GroupWait) isOp() {}
func (Once) isOp()      {}
func (OnceEnd) isOp()   {}
func (OncePass) isOp()  {}
func (CondWait) isOp()  {}
func (CondWake) isOp()  {}
func (Signal) isOp()    {}
func (Spawn) isOp()     {}
func (Join) isOp()      {}
func (Handle) isOp()    {}
func (Else) isOp()      {}
func (Terminate) isOp() {}

// ErrorKind classifies run-time errors of the program under analysis.
type ErrorKind uint8

const (
	RangeError  ErrorKind = iota // a value outside its type
	IndexError                   // an array or family index out of range
	DivideError                  // division or remainder by zero
	AssertError                  // an assertion failed
	LockError                    // unlock of a free lock, wait or notify without holding it
	CloseError                   // send on or close of a closed channel
	GroupError                   // a wait group below zero
	SpawnError                   // more instances than the family has
	JoinError                    // join of no task
	StepError                    // an atomic step that does not end, or has too many outcomes
	LimitError                   // a counter of the model is exhausted: the model is not exact beyond
)

func (k ErrorKind) String() string {
	return [...]string{"range error", "index error", "division by zero", "assertion failed", "lock error",
		"closed channel", "negative wait group", "too many tasks", "join of no task", "endless step", "model limit"}[k]
}

// onObject returns what an operation does to its only operand, an object, and the kind that the object must have;
// "" for every other operation.
func onObject(op Op) (verb string, o ObjectID, k ObjectKind) {
	switch op := op.(type) {
	case CallEnd:
		return "call end", op.Entry, EntryObject
	case AcceptEnd:
		return "accept end", op.Entry, EntryObject
	case Close:
		return "close", op.Chan, ChanObject
	case Lock:
		if op.Announced {
			return "lock announced", op.Lock, LockObject
		}
		return "lock", op.Lock, LockObject
	case Announce:
		return "announce", op.Lock, LockObject
	case Unlock:
		return "unlock", op.Lock, LockObject
	case RLock:
		return "rlock", op.Lock, LockObject
	case RUnlock:
		return "runlock", op.Lock, LockObject
	case Wait:
		return "wait", op.Lock, LockObject
	case Rewake:
		return "rewake", op.Lock, LockObject
	case Notify:
		if op.All {
			return "notifyall", op.Lock, LockObject
		}
		return "notify", op.Lock, LockObject
	case Acquire:
		return "acquire", op.Sem, SemObject
	case Release:
		return "release", op.Sem, SemObject
	case GroupWait:
		return "wait", op.Group, GroupObject
	case Once:
		return "once", op.Once, OnceObject
	case OnceEnd:
		return "end of once", op.Once, OnceObject
	case OncePass:
		return "skip once", op.Once, OnceObject
	case CondWait:
		return "wait", op.Cond, CondObject
	case CondWake:
		return "wake", op.Cond, CondObject
	case Signal:
		if op.All {
			return "broadcast", op.Cond, CondObject
		}
		return "signal", op.Cond, CondObject
	}
	return "", None, 0
}
