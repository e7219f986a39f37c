package sem

import (
	"fmt"
	"go/token"

	"flavers/cfg"
)

// This file says which bound of the model a step would exceed, for people: the
// object, how far it is counted, why there is a bound, and what to do. A state has
// finitely many values; where the control flow of the program bounds a counter, that
// bound is taken and never exceeded, and where it does not, one has to be set.

// beyond fails a step that would leave what the model counts.
func (s *step) beyond(text string, pos token.Position) status {
	s.fail(&Error{Kind: cfg.LimitError, Text: text, Pos: pos})
	return failed
}

// beyondReaders returns the text of a reader too many.
func (m *Machine) beyondReaders(o cfg.ObjectID) string {
	return fmt.Sprintf("lock %s has more than %d readers at once: the control flow does not bound how often it is taken "+
		"for reading, so the model counts no further; give it back on the path that takes it again (runlock), "+
		"or bound the loop",
		m.P.Objects[o].Name, m.readers[o])
}

// beyondCount returns the text of a semaphore that is raised too often.
func (m *Machine) beyondCount(o cfg.ObjectID) string {
	return fmt.Sprintf("semaphore %s is above %d: the control flow does not bound how often it is released, "+
		"so the model counts %d above its start and no further; acquire it on the path that releases it, or bound the loop",
		m.P.Objects[o].Name, m.sems[o], m.sems[o]-m.P.Objects[o].Cap)
}

// beyondMail returns the text of a mailbox with too many equal messages of a kind.
func (b *box) beyondMail(k int32) string {
	msg := &b.object.Messages[k]
	return fmt.Sprintf("mailbox %s holds more than %s %s that %s equal: %s", b.object.Name, count(msg.Cap), msg.Name,
		are(msg.Cap), b.capacity(msg.Cap))
}

// capacity says for people where a bound on messages is from, and how to change it.
func (b *box) capacity(n int32) string {
	from := "its capacity"
	if n == cfg.DefaultCap {
		from = "its capacity, which is what is kept where none is declared and nothing bounds the posts"
	}
	return fmt.Sprintf("the model keeps %d, %s; declare a larger capacity[n] for %s, or let a guard bound the posts", n,
		from, b.object.Name)
}

// beyondQueue returns the text of a queue that is full: it has as many places as most says.
func (b *box) beyondQueue(most int32) string {
	if most < b.object.Cap {
		return fmt.Sprintf("queue %s holds more than %s: with capacity %d and %d different messages it had "+
			"more than %d contents, which are not tabled; give the messages smaller ranges",
			b.object.Name, count(most), b.object.Cap, b.count, maxQueue)
	}
	return fmt.Sprintf("queue %s holds more than %s: %s", b.object.Name, count(most), b.capacity(most))
}

// BeyondMail returns the error of a step that would count a message of a mailbox more often than its component c
// can.
func (m *Machine) BeyondMail(c CompID, pos token.Position) *Error {
	b := m.boxes[m.Comps[c].Object]
	k := b.decode(int32(c - b.comps[0])).Kind
	return &Error{Kind: cfg.LimitError, Text: b.beyondMail(k), Pos: pos}
}

// count writes a number of messages.
func count(messages int32) string {
	if messages == 1 {
		return "1 message"
	}
	return fmt.Sprintf("%d messages", messages)
}

// are returns the verb for a number of messages.
func are(messages int32) string {
	if messages == 1 {
		return "is"
	}
	return "are"
}
