package report

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// stepsOf has a step for each letter.
func stepsOf(word string) []Step {
	steps := make([]Step, len(word))
	for i, c := range word {
		steps[i] = Step{Task: "t", Event: string(c), Pos: "p:1:1"}
	}
	return steps
}

func TestRepeats(t *testing.T) {
	for _, c := range []struct {
		word string
		loop int
		want []Repeat
	}{
		{"", 0, nil},
		{"a", 0, nil},
		{"aaaa", 0, nil},                    // the last step is shown, two more are no less than a notice
		{"aaaaaax", 0, []Repeat{{0, 1, 6}}}, // one step
		{"xababababy", 0, []Repeat{{1, 2, 4}}},
		{"aabaabaabz", 0, []Repeat{{0, 3, 3}}}, // not "aa", which folds less
		{"abababab", 4, nil},                   // what follows is repeated for ever
		{"abababababab", 6, []Repeat{{0, 2, 3}}},
		{"abababcdcdcdcdz", 0, []Repeat{{0, 2, 3}, {6, 2, 4}}},
	} {
		if got := Repeats(stepsOf(c.word), c.loop); !slices.Equal(got, c.want) {
			t.Errorf("%s with a loop of %d: %v, want %v", c.word, c.loop, got, c.want)
		}
	}
}

// What is folded can be written out again, and no stretch is left that folds more from where the search stands.
func TestRepeatsRandom(t *testing.T) {
	folded := 0
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 5))
		var word strings.Builder
		for range 1 + r.IntN(5) {
			part := ""
			for range 1 + r.IntN(3) {
				part += string(rune('a' + r.IntN(2)))
			}
			word.WriteString(strings.Repeat(part, 1+r.IntN(5)))
		}
		steps := stepsOf(word.String())
		var again strings.Builder
		at := 0
		for _, f := range Repeats(steps, 0) {
			if f.From < at || f.Times < leastRounds || f.From+f.Steps*f.Times >= len(steps) {
				t.Fatalf("%s: %v", word.String(), f)
			}
			again.WriteString(word.String()[at:f.From])
			again.WriteString(strings.Repeat(word.String()[f.From:f.From+f.Steps], f.Times))
			at = f.From + f.Steps*f.Times
			folded++
			next := word.String()[f.From+f.Steps*f.Times:]
			if first := word.String()[f.From : f.From+f.Steps]; len(next) > f.Steps && strings.HasPrefix(next, first) {
				t.Fatalf("%s: %v is not all of it", word.String(), f)
			}
		}
		again.WriteString(word.String()[at:])
		if again.String() != word.String() {
			t.Fatalf("%s: %s", word.String(), again.String())
		}
	}
	if folded == 0 {
		t.Error("nothing is folded")
	}
}
