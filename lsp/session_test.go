package lsp

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creachadair/jrpc2"
)

// client is a scripted editor.
type client struct {
	t    *testing.T
	rpc  *jrpc2.Client
	dir  string
	text map[string]string // what it holds, by name
	mu   sync.Mutex
	said map[string]published // the last diagnostics, by name
	news chan struct{}
	vers int
}

// connect makes an editor at the other end of a server's streams, with files of a new
// folder.
func connect(t *testing.T, in io.Reader, out io.Writer, files map[string]string) *client {
	c := &client{t: t, dir: t.TempDir(), text: map[string]string{}, said: map[string]published{}, news: make(chan struct{}, 1000)}
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(c.dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(c.dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c.rpc = jrpc2.NewClient(newStream(in, out, nil), &jrpc2.ClientOptions{
		OnNotify: func(r *jrpc2.Request) {
			var p published
			switch {
			case r.Method() == "window/logMessage":
				t.Errorf("%s", r.ParamString())
			case r.Method() == "textDocument/publishDiagnostics" && r.UnmarshalParams(&p) == nil:
				c.mu.Lock()
				name := pathOf(p.URI)
				if below, err := filepath.Rel(c.dir, name); err == nil && filepath.IsLocal(below) {
					name = filepath.ToSlash(below)
				}
				c.said[name] = p
				c.mu.Unlock()
			}
			select {
			case c.news <- struct{}{}:
			default:
			}
		},
		OnCancel: func(rpc *jrpc2.Client, r *jrpc2.Response) {
			rpc.Notify(context.Background(), "$/cancelRequest", map[string]any{"id": json.RawMessage(r.ID())})
		},
		OnCallback: func(context.Context, *jrpc2.Request) (any, error) { return nil, nil },
	})
	t.Cleanup(func() { c.rpc.Close() })
	return c
}

// local is an editor with a server in this process.
func local(t *testing.T, files map[string]string) *client {
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- Serve(context.Background(), toServer, fromServer, Options{Timeout: time.Minute}) }()
	c := connect(t, toClient, fromClient, files)
	t.Cleanup(func() {
		fromClient.Close()
		toClient.Close()
		select {
		case <-ended:
		case <-time.After(time.Minute):
			t.Error("the server does not end")
		}
	})
	c.begin()
	return c
}

func (c *client) begin() {
	c.call("initialize", map[string]any{"capabilities": map[string]any{"workspace": map[string]any{"codeLens": map[string]any{"refreshSupport": true}},
		"window": map[string]any{"workDoneProgress": true}}}, nil)
	c.notify("initialized", map[string]any{})
}

func (c *client) uri(name string) string { return (&view{}).uriOf(filepath.Join(c.dir, name)) }

func (c *client) notify(method string, params any) {
	if err := c.rpc.Notify(context.Background(), method, params); err != nil {
		c.t.Helper()
		c.t.Fatal(method, err)
	}
}

// folder makes the folder of the files one of the workspace.
func (c *client) folder() {
	uri := (&view{}).uriOf(c.dir)
	c.notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"added": []any{map[string]any{"uri": uri}}}})
}

// save writes a file as the editor holds it, and tells the server.
func (c *client) save(name string) {
	if err := os.WriteFile(filepath.Join(c.dir, name), []byte(c.text[name]), 0o644); err != nil {
		c.t.Fatal(err)
	}
	c.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}})
}

// call asks, and reads the answer into result.
func (c *client) call(method string, params, result any) {
	c.t.Helper()
	ctx, end := context.WithTimeout(context.Background(), time.Minute)
	defer end()
	r, err := c.rpc.Call(ctx, method, params)
	if err == nil && result != nil {
		err = r.UnmarshalResult(result)
	}
	if err != nil {
		c.t.Fatal(method, err)
	}
}

func (c *client) open(name string) {
	src, err := os.ReadFile(filepath.Join(c.dir, name))
	if err != nil {
		c.t.Fatal(err)
	}
	c.text[name] = string(src)
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": c.uri(name), "version": 0, "text": c.text[name]}})
}

// edit replaces old, which stands there once, by a change of a range.
func (c *client) edit(name, old, new string) {
	c.t.Helper()
	if strings.Count(c.text[name], old) != 1 {
		c.t.Fatalf("%q does not stand once in\n%s", old, c.text[name])
	}
	t := newText([]byte(c.text[name]))
	at := strings.Index(c.text[name], old)
	c.apply(name, []textEdit{{textRange{t.position(at), t.position(at + len(old))}, new}})
}

// apply makes edits, and tells the server.
func (c *client) apply(name string, edits []textEdit) {
	t := newText([]byte(c.text[name]))
	slices.SortFunc(edits, func(a, b textEdit) int { return t.offset(b.Range.Start) - t.offset(a.Range.Start) })
	var changes []map[string]any
	for _, e := range edits {
		t = t.edited(contentChange{&e.Range, e.NewText})
		changes = append(changes, map[string]any{"range": e.Range, "text": e.NewText})
	}
	c.text[name] = string(t.src)
	c.vers++
	c.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": c.uri(name), "version": c.vers}, "contentChanges": changes})
}

// at is the place of |, in what stands once in a text.
func (c *client) at(name, where string) map[string]any {
	c.t.Helper()
	before, after, ok := strings.Cut(where, "|")
	if !ok || strings.Count(c.text[name], before+after) != 1 {
		c.t.Fatalf("%q does not stand once in\n%s", where, c.text[name])
	}
	p := newText([]byte(c.text[name])).position(strings.Index(c.text[name], before+after) + len(before))
	return map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}, "position": p, "context": map[string]any{"includeDeclaration": true}}
}

