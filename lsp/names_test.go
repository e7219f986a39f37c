package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var dining = map[string]string{
	"dining.tfg": `//! expect exclusion holds
const N = 2
enum Phase { idle, busy }
lock m[N]
task fork[i in 0..N-1] { entry up, down; loop { accept up; accept down } }
task phil[i in 0..N-1] {
    var phase Phase = idle
    call fork[i].up
    phase = busy; event eat(i)
    lock m[i]; unlock m[i]
    call fork[i].down
}
`,
	"dining.fsa": `property exclusion { absence of { "phil[*].phase=busy" } before fork[0].up }
property eats[k in 0..N-1] for { done = eat(k) } all done?
constraint c { "lock m[0]" precedes phil[1]:fork[1].down }
`,
}

// line is the text of the line of a location, with its place marked.
func (c *client) marked(l location) string {
	name := filepath.Base(pathOf(l.URI))
	text := newText([]byte(c.text[name]))
	from, to := text.offset(l.Range.Start), text.offset(l.Range.End)
	return fmt.Sprintf("%s:%d:%s", name, l.Range.Start.Line+1, text.src[from:to])
}

func (c *client) locations(method, name, where string) []string {
	c.t.Helper()
	var list []location
	c.call(method, c.at(name, where), &list)
	var out []string
	for _, l := range list {
		out = append(out, c.marked(l))
	}
	return out
}

// TestNavigation: definitions and references within and across files.
func TestNavigation(t *testing.T) {
	c := local(t, dining)
	c.open("dining.tfg")
	c.open("dining.fsa")
	for _, q := range []struct {
		name, where string
		want        []string
	}{
		{"dining.tfg", "lock m[N|]", []string{"dining.tfg:2:N"}},
		{"dining.tfg", "call fork[i].u|p", []string{"dining.tfg:5:up"}},
		{"dining.fsa", "fork[0].|up", []string{"dining.tfg:5:up"}},
		{"dining.fsa", "before f|ork[0]", []string{"dining.tfg:5:fork"}},
		{"dining.fsa", "phil[*].ph|ase=busy", []string{"dining.tfg:7:phase"}},
		{"dining.fsa", "=bu|sy", []string{"dining.tfg:3:busy"}},
		{"dining.fsa", "ea|t(k)", []string{"dining.tfg:9:eat"}},
		{"dining.fsa", "eat(k|)", []string{"dining.fsa:2:k"}},
		{"dining.fsa", "all do|ne", []string{"dining.fsa:2:done"}},
		{"dining.fsa", "lock m|[0]", []string{"dining.tfg:4:m"}},
		{"dining.fsa", "0..N|-1", []string{"dining.tfg:2:N"}},
		{"dining.fsa", "precedes phil|[1]", []string{"dining.tfg:6:phil"}},
		{"dining.tfg", "expect exclu|sion", []string{"dining.fsa:1:exclusion"}},
		{"dining.tfg", "|loop", nil},
	} {
		if got := c.locations("textDocument/definition", q.name, q.where); !slices.Equal(got, q.want) {
			t.Errorf("definition of %s: %q", q.where, got)
		}
	}
	for _, q := range []struct {
		name, where string
		want        []string
	}{
		{"dining.tfg", "const N|", []string{"dining.tfg:2:N", "dining.tfg:4:N", "dining.tfg:5:N", "dining.tfg:6:N", "dining.fsa:2:N"}},
		{"dining.tfg", "entry up|", []string{"dining.tfg:5:up", "dining.tfg:5:up", "dining.tfg:8:up", "dining.fsa:1:up"}},
		{"dining.fsa", "].do|wn", []string{"dining.tfg:5:down", "dining.tfg:5:down", "dining.tfg:11:down", "dining.fsa:3:down"}},
		{"dining.fsa", "property exclu|sion", []string{"dining.fsa:1:exclusion", "dining.tfg:1:exclusion"}},
	} {
		if got := c.locations("textDocument/references", q.name, q.where); !slices.Equal(got, q.want) {
			t.Errorf("references of %s: %q", q.where, got)
		}
	}
	var marks []highlight
	c.call("textDocument/documentHighlight", c.at("dining.tfg", "    phase = bu|sy"), &marks)
	if len(marks) != 2 {
		t.Errorf("%+v", marks)
	}
}

