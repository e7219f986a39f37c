package cfg

import (
	"cmp"
	"go/token"
	"slices"
)

// This file builds programs for front ends. `loop { x = 1; break }` is built so:
//
//	t := b.AddTask("main", None, 0, pos)
//	head := b.AddPoint(t)
//	b.Alias(b.Start(t), head)
//	behind := b.AddPoint(t)
//	b.AddNode(Node{Point: head, Next: behind, Op: assign, Pos: pos})
//	b.Alias(behind, b.End(t)) // break
//	p := b.Finish()

// Builder collects a program. Front ends work in the style "lower this
// statement so that it leads from point p to point q"; Alias says that two
// points are the same place (a `break`, an empty branch).
type Builder struct {
	p     Program
	alias []PointID // union-find parents, by PointID
}

// NewBuilder starts a program.
func NewBuilder(name, file string) *Builder {
	return &Builder{p: Program{Name: name, File: file}}
}

// Name gives an integer of the source a name.
func (b *Builder) Name(constant string, value int32) {
	if b.p.Constants == nil {
		b.p.Constants = map[string]int64{}
	}
	b.p.Constants[constant] = int64(value)
}

// AddTask adds a task with its Start and End points. family is None for a task
// that starts with the program.
func (b *Builder) AddTask(name string, family FamilyID, instance int32, pos token.Position) TaskID {
	id := TaskID(len(b.p.Tasks))
	b.p.Tasks = append(b.p.Tasks, Task{ID: id, Name: name, Family: family, Instance: instance, Pos: pos})
	start, end := b.AddPoint(id), b.AddPoint(id)
	b.p.Tasks[id].Start, b.p.Tasks[id].End = start, end
	return id
}

// Start and End are the points of a task that AddTask made.
func (b *Builder) Start(t TaskID) PointID { return b.p.Tasks[t].Start }
func (b *Builder) End(t TaskID) PointID   { return b.p.Tasks[t].End }

// AddPoint adds a place of task t.
func (b *Builder) AddPoint(t TaskID) PointID {
	id := PointID(len(b.p.Points))
	b.p.Points = append(b.p.Points, Point{ID: id, Task: t})
	b.alias = append(b.alias, id)
	return id
}

// Alias makes from and to one place of their task.
func (b *Builder) Alias(from, to PointID) {
	f, t := b.find(from), b.find(to)
	if b.p.Points[f].Task != b.p.Points[t].Task {
		panic("cfg: Alias of points of different tasks")
	}
	b.alias[f] = t
}

// find returns the point that stands for all aliases of p.
func (b *Builder) find(p PointID) PointID {
	for b.alias[p] != p {
		b.alias[p] = b.alias[b.alias[p]]
		p = b.alias[p]
	}
	return p
}

// AddNode adds a step; n.Point, n.Next, n.Op and n.Pos must be set, n.Guard may
// be. The task is that of the point.
func (b *Builder) AddNode(n Node) NodeID {
	n.ID = NodeID(len(b.p.Nodes))
	n.Task = b.p.Points[n.Point].Task
	b.p.Nodes = append(b.p.Nodes, n)
	return n.ID
}

// AddVar adds a variable; consecutive calls give consecutive identifiers.
func (b *Builder) AddVar(v Var) VarID {
	v.ID = VarID(len(b.p.Vars))
	b.p.Vars = append(b.p.Vars, v)
	return v.ID
}

// AddObject adds a synchronisation object.
func (b *Builder) AddObject(o Object) ObjectID {
	o.ID = ObjectID(len(b.p.Objects))
	b.p.Objects = append(b.p.Objects, o)
	return o.ID
}

// AddLength notes that an expression reads the length of a channel.
func (b *Builder) AddLength(o ObjectID) {
	if i, found := slices.BinarySearch(b.p.Lengths, o); !found {
		b.p.Lengths = slices.Insert(b.p.Lengths, i, o)
	}
}

