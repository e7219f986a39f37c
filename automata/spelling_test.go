package automata

import "testing"

// Words that are known get their spelling; others, and what is between words, stay.
func TestRespell(t *testing.T) {
	words := map[string]string{"fork": "Fork", "up": "Up", "i": "I"}
	for in, want := range map[string]string{
		"fork(0).UP":       "Fork(0).Up",
		"FORK(*).up(i, J)": "Fork(*).Up(I, J)",
		"forks.up":         "forks.Up",
		"lock fork":        "lock Fork",
		"":                 "",
		"..":               "..",
		"x<-up":            "x<-Up",
		"\"straße\".fork":  "\"straße\".Fork",
	} {
		if got := Respell(in, words); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
	if got := Respell("Fork(0)", nil); got != "Fork(0)" {
		t.Errorf("without words: %q", got)
	}
}
