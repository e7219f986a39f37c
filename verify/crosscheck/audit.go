package crosscheck

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"flavers/automata/monitor"
	"flavers/bitset"
	"flavers/cfg"
	"flavers/explore"
	"flavers/limit"
	"flavers/mip"
	"flavers/report"
	"flavers/sem"
	"flavers/tfg"
	"flavers/verify"
	"flavers/verify/follow"
)

// This file tests single executions against two claims on which the static analysis rests:
//
//   - Each execution is a path of the trace flow graph. Take the nodes of its steps that
//     some automata react to: of two that follow each other, a MIP edge leads from the first
//     to the second, or control flow does so without another such node in between.
//   - No constraint that is generated from the program rejects an execution.
//
// The executions are the findings of the explorers, executions to final states, and random
// ones. On the way each finding is replayed: its schedule must show what it is said to show.

const (
	maxAudited    = 300  // of each explorer: executions to final states that are audited
	usualWalks    = 20   // random executions, unless the options say how many
	longestWalk   = 300  // steps of a random execution
	maxVectors    = 64   // vectors of constraint states that are followed; beyond, constraints are not tested
	maxAuditNodes = 4000 // of a graph for which all steps are visible: its MIP edges are a matrix of nodes x nodes
)

// auditor checks executions of one program.
type auditor struct {
	poll  *limit.Poll // limits the time for all executions together
	p     *cfg.Program
	m     *sem.Machine // the machine of the static analysis, which numbers components as the constraints do
	g     *tfg.Graph
	views []view       // one for each property, and one in which every step is visible if the graph is small
	set   *monitor.Set // every generated constraint
}

// view is a choice of visible nodes with the MIP edges between them.
type view struct {
	name    string                 // the property whose automaton reacts to the visible nodes; "": all steps are visible
	visible bitset.Set             // of nodes
	edges   *mip.EdgeSet           // between visible nodes
	paths   map[[2]tfg.NodeID]bool // results of path that are known
}

// prepareAudit makes the auditor. If that takes too long, or the program is too large
// for the static analysis, the report says why nothing is audited.
func (x *crossing) prepareAudit() {
	type made struct {
		*auditor
		err error
	}
	var m made
	ok := x.ctx.Err() == nil
	if ok {
		m, ok = limit.Within(x.ctx, func() made { a, err := x.newAuditor(x.ctx); return made{a, err} })
	}
	switch {
	case !ok:
		x.out.NotAudited = limit.Words(x.ctx)
	case m.err != nil:
		x.out.NotAudited = m.err.Error()
	default:
		x.audit = m.auditor
	}
}

func (x *crossing) newAuditor(ctx context.Context) (*auditor, error) {
	poll := limit.New(ctx)
	st, err := verify.Prepare(poll, x.p, verify.Options{MaxMemory: x.opt.MaxMemory})
	if err != nil {
		return nil, err
	}
	s, rel, g := st.Semantics, st.Relation, st.Graph
	a := &auditor{p: x.p, m: s.M, g: g}
	bound, ds := monitor.BindAll(poll, s, x.specs, false)
	if ds.HasErrors() { // askStatic has bound the same specifications without an error
		panic(fmt.Sprintf("crosscheck: %v", ds.All))
	}
	for _, b := range bound {
		if b.Spec.Property {
			set := monitor.Compile(s, g, monitor.Choice{Poll: poll, Property: b})
			a.views = append(a.views, view{name: b.Spec.Name, visible: set.Visible})
		}
	}
	if len(g.Nodes) <= maxAuditNodes {
		all := bitset.New(len(g.Nodes))
		for i := range g.Nodes {
			if g.Nodes[i].Action != cfg.None {
				all.Add(i)
			}
		}
		a.views = append(a.views, view{visible: all})
	}
	for i := range a.views {
		v := &a.views[i]
		v.edges = mip.EdgesUntil(poll, g, rel, v.visible)
		v.paths = map[[2]tfg.NodeID]bool{}
	}
	a.set = monitor.Compile(s, g, monitor.Choice{Poll: poll, Components: s.Constrainable(), Errors: true})
	return a, nil
}

// auditRuns audits the findings of explorers, executions to final states that they
// reached, and random executions. Of each kind of failure it reports the first.
func (x *crossing) auditRuns() {
	ctx := x.ctx
	x.prepareAudit()
	failed := map[string]bool{}
	fail := func(engines []string, kind, what string, schedule []sem.Choice) {
		if !failed[kind] {
			failed[kind] = true
			x.disagree(what, engines, "", steps(schedule))
		}
	}
	look := func(engine string, schedule []sem.Choice) {
		if x.audit == nil || ctx.Err() != nil {
			return
		}
		x.out.Runs++
		if kind, what, n := x.audit.follow(schedule); kind != "" {
			fail([]string{"static", engine}, kind, what, schedule[:n])
		}
	}
	x.tell("holding executions against edges and constraints")
	if x.audit != nil {
		x.audit.poll = limit.New(ctx)
	}
	limit.Try(func() { x.auditAll(ctx, fail, look) })
	if x.audit != nil && ctx.Err() != nil {
		x.out.AuditLimit = limit.Reason(ctx)
	}
}