// AddFamily adds a dynamic family; its Tasks and Params are set by SetFamily
// once the tasks exist.
func (b *Builder) AddFamily(name string, pos token.Position) FamilyID {
	id := FamilyID(len(b.p.Families))
	b.p.Families = append(b.p.Families, Family{ID: id, Name: name, Pos: pos})
	return id
}

// SetFamily completes a family.
func (b *Builder) SetFamily(f FamilyID, tasks []TaskID, params [][]VarID) {
	b.p.Families[f].Tasks, b.p.Families[f].Params = tasks, params
}

// AddPending puts a message into a box from the start.
func (b *Builder) AddPending(o ObjectID, m Pending) {
	b.p.Objects[o].Initial = append(b.p.Objects[o].Initial, m)
}

// SetServer marks a task that may wait for ever where it waits for others.
func (b *Builder) SetServer(t TaskID) { b.p.Tasks[t].Server = true }

// SetIdle marks a place where a task waits for messages.
func (b *Builder) SetIdle(q PointID) { b.p.Points[q].Idle = true }

// AddFair declares steps to be fair. Those that Finish drops count no more; a condition that has none
// left is no condition.
func (b *Builder) AddFair(name string, pos token.Position, nodes []NodeID) {
	b.p.Fair = append(b.p.Fair, FairCondition{Name: name, Nodes: nodes, Pos: pos})
}

// Count returns the number of steps that have been added so far: the next one has it.
func (b *Builder) Count() NodeID { return NodeID(len(b.p.Nodes)) }

// PointOf returns the point of a step that has been added.
func (b *Builder) PointOf(n NodeID) PointID { return b.p.Nodes[n].Point }

// Finish completes the program: it resolves aliases, drops what no control path reaches, numbers points
// and nodes (by task, then in order of discovery from the start), gives a
// silent loop to a point where a task can neither step nor has ended (an empty
// endless loop), bounds boxes, pairs actions and checks. It panics if the program is
// malformed: that is a bug of the front end.
func (b *Builder) Finish() *Program {
	old := b.p
	nodesAt := make([][]NodeID, len(old.Points)) // by resolved point: its nodes, old numbers
	for _, n := range old.Nodes {
		q := b.find(n.Point)
		nodesAt[q] = append(nodesAt[q], n.ID)
	}
	idle := make([]bool, len(old.Points)) // by resolved point
	for _, pt := range old.Points {
		if pt.Idle {
			idle[b.find(pt.ID)] = true
		}
	}
	p := old
	p.Tasks = slices.Clone(old.Tasks)
	p.Points, p.Nodes = nil, nil
	newPoint := make([]PointID, len(old.Points)) // by resolved point: its new number, or None
	for i := range newPoint {
		newPoint[i] = None
	}
	newNode := make([]NodeID, len(old.Nodes)) // by old node: its new number, or None if it is dropped
	for i := range newNode {
		newNode[i] = None
	}
	// Task by task, in order of discovery: points and nodes that are not reached get
	// no number.
	for ti := range p.Tasks {
		t := &p.Tasks[ti]
		first := len(p.Points)
		end := b.find(t.End)
		var order []PointID // resolved old points of this task, in order of discovery
		discover := func(q PointID) PointID {
			q = b.find(q)
			if newPoint[q] == None {
				newPoint[q] = PointID(len(p.Points))
				p.Points = append(p.Points, Point{ID: newPoint[q], Task: t.ID, Idle: idle[q]})
				order = append(order, q)
			}
			return newPoint[q]
		}
		t.Start = discover(t.Start)
		for i := 0; i < len(order); i++ {
			q := order[i]
			if len(nodesAt[q]) == 0 && q != end { // an empty endless loop
				id := NodeID(len(p.Nodes))
				p.Nodes = append(p.Nodes, Node{ID: id, Task: t.ID, Point: newPoint[q], Next: newPoint[q], Op: Silent{What: "loop"},
					Pos: t.Pos})
				p.Points[newPoint[q]].Nodes = append(p.Points[newPoint[q]].Nodes, id)
				continue
			}
			for _, on := range withoutNever(&old, nodesAt[q]) {
				n := old.Nodes[on]
				if c, ok := n.Guard.(Const); ok && c.Value != 0 {
					n.Guard = nil
				}
				n.ID = NodeID(len(p.Nodes))
				newNode[on] = n.ID
				n.Point = newPoint[q]
				n.Next = discover(n.Next)
				p.Nodes = append(p.Nodes, n)
				p.Points[n.Point].Nodes = append(p.Points[n.Point].Nodes, n.ID)
			}
		}
		t.End = discover(end)         // even when unreachable, so that every task has one
		moved := sortNodes(&p, first) // the nodes of this task change their numbers once more
		for _, q := range order {
			for _, on := range nodesAt[q] {
				if newNode[on] != None {
					newNode[on] = moved[newNode[on]]
				}
			}
		}
		if t.Server {
			restServer(&p, first)
		}
	}
	p.Fair = renumberFair(old.Fair, newNode)
	p.Actions = pairActions(&p)
	boundBoxes(&p)
	b.p, b.alias = Program{}, nil
	if err := p.Check(); err != nil {
		panic("cfg: malformed program: " + err.Error())
	}
	return &p
}

