package extract

import (
	"fmt"
	"go/token"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/automata/calls"
	"flavers/lang/golang/bind"
	"flavers/lang/golang/heap"
	"flavers/lang/golang/write"
	"flavers/report/ledger"
)

// This file is about specifications whose events are bound to calls of Go functions. It declares the objects that
// such specifications are about, and tells the specifications how objects, events and goroutines are called in the
// program:
//
//	enum object { conn, conn_2 }  // "for each c": the connections that the package makes
//	shared conn_made bool

// declareObjects declares the objects of specifications as an enumeration, and for each object whose existence
// matters a variable that says whether it was made.
func (x *extractor) declareObjects() {
	if x.bound == nil || len(x.bound.Order) == 0 {
		return
	}
	var names []string
	var vars []write.Line
	for _, t := range x.bound.Order {
		names = append(names, t.Name)
		if t.Asked {
			vars = append(vars, write.At("shared "+t.Made+" bool", t.Pos))
		}
	}
	enum := write.At(fmt.Sprintf("enum %s { %s }", x.taken.Unique("object", "type"), strings.Join(names, ", ")), token.NoPos)
	x.decls = slices.Concat([]write.Line{enum}, vars, x.decls)
}

// needed returns a body without the assignments to variables of declareObjects that were not declared.
func (x *extractor) needed(body []write.Line) []write.Line {
	if x.bound == nil {
		return body
	}
	idle := map[string]bool{}
	for _, t := range x.bound.Order {
		idle[t.Made+" = true"] = !t.Asked
	}
	return slices.DeleteFunc(slices.Clone(body), func(l write.Line) bool { return idle[l.Text] })
}

// answers returns the names of the objects, events and goroutines of each specification, and the ledger entries about
// them. tasks are all tasks of the program.
func (x *extractor) answers(tasks []*goroutine) (*calls.Objects, ledger.Notes) {
	if x.bound == nil {
		return &calls.Objects{}, nil
	}
	out := &calls.Objects{Of: map[calls.Key][]string{}, Events: map[calls.Key]map[string]string{},
		Goroutines: map[calls.Key][]string{}}
	for _, spec := range x.bound.Set.Specs {
		out.Events[spec.Key] = spec.Events()
		if spec.Each == "" && x.bound.Happens[spec] {
			out.Of[spec.Key] = []string{""}
		}
		if spec.Goroutine {
			out.Goroutines[spec.Key] = doing(spec, tasks)
		}
		for _, t := range x.bound.Order {
			if x.bound.Of[spec][t.Loc] == t {
				out.Of[spec.Key] = append(out.Of[spec.Key], t.Name)
			}
		}
	}
	return out, x.bound.Notes
}

// doing lists the tasks that have some event of a specification. If the specification also has events that are no
// calls (Others), that is all tasks.
func doing(spec *bind.Spec, tasks []*goroutine) []string {
	events := spec.Events()
	var out []string
	for i, t := range tasks {
		does := spec.Others || slices.ContainsFunc(t.body, func(l write.Line) bool {
			text, ok := strings.CutPrefix(l.Text, "event ")
			name, _, _ := strings.Cut(text, "(")
			return ok && slices.Contains(slices.Collect(maps.Values(events)), name)
		})
		switch {
		case does && i == 0: // the task of the root, of which there is one
			out = append(out, t.name)
		case does:
			for n := range t.often {
				out = append(out, fmt.Sprintf("%s[%d]", t.name, n))
			}
		}
	}
	return out
}

// detached returns the events of a call in a go statement, before and after the call. The goroutine that is started
// has them, so they cannot use variables of the task that starts it.
func (x *extractor) detached(in *heap.Instance, site ssa.CallInstruction, copy int) (before, after []write.Line) {
	if _, ok := site.(*ssa.Go); !ok || x.bound == nil {
		return nil, nil
	}
	x.bound.Detach = true
	before, after = x.happen(in, site, copy)
	x.bound.Detach = false
	return before, after
}
