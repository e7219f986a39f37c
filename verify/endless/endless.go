// Package endless reports whether executions of a program may go on for ever. A property
// with an obligation speaks of executions that stop; where others are possible, its
// verdict says so. Control flow decides most programs of any size (MayGoOn); loops that count
// are seen by exploring each task alone, with its own variables (Alone); what is still open is
// decided by the states of a small program (Ends).
//
// Alone also tells which nodes may be repeated for ever (Repeating), and finds tasks that never leave a
// loop in which nothing happens (Spins).
package endless

import (
	"slices"

	"flavers/cfg"
	"flavers/internal/scc"
)

// MayGoOn reports whether some execution may go on for ever.
//
// May err towards: yes (data are ignored, as in loops that count).
func MayGoOn(p *cfg.Program) bool {
	live := all(p)
	repeating(p, live)
	return slices.Contains(live, true)
}

func all(p *cfg.Program) []bool {
	live := make([]bool, len(p.Nodes))
	for i := range live {
		live[i] = true
	}
	return live
}

// repeating strikes nodes out that no execution executes infinitely often, if it executes
// only those infinitely often that are live. A task that
// never stops repeats nodes of its control flow that lie on cycles. Such a node is
// struck out if what it needs each time is not made on a cycle: the partner of a
// rendezvous, a message, a value in a buffer, a release, a notification. What is left when
// nothing more can be struck out may be repeated.
//
// May err towards: live (data are ignored, as in loops that count).
func repeating(p *cfg.Program, live []bool) {
	for {
		struck := false
		drop := func(n cfg.NodeID) {
			if live[n] {
				live[n], struck = false, true
			}
		}
		onCycle := cycles(p, live)
		for i := range p.Nodes {
			if live[i] && !onCycle[i] {
				drop(cfg.NodeID(i))
			}
		}
		f := fed(p, live)
		for i := range p.Nodes {
			if live[i] && !f.repeats(&p.Nodes[i]) {
				drop(cfg.NodeID(i))
			}
		}
		if !struck {
			break
		}
	}
}

// supply is what live nodes make again and again.
type supply struct {
	partner  []bool // by node: a joint action with a live partner
	buffered []bool // by object: a channel with a buffer
	closed   []bool // by object: a channel that is closed somewhere
	sent     []bool // by object: values or permits arrive
	notified []bool // by object: a lock, where those who wait are woken
	messages map[message]bool
}

// message is a kind of message of one box.
type message struct {
	box  cfg.ObjectID
	kind int32
}

func fed(p *cfg.Program, live []bool) *supply {
	s := &supply{partner: make([]bool, len(p.Nodes)), buffered: make([]bool, len(p.Objects)),
		closed: make([]bool, len(p.Objects)), sent: make([]bool, len(p.Objects)),
		notified: make([]bool, len(p.Objects)), messages: map[message]bool{}}
	for o := range p.Objects {
		s.buffered[o] = p.Objects[o].Kind == cfg.ChanObject && p.Objects[o].Cap > 0
	}
	for _, a := range p.Actions {
		if a.Joint() && live[a.A] && live[a.B] {
			s.partner[a.A], s.partner[a.B] = true, true
		}
	}
	for i := range p.Nodes {
		switch op := p.Nodes[i].Op.(type) {
		case cfg.Close:
			s.closed[op.Chan] = true // for ever after
		case cfg.Send:
			s.sent[op.Chan] = s.sent[op.Chan] || live[i]
		case cfg.Release:
			s.sent[op.Sem] = s.sent[op.Sem] || live[i]
		case cfg.Notify:
			s.notified[op.Lock] = s.notified[op.Lock] || live[i]
		case cfg.Signal:
			s.notified[op.Cond] = s.notified[op.Cond] || live[i]
		}
		if live[i] {
			cfg.StmtsOf(p.Nodes[i].Op, func(st cfg.Stmt) {
				if post, ok := st.(*cfg.Post); ok {
					for _, box := range post.Boxes {
						s.messages[message{box, post.Msg}] = true
					}
				}
			})
		}
	}
	return s
}

// repeats reports whether a node can be executed again and again.
func (s *supply) repeats(n *cfg.Node) bool {
	switch op := n.Op.(type) {
	case cfg.Call, cfg.CallEnd, cfg.Accept, cfg.AcceptEnd:
		return s.partner[n.ID]
	case cfg.Send: // into a buffer; who takes it out again is not asked
		return s.partner[n.ID] || s.buffered[op.Chan]
	case cfg.Recv:
		return op.Part != cfg.EndRecv && (s.partner[n.ID] || s.sent[op.Chan]) || op.Part != cfg.ValueRecv && s.closed[op.Chan]
	case cfg.Acquire:
		return s.sent[op.Sem]
	case cfg.Rewake:
		return s.notified[op.Lock]
	case cfg.CondWake:
		return s.notified[op.Cond]
	case cfg.Handle:
		return s.messages[message{op.Box, op.Msg}]
	case cfg.Spawn, cfg.Close, cfg.Once, cfg.OnceEnd, cfg.Terminate, cfg.Fail:
		return false // at most as often as there are instances; once; the end
	}
	return true
}

// cycles tells which live nodes lie on a cycle of their task's control flow.
func cycles(p *cfg.Program, live []bool) []bool {
	var edges []*cfg.Node
	for i := range p.Nodes {
		if n := &p.Nodes[i]; live[i] && n.Point != n.Next {
			edges = append(edges, n)
		}
	}
	component, _ := scc.New(len(p.Points), len(edges), func(i int) (from, to int32) {
		return int32(edges[i].Point), int32(edges[i].Next)
	}).Components()
	out := make([]bool, len(p.Nodes))
	for i := range p.Nodes {
		n := &p.Nodes[i]
		out[i] = live[i] && component[n.Point] == component[n.Next]
	}
	return out
}
