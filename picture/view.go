package picture

// This file cuts a drawing down to the part that flags of flavers render ask for. For instance, --task 'phil*' leaves
// the columns of the tasks whose names begin with phil, and --around n12 leaves node n12 and what is near it.

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

// View says which part of a graph is drawn. The zero value stands for the whole graph.
type View struct {
	Tasks    []string // only the columns of tasks with these names; * and ? are wildcards. None: all columns
	Around   string   // only what is near this node, in the form that Drawing.Find takes; "": everything
	Radius   int      // with Around: how many edges away a node may be
	OnlyPath bool     // only the nodes and edges of the violating path, which are lit
}

// Of returns the part of a drawing. If there is no such part, it returns nil and adds an error to list. If Around
// stands for several nodes, it takes the first and adds a warning.
func (v *View) Of(d *render.Drawing, list *diag.List) *render.Drawing {
	whole := len(d.Nodes)
	// Find all tasks first, in the whole drawing.
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
		found := d.Find(v.Around)
		if len(found) == 0 {
			noNode(d, v.Around, list)
			return nil
		}
		if len(found) > 1 {
			var ids []string
			for _, i := range found {
				ids = append(ids, d.Nodes[i].ID)
			}
			list.Warnf(nowhere, codes.NoView, "--around: %d nodes are called %q; the picture is around %s", len(found), v.Around,
				ids[0]).WithHint("the others are %s", strings.Join(ids[1:], ", "))
		}
		d = d.Around(found[0], v.Radius)
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

// nowhere is the position of problems with flags, which are in no file.
var nowhere token.Position

// noNode adds the error that no node has a name, with a hint to a similar name if there is one.
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
