// Package execute executes roots of Go packages in the form of go/ssa, one goroutine at a time, and looks for
// executions that end in a deadlock or in a run-time error of synchronization.
//
//	found := execute.Run(ctx, packages, root, execute.Options{}, func(e *execute.Execution) bool { return true })
//	if e := found.Deadlock; e != nil {
//		fmt.Println(e.Blocked[0].At, e.Blocked[0].Where) // lock h.mu, hub.go:12
//	}
//
// The model of a root (package extract) has what synchronizes, and little data. Here it is the other way round: an
// execution has all its data, as Go has it (numbers in fields, items of lists, copies of locks), and there is one
// schedule, which is drawn at random. So what is found is an execution of the package, and that nothing is found says
// nothing.
//
// What is not known ends an execution without an answer: a call of code that is not followed and that may call back,
// an operation on a channel that such code made. What such code returns is unknown, and a branch on it goes either way;
// it is in Execution.Assumes. Functions without a body of clients (heap.AnyValue) return some value of their type, as
// a caller might pass it.
//
// To add a function of the library: 1. what it does, in a table of models (sync.go, time.go, context.go, pure.go); 2. a
// row in the tests, which run the same program natively.
package execute

import (
	"context"
	"go/token"
	"math/rand"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/roots"
)

// Options are limits. They count work, so that answers are the same on every machine.
type Options struct {
	Executions int // 0: 200
	Steps      int // instructions of an execution; 0: 40,000
	All        int // instructions of all executions; 0: 1,200,000
}

// Execution is what one execution did.
type Execution struct {
	Steps   []Step
	Blocked []Blocked // goroutines that are blocked for ever at its end
	Mistake string    // the run-time error that it ends with; the last step is where
	Caller  bool      // the goroutine of the mistake is one of callers
	Closer  string    // of a send to a closed channel, the method of a client that closed it
	Assumes []Assumption
}

// Step is an operation of a goroutine that synchronizes.
type Step struct {
	Goroutine, What string
	Where           token.Pos
	Method          string // of a goroutine of callers: the method that they have called
}

// Blocked is a goroutine that is blocked.
type Blocked struct {
	Goroutine string
	At        string // the operation: "lock h.mu"
	Where     token.Pos
	For       []string  // the goroutines that hold a lock which it wants
	Waits     []Awaited // for locks none
	Lock      bool
	Method    string // of a client: the method that callers called, so that this goroutine is here
	Caller    bool   // it is a goroutine of callers
	Begins    *ssa.Function
	// Missed: it waits for a condition, and would go on if it were woken now.
	Missed bool
	Holds  []token.Pos // where the structs are made whose locks it holds
}

// Awaited is an operation of others that would let a goroutine go on: "send", "receive", "close", "done", "signal" on
// an object, which is known by the place where it is made.
type Awaited struct {
	Word string
	Made token.Pos
}

// Assumption is a branch on something that is not known: what code returns that is not followed.
type Assumption struct {
	In   *ssa.Function
	Cond ssa.Value
	Yes  bool
}

// Found is what the executions showed.
type Found struct {
	Executions        int
	Deadlock, Mistake *Execution // the shortest that was accepted; nil: none was
}

// Run executes a root some times, in different orders and with different values of callers. accept says which
// executions count that are blocked, or fail. It returns when one of each kind was found that needs no assumption, and
// at a limit.
func Run(ctx context.Context, ps *roots.Packages, root roots.Root, opt Options, accept func(*Execution) bool) Found {
	if opt.Executions == 0 {
		opt.Executions = 200
	}
	if opt.Steps == 0 {
		opt.Steps = 40_000
	}
	if opt.All == 0 {
		opt.All = 1_200_000
	}
	var out Found
	unknown := 0
	for seed := range opt.Executions {
		if ctx.Err() != nil || opt.All <= 0 {
			break
		}
		m := newMachine(ctx, ps, root, rand.New(rand.NewSource(int64(seed))), min(opt.Steps, opt.All))
		e, known := m.run()
		opt.All -= m.steps
		out.Executions++
		if !known {
			// A root that always comes to something unknown is not worth the time.
			if unknown++; unknown > 10 && unknown == out.Executions {
				break
			}
			continue
		}
		to := &out.Deadlock
		if e.Mistake != "" {
			to = &out.Mistake
		} else if len(e.Blocked) == 0 {
			continue
		}
		if better(e, *to) && accept(e) {
			*to = e
		}
		if settled(out.Deadlock) && (settled(out.Mistake) || seed > opt.Executions/4) {
			break
		}
	}
	return out
}

// settled reports whether an execution was found that no other one is better than, but for its length.
func settled(e *Execution) bool { return e != nil && len(e.Assumes) == 0 }

// better reports whether an execution assumes less than another one, or the same in fewer steps.
func better(e, than *Execution) bool {
	return than == nil || len(e.Assumes) < len(than.Assumes) ||
		len(e.Assumes) == len(than.Assumes) && len(e.Steps) < len(than.Steps)
}
