package sem

import (
	"strings"

	"flavers/cfg"
)

// This file gives names to what steps do. A step has a list of occurrences, each
// with the names by which a specification may call it:
//
//	x = 1           AssignEvent   x=1
//	test x == 1     TestEvent     x==1, where x had the value 1
//	fork.up(1)      CallEvent     fork.up and fork.up(1)
//	send, receive   MeetEvent     c<-1 and <-c

// Occurrence is one observable thing that a step does. Which of the fields say
// something depends on its kind; the others are zero.
type Occurrence struct {
	Kind    EventKind
	Tasks   []cfg.TaskID // the tasks that it belongs to: one, or two that meet
	Object  cfg.ObjectID // the object of the operation, of all kinds behind OwnEvent but SpawnEvent and JoinEvent
	Task    cfg.TaskID   // SpawnEvent, JoinEvent: the task that is started, or has been waited for
	Vars    []cfg.VarID  // TestEvent: the variables read, each once; AssignEvent: the variable assigned to
	Event   string       // OwnEvent: the name of the event
	Args    []string     // TestEvent, AssignEvent: the values of Vars; others: the arguments, as they are written
	Message Message      // HandleEvent, PostEvent

	names []string // the shortest first
}

// EventKind says what an occurrence is.
type EventKind uint8

const (
	TestEvent   EventKind = iota // of Vars: "x==1", "y==0"
	AssignEvent                  // to Vars[0]: "x=1"
	OwnEvent                     // an event statement of the program: "eat(0)"
	CallEvent                    // a rendezvous: "fork.up", "fork.up(1)"
	EndEvent                     // of a rendezvous with a body: "fork.up.end"
	SendEvent                    // into a buffer: "c<-1"
	RecvEvent                    // from a buffer, or a closed channel: "<-c"
	MeetEvent                    // of a send and a receive: "c<-1", "<-c"
	HandleEvent                  // of a message: "main.clicked", "main.clicked(1)"
	PostEvent                    // of a message: "post main.clicked", "post main.clicked(1)"
	SpawnEvent                   // of Task: "spawn worker[0]"
	JoinEvent                    // of Task
	LockEvent                    // of Object, as those that follow: "lock door"
	UnlockEvent
	RLockEvent
	RUnlockEvent
	WaitEvent
	WakeEvent
	NotifyEvent
	NotifyAllEvent
	AcquireEvent
	ReleaseEvent
	CloseEvent
	SignalEvent
	BroadcastEvent
	OnceEvent
	OnceEndEvent // "once setup.end"
	SkipEvent    // of what has been executed: "once setup.skip"
	DoneEvent
	AddEvent // to a wait group: "add wg", "add wg(2)"
)

// verbs begin the names of events.
var verbs = [...]string{PostEvent: "post ", SpawnEvent: "spawn ", JoinEvent: "join ", LockEvent: "lock ",
	UnlockEvent: "unlock ",
	RLockEvent:  "rlock ", RUnlockEvent: "runlock ", WaitEvent: "wait ", WakeEvent: "wake ", NotifyEvent: "notify ",
	NotifyAllEvent: "notifyall ", AcquireEvent: "acquire ", ReleaseEvent: "release ", CloseEvent: "close ",
	SignalEvent: "signal ", BroadcastEvent: "broadcast ", OnceEvent: "once ", OnceEndEvent: "once ", SkipEvent: "once ",
	DoneEvent: "done ", AddEvent: "add "}

// Named returns the occurrence in a program, with its names.
func (o Occurrence) Named(p *cfg.Program) Occurrence {
	name := ""
	if o.Kind > OwnEvent && o.Kind != SpawnEvent && o.Kind != JoinEvent {
		name = p.Objects[o.Object].Name
	}
	switch o.Kind {
	case TestEvent, AssignEvent:
		is := map[EventKind]string{TestEvent: "==", AssignEvent: "="}[o.Kind]
		o.names = make([]string, len(o.Vars))
		for i, v := range o.Vars {
			o.names[i] = p.Vars[v].Name + is + o.Args[i]
		}
	case OwnEvent:
		o.names = []string{o.Event + arguments(o.Args)}
	case CallEvent:
		o.names = shortAndFull(name, name+arguments(o.Args))
	case EndEvent:
		o.names = []string{name + ".end"}
	case SendEvent:
		o.names = []string{name + "<-" + o.Args[0]}
	case RecvEvent:
		o.names = []string{"<-" + name}
	case MeetEvent:
		o.names = []string{name + "<-" + o.Args[0], "<-" + name}
	case HandleEvent, PostEvent:
		full, short := title(&p.Objects[o.Object], o.Message)
		o.names = shortAndFull(verbs[o.Kind]+short, verbs[o.Kind]+full)
	case OnceEndEvent:
		o.names = []string{verbs[o.Kind] + name + ".end"}
	case SkipEvent:
		o.names = []string{verbs[o.Kind] + name + ".skip"}
	case AddEvent:
		o.names = shortAndFull(verbs[o.Kind]+name, verbs[o.Kind]+name+arguments(o.Args))
	case SpawnEvent, JoinEvent:
		o.names = []string{verbs[o.Kind] + p.Tasks[o.Task].Name}
	default:
		o.names = []string{verbs[o.Kind] + name}
	}
	return o
}

// shortAndFull lists both names, or one if they are equal.
func shortAndFull(short, full string) []string {
	if full == short {
		return []string{short}
	}
	return []string{short, full}
}

// arguments writes values after a name.
func arguments(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return "(" + strings.Join(list, ",") + ")"
}

// Names returns the alternative names by which specifications may call the occurrence.
func (o *Occurrence) Names() []string { return o.names }

// String returns the name that says most to people: the one with arguments, if there are any.
func (o *Occurrence) String() string {
	switch o.Kind {
	case CallEvent, HandleEvent, PostEvent, AddEvent:
		return o.names[len(o.names)-1]
	}
	return o.names[0]
}

// Owners returns the names of the occurrence's tasks.
func (o *Occurrence) Owners(p *cfg.Program) []string {
	out := make([]string, len(o.Tasks))
	for i, t := range o.Tasks {
		out[i] = p.Tasks[t].Name
	}
	return out
}
