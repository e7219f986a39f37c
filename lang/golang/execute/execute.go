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
// The files, in reading order: machine.go (turns of goroutines), frame.go, eval.go, calls.go and builtins.go (go/ssa),
// values.go and numbers.go, unknowns.go (values that are not known), library.go (calls of what has no body), and models
// of the library: sync.go, atomics.go, channels.go, time.go, clock.go, context.go, errors.go, printed.go, reflect.go,
// others.go; pure.go and hash.go (functions that only compute), callers.go (values that callers pass).
//
// To add a function of the library:
//
//  1. What it does, in the table of models of its file.
//  2. A row in the tests, which run the same program natively.
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

// Execution is one execution.
type Execution struct {
	Steps   []Step
	Assumes []Assumption // nil: it is an execution of the package without any doubt

	// It ends in one of three ways: with goroutines that are blocked for ever, with a run-time error of
	// synchronization, or with neither.
	Blocked []Blocked
	Mistake string // the error, which the last step is the place of; "": there is none
	Caller  bool   // the goroutine of the error is one of callers
	Closer  string // if the error is a send to a closed channel: the method of a client that has closed it, if one has
}

// Step is an operation that synchronizes.
type Step struct {
	Goroutine string
	What      string // the operation in words: "lock h.mu"
	Where     token.Pos
	Method    string // if callers have started the goroutine: the method that they have called in it
}

// Blocked is a goroutine that is blocked.
type Blocked struct {
	Goroutine string
	Begins    *ssa.Function // the function that it was started with
	Caller    bool          // callers have started it
	Method    string        // if callers have called a method in it: the one that it is in

	At    string // the operation that it waits at: "lock h.mu"
	Where token.Pos
	Waits []Awaited   // what would let it go on; nil for a lock
	Lock  bool        // it waits for a lock, ...
	For   []string    // ... which these goroutines hold
	Holds []token.Pos // where the structs were made whose locks it holds itself

	Alone  bool // callers have started it, and it waits at channels that nobody else can reach
	Missed bool // it waits for a condition (sync.Cond), and would go on if it were woken now
}

// Awaited is an operation on an object that would let a goroutine go on if another one did it.
type Awaited struct {
	Word string    // "send", "receive", "close", "done" or "signal"
	Made token.Pos // where the object was made
}

// Assumption says which way an execution takes at a branch whose condition depends on results of code that is not
// followed.
type Assumption struct {
	In   *ssa.Function
	Cond ssa.Value
	Yes  bool
}

// Found is what the executions of a root showed: of each kind the execution with the fewest assumptions, and among
// those the shortest; nil if there was none.
type Found struct {
	Executions        int // how many there were
	Deadlock, Mistake *Execution
}

// Run executes a root several times, in different orders and with different values from callers. An execution that is
// blocked or fails counts if accept returns true for it. Run returns when it has found one of each kind without
// assumptions, and at a limit of opt.
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
			// A root of which each execution comes to something unknown is not worth more time.
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

// settled reports whether an execution has no assumptions, so that another one can only be shorter.
func settled(e *Execution) bool { return e != nil && len(e.Assumes) == 0 }

// better reports whether an execution assumes less than another one, or the same in fewer steps.
func better(e, than *Execution) bool {
	return than == nil || len(e.Assumes) < len(than.Assumes) ||
		len(e.Assumes) == len(than.Assumes) && len(e.Steps) < len(than.Steps)
}
