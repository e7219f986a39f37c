package codes

// Diagnostics of the command itself: C0xx files, C1xx flags, C2xx pictures, C3xx
// explorers, C4xx farms. Package source has those of what is read.

import "flavers/diag"

const (
	NoProperty     diag.Code = "C102"
	Only           diag.Code = "C103"
	Idle           diag.Code = "C106"
	Unmatched      diag.Code = "C107"
	Clamped        diag.Code = "C109"
	Nothing        diag.Code = "C114"
	Beside         diag.Code = "C115"
	TooLargeToRead diag.Code = "C201"
	Engine         diag.Code = "C202"
	NoTrace        diag.Code = "C203"
	NoView         diag.Code = "C204"
	NoVerdict      diag.Code = "C205"
	Buffer         diag.Code = "C301"
	Refused        diag.Code = "C302"
	NoAnswer       diag.Code = "C401"
)

// ofCommand explains them.
func ofCommand() []diag.Explanation {
	return []diag.Explanation{
		diag.Explain(NoProperty, "the specifications have no property",
			`The files that were read declare constraints only. A constraint is assumed; only a property is
checked.
With nothing to check every answer would be empty.`,
			"constraint lossless for { snd, rcv } all (snd; rcv)*",
			`constraint lossless for { snd, rcv } all (snd; rcv)*
property arrives { rcv responds to snd }`),
		diag.Explain(Only, "--only names no property",
			`The name after each --only must be that of a property in the specifications that were read, or deadlock
or runtime-errors. With --deadlock=off there is no check for deadlocks that could be selected.
A misspelt name would check nothing, and that would look like a success.`,
			"$ flavers check dining.tfg --only exlusion",
			"$ flavers check dining.tfg --only exclusion"),
		diag.Explain(Idle, "a flag has no effect",
			`Every command accepts the common flags, so that one command line works with several. This flag has
no effect here, for the reason given; the manual has a table.`,
			"$ flavers explore cycle.trace --set N=3",
			"$ flavers explore cycle.trace"),
		diag.Explain(Unmatched, "a pattern matches no constraint",
			`No constraint that can be made from this program has a name that matches the pattern after
--constraints. "flavers check F --dump automata --refine all" shows the names.`,
			"$ flavers stats dining.tfg --constraints 'task:fil*'",
			"$ flavers stats dining.tfg --constraints 'task:phil*'"),
		diag.Explain(Clamped, "the value of a flag is larger or smaller than makes sense",
			`More would take memory and time, and change nothing: processors that the machine does not have,
executions too long to be kept, memory that is not there. A limit on memory below what the command
itself needs cannot be held. The value that is used is the one of the note.`,
			"$ flavers check dining.tfg --jobs 100000",
			"$ flavers check dining.tfg"),
		diag.Explain(Nothing, "nothing was checked",
			`The packages have no function main, no test, benchmark, example or fuzz target, and no exported
function that takes and returns nothing that synchronizes: nothing that could be checked by itself. Or no
program has a check that --only names. Or flavers test found no line "//! expect". The exit status is 3:
this is no success.`,
			"$ flavers check ./internal/queue     # every function takes a channel",
			"$ flavers check ./...     # with the packages that call it, or with a test"),
		diag.Explain(Beside, "Go packages beside programs were not checked",
			`A folder has programs in the task language and .go files, in it or below. Only the programs were
checked. A folder below that has no programs, or a .go file, asks for Go packages.`,
			"$ flavers check .     # has model.tfg and server.go",
			"$ flavers check . && flavers check server.go"),
		diag.Explain(TooLargeToRead, "a picture would be too large to be read",
			`A picture of thousands of nodes or edges shows nothing. Draw a part of it: --task NAME keeps the
columns of some tasks, --around NODE what is near a node, --only-path the violating path. A .dot file
and the table of --graph pruned are written whatever the size; --large draws it anyway.`,
			"$ flavers render large.tfg -o large.svg",
			"$ flavers render large.tfg --task 'phil[0]' -o large.svg"),
		diag.Explain(Engine, "a program that draws is missing or failed",
			`PNG files, and --engine dot, sfdp and neato, need installed programs: rsvg-convert (librsvg) or
Graphviz. They run with limits of time and memory. .svg and .html with --engine own need nothing.`,
			"$ flavers render dining.tfg -o dining.png     # without rsvg-convert",
			"$ flavers render dining.tfg -o dining.svg"),
		diag.Explain(NoTrace, "there is no execution to draw",
			`--graph trace and --only-path show the execution or path that violates a property. The property of
this picture holds, or its check came to no answer, or there is no property.`,
			"$ flavers render dining.tfg --graph trace -o run.svg     # the property holds",
			"$ flavers render dining.tfg --graph pruned -o edges.svg"),
		diag.Explain(NoView, "a part to draw was not found",
			`The name after --task must be that of a task, as phil[0], or a pattern that fits one, as 'phil*'; the
node after --around a number, as n12, the text of its label, or an event, as 'eat(1)' or
'phil[1]:eat(1)'. Tooltips of the whole picture, and --dump tfg, show them.`,
			"$ flavers render dining.tfg --task philosopher -o p.svg",
			"$ flavers render dining.tfg --task 'phil[0]' -o p.svg"),
		diag.Explain(NoVerdict, "a picture of a property without a verdict",
			`The check that comes before the picture hit a limit, or was interrupted; an
interrupt leaves no picture. The picture is what it would be if the property held with the
constraints that were in use then: an unlit path is no evidence that
the property holds.`,
			"$ flavers render large.tfg --graph pruned --timeout 1s -o edges.svg",
			"$ flavers render large.tfg --graph pruned --timeout 5m -o edges.svg"),
		diag.Explain(Buffer, "a buffer is too long to be executed",
			`The state of an execution holds what is in every buffer. This channel or mailbox can hold more than
that allows: give it a shorter buffer or its messages smaller ranges, for example with --set.`,
			"chan c[100000] 0..65535",
			"chan c[4] 0..7"),
		diag.Explain(Refused, "an explorer is not for this program",
			`Some explorers take only one kind of program, for example actors, or threads with queues. On others
they could miss executions, so they refuse, and say what they found in the program. The explorers
optimal and states take every program; docs/explorers.md says what each one is for.`,
			"$ flavers explore dining.tfg --algorithm trans-optimal",
			"$ flavers explore dining.tfg --algorithm optimal"),
		diag.Explain(NoAnswer, "the farm gave no answer",
			`The job went to a farm (--farm), and what came back says why there is no verdict: a limit of time or
memory stopped the job, or several workers failed to do it, and it was given up. "flavers farm
status" lists jobs that were given up. Without --farm the check is made here.`,
			"$ flavers test large.tfg --farm nats://build:4222",
			"$ flavers test large.tfg --farm nats://build:4222 --timeout 1h"),
	}
}
