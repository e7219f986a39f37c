package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// evil is what somebody may put into a name: a line that looks like a diagnostic, a
// colour, the title of a window, marks of direction, characters that are not seen,
// bytes that are no text.
const evil = "x\ny.tfg:1:1: error T999: forged\r\x1b[31m\x1b]0;title\a\u009b2J\u0085\u202eexe\u2066\u200f\u200b\u2028\x7f\xff"

// raw is where text has something that a terminal obeys, or -1.
func raw(text string, colours bool) int {
	if colours {
		for _, code := range []string{"0", "1", "2", "31", "32", "33"} {
			text = strings.ReplaceAll(text, "\x1b["+code+"m", "")
		}
	}
	for i, r := range text {
		if r == utf8.RuneError {
			if _, n := utf8.DecodeRuneInString(text[i:]); n == 1 {
				return i
			}
		}
		if r != '\n' && r != '\t' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
			return i
		}
	}
	return -1
}

// forged reports whether the line in evil stands as a line of its own.
func forged(text string) bool { return strings.Contains("\n"+text, "\ny.tfg:1:1: error T999") }

// No output of any command has a raw control character, whatever files, flags, the
// names in them and their lines are.
func TestHostileInput(t *testing.T) {
	if filepath.Separator != '/' {
		t.Skip("names of files cannot hold these characters")
	}
	crooked := strings.Replace(crossing, "task a {", "// \x1b[31m\u202e\u200b\ntask a {", 1)
	const net = `<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml"><net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="g">` +
		`<place id="p&#x202e;&#x9b;31m"><name><text>a&#10;y.tfg:1:1: error T999: forged&#x200b;</text></name><initialMarking><text>1</text></initialMarking></place>` +
		`<transition id="t&#x202e;"><name><text>b&#10;y.tfg:1:1: error T999: forged&#x2066;</text></name></transition><arc id="a" source="p&#x202e;&#x9b;31m" target="t&#x202e;"/></page></net></pnml>`
	inDir(t, map[string]string{
		evil + ".tfg": crooked, evil + ".fsa": crossingSpec,
		"bad" + evil + ".tfg": "program p\ntask a { call \u202e\u200bz\x1b[31m.go } // \u2066\x1b]0;t\a\ntask b { event \"\x1b[2J\" }\n",
		"spec.tfg":            crooked, "spec.fsa": "property \"p\u202e\" { absence of a globally } // \x1b[2J\nproperty q { absence of \"\x1b[31m\u200b\" globally }\n",
		"quote.tfg": crossing, "quote.fsa": "property order { absence of \"b\u202e\" before a }\n",
		"named.tfg":     "program p\n//! property \"../\x1b[31m\u202e\"\n//! property \"no\x1b[31m\u202e\"\ntask a { event a }\n",
		evil + ".trace": "main\u202e threadinit\nmain fork \x1b[31ma\u200b\n\x1b[31ma\u200b threadinit\n\x1b[31ma\u200b threadexit\nmain\u202e threadexit\n\x1b]0;x\a\n",
		"deep.trace":    "m\u202e\u200b threadinit\nm\u202e\u200b acquire l\u2066\nm\u202e\u200b threadexit\n", evil + ".pnml": net, "wrong.pnml": "<pnml\x1b[31m><\u202e/>",
		"s" + evil: "1:zz\x1b[31m\u202e", "sets" + evil: "{\x1b[31m",
	})
	program := evil + ".tfg"
	check := func(args []string, output, text string, colours bool) {
		if i := raw(text, colours); i >= 0 {
			t.Errorf("%q: %s has %q", args, output, text[max(0, i-60):min(len(text), i+30)])
		}
		if forged(text) && !strings.HasSuffix(output, ".svg") && !strings.HasSuffix(output, ".html") {
			t.Errorf("%q: %s has a line that is forged:\n%s", args, output, text)
		}
	}
	run := func(args ...string) {
		t.Helper()
		files := []string{"o.json", "o.sarif", "o.html", "o.svg", "o.dot"}
		for _, name := range files {
			os.Remove(name)
		}
		got := runReal("", args...)
		if got.status == 4 {
			t.Errorf("%q: %s", args, got.err)
		}
		colours := strings.Contains(strings.Join(args, " "), "--color always")
		check(args, "standard output", got.out, colours)
		check(args, "standard error", got.err, false)
		written := got.out != "" || got.err != ""
		for _, name := range files {
			if text, err := os.ReadFile(name); err == nil {
				written = true
				check(args, name, string(text), false)
			}
		}
		if !written {
			t.Errorf("%q writes nothing", args)
		}
	}
	inputs := []string{program, "bad" + evil + ".tfg", "spec.tfg", "quote.tfg", "named.tfg", evil + ".trace", "deep.trace", evil + ".pnml", "wrong.pnml", "no" + evil + ".tfg", evil}
	for _, input := range []string{program, "quote.tfg", "deep.trace", evil + ".pnml"} { // these are read and explored
		args := []string{"explore", input}
		if input == "quote.tfg" {
			args = append(args, "--strict=false") // its symbol with a mark of direction matches nothing
		}
		if got := runReal("", args...); got.status > 1 || !strings.Contains(got.out, "explored with") {
			t.Errorf("%q: %+v", input, got)
		}
	}
	files := []string{"--json-output", "o.json", "--sarif-output", "o.sarif", "--html-output", "o.html", "--no-times"}
	for _, input := range inputs {
		for _, command := range []string{"check", "explore", "crosscheck"} {
			run(append([]string{command, input}, files...)...)
			run(command, input, "--color", "always", "-v")
			run(command, input, "--format", "json", "--no-times")
			run(command, input, "--format", "sarif")
			run(command, input, "--json-output", "o.json")
		}
		run("check", input, "--format", "github")
		for _, stage := range []string{"cfg", "events", "specs", "tfg", "automata"} {
			run("check", input, "--dump", stage)
		}
		for _, form := range []string{"text", "markdown", "csv", "json"} {
			run("stats", input, "--no-times", "--format", form)
		}
		run("stats", input, "--plot", "o.svg", "--no-times")
		for _, graph := range []string{"cfg", "tfg", "trace"} {
			for _, o := range []string{"o.svg", "o.dot", "o.html", "-"} {
				run("render", input, "--graph", graph, "-o", o)
			}
		}
		run(append([]string{"replay", input, "1:00000000:0"}, files...)...)
		run("replay", input, "s"+evil, "--color", "always")
		run("explore", input, "--algorithm", "engine-ea", "--graph", "o.svg")
		run("explore", input, "--algorithm", "engine-ea", "--graph", "o.dot")
	}
	for _, flag := range []string{"property", "constraint", "only", "set", "por", "timeout", "max-memory", "depth", "jobs", "dump", "format", "json-output", "html-output", "constraints-file", evil} {
		run("check", program, "--"+flag, evil)
		run("check", program, "--"+flag+"="+evil+"/"+evil)
		run("check", program, "--"+flag, "N="+evil)
	}
	run("check", program, "--constraints-file", "sets"+evil)
	run("explore", program, "--algorithm", evil)
	run("explore", program, "--initial", evil, "--algorithm", "lpor")
	run("stats", program, "--constraints", "task:"+evil+"*", "--no-times")
	run("render", program, "-o", evil)
	run("render", program, "-o", "o.svg", "--task", evil)
	run("render", program, "-o", "o.svg", "--around", evil)
	run("render", program, "-o", evil+"/o.svg")
	for _, words := range [][]string{{evil}, {"help", evil}, {"help", "check"}, {"explain", evil}, {"explain"}, {"completion", evil}, {"completion", "bash"}, {"completion", "zsh"},
		{"completion", "fish"}, {"completion", "powershell"}, {"version", evil}, {"man", evil + "/" + evil + "/\x00"}, {"man", program}, {"check", evil, evil}, {}, {"--help"}, {"-" + evil}} {
		run(words...)
	}
	run("__complete", "check", program, "--only", "")

	// A command that is to be copied names the file all the same, in any POSIX shell.
	got := runReal("", "explore", program)
	_, word, _ := strings.Cut(got.out, "flavers replay ")
	word, _, found := strings.Cut(word, " 1:")
	name, err := exec.CommandContext(t.Context(), "/bin/sh", "-c", `printf '%s.' `+word).Output()
	if !found || err != nil || string(name) != program+"." {
		t.Errorf("the shell reads %q (%v) in\n%s", name, err, got.out)
	}
}
