package sem

import (
	"slices"
	"strconv"

	"flavers/cfg"
)

// This file numbers the messages of mailboxes and queues, and posts them. Taking a
// message out is in mailbox.go and queue.go.
//
// The messages that a box can hold are numbered 0.., by kind, then by sender
// where senders are told apart, then by arguments, the first one as the most
// significant digit. With kinds reset() and set(x bool, y 0..2):
//
//	0 reset   1 set(false,0)   2 set(false,1)   3 set(false,2)   4 set(true,0)   5 set(true,1)   6 set(true,2)
//
// A mailbox has a component for each number, which counts these messages, so
// that it is a product of small automata; a queue is a sequence of numbers.

// maxMessages is how many different messages of one mailbox are counted at most.
const maxMessages = 1 << 12

// maxQueue is how many contents of a queue, and arguments of messages, are
// numbered at most.
const maxQueue = 1 << 16

// box is the numbering of one mailbox or queue.
type box struct {
	object      *cfg.Object
	kinds       []kind
	count       int32     // of different messages
	comps       []CompID  // mailbox: by number; queue: one for its contents, or its slots
	contents    *chanCode // numbers the contents of a queue; nil: a mailbox, or a queue with slots
	slots       []CompID  // of a queue with too many contents to number
	owner       cfg.TaskID
	dynamic     bool // the owner may not be started yet
	ownerMayEnd bool // the owner may have ended
	boundExact  bool // queue: its capacity is never exceeded
}

// kind is the numbering of one kind of message.
type kind struct {
	first   int32        // number of its first message
	args    int32        // how many tuples of arguments there are
	senders []cfg.TaskID // ascending, None for the program's start; nil: not told apart
}

// Message is one message in a box.
type Message struct {
	Kind   int32      // index in Object.Messages
	Args   []int32    // values, as in the program
	Sender cfg.TaskID // None: not told apart, or there from the start
}

// addBox numbers a mailbox or queue and adds its components.
func (m *Machine) addBox(o *cfg.Object, u *use) error {
	b := &box{object: o, owner: o.Owner, dynamic: !m.P.Tasks[o.Owner].Static(), ownerMayEnd: u.ownerMayEnd}
	total := int64(0)
	for k := range o.Messages {
		kd := kind{first: int32(total), args: 1}
		args := int64(1)
		for _, t := range o.Messages[k].Params {
			if args *= int64(t.Size()); args > maxQueue {
				break
			}
		}
		kd.args = int32(min(args, maxQueue+1))
		numbers := args
		if o.Messages[k].Sender {
			kd.senders = m.sendersOf(o, int32(k))
			numbers *= int64(len(kd.senders))
		}
		if total += numbers; total > maxQueue || o.Kind == cfg.MailboxObject && total > maxMessages {
			return &TooLarge{Object: *o, States: "too many different messages"}
		}
		b.kinds = append(b.kinds, kd)
	}
	b.count = int32(total)
	m.boxes[o.ID], m.boxOf[o.Owner] = b, b
	if o.Kind == cfg.QueueObject {
		return m.addQueue(b)
	}
	m.addMailbox(b)
	return nil
}

