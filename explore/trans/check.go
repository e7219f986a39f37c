package trans

import (
	"fmt"
	"go/token"
	"slices"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore/model"
)

// This file decides for which programs the explorers of this package are right.
// Deliveries to different actors must be independent, and steps that are no
// deliveries must not race: they run before the first delivery, or with the
// delivery that spawned their task. So
//
//   - there is nothing to synchronise on but mailboxes, and no handler takes
//     several messages;
//   - no variable is shared, unless nobody writes it;
//   - tasks that take no messages start with the program, and only compute,
//     spawn and post;
//   - nobody can post to an actor that may or may not have been started;
//   - which actor is which instance of a family does not depend on the order of
//     deliveries, or nothing can tell (names.go);
//   - there are no constraints, as these disable messages; a property that
//     sees events of two actors is refused when it does (explorers.go).
//
// May err towards: refusing.

// facts is what the check finds out about a program.
type facts struct {
	nameless []cfg.FamilyID // families whose instances get their numbers in the order of the spawns
	guarded  string         // a message that a guard can disable; "": there is none
	choosing string         // a message whose handler has several outcomes; "": there is none
	pos      token.Position // of a refused program: the place of the reason, if it has one
}

// check returns the reason why a program is refused, or "" if it is accepted. Of
// the facts about a refused program, only pos is filled in.
func check(p *cfg.Program, specs []*automata.Spec) (*facts, string) {
	if len(p.Invariants) > 0 {
		return &facts{}, "an invariant is looked at after each step, so that more than messages may race"
	}
	c := &checker{p: p, boxOf: make([]cfg.ObjectID, len(p.Tasks))}
	for _, step := range []func() string{c.objects, c.tasks, c.variables, c.families} {
		c.pos = token.Position{}
		if why := step(); why != "" {
			return &facts{pos: c.pos}, why
		}
	}
	for _, s := range specs {
		if !s.Property {
			return &facts{pos: s.Pos}, fmt.Sprintf("constraint %s would disable messages depending on what other actors do",
				s.Name)
		}
	}
	if len(c.nameless) > 0 && len(specs) > 0 {
		return &facts{},
			fmt.Sprintf("several tasks spawn %s, so the numbers of its instances depend on the order, and property %s could tell them apart",
				p.Families[c.nameless[0]].Name, specs[0].Name)
	}
	c.handlers()
	return &c.facts, ""
}

// checker is a check in progress. Each of its steps returns a reason to refuse the
// program, or "".
type checker struct {
	p     *cfg.Program
	boxOf []cfg.ObjectID // by task: its mailbox, or None
	facts
}

// objects fills in boxOf, and refuses all objects but mailboxes.
func (c *checker) objects() string {
	for t := range c.boxOf {
		c.boxOf[t] = cfg.None
	}
	actors, used := 0, model.Uses(c.p)
	for i := range c.p.Objects {
		o := &c.p.Objects[i]
		c.pos = o.Pos
		switch o.Kind {
		case cfg.MailboxObject:
			c.boxOf[o.Owner] = o.ID
			actors++
		case cfg.QueueObject:
			return fmt.Sprintf("looper %s takes messages in the order in which they were posted, so posts race", o.Name)
		default:
			if !used[i] {
				continue
			}
			return fmt.Sprintf("%s %s is shared: only deliveries of messages may race", o.Kind, o.Name)
		}
	}
	c.pos = token.Position{}
	if actors == 0 {
		return "it has no actors"
	}
	return ""
}

// tasks refuses tasks that wait for something else than single messages, and steps with loops.
func (c *checker) tasks() string {
	for i := range c.p.Tasks {
		if t := &c.p.Tasks[i]; t.Server {
			c.pos = t.Pos
			return fmt.Sprintf("task %s is a server", t.Name)
		}
		if t := &c.p.Tasks[i]; !t.Static() && c.boxOf[t.ID] == cfg.None {
			c.pos = t.Pos
			return fmt.Sprintf("task %s is spawned and takes no messages", t.Name)
		}
	}
	for i := range c.p.Nodes {
		n := &c.p.Nodes[i]
		c.pos = n.Pos
		loops := false
		cfg.StmtsOf(n.Op, func(s cfg.Stmt) {
			if _, is := s.(*cfg.Loop); is {
				loops = true
			}
		})
		if loops {
			return fmt.Sprintf("task %s has a loop in one step", c.p.Tasks[n.Task].Name)
		}
		switch op := n.Op.(type) {
		case cfg.Silent, cfg.Test, cfg.Block, cfg.Fail, cfg.Spawn:
		case cfg.Handle:
			if op.Quorum > 0 {
				return fmt.Sprintf("%s takes %s of several senders at once", c.p.Tasks[n.Task].Name,
					c.p.Objects[op.Box].Messages[op.Msg].Name)
			}
		default:
			return fmt.Sprintf("task %s waits for more than messages: %s", c.p.Tasks[n.Task].Name, c.p.NodeString(n.ID))
		}
	}
	return ""
}

