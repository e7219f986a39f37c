package trans

// actorID numbers the actors of an execution in the order of their creation;
// the number of an actor may differ from one execution to another.
type actorID int32

// msgID numbers the messages of an execution in the order in which they were
// sent.
type msgID int32

// noActor sends what is there from the start.
const noActor actorID = -1

// deliverer is a program of actors together with the execution in progress. The
// search tells it which message to deliver, and takes deliveries back in the
// opposite order.
type deliverer interface {
	// outcomes is in how many ways a message that was sent and not delivered
	// can be handled now: 0, if its receiver is gone or does not take it; more
	// than 1, if the handler chooses.
	outcomes(m msgID) int
	// deliver handles a message, in one of its outcomes, and returns what this
	// did. The slice may be used again by the next call.
	deliver(m msgID, outcome int) []act
	// undo takes the last delivery back.
	undo()
	// alive reports whether an actor can still be delivered to at some time.
	alive(a actorID) bool
}

// act is one thing that happens while a message is handled: an actor is
// created, or sends a message. The deliverer numbers what is created and sent as
// the search does, from 0 in order.
type act struct {
	by   actorID // noActor: before the execution
	send bool
	to   actorID // of a message
}
