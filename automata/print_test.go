package automata_test

import (
	"strings"
	"testing"
)

func TestFormatAndDot(t *testing.T) {
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
	var b strings.Builder
	if err := sp.Dot(&b); err != nil {
		t.Fatal(err)
	}
	wantDot := `digraph "p" {
    rankdir=LR;
    label="property p";
    node [shape=circle];
    start [shape=point];
    s0 [label="q0", shape=doublecircle];
    s1 [label="q1"];
    s2 [label="error", style=filled, fillcolor=lightgrey];
    start -> s0;
    s0 -> s1 [label="o"];
    s0 -> s2 [label="close"];
    s1 -> s2 [label="o"];
    s1 -> s0 [label="close"];
    s2 -> s2 [label="o, close"];
}
`
	if got := b.String(); got != wantDot {
		t.Errorf("got\n%swant\n%s", got, wantDot)
	}
}
