package cfg

// pairActions lists every step of the program in the order of nodes: a node that
// acts alone, or the pairs in which it is the active side, a call or a send. With
// `a.up` in tasks 1 and 2 and `accept up` in task a, there are two actions. A call
// or accept without a partner has no action: it blocks for ever.
func pairActions(p *Program) []Action {
	var out []Action
	add := func(a, b NodeID) { out = append(out, Action{ID: ActionID(len(out)), A: a, B: b}) }
	closed := make([]bool, len(p.Objects))      // channels that some node closes
	passive := make([][]NodeID, len(p.Objects)) // by object: the nodes that a call or a send may meet
	for i := range p.Nodes {
		switch op := p.Nodes[i].Op.(type) {
		case Close:
			closed[op.Chan] = true
		case Accept:
			passive[op.Entry] = append(passive[op.Entry], NodeID(i))
		case AcceptEnd:
			passive[op.Entry] = append(passive[op.Entry], NodeID(i))
		case Recv:
			passive[op.Chan] = append(passive[op.Chan], NodeID(i))
		}
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		meet := func(o ObjectID, fits func(Op) bool) {
			for _, m := range passive[o] {
				if p.Nodes[m].Task != n.Task && fits(p.Nodes[m].Op) {
					add(n.ID, m)
				}
			}
		}
		switch op := n.Op.(type) {
		case Call:
			meet(op.Entry, func(o Op) bool { a, ok := o.(Accept); return ok && a.Extended == op.Extended })
		case CallEnd:
			meet(op.Entry, func(o Op) bool { _, ok := o.(AcceptEnd); return ok })
		case Accept, AcceptEnd:
		case Send:
			if p.Objects[op.Chan].Cap > 0 || closed[op.Chan] {
				add(n.ID, None)
			}
			if p.Objects[op.Chan].Cap == 0 {
				meet(op.Chan, func(o Op) bool { r, ok := o.(Recv); return ok && r.Part != EndRecv })
			}
		case Recv:
			if p.Objects[op.Chan].Cap > 0 && op.Part != EndRecv || closed[op.Chan] && op.Part != ValueRecv {
				add(n.ID, None)
			}
		default:
			add(n.ID, None)
		}
	}
	return out
}
