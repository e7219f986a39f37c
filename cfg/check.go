package cfg

import "fmt"

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
	for _, f := range p.Families {
		if len(f.Params) != len(f.Tasks) {
			return fmt.Errorf("family %s: %d tasks, %d parameter lists", f.Name, len(f.Tasks), len(f.Params))
		}
	}
	return nil
}

func (p *Program) pointOf(q PointID, t TaskID) bool {
	return q >= 0 && int(q) < len(p.Points) && p.Points[q].Task == t
}

func (p *Program) checkOp(n *Node) error {
	object := func(o ObjectID, k ObjectKind) error {
		if o < 0 || int(o) >= len(p.Objects) || p.Objects[o].Kind != k {
			return fmt.Errorf("%T needs an object of kind %s", n.Op, k)
		}
		return nil
	}
	switch op := n.Op.(type) {
	case nil:
		return fmt.Errorf("no operation")
	case Call:
		return object(op.Entry, EntryObject)
	case CallEnd:
		return object(op.Entry, EntryObject)
	case Accept:
		if err := object(op.Entry, EntryObject); err != nil {
			return err
		}
		if p.Objects[op.Entry].Owner != n.Task {
			return fmt.Errorf("accept of an entry of another task")
		}
	case AcceptEnd:
		return object(op.Entry, EntryObject)
	case Send:
		return object(op.Chan, ChanObject)
	case Recv:
		return object(op.Chan, ChanObject)
	case Close:
		return object(op.Chan, ChanObject)
	case Lock:
		return object(op.Lock, LockObject)
	case Announce:
		return object(op.Lock, LockObject)
	case Unlock:
		return object(op.Lock, LockObject)
	case RLock:
		return object(op.Lock, LockObject)
	case RUnlock:
		return object(op.Lock, LockObject)
	case Wait:
		return object(op.Lock, LockObject)
	case Rewake:
		return object(op.Lock, LockObject)
	case Notify:
		return object(op.Lock, LockObject)
	case Acquire:
		return object(op.Sem, SemObject)
	case Release:
		return object(op.Sem, SemObject)
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
	return nil
}