// TestRename: what a rename writes, and what it refuses.
func TestRename(t *testing.T) {
	c := local(t, dining)
	c.open("dining.tfg")
	c.open("dining.fsa")
	ask := func(name, where, to string) (edit workspaceEdit, err error) {
		params := c.at(name, where)
		params["newName"] = to
		r, err := c.rpc.Call(context.Background(), "textDocument/rename", params)
		if err == nil {
			err = r.UnmarshalResult(&edit)
		}
		return edit, err
	}
	for _, q := range []struct{ name, where, to, want string }{
		{"dining.tfg", "const N|", "busy", "the name busy is taken"},
		{"dining.tfg", "var phase|", "i", "the name i is taken"}, // it would hide the index
		{"dining.tfg", "const N|", "loop", "loop is a keyword"},
		{"dining.tfg", "const N|", "2x", "is no name"},
		{"dining.tfg", "const N|", "", "a name has a letter"},
		{"dining.tfg", "entry up|", "down", "the name down is taken"},
		{"dining.tfg", "|loop", "x", "nothing here"},
		{"dining.fsa", "property exclu|sion", "eats", "taken"},
		{"dining.fsa", "constraint c|", "exclusion", "taken"},
	} {
		if edit, err := ask(q.name, q.where, q.to); err == nil || !strings.Contains(err.Error(), q.want) {
			t.Errorf("%s to %s: %v, %v", q.where, q.to, edit, err)
		}
	}
	for _, q := range []struct{ name, where, to, from string }{
		{"dining.tfg", "entry up|", "raise", "up"}, {"dining.fsa", "phil[*].ph|ase", "state", "phase"},
		{"dining.tfg", "expect exclu|sion", "alone", "exclusion"}, {"dining.tfg", "const N|", "Size", "N"},
	} {
		edit, err := ask(q.name, q.where, q.to)
		if err != nil {
			t.Errorf("%s: %v", q.where, err)
			continue
		}
		for _, name := range []string{"dining.tfg", "dining.fsa"} {
			c.apply(name, edit.Changes[c.uri(name)])
			for _, word := range strings.FieldsFunc(c.text[name], func(r rune) bool { return !wordByte(byte(r)) }) {
				if word == q.from {
					t.Errorf("%s: %s is left in\n%s", q.where, q.from, c.text[name])
				}
			}
		}
		c.wait("dining.tfg", none)
		c.wait("dining.fsa", none)
	}
	if text := c.text["dining.fsa"]; !strings.HasPrefix(text, "property alone { absence of { \"phil[*].state=busy\" } before fork[0].raise }\nproperty eats[k in 0..Size-1]") {
		t.Errorf("%s", text)
	}
}

// TestHover looks for what hover has to say.
func TestHover(t *testing.T) {
	c := local(t, dining)
	c.open("dining.tfg")
	c.open("dining.fsa")
	for _, q := range []struct{ name, where, want string }{
		{"dining.tfg", "lock m[N|]", "value: `2`"},
		{"dining.tfg", "= i|dle", "enum value `idle` of `Phase`"},
		{"dining.tfg", "event ea|t", "events: `eat(0)`, `eat(1)`"},
		{"dining.tfg", "call fork[i].u|p", "entry `up`, in task `fork`"},
		{"dining.fsa", "ea|t(k)", "`eat(k)` stands for `eat(0)`, `eat(1)`"},
		{"dining.fsa", "\"lo|ck", ""},
		{"dining.fsa", "phil[*].ph|ase", "stands for `phil[0].phase=busy`, `phil[1].phase=busy`"},
		{"dining.fsa", "property exclu|sion", "alphabet: `phil[*].phase=busy`, `fork[0].up`"},
		{"dining.fsa", "constraint |c", "constraint `c`"},
	} {
		var h *hover
		c.call("textDocument/hover", c.at(q.name, q.where), &h)
		if h == nil && q.want != "" || h != nil && (q.want == "" || !strings.Contains(h.Contents.Value, q.want)) {
			t.Errorf("%s: %+v", q.where, h)
		}
	}
}

