package extract

import (
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/values"
	"flavers/lang/golang/write"
)

// This file models which of several objects a variable in memory holds: the channel that each call of Start makes anew,
// say. Such a variable is a *holder*. It becomes a shared variable of the program, the number of an object. Where an
// operand is loaded from it, the program knows which object that is, and need not choose one (choose):
//
//	s.quit = make(chan struct{})   // s_quit_is = 0 in the first call of Start, and s_quit_is = 1 in the second
//	close(s.quit)                  // which = s_quit_is; if which == 0 { close quit } else if which == 1 { close quit_2 }
//
// A parameter of a goroutine that is started once has such a variable, too, which the go statement assigns to.
//
// While the variable is nil, the number means nothing, and nothing is done with it, as a nil channel is not operated on
// (there).
//
// May err towards: more executions, because a store of what may be several objects assigns any of them (theory.md,
// Lemma 12.12).

// holder is a variable in memory with the objects that it may hold.
type holder struct {
	name string // of the shared variable; "" until it is declared
	objs []heap.Loc
}

// mostHeld bounds the objects of a holder.
const mostHeld = 8

// askHolders finds the holders: the places in memory from which an operand of a synchronization operation is
// loaded, where it may be several objects.
func (x *extractor) askHolders() {
	x.holders, x.passed = map[heap.Loc]*holder{}, map[varKey]*holder{}
	x.eachInstr(func(in *heap.Instance, i ssa.Instruction) {
		switch i := i.(type) {
		case *ssa.Send:
			x.askHolder(in, i.Chan)
		case *ssa.UnOp:
			if i.Op == token.ARROW {
				x.askHolder(in, i.X)
			}
		case *ssa.Select:
			for _, s := range i.States {
				x.askHolder(in, s.Chan)
			}
		case ssa.CallInstruction:
			if b, ok := i.Common().Value.(*ssa.Builtin); ok && b.Name() == "close" {
				x.askHolder(in, i.Common().Args[0])
			}
			for copy := range x.w.Copies(in, i) {
				for _, t := range x.w.Targets(in, i, copy) {
					if t.Inst != nil {
						continue
					}
					for _, a := range t.Args {
						if at, v := a.Value(); v != nil {
							x.askHolder(at, v)
						}
					}
				}
			}
		}
	})
	if len(x.holders) == 0 {
		return
	}
	x.eachInstr(func(in *heap.Instance, i ssa.Instruction) {
		s, ok := i.(*ssa.Store)
		if !ok {
			return
		}
		locs := x.w.Objects(in, s.Addr)
		for _, l := range locs {
			if len(locs) > 1 {
				delete(x.holders, l)
			}
		}
	})
}

// askHolder makes a holder of the place from which operand v is loaded, or what v is a field of. If that is a parameter
// of a goroutine, the parameter becomes one, and what it gets is asked for, too.
func (x *extractor) askHolder(in *heap.Instance, v ssa.Value) {
	owner, base := values.Origin(in, v)
	objs := x.w.Objects(owner, base)
	unknown := func(o heap.Loc) bool { return o.Obj.Kind == heap.Unknown }
	if len(objs) < 2 || len(objs) > mostHeld || heap.Some(objs, unknown) {
		return
	}
	switch base := base.(type) {
	case *ssa.Parameter:
		k := varKey{owner, base}
		if arg, ok := heap.Argument(owner, base); ok && x.passed[k] == nil && x.startedOnce(owner) {
			x.passed[k] = &holder{objs: objs}
			x.askHolder(owner.Parent, arg)
		}
	case *ssa.UnOp:
		if base.Op != token.MUL {
			return
		}
		locs := x.w.Objects(owner, base.X)
		if len(locs) != 1 {
			return
		}
		if l := locs[0]; values.Once(l) && !x.hidden(l) && !x.values.Copied(l) && x.holders[l] == nil {
			x.holders[l] = &holder{objs: objs}
		}
	}
}

