package lpor

import (
	"slices"

	"flavers/cfg"
	"flavers/sem"
)

// This file decides what the transitions of a program are. Most are its actions.
// A handler that takes messages from a mailbox is split into one transition for
// each combination of messages that it can take. If a and b send the votes,
//
//	on quorum 2 vote(v 0..1) { ... }
//
// becomes four transitions: a's 0 or 1 with b's 0 or 1. Every transition is then
// input-deterministic (section IV-B of the paper), and what is necessary for it
// can be said: the second transition needs a's 0 and b's 1. A handler with too
// many combinations stays whole.
//
// A split handler is executed in a state without the other messages of its kind.
// So a handler stays whole if its body posts messages of that kind to its own
// mailbox. If the task ends with the handler, the other messages are lost, which
// program.after sees to.

// Bounds on what splitting makes. Relations have a bit for each pair of transitions.
const (
	maxParts      = 300  // transitions of one action
	maxPartsInAll = 3000 // transitions of a program, as far as splitting makes more than its actions
)

// split fills in g.transitions.
func (g *program) split() {
	room := maxPartsInAll - len(g.Program.Actions)
	for _, a := range g.Program.Actions {
		n := &g.Program.Nodes[a.A]
		all := [2]sem.WayID{g.ways[a.ID], g.ways[a.ID+1]}
		points := [2]cfg.PointID{n.Point, cfg.None}
		if a.Joint() {
			points[1] = g.Program.Nodes[a.B].Point
		}
		if op, ok := n.Op.(cfg.Handle); ok && g.divisible(op) {
			kind := g.Machine.Counters(op.Box, op.Msg)
			ways := g.combinations(op, kind)
			if len(ways) > 0 && len(ways) <= room {
				room -= len(ways)
				// If the stepper has one way for each message, in the same order, a transition needs only its own.
				each := op.Quorum == 0 && len(ways) == int(all[1]-all[0])
				for i, w := range ways {
					t := transition{action: a.ID, ways: all, points: points, kind: kind, takes: w,
						ends: n.Next == g.Program.Tasks[n.Task].End}
					if each {
						t.ways[0] += sem.WayID(i)
						t.ways[1] = t.ways[0] + 1
					}
					if !g.barred(op, w) {
						g.transitions = append(g.transitions, t)
					}
				}
				continue
			}
		}
		g.transitions = append(g.transitions, transition{action: a.ID, ways: all, points: points})
	}
}

// barred reports whether the guard of a handler can never hold for the messages that takes counts.
func (g *program) barred(op cfg.Handle, takes []sem.CompID) bool {
	w := &toucher{program: g, env: env{}}
	w.bind(op, takes)
	x, ok := w.value(op.Guard)
	return ok && x == 0
}

// divisible reports whether a handler can be split: it takes from a mailbox, and its body posts no message of the
// same kind to that mailbox.
func (g *program) divisible(op cfg.Handle) bool {
	if g.Program.Objects[op.Box].Kind != cfg.MailboxObject {
		return false
	}
	ok := true
	cfg.Stmts(op.Body, func(st cfg.Stmt) {
		if post, is := st.(*cfg.Post); is && post.Msg == op.Msg && slices.Contains(post.Boxes, op.Box) {
			ok = false
		}
	})
	return ok
}

// message returns the message that a component of a mailbox counts.
func (g *program) message(c sem.CompID) sem.Message {
	if g.messages == nil {
		g.messages = make([]*sem.Message, len(g.Machine.Comps))
	}
	if g.messages[c] == nil {
		msg := g.Machine.Counted(c)
		g.messages[c] = &msg
	}
	return *g.messages[c]
}

// combinations lists the combinations of messages that a handler can take, each as the components that count them,
// ascending: single messages, or, for a quorum, as many as it wants from different senders. It returns nil if there
// are more than maxParts, or none.
func (g *program) combinations(op cfg.Handle, kind []sem.CompID) [][]sem.CompID {
	var out [][]sem.CompID
	if op.Quorum == 0 {
		if len(kind) > maxParts {
			return nil
		}
		for _, c := range kind {
			out = append(out, []sem.CompID{c})
		}
		return out
	}
	// The components of one kind are in the order of their senders.
	var bySender [][]sem.CompID
	last := cfg.TaskID(cfg.None - 1) // no task, and not None either
	for _, c := range kind {
		if u := g.message(c).Sender; u != last {
			bySender = append(bySender, nil)
			last = u
		}
		bySender[len(bySender)-1] = append(bySender[len(bySender)-1], c)
	}
	if len(bySender) < int(op.Quorum) {
		return nil
	}
	var pick func(from int, taken []sem.CompID) bool
	pick = func(from int, taken []sem.CompID) bool {
		if len(taken) == int(op.Quorum) {
			out = append(out, slices.Clone(taken))
			return len(out) <= maxParts
		}
		for i := from; i < len(bySender); i++ {
			for _, c := range bySender[i] {
				if !pick(i+1, append(taken, c)) {
					return false
				}
			}
		}
		return true
	}
	if !pick(0, nil) {
		return nil
	}
	return out
}