// renumberFair gives the nodes of fair conditions their new numbers. Nodes that were
// dropped (None) count no more; a condition that has none left is dropped too.
func renumberFair(conditions []FairCondition, newNode []NodeID) []FairCondition {
	var out []FairCondition
	for _, c := range conditions {
		nodes := c.Nodes
		c.Nodes = nil
		for _, n := range nodes {
			if newNode[n] != None {
				c.Nodes = append(c.Nodes, newNode[n])
			}
		}
		slices.Sort(c.Nodes)
		if c.Nodes = slices.Compact(c.Nodes); len(c.Nodes) > 0 {
			out = append(out, c)
		}
	}
	return out
}

// restServer marks the points from first on, those of a server, where it waits
// for others.
func restServer(p *Program, first int) {
	for i := first; i < len(p.Points); i++ {
		q := &p.Points[i]
		q.Idle = len(q.Nodes) > 0 && !slices.ContainsFunc(q.Nodes, func(n NodeID) bool { return !Waits(p.Nodes[n].Op) })
	}
}

// withoutNever leaves out nodes whose guard is the constant false, unless no other is
// left: a point where a task waits for ever still needs a node.
func withoutNever(p *Program, nodes []NodeID) []NodeID {
	out := slices.DeleteFunc(slices.Clone(nodes), func(n NodeID) bool {
		c, ok := p.Nodes[n].Guard.(Const)
		return ok && c.Value == 0
	})
	if len(out) == 0 && len(nodes) > 0 {
		return nodes[:1]
	}
	return out
}

// sortNodes renumbers the nodes of the points from first on so that nodes of
// one point are consecutive and ascend with their point. It returns their new
// numbers by their old ones.
func sortNodes(p *Program, first int) map[NodeID]NodeID {
	moved := map[NodeID]NodeID{}
	begin := len(p.Nodes)
	for _, pt := range p.Points[first:] {
		if len(pt.Nodes) > 0 {
			begin = min(begin, int(slices.Min(pt.Nodes)))
		}
	}
	part := p.Nodes[begin:]
	slices.SortStableFunc(part, func(a, b Node) int { return cmp.Compare(a.Point, b.Point) })
	for i := first; i < len(p.Points); i++ {
		p.Points[i].Nodes = nil
	}
	for i := range part {
		moved[part[i].ID] = NodeID(begin + i)
		part[i].ID = NodeID(begin + i)
		pt := &p.Points[part[i].Point]
		pt.Nodes = append(pt.Nodes, part[i].ID)
	}
	return moved
}
