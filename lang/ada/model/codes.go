package model

import (
	"flavers/diag"
	"flavers/lang/ada/closure"
	"flavers/lang/ada/syntax"
	"flavers/report/ledger"
)

// Codes of what a program in Ada means.
const (
	Undeclared  diag.Code = "D101"
	Unsupported diag.Code = "D102"
	NotStatic   diag.Code = "D103"
	Mismatch    diag.Code = "D104"
	Blocking    diag.Code = "D105"
	TooLarge    diag.Code = "D108"
	BadSet      diag.Code = "D109"
	Internal    diag.Code = "D110"
)

// Entries of ledgers: B bounds what is looked at, A takes in more than there is.
const (
	DataLost  = "A21" // a decision on data that is not modelled
	EarlyEnd  = "A23" // terminate in a block
	LongDelay = "A24" // a long delay that expires, or one that outlasts another
	AnyOrder  = "A25" // a queue is served in any order
	Failing   = "A26" // an exception that depends on data
	// An abortable part goes on for steps behind the end of the call that aborts it.
	LateTrigger = "A27"
	WideRange   = "B21" // integers are followed in a window
	SomeTasks   = "B22" // allocated tasks
	Recursion   = "B23"
	Nested      = "B24" // a protected action calls another object
	// The first value of a type stands for a variable that has none, where all would be too many.
	FirstValue = "B25"
	// Two uses of variables that other tasks write are one step.
	severalUses = "B26"
	NoBody      = "B27" // a call of what has no body here
	Elaborated  = "B29" // an exception before the tasks run
	Resized     = "U31" // an object may change its size with its discriminants
	Unfinalized = "U32" // what initializes, copies or finalizes an object is not followed
	MayWait     = "U33" // a call of a library that may wait
	OtherMaster = "U34" // who waits for tasks that are allocated is not followed
	Aborting    = "U35" // an abort, or an asynchronous select, that is not followed
	Activation  = "U36" // tasks of a package in a procedure or block, while the statements of its body are executed
)

// leavesOut are the codes of bounds that add no execution: what is one step in the model may be one in the program, and
// a variable without a value may have the first of its type.
var leavesOut = []string{Nested, FirstValue, severalUses, Elaborated}

