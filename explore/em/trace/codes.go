package trace

import "flavers/diag"

// Explanations returns the codes of this package in order: E1xx the text, E2xx
// and E3xx what it says.
func Explanations() []diag.Explanation {
	return []diag.Explanation{
		diag.Explain("E101", "bad line of a trace", `A line of a trace is a number, an operation and its fields, as in
7 READ tid:2 obj:0x11 field:224, or, in the short form, a thread, an operation and its
arguments. A line that is neither would be an operation lost, and with it an order.`,
			`main threadinit
main`,
			`main threadinit
main read x`),
		diag.Explain("E102", "operations out of order",
			`The numbers of operations increase from line to line: the order of the lines is the
order in which the operations happened, and dependence.txt refers to them by number. A
number that is too small shows that lines were moved, lost or written twice.`,
			`1 THREADINIT tid:1
3 NOP tid:1
2 NOP tid:1`,
			`1 THREADINIT tid:1
2 NOP tid:1
3 NOP tid:1`),
		diag.Explain("E103", "unknown operation",
			`The operation is not one of the trace language. It is not passed over, since what it does
to the order of events is not known. Lines that are no operations begin with something else
than a digit, or, in the short form, with #.`,
			`main threadinit
main raed x`,
			`main threadinit
main read x`),
		diag.Explain("E104", "fields do not fit the operation",
			`Each operation has its fields, as key:value, or its arguments in the short form. Without them
it would not be known what is posted, read or locked.`,
			`1 THREADINIT tid:1
2 READ tid:1 obj:a`,
			`1 THREADINIT tid:1
2 READ tid:1 obj:a field:f`),
		diag.Explain("E105", "handler not closed",
			`CALL and RET (begin and end) with the same message enclose a handler: what stands between
them runs on one thread without another handler in between. Here one has no partner.`,
			`1 THREADINIT tid:1
2 ATTACH-Q tid:1
3 RET tid:1 msg:1`,
			`1 THREADINIT tid:1
2 ATTACH-Q tid:1
3 POST src:1 msg:1 dest:1
4 LOOP tid:1
5 CALL tid:1 msg:1
6 RET tid:1 msg:1`),
		diag.Explain("E106", "empty trace",
			`The file has no operation, so that there is nothing to explore: perhaps it is another file, or
its recording failed. A trace in the numbered form has lines that begin with a number.`,
			`# recorded today`,
			`# recorded today
main threadinit`),
		diag.Explain("E107", "bad line of dependences",
			`A dependence is a line src:N dest:M: operation N comes before operation M. A line that cannot
be read would be an order that is not kept. In dependence.txt:`,
			`src:1 dst:2`,
			`src:1 dest:2`),
		diag.Explain("E108", "dependence that does not fit the trace",
			`Both numbers of a dependence are operations of the trace, the first one earlier: the trace itself
is an execution that keeps all dependences. In dependence.txt, beside a trace of the operations
1 and 2:`,
			`src:2 dest:1`,
			`src:1 dest:2`),
		diag.Explain("E201", "this cannot have happened",
			`Operations of a trace can be executed in the order in which they stand: threads run after they
are forked, messages are handled in the order in which they were posted, a lock has one holder
and is not taken twice, a wait needs a notify. Where that fails, lines are missing, and the
other executions would be those of another program.`,
			`1 THREADINIT tid:1
2 UNLOCK tid:1 lock-obj:m`,
			`1 THREADINIT tid:1
2 LOCK tid:1 lock-obj:m
3 UNLOCK tid:1 lock-obj:m`),
		diag.Explain("E202", "lock across handlers",
			`A lock that a handler takes is released in the same handler: in another order of handlers
nobody could say who holds it.`,
			`1 THREADINIT tid:1
2 ATTACH-Q tid:1
3 POST src:1 msg:1 dest:1
4 LOOP tid:1
5 CALL tid:1 msg:1
6 LOCK tid:1 lock-obj:m
7 RET tid:1 msg:1`,
			`1 THREADINIT tid:1
2 ATTACH-Q tid:1
3 POST src:1 msg:1 dest:1
4 LOOP tid:1
5 CALL tid:1 msg:1
6 LOCK tid:1 lock-obj:m
7 UNLOCK tid:1 lock-obj:m
8 RET tid:1 msg:1`),
		diag.Explain("E301", "handler is missing",
			`A warning: a message is posted, but the trace ends before it is handled. It is explored as a
message whose handler does nothing, so that what the handler really does is not seen.`,
			`1 THREADINIT tid:1
2 ATTACH-Q tid:1
3 POST src:1 msg:1 dest:1`,
			`1 THREADINIT tid:1
2 ATTACH-Q tid:1
3 POST src:1 msg:1 dest:1
4 LOOP tid:1
5 CALL tid:1 msg:1
6 RET tid:1 msg:1`),
		diag.Explain("E302", "handler does not end",
			`A warning: the trace ends inside a handler. In all executions the thread stays there, and
messages behind it are not handled. Record on until the handler is over.`,
			`1 THREADINIT tid:1
2 ATTACH-Q tid:1
3 POST src:1 msg:1 dest:1
4 LOOP tid:1
5 CALL tid:1 msg:1`,
			`1 THREADINIT tid:1
2 ATTACH-Q tid:1
3 POST src:1 msg:1 dest:1
4 LOOP tid:1
5 CALL tid:1 msg:1
6 RET tid:1 msg:1`),
	}
}
