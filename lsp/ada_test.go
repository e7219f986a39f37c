package lsp

import (
	"slices"
	"strings"
	"testing"
)

var queue = map[string]string{
	"queue.ads": `package Queue is
   type Item is range 0 .. 1;
   protected Buffer is
      entry Put (X : in Item);
      entry Get (X : out Item);
   private
      Full : Boolean := False;
      Data : Item := 0;
   end Buffer;
end Queue;
`,
	"queue.adb": `package body Queue is
   protected body Buffer is
      entry Put (X : in Item) when not Full is
      begin
         Data := X;
         Full := True;
      end Put;
      entry Get (X : out Item) when Full is
      begin
         X := Data;
         Full := False;
      end Get;
   end Buffer;
end Queue;
`,
	"main.adb": `with Queue; use Queue;
procedure Main is
   task Producer;
   task body Producer is
      Next : Item := 1;
   begin
      Buffer.Put (Next);
      --! event produced
   end Producer;
   Got : Item;
begin
   Queue.Buffer.Get (Got);
end Main;
`,
	"main.fsa": `property order { Buffer.Put precedes Buffer.Get }
property once { bounded existence of produced at most 1 }
`,
}

// TestAda: a program of several files, of which some are held and changed without being saved.
func TestAda(t *testing.T) {
	c := local(t, queue)
	for _, name := range []string{"main.adb", "main.fsa", "queue.ads"} {
		c.open(name)
	}
	clean := func(list []diagnostic) bool { return len(list) == 0 }
	c.wait("main.fsa", clean)
	for _, q := range []struct {
		name, where string
		want        []string
	}{
		{"main.adb", "Buffer.P|ut (Next)", []string{"queue.ads:4:Put"}},
		{"main.adb", "   B|uffer.Put", []string{"queue.ads:3:Buffer"}},
		{"main.adb", "Queue.Buffer.G|et", []string{"queue.ads:5:Get"}},
		{"main.adb", "with Q|ueue", []string{"queue.ads:1:Queue"}},
		{"main.adb", "(Ne|xt)", []string{"main.adb:5:Next"}},
		{"main.adb", "Next : I|tem", []string{"queue.ads:2:Item"}},
		{"main.adb", "end Prod|ucer", []string{"main.adb:3:Producer"}},
		{"main.fsa", "precedes Buffer.G|et", []string{"queue.ads:5:Get"}},
		{"main.fsa", "of pro|duced", []string{"main.adb:8:produced"}},
		{"queue.ads", "en|try Put", nil},
	} {
		got := c.locations("textDocument/definition", q.name, q.where)
		got = slices.DeleteFunc(got, func(s string) bool { return strings.HasPrefix(s, "queue.adb:") }) // of the body
		if !slices.Equal(got, q.want) {
			t.Errorf("definition of %s: %q, want %q", q.where, got, q.want)
		}
	}
	if got := c.locations("textDocument/references", "queue.ads", "entry P|ut"); !slices.Equal(got,
		[]string{"queue.ads:4:Put", "main.fsa:1:Put", "main.adb:7:Put"}) {
		t.Errorf("references of Put: %q", got)
	}
	var h hover
	c.call("textDocument/hover", c.at("main.adb", "Buffer.P|ut (Next)"), &h)
	if !strings.Contains(h.Contents.Value, "```ada\nentry Put (X : in Item)\n```") {
		t.Errorf("hover: %q", h.Contents.Value)
	}
	var symbols []documentSymbol
	c.call("textDocument/documentSymbol", c.at("queue.ads", "|package"), &symbols)
	if len(symbols) != 1 || symbols[0].Name != "Queue" || len(symbols[0].Children) != 2 ||
		symbols[0].Children[1].Name != "Buffer" || symbols[0].Children[1].Children[0].Name != "Put" {
		t.Errorf("outline: %+v", symbols)
	}

	// The entry gets another name in a text that is not saved: both the body and who calls it are wrong then.
	c.edit("queue.ads", "entry Get", "entry Take")
	if list := c.wait("main.adb", func(list []diagnostic) bool { return len(list) > 0 }); !strings.Contains(list[0].Message, "Get") {
		t.Errorf("%+v", list)
	}
	c.edit("queue.ads", "entry Take", "entry Get")
	c.wait("main.adb", clean)
	c.edit("queue.ads", "end Buffer;", "end Bufer;")
	c.wait("queue.ads", func(list []diagnostic) bool { return len(list) > 0 })
	c.edit("queue.ads", "end Bufer;", "end Buffer;")
	c.wait("queue.ads", clean)

	c.edit("main.fsa", "Buffer.Get }", "Buf }")
	var offered completionList
	c.call("textDocument/completion", c.at("main.fsa", "Buf| }"), &offered)
	if !slices.ContainsFunc(offered.Items, func(i completionItem) bool { return i.Label == "Buffer.Put" }) {
		t.Errorf("completion: %+v", offered.Items)
	}
}
