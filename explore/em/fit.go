package em

import (
	"fmt"
	"go/token"
	"strings"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
	"flavers/sem"
)

// This file has programs of tasks and loopers, as the explorers of this package
// look at them, and says which of them they take.

// subject is a program with properties.
type subject struct {
	name   string // of the explorer
	p      *cfg.Program
	m      *sem.Machine
	specs  []watcher
	by     [][]cfg.Action // by point: actions
	touch  [][]touched    // by action: the places that it may touch
	box    []cfg.ObjectID // by task: its queue, or None
	varies bool           // what some step touches depends on values
	depth  int            // most steps of an execution
}

// watcher is a property.
type watcher struct {
	spec   *automata.Spec
	binder *automata.Binder
	trap   int32
}

// newProgram prepares a program. The error is a *sem.TooLarge or a
// *explore.Refused.
func newProgram(p *cfg.Program, specs []*automata.Spec, name string, depth int) (*subject, error) {
	m, err := sem.New(p)
	if err != nil {
		return nil, err
	}
	k := &subject{name: name, p: p, m: m, by: make([][]cfg.Action, len(p.Points)), touch: make([][]touched, len(p.Actions)), depth: depth}
	if k.depth == 0 {
		k.depth = 10_000
	}
	for _, sp := range specs {
		if !sp.Property {
			return nil, k.refuse("it cannot leave out what constraints forbid; optimal can")
		}
		k.specs = append(k.specs, watcher{sp, automata.NewBinder(sp), sp.DFA.Trap()})
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
		k.by[p.Nodes[a.A].Point] = append(k.by[p.Nodes[a.A].Point], a)
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

func (k *subject) refuse(format string, args ...any) error {
	r := &explore.Refused{Explorer: k.name, Reason: fmt.Sprintf(format, args...)}
	for _, a := range args {
		if pos, ok := a.(token.Position); ok {
			r.Pos = pos
		}
	}
	return r
}

// unfit names a construct that the explorers do not know, or is "". strict: that
// traces do not have: what blocks until a value is as it should be, and choices.
func (k *subject) unfit(n *cfg.Node, strict bool) string {
	what := ""
	if k.box[n.Task] != cfg.None && n.Next == k.p.Tasks[n.Task].End {
		what = "a looper that stops"
	}
	switch op := n.Op.(type) {
	case cfg.Silent, cfg.Block, cfg.Fail, cfg.Unlock:
	case cfg.Test:
		if op.Await && strict {
			what = "an await"
		}
	case cfg.Lock:
		if k.p.Objects[op.Lock].RW {
			what = "a reader-writer lock"
		}
	case cfg.Handle:
		switch {
		case k.p.Objects[op.Box].Kind != cfg.QueueObject || op.Stops:
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
					if k.p.Objects[b].Kind != cfg.QueueObject {
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

// places is how many things steps can touch: components, then properties.
func (k *subject) places() int { return len(k.m.Comps) + len(k.specs) }

func (k *subject) placeName(l int) string {
	if l < len(k.m.Comps) {
		return k.m.Comps[l].Name
	}
	return k.specs[l-len(k.m.Comps)].spec.Name
}

// idle tells whether a task waits for messages in a state.
func (k *subject) idle(t cfg.TaskID, state []int32) bool {
	pt := k.m.Point(t, state[k.m.Pos(t)])
	return pt != cfg.None && k.p.Points[pt].Idle
}

// journal is what is kept of an execution: the schedule, and where properties
// are.
type journal struct {
	k       *subject
	choices []sem.Choice
	at      []int32 // by property: its state
	broken  []int   // by property: after how many steps it was violated, or -1
}

func (k *subject) newJournal() *journal {
	j := &journal{k: k, at: make([]int32, len(k.specs)), broken: make([]int, len(k.specs))}
	for i := range k.specs {
		j.at[i], j.broken[i] = k.specs[i].spec.DFA.Start, -1
		if j.at[i] == k.specs[i].trap {
			j.broken[i] = 0
		}
	}
	return j
}

// enter notes a step.
func (j *journal) enter(c sem.Choice, occ []sem.Occurrence) {
	j.choices = append(j.choices, c)
	j.see(occ)
}

// see moves the properties.
func (j *journal) see(occ []sem.Occurrence) {
	for i := range j.at {
		for _, o := range occ {
			w := &j.k.specs[i]
			if sym := w.symbol(j.k.p, o); sym >= 0 && j.at[i] != w.trap {
				j.at[i] = w.spec.DFA.Step(j.at[i], sym)
			}
		}
		if j.at[i] == j.k.specs[i].trap && j.broken[i] < 0 {
			j.broken[i] = len(j.choices)
		}
	}
}

// symbol is what a property sees of an occurrence, or -1.
func (w *watcher) symbol(p *cfg.Program, o sem.Occurrence) int {
	names := make([]string, 0, 2)
	for _, t := range o.Tasks {
		names = append(names, p.Tasks[t].Name)
	}
	sym, _ := w.binder.Bind(o.Names, names)
	return sym
}

// moves tells whether a symbol moves a property from any state but the one where
// it is violated already.
func (w *watcher) moves(sym int) bool {
	for q := range int32(w.spec.DFA.States()) {
		if q != w.trap && w.spec.DFA.Step(q, sym) != q {
			return true
		}
	}
	return false
}
