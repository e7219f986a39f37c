package syntax

import (
	"context"
	"strings"
	"testing"

	"flavers/limit"
)

// TestLimit: a long text is left when the context ends: while it is cut into tokens, and while these are parsed.
func TestLimit(t *testing.T) {
	text := []byte("procedure P is\nbegin\n" + strings.Repeat("null; ", 1000) + "\nend P;\n")
	poll := limit.New(context.Background())
	if units, list := ParseUntil(poll, "p.adb", text); len(units) != 1 || list.HasErrors() {
		t.Fatal(list.All)
	}
	if poll.Looks() < 4000 { // each token twice
		t.Errorf("%d looks at the limit", poll.Looks())
	}
	for _, after := range []uint64{100, 3000} {
		poll := limit.New(context.Background())
		poll.After(after, func() bool { return true })
		if limit.Try(func() { ParseUntil(poll, "p.adb", text) }) {
			t.Errorf("the text is read to its end, though the limit was met at token %d", after)
		}
	}
}
