package automata_test

import (
	"testing"
)

func TestFormat(t *testing.T) {
	sp := parseOne(t, "property p for {o = open, close} all (o; close)*")
	want := `property p {
    states q0*, q1, error
    events o = "open", "close"
    q0 -> q1 : o
    q0 -> error : "close"
    q1 -> error : o
    q1 -> q0 : "close"
}
`
	if got := sp.Format(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
