// Package dead has programs forget variables that no step reads any more before they get
// a new value. In
//
//	job = <-jobs; if job == 0 { .. } else { event does(job) }; result = 1
//
// job is dead once the event has happened, and states that differ in its value only are
// one. That is liveness analysis, the backward problem of data flow, for each task alone.
//
// What the package does not do: variables that several tasks name are never dead, and which
// element of an array a step writes is not looked at.
//
// Sources: G. Holzmann, The engineering of a model checker: the Gnu i-protocol case study
// revisited, SPIN 1999; M. Bozga, J.-C. Fernandez, L. Ghirvu, State space reduction based
// on live variables analysis, SAS 1999. docs/theory.md, section 1.1, has the proof.
package dead

import (
	"slices"

	"flavers/bitset"
	"flavers/cfg"
)

// Forget returns the program whose steps forget dead variables: Dead says which. Steps, their events and their
// numbers are the same, and so is every schedule. Variables of invariants are never dead.
//
// May err towards: alive (branches that are never taken, elements of arrays).
func Forget(p *cfg.Program) *cfg.Program {
	q := *p
	q.Dead = make([][]cfg.VarID, len(p.Nodes))
	d := &deadness{p: p, owner: make([]cfg.TaskID, len(p.Vars)), index: make([]int32, len(p.Vars))}
	d.own()
	for t := range p.Tasks {
		d.task(cfg.TaskID(t), q.Dead)
	}
	return &q
}

// deadness is the analysis of one task after the other.
type deadness struct {
	p     *cfg.Program
	owner []cfg.TaskID   // by variable: the only task whose steps name it; None: it is never forgotten
	index []int32        // by variable with an owner: its number in sets
	vars  [][]cfg.VarID  // by task: its variables by number
	nodes [][]cfg.NodeID // by task
	first []cfg.PointID  // by task: its lowest point
	count []int32        // by task: of its points
}

// own finds the variables of each task.
func (d *deadness) own() {
	p := d.p
	const nobody = cfg.None - 1
	for v := range d.owner {
		d.owner[v] = nobody
	}
	d.nodes, d.vars = make([][]cfg.NodeID, len(p.Tasks)), make([][]cfg.VarID, len(p.Tasks))
	for i := range p.Nodes {
		n := &p.Nodes[i]
		d.nodes[n.Task] = append(d.nodes[n.Task], n.ID)
		named(n, func(v cfg.VarID) {
			switch d.owner[v] {
			case nobody:
				d.owner[v] = n.Task
			case n.Task:
			default:
				d.owner[v] = cfg.None
			}
		})
	}
	for i := range p.Families { // who spawns a task gives its parameters their values
		for k, params := range p.Families[i].Params {
			for _, v := range params {
				if d.owner[v] != p.Families[i].Tasks[k] {
					d.owner[v] = cfg.None
				}
			}
		}
	}
	for i := range p.Invariants {
		for _, v := range p.Invariants[i].Vars {
			d.owner[v] = cfg.None
		}
	}
	for v := range p.Vars {
		if t := d.owner[v]; t < 0 || p.Vars[v].Scratch {
			d.owner[v] = cfg.None
		} else {
			d.index[v] = int32(len(d.vars[t]))
			d.vars[t] = append(d.vars[t], cfg.VarID(v))
		}
	}
	d.first, d.count = make([]cfg.PointID, len(p.Tasks)), make([]int32, len(p.Tasks))
	for i := len(p.Points) - 1; i >= 0; i-- {
		t := p.Points[i].Task
		d.first[t] = cfg.PointID(i)
		d.count[t]++
	}
}

