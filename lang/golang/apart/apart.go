// Package apart decides which deadlocks of a program do not depend on loops that were cut short.
//
// The program of a root has fewer turns of a loop than the package (ledger B01, B07), so it lacks what the later
// turns do. An operation that waits for one of these waits for ever in the program, but not in the package. A
// deadlock is one of the package, too, if some waiting tasks wait for objects of one turn, on which no other turn,
// and nothing after the loop, operates:
//
//	for _, url := range urls {
//		done := make(chan bool) // belongs to one turn
//		go fetch(url, done)     // a deadlock at done does not depend on the number of turns
//	}
//
//	objects := apart.Find(world, cuts, names, tasks, begins, does)
//	if objects.Apart(map[string]string{"fetch": "done <- 0"}) {
//		fmt.Println("fetch waits in the package, too")
//	}
//
// Besides, Meant (meant.go) decides whether a goroutine may well wait for ever while others go on. May err towards: a
// deadlock depends on such loops.
package apart

import (
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/write"
)

// Cut is a loop that was cut short.
type Cut struct {
	In   *heap.Instance
	Head *ssa.BasicBlock // nil: it is not known which loop it is
	Ends bool            // the program leaves the loop after the turns that it has; else the last turn is repeated
}

// use is an operation on an object, or a call that gets the object.
type use struct {
	in    *heap.Instance
	block *ssa.BasicBlock
	field bool // the object comes out of a field
}

// uses returns the uses of each object.
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

// Find collects what Apart and Meant ask about. cuts are the loops that were cut short, names the objects of the
// program, and tasks the bodies of its tasks, by name. begins has the first instance of each task, and does reports
// whether an instruction does something in the program.
func Find(w *heap.World, cuts []Cut, names map[heap.Loc]string, tasks map[string][]write.Line,
	begins map[string]*heap.Instance, does func(*heap.Instance, ssa.Instruction) bool) *Objects {
	out := &Objects{own: map[string]bool{}, names: map[string]map[string]bool{}}
	all := uses(w)
	var known []Cut
	lasting := true // no goroutine does anything after one of the loops
	for _, c := range cuts {
		if !slices.Contains(known, c) {
			known = append(known, c)
			lasting = lasting && c.Head != nil && last(w, c, does)
		}
	}
	for l, name := range names {
		if l.Obj.Site == nil { // the library has made it, and may use it
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

// last reports whether the goroutine does nothing after a loop. Then it makes no difference that the program leaves
// the loop early: in the package, the goroutine would be somewhere in the loop.
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

// ofTurn reports whether one turn of a loop makes an object, and only this turn uses it.
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

// Objects is what is known about the objects and tasks of a program.
type Objects struct {
	own   map[string]bool            // by object: only one turn of each loop that was cut short operates on it
	names map[string]map[string]bool // by task: the objects in its text
	held  held                       // for Meant
}

// Apart reports whether a deadlock does not depend on loops that were cut short: at least one of its tasks would also
// wait if the program had all turns. waiting has the statement at which each task waits.
func (o *Objects) Apart(waiting map[string]string) bool {
	// Begin with all tasks that wait for objects of one turn, and remove those that another task could let go on.
	stuck := map[string][]string{} // by task: the objects that it waits for
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
					delete(stuck, task) // the other task may go on in the package, and then this one
					changed = true
					break
				}
			}
		}
	}
	return len(slices.Collect(maps.Keys(stuck))) > 0
}

// statementWords are the keywords in statements at which a task waits; all other words are names of objects.
var statementWords = []string{"announce", "announced", "await", "false", "lock", "once", "or", "rlock", "true", "wait", "when"}
