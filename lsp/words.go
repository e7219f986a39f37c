package lsp

// Explanations of the words of both languages. Hover shows the text with its example, completion the first sentence.
// The examples are whole texts, which a test reads.

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// word is one explanation, of words that belong together.
type word struct {
	words   string // separated by blanks
	text    string // plain sentences, the first of which can stand alone
	example string // a program, or a specification, that has each of the words
}

// programWords explains the task language. Every keyword has one entry.
var programWords = []word{
	{"program",
		"The name of the program, in its first line. It may be left out.",
		"program dining\ntask phil { event eat }"},
	{"const",
		"A constant: a number, a truth value or the value of an enum. `--set N=5` replaces that of the " +
			"program.",
		"const N = 3, Strict = true\ntask t[i in 0..N-1] { event go(i, Strict) }"},
	{"enum",
		"A type with named values. A variable of it starts with the first.",
		"enum Phase { idle, busy }\ntask t { var phase Phase = idle; phase = busy }"},
	{"shared",
		"A variable that all tasks can read and assign. Each access is one step, and everybody sees it at " +
			"once.",
		"shared turn 0..1 = 0\ntask t { turn = 1 }"},
	{"var",
		"A variable of this task, which no other task sees. Without a value it starts with the first of its " +
			"type.",
		"task t { var x 0..7 = 2; x = x + 1 }"},
	{"bool true false",
		"The type of truth values, and its two values.",
		"task t { var up bool = true; up = false }"},
	{"any",
		"Some value of the type, whichever: every choice is looked at.",
		"shared x 0..7\ntask t { x = any }"},
	{"lock unlock",
		"A mutual exclusion lock: a task that takes it waits until it is free, and keeps it until `unlock`. " +
			"Unlocking a lock that is free is a run-time error.",
		"lock m\ntask t { lock m; event work; unlock m }"},
	{"rwlock rlock runlock",
		"A lock that many readers (`rlock`) or one writer (`lock`) can hold. A writer that waits keeps new " +
			"readers out.",
		"rwlock table\ntask t { rlock table; event read; runlock table }"},
	{"sem acquire release",
		"A semaphore counts free units: `acquire` takes one and waits while there is none, `release` gives " +
			"one back.",
		"sem room = 2\ntask t { acquire room; event inside; release room }"},
	{"waitgroup add done",
		"A counter of work: `add` raises it, `done` takes one away, and `wait` waits until it is zero. Below " +
			"zero is a run-time error.",
		"waitgroup crew\ntask t { add crew(1); done crew; wait crew }"},
	{"cond on signal broadcast",
		"A condition on a lock, as Go's `sync.Cond`: `wait` gives up the lock until a `signal` wakes one " +
			"task or a `broadcast` all. A signal that nobody waits for is lost. In an actor, looper or process, " +
			"`on` begins the handler of a message.",
		"lock m\ncond ready on m\nshared made bool\ntask t { lock m; while !made { wait ready }; unlock m " +
			"}\ntask u { lock m; made = true; signal ready; broadcast ready; unlock m }"},
	{"wait",
		"Waits for a condition to be signalled, for a wait group to be zero, or, with a lock, for a `notify`.",
		"waitgroup crew\ntask t { wait crew }"},
	{"notify notifyall",
		"Wakes one task, or all, that wait with this lock, as in a monitor of Java.",
		"lock m\ntask t { lock m; wait m; unlock m }\ntask u { lock m; notify m; notifyall m; unlock m }"},
	{"once",
		"A block that is executed once, by whoever comes first. Others wait until it has ended.",
		"once setup\ntask t[i in 0..1] { once setup { event prepared } }"},
	{"chan close",
		"A channel as in Go: with a buffer of so many values, or without one, where a send and a receive are " +
			"one step of both tasks. Sending on a closed channel is a run-time error.",
		"chan c[2] 0..7\ntask t { c <- 3; close c }\ntask u { for x in <-c { event got(x) } }"},
	{"task",
		"Something that runs by itself, at the same time as all other tasks. With an index it is a family: " +
			"one task for each value.",
		"task worker[i in 0..2] { event work(i) }"},
	{"server",
		"A task that may wait for clients for ever: when all others have ended, that is no deadlock.",
		"server task keeper { entry enter; loop { accept enter } }\ntask guest { call keeper.enter }"},
	{"fair",
		"An assumption about the scheduler: what is possible again and again happens again and again. " +
			"Without it, a choice may go the same way for ever.",
		"task line { loop { fair choose { event got } or { event lost } } }"},
	{"dynamic spawn join ref",
		"Tasks that are started while the program runs: `dynamic[K]` allows at most K, `spawn` starts the " +
			"next one, a `ref` names one, and `join` waits until it has ended.",
		"task w dynamic[2] { event work }\ntask t { var r ref w; r = spawn w; join r }"},
	{"entry accept call",
		"A rendezvous, as in Ada: `call` waits until the task accepts this entry, `accept` waits for a call. " +
			"Both tasks go on together; an accept with a body lets the caller wait for its end.",
		"task fork { entry up, down; accept up; accept down }\ntask phil { call fork.up; call fork.down }"},
	{"event", "Something that a property can name. It changes nothing.", "task t[i in 0..1] { event work(i) }"},
	{"proc return",
		"A procedure. Its calls are replaced by its body, so it cannot call itself.",
		"shared x 0..3\nproc bump(n 0..3) { if x == n { return }; x = n }\ntask t { bump(2) }"},
	{"await",
		"Waits until the condition holds; the test and going on are one step.",
		"shared turn 0..1\ntask t { await turn == 1; event go }\ntask u { turn = 1 }"},
	{"atomic",
		"One step: nothing else happens between its statements. An `await` may be the first of them, and " +
			"nothing else in it waits.",
		"shared free 0..2 = 2\ntask t[i in 0..2] { atomic { await free > 0; free = free - 1 }; free = free + " +
			"1 }"},
	{"assert", "A run-time error unless the condition holds.", "shared x 0..3\ntask t { assert x == 0 }"},
	{"skip", "A step that does nothing.", "task t { skip }"},
	{"stop", "Ends the task.", "task t { event last; stop }"},
	{"if then else",
		"Executes one of two blocks; the test is a step. Within an expression, `if c then x else y` is one " +
			"of two values. In a `select`, `else` is taken if no alternative can be.",
		"shared x 0..3\ntask t { if x == 0 { x = 1 } else { x = if x > 1 then 3 else 2 } }"},
	{"loop while",
		"Repetition: `loop` for ever, `while` as long as the condition holds. Each test is a step.",
		"shared busy bool = true\ntask t { while busy { event tick } }\ntask u { loop { event tock } }"},
	{"for in",
		"A copy of the block for each value of a range, or, with `<-c`, one turn for each value received " +
			"until the channel is closed. `in` also gives a family its range.",
		"task t[i in 0..1] { for k in 1..3 { event go(i, k) } }"},
	{"break continue",
		"Leaves the innermost loop, or begins its next turn. With a label it is the loop of this name.",
		"shared x 0..3\ntask t { loop { if x == 0 { break }; continue } }"},
	{"choose or",
		"Any of the blocks: every choice is looked at.",
		"task t { choose { event kept } or { event lost } }"},
	{"select case when terminate",
		"Waits until one of its alternatives is possible (an accept, a call, a send or a receive), and takes " +
			"it. `when` says under which condition it counts; `terminate` ends the task when everybody else has " +
			"ended or waits so.",
		"chan c 0..1\nshared open bool = true\ntask t { select { case <-c when open: event got\ncase " +
			"terminate: } }\ntask u { c <- 1 }"},
	{"min max",
		"The smallest, and the largest, of two or more numbers.",
		"shared x 0..7\ntask t { x = min(x + 1, 7); x = max(x, 2) }"},
	{"self", "The index of this task in its family.", "task t[i in 0..2] { event go(self) }"},
	{"actor init",
		"A task that only handles messages: each handler is one step, and messages come in any order. `init` " +
			"runs before the first.",
		"actor registry { var n 0..3; init { n = 1 }; on reg when n < 3 { n = n + 1 } }\npost registry.reg"},
	{"process quorum",
		"An actor by the name that protocols use. `on quorum 2 vote` handles votes of two different senders " +
			"at once.",
		"process leader { on quorum 2 vote { event elected } }\ntask t[i in 0..2] { post leader.vote }"},
	{"looper",
		"An event loop: messages are handled in the order in which they were posted, step by step.",
		"looper ui { on clicked { event drawn } }\npost ui.clicked"},
	{"post",
		"Puts a message into the mailbox or the queue of an actor, looper or process, and does not wait.",
		"actor a { on ping { event got } }\ntask t { post a.ping }"},
	{"capacity",
		"How many messages may be pending that are analysed. An execution that needs more makes a verdict " +
			"unknown.",
		"actor a capacity[8] { on ping { event got } }\ntask t { loop { post a.ping } }"},
}

