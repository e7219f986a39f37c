package cfg

import "strconv"

// This file writes boxes and handlers for people; print.go writes the rest of a program.

// handleString writes a handler: on quorum 2 a.set(x) when y == 0 { z = x }.
func (p printer) handleString(op Handle) string {
	s := "on "
	if op.Quorum > 0 {
		s += "quorum " + strconv.Itoa(int(op.Quorum)) + " "
	}
	s += p.boxMessage(op.Box, op.Msg)
	for i, v := range op.Params {
		if i == 0 {
			s += "("
		}
		s += comma(i) + p.varName(v)
		if i == len(op.Params)-1 {
			s += ")"
		}
	}
	if op.Guard != nil {
		s += " when " + p.ExprString(op.Guard)
	}
	s += " { " + p.stmts(op.Body) + "}"
	if op.Stops {
		s += " stopping"
	}
	return s
}

// boxMessage returns a kind of message with its box, which has the name of its task.
func (p printer) boxMessage(o ObjectID, m int32) string {
	if o >= 0 && int(o) < len(p.Objects) && p.local != None && p.Objects[o].Owner == p.local {
		return p.messageName(o, m)
	}
	return p.objectName(o) + "." + p.messageName(o, m)
}

// messageName returns the name of a kind of message, also where there is no such kind.
func (p printer) messageName(o ObjectID, m int32) string {
	if o < 0 || int(o) >= len(p.Objects) || m < 0 || int(m) >= len(p.Objects[o].Messages) {
		return "m?" + strconv.Itoa(int(m))
	}
	return p.Objects[o].Messages[m].Name
}

// bound writes a capacity, with a + where it can be exceeded.
func bound(n int32, boundExact bool) string {
	if boundExact {
		return " <=" + strconv.Itoa(int(n))
	}
	return " <=" + strconv.Itoa(int(n)) + "+"
}

// boxString describes a box: its owner, what it takes, its bounds, and what it has from the start.
func (p printer) boxString(o *Object) string {
	s := " of " + p.taskName(o.Owner) + " takes"
	for _, m := range o.Messages {
		s += " " + m.Name + "("
		for i, t := range m.Params {
			s += comma(i) + t.String()
		}
		s += ")"
		if m.Sender {
			s += " from"
		}
		if o.Kind == MailboxObject {
			s += bound(m.Cap, m.Tight)
		}
	}
	if o.Kind == QueueObject {
		s += bound(o.Cap, o.Tight)
	}
	for _, m := range o.Initial {
		s += " has " + p.messageName(o.ID, m.Msg) + "("
		for i, v := range m.Args {
			s += comma(i) + strconv.Itoa(int(v))
		}
		s += ")"
	}
	return s
}
