package eventdriven

import (
	"fmt"
	"go/token"
	"strings"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
	"flavers/explore/model"
	"flavers/sem"
)

// This file decides which programs the explorers of this package take: programs of
// tasks and loopers that synchronize by posts and locks only. It also has what all
// explorers need of such a program.

// subject is a program with properties that is explored.
type subject struct {
	*model.System
	name   string         // of the explorer
	touch  [][]touched    // by action: the places that it may touch (touch.go)
	box    []cfg.ObjectID // by task: the queue of a looper, or None
	varies bool           // what some step touches depends on values
	depth  int            // the largest number of steps of an execution
}

// newProgram prepares a program for the explorer with a name. The error is a
// *sem.TooLarge or a *explore.Refused.
func newProgram(p *cfg.Program, specs []*automata.Spec, name string, depth int) (*subject, error) {
	m, err := sem.New(p)
	if err != nil {
		return nil, err
	}
	k := &subject{System: model.New(m, specs, model.Config{}), name: name, touch: make([][]touched, len(p.Actions)),
		depth: depth}
	if k.depth == 0 {
		k.depth = model.UsualDepth
	}
	for _, sp := range specs {
		if !sp.Property {
			return nil, k.refuse("it cannot leave out what constraints forbid; optimal can")
		}
	}
	for range p.Tasks {
		k.box = append(k.box, cfg.None)
	}
	for i := range p.Objects {
		o := &p.Objects[i]
		if o.Kind == cfg.QueueObject {
			k.box[o.Owner] = o.ID
		}
	}
	if len(p.Invariants) > 0 {
		return nil, k.refuse("an invariant is looked at after each step; optimal can")
	}
	for i := range p.Nodes {
		if what := k.unfit(&p.Nodes[i], false); what != "" {
			return nil, k.refuse("it has %s (%s); optimal can", what, p.Nodes[i].Pos)
		}
	}
	for t := range p.Tasks {
		if k.box[t] != cfg.None && p.Tasks[t].Start == p.Tasks[t].End {
			return nil, k.refuse("it has a looper that stops (%s); optimal can", p.Tasks[t].Name)
		}
		if p.Tasks[t].Server {
			return nil, k.refuse("it has a server task (%s); optimal can", p.Tasks[t].Name)
		}
		if !p.Tasks[t].Static() {
			return nil, k.refuse("it has tasks that are spawned (%s); optimal can", p.Tasks[t].Name)
		}
	}
	tab := m.Tabulator()
	for _, a := range p.Actions {
		if a.Joint() {
			return nil, k.refuse("it has a rendezvous (%s); optimal can", p.Nodes[a.A].Pos)
		}
		if op, ok := p.Nodes[a.A].Op.(cfg.Handle); ok && op.Guard == nil {
			k.touch[a.ID] = k.taking(&p.Nodes[a.A], op)
			continue
		}
		cases, err := tab.Cases(a, 0)
		if err != nil {
			return nil, k.refuse("a step reads more than can be tabled (%s); optimal can", p.Nodes[a.A].Pos)
		}
		k.touch[a.ID] = k.touches(cases)
		k.varies = k.varies || k.vary(a, cases)
	}
	return k, nil
}

// refuse returns a *explore.Refused. Its position is the last one among args.
func (k *subject) refuse(format string, args ...any) error {
	r := &explore.Refused{Explorer: k.name, Reason: fmt.Sprintf(format, args...)}
	for _, a := range args {
		if pos, ok := a.(token.Position); ok {
			r.Pos = pos
		}
	}
	return r
}

