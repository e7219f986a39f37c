// Package apart tells which deadlocks of a program do not depend on loops that were cut short.
//
//	objects := apart.Find(world, cuts, names, tasks, begins, does)
//	if objects.Apart(map[string]string{"work": "done <- 0"}) {
//		fmt.Println("work waits in the package, too")
//	}
package apart

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

// Cut is a loop that was cut short; without a head, some loop.
type Cut struct {
	In   *heap.Instance
	Head *ssa.BasicBlock
	// Ends: the model leaves it after the turns that are told apart; else all later turns are as the last of these.
	Ends bool
}

// use is an operation on an object.
type use struct {
	in    *heap.Instance
	block *ssa.BasicBlock
	field bool // the object comes out of a field
}

// uses lists the operations on each object.
func uses(w *heap.World) map[*heap.Object][]use {
	out := map[*heap.Object][]use{}
	for _, in := range w.Instances {
		for _, b := range in.Fn.Blocks {
			put := func(locs []heap.Loc, v ssa.Value) {
				u := use{in, b, v != nil && ofField(v)}
				for _, l := range locs {
					out[l.Obj] = append(out[l.Obj], u)
					for _, m := range w.Content(heap.Loc{Obj: l.Obj, Path: l.Path + ".L"}) { // of a condition
						out[m.Obj] = append(out[m.Obj], u)
					}
				}
			}
			for _, i := range b.Instrs {
				switch i := i.(type) {
				case *ssa.Send:
					put(w.Objects(in, i.Chan), i.Chan)
				case *ssa.UnOp:
					put(w.Objects(in, i.X), i.X)
				case *ssa.Select:
					for _, s := range i.States {
						put(w.Objects(in, s.Chan), s.Chan)
					}
				case ssa.CallInstruction:
					for _, a := range i.Common().Args {
						put(w.Objects(in, a), a)
					}
					for c := range w.Copies(in, i) {
						for _, t := range w.Targets(in, i, c) {
							if t.Inst != nil {
								continue
							}
							for _, a := range t.Args {
								put(w.Unboxed(a), nil)
							}
						}
					}
				}
			}
		}
	}
	return out
}

// Find finds the objects, by name, that belong to one turn of each loop that was cut short, and on which only that
// turn operates; and what each task operates on. begins are the functions that tasks begin with. does tells whether an
// instruction does something in the program.
func Find(w *heap.World, cuts []Cut, names map[heap.Loc]string, tasks map[string][]write.Line,
	begins map[string]*heap.Instance, does func(*heap.Instance, ssa.Instruction) bool) *Objects {
	out := &Objects{own: map[string]bool{}, names: map[string]map[string]bool{}}
	all := uses(w)
	var known []Cut
	lasting := true // nothing comes after any of them
	for _, c := range cuts {
		if !slices.Contains(known, c) {
			known = append(known, c)
			lasting = lasting && c.Head != nil && last(w, c, does)
		}
	}
	for l, name := range names {
		if l.Obj.Site == nil { // of the library: others may use it
			continue
		}
		own := lasting
		for _, c := range known {
			own = own && ofTurn(w, c, l.Obj, all[l.Obj])
		}
		out.own[name] = own
	}
	out.hold(w, all, names, begins)
	for name, body := range tasks {
		used := map[string]bool{}
		for _, l := range body {
			for _, word := range write.Words(l.Text) {
				if _, ok := out.own[word]; ok {
					used[word] = true
				}
			}
		}
		out.names[name] = used
	}
	return out
}

// last reports whether a goroutine does nothing after a loop: then an execution of the model in which it left the loop
// early is the beginning of one in which it has not come further.
func last(w *heap.World, c Cut, does func(*heap.Instance, ssa.Instruction) bool) bool {
	if c.In.Parent != nil && !c.In.Spawned {
		return false
	}
	seen := map[*ssa.BasicBlock]bool{}
	var more func(b *ssa.BasicBlock) bool
	more = func(b *ssa.BasicBlock) bool {
		if seen[b] {
			return false
		}
		seen[b] = true
		if w.Turning(b) != c.Head {
			for _, i := range b.Instrs {
				if does(c.In, i) {
					return true
				}
				if s, ok := i.(*ssa.Select); ok && len(s.States) > 0 {
					return true
				}
			}
		}
		return slices.ContainsFunc(b.Succs, more)
	}
	return !more(c.Head)
}

// ofTurn reports whether an object belongs to a turn of a loop, and all its uses do.
func ofTurn(w *heap.World, c Cut, o *heap.Object, uses []use) bool {
	t := w.Turn(c.In, c.Head, o)
	if n, _ := w.Turns(c.In, c.Head); t < 0 || o.Many || t == n-1 && !c.Ends {
		return false
	}
	for _, u := range uses {
		in, block := u.in, u.block
		for in != c.In && in.Parent != nil {
			if in.Parent == c.In && w.Turning(in.Site.Block()) == c.Head && in.Copy != t {
				return false
			}
			block, in = in.Site.Block(), in.Parent
		}
		if in != c.In || w.Turning(block) != c.Head {
			return false
		}
	}
	return true
}

// Objects are what is known of objects and tasks where loops were cut short.
type Objects struct {
	own   map[string]bool            // objects: only one turn of each loop operates on it
	names map[string]map[string]bool // of each task, the objects in its text
	held  held
}

// Apart reports whether a deadlock does not depend on loops that were cut short: some of the tasks that wait, at
// statements, would wait if all turns were there.
func (o *Objects) Apart(waiting map[string]string) bool {
	stuck := map[string][]string{}
	for task, at := range waiting {
		words := write.Words(at)
		if at == "await false" { // on a nil channel
			stuck[task] = nil
			continue
		}
		words = slices.DeleteFunc(words, func(w string) bool { return slices.Contains(statementWords, w) })
		if len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !o.own[w] }) {
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
				if slices.ContainsFunc(words, func(w string) bool { return o.names[name][w] }) {
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
