package golang

// The bindings of specifications, and what becomes of them in a program: the names of objects and events.

import (
	"context"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"flavers/automata/calls"
	"flavers/diag"
	"flavers/lang/golang/bind"
	"flavers/lang/golang/heap"
	"flavers/report/ledger"
)

// Bind has programs report the events that specifications bind (fsa.Bindings). The list has the
// functions that there are not.
func (ps *Programs) Bind(ctx context.Context, bounds []calls.Bound) diag.List {
	var list diag.List
	if len(bounds) == 0 {
		return list
	}
	done := map[*Packages]bool{}
	for _, name := range ps.Names {
		in := ps.made[name].in
		if done[in] {
			continue
		}
		done[in] = true
		var known []*types.Package
		for _, p := range in.all {
			known = append(known, p.Pkg)
		}
		if paths := bind.Interfaces(bounds, known); len(paths) > 0 {
			known = append(known, in.more(ctx, paths)...)
		}
		taken := map[string]bool{}
		for _, names := range in.named {
			for _, name := range names {
				word, _, _ := strings.Cut(name, "(")
				taken[word] = true
			}
		}
		var problems diag.List
		in.bound, problems = bind.New(bounds, known, taken)
		for _, d := range problems.All {
			if !slices.ContainsFunc(list.All, func(e diag.Diagnostic) bool { return e.Pos == d.Pos && e.Code == d.Code }) {
				list.All = append(list.All, d)
			}
		}
	}
	list.Sort()
	return list
}

// more loads the types of other packages; those that there are not are left out.
func (ps *Packages) more(ctx context.Context, paths []string) []*types.Package {
	cfg := &packages.Config{Context: ctx, Dir: ps.dir, Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports}
	loaded, err := packages.Load(cfg, paths...)
	if err != nil {
		return nil // then none of them is called
	}
	var out []*types.Package
	for _, p := range loaded {
		if p.Types != nil && len(p.Errors) == 0 {
			out = append(out, p.Types)
		}
	}
	return out
}

// makes lists the results of a function that is not followed that specifications say it makes.
func (ps *Packages) makes(fn *types.Func) []heap.Result {
	var out []heap.Result
	for _, m := range ps.bound.Match(fn) {
		r := heap.Result{Index: m.Place.Index, Path: m.Place.Path}
		if m.Makes && !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}

// bindings finds the objects of the bound specifications.
func (x *extractor) bindings(root Root, begin []*heap.Instance) {
	if x.ps.bound == nil {
		return
	}
	x.bound = &bound{set: x.ps.bound, objects: map[origin]*tracked{}, of: map[*bind.Spec]map[heap.Loc]*tracked{},
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
	var vars []line
	for _, t := range x.bound.order {
		names = append(names, t.name)
		if t.asked {
			vars = append(vars, line{"shared " + t.made + " bool", t.pos})
		}
	}
	enum := line{fmt.Sprintf("enum %s { %s }", x.unique("object", "type"), strings.Join(names, ", ")), token.NoPos}
	x.decls = slices.Concat([]line{enum}, vars, x.decls)
}

// needed leaves out of a body that an object is made, if nothing asks for that.
func (x *extractor) needed(body []line) []line {
	if x.bound == nil {
		return body
	}
	idle := map[string]bool{}
	for _, t := range x.bound.order {
		idle[t.made+" = true"] = !t.asked
	}
	return slices.DeleteFunc(slices.Clone(body), func(l line) bool { return idle[l.text] })
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
func (x *extractor) detached(in *heap.Instance, site ssa.CallInstruction, copy int) (before, after []line) {
	if _, ok := site.(*ssa.Go); !ok || x.bound == nil {
		return nil, nil
	}
	x.bound.detach = true
	before, after = x.happen(in, site, copy)
	x.bound.detach = false
	return before, after
}
