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

// The bindings of specifications, and what becomes of them in a program: the names of objects and events.

// declareObjects declares the objects, and the variables that tell which are there.
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

// needed leaves out of a body that an object is made, if nothing asks for that.
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

// answers tells the specifications which objects there are.
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

// doing lists the tasks that do some event of a specification, or may do one that is no call.
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
		case does && i == 0: // the root
			out = append(out, t.name)
		case does:
			for n := range t.often {
				out = append(out, fmt.Sprintf("%s[%d]", t.name, n))
			}
		}
	}
	return out
}

// detached are the events of a call that another goroutine executes.
func (x *extractor) detached(in *heap.Instance, site ssa.CallInstruction, copy int) (before, after []write.Line) {
	if _, ok := site.(*ssa.Go); !ok || x.bound == nil {
		return nil, nil
	}
	x.bound.Detach = true
	before, after = x.happen(in, site, copy)
	x.bound.Detach = false
	return before, after
}
