package clients

import (
	"go/types"
	"slices"
	"strings"
)

// This file says which methods of an object callers call, and in which order. Callers are taken to know from the names
// of methods that Stop ends the use of an object, and that Unlock follows Lock. What a package says in its comments, or
// asks in its code, about the order is in contracts.go.

// call is a method, or a function of the package, that callers call.
type call struct {
	fn   *types.Func      // as it is declared
	sig  *types.Signature // with the type arguments of the subject
	then []following      // methods that callers call after it: Unlock after Lock
}

// following is a method that callers call after another one, for what that has taken.
type following struct {
	fn *types.Func
	// args says what is passed: the operand of the first call with this index, or what it has returned (theResult).
	args []int
}

// theResult stands in following.args for the first result of the first call.
const theResult = -1

// Names of methods by which callers are taken to know what they may call.
var (
	// ends are methods that end the use of an object.
	ends = []string{"Close", "Stop", "Shutdown", "Quit", "Terminate", "Destroy", "Kill", "Cancel", "Finish", "Halt",
		"GracefulStop", "StopAndWait", "Release", "CloseAndWait", "Drain"}
	// begins are methods that begin the use.
	begins = []string{"Start", "Init", "Begin", "Connect"}
	// pairs are pairs of methods: callers who call the first call the second later.
	pairs = [][2]string{{"Lock", "Unlock"}, {"RLock", "RUnlock"}, {"Acquire", "Release"}, {"Add", "Done"},
		{"Enter", "Leave"}, {"Begin", "End"}, {"Enter", "Exit"}, {"Borrow", "Return"}, {"Checkout", "Checkin"},
		{"Inc", "Dec"}, {"Reserve", "Release"}}
	// poolPairs are such pairs of a type that its name calls a pool, if the second gets what the first has returned. Of
	// other types, as of a queue, callers pass to Put what they have themselves.
	poolPairs = [][2]string{{"Get", "Put"}, {"Get", "Release"}, {"Get", "Return"}, {"Acquire", "Put"}, {"Take", "Put"},
		{"Take", "Return"}}
)

// ends reports whether a call ends the use of an object, as Stop and StopAndWait do, or of a part of it, as StopCleanup
// does, if no method of its type ends the use of all. A call with operands that say what is to be ended, as a topic or
// a key, does not.
func (c call) ends() bool {
	name := c.fn.Name()
	in := func(end string) bool {
		rest, ok := strings.CutPrefix(name, end)
		return ok && (rest == "" || startsWith(rest, []string{"And", "With", "Now", "Gracefully"}))
	}
	part := startsWith(name, []string{"Stop", "Close"}) && c.fn.Signature().Params().Len() == 0 && !endsWhole(c.fn)
	if !part && !slices.ContainsFunc(ends, in) {
		return false
	}
	for p := range c.fn.Signature().Params().Variables() {
		switch p.Type().String() {
		case "context.Context", "time.Duration", "bool", "error":
		default:
			return false
		}
	}
	return true
}

// endsWhole reports whether the type of a method has another one that ends the use of an object.
func endsWhole(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil {
		return false
	}
	n := named(recv.Type())
	if n == nil {
		return false
	}
	for m := range n.Origin().Methods() {
		if slices.Contains(ends, m.Name()) {
			return true
		}
	}
	return false
}

// begins reports whether a call begins the use of an object. A call with several operands does something with them.
func (c call) begins() bool {
	return slices.Contains(begins, c.fn.Name()) && c.fn.Signature().Params().Len() < 2
}

// calls returns the methods of a subject that callers call and that synchronize, in the order of the source. Methods
// that are the second of a pair are left out: they follow the first.
func (w *writer) calls(s subject) []call {
	all := w.facts.inOrder(s)
	find := func(name string) *types.Func {
		if i := slices.IndexFunc(all, func(m *types.Func) bool { return m.Name() == name }); i >= 0 {
			return all[i]
		}
		return nil
	}
	leftOut := map[*types.Func]bool{} // second methods of pairs, and first ones after which no second can be called
	var out []call
	for _, m := range all {
		c := call{fn: m, sig: s.signature(m)}
		for _, p := range pairs {
			then := find(p[1])
			if p[0] != m.Name() || then == nil {
				continue
			}
			leftOut[then] = true
			if args, ok := passedOn(m.Signature(), then.Signature()); ok {
				c.then = append(c.then, following{then, args})
			} else if m.Signature().Results().Len() > 0 && then.Signature().Params().Len() == 1 {
				leftOut[m] = true // then needs what m returns, and callers do not know how to pass it on
			}
		}
		for _, p := range poolPairs {
			then := find(p[1])
			if p[0] != m.Name() || then == nil || len(c.then) > 0 || !strings.Contains(s.of.Obj().Name(), "Pool") {
				continue
			}
			if args, ok := passedOn(m.Signature(), then.Signature()); ok && slices.Equal(args, []int{theResult}) {
				leftOut[then] = true
				c.then = append(c.then, following{then, args})
			}
		}
		out = append(out, c)
	}
	return slices.DeleteFunc(out, func(c call) bool {
		return c.sig == nil || leftOut[c.fn] || !w.facts.syncs[c.fn] || c.sig.TypeParams().Len() > 0
	})
}

// inOrder returns the exported methods of a subject in the order of the source.
func (f *facts) inOrder(s subject) (all []*types.Func) {
	for m := range s.of.Origin().Methods() {
		if m.Exported() && f.where[m].IsValid() && s.has(m.Name()) {
			all = append(all, m)
		}
	}
	slices.SortFunc(all, func(a, b *types.Func) int { return int(f.where[a] - f.where[b]) })
	return all
}

// passedOn returns what callers pass to the second method of a pair (following.args): what they have passed to the
// first one under the same name, or as its only operand of this type, or else what that has returned. ok is false if
// an operand of the second is neither.
func passedOn(first, then *types.Signature) (args []int, ok bool) {
	for p := range then.Params().Variables() {
		var same []int // operands of the first one that have the type
		found := -1
		for i := range first.Params().Len() {
			if q := first.Params().At(i); types.Identical(p.Type(), q.Type()) {
				if same = append(same, i); p.Name() == q.Name() {
					found = i
				}
			}
		}
		results := first.Results()
		switch {
		case found >= 0:
			args = append(args, found)
		case len(same) == 1:
			args = append(args, same[0])
		case results.Len() > 0 && types.Identical(results.At(0).Type(), p.Type()) && p.Type().String() != "error":
			args = append(args, theResult)
		default:
			return nil, false
		}
	}
	return args, !then.Variadic()
}

// startsWith reports whether a name begins with one of some words: StartAsync with Start, but Starter does not.
func startsWith(name string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		rest, ok := strings.CutPrefix(name, w)
		return ok && (rest == "" || rest[0] >= 'A' && rest[0] <= 'Z')
	})
}
