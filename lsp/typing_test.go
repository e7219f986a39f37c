package lsp

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestCompletion: what is offered at a place, and what is not.
func TestCompletion(t *testing.T) {
	c := local(t, dining)
	c.open("dining.tfg")
	c.open("dining.fsa")
	c.wait("dining.tfg", none)
	for _, q := range []struct {
		name, old, new, where string
		want, not             []string
	}{
		{"dining.tfg", "call fork[i].up\n", "call fork[i].\n", "call fork[i].|\n", []string{"up", "down"}, []string{"N", "loop", "phase"}},
		{"dining.tfg", "lock m[i];", "lock ;", "lock |;", []string{"m"}, []string{"N", "fork"}},
		{"dining.tfg", "call fork[i].down\n", "call \n", "call |\n}", []string{"fork"}, []string{"N", "eat", "loop"}},
		{"dining.tfg", "phase = busy;", "phase = b;", "phase = b|;", []string{"busy", "bool"}, []string{"eat", "up"}},
		{"dining.tfg", "accept up;", "accept ;", "accept |;", []string{"up", "down"}, []string{"N"}},
		{"dining.tfg", "event eat(i)", "event e", "event e|", []string{"eat"}, []string{"enum", "else"}},
		{"dining.tfg", "expect exclusion holds", "expect  holds", "expect | holds", []string{"exclusion", "eats", "deadlock"}, []string{"loop"}},
		{"dining.tfg", "expect exclusion holds", "expect exclusion ", "expect exclusion |\n", []string{"holds", "violated"}, []string{"deadlock"}},
		{"dining.tfg", "//! expect exclusion holds", "// e", "// e|\n", nil, []string{"else", "event"}},
		{"dining.fsa", "fork[0].up", "fork[0].", "fork[0].| }", []string{"fork[0].up", "fork[1].down", "fork[*].up"}, []string{"property"}},
		{"dining.fsa", "before fork[0].up", "before f", "before f| }", []string{"fork[0].up", "for"}, []string{`"lock m[0]"`}},
		{"dining.fsa", `"lock m[0]"`, `"lo`, `{ "lo| precedes`, []string{`"lock m[0]"`, `"lock m[*]"`}, []string{"fork[0].up"}},
		{"dining.fsa", "all done?", "all d", "all d|\n", []string{"done"}, []string{"exclusion"}},
	} {
		c.edit(q.name, q.old, q.new)
		var list completionList
		c.call("textDocument/completion", c.at(q.name, q.where), &list)
		var labels []string
		for _, i := range list.Items {
			labels = append(labels, i.Label)
		}
		for _, w := range q.want {
			if !slices.Contains(labels, w) {
				t.Errorf("%s: no %s in %q", q.where, w, labels)
			}
		}
		for _, w := range q.not {
			if slices.Contains(labels, w) {
				t.Errorf("%s: %s in %q", q.where, w, labels)
			}
		}
		for _, i := range list.Items { // what is offered replaces what was typed
			if slices.Contains(q.want, i.Label) {
				text := newText([]byte(c.text[q.name]))
				after := string(text.edited(contentChange{&i.TextEdit.Range, i.TextEdit.NewText}).src)
				if strings.HasSuffix(strings.TrimSpace(q.old), i.Label) && after != strings.Replace(c.text[q.name], q.new, q.old, 1) {
					t.Errorf("%s: %s gives\n%s", q.where, i.Label, after)
				}
			}
		}
		c.edit(q.name, q.new, q.old)
	}
}

// TestFixes: the fix of a mistake gives the text that was meant.
func TestFixes(t *testing.T) {
	for _, q := range []struct{ name, old, wrong, title, want string }{
		{"dining.tfg", "accept up", "acept up", "change to accept", "accept up"},
		{"dining.tfg", "fork[i].up", "frok[i].up", "change to fork", "fork[i].up"},
		{"dining.tfg", "= idle", "= idel", "change to idle", "= idle"},
		{"dining.tfg", "lock m[N]\n", "lock m[N\n", "insert ]", "lock m[N]\n"},
		{"dining.tfg", "phase = busy;", "phase = busy", "insert ;", "phase = busy ; event"},
		{"dining.tfg", "    call fork[i].down\n}\n", "    call fork[i].down\n", "insert }", "call fork[i].down\n}\n"},
		{"dining.tfg", "accept down } }", "accept down } } }", "remove }", "accept down } }"},
		{"dining.tfg", "const N = 2", "const N := 2", "change to =", "const N = 2"},
		{"dining.tfg", "lock m[i]; unlock", "# lock\n unlock", "make it a comment", "// lock\n"},
		{"dining.fsa", "fork[0].up", "frok[0].up", "change to fork[0].up", "before fork[0].up"},
		{"dining.fsa", `"lock m[0]"`, `"lok m[0]"`, `change to "lock m[0]"`, `"lock m[0]"`},
		{"dining.fsa", "absence of", "absense of", "change to absence", "absence of"},
		{"dining.fsa", "property eats", "propery eats", "change to property", "property eats"},
	} {
		t.Run(q.wrong, func(t *testing.T) {
			c := local(t, dining)
			c.open("dining.tfg")
			c.open("dining.fsa")
			c.edit(q.name, q.old, q.wrong)
			list := c.wait(q.name, some)
			var titles []string
			for _, d := range list {
				var actions []codeAction
				c.call("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": c.uri(q.name)}, "range": d.Range}, &actions)
				for _, a := range actions {
					if titles = append(titles, a.Title); a.Title == q.title {
						c.apply(q.name, a.Edit.Changes[c.uri(q.name)])
						if !strings.Contains(c.text[q.name], q.want) {
							t.Errorf("gives\n%s", c.text[q.name])
						}
						return
					}
				}
			}
			t.Errorf("%+v has the fixes %q", list, titles)
		})
	}
}