// sendersOf lists the tasks that post messages of kind k to o.
func (m *Machine) sendersOf(o *cfg.Object, k int32) []cfg.TaskID {
	out := []cfg.TaskID{}
	for _, p := range o.Initial {
		if p.Msg == k {
			out = append(out, cfg.None)
		}
	}
	for i := range m.P.Nodes {
		n := &m.P.Nodes[i]
		cfg.StmtsOf(n.Op, func(s cfg.Stmt) {
			if p, ok := s.(*cfg.Post); ok && p.Msg == k && slices.Contains(p.Boxes, o.ID) {
				out = append(out, n.Task)
			}
		})
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// number returns the number of a message.
func (b *box) number(msg Message) int32 {
	k := &b.kinds[msg.Kind]
	n := int32(0)
	for i, t := range b.object.Messages[msg.Kind].Params {
		n = n*int32(t.Size()) + msg.Args[i] - t.Lo
	}
	if k.senders != nil {
		at, _ := slices.BinarySearch(k.senders, msg.Sender)
		n += int32(at) * k.args
	}
	return k.first + n
}

// decode returns the message with a number.
func (b *box) decode(n int32) Message {
	at := len(b.kinds) - 1
	for b.kinds[at].first > n || b.kinds[at].senders != nil && len(b.kinds[at].senders) == 0 {
		at--
	}
	k := &b.kinds[at]
	params := b.object.Messages[at].Params
	msg := Message{Kind: int32(at), Args: make([]int32, len(params)), Sender: cfg.None}
	n -= k.first
	if k.senders != nil {
		msg.Sender = k.senders[n/k.args]
	}
	n %= k.args
	for i := len(params) - 1; i >= 0; i-- {
		size := int32(params[i].Size())
		msg.Args[i] = n%size + params[i].Lo
		n /= size
	}
	return msg
}

// title writes a message: reg(4), and the same without arguments.
func title(o *cfg.Object, msg Message) (full, short string) {
	kd := &o.Messages[msg.Kind]
	short = o.Name + "." + kd.Name
	text := make([]string, len(msg.Args))
	for i, x := range msg.Args {
		text[i] = kd.Params[i].Format(x)
	}
	return short + arguments(text), short
}

// seeMessage records that a message was posted or handled.
func (s *step) seeMessage(n *cfg.Node, k EventKind, b *box, msg Message) {
	s.see(Occurrence{Kind: k, Tasks: one(n), Object: b.object.ID, Message: msg})
}

// post puts a message into a box.
func (s *step) post(n *cfg.Node, p *cfg.Post) status {
	index := int64(0)
	if p.Index != nil {
		index = s.eval(p.Index) - int64(p.Lo)
		if s.err == nil && (index < 0 || index >= int64(len(p.Boxes))) {
			s.fail(&Error{Kind: cfg.IndexError,
				Text: "post: index " + strconv.FormatInt(index+int64(p.Lo), 10) + " has no mailbox", Pos: p.Pos})
		}
		if s.err != nil {
			return failed
		}
	}
	b := s.m.boxes[p.Boxes[index]]
	values := make([]int64, len(p.Args))
	for i, e := range p.Args {
		values[i] = s.eval(e)
		if s.err != nil {
			return failed
		}
	}
	msg := Message{Kind: p.Msg, Args: make([]int32, len(values)), Sender: n.Task}
	for i, t := range b.object.Messages[p.Msg].Params {
		if !t.Has(values[i]) {
			_, name := title(b.object, Message{Kind: p.Msg})
			s.fail(rangeError(&cfg.Var{Name: "argument of " + name, Type: t}, values[i], p.Pos))
			return failed
		}
		msg.Args[i] = int32(values[i])
	}
	// To a task that is not started yet nothing can be posted; a post to one that
	// has ended is done, and the message is lost.
	const alive, gone, unborn = 0, 1, 2
	if b.dynamic || b.ownerMayEnd {
		pos := s.m.pos[b.owner]
		switch s.v.classify(pos, func(v int32) int32 {
			switch s.m.Point(b.owner, v) {
			case cfg.None:
				return unborn
			case s.m.P.Tasks[b.owner].End:
				return gone
			}
			return alive
		}) {
		case unborn:
			s.fail(&Error{Kind: cfg.IndexError, Text: "post to " + b.object.Name + ", which is not started", Pos: p.Pos})
			return failed
		case gone:
			s.seeMessage(n, PostEvent, b, msg)
			return done
		}
	}
	st := blocked
	if b.object.Kind == cfg.QueueObject {
		st = s.enqueue(b, p, b.number(msg))
	} else {
		st = s.deposit(b, p, msg)
	}
	if st == done {
		s.seeMessage(n, PostEvent, b, msg)
	}
	return st
}

// handle takes a message and runs the body of its handler.
func (s *step) handle(n *cfg.Node, op cfg.Handle) status {
	st := s.handling(n, op)
	switch {
	case st == failed && op.Stops: // the other node of this handler has the error
		s.err = nil
		return blocked
	case st == failed:
		return failed
	case st == halted && op.Stops, st == done && !op.Stops:
		return done
	}
	return blocked
}

// handling is handle, whether or not the body stops the task: done, or halted if
// the body got to a Stop.
func (s *step) handling(n *cfg.Node, op cfg.Handle) status {
	b := s.m.boxes[op.Box]
	var taken []Message
	if b.object.Kind == cfg.QueueObject {
		taken = s.dequeue(b, op.Msg)
	} else {
		taken = s.withdraw(b, op)
	}
	if taken == nil {
		return blocked
	}
	for i, v := range op.Params {
		for k, msg := range taken {
			if !s.set(v+cfg.VarID(k), int64(msg.Args[i]), n.Pos) {
				return failed
			}
		}
	}
	if ok := s.holds(op.Guard); s.err != nil {
		return failed
	} else if !ok {
		return blocked
	}
	for _, msg := range taken {
		s.seeMessage(n, HandleEvent, b, msg)
	}
	return s.block(n, op.Body)
}

// empty drops all messages of a box.
func (s *step) empty(b *box) {
	for _, c := range b.comps {
		s.v.apply(c, func(int32) int32 { return 0 })
	}
}

// needEmpty requires that a box has no message. It returns false if the step is blocked.
func (s *step) needEmpty(b *box) bool {
	for _, c := range b.comps {
		if !s.need(c, func(v int32) bool { return v == 0 }) {
			return false
		}
	}
	return true
}

// Pending lists the messages in a box: of a queue from the oldest on, of a
// mailbox in order of kinds, senders and arguments.
func (m *Machine) Pending(o cfg.ObjectID, vec []int32) []Message {
	b := m.boxes[o]
	var out []Message
	switch {
	case b.contents != nil:
		for _, n := range b.contents.values(vec[b.comps[0]]) {
			out = append(out, b.decode(n))
		}
	case b.object.Kind == cfg.QueueObject:
		for _, c := range b.slots {
			if vec[c] > 0 {
				out = append(out, b.decode(vec[c]-1))
			}
		}
	default:
		for n, c := range b.comps {
			for range vec[c] {
				out = append(out, b.decode(int32(n)))
			}
		}
	}
	return out
}

// Counter returns the component that counts a message in a mailbox.
func (m *Machine) Counter(o cfg.ObjectID, msg Message) CompID {
	b := m.boxes[o]
	return b.comps[b.number(msg)]
}

// Counters lists the components that count the messages of a kind in a mailbox, in
// the order of senders and arguments.
func (m *Machine) Counters(o cfg.ObjectID, kind int32) []CompID {
	b := m.boxes[o]
	k := &b.kinds[kind]
	n := k.args
	if k.senders != nil {
		n *= int32(len(k.senders))
	}
	return b.comps[k.first : k.first+n]
}

// Counted returns the message that a component of a mailbox counts.
func (m *Machine) Counted(c CompID) Message {
	b := m.boxes[m.Comps[c].Object]
	return b.decode(int32(slices.Index(b.comps, c)))
}

// Only takes messages out of a state: it sets to 0 those of the counters kind that
// are not in keep, so that a handler can take none but the messages of keep. vec
// is changed.
func (m *Machine) Only(vec []int32, kind []CompID, keep ...CompID) {
	for _, c := range kind {
		if !slices.Contains(keep, c) {
			vec[c] = 0
		}
	}
}

// MessageString writes a message for people, as events do: registry.reg(4).
func (m *Machine) MessageString(o cfg.ObjectID, msg Message) string {
	full, _ := title(&m.P.Objects[o], msg)
	return full
}
