package printable

// This file has the last writer before a terminal, a pipe or a file of text.

import (
	"io"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Writer escapes what is written to it, as Text does, and writes it to W. A character or a
// colour may come in several parts. Only one goroutine at a time may use a Writer.
type Writer struct {
	W       io.Writer
	Colours bool   // colours of terminals pass, as \x1b[31m
	rest    []byte // the beginning of a character or colour whose end was not written yet
}

// colour matches the setting of a colour or style, and no other sequence that begins with ESC.
var colour = regexp.MustCompile(`\x1b\[[0-9;]{0,15}m`)

// begun matches what may become a colour when more comes.
var begun = regexp.MustCompile(`\x1b(\[[0-9;]{0,15})?$`)

// Write escapes b and writes it. The error is that of W; if there is none, all of b
// is written, or kept until its end comes.
func (w *Writer) Write(b []byte) (int, error) {
	if len(w.rest) == 0 && plain(b) { // nearly always, and often megabytes
		if _, err := w.W.Write(b); err != nil {
			return 0, err
		}
		return len(b), nil
	}
	text := string(b)
	if len(w.rest) > 0 {
		text = string(w.rest) + text
		w.rest = nil
	}
	// Keep what may be the beginning of a colour, or else of a character.
	whole := len(text)
	if w.Colours {
		if at := begun.FindStringIndex(text); at != nil {
			whole = at[0]
		}
	}
	if whole == len(text) {
		for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
			if c := text[len(text)-n]; utf8.RuneStart(c) {
				if c >= utf8.RuneSelf && !utf8.FullRuneInString(text[len(text)-n:]) {
					whole = len(text) - n
				}
				break
			}
		}
	}
	w.rest = []byte(text[whole:])
	if whole == 0 {
		return len(b), nil
	}
	if _, err := io.WriteString(w.W, w.escaped(text[:whole])); err != nil {
		return 0, err
	}
	return len(b), nil
}

// Flush writes the beginning of a character or colour that has no end.
func (w *Writer) Flush() error {
	if len(w.rest) == 0 {
		return nil
	}
	text := Text(string(w.rest))
	w.rest = nil
	_, err := io.WriteString(w.W, text)
	return err
}

// escaped returns text escaped, with the colours as they are if they pass.
func (w *Writer) escaped(text string) string {
	if !w.Colours {
		return Text(text)
	}
	var b strings.Builder
	from := 0
	for _, at := range colour.FindAllStringIndex(text, -1) {
		b.WriteString(Text(text[from:at[0]]))
		b.WriteString(text[at[0]:at[1]])
		from = at[1]
	}
	b.WriteString(Text(text[from:]))
	return b.String()
}