// auditAll replays each finding, and reports by fail one whose schedule does not show
// it. It calls look for every other execution. It stops early when ctx ends.
func (x *crossing) auditAll(ctx context.Context, fail func(engines []string, kind, what string, schedule []sem.Choice),
	look func(string, []sem.Choice)) {
	for i := range x.engines {
		e := &x.engines[i]
		for j := range e.Findings {
			if ctx.Err() != nil {
				return
			}
			f := &e.Findings[j]
			if why := x.shows(f); why != "" {
				fail([]string{e.Name}, e.Name+" "+string(f.Kind),
					fmt.Sprintf("the schedule of %s for %s does not show it: %s", e.Name, keyOf(f), why), f.Schedule)
				continue
			}
			look(e.Name, f.Schedule)
		}
		ends := make([]string, 0, len(e.Ends))
		for end := range e.Ends {
			ends = append(ends, end)
		}
		slices.Sort(ends)
		for _, end := range ends[:min(len(ends), maxAudited)] {
			look(e.Name, e.Ends[end])
		}
	}
	walks := x.opt.Walks
	if walks == 0 {
		walks = usualWalks
	}
	for seed := range max(walks, 0) {
		if x.audit != nil {
			look("random", x.audit.walk(uint64(seed)))
		}
	}
}

// shows replays a finding. It returns why the schedule does not show the finding, or ""
// if the schedule does.
func (x *crossing) shows(f *explore.Finding) string {
	run, ds := follow.Run(x.p, x.specs, sem.FormatSchedule(x.p, f.Schedule))
	switch {
	case ds.HasErrors():
		return ds.All[0].Message
	case run.Stuck != "":
		return run.Stuck
	}
	// A constraint written by hand excludes an execution that brings it to its error state.
	// If the finding is a violation at the end, every constraint must accept there, too.
	for i, st := range run.Final {
		atEnd := f.Kind == explore.Violation && f.AtEnd
		if !x.specs[i].Property && (atEnd || st.State == "error") && st.Violated {
			return "the constraint " + st.Spec + " excludes it"
		}
	}
	switch f.Kind {
	case explore.Deadlock:
		if !run.Deadlock {
			return "some task can move, or all have ended"
		}
	case explore.Error:
		if f.Err == nil || run.Error != f.Err.Error() {
			return fmt.Sprintf("it ends with the error %q", run.Error)
		}
	case explore.Violation:
		i := slices.IndexFunc(run.Final, func(st report.SpecState) bool { return st.Spec == f.Property })
		if i < 0 || !run.Final[i].Violated && !run.Final[i].Reached || run.Error != "" {
			return f.Property + " is not violated where it ends"
		}
	}
	return ""
}

// walk returns a random execution of at most longestWalk steps, always the same one for
// a seed. It takes no step that ends in an error.
func (a *auditor) walk(seed uint64) []sem.Choice {
	r := rand.New(rand.NewPCG(seed, 5))
	state := a.m.Start()
	var out []sem.Choice
	for len(out) < longestWalk {
		type step struct {
			sem.Choice
			next []int32
		}
		var list []step
		for _, act := range a.p.Actions {
			a.poll.Look()
			if !a.m.Stands(state, act.ID) {
				continue
			}
			for i, o := range a.m.Outcomes(nil, state, act, false) {
				if o.Err == nil {
					list = append(list, step{sem.Choice{Action: act.ID, Outcome: i}, o.Next})
				}
			}
		}
		if len(list) == 0 {
			break
		}
		s := list[r.IntN(len(list))]
		out = append(out, s.Choice)
		state = s.next
	}
	return out
}

