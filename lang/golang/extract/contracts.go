package extract

import (
	"maps"
	"slices"

	"flavers/lang/golang/roots"
	"flavers/report/ledger"
)

// Of clients: whether an execution needs callers who do what the package need not allow (theory.md, 14.8, 14.9).

// judge reports whether callers could end a deadlock, or what they do for it that the package need not allow.
func (c *callers) judge(waiting []Stuck, held map[made]bool, acts []Act) (bool, *ledger.Contract) {
	ends := func(method string) bool { return slices.Contains(c.root.Client.Ends, method) }
	first := slices.IndexFunc(acts, func(a Act) bool { return ends(a.Method) })
	ended := len(c.root.Client.Ends) > 0 && (c.root.Client.InTurn || first >= 0 ||
		slices.ContainsFunc(waiting, func(w Stuck) bool { return w.Caller && ends(w.Method) }))
	again := func(a Act) bool { return slices.Contains(c.root.Client.Begins, a.Method) }
	if first >= 0 && slices.ContainsFunc(acts[first:], again) { // it is in use again, or was not yet
		ended = ended && c.root.Client.InTurn
	}
	if c.leave(waiting, held, ended) {
		return true, nil
	}
	if now := Beside(c.root, acts, waiting); now != nil || !ended {
		return false, now
	}
	return false, c.left(waiting, held)
}

// Act is a step of a goroutine of callers, which has called a method.
type Act struct{ Task, Method string }

// Beside is what callers do in an execution that the package has nothing for: methods that they call while one runs
// that ends the use of the object, or after it; nil: there is none. waiting are the goroutines that are blocked at its
// end.
// One that waits for a lock does not count: a lock is there so that calls may be made at the same time.
func Beside(root roots.Root, acts []Act, waiting []Stuck) *ledger.Contract {
	of := root.Client.Beside
	first := slices.IndexFunc(acts, func(a Act) bool { _, ends := of[a.Method]; return ends })
	if first < 0 {
		return nil
	}
	end := acts[first]
	calls := map[string]bool{}
	locked := func(task string) bool {
		return slices.ContainsFunc(waiting, func(w Stuck) bool { return w.Name == task && w.Lock })
	}
	for _, a := range acts[first:] {
		if a.Task != end.Task && slices.Contains(of[end.Method], a.Method) && !locked(a.Task) {
			calls[a.Method] = true
		}
	}
	for _, w := range waiting {
		if w.Caller && w.Name != end.Task && slices.Contains(of[end.Method], w.Method) && !w.Lock {
			calls[w.Method] = true
		}
	}
	if len(calls) == 0 {
		return nil
	}
	return &ledger.Contract{Object: root.Client.Object, Calls: slices.Sorted(maps.Keys(calls)), Ends: end.Method}
}

// left is what callers leave out in a deadlock after the use of the object has ended: methods that would have let its
// goroutines go on, and that do not ask whether it has ended; nil: there is none.
func (c *callers) left(waiting []Stuck, held map[made]bool) *ledger.Contract {
	of := c.root.Client
	some, calls := slices.Clone(waiting), map[string]bool{}
	for i, w := range some {
		if w.Caller {
			continue
		}
		some[i].by = maps.Clone(w.once)
		maps.DeleteFunc(some[i].by, func(m string, _ bool) bool {
			return m == w.Method || !slices.Contains(of.Beside[of.Ends[0]], m)
		})
		maps.Copy(calls, some[i].by)
	}
	if !c.leave(some, held, false) {
		return nil
	}
	return &ledger.Contract{Object: of.Object, Calls: slices.Sorted(maps.Keys(calls)), Ends: of.Ends[0], Left: true}
}
