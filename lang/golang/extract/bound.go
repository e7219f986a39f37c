package extract

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/automata/calls"
	"flavers/lang/golang/bind"
	"flavers/lang/golang/heap"
	"flavers/lang/golang/roots"
	"flavers/lang/golang/write"
	"flavers/report/ledger"
)

// The bindings of specifications, and what becomes of them in a program: the names of objects and events.

// bindings finds the objects of the bound specifications.
func (x *extractor) bindings(root roots.Root, begin []*heap.Instance) {
	if x.ps.Bound == nil {
		return
	}
	x.bound = &bound{set: x.ps.Bound, objects: map[origin]*tracked{}, of: map[*bind.Spec]map[heap.Loc]*tracked{},
		happens: map[*bind.Spec]bool{}, noted: map[ledger.Note]bool{}, escaped: map[*bind.Spec]bool{}}
	x.track(begin)
	x.escape(root.Main)
}

// declareObjects declares the objects, and the variables that tell which are there.
func (x *extractor) declareObjects() {
	if x.bound == nil || len(x.bound.order) == 0 {
		return
	}
	var names []string
	var vars []write.Line
	for _, t := range x.bound.order {
		names = append(names, t.name)
		if t.asked {
			vars = append(vars, write.At("shared "+t.made+" bool", t.pos))
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
	for _, t := range x.bound.order {
		idle[t.made+" = true"] = !t.asked
	}
	return slices.DeleteFunc(slices.Clone(body), func(l write.Line) bool { return idle[l.Text] })
}

// answers tells the specifications which objects there are.
func (x *extractor) answers() (*calls.Objects, ledger.Notes) {
	if x.bound == nil {
		return &calls.Objects{}, nil
	}
	out := &calls.Objects{Of: map[calls.Key][]string{}, Events: map[calls.Key]map[string]string{}}
	for _, spec := range x.bound.set.Specs {
		out.Events[spec.Key] = spec.Events()
		if spec.Each == "" && x.bound.happens[spec] {
			out.Of[spec.Key] = []string{""}
		}
		for _, t := range x.bound.order {
			if x.bound.of[spec][t.loc] == t {
				out.Of[spec.Key] = append(out.Of[spec.Key], t.name)
			}
		}
	}
	return out, x.bound.notes
}

// detached are the events of a call that another goroutine executes.
func (x *extractor) detached(in *heap.Instance, site ssa.CallInstruction, copy int) (before, after []write.Line) {
	if _, ok := site.(*ssa.Go); !ok || x.bound == nil {
		return nil, nil
	}
	x.bound.detach = true
	before, after = x.happen(in, site, copy)
	x.bound.detach = false
	return before, after
}