// Explanations returns the codes of this package, and of the syntax, in order.
func Explanations() []diag.Explanation {
	return append(append(syntax.Explanations(), closure.Explanations()...),
		diag.Explain(Undeclared, "an Ada name that is not declared",
			`The name is not visible here, or it is nothing that may stand here. The units that a with clause names
are looked for beside the program, under GNAT's names of files: package Buffers in buffers.ads and
buffers.adb, its child Buffers.Io in buffers-io.ads. The libraries of Ada and GNAT need no file.`,
			"Frok.Up;",
			"Fork.Up;"),
		diag.Explain(Unsupported, "a part of Ada that is not modelled",
			`FLAVERS reads all of Ada 2012, but the marked statement or declaration has no model: a requeue to an
object that is only known at run time, or arrays of tasks inside of each of several tasks. It is
never left out silently, because verdicts would be wrong.`,
			"Crew : array (1 .. 2) of Worker;   -- in the body of a task of an array",
			"Crew : array (1 .. 3, 1 .. 2) of Worker;   -- outside"),
		diag.Explain(NotStatic, "a value that must be known before the program runs",
			`Bounds of arrays and types, discriminants of tasks, and what declarations compute before begin, are
evaluated when the program is read. The marked one depends on something that happens later, or on a
library.`,
			"type Row is array (1 .. Length) of Cell;   -- Length is read from a file",
			"type Row is array (1 .. 4) of Cell;"),
		diag.Explain(Mismatch, "an Ada construct that does not fit its place",
			`What the marked name stands for, or its value, cannot be used here. GNAT reports the same with more
detail: gcc -c -gnatc FILE.`,
			"Phil := 1;   -- a task",
			"Count := 1;"),
		diag.Explain(Blocking, "an entry call in a protected action",
			`A protected procedure, function or entry body must not wait: calling an entry there is a bounded error in
Ada (RM 9.5.1), and GNAT raises Program_Error.`,
			"procedure Put is begin Other.Get; end Put;   -- in a protected body",
			"Buffer.Put; Other.Get;"),
		diag.Explain(TooLarge, "an Ada program that becomes too large",
			`Calls are inlined, generic units are copied and loops with few turns are unrolled. The result is larger
than what can be analysed. Smaller constants make it smaller: --set N=2.`,
			"N : constant := 5000;",
			"N : constant := 3;"),
		diag.Explain(BadSet, "a value for no constant",
			`--set replaces a named number of the main procedure or of a package of the program:
N : constant := 3. There is none of this name.`,
			"$ flavers check dining.adb --set M=5",
			"$ flavers check dining.adb --set N=5"),
		diag.Explain(Internal, "an Ada program that has no model",
			`The model that was made of the program breaks a rule of the task language, given in the message. Often a
type is too large or an array is empty at the marked place. Please report the program.`,
			"type T is range 1 .. 0;",
			"type T is range 1 .. 1;"),
		diag.Explain(DataLost, "ledger: a decision on data that is not modelled",
			`Floats, strings, large composites and what libraries compute have no model. Where a value is made of them, any
value of its type is possible, and where a branch depends on one, each branch is. Executions that the program
does not have may be among those of the model: a violation that passes the line is possible only.`,
			"if Sensor_Value > 3.5 then   -- a float",
			"if Sensor_High then          -- a Boolean, assigned where the sensor is read"),
		diag.Explain(EarlyEnd, "ledger: terminate in a block with several tasks that have one",
			`Several tasks of a block, or an array of them, have a select with terminate. Ada ends them together, when
all wait there. The model lets one end as soon as the block waits and its tasks without a terminate have ended,
so that another one may find it gone. The same is so of a task and those that depend on it. A violation that passes
the line is possible only.`,
			"declare A, B : Server; begin .. end;   -- both with terminate, and A calls B",
			"declare A : Server; begin .. end;"),
		diag.Explain(LongDelay, "ledger: a long delay that expires, or the longer of two",
			`A delay alternative, or the delay of a timed call, of a minute or more, or one of several delays of a select that
is not known to be the shortest. The model knows no time: each delay may expire at any time, also before what other
tasks do in less, and before a shorter one. An execution in which it expires is possible only.`,
			"select accept Stop; or delay 600.0; end select;",
			"select accept Stop; or delay 0.1; end select;"),
		diag.Explain(AnyOrder, "ledger: a queue is served in any order",
			`Ada serves the calls that wait at an entry in the order in which they came (RM D.4), the model in any. This is no
difference where nothing observes the queue: who is served later may have come later. E'Count and requeue observe
it. An execution in which one of several such calls is served, or one that is requeued to another object, is
possible only.`,
			"loop exit when E'Count = 2; end loop; accept E;   -- the first of two",
			"accept E; accept E;"),
		diag.Explain(Failing, "ledger: an exception that depends on data that is not modelled",
			`A call of a library, 'Value, or a check of the language on floats, texts or what libraries compute: the data decides
whether it raises an exception. In the model it does, or does not. What holds does so in both cases; an execution in
which it raises one is possible only. What libraries do that only compute or write is taken to raise nothing. A call
that a protected entry requeues to a task that has ended raises Tasking_Error or, with GNAT, Program_Error.`,
			"N := Integer'Value (Get_Line);   -- a text that is no number, or no line",
			"N := 4;"),
		diag.Explain(LateTrigger, "ledger: an entry call that aborts the other part of a select",
			`A select with then abort begins with an entry call. Where the call is accepted while the abortable part is
executed, Ada aborts that part at once. In the model it may take some steps more, also a call. What holds does so
in Ada; a violation that passes the line is possible only.`,
			"select Door.Open; then abort Count_Down; end select;",
			"select delay 1.0; then abort Count_Down; end select;"),
		diag.Explain(WideRange, "ledger: an integer leaves the window in which it is followed",
			`Values of large types, such as Integer, are followed in a window around zero: to 63, or twice the largest
small number of the program. A value beyond it becomes any value of the window. A verdict that holds does so
within this bound. A smaller type is exact.`,
			"Count : Integer := 0;",
			"Count : Integer range 0 .. 10 := 0;"),
		diag.Explain(SomeTasks, "ledger: of the tasks that an allocator creates, some are followed",
			`The allocator is in a loop, or in a task that it creates itself. Four of its tasks are in the model; who
allocates more stops there. A verdict that holds does so within this bound.`,
			"loop W := new Worker; end loop;",
			"for I in 1 .. 3 loop W := new Worker; end loop;"),
		diag.Explain(Recursion, "ledger: calls are followed to a depth",
			`A subprogram that calls itself is followed to a depth of 4, or of 64 where its arguments are known before the
program runs; a call that is requeued again and again three times. Deeper calls do nothing, and their result is
any value. A verdict that holds does so within this bound.`,
			"procedure Walk (N : Integer) is begin Walk (N - 1); end Walk;",
			"while N > 0 loop N := N - 1; end loop;"),
		diag.Explain(Nested, "ledger: an action on a protected object calls another object",
			`A protected action is one step of the model, and so is the action that it calls on another object. Two tasks
that each hold one object and wait for the other one are not seen, nor what other tasks do between the two
actions. A verdict that holds does so within this bound.`,
			"procedure Move is begin Other.Put; end Move;   -- in a protected body",
			"Source.Take; Other.Put;                        -- in a task, one after the other"),
		diag.Explain(FirstValue, "ledger: a variable without a value, of too many values",
			`A variable without a value may have any of its type. Of this one there are too many values (1024 for one
variable, 65536 for all together), so the model begins with the first value. What the program does with
others is not seen.`,
			"Row : array (1 .. 8) of Digit;",
			"Row : array (1 .. 8) of Digit := (others => 0);"),
		diag.Explain(severalUses, "ledger: two uses of variables of other tasks are one step",
			`The marked line or protected action uses variables more than once that other tasks write. It is one step of
the model; in Ada, another task may write between the uses. A verdict that holds does so within this bound.
Operands of and then and or else are steps of their own.`,
			"if X and Y then",
			"if X and then Y then"),
		diag.Explain(NoBody, "ledger: a call of a subprogram that has no body in the program",
			`The body is not among the files of the program, or it is not known which subprogram is called. In the model
the call returns, its result is any value, and it has no other effect: what the body would do, such as calls of
entries, is not seen. A verdict that holds does so within this bound.`,
			"Update (Screen);   -- package Screens has no body in the program",
			"$ flavers check main.adb screens.adb"),
		diag.Explain(Elaborated, "ledger: an exception before the tasks run, or of a sum",
			`Declarations of packages and of the main procedure are computed when the program is read. An operation there depends
on data that is not modelled, and may raise an exception, which would end the main procedure. The model goes on. So
it does where a variable takes sums of durations or times in turns, which may leave the range of the type after
years or millions of turns. A verdict that holds does so where none is raised.`,
			"Size : Float := Sqrt (Area);   -- in a package",
			"Size : Float := 2.0;"),
		diag.Explain(Resized, "ledger: an object that may change its size with its discriminants",
			`A record has components whose size depends on discriminants with defaults, and the marked object has no
constraint. In the model it keeps the size that the defaults give it, also where another one is assigned. Nothing
holds with this note; a violation is possible only.`,
			"B : Buffer;",
			"B : Buffer (4);"),
		diag.Explain(Unfinalized, "ledger: what initializes or finalizes an object is not followed",
			`Initialize, Adjust and Finalize of controlled objects are called where an object is declared, copied and left. At
the marked place they are not all followed: the value of a function, an object that an allocator makes, one of
many parts, or one that is used before the tasks run. Nothing holds with this note; a violation that passes the
line is possible only.`,
			"G : Guard := Make;   -- the result is adjusted and finalized",
			"G : Guard;"),
		diag.Explain(MayWait, "ledger: a call of which it is not known whether it waits",
			`The marked call leads to a library whose units have no model, or to a subprogram that is known at run time only. In
the model it does nothing; in Ada it may wait, or let other tasks go on. Nothing holds with this note; a violation
that passes the line is possible only. Ada.Synchronous_Task_Control, Ada.Synchronous_Barriers, GNAT.Semaphores and
the synchronized queues of Ada.Containers have a model.`,
			"Handler.all (X);   -- an access to a procedure",
			"Handle (X);"),
		diag.Explain(OtherMaster, "ledger: who waits for allocated tasks is not followed",
			`The block that declares an access type waits for the tasks that allocators of it make. At the marked place this is
not followed: a task of another block makes them, several blocks wait for tasks of one type that terminate, or the
program finalizes objects behind them. Nothing holds with this note; a violation that passes the line is possible
only.`,
			"type Ref is access Worker;   -- in two blocks, of one task type with terminate",
			"type Ref is access Worker;   -- in the block that declares Worker"),
		diag.Explain(Aborting, "ledger: an abort, or an asynchronous select, that is not followed",
			`An abort of tasks is followed where it names them, and so is a select with then abort. At the marked place one is not:
an abort by a value of Task_Id, the allocated tasks of a block that is aborted, a triggering call that may be requeued,
or one with variables of a task of an array. There, abort does nothing, and a select executes one of its two parts.
What happens before the marked line is exact. Nothing holds with this note; a violation that passes the line is
possible only.`,
			"Abort_Task (Ids (1));",
			"abort Worker;"),
		diag.Explain(Activation, "ledger: the statements of a package in a procedure or block run before its tasks",
			`Ada activates the tasks of a package before the statements of its body. The model starts those of a package that is
declared in a procedure or a block at its begin, so that a call of their entries in these statements waits for ever, and
what they do meanwhile is missing. Nothing holds with this note; a violation that passes the line is possible only.`,
			"procedure Main is package body Server is .. begin T.Start (1); end Server;",
			"package body Server is .. begin T.Start (1); end Server;   -- in a file of its own"),
		diag.Explain(ledger.Cut, "ledger: a loop in a protected action takes many turns",
			`A protected action is one step of the model, in which loops take 256 turns at most, all together, and make choices with
256 outcomes. The marked loop may have more. There the model ends with an error, an endless step, that Ada does not
have, so that what comes behind it is not seen. The note is there only if a run-time error is found, or was not looked
for. Nothing holds with this note; a violation that passes the line is possible only.`,
			"procedure Fill is begin for I in 1 .. 1_000 loop N := (N + I) mod 7; end loop; end Fill;",
			"procedure Fill is begin N := Sum; end Fill;   -- the loop stands before the call"),
		diag.Explain(ledger.Ends, "ledger: an error that nobody handles ends the execution",
			`A failed check without a handler ends its task in Ada, silently, and other tasks go on. In the model it ends the
execution, so that what others do afterwards is not seen. The note is there only if such an error is found, or was
not looked for: a verdict that holds does so up to the error.`,
			"task body T is begin X := X + 1; end T;   -- where X may be 'Last",
			"exception when Constraint_Error => ..     -- in T, or a check before"))
}
