package directive

import (
	"fmt"
	"strings"
	"testing"
)

func TestScan(t *testing.T) {
	const src = "//! property dining.fsa\r\n" +
		"program p // an ordinary comment //! not one\n" +
		"  x = 1 //!expect deadlock\n" +
		"/* //! expect hidden holds\n*/ //! expect  a.b\tviolated \n" +
		"events e = \"a//! expect s holds\" //! expect \"two words\" holds\n" +
		"//!\n" +
		"//! expect \"open"
	const want = `property [dining.fsa] 1:5 [1:14]
expect [deadlock] 3:12 [3:19]
expect [a.b violated] 5:8 [5:16 5:20]
expect [two words holds] 6:38 [6:45 6:57]
 [] 7:1 []
expect ["open] 8:5 [8:12]
`
	var b strings.Builder
	for _, d := range Scan("f", []byte(src)) {
		var pos []string
		for i, p := range append(d.ArgPos, d.Pos) {
			if p.Filename != "f" {
				t.Errorf("%s: file %q", d.Word, p.Filename)
			}
			if i < len(d.Args) {
				if !found(src[p.Offset:], d.Args[i]) {
					t.Errorf("%s: offset %d is not that of %q", d.Word, p.Offset, d.Args[i])
				}
				pos = append(pos, fmt.Sprintf("%d:%d", p.Line, p.Column))
			}
		}
		fmt.Fprintf(&b, "%s %v %d:%d %v\n", d.Word, d.Args, d.Pos.Line, d.Pos.Column, pos)
	}
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

// FuzzScan: no input makes it panic or hang, and every word is found at its
// place.
func FuzzScan(f *testing.F) {
	f.Add("//! a \"b c\" d\n/* \n//! e */ \"//! f\" //!g")
	f.Add("//!\r\n//!\"\n/*")
	f.Fuzz(func(t *testing.T, src string) {
		for _, d := range Scan("f", []byte(src)) {
			if len(d.Args) != len(d.ArgPos) {
				t.Fatalf("%d arguments, %d places", len(d.Args), len(d.ArgPos))
			}
			for i, p := range d.ArgPos {
				if !found(src[p.Offset:], d.Args[i]) {
					t.Fatalf("%q is not at %d", d.Args[i], p.Offset)
				}
			}
		}
	})
}

// found reports whether text begins with the word, quoted or not.
func found(text, word string) bool {
	return strings.HasPrefix(text, word) || strings.HasPrefix(text, `"`+word+`"`)
}
