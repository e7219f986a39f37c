package main

// Diagnostics of the command itself: C0xx files, C1xx specifications named on
// the command line, C2xx pictures, C3xx explorers.

import "flavers/diag"

const (
	codeMissing    diag.Code = "C001"
	codeDirectory  diag.Code = "C002"
	codeUnreadable diag.Code = "C003"
	codeEmpty      diag.Code = "C004"
	codeBinary     diag.Code = "C005"
	codeNotUTF8    diag.Code = "C006"
	codeTooLarge   diag.Code = "C007"
	codeSets       diag.Code = "C008"
	codeNoSpec     diag.Code = "C101"
	codeNoProperty diag.Code = "C102"
	codeOnly       diag.Code = "C103"
	codeSameName   diag.Code = "C104"
	codeDirective  diag.Code = "C105"
	codeIdle       diag.Code = "C106"
	codeUnmatched  diag.Code = "C107"
	codeOutside    diag.Code = "C108"
	codeClamped    diag.Code = "C109"
	codeWord       diag.Code = "C110"
	codeExpect     diag.Code = "C111"
	codeExpected   diag.Code = "C112"
	codeTooMany    diag.Code = "C113"

	codeTooLargeToRead diag.Code = "C201"
	codeEngine         diag.Code = "C202"
	codeNoTrace        diag.Code = "C203"
	codeNoView         diag.Code = "C204"
	codeNoVerdict      diag.Code = "C205"

	codeBuffer  diag.Code = "C301"
	codeRefused diag.Code = "C302"
)