// TestStop: a check that would take long is stopped by a cancelled request, by the lens
// and by its limit, and nothing of it is remembered as a verdict but the limit.
func TestStop(t *testing.T) {
	var b strings.Builder
	b.WriteString("shared x 0..9\n")
	for _, n := range []string{"a", "b", "c"} {
		b.WriteString("task " + n + " { event " + n + " }\n")
	}
	b.WriteString("task busy[i in 0..11] { var y 0..9; loop { y = (y + 1) % 10; x = y } }\n") // 10^13 states
	files := map[string]string{"long.tfg": b.String(), "long.fsa": "property p { a precedes b }\n"}
	c := local(t, files)
	c.open("long.tfg")
	c.open("long.fsa")
	_, lenses := c.lensTitles("long.fsa")
	explore := lenses[1].Command
	answered := make(chan error, 1)
	begin := func(ctx context.Context) {
		_, err := c.rpc.Call(ctx, "workspace/executeCommand", explore)
		answered <- err
	}
	go begin(context.Background())
	running := func() (string, command) {
		for start := time.Now(); time.Since(start) < 20*time.Second; time.Sleep(5 * time.Millisecond) {
			titles, all := c.lensTitles("long.fsa")
			if strings.Contains(titles[1], "running") {
				return titles[1], all[1].Command
			}
		}
		t.Fatal("nothing runs")
		return "", command{}
	}
	_, stop := running()
	c.call("workspace/executeCommand", stop, nil)
	if err := <-answered; err == nil || !strings.Contains(err.Error(), "stopped") {
		t.Errorf("after stop: %v", err)
	}
	ctx, end := context.WithCancel(context.Background())
	go begin(ctx)
	running()
	end()
	<-answered
	for start := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		if titles, _ := c.lensTitles("long.fsa"); !strings.Contains(titles[1], "running") {
			break
		} else if time.Since(start) > 20*time.Second {
			t.Fatal("a cancelled request goes on")
		}
	}
	if titles, _ := c.lensTitles("long.fsa"); titles[1] != "explore" {
		t.Errorf("lenses %q", titles)
	}
}

// TestFormatting: an edit makes of a text what the formatter makes of it; one that
// cannot be parsed stays.
func TestFormatting(t *testing.T) {
	const rough = "task t {\n  event a // «𝄞»\n      event b\n}\ntask u {\n    event c\n}\n"
	c := local(t, map[string]string{"p.tfg": rough, "p.fsa": "property   p {absence of a }\n", "bad.tfg": "task t {\n  event\n"})
	for name, want := range map[string]string{"p.tfg": "task t {\n    event a // «𝄞»\n    event b\n}\ntask u {\n    event c\n}\n", "p.fsa": "property p { absence of a }\n",
		"bad.tfg": "task t {\n  event\n"} {
		c.open(name)
		for range 2 { // the second time nothing changes
			var edits []textEdit
			c.call("textDocument/formatting", map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}, "options": map[string]any{"tabSize": 4}}, &edits)
			c.apply(name, edits)
			if c.text[name] != want {
				t.Errorf("%s: %v gives\n%s", name, edits, c.text[name])
			}
			if name == "p.tfg" && len(edits) == 1 && (edits[0].Range.Start.Line != 1 || edits[0].Range.End.Line != 3) {
				t.Errorf("too much is changed: %+v", edits)
			}
		}
	}
}

