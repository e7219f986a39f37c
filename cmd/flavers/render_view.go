package main

// flavers render: the part of a graph that is drawn.

import (
	"slices"
	"strings"

	"flavers/diag"
	"flavers/internal/codes"
	"flavers/internal/names"
	"flavers/render"
)

// view cuts a drawing down to the part that was asked for; nil after an error
// in in.list.
func (a *app) view(in *inputs, d *render.Drawing, f *renderFlags) *render.Drawing {
	var tasks []string
	for _, t := range f.tasks {
		found := slices.DeleteFunc(slices.Clone(d.Columns), func(name string) bool { return name != t && !names.Match(t, name) })
		if len(found) == 0 {
			e := in.list.Errorf(noPos, codes.NoView, "--task: no task is named %q", t)
			if near := diag.Suggest(t, d.Columns); near != "" {
				e.WithHint("did you mean %q?", near)
			}
			return nil
		}
		tasks = append(tasks, found...)
	}
	if f.around != "" {
		at := d.Find(f.around)
		if len(at) == 0 {
			in.noNode(d, f.around)
			return nil
		}
		if len(at) > 1 {
			var names []string
			for _, i := range at {
				names = append(names, d.Nodes[i].ID)
			}
			in.list.Warnf(noPos, codes.NoView, "--around: %d nodes are called %q; the picture is around %s", len(at), f.around, names[0]).
				WithHint("the others are %s", strings.Join(names[1:], ", "))
		}
		d = d.Around(at[0], f.radius)
	}
	if len(tasks) > 0 {
		d = d.Tasks(tasks)
	}
	if f.onlyPath {
		if !slices.ContainsFunc(d.Nodes, func(n render.Node) bool { return n.Lit }) {
			in.list.Errorf(noPos, codes.NoTrace, "--only-path: there is no violating path to draw")
			return nil
		}
		d = d.Path()
	}
	return d
}

// noNode says that a node is not there, and what is like it.
func (in *inputs) noNode(d *render.Drawing, name string) {
	var labels []string
	for i := range d.Nodes {
		labels = append(labels, d.Nodes[i].Label)
		if event := d.Nodes[i].Event; event != "" {
			labels = append(labels, event)
		}
	}
	e := in.list.Errorf(noPos, codes.NoView, "--around: no node is called %q", name)
	if near := diag.Suggest(name, labels); near != "" {
		e.WithHint("did you mean %q?", near)
		return
	}
	e.WithHint("a node's number, as n12, is in its tooltip and in --dump tfg")
}
