package lsp

import (
	"slices"
	"strings"
	"testing"

	"flavers/automata/fsa"
	"flavers/diag"
	"flavers/lang"
)

// TestWords: every word of both languages is explained once, in plain sentences with an example that has the word and
// is right.
func TestWords(t *testing.T) {
	for _, ext := range []string{"tfg", "fsa"} {
		var have []string
		for _, e := range wordsOf("e." + ext) {
			var list diag.List
			if ext == "tfg" {
				_, list = lang.Load("e.tfg", []byte(e.example), lang.Options{})
			} else {
				_, list = fsa.Parse("e.fsa", []byte(e.example))
			}
			if len(list.All) > 0 {
				t.Errorf("the example of %s has %v", e.words, list.All)
			}
			if sentences := strings.Count(e.text+" ", ". "); sentences < 1 || sentences > 3 || e.short() == "" {
				t.Errorf("%s has %d sentences: %s", e.words, sentences, e.text)
			}
			shown := strings.FieldsFunc(e.example, func(r rune) bool { return r > 127 || !wordByte(byte(r)) })
			for _, w := range strings.Fields(e.words) {
				have = append(have, w)
				if !slices.Contains(shown, w) {
					t.Errorf("the example of %s does not have it", w)
				}
			}
		}
		slices.Sort(have)
		if want := keywords(ext); !slices.Equal(have, want) {
			t.Errorf(".%s has the words\n%q, and explained are\n%q", ext, want, have)
		}
	}
}

// TestHoverOfWords: a word is explained where it is one, not in comments, nor where it is the name of something.
func TestHoverOfWords(t *testing.T) {
	c := local(t, map[string]string{"p.tfg": `// a server rests
/* an atomic
   block */ server task keeper { entry wait; loop { accept wait } }
shared x 0..3
task u { call keeper.wait; atomic { x = 1 } }
task v[i in 0..1] { event add(i) }
`, "p.fsa": `property p { "keeper.wait" precedes add(0) }
property q { add(1) responds to keeper.wait }
property r { absence of "x=1" before keeper.wait } // between
`})
	c.open("p.tfg")
	c.open("p.fsa")
	c.wait("p.fsa", none)
	for _, q := range []struct{ name, where, want string }{
		{"p.tfg", "ser|ver task", "that is no deadlock"},
		{"p.tfg", "ato|mic {", "nothing else happens between its statements"},
		{"p.tfg", "call| keeper", "rendezvous"},
		{"p.tfg", "a ser|ver rests", ""},
		{"p.tfg", "an ato|mic", ""},
		{"p.tfg", "entry wa|it", "entry `wait`"},
		{"p.tfg", "event ad|d", "event `add`"},
		{"p.fsa", "prece|des", "b happens only after an a"},
		{"p.fsa", "respon|ds", "after every a, a b comes later"},
		{"p.fsa", "abs|ence", "does not happen"},
		{"p.fsa", "// betw|een", ""},
		{"p.fsa", "\"keeper.wa|it", "keeper.wait"},
	} {
		var h *hover
		c.call("textDocument/hover", c.at(q.name, q.where), &h)
		if h == nil && q.want != "" || h != nil && (q.want == "" || !strings.Contains(h.Contents.Value, q.want)) {
			t.Errorf("%s: %+v", q.where, h)
		}
	}
	var list completionList
	c.call("textDocument/completion", c.at("p.tfg", "|atomic {"), &list)
	i := slices.IndexFunc(list.Items, func(i completionItem) bool { return i.Label == "atomic" })
	if i < 0 || list.Items[i].Detail != "One step: nothing else happens between its statements." {
		t.Errorf("%+v", list.Items)
	}
}

// TestFolding: what is in braces, and comments; braces in comments and strings do not count.
func TestFolding(t *testing.T) {
	c := local(t, map[string]string{"p.tfg": `// a note {
// of two lines

task t { // not { this
    loop {
        skip
    }
} /* three
   } lines
*/
task u { skip }
`, "p.fsa": "property p {\n    events a = \"x={\" // {\n}\n"})
	for name, want := range map[string][]foldingRange{
		"p.tfg": {{0, 1, "comment"}, {3, 6, ""}, {4, 5, ""}, {7, 9, "comment"}},
		"p.fsa": {{0, 1, ""}},
	} {
		c.open(name)
		var got []foldingRange
		c.call("textDocument/foldingRange", map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}}, &got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// TestWorkspaceSymbols: of open files as they are typed, of others in the folders of the workspace as they are saved,
// and of none elsewhere.
func TestWorkspaceSymbols(t *testing.T) {
	c := local(t, map[string]string{"a.tfg": "task keeper { event kept }\n", "b.fsa": "property kept_once { existence of kept at most 1 }\n",
		"c.txt": "task keen { }\n"})
	c.open("a.tfg")
	c.edit("a.tfg", "task keeper", "task keepers")
	find := func(query string) (found []string) {
		t.Helper()
		var list []symbolInformation
		c.call("workspace/symbol", map[string]any{"query": query}, &list)
		for _, s := range list {
			found = append(found, s.Name+" in "+s.Container)
		}
		return found
	}
	if got := find("kep"); !slices.Equal(got, []string{"kept in a.tfg", "keepers in a.tfg"}) {
		t.Errorf("without folders: %q", got)
	}
	c.folder()
	if got := find("KEPT"); !slices.Equal(got, []string{"kept in a.tfg", "kept_once in b.fsa"}) {
		t.Errorf("in the folder: %q", got)
	}
	if got := find("kpz"); len(got) > 0 {
		t.Errorf("%q", got)
	}
}

// TestListedNames: each name of a hint that lists all is a fix, if that mends the text and there are few.
func TestListedNames(t *testing.T) {
	const program = `task desk { entry enter, leave; loop { accept enter; accept leave } }
enum Phase { idle, busy }
task t { var p Phase = idle; call desk.sign; p = busy }
`
	c := local(t, map[string]string{"p.tfg": program, "p.fsa": "property q { states a*, b; a -> zz : desk.leave }\n"})
	titles := func(name string) (out []string) {
		t.Helper()
		d := c.wait(name, some)[0]
		var list []codeAction
		c.call("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}, "range": d.Range}, &list)
		for _, a := range list {
			out = append(out, a.Title)
		}
		return out
	}
	c.open("p.tfg")
	if got := titles("p.tfg"); !slices.Equal(got, []string{"change to enter", "change to leave"}) {
		t.Errorf("%q", got)
	}
	c.fix("p.tfg", c.wait("p.tfg", some)[0], "change to leave")
	if !strings.Contains(c.text["p.tfg"], "call desk.leave; p") {
		t.Errorf("%s", c.text["p.tfg"])
	}
	c.open("p.fsa")
	if got := titles("p.fsa"); !slices.Contains(got, "change to a") || !slices.Contains(got, "change to b") {
		t.Errorf("%q", got)
	}
	c.edit("p.tfg", "desk.leave", "desk.sign(1)") // a call of an entry with an argument is no better
	c.wait("p.tfg", some)
	if got := titles("p.tfg"); len(got) > 0 {
		t.Errorf("%q", got)
	}
	for hint, want := range map[string]int{"its entries: enter and leave": 2, "it handles ping": 1, "the states are a, b, c and d": 4,
		"the states are a, b, c, d and e": 0, "declared with (x, y)": 0, "add */": 0} {
		if got := listedNames(hint); len(got) != want {
			t.Errorf("%s: %q", hint, got)
		}
	}
}
