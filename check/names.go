package check

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"flavers/cfg"
	"flavers/lang/golang"
	"flavers/report"
	"flavers/report/form"
)

// This file describes the model of a root in the words of its package. The user did not write the model, so a report
// that shows "main_func1[0] waits at a_mu" has to say that this is the goroutine main.func1, which waits for the mutex
// a.mu:
//
//   - goroutines and objects get the names that they have in the package;
//   - each position in an execution gets the operation that stands there, as a line of the source;
//   - steps that only the model takes are marked, so that reports can leave them out.

// words adds these descriptions to c, an answer about the root r. program is what was checked, and p the model that it
// was read from; both are nil if there is no model, or if words was called with them before. Then c may have got
// results since that were not found on the model, and only these are described.
func (r Root) words(c *report.Check, program *cfg.Program, p *golang.Program) {
	in := r.of.Loaded(r.Program)
	if in == nil {
		return // the answer was kept, with its names
	}
	if c.Names == nil {
		c.Names = &report.Names{Goroutines: []report.Goroutine{}}
	}
	if program != nil {
		if p.Calls != nil { // a go statement of a client may start a function of the package itself
			for task, method := range in.CallerNames(r.Program) {
				if _, known := p.Calls[task]; !known {
					p.Calls[task] = method
				}
			}
		}
		addNames(c.Names, program, p)
	}
	d := newDescriber(r.Program, in, p, c.Names)
	for _, result := range c.Ordered() {
		d.describe(result)
	}
	d.store()
}

// addNames adds the goroutines and objects of a model to names, unless they are there.
func addNames(names *report.Names, program *cfg.Program, p *golang.Program) {
	for _, g := range goroutines(program, p) {
		if !slices.ContainsFunc(names.Goroutines, func(k report.Goroutine) bool { return k.Task == g.Task }) {
			names.Goroutines = append(names.Goroutines, g)
		}
	}
	for _, o := range objects(program, p) {
		if !slices.ContainsFunc(names.Objects, func(k report.Object) bool { return k.Model == o.Model }) {
			names.Objects = append(names.Objects, o)
		}
	}
}

// describer describes the executions of the results about one root.
type describer struct {
	root  string           // the name of the root's program
	in    *golang.Programs // the loaded packages
	model *golang.Program  // nil: not known
	names *report.Names    // gets the descriptions

	operations map[string]report.Operation // by position: all found so far
	known      map[string]bool             // tasks that names has a goroutine for

	callers map[string]string            // golang.Programs.CallerNames
	own     map[string]golang.CallerStep // golang.Programs.CallerSteps
}

// newDescriber returns a describer that adds to what names has.
func newDescriber(root string, in *golang.Programs, model *golang.Program, names *report.Names) *describer {
	d := &describer{root: root, in: in, model: model, names: names,
		operations: map[string]report.Operation{}, known: map[string]bool{},
		callers: in.CallerNames(root), own: in.CallerSteps(root)}
	for _, o := range names.Operations {
		d.operations[o.At] = o
	}
	for _, g := range names.Goroutines {
		d.known[g.Task] = true
	}
	return d
}

// store puts the operations into names, in the order of their positions.
func (d *describer) store() {
	d.names.Operations = nil
	for _, pos := range slices.Sorted(maps.Keys(d.operations)) {
		d.names.Operations = append(d.names.Operations, d.operations[pos])
	}
}

// describe describes the steps of the execution of a result, and its waiting tasks.
func (d *describer) describe(result *report.Result) {
	branches := taken(result)
	for i := range result.Trace {
		st := &result.Trace[i]
		d.goroutine(st.Task)
		if d.call(st.Pos) {
			continue
		}
		d.operation(st.Pos)
		d.constants(st)
		branch, chooses := branches[i]
		if chooses && d.model != nil && st.If == "" {
			st.If = d.model.Condition(branch)
		}
		if st.If == "" && !chosenAt(result, i) {
			st.If = conditionText(st.Event, func(some bool) string { return d.in.Condition(d.root, st.Pos, some) })
		}
		st.Own = modelOnly(st, func(name string) (uses, known bool) { return d.in.Uses(d.root, st.Pos, name) })
	}
	for _, w := range result.Waiting {
		d.goroutine(w.Task)
		if !d.call(w.Pos) {
			d.operation(w.Pos)
		}
	}
}

// constants notes the constants that the source names for the numbers which a step sets or compares.
func (d *describer) constants(st *report.Step) {
	for _, event := range st.All() {
		value, is := report.NumberOf(event)
		if !is {
			continue
		}
		c := report.Constant{At: st.Pos, Value: value, Name: d.in.Constant(d.root, st.Pos, value)}
		if c.Name != "" && !slices.Contains(d.names.Constants, c) {
			d.names.Constants = append(d.names.Constants, c)
		}
	}
}

// call notes what a client does itself at a position, and reports whether it does something there.
func (d *describer) call(pos string) bool {
	if !golang.OfCaller(pos) {
		return false
	}
	own := d.own[pos]
	c := report.Call{At: pos, Text: own.Text, Pos: own.Pos}
	if !slices.Contains(d.names.Calls, c) {
		d.names.Calls = append(d.names.Calls, c)
	}
	return true
}

// operation notes the operation of the package at a position, if there is one.
func (d *describer) operation(pos string) {
	text, function := d.in.Operation(d.root, pos)
	if text != "" {
		d.operations[pos] = report.Operation{At: pos, Text: text, In: function}
	}
}

