package terminal

import (
	"cmp"
	"io"

	"flavers/internal/printable"
)

// Output is standard output. It remembers the first failed write, so that a full
// disk is no success, and lets nothing through that a terminal would obey.
type Output struct {
	w      io.Writer
	text   *printable.Writer
	Failed error
}

// NewOutput writes to w. Colours are let through when Colours says so.
func NewOutput(w io.Writer) *Output { return &Output{w: w, text: &printable.Writer{W: w}} }

func (o *Output) Write(b []byte) (int, error) {
	n, err := o.text.Write(b)
	o.Failed = cmp.Or(o.Failed, err)
	return n, err
}

// Flush writes what is held back: the beginning of what may be a colour.
func (o *Output) Flush() { o.Failed = cmp.Or(o.Failed, o.text.Flush()) }

// Raw returns where the output goes, for what has to control a terminal.
func (o *Output) Raw() io.Writer { return o.w }

// Width returns the number of columns, and whether it is a terminal.
func (o *Output) Width() (int, bool) { return widthOf(o.w) }

// Colours sets whether sequences that colour text are let through.
func (o *Output) Colours(on bool) { o.text.Colours = on }
