package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"
)

// collector is the end of a server's output.
type collector struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (c *collector) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.b.Write(p)
}

// serve gives a server an input, and looks at all that it writes: messages, or lists of
// them, none of which tells of a bug. It returns what the session ended with.
func serve(t *testing.T, input string) (ended error) {
	t.Helper()
	out := &collector{}
	ctx, end := context.WithTimeout(context.Background(), 30*time.Second)
	defer end()
	done := make(chan struct{})
	go func() {
		ended = Serve(ctx, strings.NewReader(input), out, Options{})
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
		t.Fatal("the session does not end")
	}
	out.mu.Lock()
	defer out.mu.Unlock()
	in := newStream(&out.b, io.Discard, nil)
	for {
		msg, err := in.Recv()
		if err == io.EOF {
			return ended
		}
		type message struct {
			Jsonrpc string
			envelope
		}
		list := make([]message, 1)
		if bytes.HasPrefix(msg, []byte("[")) {
			err = errors.Join(err, json.Unmarshal(msg, &list))
		} else {
			err = errors.Join(err, json.Unmarshal(msg, &list[0]))
		}
		for _, m := range list {
			if err != nil || m.Jsonrpc != "2.0" {
				t.Fatalf("%v: %q", err, msg)
			}
		}
		if bytes.Contains(msg, []byte("internal error")) {
			t.Fatalf("%s", msg)
		}
	}
}

func frames(list ...string) string {
	var b strings.Builder
	for _, m := range list {
		fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n%s", len(m), m)
	}
	return b.String()
}

const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`

// FuzzMessages: whatever is said, the session ends when its input does, and says
// nothing but messages.
func FuzzMessages(f *testing.F) {
	for _, s := range []string{"", "x", `{"jsonrpc":"2.0","id":2,"method":"textDocument/hover"}`, `[]`, `[1,{}]`, `{"jsonrpc":"2.0","method":"exit"}`,
		`{"jsonrpc":"2.0","id":[],"method":"textDocument/didOpen","params":[1]}`, `{"jsonrpc":"2.0","id":"a","method":"shutdown","params":null}`,
		`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":{}}}`, `{"jsonrpc":"2.0","id":3,"method":"initialize"}`, `{"jsonrpc":"2.0","id":9,"result":1}`,
		`{"jsonrpc":"2.0","id":4,"method":"workspace/executeCommand","params":{"command":"flavers.check","arguments":["file:///x.tfg",7]}}`} {
		f.Add(s, true)
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, text string, framed bool) {
		if framed {
			text = frames(text)
		}
		serve(t, frames(hello)+text)
	})
}

// FuzzRequests: every request at any place of any texts, and after an edit there, is
// answered without a bug.
func FuzzRequests(f *testing.F) {
	for _, files := range []map[string]string{dining, turns} {
		var p, s string
		for name, text := range files {
			if isSpec(name) {
				s = text
			} else {
				p = text
			}
		}
		f.Add(p, s, uint16(3), uint16(10), "x")
		f.Add(p, s, uint16(7), uint16(30), "}\r\n𝄞")
	}
	f.Add("\xef\xbb\xbftask", "property \"", uint16(0), uint16(0), "\r")
	f.Fuzz(func(t *testing.T, program, spec string, line, character uint16, insert string) {
		if len(program)+len(spec)+len(insert) > 4000 {
			return
		}
		enc := func(v any) string {
			b, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
		id := 10
		list := []string{hello}
		say := func(method string, params any, call bool) {
			m := map[string]any{"jsonrpc": "2.0", "method": method, "params": params}
			if call {
				id++
				m["id"] = id
			}
			list = append(list, enc(m))
		}
		for name, text := range map[string]string{"/nowhere/p.tfg": program, "/nowhere/p.fsa": spec} {
			say("textDocument/didOpen", didOpen{textDocument{URI: "file://" + name, Text: text}}, false)
		}
		for round := range 2 {
			for _, name := range []string{"file:///nowhere/p.tfg", "file:///nowhere/p.fsa"} {
				doc := map[string]any{"uri": name, "version": round + 1}
				at := position{int(line) % 40, int(character) % 120}
				params := map[string]any{"textDocument": doc, "position": at, "range": textRange{at, position{at.Line + 1, 0}}, "newName": "other",
					"context": map[string]any{"includeDeclaration": true}}
				for _, method := range []string{"codeAction", "completion", "hover", "definition", "references", "documentHighlight", "prepareRename", "rename",
					"documentSymbol", "formatting", "codeLens", "semanticTokens/full"} {
					say("textDocument/"+method, params, true)
				}
				say("textDocument/didChange", map[string]any{"textDocument": doc, "contentChanges": []any{map[string]any{"range": textRange{at, at}, "text": insert}}}, false)
			}
		}
		say("shutdown", nil, true)
		say("exit", nil, false)
		if err := serve(t, frames(list...)); err != nil {
			t.Error(err)
		}
	})
}