// TestOutline lists the outline.
func TestOutline(t *testing.T) {
	c := local(t, dining)
	c.open("dining.tfg")
	c.open("dining.fsa")
	var show func(list []documentSymbol, depth string) string
	show = func(list []documentSymbol, depth string) (out string) {
		for _, s := range list {
			out += depth + s.Detail + " " + s.Name + "\n" + show(s.Children, depth+"  ")
		}
		return out
	}
	got := ""
	for _, name := range []string{"dining.tfg", "dining.fsa"} {
		var list []documentSymbol
		c.call("textDocument/documentSymbol", map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}}, &list)
		got += show(list, "")
		var tokens struct{ Data []int }
		c.call("textDocument/semanticTokens/full", map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}}, &tokens)
		if len(tokens.Data) == 0 || len(tokens.Data)%5 != 0 || slices.Min(tokens.Data) < 0 {
			t.Errorf("%s: %v", name, tokens.Data)
		}
	}
	want := `constant N
enum Phase
enum value idle
enum value busy
lock m
task fork
  entry up
  entry down
task phil
  variable phase
property exclusion
property eats
  short name done
constraint c
`
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// Names in the condition of an invariant, and in what reach asks for, are those of the
// program: definition, references, rename and hover; the lens has the verdict.
func TestInvariantNames(t *testing.T) {
	c := local(t, map[string]string{
		"p.tfg": "const N = 2\nenum Phase { idle, busy }\nshared turn 0..N-1\nshared flag [N]bool\nchan box[2] bool\ntask t { var at Phase = idle\nflag[1] = true; turn = 1; at = busy }\n",
		"p.fsa": "invariant calm[i in 0..N-1] { turn <= i || flag[N-1] && t.at != busy }\ninvariant low { turn < N && !full(box) }\nproperty can { reach \"turn=1\" }\n",
		"q.tfg": "shared turn 0..1\ntask t { turn = 1 }\n", "q.fsa": "invariant low { turn == 0 }\nproperty half {\n",
	})
	c.open("p.tfg")
	c.open("p.fsa")
	for where, want := range map[string]string{
		"{ tu|rn <=": "p.tfg:3:turn", "fl|ag[N-1]": "p.tfg:4:flag", "flag[N|-1]": "p.tfg:1:N", "!= bu|sy": "p.tfg:2:busy",
		"t.a|t !=": "p.tfg:6:at", "<= i| ": "p.fsa:1:i", "full(bo|x": "p.tfg:5:box", "&& t|.at": "p.tfg:6:t", "reach \"tu|rn": "p.tfg:3:turn",
	} {
		if got := c.locations("textDocument/definition", "p.fsa", where); !slices.Equal(got, []string{want}) {
			t.Errorf("definition of %s: %q", where, got)
		}
	}
	// An error elsewhere keeps no invariant from being named.
	c.open("q.tfg")
	c.open("q.fsa")
	if got := c.locations("textDocument/definition", "q.fsa", "tu|rn =="); !slices.Equal(got, []string{"q.tfg:1:turn"}) {
		t.Errorf("definition beside an error: %q", got)
	}
	if got := c.locations("textDocument/references", "p.tfg", "shared tu|rn"); len(got) != 5 {
		t.Errorf("references of turn: %q", got)
	}
	var h *hover
	if c.call("textDocument/hover", c.at("p.fsa", "{ tu|rn <="), &h); h == nil || !strings.Contains(h.Contents.Value, "variable `turn`") {
		t.Errorf("hover of turn: %+v", h)
	}
	params := c.at("p.tfg", "shared tu|rn")
	params["newName"] = "next"
	var edit workspaceEdit
	c.call("textDocument/rename", params, &edit)
	for _, name := range []string{"p.tfg", "p.fsa"} {
		c.apply(name, edit.Changes[c.uri(name)])
	}
	if text := c.text["p.fsa"]; strings.Contains(text, "turn") || strings.Count(text, "next") != 3 {
		t.Errorf("renamed:\n%s", text)
	}
	c.wait("p.fsa", none)
	_, lenses := c.lensTitles("p.fsa")
	if len(lenses) != 6 {
		t.Fatalf("%d lenses", len(lenses))
	}
	for i, want := range map[int]string{0: "calm: violated after 3 steps", 2: "low: holds"} {
		var said string
		if c.call("workspace/executeCommand", lenses[i].Command, &said); !strings.HasPrefix(said, want) {
			t.Errorf("lens %d says %q, want %q", i, said, want)
		}
	}
}

