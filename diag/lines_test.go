package diag

import (
	"fmt"
	"go/token"
	"math/rand/v2"
	"strings"
	"testing"
)

// Lines finds what splitting the text finds.
func TestLines(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, lines := range []int{0, 1, 2, apart - 1, apart, apart + 1, 2 * apart, 1000} {
		var b strings.Builder
		for i := range lines {
			b.WriteString(strings.Repeat("x", r.IntN(3)))
			if i < lines-1 || r.IntN(2) == 0 {
				b.WriteString("\n")
			}
		}
		text := b.String()
		want := strings.Split(text, "\n")
		l := NewLines(Sources{"f": []byte(text)})
		for _, n := range r.Perm(len(want) + 200) {
			got, ok := l.Line("f", n-1)
			if there := n >= 2 && n-1 <= len(want); ok != there || there && got != want[n-2] {
				t.Fatalf("line %d of %d is %q, %t", n-1, len(want), got, ok)
			}
		}
	}
	if _, ok := NewLines(nil).Line("f", 1); ok {
		t.Error("a line of no file")
	}
}

// A list of diagnostics, each at the end of a long text, is written in a moment: if
// each went through the text, it would take minutes.
func TestManyAtTheEnd(t *testing.T) {
	const lines = 1_000_000
	var list List
	for range 20_000 {
		list.Errorf(token.Position{Filename: "f", Line: lines, Column: 1}, "T006", "x")
	}
	var b strings.Builder
	if err := list.Write(&b, Sources{"f": []byte(strings.Repeat("\n", lines-1) + "last\n")}); err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("f:%d:1: error T006: x\n    last\n    ^\n", lines); !strings.HasPrefix(b.String(), want) || b.Len() != 20_000*len(want) {
		t.Errorf("%.200q", b.String())
	}
}

// Columns count UTF-16 code units, as SARIF's readers do.
func TestUTF16Column(t *testing.T) {
	s := NewLines(Sources{"f": []byte("ab€𝄞c\r\nx")})
	for column, want := range map[int]int{1: 1, 3: 3, 6: 4, 10: 6, 11: 7, 99: 99} {
		if got := s.UTF16Column("f", 1, column); got != want {
			t.Errorf("column %d: %d, want %d", column, got, want)
		}
	}
	if got := s.UTF16Column("other", 1, 5); got != 5 {
		t.Errorf("unknown text: %d", got)
	}
}
