// Package executed compares what Go packages execute with what their models have: every synchronization operation that
// a test really executes is logged, and each must be in the program of that test, or the answers about it must say
// that something is left out.
//
//	l, err := executed.NewLogger(ctx)
//	r, err := l.Package(ctx, golang.Request{Dir: "/usr/local/go/src/context", Patterns: []string{"."}}, limits)
//	fmt.Println(r)           // 46 roots, ...; 53 operations: 49 nodes, 0 quiet, 4 in ledgers, ..., 0 missing
//	fmt.Println(r.Missing()) // where a model has lost one
//
// It is an oracle of the front end (package golang) that needs no idea of how an operation may be lost: of functions
// that the analysis takes not to be called, of objects that come back out of the library, of branches that are
// dropped. It finds what the packages at hand do, not what others may.
//
// # What is logged
//
// The packages themselves are not changed. Hooks are in what they call (hooks.go, hooks.txt): at the beginning of the
// functions of package runtime that statements with channels are compiled to (send, receive, close, select, and what
// package reflect calls), and of the methods of sync.Mutex, RWMutex, WaitGroup, Cond and Once, and in package context
// where a context is asked for Done, and ends. So an operation is logged by whatever way it is reached: a method
// value, an interface, reflection, a callback of the library. The go command sees the hooks by an overlay; the
// installation of Go is not touched, and no evaluation order changes, as no expression is rewritten.
//
// A record has the whole stack, and the go statement that started the goroutine, which the runtime keeps for stack
// traces: nothing is inserted into goroutines. A place is a line. Two go statements on one line are not told apart,
// nor two operations of one kind.
//
// Not logged: atomics and what timers do (a model has them as data, and as tasks of their own), sync.Map and sync.Pool
// (they keep nobody waiting), a select with a default whose channels are all nil (it does nothing), and which
// alternative of a select was taken. An operation is logged before it is executed, so also one that waits for ever.
// Processes that a test starts are left out, and so are benchmarks, fuzz targets and exported functions, which the go
// command does not run as tests. A package without tests is run by its main.
//
// # What is claimed
//
// Each test and example is run alone, so that all that is logged is of it. Of each operation that followed code
// executes itself (the function above it on the stack, past wrappers and package reflect, is of a package that the
// model follows): the program has a node of its kind at its place, in a task that is started where its goroutine was.
// The go statements of the library stand for any task: of testing, net/http, sync.WaitGroup.Go. What the library does
// with objects that it was given, in goroutines and functions of its own, has no place in followed code, and is not
// looked at. The end of a context is looked at if followed code has asked that context for Done: for others nobody who
// is followed waits.
//
// An operation without such a node has one of these answers, from the best on:
//
//	quiet       its lock keeps nobody waiting (slice; theory.md, 12), so the program may be without it
//	ledger      an entry of the ledger is about it: its place is the statement that executed the operation, or one whose
//	            call was in progress (B02: what is called where a recursion is cut), or the declaration of the function
//	            (U11), or the go statement. Entries that cut loops and buffers short are about no operation
//	other task  there is such a node, but only in tasks that are started elsewhere
//	bounded     no entry is about it, but there is one of kind B or U, so no answer about the root is a plain one
//	missing     the program does not have it, and nothing says so: a mistake. Idle roots have no ledger
//
// Strict matches (node, quiet, ledger) are counted apart from lax ones (other task, bounded); what is missing fails.
//
// Objects are compared, too. A record has the address of the channel or of what the method is of, and no address is
// used twice before the first garbage collection ends. All operations of a run on one address that are nodes must have
// a node on one object of the model. If they have not, an entry may be about one of them, or there is some entry; or
// the object is split: a mistake. Nodes have no values, so a place with several objects, as in a loop, stands for any
// of these. The other way round, addresses must not be more than the objects that all operations on them may be on:
// where a model has one object for several, an entry says so (U06). The channel that package context has for all
// contexts that had ended before they were asked is left out.
//
// Initializers and TestMain come before a root, and are left out by definition: what they do is counted apart. A root
// whose program is not made within a time is unknown, and counted.
//
// To have another operation logged: its function in hooked (hooks.go), its kind in kinds (compare.go) and in Kind
// (model.go), and which nodes it fits in fits.
package executed
