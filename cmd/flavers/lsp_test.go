package main

import (
	"fmt"
	"strings"
	"testing"
)

// messages are requests as an editor sends them.
func messages(list ...string) string {
	var b strings.Builder
	for _, m := range list {
		fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n%s", len(m), m)
	}
	return b.String()
}

// TestLSP: the command is a server on its streams; package lsp tests what it answers.
func TestLSP(t *testing.T) {
	const begin = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`
	const down = `{"jsonrpc":"2.0","id":2,"method":"shutdown"}`
	const leave = `{"jsonrpc":"2.0","method":"exit"}`
	for _, c := range []struct {
		name, in string
		args     string
		status   int
		out, err string
	}{
		{"session", messages(begin, down, leave), "lsp --stdio --timeout 5s", 0, `"serverInfo":{"name":"flavers"`, ""},
		{"left", messages(begin), "lsp", 1, `"capabilities":`, ""},
		{"no session", "GET / HTTP/1.1\r\n\r\n", "lsp", 1, "",
			"the header of a message cannot be read: \"GET / HTTP/1.1\" has no colon"},
		{"no length", "Content-Length: many\r\n\r\n", "lsp", 1, "", "\"many\" is no length"},
		{"no Content-Length", "Content-Type: text\r\n\r\n{}", "lsp", 1, "", "no Content-Length"},
		{"half a header", "Content-Le", "lsp", 1, "", "\"Content-Le\", and then EOF"},
		{"words", "", "lsp dining.tfg", 2, "", "lsp takes no words"},
		{"limit", "", "lsp --timeout -1s", 2, "", "--timeout"},
	} {
		got := runReal(c.in, strings.Fields(c.args)...)
		if got.status != c.status || !strings.Contains(got.out, c.out) || !strings.Contains(got.err, c.err) ||
			(c.err == "") != (got.err == "") {
			t.Errorf("%s: %+v", c.name, got)
		}
		if got.out != "" && !strings.HasPrefix(got.out, "Content-Length: ") {
			t.Errorf("%s: more than the protocol is written: %q", c.name, got.out)
		}
	}
}
