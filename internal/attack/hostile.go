package attack

// This file draws command lines that are less usual: commands that read no program or make no report, names of files
// that make trouble, as "x\ny.tfg:1:1: error T999: forged", and programs from standard input.

import (
	"slices"
	"strings"
	"time"
)

// asides has commands that read no program, with words that may follow.
var asides = map[string][]string{
	"explain":    {"T201", "C101", "", "\x1b[31m", "t2", "T999999", "V\n"},
	"man":        {"out.d", ".", "", "no/such/folder", "/dev/null/x", "a\x1b[31mb", "program.tfg"},
	"completion": {"bash", "zsh", "fish", "powershell", "", "\x1b[31m"},
	"version":    {"", "--help", "x"},
	"help":       {"check", "verdicts", "language", "exit-codes", "", "\x1b[31m", "chekc"},
	"__complete": {"check", "explore", "-", "", "\x1b[31m"},
	"check":      {"--help", "", "-", ".", "/dev", "no\x1b[31m.tfg"},
	"\x1b[31m":   {"", "x"},
	"":           {"", "--version", "-h"},
}

// aside draws a command of asides.
func (r *random) aside(in *Input) {
	names := make([]string, 0, len(asides))
	for name := range asides {
		names = append(names, name)
	}
	slices.Sort(names)
	in.Words = []string{r.of(names...)}
	for n := r.IntN(3); n > 0; n-- {
		in.Words = append(in.Words, r.of(asides[in.Words[0]]...))
	}
	if in.Words[0] == "check" { // it may check a folder, in which there is one program
		in.Timeout = 50 * time.Millisecond
		in.add("--timeout", in.Timeout.String())
	}
	if in.Words[0] == "__complete" {
		for n := r.IntN(3); n > 0; n-- {
			in.Words = append(in.Words, r.of(flags[r.IntN(len(flags))].name, "--", "--set", "N=", "", "prog"))
		}
	}
}

// everyDay draws a run of the formatter or of the lints, a session of the simulator with its input, or a check of all
// programs in the folder.
func (r *random) everyDay(in *Input) {
	program := in.Files[0].Name
	in.Timeout, in.Memory = 50*time.Millisecond, 256<<20 // of a check: there is one program
	defer func() {
		in.add("--timeout", "50ms")
		in.add("--max-memory", "268435456")
	}()
	switch r.IntN(6) {
	case 0, 1:
		in.Words = []string{"fmt", r.of(program, program, "program.fsa", ".", "./...")}
		for n := r.IntN(3); n > 0; n-- {
			in.add(r.of("-d", "-l", "-w", "--spec"))
		}
	case 2:
		in.Words = []string{"lint", r.of(program, program, ".", "no-such.tfg")}
		if r.one(4) {
			in.add("--ignore", r.of("T401", "T406", "T101", ""))
		}
	case 3, 4:
		in.Words = []string{"sim", program}
		if r.one(4) {
			in.Words = append(in.Words, r.schedule(".tfg"))
		}
		var lines []string
		for n := r.IntN(25); n > 0; n-- {
			lines = append(lines, r.of("1", "1", "2", "3", "b", "b 3", "f", "f 9", "g 0", "g 2", "r", "r 20", "w", "v", "p", "s",
				"l", "t a", "t p[0] 4", "schedule", "find", "?", "", "-1", "99999999999999999999", "g -1", "save out.txt",
				"save /dev/full", "\x1b[31m", "q"))
		}
		in.Files = append(in.Files, File{"keys", strings.Join(lines, "\n")})
		in.Stdin = "keys"
		in.Timeout = 0 // find may be asked for several times
	default:
		in.Words = []string{"check", r.of(".", "./...", program+"/..."), program}
		in.add("--no-times")
		in.add("--format", r.of(Values("check", "format")...))
	}
}

// titles are names of files that make trouble, without their extension.
var titles = []string{"a b", "-x", "--help", "na\x1b[31mme", "x\ny.tfg:1:1: error T999: forged", "\u202egft",
	"\xff\xfe", "<script>", "'", "\"", "$(id)", "*", "é", "%s%n", "a\rb",
	strings.Repeat("n", 240), "program.pnml", "program.trace", ".hidden", "a=b", "a,b", "#", "~", "1:00000000:0"}

// title gives one of the files a name of titles, in the command line, too.
func (r *random) title(in *Input) {
	f := &in.Files[r.IntN(len(in.Files))]
	dot := strings.LastIndexByte(f.Name, '.')
	if dot < 0 {
		return
	}
	old, name := f.Name, r.of(titles...)+f.Name[dot:]
	if r.one(10) {
		name = strings.TrimSuffix(name, f.Name[dot:])
	}
	f.Name = name
	rename := func(words []string) {
		for i := range words {
			if words[i] == old {
				words[i] = name
			}
		}
	}
	rename(in.Words)
	for _, words := range in.Flags {
		rename(words)
	}
}

// pipe lets the command read the program from standard input.
func (in *Input) pipe() {
	for i, word := range in.Words {
		if word == in.Files[0].Name {
			in.Words[i], in.Stdin = "-", in.Files[0].Name
		}
	}
}

// Names returns the flags that an input may give to a command, without dashes, with the flags that all commands may
// get. A test compares them with the flags of the command.
func Names(command string) []string {
	out := []string{"help", "timeout", "set", "output", "no-times", "algorithm", "schedule", "max-memory"}
	for _, f := range flags {
		if strings.Contains(f.commands, letters[command]) {
			out = append(out, strings.TrimSuffix(strings.TrimPrefix(f.name, "--"), "=false"))
		}
	}
	return append(out, everyDays[command]...)
}

// Values returns the values that an input may give to a flag of a command. A test compares them with the forms of
// reports.
func Values(command, name string) (values []string) {
	for _, f := range flags {
		if f.name == "--"+name && strings.Contains(f.commands, letters[command]) {
			values = append(values, f.values...)
		}
	}
	return values
}

// everyDays has the flags that everyDay gives to the formatter and the lints.
var everyDays = map[string][]string{"fmt": {"diff", "list", "write", "spec"}, "lint": {"ignore"}}

// letters has the letters that stand for commands in the table of flags.
var letters = map[string]string{"check": "c", "explore": "e", "crosscheck": "x", "stats": "s", "render": "r",
	"replay": "p", "test": "t"}
