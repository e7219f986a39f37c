package sim

import (
	"bytes"
	"context"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
)

func TestComplete(t *testing.T) {
	words := []string{"back", "find", "forward", "phil[0]", "phil[1]"}
	for line, want := range map[string]string{"b": "back ", "f": "f", "fi": "find ", "t ph": "t phil[", "t phil[1": "t phil[1] ", "x": "x"} {
		if got := complete(line, words); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

// What is no terminal is read line by line; the end of ctx ends that.
func TestPlainLines(t *testing.T) {
	c, err := Open(t.Context(), strings.NewReader("one\ntwo \x1b[2J"), io.Discard, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"one", `two \x1b[2J`} {
		if got, err := c.Lines("> "); err != nil || got != want {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
	if _, err := c.Lines("> "); err != io.EOF {
		t.Error(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if c, err = Open(ctx, r, io.Discard, nil); err != nil {
		t.Fatal(err)
	}
	stop()
	if _, err := c.Lines("> "); err != io.EOF {
		t.Error(err)
	}
}

// On a terminal a prompt is shown, Tab completes, a line can be mended, Ctrl-D ends, and
// the terminal is afterwards as before.
func TestTerminal(t *testing.T) {
	person, program, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	defer person.Close()
	defer program.Close()
	c, err := Open(t.Context(), program, program, []string{"back", "find"})
	if err != nil {
		t.Fatal(err)
	}
	seen := make(chan string)
	go func() {
		var all bytes.Buffer
		part := make([]byte, 1<<10)
		for {
			n, err := person.Read(part)
			all.Write(part[:n])
			if err != nil || strings.Contains(all.String(), "done") {
				seen <- all.String()
				return
			}
		}
	}()
	type typed struct{ keys, want string }
	for _, k := range []typed{{"fi\tx\r", "find x"}, {"bacc\x7fk\r", "back"}, {"\x1b[A\r", "back"}} {
		if _, err := person.Write([]byte(k.keys)); err != nil {
			t.Fatal(err)
		}
		if got, err := c.Lines("3> "); err != nil || got != k.want {
			t.Errorf("%q: %q, %v", k.keys, got, err)
		}
	}
	if _, err := person.Write([]byte{4}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Lines("4> "); err != io.EOF {
		t.Error(err)
	}
	if _, err := io.WriteString(c.Out, "two\nlines done"); err != nil {
		t.Fatal(err)
	}
	select {
	case text := <-seen:
		if !strings.Contains(text, "3> ") || !strings.Contains(text, "two\r\nlines") {
			t.Errorf("%q", text)
		}
	case <-time.After(10 * time.Second):
		t.Error("nothing was shown")
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}
