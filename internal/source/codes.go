package source

import "flavers/diag"

// Diagnostics of what is read: C0xx files, C1xx specifications and directives. The
// command has more of them.
const (
	Missing    diag.Code = "C001"
	Directory  diag.Code = "C002"
	Unreadable diag.Code = "C003"
	Empty      diag.Code = "C004"
	Binary     diag.Code = "C005"
	NotUTF8    diag.Code = "C006"
	TooLarge   diag.Code = "C007"
	Sets       diag.Code = "C008"
	NoSpec     diag.Code = "C101"
	SameName   diag.Code = "C104"
	NoFile     diag.Code = "C105"
	Outside    diag.Code = "C108"
	Word       diag.Code = "C110"
	Expect     diag.Code = "C111"
	Expected   diag.Code = "C112"
	TooMany    diag.Code = "C113"
)

// Explanations returns the codes of this package in order.
func Explanations() []diag.Explanation {
	return []diag.Explanation{
		diag.Explain(Missing, "a file does not exist",
			`The program or a specification was not found. Names on the command line are relative to the
working directory; names in lines "//! property F.fsa" are relative to the program.`,
			"$ flavers check dinning.tfg",
			"$ flavers check dining.tfg"),
		diag.Explain(Directory, "a directory where a file is expected",
			`Name the file in it that is to be read.
A command reads one program and its specifications, so that the answer is about something
definite; it does not look for programs in directories.`,
			"$ flavers check examples/dining",
			"$ flavers check examples/dining/dining.tfg"),
		diag.Explain(Unreadable, "a file cannot be read",
			`The operating system refused, for the reason given: look at the permissions of the file and of the
directories above it. Or time ran out before it was read. Only the program, or a schedule, can be read
from standard input (-).`,
			"$ chmod 000 dining.tfg; flavers check dining.tfg",
			"$ chmod 644 dining.tfg; flavers check dining.tfg"),
		diag.Explain(Empty, "a file is empty",
			`A program needs at least its first line, "program NAME", and a task; a specification needs at least
one property or constraint.
Nothing would be checked, and that would look like a success.`,
			"$ flavers check empty.tfg",
			`program p
task t { event done }`),
		diag.Explain(Binary, "a file is not text",
			`The file has a zero byte, as compiled programs, archives and texts in UTF-16 have. Programs and
specifications are text in UTF-8.`,
			"$ flavers check dining.tfg.gz",
			"$ gunzip dining.tfg.gz; flavers check dining.tfg"),
		diag.Explain(NotUTF8, "a file is not UTF-8",
			`The marked byte does not belong to any UTF-8 character. The file may be in an older encoding such as
Latin-1; convert it, for example with: iconv -f latin1 -t utf-8`,
			"$ flavers check latin1.tfg",
			"$ iconv -f latin1 -t utf-8 latin1.tfg > utf8.tfg; flavers check utf8.tfg"),
		diag.Explain(TooLarge, "a file is too large",
			`Files above 64 MiB are not read.
A program or specification of that size is another file, or was generated and is beyond what can
be analysed.`,
			"$ flavers check core.tfg     # 80 MiB",
			"$ flavers check dining.tfg"),
		diag.Explain(Sets, "a constraints file cannot be used",
			`The file given by --constraints-file is not one that flavers wrote, or has been damaged. It only saves
time: delete it, and it is written anew.`,
			"$ flavers check dining.tfg --constraints-file dining.fsa",
			"$ flavers check dining.tfg --constraints-file dining.sets.json"),
		diag.Explain(NoSpec, "no specification was found",
			`Without --property, lines "//! property F.fsa" in the program are looked for, and then a file with the
program's name and the extension .fsa. There is neither. check and watch then check only deadlock and
run-time errors, and this is a note; stats and render --graph trace are about properties, and it is an
error. Name a specification with --property, or give it the name of the program.`,
			"$ flavers stats counter.tfg",
			"$ flavers stats counter.tfg --property counter.fsa"),
		diag.Explain(SameName, "two specifications have one name",
			`Two files declare a property or constraint of the same name. Both count, but reports and --only
cannot tell them apart: rename one.`,
			"$ flavers check p.tfg --property a.fsa --property b.fsa     # both declare order",
			"$ flavers check p.tfg --property a.fsa --property b.fsa     # order and order2"),
		diag.Explain(NoFile, "a //! property line without a file",
			`Write the name of the specification after the word, relative to the program:

    //! property order.fsa`,
			"//! property",
			"//! property order.fsa"),
		diag.Explain(Outside, "a program names a file outside its folder",
			`A line "//! property F.fsa" may name files in the folder of the program, or below it, and so must be
where symbolic links lead. A wrong specification is shown with the line that is wrong, so that the
program of somebody else could show any file that you can read. If you trust the file, name it with
--property or --dependence, or give --allow-outside.`,
			"//! property ../../other/order.fsa",
			"//! property order.fsa"),
		diag.Explain(Word, "an unknown directive",
			`A comment that begins with //! is a directive. Programs have "property", "expect" and
"ignore", specifications "expect". A misspelt one would be ignored, and what it asks for with it.`,
			"//! expct exclusion holds",
			"//! expect exclusion holds"),
		diag.Explain(Expect, "an expectation that is none",
			`A line "//! expect" names a property and its verdict: holds, violated, possible or unknown. Of the
checks that every program has it says deadlock or no-deadlock, runtime-errors or no-runtime-errors.
Only one line speaks of a check.`,
			"//! expect exclusion hold",
			"//! expect exclusion holds"),
		diag.Explain(Expected, "an expectation of nothing",
			`The name after "//! expect" must be that of a property, of a family of properties or of an instance
of one, in the specifications of the program. Nothing would be compared with the expectation, and
that would look like a success.`,
			"//! expect exlusion holds",
			"//! expect exclusion holds"),
		diag.Explain(TooMany, "too many directives",
			`A file may have 1000 lines that begin with //!. For each of them files are looked for, and what is
wrong with it is told; more of them are not written by people.`,
			"//! expect p1 holds     // and 1000 more",
			"//! property p.fsa     // which has them"),
	}
}
