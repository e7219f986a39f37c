package extract

import (
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/write"
)

// A loop that is cut short (B01, B07) leaves out what its later turns do, and an operation that waits for one of
// those waits for ever in the model. A deadlock of the model is one of the package only if it does not depend on
// that: if some of the waiting tasks wait for objects of one turn, which no other turn, and nothing after the loop,
// operates on.

// cut is a loop that was cut short; without a head, some loop.
type cut struct {
	in   *heap.Instance
	head *ssa.BasicBlock
}

// use is an operation on an object.
type use struct {
	in    *heap.Instance
	block *ssa.BasicBlock
}

// uses lists the operations on each object.
func (x *extractor) uses() map[*heap.Object][]use {
	out := map[*heap.Object][]use{}
	for _, in := range x.w.Instances {
		for _, b := range in.Fn.Blocks {
			put := func(locs []heap.Loc) {
				for _, l := range locs {
					out[l.Obj] = append(out[l.Obj], use{in, b})
					for _, m := range x.w.Content(heap.Loc{Obj: l.Obj, Path: l.Path + ".L"}) { // of a condition
						out[m.Obj] = append(out[m.Obj], use{in, b})
					}
				}
			}
			for _, i := range b.Instrs {
				switch i := i.(type) {
				case *ssa.Send:
					put(x.w.Objects(in, i.Chan))
				case *ssa.UnOp:
					put(x.w.Objects(in, i.X))
				case *ssa.Select:
					for _, s := range i.States {
						put(x.w.Objects(in, s.Chan))
					}
				case ssa.CallInstruction:
					for _, a := range i.Common().Args {
						put(x.w.Objects(in, a))
					}
					for c := range x.w.Copies(in, i) {
						for _, t := range x.w.Targets(in, i, c) {
							if t.Inst != nil {
								continue
							}
							for _, a := range t.Args {
								put(x.w.Unboxed(a))
							}
						}
					}
				}
			}
		}
	}
	return out
}

// apart finds the objects, by name, that belong to one turn of each loop that was cut short, and on which only that
// turn operates; and what each task operates on.
func (x *extractor) apart(tasks []*goroutine) *apart {
	out := &apart{own: map[string]bool{}, names: map[string]map[string]bool{}}
	uses := x.uses()
	var cuts []cut
	lasting := true // nothing comes after any of them
	for _, c := range x.cuts {
		if !slices.Contains(cuts, c) {
			cuts = append(cuts, c)
			lasting = lasting && c.head != nil && x.last(c)
		}
	}
	for l, name := range x.names {
		if l.Obj.Site == nil { // of the library: others may use it
			continue
		}
		own := lasting
		for _, c := range cuts {
			own = own && x.ofTurn(c, l.Obj, uses[l.Obj])
		}
		out.own[name] = own
	}
	for _, t := range tasks {
		names := map[string]bool{}
		for _, l := range t.body {
			for _, word := range write.Words(l.Text) {
				if _, ok := out.own[word]; ok {
					names[word] = true
				}
			}
		}
		out.names[t.name] = names
	}
	return out
}

// last tells whether a goroutine does nothing after a loop: then an execution of the model in which it left the loop
// early is the beginning of one in which it has not come further.
func (x *extractor) last(c cut) bool {
	if c.in.Parent != nil && !c.in.Spawned {
		return false
	}
	seen := map[*ssa.BasicBlock]bool{}
	var does func(b *ssa.BasicBlock) bool
	does = func(b *ssa.BasicBlock) bool {
		if seen[b] {
			return false
		}
		seen[b] = true
		if x.w.Turning(b) != c.head {
			for _, i := range b.Instrs {
				if len(x.event(i)) > 0 || len(x.instr(c.in, i)) > 0 {
					return true
				}
				if s, ok := i.(*ssa.Select); ok && len(s.States) > 0 {
					return true
				}
			}
		}
		return slices.ContainsFunc(b.Succs, does)
	}
	return !does(c.head)
}

// ofTurn tells whether an object belongs to a turn of a loop, and all its uses do.
func (x *extractor) ofTurn(c cut, o *heap.Object, uses []use) bool {
	t := x.w.Turn(c.in, c.head, o)
	if t < 0 || o.Many {
		return false
	}
	for _, u := range uses {
		in, block := u.in, u.block
		for in != c.in && in.Parent != nil {
			if in.Parent == c.in && x.w.Turning(in.Site.Block()) == c.head && in.Copy != t {
				return false
			}
			block, in = in.Site.Block(), in.Parent
		}
		if in != c.in || x.w.Turning(block) != c.head {
			return false
		}
	}
	return true
}

// apart is what is known of objects and tasks where loops were cut short.
type apart struct {
	own   map[string]bool            // objects: only one turn of each loop operates on it
	names map[string]map[string]bool // of each task, the objects in its text
}

// Apart tells whether a deadlock does not depend on loops that were cut short: some of the tasks that wait, at
// statements, would wait if all turns were there.
func (p *Program) Apart(waiting map[string]string) bool {
	stuck := map[string][]string{}
	for task, at := range waiting {
		words := write.Words(at)
		if at == "await false" || at == "await 0 == 1" { // on a nil channel
			stuck[task] = nil
			continue
		}
		words = slices.DeleteFunc(words, func(w string) bool { return slices.Contains(statementWords, w) })
		if len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !p.apart.own[w] }) {
			stuck[task] = words
		}
	}
	for changed := true; changed; {
		changed = false
		for task, words := range stuck {
			for other := range waiting {
				name, _, _ := strings.Cut(other, "[")
				if _, ok := stuck[other]; ok {
					continue
				}
				if slices.ContainsFunc(words, func(w string) bool { return p.apart.names[name][w] }) {
					delete(stuck, task) // the other one may move, and then this one
					changed = true
					break
				}
			}
		}
	}
	return len(slices.Collect(maps.Keys(stuck))) > 0
}

// statementWords are the words of the statements at which a task waits.
var statementWords = []string{"announce", "announced", "await", "false", "lock", "once", "or", "rlock", "true", "wait", "when"}