// goroutine names the goroutine that runs as task in an execution of the package itself. Such tasks are not in the
// model, so goroutines does not name them.
func (d *describer) goroutine(task string) {
	if d.known[task] {
		return
	}
	family, number, _ := strings.Cut(task, "[")
	method, caller := d.callers[family]
	name := plain(task)
	if caller {
		name = cmp.Or(method, report.Caller)
		if n, err := strconv.Atoi(strings.TrimSuffix(number, "]")); err == nil && n > 0 {
			name = fmt.Sprintf("%s (%d)", name, n+1)
		}
	}
	if name != task {
		d.known[task] = true
		d.names.Goroutines = append(d.names.Goroutines, report.Goroutine{Name: name, Task: task, Caller: caller})
	}
}

// plain returns the name of a task in the form of the source: closures as in a stack trace, and without what the model
// puts before function values (go_cancel) and before words of the task language (task_loop).
func plain(task string) string {
	task = strings.TrimPrefix(strings.TrimPrefix(task, "go_"), "task_")
	return closure.ReplaceAllString(task, ".func$1")
}

// conditionText returns the condition of the package that an event of the model tests, or "" if it is not known. The
// event tests a Boolean variable of the model, as ready==true, where the package compares something with nil. compared
// returns the outcome of that comparison as text, as "err != nil is true", if the operand is not nil (some), or if it
// is.
//
// Most variables of the model are true if the operand is not nil. There are three other names (package extract):
//
//   - is and answer are true if the comparison is. Variables of the package may have these names, too, and then the
//     usual meaning. For the comparison != both meanings agree; for == conditionText returns "".
//   - data stands for several comparisons together. So conditionText returns "".
func conditionText(event string, compared func(some bool) string) string {
	m := variable.FindStringSubmatch(event)
	_, value, tests := strings.Cut(event, "==")
	if m == nil || !tests || value != "true" && value != "false" {
		return ""
	}
	switch m[1] {
	case "data":
		return ""
	case "is", "answer":
		if strings.HasSuffix(compared(true), " is false") { // the comparison is ==
			return ""
		}
	}
	return compared(value == "true")
}

// chosenAt reports whether the task of step i has tested a condition on the same line just before: its last step with a
// condition stands there. Then step i belongs to the same branch, and its condition is not shown again.
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

// closure matches the part of a task's name that numbers a function literal: main_func1 executes main.func1.
var closure = regexp.MustCompile(`_func([0-9]+)`)

// again matches the part of a task's name that numbers the tasks that one go statement starts.
var again = regexp.MustCompile(`_[0-9]+$`)

// goroutines returns the goroutines that the tasks of a model stand for. A goroutine has the name of its function, as
// in a stack trace: main_func1[0] is main.func1. If several have the same function they are numbered, so the tasks
// worker[0] and worker_2[0], which one go statement starts in a loop, are worker[0] and worker[1]. A caller in a client
// has the name of the method that it calls.
func goroutines(program *cfg.Program, p *golang.Program) []report.Goroutine {
	at := map[string]string{} // by the name of tasks without index: the position where they are started
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
		first := again.ReplaceAllString(family, "")
		if !caller {
			method, caller = p.Calls[first]
		}
		switch {
		case caller:
			g.Name = cmp.Or(method, report.Caller)
		case at[first] == t.Pos.String(): // the same go statement starts both
			g.Name = plain(first)
		default:
			g.Name = plain(family)
		}
		g.Task, g.Caller = t.Name, caller
		if !t.Static() && !caller {
			g.Started = fmt.Sprintf("%s:%d", path.Base(t.Pos.Filename), t.Pos.Line)
		}
		count[g.Name]++
	}
	next := map[string]int{}
	for i := range out {
		name := out[i].Name
		switch next[name]++; {
		case count[name] == 1:
		case !out[i].Caller:
			out[i].Name = fmt.Sprintf("%s[%d]", name, next[name]-1)
		case next[name] > 1: // calls of one method: Close, Close (2)
			out[i].Name = fmt.Sprintf("%s (%d)", name, next[name])
		}
	}
	return out
}

// objects returns the names in the source of those objects and shared variables that have another name there: a_mu is
// the field a.mu. A second one, a_mu_2, is the same field of another a, and is called a.mu (2). If several variables
// that are no fields have the same name, a number would not say which is which: they keep the names of the model.
func objects(program *cfg.Program, p *golang.Program) (out []report.Object) {
	var all []string
	for i := range program.Objects {
		all = append(all, program.Objects[i].Name)
	}
	for i := range program.Vars {
		all = append(all, program.Vars[i].Name)
	}
	count, seen := map[string]int{}, map[string]int{} // by name in the source
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

// variable matches an event that assigns to a variable of a task or compares it, as worker[0].ready_2==true. Its group
// is the name of the variable without the number that the model adds: ready.
var variable = regexp.MustCompile(`^[\w.]+(?:\[[0-9]+\])?\.([A-Za-z_]\w*?)(?:_[0-9]+)?(?:=|==|!=)[^=]*$`)

// modelOnly reports whether only the model takes a step: either it is a choice, or it sets or tests a variable that its
// line of the source does not name. uses reports whether that line names a variable, if this is known.
func modelOnly(st *report.Step, uses func(name string) (uses, known bool)) bool {
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
