package report

import (
	"fmt"
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

// Rounds may differ in numbers that grow or fall evenly, and what is folded says how.
func TestRepeatsOfCounters(t *testing.T) {
	var steps []Step
	add := func(event string, vars ...VarValue) {
		steps = append(steps, Step{Task: "t", Event: event, Pos: "p:1:1", Vars: vars})
	}
	for i := range 6 {
		add(fmt.Sprintf("c<-%d", i), VarValue{"x_2", fmt.Sprint(-i)})
		add(fmt.Sprintf("sum=%d", 7+5*i), VarValue{"sum", fmt.Sprint(7 + 5*i)})
		add("p2(1)")
	}
	add("end")
	rounds := Repeats(steps, 0)
	if len(rounds) != 1 || rounds[0] != (Repeat{0, 3, 6}) {
		t.Fatalf("%v", rounds)
	}
	want := "the same round of 3 steps 5 more times, with c<-1..5, x_2=-1..-5, sum=12..32 by 5"
	if got := strings.Join(rounds[0].Again(steps), " "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, c := range []struct {
		what   string
		change func(s *Step)
	}{
		{"another number", func(s *Step) { s.Event = "sum=21" }},
		{"a number that is no longer one", func(s *Step) { s.Event = "sum=x" }},
		{"another state of the property", func(s *Step) { s.State = "error" }},
		{"another message", func(s *Step) { s.Sends = []Send{{Message: "m", Step: 18}} }},
	} {
		changed := slices.Clone(steps)
		c.change(&changed[10])
		if got := Repeats(changed, 0); slices.Equal(got, rounds) {
			t.Errorf("%s is folded away", c.what)
		}
	}
}

// A number is one that can be written again as it was.
func TestNumbersIn(t *testing.T) {
	for _, c := range []struct{ text, shape string }{
		{"x=-3", "x=#"}, {"c<-3", "c<-#"}, {"f(1,-2)", "f(#,#)"}, {"a[1]-1", "a[#]-#"}, {"i_2=p2", "i_2=p2"},
		{"x=007", "x=007"}, {"x=0", "x=#"}, {"x=-0", "x=-0"}, {"x=99999999999999999999", "x=99999999999999999999"},
		{"\x01=3", "\x01=3"},
	} {
		shape, values := numbersIn(c.text)
		if got := strings.ReplaceAll(shape, hole, "#"); got != c.shape && !strings.Contains(c.text, hole) {
			t.Errorf("%q: %q, want %q", c.text, got, c.shape)
		}
		if strings.Contains(c.text, hole) {
			if shape != c.text || values != nil {
				t.Errorf("%q: %q, %v", c.text, shape, values)
			}
			continue
		}
		if got := ranges(shape, values, values, values); got != c.text {
			t.Errorf("%q becomes %q", c.text, got)
		}
	}
}

// All numbers of what is folded away follow from what is said of them.
func TestRepeatsOfRandomCounters(t *testing.T) {
	folded := 0
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 6))
		var steps []Step
		for range 1 + r.IntN(3) {
			a, b, jump := r.IntN(3)-1, r.IntN(3), r.IntN(9)
			for i := range 1 + r.IntN(8) {
				if i == jump {
					b++
				}
				for k := range 1 + r.IntN(2)*r.IntN(2) {
					steps = append(steps, Step{Task: "t", Event: fmt.Sprintf("e%d(%d)", k, i*a), Vars: []VarValue{{"v", fmt.Sprint(i * b)}}})
				}
			}
		}
		for _, f := range Repeats(steps, 0) {
			folded++
			for i := f.From + 2*f.Steps; i < f.From+f.Steps*f.Times; i++ {
				k := i - f.Steps
				shape, now := steps[i].alike()
				was, before := steps[k].alike()
				_, first := steps[k-f.Steps].alike()
				for j := range now {
					if now[j] != before[j]+(before[j]-first[j]) || shape != was {
						t.Fatalf("seed %d: %v: step %d has the numbers %v after %v and %v", seed, f, i, now, before, first)
					}
				}
			}
		}
	}
	if folded < 100 {
		t.Errorf("%d rounds are folded", folded)
	}
}
