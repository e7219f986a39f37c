package picture

// A page about a Go package has the names of its source (report.Names): a goroutine is called as its function, an
// object as the field that it is, and steps that only the model takes are marked.

import (
	"slices"

	"flavers/cfg"
	"flavers/report"
)

// renamed returns the program as far as a chart looks at it: with the names that the source has for its tasks.
func renamed(p *cfg.Program, names *report.Names) *cfg.Program {
	if names == nil {
		return p
	}
	out := *p
	out.Tasks = slices.Clone(p.Tasks)
	for i := range out.Tasks {
		of := func(g report.Goroutine) bool { return g.Task == out.Tasks[i].Name }
		if k := slices.IndexFunc(names.Goroutines, of); k >= 0 {
			out.Tasks[i].Name = names.Goroutines[k].Name
		}
	}
	return &out
}

// below says below the names of tasks where they are started; nil if none is.
func below(names *report.Names, tasks []string) []string {
	out := make([]string, len(tasks))
	for k, name := range tasks {
		if at := names.Started(name); at != "" {
			out[k] = "go " + at
		}
	}
	if !slices.ContainsFunc(out, func(s string) bool { return s != "" }) {
		return nil
	}
	return out
}
