package sem

import "flavers/cfg"

// This file finds the threads of a program: what takes one step after another.
// A task is a thread. But an actor that does nothing except handle messages,
// each in one step, and then waits for the next one, takes them in any order:
// there its messages are threads of their own. Two of its handlers depend on
// each other if they touch the same variable, or one posts what the other takes,
// not because they are of one task.

// Thread numbers the tasks, as TaskID does, and then messages of such actors.
type Thread int32

// maxThreads is the largest number of messages that are threads.
const maxThreads = 128

// messageThread is a message that is a thread.
type messageThread struct {
	task cfg.TaskID
	ways []WayID // that take it
}

// Threads returns the number of threads.
func (x *Stepper) Threads() int { return len(x.m.P.Tasks) + len(x.threads) }

// Owner returns the task of a thread, and the ways that a message that is a thread can be taken: nil for a task.
func (x *Stepper) Owner(t Thread) (cfg.TaskID, []WayID) {
	if k := int(t) - len(x.m.P.Tasks); k >= 0 {
		return x.threads[k].task, x.threads[k].ways
	}
	return cfg.TaskID(t), nil
}

// Loops reports whether the messages of a task are threads.
func (x *Stepper) Loops(t cfg.TaskID) bool { return x.loops[t] }

// findThreads fills in what is known of threads; messages: some of them are.
func (x *Stepper) findThreads(messages bool) {
	m := x.m
	x.loops = make([]bool, len(m.P.Tasks))
	x.thread = make([]Thread, len(x.ways))
	for w := range x.ways {
		x.thread[w] = -1
	}
	for t := range m.P.Tasks {
		t := cfg.TaskID(t)
		if !messages || !x.loopsOnly(t) {
			continue
		}
		first := len(x.threads)
		of := map[CompID]int{} // by message: its thread
		for w := range x.ways {
			n := &m.P.Nodes[m.P.Actions[x.ways[w].Action].A]
			op, ok := n.Op.(cfg.Handle)
			if !ok || n.Task != t {
				continue
			}
			b := m.boxes[op.Box]
			c := b.comps[b.kinds[op.Msg].first+x.ways[w].Message]
			k, known := of[c]
			if !known {
				k = len(x.threads)
				of[c] = k
				x.threads = append(x.threads, messageThread{task: t})
			}
			x.threads[k].ways = append(x.threads[k].ways, WayID(w))
			x.thread[w] = Thread(len(m.P.Tasks) + k)
		}
		if len(x.threads) > maxThreads {
			x.threads = x.threads[:first]
			for w := range x.ways {
				if int(x.thread[w]) >= len(m.P.Tasks)+first {
					x.thread[w] = -1
				}
			}
			continue
		}
		x.loops[t] = true
	}
}

// loopsOnly reports whether all that a task does at the place where it waits for
// messages is to handle one and wait again, and it never leaves.
func (x *Stepper) loopsOnly(t cfg.TaskID) bool {
	m := x.m
	b := m.boxOf[t]
	if b == nil || b.object.Kind != cfg.MailboxObject || b.ownerMayEnd {
		return false
	}
	for _, a := range m.P.Actions {
		n := &m.P.Nodes[a.A]
		if n.Task != t && (!a.Joint() || m.P.Nodes[a.B].Task != t) {
			continue
		}
		idle := m.P.Points[n.Point].Idle
		switch _, handles := n.Op.(cfg.Handle); {
		case a.Joint():
			return false
		case !handles && idle:
			return false
		case handles && (!idle || n.Next != n.Point || n.Guard != nil || m.messages(a) == 0):
			return false
		}
	}
	return true
}
