// Package endless reports whether executions of a program may go on for ever. For
//
//	task t { var i 0..9; while i < 9 { i = i + 1 } }
//	task u { loop { event tick } }
//
// it finds that t ends and that u does not. The verdict on a property with an obligation
// ("something must happen") covers only executions that stop, unless all executions do, or
// the infinite ones are judged, too. So the verdict depends on the answer.
//
// Three methods are tried, each more expensive and more precise than the one before:
//
//	endless.go  MayGoOn looks at the control flow of all tasks, in programs of any size
//	local.go    Alone explores each task alone, with its own variables: loops that count end
//	states.go   Ends looks for a cycle among the states of a small program
//
// Two more questions are answered from the graphs of Alone:
//
//	spins.go    Spins: which tasks never leave a loop in which nothing happens
//	spawns.go   Exceeded: of which families more tasks may be started than there are
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

// all returns the set of all nodes.
func all(p *cfg.Program) []bool {
	live := make([]bool, len(p.Nodes))
	for i := range live {
		live[i] = true
	}
	return live
}

// repeating removes from live nodes that no execution executes infinitely often. The caller
// knows that a node that is not in live is executed finitely often in every execution.
//
// A node that is executed infinitely often lies on a cycle of its task's control flow, of
// such nodes. And whatever it uses up each time is supplied infinitely often: the partner of
// a rendezvous, a message, a value in a buffer, a release, a notification. A node for which
// one of the two fails is removed. Its removal can break a cycle or end a supply, so the test
// is repeated until nothing more is removed.
//
// May err towards: live (data are ignored, as in loops that count).
func repeating(p *cfg.Program, live []bool) {
	for {
		dropped := false
		drop := func(n cfg.NodeID) {
			if live[n] {
				live[n], dropped = false, true
			}
		}
		onCycle := cycles(p, live)
		for i := range p.Nodes {
			if live[i] && !onCycle[i] {
				drop(cfg.NodeID(i))
			}
		}
		s := supplied(p, live)
		for i := range p.Nodes {
			if live[i] && !s.repeats(&p.Nodes[i]) {
				drop(cfg.NodeID(i))
			}
		}
		if !dropped {
			break
		}
	}
}

// supply is what live nodes supply infinitely often.
type supply struct {
	partner  []bool           // by node: another live node can take a joint step with it
	buffered []bool           // by object: it is a channel with a buffer
	closed   []bool           // by object: it is a channel that some node, live or not, closes
	sent     []bool           // by object: values are sent to the channel, or permits released to the semaphore
	notified []bool           // by object: tasks that wait for the lock or condition are woken
	messages map[message]bool // messages that are posted
}

// message is a kind of message for one mailbox.
type message struct {
	box  cfg.ObjectID
	kind int32 // index of the message in the program's list of kinds
}

// supplied returns what the live nodes supply.
func supplied(p *cfg.Program, live []bool) *supply {
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
			s.closed[op.Chan] = true // once is enough: the channel stays closed
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

// repeats reports whether what a node needs is supplied infinitely often.
func (s *supply) repeats(n *cfg.Node) bool {
	switch op := n.Op.(type) {
	case cfg.Call, cfg.CallEnd, cfg.Accept, cfg.AcceptEnd:
		return s.partner[n.ID]
	case cfg.Send: // with a buffer it counts as repeated, even if nobody takes the values out
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
		return false // at most once for each instance, once for each object, or the end of the task
	}
	return true
}

// cycles returns, by node, whether it is live and lies on a cycle of live nodes.
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
