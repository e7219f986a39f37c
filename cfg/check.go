package cfg

import (
	"cmp"
	"fmt"
	"slices"
)

// Check verifies what every later stage relies on: identifiers are dense and
// in range, nodes and points agree, Next stays in the task, only End has no
// nodes, operations name objects of their kind, initial values fit, and
// actions pair nodes of different tasks. The error names the first thing wrong.
func (p *Program) Check() error {
	for i, t := range p.Tasks {
		if t.ID != TaskID(i) || !p.pointOf(t.Start, t.ID) || !p.pointOf(t.End, t.ID) {
			return fmt.Errorf("task %d (%s): bad identifier, start or end", i, t.Name)
		}
		if len(p.Points[t.End].Nodes) != 0 {
			return fmt.Errorf("task %s: its end has nodes", t.Name)
		}
	}
	for i, pt := range p.Points {
		if pt.ID != PointID(i) || int(pt.Task) >= len(p.Tasks) {
			return fmt.Errorf("point %d: bad identifier or task", i)
		}
		if len(pt.Nodes) == 0 && p.Tasks[pt.Task].End != pt.ID {
			return fmt.Errorf("point %d of %s: no nodes, and not the end", i, p.Tasks[pt.Task].Name)
		}
		for _, n := range pt.Nodes {
			if int(n) >= len(p.Nodes) || p.Nodes[n].Point != pt.ID {
				return fmt.Errorf("point %d: node %d does not leave it", i, n)
			}
			if pt.Idle && p.Tasks[pt.Task].Server && !Waits(p.Nodes[n].Op) {
				return fmt.Errorf("point %d: a server rests, and node %d waits for nobody", i, n)
			}
		}
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if n.ID != NodeID(i) || !p.pointOf(n.Point, n.Task) || !p.pointOf(n.Next, n.Task) {
			return fmt.Errorf("node %d: bad identifier, point or next", i)
		}
		if err := p.checkOp(n); err != nil {
			return fmt.Errorf("node %d of %s at %s: %w", i, p.Tasks[n.Task].Name, n.Pos, err)
		}
	}
	for i, v := range p.Vars {
		if v.ID != VarID(i) || v.Type.Size() < 1 || !v.Type.Has(int64(v.Init)) {
			return fmt.Errorf("variable %s: bad identifier, empty type or initial value outside it", v.Name)
		}
	}
	for i, a := range p.Actions {
		if a.ID != ActionID(i) || a.B != None && p.Nodes[a.A].Task == p.Nodes[a.B].Task {
			return fmt.Errorf("action %d: bad identifier, or one task on both sides", i)
		}
	}
	for _, c := range p.Fair {
		if len(c.Nodes) == 0 || !slices.IsSorted(c.Nodes) || c.Nodes[0] < 0 || int(c.Nodes[len(c.Nodes)-1]) >= len(p.Nodes) {
			return fmt.Errorf("fairness of %s: no nodes, or bad ones", c.Name)
		}
	}
	for _, f := range p.Families {
		if len(f.Params) != len(f.Tasks) {
			return fmt.Errorf("family %s: %d tasks, %d parameter lists", f.Name, len(f.Tasks), len(f.Params))
		}
	}
	return nil
}

// pointOf reports whether q is a point of task t.
func (p *Program) pointOf(q PointID, t TaskID) bool {
	return q >= 0 && int(q) < len(p.Points) && p.Points[q].Task == t
}

// checkOp returns what is wrong with the operation of a node, or nil.
func (p *Program) checkOp(n *Node) error {
	object := func(o ObjectID, k ObjectKind) error {
		if o < 0 || int(o) >= len(p.Objects) || p.Objects[o].Kind != k {
			return fmt.Errorf("%T needs an object of kind %s", n.Op, k)
		}
		return nil
	}
	if verb, o, k := onObject(n.Op); verb != "" {
		return object(o, k)
	}
	switch op := n.Op.(type) {
	case nil:
		return fmt.Errorf("no operation")
	case GroupAdd:
		return object(op.Group, GroupObject)
	case Call:
		return object(op.Entry, EntryObject)
	case Accept:
		if err := object(op.Entry, EntryObject); err != nil {
			return err
		}
		if p.Objects[op.Entry].Owner != n.Task {
			return fmt.Errorf("accept of an entry of another task")
		}
	case Send:
		return object(op.Chan, ChanObject)
	case Recv:
		if err := object(op.Chan, ChanObject); err != nil {
			return err
		}
		if t := p.Objects[op.Chan].Elem; op.Fields != nil && len(op.Fields) != len(t.Split(t.Lo)) {
			return fmt.Errorf("a receive of %d fields from a channel of %s", len(op.Fields), t)
		}
		if op.OK != nil && (int(op.OK.Var) >= len(p.Vars) || p.Vars[op.OK.Var].Type.Kind != BoolType) {
			return fmt.Errorf("a receive says to no bool whether there was a value")
		}
	case Handle:
		if err := object(op.Box, p.boxKind(op.Box)); err != nil {
			return err
		}
		if err := p.checkHandle(n, op); err != nil {
			return err
		}
	case Terminate:
		if n.Next != p.Tasks[n.Task].End {
			return fmt.Errorf("terminate does not lead to the end")
		}
	case Spawn:
		if op.Family < 0 || int(op.Family) >= len(p.Families) {
			return fmt.Errorf("spawn of no family")
		}
	case Join:
		if op.Family < 0 || int(op.Family) >= len(p.Families) {
			return fmt.Errorf("join of no family")
		}
	}
	var err error
	StmtsOf(n.Op, func(s Stmt) {
		if e := p.checkStmt(n, s); err == nil {
			err = e
		}
	})
	if err == nil {
		switch op := n.Op.(type) {
		case Block:
			err = checkJumps(op.Stmts, 0)
		case Handle:
			err = checkJumps(op.Body, 0)
		}
	}
	return err
}

