package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	random "flavers/internal/trial"
)

// huge are inputs of one shape each; n says how large.
var huge = map[string]func(n int) string{
	"line.tfg":     func(n int) string { return "program p\ntask a { " + each("event  a%d; ", n) + "}\n" },
	"lines.tfg":    func(n int) string { return "program p\ntask a {\n" + each("event  a%d\n", n) + "}\n" },
	"comment.tfg":  func(n int) string { return "program p\n// " + strings.Repeat("x ", 10*n) + "\ntask a { event a }\n" },
	"comments.tfg": func(n int) string { return "program p\ntask a {\n" + strings.Repeat("event a /**/ // x\n", n) + "}\n" },
	"name.tfg":     func(n int) string { return "program p\ntask " + strings.Repeat("a", 10*n) + " { event a }\n" },
	"tasks.tfg":    func(n int) string { return "program p\n" + each("task t%d{}\n", n) },
	"family.tfg":   func(n int) string { return fmt.Sprintf("program p\ntask t[i in 0..%d] { event a }\n", n) },
	"procs.tfg":    func(n int) string { return "program p\n" + each("proc p%d(){}\n", n) + "task a { event a }\n" },
	"parens.tfg": func(n int) string {
		return "program p\nshared x 0..3 = 0\ntask a { x = " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n) + " }\n"
	},
	"blocks.tfg": func(n int) string {
		return "program p\ntask a { " + strings.Repeat("loop {\n", n) + "event a" + strings.Repeat("}", n) + " }\n"
	},
	"open.tfg":   func(n int) string { return "program p\ntask a { " + strings.Repeat("loop { ", n) },
	"semis.tfg":  func(n int) string { return "program p\ntask a { " + strings.Repeat(";", 10*n) + " event a }\n" },
	"binary.tfg": func(n int) string { return strings.Repeat("\x01\x02@#$%^&*\xff", n) },
	"properties.fsa": func(n int) string {
		return each("property p%d { absence of b before a }\n", n/2)
	},
	"states.fsa": func(n int) string {
		return "property p {\n  states s*, " + strings.TrimSuffix(each("s%d, ", n/2), ", ") + "\n" + each("  s -> s%d : a\n", n/2) + "}\n"
	},
	"list.fsa": func(n int) string {
		return "property p {\n  states s*,\n" + strings.TrimSuffix(each("s%d,\n", n), ",\n") + "\n  s -> s : a\n}\n"
	},
	"expression.fsa": func(n int) string { return "property p\n all (" + each("a%d; ", n) + "a)*\n" },
	"choice.fsa":     func(n int) string { return "property p\n all " + each("a%d | ", n) + "a\n" },
	"formula.fsa":    func(n int) string { return "property p ltl " + each("F a%d && ", n) + "F a\n" },
	"parens.fsa": func(n int) string {
		return "property p ltl " + strings.Repeat("(", n) + "a" + strings.Repeat(")", n) + "\n"
	},
	"place.pnml": func(n int) string {
		return "<pnml><net id=\"n\" type=\"P/T\"><page id=\"g\">" + each("<place id=\"p%d\"><initialMarking><text>1</text>"+
			"</initialMarking></place><transition id=\"t%d\"/><arc id=\"a%d\" source=\"p%d\" target=\"t%d\"/>", n/10) + "</page></net></pnml>"
	},
	"pages.pnml": func(n int) string {
		return "<pnml><net id=\"n\" type=\"P/T\">" + each("<page id=\"g%d\">", n) + "<place id=\"p\"/>" + strings.Repeat("</page>", n) + "</net></pnml>"
	},
	"posts.trace": func(n int) string { return "looper l\n" + each("post l e%d\n", n) },
	"lines.adb": func(n int) string {
		return "procedure P is\n X : Integer := 0;\nbegin\n" + strings.Repeat("   X := X + 1;\n", n) + "end P;\n"
	},
	"declared.adb": func(n int) string {
		return "procedure P is\n" + each(" X%d : Integer := 0;\n", n) + "begin\n null;\nend P;\n"
	},
	"ifs.adb": func(n int) string {
		return "procedure P is\nbegin\n" + strings.Repeat("if True then ", n) + "null;" + strings.Repeat(" end if;", n) + "\nend P;\n"
	},
	"braces.fsa": func(n int) string { return "property p " + strings.Repeat("{", n) + strings.Repeat("}", n) + "\n" },
}

// each is a line for each number below n, which stands in place of each %d.
func each(line string, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(line, "%d", fmt.Sprint(i)))
	}
	return b.String()
}

// TestHugeInputs: whatever is large in an input, every command ends soon, within its time, with a status that is
// documented, and says something.
func TestHugeInputs(t *testing.T) {
	n, given, patience := 400, "2s", 20*time.Second
	if random.More() {
		n, given, patience = 100_000, "5s", 60*time.Second
	}
	files := map[string]string{"small.tfg": "program p\ntask a { event a }\ntask b { event b }\n",
		"long": "1:00000000:" + strings.Repeat("0,", 10*n) + "0\n"}
	for name, text := range huge {
		files[name] = text(n)
	}
	inDir(t, files)
	run := func(line string) {
		t.Helper()
		began := time.Now()
		got := runReal("", strings.Fields(line)...)
		if took := time.Since(began); took > patience {
			t.Errorf("%s: it took %v", line, took)
		}
		if got.status < 0 || got.status > 3 || got.status > 1 && got.out == "" && got.err == "" {
			t.Errorf("%s: status %d, %.300s%.300s", line, got.status, got.out, got.err)
		}
	}
	commands := []string{"check --runtime-errors", "explore", "stats", "crosscheck", "replay 1:0:0", "lint", "render -o o.svg", "test",
		"sim", "check --dump tfg-source", "check --html-output o.html --format sarif"}
	for name := range huge {
		if extension := filepath.Ext(name); extension == ".pnml" || extension == ".trace" {
			run("explore " + name + " --timeout " + given)
			run("replay " + name + " n1:0:0 --timeout " + given)
			continue
		} else if extension != ".adb" {
			run("fmt -d --timeout " + given + " " + name)
		}
		if strings.HasSuffix(name, ".fsa") {
			run("check small.tfg --property " + name + " --timeout " + given)
			run("explore small.tfg --property " + name + " --timeout " + given)
			continue
		}
		for i, command := range commands {
			// The usual tests run each command on a part of the inputs.
			if word, flags, _ := strings.Cut(command, " "); random.More() || i == len(name)%len(commands) {
				run(word + " " + name + " " + flags + " --timeout " + given)
			}
		}
	}
	for _, command := range []string{"replay small.tfg long", "render small.tfg --graph trace -o o.svg --schedule long"} {
		run(command + " --timeout " + given)
	}
	long := strings.Repeat("A", 10*n)
	for _, command := range []string{"explain ", "properties ", "init ", "check ", "fmt ", "lint ", "render -o o.svg ", "check small.tfg --only "} {
		run(command + long)
	}
}
