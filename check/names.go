package check

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"flavers/cfg"
	"flavers/lang/golang"
	"flavers/report"
	"flavers/report/form"
)

// words adds the words of a root's package to an answer about the root: those for what a program names that was made of
// it (nil: there is none), and the operations at places of executions. Steps that only the model takes are marked.
func (r Root) words(c *report.Check, program *cfg.Program, p *golang.Program) {
	in := r.of.Loaded(r.Program)
	if in == nil {
		return
	}
	if c.Names == nil {
		c.Names = &report.Names{Goroutines: []report.Goroutine{}}
	}
	if program != nil {
		for _, g := range goroutines(program, p) {
			if !slices.ContainsFunc(c.Names.Goroutines, func(k report.Goroutine) bool { return k.Task == g.Task }) {
				c.Names.Goroutines = append(c.Names.Goroutines, g)
			}
		}
		for _, o := range objects(program, p) {
			if !slices.ContainsFunc(c.Names.Objects, func(k report.Object) bool { return k.Model == o.Model }) {
				c.Names.Objects = append(c.Names.Objects, o)
			}
		}
	}
	at := map[string]report.Operation{}
	put := func(pos string) {
		if text, function := in.Operation(r.Program, pos); text != "" {
			at[pos] = report.Operation{At: pos, Text: text, In: function}
		}
	}
	for _, o := range c.Names.Operations {
		at[o.At] = o
	}
	known := map[string]bool{}
	for _, g := range c.Names.Goroutines {
		known[g.Task] = true
	}
	goroutine := func(task string) { // of an execution of the package itself
		if name := closure.ReplaceAllString(task, ".func$1"); !known[task] && name != task {
			known[task] = true
			c.Names.Goroutines = append(c.Names.Goroutines, report.Goroutine{Name: name, Task: task})
		}
	}
	for _, result := range c.Ordered() {
		branches := taken(result)
		for i := range result.Trace {
			st := &result.Trace[i]
			put(st.Pos)
			goroutine(st.Task)
			if t, branches := branches[i]; branches && p != nil && st.If == "" {
				st.If = p.Condition(t)
			}
			if !chosenAt(result, i) {
				st.If = cmp.Or(st.If, asked(st.Event, func(some bool) string { return in.Condition(r.Program, st.Pos, some) }))
			}
			st.Own = own(st, func(name string) (uses, known bool) { return in.Uses(r.Program, st.Pos, name) })
		}
		for _, w := range result.Waiting {
			put(w.Pos)
			goroutine(w.Task)
		}
	}
	c.Names.Operations = nil
	for _, pos := range slices.Sorted(maps.Keys(at)) {
		c.Names.Operations = append(c.Names.Operations, at[pos])
	}
}

// asked is what a step takes to be so that tests a variable of the model at a comparison with nil; "" if that is not
// known. compared says what the comparison is if its operand is not nil, and if it is.
//
// Most variables say of the operand that it is not nil. Those of package extract that are called is and answer say
// whether the comparison is true, and variables of the package may have these names: both agree of !=. One that is
// called data says of several comparisons together whether the operand is nil.
func asked(event string, compared func(some bool) string) string {
	m := variable.FindStringSubmatch(event)
	_, is, equal := strings.Cut(event, "==")
	if m == nil || !equal || m[1] == "data" || is != "true" && is != "false" {
		return ""
	}
	if negated := strings.HasSuffix(compared(true), " is false"); negated && (m[1] == "is" || m[1] == "answer") {
		return ""
	}
	return compared(is == "true")
}

// chosenAt reports whether the last step that the task takes before step i, and that tests something, is on the same
// line.
func chosenAt(r *report.Result, i int) bool {
	st := &r.Trace[i]
	for k := i - 1; k >= 0; k-- {
		if before := &r.Trace[k]; before.Task == st.Task && before.If != "" {
			a, b := form.Place(before.Pos), form.Place(st.Pos)
			return a.Filename == b.Filename && a.Line == b.Line
		}
	}
	return false
}

// closure is the part of a task's name that says which function literal of a function it executes.
var closure = regexp.MustCompile(`_func([0-9]+)`)

// again matches the part of a task's name that numbers the tasks that one go statement starts.
var again = regexp.MustCompile(`_[0-9]+$`)

// goroutines names the tasks of a root: main_func1[0] is main.func1, as in a stack trace. Tasks that a statement starts
// in a loop, worker[0] and worker_2[0], are worker[0] and worker[1]. Callers are called as what they call.
func goroutines(program *cfg.Program, p *golang.Program) []report.Goroutine {
	at := map[string]string{} // by name without an index: where it is started
	for i := range program.Tasks {
		family, _, _ := strings.Cut(program.Tasks[i].Name, "[")
		at[family] = program.Tasks[i].Pos.String()
	}
	out := make([]report.Goroutine, len(program.Tasks))
	count := map[string]int{}
	for i := range program.Tasks {
		t := &program.Tasks[i]
		g := &out[i]
		family, _, _ := strings.Cut(t.Name, "[")
		method, caller := p.Calls[family]
		switch first := again.ReplaceAllString(family, ""); {
		case caller && method == "":
			g.Name = report.Caller
		case caller:
			g.Name = method
		case at[first] == t.Pos.String():
			g.Name = closure.ReplaceAllString(first, ".func$1")
		default:
			g.Name = closure.ReplaceAllString(family, ".func$1")
		}
		g.Task, g.Caller = t.Name, caller
		if !t.Static() && !caller {
			g.Started = fmt.Sprintf("%s:%d", path.Base(t.Pos.Filename), t.Pos.Line)
		}
		count[g.Name]++
	}
	next := map[string]int{}
	for i := range out {
		if name := out[i].Name; count[name] > 1 {
			out[i].Name = fmt.Sprintf("%s[%d]", name, next[name])
			next[name]++
		}
	}
	return out
}

// objects names the objects and shared variables that have another name in the source: a_mu is a.mu, and a_mu_2, of
// another a, is a.mu (2). Of several variables of one name each keeps that of the model.
func objects(program *cfg.Program, p *golang.Program) (out []report.Object) {
	var all []string
	for i := range program.Objects {
		all = append(all, program.Objects[i].Name)
	}
	for i := range program.Vars {
		all = append(all, program.Vars[i].Name)
	}
	count, seen := map[string]int{}, map[string]int{}
	for _, model := range all {
		count[p.Fields[model]]++
	}
	for _, model := range all {
		name := p.Fields[model]
		seen[name]++
		switch field := strings.Contains(name, "."); {
		case name == "" || count[name] > 1 && !field:
			continue
		case seen[name] > 1:
			name = fmt.Sprintf("%s (%d)", name, seen[name])
		}
		if name != model {
			out = append(out, report.Object{Name: name, Model: model})
		}
	}
	return out
}

// variable is a variable of a task that a step sets or tests, and what it becomes or is compared with.
var variable = regexp.MustCompile(`^[\w.]+(?:\[[0-9]+\])?\.([A-Za-z_]\w*?)(?:_[0-9]+)?(?:=|==|!=)[^=]*$`)

// own reports whether only the model takes a step: a choice, or one that sets or tests a variable which the line of the
// source that it stands for does not name, as uses says.
func own(st *report.Step, uses func(name string) (uses, known bool)) bool {
	if st.State != "" || len(st.Tasks) > 1 || len(st.Sends) > 0 || len(st.All()) > 1 {
		return false
	}
	if st.Silent {
		return st.Event == report.Guess
	}
	m := variable.FindStringSubmatch(st.Event)
	if m == nil {
		return false
	}
	used, known := uses(m[1])
	return known && !used
}