// commandCodes explains them.
func commandCodes() []diag.Explanation {
	return []diag.Explanation{
		{Code: codeMissing, Title: "a file does not exist",
			Text: "The program or a specification was not found. Names on the command line are relative to the\nworking directory; names in lines \"//! property F.fsa\" are relative to the program."},
		{Code: codeDirectory, Title: "a directory where a file is expected",
			Text: "Name the file in it that is to be read."},
		{Code: codeUnreadable, Title: "a file cannot be read",
			Text: "The operating system refused, for the reason given: look at the permissions of the file and of the\ndirectories above it. Or time ran out before it was read. Only the program, or a schedule, can be read from standard input (-)."},
		{Code: codeEmpty, Title: "a file is empty",
			Text: "A program needs at least its first line, \"program NAME\", and a task; a specification needs at least\none property or constraint."},
		{Code: codeBinary, Title: "a file is not text",
			Text: "The file has a zero byte, as compiled programs, archives and texts in UTF-16 have. Programs and\nspecifications are text in UTF-8."},
		{Code: codeNotUTF8, Title: "a file is not UTF-8",
			Text: "The marked byte does not belong to any UTF-8 character. The file may be in an older encoding such as\nLatin-1; convert it, for example with: iconv -f latin1 -t utf-8"},
		{Code: codeTooLarge, Title: "a file is too large",
			Text: "Files above 64 MiB are not read."},
		{Code: codeSets, Title: "a constraints file cannot be used",
			Text: "The file given by --constraints-file is not one that flavers wrote, or has been damaged. It only saves\ntime: delete it, and it is written anew."},
		{Code: codeNoSpec, Title: "no specification was found",
			Text: "Without --property, check looks for lines \"//! property F.fsa\" in the program, and then for a file\nwith the program's name and the extension .fsa. It found neither. Name a specification with\n--property, or look only for what needs none: --only deadlock --only runtime-errors."},
		{Code: codeNoProperty, Title: "the specifications have no property",
			Text: "The files that were read declare constraints only. A constraint is assumed; only a property is\nchecked."},
		{Code: codeOnly, Title: "--only names no property",
			Text: "The name after each --only must be that of a property in the specifications that were read, or deadlock\nor runtime-errors. With --deadlock=off there is no check for deadlocks that could be selected."},
		{Code: codeSameName, Title: "two specifications have one name",
			Text: "Two files declare a property or constraint of the same name. Both count, but reports and --only\ncannot tell them apart: rename one."},
		{Code: codeDirective, Title: "a //! property line without a file",
			Text: "Write the name of the specification after the word, relative to the program:\n\n    //! property order.fsa"},
		{Code: codeIdle, Title: "a flag has no effect",
			Text: "Every command accepts the common flags, so that one command line works with several. This flag has\nno effect here, for the reason given; the manual has a table."},
		{Code: codeUnmatched, Title: "a pattern matches no constraint",
			Text: "No constraint that can be made from this program has a name that matches the pattern after\n--constraints. \"flavers check F --dump automata --refine all\" shows the names."},
		{Code: codeOutside, Title: "a program names a file outside its folder",
			Text: "A line \"//! property F.fsa\" may name files in the folder of the program, or below it, and so must be\nwhere symbolic links lead. A wrong specification is shown with the line that is wrong, so that the\nprogram of somebody else could show any file that you can read. If you trust the file, name it with\n--property or --dependence, or give --allow-outside."},
		{Code: codeClamped, Title: "the value of a flag is larger or smaller than makes sense",
			Text: "More would take memory and time, and change nothing: processors that the machine does not have,\nexecutions too long to be kept, memory that is not there. A limit on memory below what the command\nitself needs cannot be held. The value that is used is the one of the note."},
		{Code: codeWord, Title: "an unknown directive",
			Text: "A comment that begins with //! is a directive. Programs have \"property\" and \"expect\",\nspecifications \"expect\". A misspelt one would be ignored, and what it asks for with it."},
		{Code: codeExpect, Title: "an expectation that is none",
			Text: "A line \"//! expect\" names a property and its verdict: holds, violated, possible or unknown. Of the\nchecks that every program has it says deadlock or no-deadlock, runtime-errors or no-runtime-errors.\nOnly one line speaks of a check."},
		{Code: codeExpected, Title: "an expectation of nothing",
			Text: "The name after \"//! expect\" must be that of a property, of a family of properties or of an instance\nof one, in the specifications of the program. Nothing would be compared with the expectation, and\nthat would look like a success."},
		{Code: codeTooMany, Title: "too many directives",
			Text: "A file may have 1000 lines that begin with //!. For each of them files are looked for, and what is\nwrong with it is told; more of them are not written by people."},
		{Code: codeTooLargeToRead, Title: "a picture would be too large to be read",
			Text: "A picture of thousands of nodes or edges shows nothing. Draw a part of it: --task NAME keeps the\ncolumns of some tasks, --around NODE what is near a node, --only-path the violating path. A .dot file\nis written whatever its size; --large draws it anyway."},
		{Code: codeEngine, Title: "a program that draws is missing or failed",
			Text: "PNG files, and --engine dot, sfdp and neato, need installed programs: rsvg-convert (librsvg) or\nGraphviz. They run with limits of time and memory. .svg and .html with --engine own need nothing."},
		{Code: codeNoTrace, Title: "there is no execution to draw",
			Text: "--graph trace and --only-path show the execution or path that violates a property. The property of\nthis picture holds, or its check came to no answer, or there is no property."},
		{Code: codeNoView, Title: "a part to draw was not found",
			Text: "The name after --task must be that of a task, as phil[0], or a pattern that fits one, as 'phil*'; the\nnode after --around a number, as n12, the text of its label, or an event, as 'eat(1)' or\n'phil[1]:eat(1)'. Tooltips of the whole picture, and --dump tfg, show them."},
		{Code: codeNoVerdict, Title: "a picture of a property without a verdict",
			Text: "The check that comes before the picture hit a limit, or was interrupted; an\ninterrupt leaves no picture. The picture is what it would be if the property held with the\nconstraints that were in use then: an unlit path is no evidence that\nthe property holds."},
		{Code: codeBuffer, Title: "a buffer is too long to be executed",
			Text: "The state of an execution holds what is in every buffer. This channel or mailbox can hold more than\nthat allows: give it a shorter buffer or its messages smaller ranges, for example with --set."},
		{Code: codeRefused, Title: "an explorer is not for this program",
			Text: "Some explorers take only one kind of program, for example actors, or threads with queues. On others\nthey could miss executions, so they refuse, and say what they found in the program. The explorers\noptimal and states take every program; docs/explorers.md says what each one is for."},
	}
}
