package oracle

// The event names of a step, as the language reference has them.

import (
	"slices"
	"strings"

	"flavers/cfg"
)

// Occurrence is one observable happening: the names that a specification may
// call it by, and the one or two tasks that take part.
type Occurrence struct {
	Names []string
	Tasks []string
}

// name records an occurrence of node a, met by b or alone (nil).
func (r *run) name(a, b *cfg.Node, names ...string) {
	tasks := []string{r.p.Tasks[a.Task].Name}
	if b != nil {
		tasks = append(tasks, r.p.Tasks[b.Task].Name)
	}
	r.events = append(r.events, Occurrence{Names: names, Tasks: tasks})
}

func (r *run) nameObject(n *cfg.Node, verb string, o cfg.ObjectID) {
	r.name(n, nil, verb+" "+r.p.Objects[o].Name)
}

// nameTest names a passed test by the variables that decided it, each once.
func (r *run) nameTest(n *cfg.Node, reads []cfg.VarID) {
	var names []string
	for _, v := range reads {
		name := r.p.Vars[v].Name + "==" + r.p.Vars[v].Type.Format(r.s.Vars[v])
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if names != nil {
		r.name(n, nil, names...)
	}
}

// nameCall names a rendezvous, with and without its arguments.
func (r *run) nameCall(a, b *cfg.Node, acc cfg.Accept, args []int64) {
	names := []string{r.p.Objects[acc.Entry].Name}
	if len(args) > 0 {
		parts := make([]string, len(args))
		for i, v := range acc.Params {
			parts[i] = r.p.Vars[v].Type.Format(int32(args[i]))
		}
		names = append(names, names[0]+"("+strings.Join(parts, ",")+")")
	}
	r.name(a, b, names...)
}

func (r *run) nameEvent(n *cfg.Node, e *cfg.Event) {
	name := e.Name
	if len(e.Args) > 0 {
		parts := make([]string, len(e.Args))
		for i, x := range e.Args {
			parts[i] = e.ArgTypes[i].Format(int32(eval(r.s, x, nil)))
		}
		name += "(" + strings.Join(parts, ",") + ")"
	}
	r.name(n, nil, name)
}