// unfit names a construct of a node that the explorers do not take. It returns "" if there is none. With strict,
// it also names constructs that a trace cannot express: steps that wait until a value is as wanted, choices, and
// posts under a condition.
func (k *subject) unfit(n *cfg.Node, strict bool) string {
	what := ""
	if k.box[n.Task] != cfg.None && n.Next == k.Program.Tasks[n.Task].End {
		what = "a looper that stops"
	}
	switch op := n.Op.(type) {
	case cfg.Silent, cfg.Block, cfg.Fail, cfg.Unlock:
	case cfg.Test:
		if op.Await && strict {
			what = "an await"
		}
	case cfg.Lock:
		if k.Program.Objects[op.Lock].RW {
			what = "a reader-writer lock"
		}
	case cfg.Handle:
		switch {
		case k.Program.Objects[op.Box].Kind != cfg.QueueObject || op.Stops:
			what = "an actor or a process"
		case op.Guard != nil && strict:
			what = "a handler with a guard"
		}
	default:
		what = strings.ToLower(strings.TrimPrefix(fmt.Sprintf("%T", op), "cfg.")) + " steps"
	}
	posts := 0
	var look func(list []cfg.Stmt, inside bool)
	look = func(list []cfg.Stmt, inside bool) {
		for _, s := range list {
			switch s := s.(type) {
			case *cfg.Post:
				posts++
				for _, b := range s.Boxes {
					if k.Program.Objects[b].Kind != cfg.QueueObject {
						what = "an actor or a process"
					}
				}
				if inside && strict {
					what = "a post under a condition in an atomic step"
				}
			case *cfg.Branch:
				look(s.Then, true)
				look(s.Else, true)
			case *cfg.Choose:
				if strict {
					what = "a choice in an atomic step"
				}
				for _, arm := range s.Alts {
					look(arm, true)
				}
			case *cfg.Loop:
				what = "a loop in an atomic step"
			case *cfg.Create, *cfg.Stop:
				what = "spawns or stops in an atomic step"
			case *cfg.Assign:
				if s.Value == nil && strict {
					what = "a choice of a value"
				}
			}
		}
	}
	switch op := n.Op.(type) {
	case cfg.Block:
		look(op.Stmts, false)
	case cfg.Handle:
		look(op.Body, false)
		if posts > 0 && what == "" {
			what = "a handler that is one step"
		}
	}
	if posts > 1 && what == "" {
		what = "several posts in an atomic step"
	}
	return what
}

// places returns the number of places: components of the machine, then properties,
// in the order in which a state has them.
func (k *subject) places() int { return k.Failures }

// placeName names a place.
func (k *subject) placeName(l int) string {
	if l < len(k.Machine.Comps) {
		return k.Machine.Comps[l].Name
	}
	return k.Monitors[l-len(k.Machine.Comps)].Spec.Name
}

// idle reports whether a task waits for messages in a state.
func (k *subject) idle(t cfg.TaskID, state []int32) bool {
	pt := k.Point(state, t)
	return pt != cfg.None && k.Program.Points[pt].Idle
}

// next appends the moves that a task can make in a state.
func (k *subject) next(list []*model.Move, t cfg.TaskID, state []int32) []*model.Move {
	if q := k.Point(state, t); q != cfg.None {
		for _, w := range k.Alone[q] {
			list, _ = k.Moves(list, state, w)
		}
	}
	return list
}

// posted returns the looper into whose queue a move from state to next has put a
// message, or None.
func (k *subject) posted(v *model.Move, state, next []int32) cfg.TaskID {
	if _, ok := k.Program.Nodes[k.Program.Actions[v.Action].A].Op.(cfg.Block); !ok {
		return cfg.None
	}
	for t, b := range k.box {
		if b != cfg.None && len(k.Machine.Pending(b, next)) > len(k.Machine.Pending(b, state)) {
			return cfg.TaskID(t)
		}
	}
	return cfg.None
}

// execution is an execution of the program in progress.
type execution struct {
	*subject
	state []int32 // after the moves
	moves []*model.Move
}

// begin returns the empty execution.
func (k *subject) begin() *execution { return &execution{subject: k, state: k.Start()} }

// take makes a move.
func (x *execution) take(v *model.Move) {
	x.moves = append(x.moves, v)
	x.Change(x.state, v)
}

// schedule returns the execution as a schedule, for a finding.
func (x *execution) schedule(f model.Finding) []sem.Choice { return x.Schedule(f, x.moves) }

// symbol returns the symbol that a property reads of an occurrence, or -1.
func (k *subject) symbol(m *model.Monitor, o sem.Occurrence) int {
	return m.Symbol(o.Names(), o.Owners(k.Program))
}
