package closure

import "flavers/diag"

// Diagnostics of the units of a program.
const (
	NoMain      diag.Code = "D106"
	MissingUnit diag.Code = "D107"
	Twice       diag.Code = "D120"
)

// Explanations returns the codes of this package in order.
func Explanations() []diag.Explanation {
	return []diag.Explanation{
		diag.Explain(NoMain, "no main procedure, or several",
			`A program is a library procedure without parameters that no other unit names in a with clause. A package
alone has no executions. Where one file has several such procedures, FILE:PROCEDURE names one of them;
flavers check and flavers test take each for a program of its own.`,
			"$ flavers check buffers.ads",
			"$ flavers check main.adb"),
		diag.Explain(MissingUnit, "a unit of the program is missing",
			`A with clause, or "is separate", names a unit that no file has. Units are looked for in the files of the
command line, whatever their names are, and then by GNAT's names of files: package Buffers in buffers.ads
and buffers.adb, its child Buffers.Io in buffers-io.ads. These may be in the folder of the main procedure,
in a folder where another unit of the program was found, or in one that -I names.`,
			"$ flavers check main.adb          # with Buffers; which is in src/buffers.ads",
			"$ flavers check main.adb -I src"),
		diag.Explain(Twice, "a unit is in two files",
			`Two files of one program have a unit of the same name, so that it is not clear which is meant. Leave one of
them out, or say with -I in which folder files are looked for first.`,
			"$ flavers check main.adb queue.adb old/queue.adb",
			"$ flavers check main.adb queue.adb"),
	}
}
