package syntax_test

import (
	"fmt"
	"strings"
	"testing"

	"flavers/lang/ada/syntax"
)

// TestManyEvents: the place of an event is that of its name, and many of them take no longer than other lines.
func TestManyEvents(t *testing.T) {
	const many = 50_000 // with a copy of the text for each, these take minutes
	var b strings.Builder
	b.WriteString("procedure P is begin\n")
	for i := range many {
		fmt.Fprintf(&b, "   --! event e%d (1)\n", i)
	}
	b.WriteString("null; end P;\n")
	units, list := syntax.Parse("p.adb", []byte(b.String()))
	if list.HasErrors() || len(units) != 1 || len(units[0].Decl.Body) != many+1 {
		t.Fatal(list.All)
	}
	last := units[0].Decl.Body[many-1]
	if last.Pos.Line != many+1 || last.Pos.Column != 14 || len(last.Args) != 1 {
		t.Errorf("the last event is at %v, with %d arguments", last.Pos, len(last.Args))
	}
}
