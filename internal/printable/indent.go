package printable

import (
	"bufio"
	"bytes"
	"io"
)

// WriteIndented writes JSON without blanks, as encoding/json has it, with a line for
// each element and two blanks for each level, and a new line at its end. It is
// json.Indent without its checks: the text was made a moment ago, and may have tens
// of megabytes, so it is not made a second time in memory. A writer that can Grow is
// told the size.
func WriteIndented(w io.Writer, flat []byte) error {
	size := counter(0)
	indent(&size, flat)
	if g, ok := w.(interface{ Grow(n int) }); ok {
		g.Grow(int(size))
	}
	out := bufio.NewWriterSize(w, 1<<16)
	indent(out, flat)
	return out.Flush()
}

// output is a bufio.Writer, or what counts what would be written.
type output interface {
	Write(text []byte) (int, error)
	WriteByte(c byte) error
	WriteString(s string) (int, error)
}

type counter int

func (c *counter) Write(text []byte) (int, error)    { *c += counter(len(text)); return len(text), nil }
func (c *counter) WriteByte(byte) error              { *c++; return nil }
func (c *counter) WriteString(s string) (int, error) { *c += counter(len(s)); return len(s), nil }

// indent leaves errors to the writer, which keeps them.
func indent(out output, flat []byte) {
	const blanks = "\n                                                                "
	level := 0
	line := func() {
		n := 1 + 2*level
		out.WriteString(blanks[:min(n, len(blanks))])
		for n -= len(blanks); n > 0; n-- {
			out.WriteByte(' ')
		}
	}
	for i := 0; i < len(flat); i++ {
		switch c := flat[i]; c {
		case '"':
			end := i + 1 + closing(flat[i+1:])
			out.Write(flat[i : end+1])
			i = end
		case '{', '[':
			out.WriteByte(c)
			if next := flat[i+1]; next == '}' || next == ']' {
				out.WriteByte(next)
				i++
				continue
			}
			level++
			line()
		case '}', ']':
			level--
			line()
			out.WriteByte(c)
		case ',':
			out.WriteByte(c)
			line()
		case ':':
			out.WriteString(": ")
		default:
			out.WriteByte(c)
		}
	}
	out.WriteByte('\n')
}

// closing returns where a string ends, behind its first quote.
func closing(text []byte) int {
	for at := 0; ; {
		i := at + bytes.IndexAny(text[at:], `"\`)
		if text[i] == '"' {
			return i
		}
		at = i + 2 // what is escaped ends no string
	}
}