// task fills in what the steps of a task forget.
func (d *deadness) task(t cfg.TaskID, dead [][]cfg.VarID) {
	k := len(d.vars[t])
	if k == 0 {
		return
	}
	p := d.p
	live := bitset.NewMatrix(int(d.count[t]), k) // by point: read before it is written, some way from there
	row := func(q cfg.PointID) bitset.Set { return live.Row(int(q - d.first[t])) }
	if f := p.Tasks[t].Family; f != cfg.None { // no step has forgotten what the task is started with
		for _, v := range p.Families[f].Params[p.Tasks[t].Instance] {
			d.add(row(p.Tasks[t].Start), v)
		}
	}
	now := bitset.New(k)
	for changed := true; changed; {
		changed = false
		for i := len(d.nodes[t]) - 1; i >= 0; i-- {
			n := &p.Nodes[d.nodes[t][i]]
			copy(now, row(n.Next))
			d.before(now, n)
			changed = row(n.Point).Or(now) || changed
		}
	}
	for _, id := range d.nodes[t] {
		n := &p.Nodes[id]
		copy(now, row(n.Point)) // what is dead there has Init already
		named(n, func(v cfg.VarID) {
			if d.owner[v] == t {
				now.Add(int(d.index[v]))
			}
		})
		now.AndNot(row(n.Next))
		for i := range now.All {
			dead[id] = append(dead[id], d.vars[t][i])
		}
	}
}

// before makes what is live after a step what is live before it.
func (d *deadness) before(live bitset.Set, n *cfg.Node) {
	switch op := n.Op.(type) {
	case cfg.Block:
		d.stmts(live, op.Stmts)
	case cfg.Handle:
		d.stmts(live, op.Body)
		d.read(live, op.Guard)
		for _, v := range op.Params {
			for k := range max(op.Quorum, 1) {
				d.write(live, v+cfg.VarID(k))
			}
		}
	case cfg.Accept:
		for _, v := range op.Params {
			d.write(live, v)
		}
	case cfg.Call:
		d.read(live, op.Args...)
	case cfg.Send:
		d.read(live, op.Value)
	case cfg.Recv:
		for _, t := range op.Targets() {
			d.store(live, t)
		}
		for _, t := range op.Targets() {
			d.read(live, t.Index...)
		}
		for _, f := range op.Fields {
			d.read(live, f.Match)
		}
	case cfg.Spawn:
		d.spawn(live, &op)
	case cfg.Join:
		d.read(live, op.Ref)
	}
	d.read(live, n.Guard)
}

// stmts is before for a list of statements.
func (d *deadness) stmts(live bitset.Set, list []cfg.Stmt) {
	for i := len(list) - 1; i >= 0; i-- {
		switch s := list[i].(type) {
		case *cfg.Assign:
			d.store(live, &s.Target)
			d.read(live, s.Value)
			d.read(live, s.Target.Index...)
		case *cfg.Event:
			d.read(live, s.Args...)
		case *cfg.Branch:
			other := slices.Clone(live)
			d.stmts(other, s.Else)
			d.stmts(live, s.Then)
			live.Or(other)
			d.read(live, s.Cond)
		case *cfg.Post:
			d.read(live, s.Index)
			d.read(live, s.Args...)
		case *cfg.Create:
			d.spawn(live, &s.Spawn)
		case *cfg.Choose:
			after := slices.Clone(live)
			clear(live)
			for _, alt := range s.Alts {
				one := slices.Clone(after)
				d.stmts(one, alt)
				live.Or(one)
			}
		case *cfg.Loop: // nothing is sure to be written: it may be left anywhere
			d.read(live, s.Cond)
			cfg.Stmts(s.Body, func(s cfg.Stmt) { namedIn(s, func(v cfg.VarID) { d.add(live, v) }) })
		case *cfg.Require:
			d.read(live, s.Cond)
		}
	}
}

func (d *deadness) spawn(live bitset.Set, op *cfg.Spawn) {
	if op.Target != nil {
		d.store(live, op.Target)
		d.read(live, op.Target.Index...)
	}
	d.read(live, op.Args...)
}

// store notes a write. Which element of an array it writes is not looked at.
func (d *deadness) store(live bitset.Set, t *cfg.Target) {
	if len(t.Index) == 0 {
		d.write(live, t.Var)
	}
}

func (d *deadness) write(live bitset.Set, v cfg.VarID) {
	if d.owner[v] != cfg.None {
		live.Remove(int(d.index[v]))
	}
}

func (d *deadness) add(live bitset.Set, v cfg.VarID) {
	if d.owner[v] != cfg.None {
		live.Add(int(d.index[v]))
	}
}

func (d *deadness) read(live bitset.Set, list ...cfg.Expr) {
	for _, e := range list {
		readIn(e, func(v cfg.VarID) { d.add(live, v) })
	}
}