// variables refuses variables that several tasks use and one of them writes.
func (c *checker) variables() string {
	first := make([]cfg.TaskID, len(c.p.Vars)) // the last task that was seen to use it, or None
	several := make([]bool, len(c.p.Vars))     // several tasks use it
	written := make([]bool, len(c.p.Vars))
	for v := range first {
		first[v] = cfg.None
	}
	use := func(t cfg.TaskID, vars []cfg.VarID, write bool) {
		for _, v := range vars {
			several[v] = several[v] || first[v] >= 0 && first[v] != t
			first[v] = t
			written[v] = written[v] || write
		}
	}
	for i := range c.p.Nodes {
		n := &c.p.Nodes[i]
		read := func(e cfg.Expr) {
			cfg.Inspect(e, func(e cfg.Expr) bool { use(n.Task, varsOf(e), false); return true })
		}
		flows(n, func(f flow) {
			read(f.value)
			use(n.Task, f.into, true)
		})
	}
	for v := range several {
		if vr := &c.p.Vars[v]; several[v] && written[v] && vr.Owner == cfg.None {
			c.pos = vr.Pos
			return fmt.Sprintf("variable %s is shared: races on it are not transitive, as those of messages for one actor are",
				vr.Name)
		}
	}
	return ""
}

// families refuses races on the numbers of instances. If several tasks spawn
// instances of a family, the order of the spawns decides which instance gets which
// number, and a post by number may find the instance not started. Such a family is
// accepted, as nameless, only if nothing can tell its instances apart (names.go).
func (c *checker) families() string {
	for i := range c.p.Families {
		f := &c.p.Families[i]
		var spawners []cfg.TaskID
		for n := range c.p.Nodes {
			if n := &c.p.Nodes[n]; slices.Contains(cfg.Spawns(n.Op), f.ID) && !slices.Contains(spawners, n.Task) {
				spawners = append(spawners, n.Task)
			}
		}
		foreign := c.foreign(f, spawners)
		if len(spawners) < 2 && foreign == "" {
			continue
		}
		if why := c.interchangeable(f); why != "" {
			if foreign != "" {
				return fmt.Sprintf("%s by number, and may find it not started (%s)", foreign, why)
			}
			return fmt.Sprintf("several tasks spawn %s, so the numbers of its instances depend on the order, and %s", f.Name,
				why)
		}
		if len(spawners) > 1 {
			c.nameless = append(c.nameless, f.ID)
		}
	}
	return ""
}

// foreign describes a post to an instance of f by its number from a task that may not know whether that instance
// was started. It returns "" if there is none. The only spawner knows, an instance knows of itself, and a
// reference comes from a spawn.
func (c *checker) foreign(f *cfg.Family, spawners []cfg.TaskID) string {
	found := ""
	for i := range c.p.Nodes {
		n := &c.p.Nodes[i]
		if len(spawners) == 1 && n.Task == spawners[0] {
			continue
		}
		posts(n, func(p *cfg.Post) {
			to := c.p.Objects[p.Boxes[0]].Owner
			switch {
			case c.p.Tasks[to].Family != f.ID:
			case p.Index == nil && to == n.Task: // to itself
			case p.Index != nil && c.isRef(p.Index): // from a spawn
			default:
				found = fmt.Sprintf("%s posts to %s", c.p.Tasks[n.Task].Name, f.Name)
			}
		})
	}
	return found
}

// isRef reports whether an expression is a variable that holds a reference.
func (c *checker) isRef(e cfg.Expr) bool {
	vars := varsOf(e)
	return len(vars) > 0 && c.p.Vars[vars[0]].Type.Kind == cfg.RefType
}

// handlers fills in guarded and choosing.
func (c *checker) handlers() {
	for i := range c.p.Objects {
		o := &c.p.Objects[i]
		for k := range o.Messages {
			name := o.Name + "." + o.Messages[k].Name
			handlers, free := 0, false // free: some handler has no guard
			for n := range c.p.Nodes {
				op, ok := c.p.Nodes[n].Op.(cfg.Handle)
				if !ok || op.Box != o.ID || op.Msg != int32(k) || op.Stops {
					continue
				}
				handlers++
				free = free || op.Guard == nil
				if chooses(op.Body) {
					c.choosing = name
				}
			}
			if handlers > 1 {
				c.choosing = name
			}
			if !free && handlers > 0 {
				c.guarded = name
			}
		}
	}
	// What a new actor does before its first message is part of the delivery that spawns it.
	for i := range c.p.Nodes {
		n := &c.p.Nodes[i]
		if b, ok := n.Op.(cfg.Block); ok && !c.p.Tasks[n.Task].Static() && chooses(b.Stmts) {
			c.choosing = "init of " + c.p.Tasks[n.Task].Name
		}
	}
}

// chooses reports whether statements have more than one outcome.
func chooses(list []cfg.Stmt) bool {
	found := false
	cfg.Stmts(list, func(s cfg.Stmt) {
		switch s := s.(type) {
		case *cfg.Choose:
			found = true
		case *cfg.Assign:
			found = found || s.Value == nil
		}
	})
	return found
}