// checkJumps returns an error if a jump in list leaves more loops than there are:
// depth around the list, and those inside it.
func checkJumps(list []Stmt, depth int) error {
	var err error
	for _, s := range list {
		switch s := s.(type) {
		case *Branch:
			err = cmp.Or(checkJumps(s.Then, depth), checkJumps(s.Else, depth))
		case *Choose:
			for _, a := range s.Alts {
				err = cmp.Or(err, checkJumps(a, depth))
			}
		case *Loop:
			err = checkJumps(s.Body, depth+1)
		case *Jump:
			if s.Out < 1 || s.Out > depth {
				err = fmt.Errorf("a jump out of %d loops, inside of %d", s.Out, depth)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// boxKind returns the kind of object that a handler needs o to be: a queue if it is one, else a mailbox, so that
// the error for anything else names a mailbox.
func (p *Program) boxKind(o ObjectID) ObjectKind {
	if o >= 0 && int(o) < len(p.Objects) && p.Objects[o].Kind == QueueObject {
		return QueueObject
	}
	return MailboxObject
}

// checkHandle returns what is wrong with a handler, apart from its body.
func (p *Program) checkHandle(n *Node, op Handle) error {
	o := &p.Objects[op.Box]
	switch {
	case o.Owner != n.Task:
		return fmt.Errorf("handles a message of another task")
	case op.Msg < 0 || int(op.Msg) >= len(o.Messages) || len(op.Params) != len(o.Messages[op.Msg].Params):
		return fmt.Errorf("message %d of %s does not exist, or has other parameters", op.Msg, o.Name)
	case op.Quorum < 0 || op.Quorum > 0 && (o.Kind != MailboxObject || !o.Messages[op.Msg].Sender):
		return fmt.Errorf("a quorum needs a mailbox that tells senders apart")
	case op.Stops && n.Next != p.Tasks[n.Task].End:
		return fmt.Errorf("a handler that stops does not lead to the end")
	}
	for i, v := range op.Params {
		t := o.Messages[op.Msg].Params[i]
		for k := range max(1, VarID(op.Quorum)) {
			if int(v+k) >= len(p.Vars) || p.Vars[v+k].Type.Lo > t.Lo || p.Vars[v+k].Type.Hi < t.Hi {
				return fmt.Errorf("parameter %d of %s.%s does not fit its variable", i, o.Name, o.Messages[op.Msg].Name)
			}
		}
	}
	return nil
}

// checkStmt returns what is wrong with one statement of a node, without those inside.
func (p *Program) checkStmt(n *Node, s Stmt) error {
	switch s := s.(type) {
	case *Post:
		if len(s.Boxes) == 0 || s.Index == nil && len(s.Boxes) != 1 {
			return fmt.Errorf("post to no box, or to several")
		}
		for _, o := range s.Boxes {
			if o < 0 || int(o) >= len(p.Objects) || !p.Objects[o].Box() {
				return fmt.Errorf("post needs a mailbox or a queue")
			}
			if m := p.Objects[o].Messages; s.Msg < 0 || int(s.Msg) >= len(m) || len(m[s.Msg].Params) != len(s.Args) {
				return fmt.Errorf("post of message %d, which %s does not take", s.Msg, p.Objects[o].Name)
			}
		}
	case *Create:
		if f := s.Spawn.Family; f < 0 || int(f) >= len(p.Families) {
			return fmt.Errorf("spawn of no family")
		}
	case *Stop:
		if _, ok := n.Op.(Handle); !ok {
			return fmt.Errorf("stop outside a handler")
		}
	}
	return nil
}
