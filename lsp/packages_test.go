package lsp

import (
	"strings"
	"testing"
)

// leaking is a package with a goroutine that waits for ever.
var leaking = map[string]string{
	"go.mod": "module leaking\n\ngo 1.21\n",
	"ask.go": `package leaking

func Ask(late bool) int {
	answer := make(chan int)
	go func() {
		answer <- 1
	}()
	if late {
		return 0
	}
	return <-answer
}
`,
}

// TestGoPackages: the findings of a package come when a file of it is opened or saved, stand at their places, and go
// when it is edited; of a text that is not saved nothing is said.
func TestGoPackages(t *testing.T) {
	c := local(t, leaking)
	c.open("ask.go")
	d := c.wait("ask.go", some)[0]
	if line := strings.Split(c.text["ask.go"], "\n")[d.Range.Start.Line]; !strings.Contains(line, "answer <- 1") ||
		d.Code != "deadlock" || len(d.Related) < 2 || !strings.Contains(d.Message, "waits at") {
		t.Errorf("%q: %+v", line, d)
	}
	var h *hover
	if c.call("textDocument/hover", c.at("ask.go", "ret|urn 0"), &h); h != nil {
		t.Errorf("of Go another server says: %+v", h)
	}
	c.edit("ask.go", "chan int)", "chan int, 1)")
	c.wait("ask.go", none)
	c.save("ask.go")
	c.wait("ask.go", none)
	c.edit("ask.go", "chan int, 1)", "chan int)")
	c.save("ask.go")
	if list := c.wait("ask.go", some); len(list) != 1 {
		t.Errorf("%+v", list)
	}
	c.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": c.uri("ask.go")}})
	c.wait("ask.go", none)
}

// TestGoPackagesBelow: the findings of a package stand at their places also if its folder is below the one where the
// server runs, as in most modules: positions are relative then.
func TestGoPackagesBelow(t *testing.T) {
	c := local(t, map[string]string{"go.mod": leaking["go.mod"], "server/ask.go": leaking["ask.go"]})
	t.Chdir(c.dir)
	c.open("server/ask.go")
	d := c.wait("server/ask.go", some)[0]
	if line := strings.Split(leaking["ask.go"], "\n")[d.Range.Start.Line]; !strings.Contains(line, "answer <- 1") {
		t.Errorf("%q: %+v", line, d)
	}
}
