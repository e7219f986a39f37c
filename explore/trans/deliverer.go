package trans

// actorID numbers the actors of an execution in the order of their creation;
// the number of an actor may differ from one execution to another.
type actorID int32

// msgID numbers the messages of an execution in the order in which they were
// sent.
type msgID int32

// noActor is the sender of messages that are there from the start, and the creator
// of actors that are.
const noActor actorID = -1

// deliverer is all that the search knows of a program: a program of actors
// together with the execution in progress. The search tells it which message to
// deliver, and takes deliveries back in the opposite order. system is the one for
// programs; tests have a smaller one.
type deliverer interface {
	// outcomes returns in how many ways message m, which was sent and not
	// delivered, can be handled now: 0 if its receiver has ended or a guard
	// disables the message, more than 1 if the handler chooses.
	outcomes(m msgID) int
	// deliver handles message m, in the way with number outcome, and returns what
	// this did, in order. The slice may be used again by the next call.
	deliver(m msgID, outcome int) []act
	// undo takes the last delivery back.
	undo()
	// alive reports whether an actor may still take messages.
	alive(a actorID) bool
}

// act is one thing that happens while a message is handled: an actor creates
// another, or sends a message. The deliverer and the search both number actors and
// messages in the order of these acts.
type act struct {
	by   actorID // who does it; noActor: it is there from the start
	send bool    // a message is sent; otherwise an actor is created
	to   actorID // the receiver of the message
}
