package picture

// A page about a Go package has the names of its source: a goroutine is called as its function, an object as the field
// that it is, and steps that only the model takes are marked.

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"flavers/cfg"
	"flavers/internal/printable"
	"flavers/report"
	"flavers/report/form"
)

// goroutines are the tasks of a program that was made of a Go package, with their names in the source. nil: the program
// was made of something else, and all names stay.
type goroutines struct {
	p      *cfg.Program
	list   []report.Goroutine // by task
	fields []report.Object
	named  map[string]string // by name of a task or an object; looked up only
	names  *regexp.Regexp    // finds names of tasks and objects that have another one in the source
}

// closure is the part of a task's name that says which function literal of a function it executes.
var closure = regexp.MustCompile(`_func([0-9]+)`)

// again is what tells tasks apart that one go statement starts, one after the other.
var again = regexp.MustCompile(`_[0-9]+$`)

// goroutinesOf names the tasks of a root: main_func1[0] is main.func1, as in a stack trace. Tasks that a statement
// starts in a loop, worker[0] and worker_2[0], are worker[0] and worker[1].
func goroutinesOf(p *cfg.Program) *goroutines {
	g := &goroutines{p: p, named: map[string]string{}}
	at := map[string]string{} // by name without an index: where it is started; looked up only
	for i := range p.Tasks {
		family, _, _ := strings.Cut(p.Tasks[i].Name, "[")
		at[family] = p.Tasks[i].Pos.String()
	}
	bases := make([]string, len(p.Tasks))
	count := map[string]int{} // looked up only
	for i := range p.Tasks {
		t := &p.Tasks[i]
		family, _, _ := strings.Cut(t.Name, "[")
		if first := again.ReplaceAllString(family, ""); at[first] == t.Pos.String() {
			family = first
		}
		bases[i] = closure.ReplaceAllString(family, ".func$1")
		count[bases[i]]++
	}
	next := map[string]int{} // looked up only
	var others []string
	for i := range p.Tasks {
		t := &p.Tasks[i]
		name := bases[i]
		if count[name] > 1 {
			name = fmt.Sprintf("%s[%d]", name, next[bases[i]])
			next[bases[i]]++
		}
		entry := report.Goroutine{Name: name, Task: t.Name}
		if !t.Static() {
			entry.Started = fmt.Sprintf("%s:%d", path.Base(t.Pos.Filename), t.Pos.Line)
		}
		g.list = append(g.list, entry)
		g.named[t.Name] = name
		if name != t.Name {
			others = append(others, regexp.QuoteMeta(t.Name))
		}
	}
	others = append(others, g.objects()...)
	if len(others) > 0 {
		slices.SortFunc(others, func(a, b string) int { return len(b) - len(a) })
		g.names = regexp.MustCompile(`(^|[^\w.])(` + strings.Join(others, "|") + ")")
	}
	return g
}

// objects names the objects that are fields: a_mu is a.mu, and a_mu_2, of another a, is a.mu (2). It returns patterns
// of those that the model calls otherwise.
func (g *goroutines) objects() (others []string) {
	count := map[string]int{} // looked up only
	for i := range g.p.Objects {
		o := &g.p.Objects[i]
		if o.Field == "" {
			continue
		}
		count[o.Field]++
		name := o.Field
		if n := count[o.Field]; n > 1 {
			name = fmt.Sprintf("%s (%d)", name, n)
		}
		g.named[o.Name] = name
		g.fields = append(g.fields, report.Object{Name: name, Model: o.Name})
		others = append(others, regexp.QuoteMeta(o.Name)+`\b`)
	}
	return others
}

// shown is a value with the names of the source in all its strings.
func shown[T any](g *goroutines, v T) T {
	if g == nil {
		return v
	}
	return printable.Map(v, g.text)
}

func (g *goroutines) text(s string) string {
	if g.names == nil {
		return s
	}
	return g.names.ReplaceAllStringFunc(s, func(found string) string {
		at := g.names.FindStringSubmatchIndex(found)
		return found[:at[4]] + g.named[found[at[4]:]]
	})
}

// program is the program as far as a chart looks at it: with other names of tasks.
func (g *goroutines) program(p *cfg.Program) *cfg.Program {
	if g == nil {
		return p
	}
	out := *p
	out.Tasks = slices.Clone(p.Tasks)
	for i := range out.Tasks {
		out.Tasks[i].Name = g.list[i].Name
	}
	return &out
}

// below says below the names of tasks where they are started; nil if none is.
func (g *goroutines) below(tasks []string) []string {
	if g == nil {
		return nil
	}
	out := make([]string, len(tasks))
	for k, name := range tasks {
		i := slices.IndexFunc(g.list, func(e report.Goroutine) bool { return e.Name == name })
		if i >= 0 && g.list[i].Started != "" {
			out[k] = "go " + g.list[i].Started
		}
	}
	if !slices.ContainsFunc(out, func(s string) bool { return s != "" }) {
		return nil
	}
	return out
}

// check is a check with the names of the source. Goroutines are started as Go says it.
func (g *goroutines) check(c *report.Check) *report.Check {
	if g == nil {
		return c
	}
	c = shown(g, c)
	said := func(s *string) {
		if rest, ok := strings.CutPrefix(*s, "spawn "); ok {
			*s = "go " + rest
		}
	}
	for _, r := range c.Ordered() {
		for i := range r.Trace {
			said(&r.Trace[i].Event)
			for k := range r.Trace[i].Events {
				said(&r.Trace[i].Events[k])
			}
		}
	}
	return c
}

// variable is a variable of a task that a step sets or tests, and what it becomes or is compared with.
var variable = regexp.MustCompile(`^[\w.]+(?:\[[0-9]+\])?\.([A-Za-z_]\w*?)(?:_[0-9]+)?(?:=|==|!=)[^=]*$`)

// own are the steps of an execution, from 1, that only the model takes: choices, and those that set or test a variable
// which the line of the source that they stand for does not name.
func (g *goroutines) own(r *report.Result, sources report.Sources) []int {
	if g == nil {
		return nil
	}
	lines := map[string][]string{} // by file; looked up only
	var out []int
	for i := range r.Trace {
		st := &r.Trace[i]
		if st.State != "" || len(st.Tasks) > 1 || len(st.Sends) > 0 || len(st.All()) > 1 {
			continue
		}
		if st.Silent {
			out = append(out, i+1)
			continue
		}
		m := variable.FindStringSubmatch(st.Event)
		if m == nil {
			continue
		}
		at := form.Place(st.Pos)
		if _, read := lines[at.Filename]; !read {
			lines[at.Filename] = strings.Split(string(sources[at.Filename]), "\n")
		}
		text := lines[at.Filename]
		if at.Line < 1 || at.Line > len(text) || text[at.Line-1] == "" {
			continue
		}
		if !regexp.MustCompile(`\b` + regexp.QuoteMeta(m[1]) + `\b`).MatchString(text[at.Line-1]) {
			out = append(out, i+1)
		}
	}
	return out
}
