package main

// flavers render: the part of a graph that is drawn.

import (
	"slices"
	"strings"

	"flavers/render"
)

// view cuts a drawing down to the part that was asked for; nil after an error
// in in.list.
func (a *app) view(in *inputs, d *render.Drawing, f *renderFlags) *render.Drawing {
	var tasks []string
	for _, t := range f.tasks {
		found := slices.DeleteFunc(slices.Clone(d.Columns), func(name string) bool { return name != t && !matches(t, name) })
		if len(found) == 0 {
			e := in.list.Errorf(noPos, codeNoView, "--task: no task is named %q", t)
			if near := nearest(t, d.Columns); near != "" {
				e.WithHint("did you mean %q?", near)
			}
			return nil
		}
		tasks = append(tasks, found...)
	}
	if f.around != "" {
		at := findNodes(d, f.around)
		if len(at) == 0 {
			in.noNode(d, f.around)
			return nil
		}
		if len(at) > 1 {
			var names []string
			for _, i := range at {
				names = append(names, d.Nodes[i].ID)
			}
			in.list.Warnf(noPos, codeNoView, "--around: %d nodes are called %q; the picture is around %s", len(at), f.around, names[0]).
				WithHint("the others are %s", strings.Join(names[1:], ", "))
		}
		d = d.Around(at[0], f.radius)
	}
	if len(tasks) > 0 {
		d = d.Tasks(tasks)
	}
	if f.onlyPath {
		if !slices.ContainsFunc(d.Nodes, func(n render.Node) bool { return n.Lit }) {
			in.list.Errorf(noPos, codeNoTrace, "--only-path: there is no violating path to draw")
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
		if event, ok := strings.CutPrefix(d.Nodes[i].Label, "event "); ok {
			labels = append(labels, event)
		}
	}
	e := in.list.Errorf(noPos, codeNoView, "--around: no node is called %q", name)
	if near := nearest(name, labels); near != "" {
		e.WithHint("did you mean %q?", near)
		return
	}
	e.WithHint("a node's number, as n12, is in its tooltip and in --dump tfg")
}

// findNodes finds a node by number, or those with a label or an event. An event
// is as properties name it: "eat(1)", of one task "phil[1]:eat(1)".
func findNodes(d *render.Drawing, name string) []int {
	for _, id := range []string{name, "n" + name} {
		if i := d.Index(id); i >= 0 {
			return []int{i}
		}
	}
	task, event, qualified := strings.Cut(name, ":")
	var at []int
	for i := range d.Nodes {
		n := &d.Nodes[i]
		label, isEvent := strings.CutPrefix(n.Label, "event ")
		of := func() bool {
			return slices.ContainsFunc(n.Columns, func(c int) bool { return d.Columns[c] == task })
		}
		if n.Label == name || isEvent && label == name || qualified && (label == event || n.Label == event) && of() {
			at = append(at, i)
		}
	}
	return at
}

// matches tells whether a name fits a pattern, in which * stands for any letters
// and ? for one. Brackets stand for themselves, as in phil[*].
func matches(pattern, name string) bool {
	if pattern == "" {
		return name == ""
	}
	switch {
	case pattern[0] == '*':
		for i := 0; i <= len(name); i++ {
			if matches(pattern[1:], name[i:]) {
				return true
			}
		}
		return false
	case name == "":
		return false
	}
	return (pattern[0] == '?' || pattern[0] == name[0]) && matches(pattern[1:], name[1:])
}