// follow executes a schedule step by step and tests both claims at the head of this file.
// kind is the first claim that fails, "" if none does; what describes the failure; the
// first n steps of the schedule show it.
func (a *auditor) follow(schedule []sem.Choice) (kind, what string, n int) {
	state := a.m.Start()
	last := make([]tfg.NodeID, len(a.views)) // by view: the last visible node; at first node 0, the initial node I
	// open are the vectors of states in which the constraints may be: a node has several
	// letters if the automata do not know which case of a step was taken.
	open, tracked := [][]int32{make([]int32, len(a.set.Monitors))}, true
	for i := range a.set.Monitors {
		open[0][i] = a.set.Monitors[i].Start
	}
	for i, c := range schedule {
		outs := a.m.Outcomes(nil, state, a.p.Actions[c.Action], false)
		if c.Outcome >= len(outs) {
			return "", "", i // this machine has shorter queues than that of the explorer, so that the step is unknown here
		}
		o := &outs[c.Outcome]
		if o.Err != nil && o.Err.Kind == cfg.LimitError {
			return "", "", i
		}
		node := a.g.OfAction(c.Action)
		if node == cfg.None {
			return "no node", fmt.Sprintf("step %d, %s, is executed, and has no node in the graph", i+1, a.action(c.Action)),
				i + 1
		}
		for k := range a.views {
			v := &a.views[k]
			if !v.visible.Has(int(node)) {
				continue
			}
			if !v.follows(a.g, last[k], node) {
				seen := "every step"
				if v.name != "" {
					seen = "what " + v.name + " sees"
				}
				return "MIP",
					fmt.Sprintf("step %d, %s, follows %s (of %s), and there is neither an MIP edge nor a control path between them",
						i+1, a.action(c.Action), a.g.NodeString(last[k]), seen), i + 1
			}
			last[k] = node
		}
		if tracked {
			open = a.advance(open, node, o.Err != nil)
			tracked = len(open) <= maxVectors
		}
		if len(open) == 0 {
			return "constraint", fmt.Sprintf("step %d, %s, is executed, and the generated constraints reject it", i+1,
				a.action(c.Action)), i + 1
		}
		if o.Err != nil {
			return "", "", i + 1
		}
		state = o.Next
	}
	if !a.m.Over(state) {
		return "", "", len(schedule)
	}
	for k := range a.views {
		if v := &a.views[k]; !v.path(a.g, last[k], tfg.F) {
			return "final", fmt.Sprintf("all tasks have ended after %s, and no control path leads from there to the end",
				a.g.NodeString(last[k])), len(schedule)
		}
	}
	if tracked && !slices.ContainsFunc(open, a.accepted) {
		return "end", "all tasks have ended, and the generated constraints do not accept that", len(schedule)
	}
	return "", "", len(schedule)
}

func (a *auditor) action(id cfg.ActionID) string {
	n := &a.p.Nodes[a.p.Actions[id].A]
	return a.p.Tasks[n.Task].Name + ": " + a.p.NodeString(n.ID)
}

// accepted reports whether every generated constraint accepts in a vector of
// their states.
func (a *auditor) accepted(vec []int32) bool {
	for i := range a.set.Monitors {
		if m := &a.set.Monitors[i]; m.Comp >= 0 && !m.Accept[vec[i]] {
			return false
		}
	}
	return true
}

// advance returns the vectors of constraint states that are possible after a node, given
// the vectors that were possible before. fails says whether the step ended in a run-time
// error, which has letters of its own. More than maxVectors vectors are a part of them.
func (a *auditor) advance(open [][]int32, node tfg.NodeID, fails bool) [][]int32 {
	if !a.set.Visible.Has(int(node)) {
		return open
	}
	var out [][]int32
	next := make([]int32, len(a.set.Monitors))
	for _, vec := range open {
		for _, l := range a.set.Of(node) {
			if len(out) > maxVectors {
				return out
			}
			if (l.Err != nil) != fails {
				continue
			}
			copy(next, vec)
			ok := true
			for _, mv := range l.Moves {
				to := mv.To[vec[mv.Monitor]]
				ok = ok && (to >= 0 || a.set.Monitors[mv.Monitor].Property)
				next[mv.Monitor] = max(to, 0)
			}
			if ok && !slices.ContainsFunc(out, func(v []int32) bool { return slices.Equal(v, next) }) {
				out = append(out, slices.Clone(next))
			}
		}
	}
	return out
}

// follows reports whether the graph lets the visible node n be the next one after m. m is
// visible, too, or the initial node.
func (v *view) follows(g *tfg.Graph, m, n tfg.NodeID) bool {
	return m != tfg.I && v.edges.Has(m, n) || v.path(g, m, n)
}

// path reports whether control flow leads from m to n, with only invisible nodes between them.
func (v *view) path(g *tfg.Graph, m, n tfg.NodeID) bool {
	if known, ok := v.paths[[2]tfg.NodeID{m, n}]; ok {
		return known
	}
	seen := bitset.New(len(g.Nodes))
	queue := []tfg.NodeID{m}
	found := false
	for len(queue) > 0 && !found {
		at := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, s := range g.Succ(at) {
			if s == n {
				found = true
			}
			if !v.visible.Has(int(s)) && !seen.Has(int(s)) {
				seen.Add(int(s))
				queue = append(queue, s)
			}
		}
	}
	v.paths[[2]tfg.NodeID{m, n}] = found
	return found
}
