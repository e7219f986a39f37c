package picture

// The part of a graph that is drawn.

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"flavers/diag"
	"flavers/internal/codes"
	"flavers/internal/names"
	"flavers/render"
)

// View says which part of a graph is drawn; the zero value is the whole.
type View struct {
	Tasks    []string // only the columns of tasks with these names, in which * and ? stand for letters
	Around   string   // only what is near this node, as Drawing.Find knows it
	Radius   int      // with Around: at most so many edges away
	OnlyPath bool     // only what is lit
}

// Of cuts a drawing down to the part; nil after an error in list.
func (v *View) Of(d *render.Drawing, list *diag.List) *render.Drawing {
	whole := len(d.Nodes)
	var tasks []string
	for _, t := range v.Tasks {
		found := slices.DeleteFunc(slices.Clone(d.Columns), func(name string) bool {
			return name != t && !names.Match(t, name)
		})
		if len(found) == 0 {
			e := list.Errorf(nowhere, codes.NoView, "--task: no task is named %q", t)
			if near := diag.Suggest(t, d.Columns); near != "" {
				e.WithHint("did you mean %q?", near)
			}
			return nil
		}
		tasks = append(tasks, found...)
	}
	if v.Around != "" {
		at := d.Find(v.Around)
		if len(at) == 0 {
			noNode(d, v.Around, list)
			return nil
		}
		if len(at) > 1 {
			var names []string
			for _, i := range at {
				names = append(names, d.Nodes[i].ID)
			}
			list.Warnf(nowhere, codes.NoView, "--around: %d nodes are called %q; the picture is around %s", len(at), v.Around, names[0]).
				WithHint("the others are %s", strings.Join(names[1:], ", "))
		}
		d = d.Around(at[0], v.Radius)
	}
	if len(tasks) > 0 {
		d = d.Tasks(tasks)
	}
	if v.OnlyPath {
		if !slices.ContainsFunc(d.Nodes, func(n render.Node) bool { return n.Lit }) {
			list.Errorf(nowhere, codes.NoTrace, "--only-path: there is no violating path to draw")
			return nil
		}
		d = d.Path()
	}
	if len(d.Nodes) < whole {
		d.Notes = append(d.Notes, fmt.Sprintf("A part of the graph, %d of %d nodes; numbers above are of the whole.",
			len(d.Nodes), whole))
	}
	return d
}

// nowhere is the position of what is wrong with a view.
var nowhere token.Position

// noNode says that a node is not there, and what is like it.
func noNode(d *render.Drawing, name string, list *diag.List) {
	var labels []string
	for i := range d.Nodes {
		labels = append(labels, d.Nodes[i].Label)
		if event := d.Nodes[i].Event; event != "" {
			labels = append(labels, event)
		}
	}
	e := list.Errorf(nowhere, codes.NoView, "--around: no node is called %q", name)
	if near := diag.Suggest(name, labels); near != "" {
		e.WithHint("did you mean %q?", near)
		return
	}
	e.WithHint("a node's number, as n12, is in its tooltip and in --dump tfg")
}