// TestReach: a property that asks for an execution has a witness, and is no statement
// about all.
func TestReach(t *testing.T) {
	c := local(t, map[string]string{"p.tfg": "task t { event a }\nshared x 0..1\ntask u { if x == 1 { event b } }\n", "p.fsa": "property can { reach a }\nproperty cannot { reach b }\n"})
	c.open("p.tfg")
	c.open("p.fsa")
	_, lenses := c.lensTitles("p.fsa")
	for i, want := range []string{"can: reached after 1 step", "can: reached after 1 step", "cannot: never happens", "cannot: never happens"} {
		var said string
		c.call("workspace/executeCommand", lenses[i].Command, &said)
		if said != want {
			t.Errorf("lens %d says %q", i, said)
		}
	}
	list := c.wait("p.fsa", func(list []diagnostic) bool { return len(list) == 2 })
	if list[0].Code != "reached" || list[0].Severity != severityInformation || len(list[0].Related) != 1 || list[1].Code != "violated" {
		t.Errorf("%+v", list)
	}
}

// TestForEver: of an execution that goes on for ever, the place of the loop's first step says so.
func TestForEver(t *testing.T) {
	c := local(t, map[string]string{"p.tfg": `shared free 0..1 = 1
task a { loop { event ask; await free == 1; event go } }
task b { loop { skip; free = 0; free = 1 } }
`, "p.fsa": "property served { go responds to ask }\nproperty asked { ask precedes go }\n"})
	c.open("p.tfg")
	c.open("p.fsa")
	_, lenses := c.lensTitles("p.fsa")
	for i, want := range map[int]string{1: "served: violated by an execution of 4 steps, of which the last 3 are repeated for ever", 3: "asked: holds"} {
		var said string
		c.call("workspace/executeCommand", lenses[i].Command, &said)
		if said != want {
			t.Errorf("lens %d says %q", i, said)
		}
	}
	d := c.wait("p.fsa", some)[0]
	var got []string
	for _, r := range d.Related {
		got = append(got, fmt.Sprintf("%d %s", r.Location.Range.Start.Line, r.Message))
	}
	want := []string{"1 1. a: ask", "2 then for ever: 2. b: skip", "2 3. b: free=0, free = 0", "2 4. b: free=1, free = 1"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	// Of one that holds, fairness is said.
	c.edit("p.tfg", "skip; free = 0; free = 1", "skip")
	c.wait("p.fsa", none)
	_, lenses = c.lensTitles("p.fsa")
	var said string
	if c.call("workspace/executeCommand", lenses[1].Command, &said); said != "served: holds under weak fairness" {
		t.Error(said)
	}
}

// TestOlderLook: jobs for two files of a program look at it side by side. What the one with the older texts finds does
// not replace what the other has found.
func TestOlderLook(t *testing.T) {
	s := &server{ctx: t.Context(), found: map[string]map[string][]diagnostic{}, newest: map[string]int{}}
	var sent strings.Builder
	s.line = newStream(strings.NewReader(""), &sent, nil)
	s.rpc = newRPC(t.Context(), s.line, nil)
	older, newer := s.view(), s.view()
	wrong := func(message string) map[string][]diagnostic {
		return map[string][]diagnostic{"/p.tfg": {{Message: message}}}
	}
	s.say(newer, "p", wrong("new"))
	s.say(older, "p", wrong("old"))
	s.forget(older, "p")
	s.say(older, "q", wrong("other"))
	if found := s.found["/p.tfg"]; len(found["p"]) != 1 || found["p"][0].Message != "new" || len(found["q"]) != 1 {
		t.Errorf("known are %+v", found)
	}
	if strings.Contains(sent.String(), "old") || !strings.Contains(sent.String(), "other") {
		t.Errorf("sent:\n%s", &sent)
	}
	s.forget(s.view(), "p")
	if len(s.found["/p.tfg"]["p"]) != 0 {
		t.Errorf("not withdrawn: %+v", s.found)
	}
}

// TestOutdate: a look withdraws violations of older texts, and leaves those that a run found in the texts of the look.
func TestOutdate(t *testing.T) {
	s := &server{ctx: t.Context(), found: map[string]map[string][]diagnostic{}, newest: map[string]int{}, verdicts: map[string]*verdict{}}
	s.line = newStream(strings.NewReader(""), io.Discard, nil)
	s.rpc = newRPC(t.Context(), s.line, nil)
	v := s.view()
	m := &model{program: "/p.tfg", texts: v.texts("/p.tfg")}
	for property, texts := range map[string]string{"before": "other", "now": m.texts} {
		s.remember(checkCommand, &model{program: m.program, texts: texts}, property, "violated")
		s.say(v, foundBy(m.program)+property, map[string][]diagnostic{m.program: {{Message: property}}})
	}
	s.outdate(s.view(), m)
	if found := s.found[m.program]; len(found[foundBy(m.program)+"before"]) != 0 || len(found[foundBy(m.program)+"now"]) != 1 {
		t.Errorf("known are %+v", found)
	}
}