// wait waits for diagnostics of the version that a file has.
func (c *client) wait(name string, good func([]diagnostic) bool) []diagnostic {
	c.t.Helper()
	end := time.After(time.Minute)
	for {
		c.mu.Lock()
		p, ok := c.said[name]
		c.mu.Unlock()
		if ok && good(p.Diagnostics) {
			return p.Diagnostics
		}
		select {
		case <-c.news:
		case <-end:
			c.t.Fatalf("%s: the last diagnostics are %+v", name, p)
		}
	}
}

func none(list []diagnostic) bool { return len(list) == 0 }
func some(list []diagnostic) bool { return len(list) > 0 }

// lensTitles are the titles of the lenses of a file.
func (c *client) lensTitles(name string) (titles []string, all []codeLens) {
	c.call("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}}, &all)
	for _, l := range all {
		titles = append(titles, l.Command.Title)
	}
	return titles, all
}

var turns = map[string]string{
	"turns.tfg": `const N = 2 // tasks
shared turn 0..1
lock door
task t[i in 0..N-1] {
    // «ü𝄞» before names
    /* 𝄞 */ await turn == i; lock door; event go(i); unlock door; turn = 1 - i
}
`,
	"turns.fsa": `property order { go(0) precedes go(1) }
property wrong { go(1) precedes go(0) }
property apart[i in 0..N-1] { absence of "unlock door" before "lock door" }
`,
}

// script is a session: open, type an error, fix it by the quick fix, complete an event,
// see the verdicts.
func script(t *testing.T, c *client) {
	c.open("turns.tfg")
	c.open("turns.fsa")
	c.wait("turns.tfg", none)
	c.wait("turns.fsa", none)

	c.edit("turns.tfg", "event go(i)", "evnt go(i)")
	d := c.wait("turns.tfg", some)[0]
	if line := strings.Split(c.text["turns.tfg"], "\n")[d.Range.Start.Line]; !strings.Contains(line, "evnt") || d.Code == "" || !strings.Contains(d.Message, `did you mean "event"`) {
		t.Errorf("%q: %+v", line, d)
	}
	c.fix("turns.tfg", d, "change to event")
	if !strings.Contains(c.text["turns.tfg"], "; event go(i);") {
		t.Errorf("after the fix:\n%s", c.text["turns.tfg"])
	}
	c.wait("turns.tfg", none)

	c.edit("turns.fsa", "property order { go(0)", "property order { g")
	var list completionList
	c.call("textDocument/completion", c.at("turns.fsa", "order { g| precedes"), &list)
	var labels []string
	for _, i := range list.Items {
		labels = append(labels, i.Label)
		if i.Label == "go(0)" {
			c.apply("turns.fsa", []textEdit{*i.TextEdit})
		}
	}
	if c.text["turns.fsa"] != turns["turns.fsa"] || !slices.Contains(labels, "go(*)") || slices.Contains(labels, `"lock door"`) {
		t.Fatalf("completed to\n%s from %q", c.text["turns.fsa"], labels)
	}
	c.wait("turns.fsa", none)

	titles, lenses := c.lensTitles("turns.fsa")
	if want := []string{"check", "explore", "check", "explore", "check", "explore"}; !slices.Equal(titles, want) {
		t.Fatalf("lenses %q", titles)
	}
	for i, want := range []string{"order: holds", "order: holds", "wrong: violated after", "wrong: violated after", "apart: holds", "apart: holds"} {
		var said string
		c.call("workspace/executeCommand", lenses[i].Command, &said)
		if !strings.HasPrefix(said, want) {
			t.Errorf("lens %d says %q", i, said)
		}
	}
	titles, _ = c.lensTitles("turns.fsa")
	if titles[0] != "check: holds" || titles[1] != "explore: holds" || !strings.HasPrefix(titles[2], "check: violated after ") {
		t.Errorf("lenses %q", titles)
	}
	d = c.wait("turns.fsa", some)[0]
	steps := ""
	for _, r := range d.Related {
		steps += r.Message + "\n"
		if r.Location.URI != c.uri("turns.tfg") || r.Location.Range.Start.Line != 5 || r.Location.Range.Start.Character < 13 {
			t.Errorf("%+v", r)
		}
	}
	if d.Code != "violated" || d.Range.Start.Line != 1 || !strings.Contains(steps, "t[0]: go(0)") {
		t.Errorf("%+v\n%s", d, steps)
	}
	c.edit("turns.fsa", "go(1) precedes go(0)", "go(0) precedes go(1)")
	c.wait("turns.fsa", none)
	if titles, _ = c.lensTitles("turns.fsa"); titles[0] != "check (before the last change: holds)" {
		t.Errorf("lenses %q", titles)
	}
	c.call("shutdown", nil, nil)
	c.notify("exit", nil)
}

// fix makes the quick fix of a title at a diagnostic.
func (c *client) fix(name string, d diagnostic, title string) {
	c.t.Helper()
	var list []codeAction
	c.call("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}, "range": d.Range}, &list)
	for _, a := range list {
		if a.Title == title {
			c.apply(name, a.Edit.Changes[c.uri(name)])
			return
		}
	}
	text, _ := json.Marshal(list)
	c.t.Fatalf("no fix %q of %q, but %s", title, d.Message, text)
}

// TestSession is the script with a server in this process.
func TestSession(t *testing.T) { script(t, local(t, turns)) }
