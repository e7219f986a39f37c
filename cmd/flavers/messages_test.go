package main

import (
	"encoding/binary"
	"strings"
	"testing"
	"unicode/utf16"
)

// wide is a text as UTF-16.
func wide(text string, mark bool) string {
	var out []byte
	if mark {
		out = []byte{0xff, 0xfe}
	}
	for _, u := range utf16.Encode([]rune(text)) {
		out = binary.LittleEndian.AppendUint16(out, u)
	}
	return string(out)
}

const twoForks = "program a\nlock fork[2]\ntask p[i in 0..1] { lock fork[i]; event eat(i); unlock fork[i] }\n"

// Mistakes that newcomers make are answered once, at their place, with what to write instead. The files are those of
// the map; the first line of the answer, and what its hint says, follow.
func TestMessages(t *testing.T) {
	spec := func(text string) map[string]string { return map[string]string{"a.tfg": twoForks, "a.fsa": text} }
	for _, c := range []struct {
		files         map[string]string
		args          string
		message, hint string
	}{
		{spec("property q { lock fork[0] precedes eat(1) }\n"), "check a.tfg",
			"a.fsa:1:14: error F101: the name of an event that has a blank is written in quotes", `write "lock fork[0]" precedes`},
		{spec("property q { eat(0) before eat(1) }\n"), "check a.tfg",
			`a.fsa:1:21: error F101: there is no pattern "before"`, "write eat(0) precedes eat(1)"},
		{spec("property q { eat(0) leads to eat(1) }\n"), "check a.tfg",
			`a.fsa:1:21: error F101: there is no pattern "leads to"`, "write eat(1) responds to eat(0)"},
		{spec("property q { \"lock fork[0]\" implies eat(1) }\n"), "check a.tfg",
			`a.fsa:1:29: error F101: there is no pattern "implies"`, `write eat(1) responds to "lock fork[0]"`},
		{spec("property q { eat(1) follows eat(0) }\n"), "check a.tfg",
			`a.fsa:1:21: error F101: there is no pattern "follows"`, "write eat(1) responds to eat(0)"},
		{spec("invariant q { p[0].at == 3 }\n"), "check a.tfg",
			`a.fsa:1:15: error F219: the program has no variable "p[0].at"`, "an invariant is about variables"},
		{map[string]string{"u.tfg": wide(twoForks, true)}, "check u.tfg",
			"u.tfg:1:1: error C006: this text is UTF-16, not UTF-8", "iconv"},
		{map[string]string{"u.tfg": wide(twoForks, false)}, "check u.tfg",
			"u.tfg:1:1: error C006: this text is UTF-16, not UTF-8", "iconv"},
		{map[string]string{"c.tfg": "lock m\ncond c on m\ntask t { notify c }\n"}, "check c.tfg",
			"c.tfg:3:17: error T203: c is a condition, not a lock", "write signal c, or broadcast c"},
		{map[string]string{"go.mod": "module example.com/m\n", "queue/q.go": "package queue\n"}, "check .",
			"error C001: path . has no program", "there are Go packages below it: flavers check ./..."},
		{map[string]string{"go.mod": "module example.com/m\n", "internal/queue/q.go": "package queue\n"}, "check .",
			"error C001: path . has no program", "there are Go packages below it: flavers check ./..."},
		{map[string]string{"go.mod": "module example.com/m\n", "queue/q.go": "package queue\n"}, "check example.com/m/queue",
			"error C001: program example.com/m/queue does not exist", "a Go package is named by its folder, as ./queue"},
		{map[string]string{"T.tla": "---- MODULE T ----\n====\n"}, "check T.tla",
			`T.tla: error T007: programs are not read from files with the extension ".tla"`, "a module of TLA+"},
		{map[string]string{"T.tfg": "---- MODULE T ----\nEXTENDS Naturals\n====\n"}, "check T.tfg",
			"T.tfg:1:1: error T007: this is no program in the language of the file's extension", "a module of TLA+"},
		{map[string]string{"s.tfg": "shared x 0..4294967295\ntask t { x = 1 }\n"}, "check s.tfg",
			"s.tfg:1:13: error T004: the number 4294967295 does not fit into 32 bits", "65536 values"},
		{map[string]string{"s.tfg": "shared x 0..7\ntask t { x = 4294967295 }\n"}, "check s.tfg",
			"s.tfg:2:14: error T004: the number 4294967295 does not fit into 32 bits", "65536 values"},
		{map[string]string{"n.tfg": "program s\n"}, "check n.tfg",
			"n.tfg:1:9: error T311: the program has no task", "write task NAME"},
		{map[string]string{"g/g.go": "package g\n\nfunc F() {}\n"}, "check g",
			"error G001: g: the Go files of this folder belong to no module", "go mod init NAME"},
		{map[string]string{"go.mod": "module h\n\ngo 1.26\n", "h.go": "package h\n\nfunc F( {\n"}, "check .",
			"h.go:3:9: error G001: expected ')', found '{'", ""},
		{map[string]string{"go.mod": "module h\n\ngo 1.26\n", "h.go": "package h\n\nfunc F() {\n\tx := := 1\n}\n"}, "check .",
			"h.go:4:7: error G001: expected operand, found ':='", ""},
		{map[string]string{"go.mod": "module h\n\ngo 1.26\n",
			"h.go": "package h\n\nimport \"nonesuch\"\n\nfunc F() { nonesuch.G() }\n"}, "check .",
			"h.go:3:8: error G001: there is no package nonesuch", "the path of the module before its folder"},
		{map[string]string{"a.tfg": twoForks}, "explore a.tfg --algorithm dfs",
			"dfs is an order of the explorer states: --algorithm states --search dfs", ""},
	} {
		inDir(t, c.files)
		got := runReal("", strings.Fields(c.args)...)
		if got.status != 2 || !strings.Contains(got.err, c.message) || !strings.Contains(got.err, c.hint) {
			t.Errorf("status %d\n%swant\n%s\n%s", got.status, got.err, c.message, c.hint)
		}
		if n := strings.Count(got.err, "error ") + strings.Count(got.err, "flavers: "); n != 1 {
			t.Errorf("%d findings of one mistake:\n%s", n, got.err)
		}
		if c.hint != "" && strings.Count(got.err, "hint: ") != 1 {
			t.Errorf("no hint:\n%s", got.err)
		}
	}
}
