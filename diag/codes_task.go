package diag

// Codes of the task language (.tfg): T0xx scanning, T1xx syntax, T2xx names
// and types, T3xx structure and bounds.
func taskCodes() []Explanation {
	return []Explanation{
		{"T001", "unexpected character", `The character has no meaning in a program. Programs use letters, digits and _
in names, and the operators of Go's expressions.

    shared x 0..3 = #1      // T001 at #`},
		{"T002", "comment not closed", `A comment begun with /* has no */. The rest of the file was read as comment.`},
		{"T003", "invalid UTF-8", `Program files are UTF-8 text. Convert the file, or remove the bytes.`},
		{"T004", "bad number", `Numbers are decimal and fit into 32 bits: at most 2147483647.

    const N = 0x10          // T004: write 16`},
		{"T005", "file too large", `A program file is at most 4 MiB. Write families, procedures and for-loops instead of copies.`},
		{"T006", "too many problems", `Only the first 1000 problems of a file are shown. Mend some of them first.`},
		{"T007", "unknown kind of file", `The extension of the file selects the language: .tfg is the task language.
A file named - is standard input, in the task language.`},

		{"T101", "syntax error", `The text does not follow the grammar. The message says what was expected and
what was found. Statements end at the end of the line or with a semicolon.

    x == 1                  // T101: an assignment is x = 1
    accept up accept down   // T101: put ; or a new line between them`},
		{"T102", "keyword used as a name", `Variables, constants, types, tasks, procedures, locks, semaphores and channels
cannot have the name of a keyword. Events, entries and enum values can.

    shared lock bool        // T102: choose another name`},
		{"T103", "nested too deeply", `Blocks, parentheses, operators in a row and constants that depend on each
other are limited to a depth of 500. A program that needs more was most likely
generated; generate declarations or procedures instead.`},
		{"T104", "declaration in the wrong place", `Shared variables, locks, semaphores, channels, enums and tasks are declared in
the program; entries at the top level of a task; procedures in either.

    task t { shared x bool }        // T104: write var x bool, or move it out`},

		{"T201", "unknown name", `Nothing visible here has this name. Declarations of the program and the
procedures and entries of a task can be used before they are declared; variables
of a task only after their declaration, inside the same block.`},
		{"T202", "declared twice", `Two declarations of one block have the same name. An inner block may declare a
name again; it then hides the outer one.`},
		{"T203", "wrong kind of name", `The name is declared, but as something that cannot stand here.

    lock m
    task t { acquire m }    // T203: acquire needs a semaphore`},
		{"T204", "types do not fit", `Numbers, truth values, each enum and references to each task are different
types and are never converted. Whole arrays are neither assigned nor compared.

    shared x 0..3
    task t { x = true }     // T204`},
		{"T205", "wrong number of arguments, indices or values", `A call gives as many arguments as there are parameters, an array or a family is
used with an index for each dimension, and a list of initial values has a value
for each element.`},
		{"T206", "not constant", `Bounds of types, sizes, the range of a for or a family, and initial values of
shared variables are known before the program runs: they use numbers, constants,
enum values and the indices of families and for-loops, and no variables.`},
		{"T207", "constant outside its bounds", `A constant does not fit where it is stored, a range is empty, or a size is out of
bounds. Values that are not constant are checked when the program is analysed.

    shared x 0..3 = 4       // T207`},
		{"T208", "arithmetic does not work out", `A constant divides by zero or does not fit into 32 bits, or an expression can
exceed 64 bits at run time.`},
		{"T209", "circular constant", `The value of a constant needs the constant itself.

    const A = B + 1
    const B = A             // T209`},
		{"T210", "bad --set", `--set NAME=VALUE replaces the value of a constant of the program. The name is that
of a const declaration of the program; the value is a number, true, false or an
enum value, and of the type of the declared one.`},
		{"T211", "constant index out of range", `The index is known before the program runs, and there is no such element,
instance or entry. In a family the message says in which instance. A statement
guarded by a constant condition that is false is not checked:

    if i > 0 { call fork[i-1].up }`},
		{"T212", "self outside a family", `self is the index of the instance of a task. A task without instances has none.`},
		{"T213", "not a variable", `Constants, enum values and the indices of families, for-loops and replicated
alternatives cannot be assigned.`},

		{"T301", "jump to nowhere", `break and continue stand in a loop, while or for, or name the label of an
enclosing one; return stands in a procedure. A procedure cannot leave a loop of
its caller.`},
		{"T302", "bad select", `A select has at least one alternative that communicates, or a terminate, and at
most one else or one terminate, not both; terminate is not followed by statements.`},
		{"T303", "not possible in one step", `An atomic block is one step. It holds assignments, events, posts, if, skip, and await as
its first statement. Calls, loops and channel operations take steps of their own.

A handler or init block of an actor or process is one step too, with all that it
calls. It may further hold local variables, for, choose, spawn, assert and
procedure calls, and a handler stop; but nothing that waits, and no loop without
constant bounds. Handlers of a looper run step by step and hold any statement.`},
		{"T304", "recursive procedure", `Procedures are inlined, so none can call itself, directly or through others.`},
		{"T305", "nested accept of the same entry", `While a task serves a call of an entry it cannot accept another call of that
entry, as in Ada.`},
		{"T306", "type too large", `A type has at most 65536 values, and a task at most 65536 instances.`},
		{"T307", "program too large", `After instantiating tasks, inlining procedures and unrolling for-loops a program
has at most 100000 nodes, control points, variables and objects each. Usually a
bound is larger than meant: analyse with smaller constants first (--set).`},
		{"T308", "event with too many combinations", `An event whose arguments read variables becomes one node for each combination of
their values, at most 4096.

    shared x, y 0..99
    task t { event at(x, y) }       // T308: 10000 combinations`},
		{"T309", "wait on a reader-writer lock", `wait, notify and notifyall need a plain lock. A lock that rlock or runlock uses
anywhere, or that is declared with rwlock, is a reader-writer lock.`},
		{"T310", "task is not dynamic", `Only tasks declared with dynamic[K] are started by spawn, have parameters and can
be referred to. All others start with the program.

    task w(n 0..3) dynamic[2] { }
    task main { var r ref w; r = spawn w(1); join r }`},
		{"T311", "no task", `A program has at least one task, as in

    task t { skip }`},
		{"T312", "entry never accepted", `A warning: some task calls the entry, but its task has no accept for it. The
caller waits for ever.`},
		{"T313", "call of an own entry", `A warning: a task that calls its own entry waits for ever, since it cannot accept
the call meanwhile.`},
		{"T314", "accept outside a task", `A procedure of the program belongs to no task, and so has no entries. Declare the
procedure inside the task.`},
		{"T315", "type of a message parameter not known", `A parameter of a handler may be written without a type if another handler of the
same message gives it one, or if the values posted have bounds that can be seen:
constants, variables, indices, and their sums and differences.

    actor a { on put(x) { } }       // T315: write on put(x 0..3)`},
		{"T316", "handlers of one message disagree", `All handlers of one message of a task take the same parameters, of the same types.

    on put(x 0..3) when x > 0 { }
    on put(x 0..7) when x == 0 { }  // T316`},
		{"T317", "quorum in a looper", `A looper takes the messages of its queue one at a time, in order. Only actors and
processes, which choose among all pending messages, can wait for a quorum.`},
	}
}
