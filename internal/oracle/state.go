package oracle

// States: what they hold, when they are equal.

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"flavers/cfg"
)

// State is one state of a program. Nobody changes a state that Start or Steps
// has returned.
type State struct {
	At      []cfg.PointID // by task; None: not started
	Vars    []int32       // by variable
	Objects []Object      // by object
	Started []int         // by family: instances started, the lowest ones

	read map[cfg.VarID]bool // of the step in progress: the variables that were read; nil: nobody asks
}

// Object is the state of one synchronisation object; each kind uses the fields
// that concern it.
type Object struct {
	Owner     cfg.TaskID          // lock: the task that took it, or None
	Readers   int                 // lock: how often it is held for reading
	Announced cfg.TaskID          // lock: the task that waits to write, or None
	Waiting   map[cfg.TaskID]bool // lock, condition: tasks in the wait set
	Notified  map[cfg.TaskID]bool // lock, condition: tasks that may go on
	Count     int                 // semaphore: units left; wait group: its counter; once: 0, 1 begun, 2 ended
	Queue     []int32             // channel: buffered values, oldest first
	Closed    bool                // channel
	Mail      []Message           // mailbox, queue: what is pending; a queue from the oldest on, a mailbox sorted
}

// Message is a message in a box.
type Message struct {
	Kind int32
	Args []int32
	From cfg.TaskID // None unless its kind tells senders apart
}

func (m Message) compare(n Message) int {
	return cmp.Or(cmp.Compare(m.Kind, n.Kind), cmp.Compare(m.From, n.From), slices.Compare(m.Args, n.Args))
}

// Start returns the initial state.
func Start(p *cfg.Program) *State {
	s := &State{
		At:      make([]cfg.PointID, len(p.Tasks)),
		Vars:    make([]int32, len(p.Vars)),
		Objects: make([]Object, len(p.Objects)),
		Started: make([]int, len(p.Families)),
	}
	for i, t := range p.Tasks {
		s.At[i] = cfg.None
		if t.Static() {
			s.At[i] = t.Start
		}
	}
	for i, v := range p.Vars {
		s.Vars[i] = v.Init
	}
	for i, o := range p.Objects {
		s.Objects[i] = Object{Owner: cfg.None, Announced: cfg.None}
		if o.Kind == cfg.SemObject {
			s.Objects[i].Count = int(o.Cap)
		}
		for _, m := range o.Initial {
			s.Objects[i].Mail = append(s.Objects[i].Mail, Message{m.Msg, m.Args, cfg.None})
		}
		if o.Kind == cfg.MailboxObject {
			slices.SortFunc(s.Objects[i].Mail, Message.compare)
		}
	}
	return s
}

// Ended reports whether every started task has ended or rests, no message is
// pending, and no step can be taken. A task rests where it waits for messages,
// and a server where it waits for others.
func (s *State) Ended(p *cfg.Program) bool {
	for i, at := range s.At {
		if at != cfg.None && at != p.Tasks[i].End && !rests(p, at) {
			return false
		}
	}
	for _, o := range s.Objects {
		if len(o.Mail) > 0 {
			return false
		}
	}
	return len(Steps(p, s)) == 0
}

// rests reports whether a task that stands at a point waits for messages, or is a
// server and waits for others with each of its steps.
func rests(p *cfg.Program, at cfg.PointID) bool {
	pt := p.Points[at]
	if !p.Tasks[pt.Task].Server {
		return pt.Idle
	}
	for _, n := range pt.Nodes {
		switch op := p.Nodes[n].Op.(type) {
		case cfg.Accept, cfg.Recv, cfg.Rewake, cfg.CondWake, cfg.Terminate:
		case cfg.Test:
			if !op.Await {
				return false
			}
		case cfg.Block:
			if !op.Await {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// Key returns a text that two states share iff they are equal.
func (s *State) Key() string {
	b := make([]byte, 0, 128)
	num := func(n int) { b = append(strconv.AppendInt(b, int64(n), 10), ' ') }
	set := func(m map[cfg.TaskID]bool) {
		for _, t := range slices.Sorted(maps.Keys(m)) {
			num(int(t))
		}
		b = append(b, '|')
	}
	for _, at := range s.At {
		num(int(at))
	}
	for _, v := range s.Vars {
		num(int(v))
	}
	for _, n := range s.Started {
		num(n)
	}
	for _, o := range s.Objects {
		num(int(o.Owner))
		num(o.Readers)
		num(int(o.Announced))
		set(o.Waiting)
		set(o.Notified)
		num(o.Count)
		for _, v := range o.Queue {
			num(int(v))
		}
		b = strconv.AppendBool(append(b, '|'), o.Closed)
		for _, m := range o.Mail {
			num(int(m.Kind))
			num(int(m.From))
			for _, v := range m.Args {
				num(int(v))
			}
			b = append(b, ',')
		}
	}
	return string(b)
}

// clone copies a state, but not the sets and queues of its objects: whoever
// changes one of those puts a new one in its place.
func (s *State) clone() *State {
	return &State{
		At: slices.Clone(s.At), Vars: slices.Clone(s.Vars),
		Objects: slices.Clone(s.Objects), Started: slices.Clone(s.Started),
	}
}

// with and without are the set m with one task more or less.
func with(m map[cfg.TaskID]bool, t cfg.TaskID) map[cfg.TaskID]bool {
	c := map[cfg.TaskID]bool{t: true}
	maps.Copy(c, m)
	return c
}

func without(m map[cfg.TaskID]bool, t cfg.TaskID) map[cfg.TaskID]bool {
	c := maps.Clone(m)
	delete(c, t)
	return c
}