// specificationWords explains the language of specifications.
var specificationWords = []word{
	{"property",
		"A statement about the events of a program, which is checked.",
		"property order { go precedes use }"},
	{"constraint",
		"An assumption: executions that break it are taken to be impossible. A verdict that needs it says so.",
		"constraint lossless for { sent, got } all (sent; got)*"},
	{"invariant",
		"A condition on variables that holds at the start and after every step.",
		"invariant small { len(jobs) <= 2 }"},
	{"safety",
		"Only what must not happen counts: nothing is asked of where an execution ends, nor that anything " +
			"happens.",
		"safety property turns for { ask, answer } all (ask; answer)*"},
	{"prefix",
		"An execution may end anywhere within a sequence of the expression.",
		"prefix property turns for { ask, answer } all (ask; answer)*"},
	{"for events",
		"The alphabet: the events that the property is about. All others do not matter. In an automaton, " +
			"`events` also gives short names.",
		"property turns for events { ask, answer } all (ask; answer)*"},
	{"all none",
		"The events of every execution are (`all`), or of no execution are (`none`), a word of the regular " +
			"expression.",
		"property good for { open, close } all (open; close)*\nproperty bad for { open, close } none .*; " +
			"open; open; .*"},
	{"show",
		"The long form of `all` and `none`: show all, or no, executions satisfy the expression.",
		"property good for { open, close } show all executions satisfy (open; close)*"},
	{"ltl",
		"A formula of linear temporal logic: `[]` always, `<>` at some time, `X` next, `U` until, `W` unless.",
		"property served ltl \"[](ask -> <>answer)\""},
	{"states",
		"The states of an automaton. The first is the start, and an execution may end in those with `*`.",
		"property apart { states out*, in_use; out -> in_use : enter; in_use -> out : leave; in_use -> error " +
			": enter }"},
	{"live",
		"An execution must leave this state again, and may not stay in such states for ever.",
		"property served { states idle*, asked live; idle -> asked : ask; asked -> idle : answer }"},
	{"error otherwise",
		"`error` is the state of a violation. `error otherwise` leads there from every state that has no " +
			"transition for an event of the alphabet.",
		"property turns { states a*, b; a -> b : ask; b -> a : answer; error otherwise }"},
	{"forall in",
		"A family: one property for each value of the index.",
		"property served forall i in 0..2 { existence of served(i) }"},
	{"absence", "The event does not happen.", "property quiet { absence of fail after start }"},
	{"existence", "The event happens in every execution.", "property comes { existence of answer }"},
	{"reach",
		"Asks for an execution in which the event happens: the answer is `reached`, with a shortest one, or " +
			"`never happens`.",
		"property both { reach eat(1) after eat(0) }"},
	{"universality",
		"Nothing but this event happens, of those of the alphabet.",
		"property idle_first for { idle, work, open } { universality of idle before open }"},
	{"precedes precede precedence",
		"`a precedes b`: b happens only after an a. With `precede`, two events come before, in this order.",
		"property order { precedence: open precedes use }\nproperty both { init, open precede use }"},
	{"responds respond response to",
		"`b responds to a`: after every a, a b comes later. With `respond`, two events come, in this order.",
		"property served { response: answer responds to ask }\nproperty twice { stop, report respond to " +
			"alarm }"},
	{"of", "Stands between the pattern and its event.", "property quiet { absence of fail }"},
	{"globally",
		"In the whole execution. This is meant where no scope is given.",
		"property quiet { absence of fail globally }"},
	{"before",
		"Up to the first such event. If it never comes, nothing is asked.",
		"property early { absence of use before open }"},
	{"after until",
		"From the first such event on; with `until`, from each up to the next closing event, or to the end " +
			"if none comes.",
		"property still { absence of move after open until close }"},
	{"between and",
		"From each opening event to the next closing one. If none comes, nothing is asked.",
		"property still { absence of move between open and close }"},
	{"bounded at most least exactly times time",
		"How often the event happens: `at most 2`, `at least 1`, `exactly 3`, each with or without `times`.",
		"property few { bounded existence of eat at least 1 at most 3 times }\nproperty one { existence of " +
			"eat exactly 1 time }"},
	{"call return ok",
		"Of Go packages: before a function is called (`call`), when it has returned (`return`), or has " +
			"returned no error (`return ok`).",
		"property closed for each f {\n    states none*, opened\n    events open = return ok os.Open as f, " +
			"close = call (*os.File).Close on f\n    none -> opened : open\n    opened -> none : close\n}"},
	{"each",
		"Of Go packages: one property for each object, as each file that is opened.",
		"property closed for each f { gone = call (*os.File).Close on f } { existence of gone }"},
	{"as on result receiver arg",
		"Of Go packages: which object a call is about. `as f` is made by the call, `on f` is its receiver or " +
			"first argument; `= result[1]`, `= arg[1]` and `= receiver` name another.",
		"property p for each f {\n    states a*, b\n    events open = return lib.Open as f = result[0], use " +
			"= call lib.Use on f = arg[1],\n           end = call (*lib.File).End on f = receiver\n    a -> b : " +
			"open, use\n    b -> a : end\n}"},
}

// wordsOf returns the explanations for the language of a file, or nil if it is another language.
func wordsOf(file string) []word {
	switch {
	case isSpec(file):
		return specificationWords
	case filepath.Ext(file) == ".tfg":
		return programWords
	}
	return nil
}

// explained returns the explanation of a word in the language of a file, or nil if there is none.
func explained(file, w string) *word {
	table := wordsOf(file)
	i := slices.IndexFunc(table, func(e word) bool { return slices.Contains(strings.Fields(e.words), w) })
	if i < 0 {
		return nil
	}
	return &table[i]
}

// short returns the first sentence of the explanation.
func (e *word) short() string {
	first, _, more := strings.Cut(e.text, ". ")
	if more {
		first += "."
	}
	return strings.ReplaceAll(first, "`", "")
}

// markdown returns the explanation as hover shows it.
func (e *word) markdown(file string) string {
	language := strings.TrimPrefix(filepath.Ext(file), ".")
	return fmt.Sprintf("%s\n\n```%s\n%s\n```\n", e.text, language, e.example)
}
