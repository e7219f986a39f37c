package render

// Text: how wide it is at most, what is cut off, and what is safe to write
// into XML.

import (
	"strings"
	"unicode"
)

// TextWidth returns a width that the text does not exceed at FontSize in a
// monospaced font.
func TextWidth(s string) float64 {
	w := 0.0
	for _, r := range s {
		w += runeWidth(r)
	}
	return w
}

// runeWidth returns that of ASCII, or twice as much: East Asian letters, symbols and whatever a fallback font is
// taken for.
func runeWidth(r rune) float64 {
	switch {
	case unicode.Is(unicode.Mn, r):
		return 0
	case r < 0x1100 || r == '…' || r == '→' || r == 'τ':
		return charWidth
	}
	return 2 * charWidth
}

// Shorten cuts a text to n characters.
func Shorten(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return strings.TrimRight(string(r[:n-1]), " ") + "…"
}

// Escape makes text safe between tags and in quoted attributes. Characters
// that XML does not allow become U+FFFD.
func Escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '&':
			b.WriteString("&amp;")
		case r == '"':
			b.WriteString("&#34;")
		case r == '\'':
			b.WriteString("&#39;")
		case r == '\n':
			b.WriteString("&#10;")
		case r == '\t':
			b.WriteString("&#9;")
		case r < 0x20 || r >= 0x7f && r < 0xa0 || r >= 0xd800 && r < 0xe000 || r == 0xfffe || r == 0xffff || isFormat(r):
			b.WriteRune('\ufffd')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// isFormat reports whether r changes the direction of text around it.
func isFormat(r rune) bool {
	return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200e || r == 0x200f || r == 0x061c
}
