package report

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"flavers/internal/english"
)

// Bounds of what is folded. A shorter run is as easily read as a notice about it.
const (
	leastRounds = 3   // of a stretch that is repeated at once
	leastFolded = 4   // steps that are not shown
	longestSame = 500 // steps of a round
)

// Repeat is a stretch of steps that is executed several times, one after the other: the same tasks do the same at the
// same places, and the property changes in the same way. Numbers in what they do, such as values of counters, may
// differ if each changes by the same amount from round to round: Differs says which, so that nothing is lost.
type Repeat struct {
	From  int // index of the first step
	Steps int // of one round
	Times int // at least 3
}

// Folded is how many steps come after the first round.
func (r Repeat) Folded() int { return r.Steps * (r.Times - 1) }

// Again says what is folded away, in words: what differs is a word each.
func (r Repeat) Again(steps []Step) []string {
	out := words("the same round of %d steps %d more times", r.Steps, r.Times-1)
	if r.Steps == 1 {
		out = words("the same step %d more times", r.Times-1)
	}
	differs := r.Differs(steps)
	for i, text := range differs {
		if i == 0 {
			out[len(out)-1] += ","
			out = append(out, "with")
		}
		if i < len(differs)-1 {
			text += ","
		}
		out = append(out, text)
	}
	return out
}

// again is Again in few words, without what differs.
func (r Repeat) again() string {
	return fmt.Sprintf("same %s, %d × more", english.Plural(int64(r.Steps), "step"), r.Times-1)
}

// Differs are the texts of a round, events and changed variables, whose numbers change from round to round, with the
// range of each number over the rounds that are folded away: "x=2..9", "y=4..20 by 2".
func (r Repeat) Differs(steps []Step) []string {
	var out, bare []string // bare: without spaces
	round := func(k int) []Step { return steps[r.From+k*r.Steps:][:r.Steps] }
	second, third, last := round(1), round(2), round(r.Times-1)
	for j := range second {
		texts, after, end := second[j].told(), third[j].told(), last[j].told()
		for k := range texts {
			shape, from := numbersIn(texts[k])
			_, next := numbersIn(after[k])
			if slices.Equal(from, next) {
				continue
			}
			_, to := numbersIn(end[k])
			text := ranges(shape, from, next, to)
			// An assignment is told by its event and by its variable, and a message by the event that sends it.
			tight := strings.ReplaceAll(text, " ", "")
			if !slices.ContainsFunc(bare, func(s string) bool { return strings.Contains(s, tight) }) {
				out, bare = append(out, text), append(bare, tight)
			}
		}
	}
	return out
}

// ranges writes a text whose numbers go from, next, ... to.
func ranges(shape string, from, next, to []int64) string {
	parts := strings.Split(shape, hole)
	var b strings.Builder
	for i, part := range parts {
		b.WriteString(part)
		if i == len(parts)-1 {
			break
		}
		b.WriteString(strconv.FormatInt(from[i], 10))
		if by := next[i] - from[i]; by != 0 {
			fmt.Fprintf(&b, "..%d", to[i])
			if by != 1 && by != -1 {
				fmt.Fprintf(&b, " by %d", by)
			}
		}
	}
	return b.String()
}

// told is all that has numbers which alike leaves out, in its order.
func (s *Step) told() []string {
	out := slices.Clone(s.All())
	for _, v := range s.Vars {
		out = append(out, v.Name+"="+v.Value)
	}
	for _, m := range s.Sends {
		out = append(out, m.Message)
	}
	return out
}

// hole stands for a number in a shape; a text that has such a byte itself has no numbers.
const hole = "\x01"

// number is a number that is no part of a name, with its sign. A minus after another operator or a word is no sign.
var number = regexp.MustCompile(`(^|[=(,\[ :])-[0-9]+\b|\b[0-9]+\b`)

// numbersIn splits a text into its shape and its numbers, from left to right.
func numbersIn(text string) (shape string, values []int64) {
	if strings.Contains(text, hole) || !strings.ContainsAny(text, "0123456789") {
		return text, nil
	}
	shape = number.ReplaceAllStringFunc(text, func(s string) string {
		digits := strings.TrimLeft(s, "=(,[ :")
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || strconv.FormatInt(n, 10) != digits || n > 1<<60 || n < -1<<60 {
			return s // what cannot be written again as it was, or overflows in a difference
		}
		values = append(values, n)
		return strings.TrimSuffix(s, digits) + hole
	})
	return shape, values
}

// shaped is what is compared of a step: a number that stands for all but its numbers, and these.
type shaped struct {
	id      int
	numbers []int64
}

// Repeats finds the rounds of an execution, apart from each other and in their order. The last step is in none, and
// none goes on from before the last loop steps into them. From the first step on, the stretch that folds most is taken.
func Repeats(steps []Step, loop int) []Repeat {
	same := map[string]int{}
	shapes := make([]shaped, len(steps))
	for i := range steps {
		key, numbers := steps[i].alike()
		if _, ok := same[key]; !ok {
			same[key] = len(same)
		}
		shapes[i] = shaped{same[key], numbers}
	}
	begins := len(steps) - loop
	if loop == 0 {
		return roundsOf(nil, shapes[:max(len(steps)-1, 0)], 0)
	}
	return roundsOf(roundsOf(nil, shapes[:begins], 0), shapes[begins:len(steps)-1], begins)
}

// roundsOf appends the rounds of steps; the first of them has the index from.
func roundsOf(rounds []Repeat, shapes []shaped, from int) []Repeat {
	for i := 0; i < len(shapes); {
		best := Repeat{}
		for n := 1; n <= min(longestSame, (len(shapes)-i)/leastRounds); n++ {
			if best.Times > 0 && n%best.Steps == 0 && best.Steps*best.Times >= 2*n {
				continue // several rounds as one: they end where the rounds do
			}
			k := i
			for k+n < len(shapes) && shapes[k].id == shapes[k+n].id && (k-n < i || even(shapes[k-n].numbers, shapes[k].numbers,
				shapes[k+n].numbers)) {
				k++
			}
			r := Repeat{From: from + i, Steps: n, Times: 1 + (k-i)/n}
			if r.Times >= leastRounds && r.Folded() >= leastFolded && r.Folded() > best.Folded() {
				best = r
			}
		}
		if best.Times == 0 {
			i++
			continue
		}
		rounds = append(rounds, best)
		i += best.Steps * best.Times
	}
	return rounds
}

// even reports whether each number changes by the same amount from a to b as from b to c.
func even(a, b, c []int64) bool {
	for i := range b {
		if b[i]-a[i] != c[i]-b[i] {
			return false
		}
	}
	return true
}

// alike is equal for steps of which a person reads the same but for the numbers in what they do. When a message that
// they send is taken follows from the other steps.
func (s *Step) alike() (shape string, numbers []int64) {
	parts := slices.Concat([]string{s.Task, s.Pos, s.PartnerPos, s.State, fmt.Sprint(len(s.All()), len(s.Vars))}, s.Tasks)
	for _, m := range s.Sends {
		parts = append(parts, m.To)
	}
	for _, text := range s.told() {
		t, n := numbersIn(text)
		parts, numbers = append(parts, t), append(numbers, n...)
	}
	return strings.Join(parts, "\x00"), numbers
}