// The same in lengths of channels: the one with an index is an array, and completion knows it.
func TestLengthNames(t *testing.T) {
	c := local(t, map[string]string{
		"p.tfg": "const K = 2\nenum Phase { idle, busy }\nchan box[2] bool\nchan line[2][3] bool\nchan now\n" +
			"task t { var at Phase; box <- true; line[1] <- true; <-box; at = busy; now <- 0 }\n",
		"p.fsa": "invariant room { !full(line[0]) && len(box) <= 2 }\ninvariant first { empty(line[1]) }\n",
	})
	c.open("p.tfg")
	c.open("p.fsa")
	c.wait("p.fsa", none)
	for where, want := range map[string]string{"full(li|ne[0]": "p.tfg:4:line", "len(bo|x": "p.tfg:3:box", "empty(|line": "p.tfg:4:line"} {
		if got := c.locations("textDocument/definition", "p.fsa", where); !slices.Equal(got, []string{want}) {
			t.Errorf("definition of %s: %q", where, got)
		}
	}
	var h *hover
	if c.call("textDocument/hover", c.at("p.fsa", "len(bo|x"), &h); h == nil || !strings.Contains(h.Contents.Value, "channel `box`") ||
		strings.Contains(h.Contents.Value, "matches no event") {
		t.Errorf("hover of box: %+v", h)
	}
	params := c.at("p.fsa", "full(li|ne[0]")
	params["newName"] = "queue"
	var edit workspaceEdit
	c.call("textDocument/rename", params, &edit)
	for _, name := range []string{"p.tfg", "p.fsa"} {
		c.apply(name, edit.Changes[c.uri(name)])
	}
	if text := c.text["p.fsa"]; strings.Contains(text, "line") || !strings.Contains(text, "full(queue[0])") || !strings.Contains(text, "empty(queue[1])") {
		t.Errorf("renamed:\n%s", text)
	}
	if text := c.text["p.tfg"]; strings.Contains(text, "line") || strings.Count(text, "queue") != 2 {
		t.Errorf("renamed:\n%s", text)
	}
	c.wait("p.fsa", none)
	for _, q := range []struct {
		typed     string
		want, not []string
	}{
		{"len(b", []string{"box"}, []string{"queue[0]", "now", "least", "busy"}},
		{"full(q", []string{"queue[0]", "queue[1]"}, []string{"box", "for"}},
		{"empty( ", []string{"box", "queue[1]"}, []string{"now", "t.at", "existence"}},
		{"t.at != b", []string{"busy"}, []string{"box", "before"}},
		{"", []string{"t.at", "K", "idle", "len"}, []string{"box", "now", "property", "line[1]<-true"}},
	} {
		c.edit("p.fsa", "len(box) <= 2", q.typed)
		var list completionList
		c.call("textDocument/completion", c.at("p.fsa", "&& "+q.typed+"| }"), &list)
		var labels []string
		for _, i := range list.Items {
			labels = append(labels, i.Label)
		}
		for _, w := range q.want {
			if !slices.Contains(labels, w) {
				t.Errorf("%s: no %s in %q", q.typed, w, labels)
			}
		}
		for _, w := range q.not {
			if slices.Contains(labels, w) {
				t.Errorf("%s: %s in %q", q.typed, w, labels)
			}
		}
		c.edit("p.fsa", "&& "+q.typed+" }", "&& len(box) <= 2 }")
	}
}
