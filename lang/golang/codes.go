package golang

import (
	"flavers/diag"
	"flavers/lang/golang/bind"
	"flavers/lang/golang/extract"
	"flavers/lang/golang/ignore"
	"flavers/lang/golang/load"
	"flavers/lang/golang/roots"
)

// Codes of problems with Go packages: G00x packages and roots, G01x comments that ignore findings (package ignore),
// G02x bindings, and what could not be checked of roots and of callers. Codes that packages below this one report are
// declared there.
const (
	Unloaded               = load.Unloaded // G001
	NoRoot       diag.Code = "G002"
	BadDirective           = roots.BadEvent   // G003
	BadFunction            = bind.BadFunction // G020
	NoCall       diag.Code = "G021"
	Hurried      diag.Code = "G022"
	TooLarge     diag.Code = "G023"
	NoClients              = load.NoClients // G024
)

// Explanations explains the codes G. Entries of ledgers (A, B, U) are rows of docs/go.md, which package internal/codes
// reads.
func Explanations() []diag.Explanation {
	return append([]diag.Explanation{
		diag.Explain(Unloaded, "Go packages cannot be loaded",
			`The go command finds and reads the packages, so they must compile as they do for go vet: in a module,
with the modules that they need, and with the version of Go that go.mod asks for.`,
			"$ flavers check ./pkg     # does not compile",
			"$ go vet ./pkg && flavers check ./pkg"),
		diag.Explain(NoRoot, "no such root",
			`A root is a function main, a test, a benchmark, an example or a fuzz target, or an exported function
that takes and returns nothing that synchronizes and that no function of the packages calls. It is named
by its package and its own name, or by its own name if no other root has it.`,
			"$ flavers check ./... --entry main      # of two commands",
			"$ flavers check ./cmd/serve --entry main"),
		diag.Explain(BadDirective, "meaningless event comment",
			`A comment //flavers:event name, or name(1,x), stands on the line of a statement or above one, and is an
event of that statement. The statement must do something: call, store, send, receive or return.`,
			"//flavers:event\nopen(name)",
			"//flavers:event opened\nopen(name)"),
		diag.Explain(BadFunction, "binding of an unknown function",
			`An event of a specification is bound to a function of a package, or a method, that does not exist, or
that has not the result, argument, receiver or error that the binding asks for. Functions are named as
the documentation of Go names them, with the path of their package: os.Open, (*os.File).Close,
(io.Closer).Close, net/http.Get. Packages that nothing imports are not looked at.`,
			"close = call (os.File).Close on f",
			"close = call (*os.File).Close on f"),
		diag.Explain(NoCall, "specifications that say nothing of any root",
			`A warning: of a file of specifications that bind events to calls, no root has such a call, so they hold of
nothing. A root of the packages may not be checked (--entry), a package may not be among those that are
followed, or the path of a package may be misspelt.`,
			"$ flavers check ./pkg --property go:rows     # uses no database",
			"$ flavers check ./store --property go:rows"),
		diag.Explain(Hurried, "roots for which the time was too short",
			`A note: the roots of Go packages share the time of --timeout or, without it, less than a minute after they were
loaded, at most ten seconds each. Some had no answer in their share; time that a root does not use goes to the
next ones.`,
			"$ flavers check ./...",
			"$ flavers check ./... --timeout 10m"),
		diag.Explain(TooLarge, "a root whose program is too large",
			`An entry of a ledger: the program that was made of a root exceeds a bound of the task language, such as 4 MiB of
text, or 500 objects that one operand may stand for. Nothing is known of the root; the others are checked.`,
			"cs := []chan int{make(chan int), ...}     // a thousand of them\n<-cs[i]",
			"cs := []chan int{make(chan int), make(chan int)}\n<-cs[i]"),
		diag.Explain(NoClients, "a package without clients",
			`A warning: callers were written for what synchronizes in a package, and they do not compile with it. Nothing is said
of what callers of the package may do; mains, tests and functions that are roots are checked. This is a bug in flavers:
please report it with the declarations that the warning names.`,
			"$ flavers check ./pkg",
			"$ flavers check ./pkg --clients=none     # says the same without the warning"),
	}, ignore.Explanations()...)
}

// Guessing lists ledger codes under which an execution of the model may be none of the package.
var Guessing = extract.Guessing

// Cut lists ledger codes of loops that were cut short; see Program.Apart.
var Cut = extract.Cut
