package main

// The terminal: standard error with a progress line, the width of standard
// output, colours.

import (
	"cmp"
	"io"
	"os"
	"sync"

	"golang.org/x/term"

	"flavers/internal/printable"
	"flavers/report"
)

// console is standard error. On a terminal its last line may be a progress
// line, which anything else that is written replaces. Any goroutine may use
// it.
type console struct {
	mu       sync.Mutex
	w        io.Writer
	text     *printable.Writer // to w
	failed   error             // the first failed write of text
	terminal bool
	width    int
	pending  bool // a progress line is shown
}

func newConsole(w io.Writer) *console {
	width, terminal := terminalWidth(w)
	return &console{w: w, text: &printable.Writer{W: w}, terminal: terminal, width: width}
}

func (c *console) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wipe()
	n, err := c.text.Write(b)
	c.failed = cmp.Or(c.failed, err)
	return n, err
}

// progress shows a line in place of the last one.
func (c *console) progress(line string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wipe()
	line = printable.Line(line)
	if r := []rune(line); len(r) >= c.width { // a wrapped line could not be wiped
		line = string(r[:c.width-1])
	}
	io.WriteString(c.w, line)
	c.pending = true
}

// clear removes the progress line.
func (c *console) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wipe()
}

func (c *console) wipe() {
	if c.pending {
		io.WriteString(c.w, "\r\x1b[2K")
		c.pending = false
	}
}

// terminalWidth is the number of columns of w, and whether it is a terminal.
func terminalWidth(w io.Writer) (int, bool) {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return report.DefaultWidth, false
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width <= 0 {
		return report.DefaultWidth, true
	}
	return max(width, 40), true
}

// wantsColor tells whether the user's environment allows colours.
func wantsColor() bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}
