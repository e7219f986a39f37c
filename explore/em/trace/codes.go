package trace

import "flavers/diag"

// Explanations returns the codes of this package in order: E1xx the text, E2xx
// and E3xx what it says.
func Explanations() []diag.Explanation {
	return []diag.Explanation{
		{Code: "E101", Title: "bad line of a trace", Text: `A line of a trace is a number, an operation and its fields, or, in the short
form, a thread, an operation and its arguments.

    7 READ tid:2 obj:0x11 class:a; field:224
    worker read x`},
		{Code: "E102", Title: "operations out of order", Text: `The numbers of operations increase; dependence.txt refers to them.`},
		{Code: "E103", Title: "unknown operation", Text: `The operation is not one of the trace language. Lines that are no operations
begin with something else than a digit, or, in the short form, with #.`},
		{Code: "E104", Title: "fields do not fit the operation", Text: `Each operation has its fields, as key:value, or its arguments in the short form.

    9 POST src:2 msg:1          // E104: no field dest`},
		{Code: "E105", Title: "handler not closed", Text: `CALL and RET (begin and end) with the same message enclose a handler.`},
		{Code: "E106", Title: "empty trace", Text: `The file has no operation. A trace in the numbered form has lines that begin with a number.`},
		{Code: "E107", Title: "bad line of dependences", Text: `A dependence is a line src:N dest:M: operation N comes before operation M.`},
		{Code: "E108", Title: "dependence that does not fit the trace", Text: `Both numbers of a dependence are operations of the trace, the first one earlier.`},
		{Code: "E201", Title: "this cannot have happened", Text: `Operations of a trace can be executed in the order in which they stand: threads
run after they are forked, messages are handled in the order in which they were
posted, a lock has one holder and is not taken twice, a wait needs a notify.`},
		{Code: "E202", Title: "lock across handlers", Text: `A lock that a handler takes is released in the same handler: in another order of
handlers nobody could say who holds it.`},
		{Code: "E301", Title: "handler is missing", Text: `A message is posted, but the trace ends before it is handled. It is explored as
a message whose handler does nothing.`},
		{Code: "E302", Title: "handler does not end", Text: `The trace ends inside a handler. In all executions the thread stays there, and
messages behind it are not handled.`},
	}
}
