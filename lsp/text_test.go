package lsp

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"testing"
	"unicode/utf16"

	"flavers/lang/symbols"
)

// TestPositions compares positions with a slow twin: the text in UTF-16, line by line.
func TestPositions(t *testing.T) {
	for _, src := range []string{"", "a", "a\n", "ü𝄞x\r\nb\rc\n\n𝄞", "\r\r\n\n", "«\n»\xff\n",
		"x\n" + strings.Repeat("aü𝄞", 700) + "\n" + strings.Repeat("ü", 3000) + "\r" + strings.Repeat("𝄞", 600)} {
		text := newText([]byte(src))
		line, unit := 0, 0
		check := func(at int) {
			if p := text.position(at); p != (position{line, unit}) {
				t.Errorf("%q: byte %d is at %v, not %d:%d", src, at, p, line, unit)
			}
			if back := text.offset(position{line, unit}); back != at {
				t.Errorf("%q: %d:%d is byte %d, not %d", src, line, unit, back, at)
			}
		}
		for i, r := range src {
			if !(r == '\n' && i > 0 && src[i-1] == '\r') { // between \r and \n is no position
				check(i)
			}
			switch {
			case r == '\n', r == '\r' && !strings.HasPrefix(src[i+1:], "\n"):
				line, unit = line+1, 0
			default:
				unit += len(utf16.AppendRune(nil, r))
			}
		}
		check(len(src))
	}
	text := newText([]byte("a𝄞\nb"))
	for p, want := range map[position]int{{-1, 5}: 0, {0, -3}: 0, {0, 2}: 1, {0, 3}: 5, {0, 99}: 5, {1, 0}: 6, {9, 0}: 7} {
		if got := text.offset(p); got != want {
			t.Errorf("%v is byte %d, not %d", p, got, want)
		}
	}
}

// TestFrames: messages of any size come back as they were sent, and a header that lies
// costs neither memory nor the session before it.
func TestFrames(t *testing.T) {
	var b bytes.Buffer
	out := newStream(nil, &b, nil)
	for _, m := range []string{"{}", "", strings.Repeat("ü", 100_000)} {
		if err := out.Send([]byte(m)); err != nil {
			t.Fatal(err)
		}
	}
	in := newStream(strings.NewReader(b.String()+"content-length:2\nX: y\r\n\r\n[]"), nil, nil)
	for _, want := range []string{"{}", "", strings.Repeat("ü", 100_000), "[]"} {
		if got, err := in.Recv(); err != nil || string(got) != want {
			t.Fatalf("%q, %v", got, err)
		}
	}
	for _, text := range []string{"", "x", "Content-Length: 5", "\r\n\r\n", "Content-Length: -1\r\n\r\n", "Content-Length: 99999999999999999999\r\n\r\n",
		"Content-Length: 100000000\r\n\r\nx", "Content-Length: 9223372036854775807\r\n\r\nx", strings.Repeat("a: b\r\n", 100_000), strings.Repeat("a", 1<<20), "\x00\xff\r\n"} {
		in := &stream{in: bufio.NewReaderSize(strings.NewReader(text), maxHeader), out: io.Discard}
		if got, err := in.Recv(); err == nil {
			t.Errorf("%.40q gives %q", text, got)
		}
	}
}

// TestReplaced: an edit of a range is an edit of the bytes.
func TestReplaced(t *testing.T) {
	text := newText([]byte("ab𝄞c\nd"))
	got := text.edited(contentChange{&textRange{position{0, 2}, position{1, 0}}, "x\ny"})
	if string(got.src) != "abx\nyd" || got.position(5) != (position{1, 1}) {
		t.Errorf("%q", got.src)
	}
	if got := text.edited(contentChange{&textRange{position{1, 1}, position{0, 1}}, "-"}); string(got.src) != "ab𝄞c\nd-" { // backwards: at its start
		t.Errorf("%q", got.src)
	}
	if w := got.word(4); w != (symbols.Span{At: 4, End: 6}) {
		t.Errorf("%v", w)
	}
}
