package extract

import (
	"maps"
	"slices"

	"flavers/lang/golang/roots"
	"flavers/report/ledger"
)

// This file decides whether an execution of a client needs callers who break the *contract* of a package: they call a
// method while another one ends the use of the object, as Close does, or after that. The package need not allow it,
// so the execution is no finding (theory.md, 14.8 and 14.9; docs/go.md, "Contracts").

// judge reports whether callers could end a deadlock. If not, contract is what callers do in the execution that the
// package need not allow; nil for nothing. held are the locks that the blocked goroutines hold.
func (c *callers) judge(waiting []Stuck, held map[made]bool, acts []Act) (waits bool, contract *ledger.Contract) {
	client := c.root.Client
	ends := func(method string) bool { return slices.Contains(client.Ends, method) }
	begins := func(a Act) bool { return slices.Contains(client.Begins, a.Method) }
	blockedAtEnd := func(w Stuck) bool { return w.Caller && ends(w.Method) }

	first := slices.IndexFunc(acts, func(a Act) bool { return ends(a.Method) })
	ended := len(client.Ends) > 0 && (client.InTurn || first >= 0 || slices.ContainsFunc(waiting, blockedAtEnd))
	if first >= 0 && slices.ContainsFunc(acts[first:], begins) { // the object is in use again
		ended = ended && client.InTurn
	}
	if c.leave(waiting, held, ended) {
		return true, nil
	}
	if contract := Beside(c.root, acts, waiting); contract != nil || !ended {
		return false, contract
	}
	return false, c.left(waiting, held)
}

// Act is a step of a goroutine that has called Method and belongs to callers.
type Act struct{ Task, Method string }

// Beside returns the methods that callers call, in an execution, while one runs that ends the use of the object, or
// after it, as far as the package need not allow that; nil if there are none. waiting are the goroutines that are
// blocked at the end of the execution. A call that waits for a lock does not count: locks exist so that calls may be
// made at the same time.
func Beside(root roots.Root, acts []Act, waiting []Stuck) *ledger.Contract {
	beside := root.Client.Beside // by the methods that end the use, those that must not be called beside them
	first := slices.IndexFunc(acts, func(a Act) bool { _, ends := beside[a.Method]; return ends })
	if first < 0 {
		return nil
	}
	end := acts[first]
	calls := map[string]bool{}
	waitsForLock := func(task string) bool {
		return slices.ContainsFunc(waiting, func(w Stuck) bool { return w.Name == task && w.Lock })
	}
	for _, a := range acts[first:] {
		if a.Task != end.Task && slices.Contains(beside[end.Method], a.Method) && !waitsForLock(a.Task) {
			calls[a.Method] = true
		}
	}
	for _, w := range waiting {
		if w.Caller && w.Name != end.Task && slices.Contains(beside[end.Method], w.Method) && !w.Lock {
			calls[w.Method] = true
		}
	}
	if len(calls) == 0 {
		return nil
	}
	return &ledger.Contract{Object: root.Client.Object, Calls: slices.Sorted(maps.Keys(calls)), Ends: end.Method}
}

// left returns the methods that callers should have called before they ended the use of the object: they would have
// let its blocked goroutines go on, as Resume does after Pause, and they do not ask whether the use has ended. It
// returns nil if such calls would not have ended the deadlock.
func (c *callers) left(waiting []Stuck, held map[made]bool) *ledger.Contract {
	client := c.root.Client
	goroutines, calls := slices.Clone(waiting), map[string]bool{}
	for i, w := range goroutines {
		if w.Caller {
			continue
		}
		goroutines[i].by = maps.Clone(w.once)
		maps.DeleteFunc(goroutines[i].by, func(m string, _ bool) bool {
			return m == w.Method || !slices.Contains(client.Beside[client.Ends[0]], m)
		})
		maps.Copy(calls, goroutines[i].by)
	}
	if !c.leave(goroutines, held, false) {
		return nil
	}
	return &ledger.Contract{Object: client.Object, Calls: slices.Sorted(maps.Keys(calls)), Ends: client.Ends[0],
		Left: true}
}
