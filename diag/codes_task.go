package diag

// Codes of the task language (.tfg): T0xx scanning, T1xx syntax, T2xx names
// and types, T3xx structure and bounds.
func taskCodes() []Explanation {
	return []Explanation{
		Explain("T001", `unexpected character`, `The character has no meaning in a program. Programs use letters, digits and _ in
names, and the operators of Go's expressions. What stands on the rest of the line
is not judged, since it may follow from this.`,
			`shared x 0..3 = #1
task t { event at(x) }`,
			`shared x 0..3 = 1
task t { event at(x) }`),
		Explain("T002", `comment not closed`, `A comment begun with /* has no */. The rest of the file was read as comment, so
whatever it declares is missing.`,
			`task t { skip }
/* tasks that wait`,
			`task t { skip }
/* tasks that wait */`),
		Explain("T003", `invalid UTF-8`, `Program files are text in UTF-8; the marked bytes are not, so that nobody can say which
characters they are. Most often the file was saved in an older encoding: in Latin-1 the
letter é is the one byte E9, in UTF-8 it is the two bytes C3 A9. Save the file as UTF-8,
convert it (iconv -f latin1 -t utf-8), or remove the bytes. Outside comments programs use
only ASCII.`,
			"",
			""),
		Explain("T004", `bad number`, `Numbers are decimal integers and fit into 32 bits: at most 2147483647. There are no
hexadecimal numbers, fractions or underscores.`,
			`const N = 0x10
task t { event at(N) }`,
			`const N = 16
task t { event at(N) }`),
		Explain("T005", `file too large`, `A program file is at most 4 MiB, so that a file that is no program ends in a message
and not in a full memory. A program of that size is most often made of copies: families
of tasks (task t[i in 0..9]), procedures and for-loops say the same in a few lines.`,
			"",
			""),
		Explain("T006", `too many problems`, `Only the first 1000 problems of a file are shown: so many most often follow from a few,
or the file is in another language. Mend the first ones, and look again.`,
			"",
			""),
		Explain("T007", `unknown kind of file`, `The extension of the file selects the language: .tfg is the task language. A file named
- is standard input, in the task language.`,
			`$ flavers check dining.txt`,
			`$ flavers check dining.tfg`),
		Explain("T101", `syntax error`, `The text does not follow the grammar. The message says what was expected and what was
found. Statements end at the end of the line or with a semicolon; blocks stand in braces.`,
			`shared x 0..3
task t { x == 1 }`,
			`shared x 0..3
task t { x = 1 }`),
		Explain("T102", `keyword used as a name`, `Variables, constants, types, tasks, procedures, locks, semaphores and channels cannot
have the name of a keyword: a statement could then be read in two ways. Events, entries
and enum values can.`,
			`shared lock bool
task t { skip }`,
			`shared locked bool
task t { skip }`),
		Explain("T103", `nested too deeply`, `Blocks, parentheses, operators in a row and constants that depend on each other are
limited to a depth of 500, so that no analysis can exhaust its stack. A program that
needs more was most likely generated; generate declarations, families of tasks
or procedures instead.`,
			"",
			""),
		Explain("T104", `declaration in the wrong place`, `Shared variables, locks, semaphores, channels, enums and tasks are declared in the
program, so that all tasks mean the same one; entries at the top level of a task;
procedures in either.`,
			`task t { shared x bool; x = true }`,
			`task t { var x bool; x = true }`),
		Explain("T201", `unknown name`, `Nothing visible here has this name. Declarations of the program, and the procedures and
entries of a task, can be used before they are declared; variables of a task only after
their declaration, inside the same block. Often the name is misspelt, or declared in an
inner block that has ended.`,
			`lock door
task t { lock dor; unlock door }`,
			`lock door
task t { lock door; unlock door }`),
		Explain("T202", `declared twice`, `Two declarations of one block have the same name, so that a use could mean either. An
inner block may declare a name again; it then hides the outer one.`,
			`shared x bool
shared x 0..3
task t { skip }`,
			`shared x bool
shared y 0..3
task t { skip }`),
		Explain("T203", `wrong kind of name`, `The name is declared, but as something that cannot stand here: a lock where a semaphore
is needed, a channel in an expression, a variable as a task.`,
			`lock m
task t { acquire m }`,
			`sem m = 1
task t { acquire m }`),
		Explain("T204", `types do not fit`, `Numbers, truth values, each enum and references to each task are different types and are
never converted: a condition is a truth value, and not "any number but 0". Whole arrays
are neither assigned nor compared.`,
			`shared x 0..3
task t { if x { skip } }`,
			`shared x 0..3
task t { if x != 0 { skip } }`),
		Explain("T205", `wrong number of arguments, indices or values`, `A call gives as many arguments as there are parameters, an array or a family is used with
an index for each dimension, and a list of initial values has a value for each element.`,
			`proc put(v 0..3) { event put(v) }
task t { put(1, 2) }`,
			`proc put(v 0..3) { event put(v) }
task t { put(1); put(2) }`),
		Explain("T206", `not constant`, `Bounds of types, sizes, the range of a for or a family, and initial values of shared
variables are known before the program runs, because the program is taken apart before:
families into tasks, for-loops into copies. They use numbers, constants, enum values and
the indices of families and for-loops, and no variables. So is a field of the pattern of a
receive that is neither a variable to store in nor written with ==.`,
			`shared n 0..3
task t { for i in 0..n { event at(i) } }`,
			`shared n 0..3
task t { for i in 0..3 { if i <= n { event at(i) } } }`),
		Explain("T207", `constant outside its bounds`, `A constant does not fit where it is stored, a range is empty, or a size is out of bounds.
Values never wrap around. Values that are not constant are checked when the program is
analysed: they are a run-time error of it.`,
			`const CAP = 2
shared count 0..CAP = 5
task t { skip }`,
			`const CAP = 5
shared count 0..CAP = 5
task t { skip }`),
		Explain("T208", `arithmetic does not work out`, `A constant divides by zero or does not fit into 32 bits, or an expression can exceed 64
bits at run time, where nothing wraps around.`,
			`const N = 3
shared x 0..7 = 6 / (N-3)
task t { skip }`,
			`const N = 3
shared x 0..7 = 6 / (N-2)
task t { skip }`),
		Explain("T209", `circular constant`, `The value of a constant needs the constant itself, so that it has none.`,
			`const A = B + 1
const B = A
task t { event at(A) }`,
			`const A = B + 1
const B = 2
task t { event at(A) }`),
		Explain("T210", `bad --set`, `--set NAME=VALUE replaces the value of a constant of the program. The name is that of a
const declaration at the top level of the program; the value is a number, true, false or
an enum value, and of the type of the declared one.`,
			`$ flavers check dining.tfg --set N=many`,
			`$ flavers check dining.tfg --set N=4`),
		Explain("T211", `constant index out of range`, `The index is known before the program runs, and there is no such element, instance or
entry. Indices begin at 0: an array [3]T has the elements 0, 1 and 2. In a family the
message says in which instance. A statement guarded by a constant condition that is false
is not checked, as in if i > 0 { call fork[i-1].up }.`,
			`shared a [3]bool
task t { a[3] = true }`,
			`shared a [3]bool
task t { a[2] = true }`),
		Explain("T212", `self outside a family`, `self is the index of the instance of a task. A task without instances has none.`,
			`task t { event at(self) }`,
			`task t[i in 0..1] { event at(self) }`),
		Explain("T213", `not a variable`, `Constants, enum values and the indices of families, for-loops and replicated alternatives
have one value in each copy of the program text, and cannot be assigned.`,
			`task t { for k in 0..3 { k = k + 1 } }`,
			`task t { var k 0..4; while k < 4 { k = k + 1 } }`),
		Explain("T301", `jump to nowhere`, `break and continue stand in a loop, while or for, or name the label of an enclosing one;
return stands in a procedure. A procedure cannot leave a loop of its caller.`,
			`shared x 0..3
task t { if x == 0 { break }; event done }`,
			`shared x 0..3
task t { loop { if x == 0 { break } }; event done }`),
		Explain("T302", `bad select`, `A select has at least one alternative that communicates, or a terminate, and at most one
else or one terminate, not both; terminate is not followed by statements. With nothing to
wait for a select would not choose, or wait for ever.`,
			`task t { entry e; select { case accept e: skip case terminate: else: skip } }`,
			`task t { entry e; select { case accept e: skip case terminate: } }`),
		Explain("T303", `not possible in one step`, `An atomic block is one step: no other task can do anything in between, so nothing in it
can wait. It holds assignments, events, posts, if, choose, loops, local variables, assert,
skip, and await as its first statement. Calls and channel operations take steps of their own. A
choose in it cannot be fair, as its alternatives are no steps.

A handler or init block of an actor or process is one step too, with all that it calls. It
may further hold spawn and procedure calls, and a handler stop; but nothing that waits.
Handlers of a looper run step by step and hold any statement.`,
			`lock m
shared x 0..3
task t { atomic { lock m; x = 1; unlock m } }`,
			`lock m
shared x 0..3
task t { lock m; atomic { x = 1 }; unlock m }`),
		Explain("T304", `recursive procedure`, `Procedures are inlined, so none can call itself, directly or through others: the program
would have no end. Use a loop.`,
			`shared n 0..3 = 3
proc down() { if n > 0 { n = n - 1; down() } }
task t { down() }`,
			`shared n 0..3 = 3
proc down() { while n > 0 { n = n - 1 } }
task t { down() }`),
		Explain("T305", `nested accept of the same entry`, `While a task serves a call of an entry it cannot accept another call of that entry, as in
Ada: which caller goes on at the end would not be known.`,
			`task t { entry e; accept e { accept e { skip } } }
task u[i in 0..1] { call t.e }`,
			`task t { entry e; accept e { skip }; accept e { skip } }
task u[i in 0..1] { call t.e }`),
		Explain("T306", `type too large`, `A type has at most 65536 values, and a task at most 65536 instances: the analysis tells
values apart one by one. A few values are mostly enough to show what can go wrong.`,
			`shared x 0..99999
task t { x = 1 }`,
			`shared x 0..9
task t { x = 1 }`),
		Explain("T307", `program too large`, `After instantiating tasks, inlining procedures and unrolling for-loops a program has at
most 100000 nodes, control points, variables and objects each. Usually a bound is larger
than meant: analyse with smaller constants first (--set).`,
			`const N = 999
shared grid [N][N]bool
task t { grid[0][0] = true }`,
			`const N = 9
shared grid [N][N]bool
task t { grid[0][0] = true }`),
		Explain("T308", `event with too many combinations`, `An event whose arguments read variables becomes one node for each combination of their
values, at most 4096. Leave out arguments that no specification needs.`,
			`shared x, y 0..99
task t { event at(x, y) }`,
			`shared x, y 0..99
task t { event at(x) }`),
		Explain("T309", `wait on a reader-writer lock`, `wait, notify and notifyall need a plain lock, that one task holds. A lock that rlock or
runlock uses anywhere, or that is declared with rwlock, is a reader-writer lock.`,
			`rwlock m
task t { lock m; wait m; unlock m }
task u { lock m; notify m; unlock m }`,
			`lock m
task t { lock m; wait m; unlock m }
task u { lock m; notify m; unlock m }`),
		Explain("T310", `task is not dynamic`, `Only tasks declared with dynamic[K] are started by spawn, have parameters and can be
referred to; K bounds how many there can be. All others start with the program.`,
			`task w(n 0..3) { event at(n) }
task main { spawn w(1) }`,
			`task w(n 0..3) dynamic[2] { event at(n) }
task main { spawn w(1) }`),
		Explain("T311", `no task`, `A program has at least one task: without, nothing is ever done.`,
			`program p
shared x 0..3`,
			`program p
shared x 0..3
task t { x = 1 }`),
		Explain("T312", `entry never accepted`, `A warning: some task calls the entry, but its task has no accept for it. The caller waits
for ever, which is hardly meant.`,
			`task server { entry get, put; loop { accept get } }
task t { call server.put }`,
			`task server { entry get, put; loop { accept get; accept put } }
task t { call server.put }`),
		Explain("T313", `call of an own entry`, `A warning: a task that calls its own entry waits for ever, since it cannot accept the call
meanwhile.`,
			`task t { entry e; call t.e; accept e }`,
			`task t { entry e; accept e }
task u { call t.e }`),
		Explain("T314", `accept outside a task`, `A procedure of the program belongs to no task, and so has no entries. Declare the procedure
inside the task.`,
			`proc serve() { accept e }
task t { entry e; serve() }`,
			`task t { entry e; proc serve() { accept e }; serve() }`),
		Explain("T315", `type of a message parameter not known`, `A parameter of a handler may be written without a type if another handler of the same
message gives it one, or if the values posted have bounds that can be seen: constants,
variables, indices, and their sums and differences. Without bounds the state of the mailbox
would not be finite.`,
			`actor a { on put(x) { event got(x) } }`,
			`actor a { on put(x 0..3) { event got(x) } }`),
		Explain("T316", `handlers of one message disagree`, `All handlers of one message of a task take the same parameters, of the same types: which
handler takes a message is decided after it was posted.`,
			`enum E { red, green }
actor a { on put(x 0..3) { skip }; on put(x E) { skip } }`,
			`enum E { red, green }
actor a { on put(x 0..3) { skip }; on paint(x E) { skip } }`),
		Explain("T317", `quorum in a looper`, `A looper takes the messages of its queue one at a time, in order. Only actors and processes,
which choose among all pending messages, can wait for a quorum.`,
			`looper l { on quorum 2 ack(b 0..3) { skip } }`,
			`process l { on quorum 2 ack(b 0..3) { skip } }`),
		Explain("T401", `code that is never reached`, `A warning of flavers lint: the statement before leaves for ever (a loop without break, return, stop,
break, continue), so no execution gets to this one.`,
			`task t { loop { event a }; event b }`,
			`task t { event b; loop { event a } }`),
		Explain("T402", `something declared for nothing`, `A warning of flavers lint: a constant, variable, enum, lock, semaphore, channel or procedure that
nothing names, neither the program nor its specifications, or a dynamic task that is never started.`,
			`const N = 3
task t { event a }`,
			`const N = 3
task t { event a(N) }`),
		Explain("T403", `a lock that is never released`, `A warning of flavers lint: the program has a statement that takes the lock, and none that releases
it. The second task to take it waits for ever.`,
			`lock m
task t { lock m; event a }`,
			`lock m
task t { lock m; event a; unlock m }`),
		Explain("T404", `a channel with one side`, `A warning of flavers lint: the program sends on the channel and never receives, or receives and
neither sends nor closes. Without a partner a task waits for ever, or as soon as the buffer is full.`,
			`chan c 0..3
task t { c <- 1 }`,
			`chan c 0..3
task t { c <- 1 }
task u { <-c }`),
		Explain("T405", `an entry or message that nobody uses`, `A warning of flavers lint: no statement calls the entry, so whoever accepts it waits for ever; or no
statement posts the message, so its handlers never run.`,
			`server task t { entry e; accept e }`,
			`server task t { entry e; accept e }
task u { call t.e }`),
		Explain("T406", `an event that no property names`, `A warning of flavers lint: the statement says that something happens, and no specification of the
program speaks of it. Name it in a property, or leave it out: every event makes the analysis larger.`,
			`task t { event a; event b }     // p.fsa: property p { existence of a }`,
			`task t { event a }     // p.fsa: property p { existence of a }`),
	}
}
