package printable

import "bytes"

// Indent is JSON without blanks, as encoding/json writes it, with a line for each
// element and two blanks for each level. It is json.Indent without its checks: the
// text was made a moment ago, and may have tens of megabytes.
func Indent(flat []byte) []byte {
	out := make([]byte, 0, len(flat)+len(flat)/2)
	level := 0
	line := func() {
		out = append(out, '\n')
		for range level {
			out = append(out, ' ', ' ')
		}
	}
	for i := 0; i < len(flat); i++ {
		switch c := flat[i]; c {
		case '"':
			end := i + 1 + closing(flat[i+1:])
			out = append(out, flat[i:end+1]...)
			i = end
		case '{', '[':
			out = append(out, c)
			if next := flat[i+1]; next == '}' || next == ']' {
				out = append(out, next)
				i++
				continue
			}
			level++
			line()
		case '}', ']':
			level--
			line()
			out = append(out, c)
		case ',':
			out = append(out, c)
			line()
		case ':':
			out = append(out, c, ' ')
		default:
			out = append(out, c)
		}
	}
	return out
}

// closing is where a string ends, behind its first quote.
func closing(text []byte) int {
	for at := 0; ; {
		i := at + bytes.IndexAny(text[at:], `"\`)
		if text[i] == '"' {
			return i
		}
		at = i + 2 // what is escaped ends no string
	}
}