// startedOnce reports whether an instance is what one goroutine begins with, and no other one executes it.
func (x *extractor) startedOnce(in *heap.Instance) bool {
	site, ok := in.Site.(*ssa.Go)
	return ok && in.Spawned && !x.w.ManyTimes(in) && x.w.Copies(in.Parent, site) == 1 &&
		!x.w.Again(in.Parent, site.Block())
}

// holderOf returns the name of the shared variable that says which of some objects v is: that of the holder it is
// loaded from, or of the parameter of a goroutine. It returns "" if there is none.
func (x *extractor) holderOf(in *heap.Instance, v ssa.Value, objs []heap.Loc) string {
	switch v := v.(type) {
	case *ssa.Parameter:
		if h := x.passed[varKey{in, v}]; h != nil && slices.Equal(h.objs, objs) {
			return x.declareHolder(h, v.Name(), v.Pos())
		}
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return ""
		}
		locs := x.w.Objects(in, v.X)
		if len(locs) != 1 {
			return ""
		}
		if h := x.holders[locs[0]]; h != nil && slices.Equal(h.objs, objs) {
			wanted, _ := named(locs[0])
			return x.declareHolder(h, wanted, locs[0].Obj.Pos)
		}
	}
	return ""
}

// declareHolder returns the name of the shared variable of a holder, and declares it if it is new.
func (x *extractor) declareHolder(h *holder, of string, pos token.Pos) string {
	if h.name == "" {
		h.name = x.taken.Unique(of+"_is", "holder")
		x.decls = append(x.decls, write.At(fmt.Sprintf("shared %s 0..%d", h.name, len(h.objs)-1), pos))
	}
	return h.name
}

// hold returns the assignments of a store to a holder.
func (x *extractor) hold(in *heap.Instance, s *ssa.Store) []write.Line {
	locs := x.w.Objects(in, s.Addr)
	if len(locs) != 1 {
		return nil
	}
	h := x.holders[locs[0]]
	if h == nil {
		return nil
	}
	wanted, _ := named(locs[0])
	x.declareHolder(h, wanted, locs[0].Obj.Pos)
	var ways [][]write.Line
	for _, o := range x.w.Objects(in, s.Val) {
		if i := slices.Index(h.objs, o); i >= 0 {
			ways = append(ways, write.One(fmt.Sprintf("%s = %d", h.name, i), s.Pos()))
		}
	}
	return write.Alternatives(ways, s.Pos())
}

// whichOffered returns the variable that says which of several channels an alternative of a select is about. It returns
// "" if there is one channel only, or if nothing knows which it is: then any of them is taken when the select is.
func (x *extractor) whichOffered(in *heap.Instance, state *ssa.SelectState) string {
	objs := x.w.Objects(in, state.Chan)
	owner, base := values.Origin(in, state.Chan)
	if len(objs) < 2 || !slices.Equal(x.w.Objects(owner, base), objs) || x.holderOf(owner, base, objs) == "" {
		return ""
	}
	return x.whichOf(owner, base, objs, state.Pos)
}

// both returns the conjunction of conditions a and b. a may be "", which means true.
func both(a, b string) string {
	if a == "" {
		return b
	}
	return "(" + a + " && " + b + ")"
}

// pass returns the assignments before the start of a goroutine: which objects its parameters are. Its body has been
// translated, so that it is known which of them it needs.
func (x *extractor) pass(in *heap.Instance, pos token.Pos) []write.Line {
	var out []write.Line
	for _, p := range in.Fn.Params {
		h := x.passed[varKey{in, p}]
		if h == nil || h.name == "" {
			continue
		}
		arg, _ := heap.Argument(in, p)
		owner, base := values.Origin(in.Parent, arg)
		if !slices.Equal(x.w.Objects(owner, base), h.objs) {
			out = append(out, guess(h.name, len(h.objs), pos)...)
			continue
		}
		out = append(out, write.At(h.name+" = "+x.whichOf(owner, base, h.objs, pos), pos))
	}
	return out
}
