package trace

import "go/token"

// Ids; each indexes the slice of its names in a Trace.
type (
	ThreadID   int32
	TaskID     int32 // a message and its handler
	LocationID int32
	LockID     int32
)

// None stands for no thread, no task or no argument.
const None = -1

// Kind says what an operation does.
type Kind uint8

// The kinds of operations. Post covers POST, NATIVE-POST, UI-POST and
// DELAY-POST; Mark what only informs people (ENABLE-x, TRIGGER-x and others
// that neither block nor touch anything).
const (
	ThreadInit Kind = iota
	ThreadExit
	Fork
	Join
	AttachQueue
	Loop
	Post
	Call
	Return
	Read
	Write
	Lock
	Unlock
	Wait
	Notify
	Nop
	Mark
)

// kindNames has the words of the numbered form.
var kindNames = [...]string{"THREADINIT", "THREADEXIT", "FORK", "JOIN", "ATTACH-Q", "LOOP", "POST", "CALL", "RET",
	"READ", "WRITE",
	"LOCK", "UNLOCK", "WAIT", "NOTIFY", "NOP", "MARK"}

func (k Kind) String() string { return kindNames[k] }

// Op is one operation.
type Op struct {
	Number int      // its number in the file; numbers increase
	Kind   Kind     // what it does
	Word   string   // how it was written: a Post may be UI-POST
	Thread ThreadID // the thread that executes it
	Task   TaskID   // the task in whose handler it is, Call and Return included; None outside handlers
	// Arg depends on the kind; None if the kind has no argument.
	//
	//	Fork, Join          the thread that is forked or joined
	//	Post, Call, Return  the task
	//	Read, Write         the location
	//	Lock, Unlock        the lock
	//	Notify              the thread that is woken
	//	Mark                the key of a life-cycle mark; None for other marks
	Arg  int32
	Dest ThreadID       // of a Post: the thread whose loop handles the message; else None
	Rest string         // fields that have no meaning here, as they were written
	Pos  token.Position // of its line; not valid in traces that were not parsed
}

// Location is a place in memory: a field of an object, or of a class.
type Location struct {
	Static     bool
	Obj, Class string
	Field      string
}

func (l Location) String() string {
	if l.Static {
		return l.Class + "." + l.Field
	}
	if l.Class == "" && (l.Field == "" || l.Field == "0") {
		return l.Obj
	}
	return l.Obj + "." + l.Field
}

// Trace is the operations of one execution, in their order.
type Trace struct {
	Threads   []string // names, by ThreadID; ordered as numbers if all are numbers
	Tasks     []string // by TaskID; ordered likewise
	Locations []Location
	Locks     []string
	Ops       []Op
	// Before has pairs of indexes into Ops: the second is blocked until the
	// first was executed.
	Before [][2]int32
}

// Accesses returns the location that an operation touches, or None, and
// whether it writes it.
func (o *Op) Accesses() (LocationID, bool) {
	switch o.Kind {
	case Read:
		return LocationID(o.Arg), false
	case Write:
		return LocationID(o.Arg), true
	}
	return None, false
}

// Describe returns operation i in words of the short form, as "t1 write x".
func (t *Trace) Describe(i int) string {
	o := &t.Ops[i]
	s := t.Threads[o.Thread] + " "
	switch o.Kind {
	case Fork, Join:
		return s + lower[o.Kind] + " " + t.Threads[o.Arg]
	case Post:
		return s + "post " + t.Tasks[o.Arg] + " " + t.Threads[o.Dest]
	case Call, Return:
		return s + lower[o.Kind] + " " + t.Tasks[o.Arg]
	case Read, Write:
		return s + lower[o.Kind] + " " + t.Locations[o.Arg].String()
	case Lock, Unlock:
		return s + lower[o.Kind] + " " + t.Locks[o.Arg]
	case Notify:
		return s + "notify " + t.Threads[o.Arg]
	case Mark:
		return s + "mark " + o.Word + o.Rest
	}
	return s + lower[o.Kind]
}

// lower has the words of the short form, by kind.
var lower = [...]string{"threadinit", "threadexit", "fork", "join", "attachq", "loop", "post", "begin", "end", "read",
	"write",
	"acquire", "release", "wait", "notify", "nop", "mark"}
