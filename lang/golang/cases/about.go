package cases

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/roots"
	"flavers/lang/golang/slice"
)

// What is found of a root, in the words of the comments.

const pointsTo = "pointsto"

// about are the words, each with what is found of what a comment is about. To add one, add a row here, and a line in
// the package's documentation.
var about = map[string]func(*Found, Want) []string{
	"idle":     (*Found).idle,
	"busy":     (*Found).busy,
	"ledger":   (*Found).ledger,
	"deadlock": func(f *Found, _ Want) []string { return []string{f.Deadlock} },
	"keeps":    (*Found).keeps,
	pointsTo:   (*Found).pointsTo,
	"quiet":    (*Found).quiet,
	"loud":     (*Found).loud,
}

var words = slices.Sorted(maps.Keys(about))

// Found is what the packages of the front end find of a root. Codes and Deadlock are those of its program: who makes
// and checks it knows them.
type Found struct {
	Codes    []string
	Deadlock string

	ps     *roots.Packages
	root   roots.Root
	facts  *slice.Facts
	worlds []*heap.World
}

// Find looks at a root. Its error is that of ctx.
func Find(ctx context.Context, ps *roots.Packages, facts *slice.Facts, root roots.Root) (*Found, error) {
	w, _, _, err := slice.Options{}.Solve(ctx, ps, root)
	if err == nil {
		w.Expose()
	}
	return &Found{ps: ps, root: root, facts: facts, worlds: []*heap.World{w}}, err
}

// Together returns what is found of lines of functions that several roots may call.
func Together(all []*Found) *Found {
	out := &Found{ps: all[0].ps, facts: all[0].facts, Deadlock: "no root"}
	for _, f := range all {
		out.worlds = append(out.worlds, f.worlds...)
	}
	return out
}

// Wrong says how what was found differs from an expectation; "" if it does not.
func (f *Found) Wrong(w Want) string {
	got := about[w.Word](f, w)
	slices.Sort(got)
	if got = slices.Compact(got); slices.Equal(got, w.List) {
		return ""
	}
	return fmt.Sprintf("%s: %s: %s, got %q", w.Pos, f.root.Name, w, got)
}

// idle returns what a comment "idle" has nothing to say against.
func (f *Found) idle(Want) []string {
	if f.facts.Idle(f.root) {
		return nil
	}
	return []string{"busy"}
}

func (f *Found) busy(w Want) []string {
	if len(f.idle(w)) > 0 {
		return nil
	}
	return []string{"idle"}
}

func (f *Found) ledger(Want) []string { return slices.Clone(f.Codes) }

// keeps lists what code that is not followed may keep.
func (f *Found) keeps(Want) []string {
	var out []string
	for _, w := range f.worlds {
		for _, o := range w.All() {
			if o.Kept {
				out = append(out, f.name(heap.Loc{Obj: o}))
			}
		}
	}
	return out
}

// pointsTo lists what an operand of print may be.
func (f *Found) pointsTo(w Want) []string {
	at := f.operand(w)
	if at < 0 {
		return []string{"no operand of print"}
	}
	var out []string
	f.on(w, func(world *heap.World, in *heap.Instance, i ssa.Instruction) {
		call, ok := i.(*ssa.Call)
		if !ok {
			return
		}
		if b, ok := call.Call.Value.(*ssa.Builtin); ok && b.Name() == "print" && at < len(call.Call.Args) {
			for _, l := range world.Objects(in, call.Call.Args[at]) {
				out = append(out, f.name(l))
			}
		}
	})
	return out
}

// operand returns which operand of print, on the line of an expectation, has its text; -1 if none has.
func (f *Found) operand(w Want) int {
	at := -1
	find := func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || f.ps.Fset.Position(call.Pos()).Line != w.Pos.Line || types.ExprString(call.Fun) != "print" {
			return true
		}
		at = slices.IndexFunc(call.Args, func(e ast.Expr) bool { return types.ExprString(e) == w.Of })
		return false
	}
	for _, p := range f.ps.Loaded {
		for _, file := range p.Syntax {
			if f.ps.Fset.Position(file.Pos()).Filename == w.Pos.Filename {
				ast.Inspect(file, find)
			}
		}
	}
	return at
}

func (f *Found) quiet(w Want) []string {
	if f.every(w, true) {
		return nil
	}
	return []string{"loud"}
}

func (f *Found) loud(w Want) []string {
	if f.every(w, false) {
		return nil
	}
	return []string{"quiet"}
}

// every reports whether there are lock operations on the line of an expectation, and all of them are quiet, or none is.
func (f *Found) every(w Want, quiet bool) bool {
	n, as := 0, 0
	for pos, is := range f.facts.Quiet() {
		if p := f.ps.Fset.Position(pos); p.Filename == w.Pos.Filename && p.Line == w.Pos.Line {
			if n++; is == quiet {
				as++
			}
		}
	}
	return n > 0 && n == as
}

// on visits the instructions, in each context, that are on the line of an expectation.
func (f *Found) on(want Want, do func(*heap.World, *heap.Instance, ssa.Instruction)) {
	for _, w := range f.worlds {
		for _, in := range w.Instances {
			for _, b := range in.Fn.Blocks {
				for _, i := range b.Instrs {
					if p := f.ps.Fset.Position(i.Pos()); p.Filename == want.Pos.Filename && p.Line == want.Pos.Line {
						do(w, in, i)
					}
				}
			}
		}
	}
}

// name names a place: what made the object, and the line.
func (f *Found) name(l heap.Loc) string {
	o := l.Obj
	at := func(word string, pos token.Pos) string {
		return fmt.Sprintf("%s@%d", word, f.ps.Fset.Position(pos).Line)
	}
	name := ""
	switch o.Kind {
	case heap.Memory, heap.Chan:
		word := "new"
		switch o.Site.(type) {
		case *ssa.Global:
			return o.Name + l.Path
		case *ssa.MakeChan, *ssa.MakeMap, *ssa.MakeSlice:
			word = "make"
		}
		name = at(word, o.Pos)
	case heap.Func:
		if name = o.Fn.Name(); o.Fn.Parent() != nil {
			name = at("func", o.Fn.Pos())
		}
	case heap.Box:
		name = "box(" + types.TypeString(o.Type, func(p *types.Package) string { return p.Name() }) + ")"
		name = strings.ReplaceAll(name, " ", "_")
	default:
		name = at(strings.ToLower(kinds[o.Kind]), o.Pos)
	}
	if o.Kind == heap.Unknown {
		name = "unknown"
	}
	if o.Loop != nil {
		name = fmt.Sprintf("%s#%d", name, o.Turn)
	}
	return name + l.Path
}

var kinds = map[heap.Kind]string{heap.Context: "context", heap.Cancel: "cancel", heap.Timer: "timer",
	heap.RLocker: "rlocker", heap.Test: "test"}
