// Package terminal is standard output and standard error of the command: what is
// written to them has nothing that a terminal would obey, failed writes are
// remembered, and standard error may end with a progress line.
//
//	c := terminal.NewConsole(os.Stderr)
//	c.Progress("  3s  solving: 5000 tuples") // only if c.Terminal
//	fmt.Fprintln(c, "flavers: interrupted")  // in place of the line
package terminal

import (
	"cmp"
	"io"
	"os"
	"sync"

	"golang.org/x/term"

	"flavers/internal/printable"
	"flavers/report"
)

// Console is standard error. On a terminal its last line may be a progress
// line, which anything else that is written replaces. Any goroutine may use
// it.
type Console struct {
	mu       sync.Mutex
	w        io.Writer
	text     *printable.Writer // to w
	Failed   error             // the first failed write of text
	Terminal bool
	width    int
	pending  bool // a progress line is shown
}

// NewConsole is for this writer, which may be a terminal.
func NewConsole(w io.Writer) *Console {
	width, terminal := widthOf(w)
	return &Console{w: w, text: &printable.Writer{W: w}, Terminal: terminal, width: width}
}

func (c *Console) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wipe()
	n, err := c.text.Write(b)
	c.Failed = cmp.Or(c.Failed, err)
	return n, err
}

// Progress shows a line in place of the last one.
func (c *Console) Progress(line string) {
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

// Clear removes the progress line.
func (c *Console) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wipe()
}

func (c *Console) wipe() {
	if c.pending {
		io.WriteString(c.w, "\r\x1b[2K")
		c.pending = false
	}
}

// widthOf returns the number of columns of w, and whether it is a terminal.
func widthOf(w io.Writer) (int, bool) {
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

// WantsColour reports whether the user's environment allows colours.
func WantsColour() bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}
