package report

// This file finds rounds in a trace: steps that a task repeats at once, several times. The text and the page fold them
// into one notice. Of the trace
//
//	x=1  x=2  x=3  x=4  x=5  stop
//
// the first step is shown, then "the same step 4 more times, with x=2..5", then the last step. Rounds may differ in
// their numbers, as here, if each number changes by the same amount from round to round.

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"flavers/internal/english"
)

// Bounds of what is folded. A notice instead of fewer steps would be no easier to read than the steps.
const (
	leastRounds = 3   // rounds, with the first one, which is shown
	leastFolded = 4   // steps in the other rounds
	longestSame = 500 // steps of a round; longer ones are not looked for, which bounds the time
)

// Repeat is a round, a sequence of steps, that is executed several times without steps between: each time the same
// tasks do the same at the same positions, and the property changes in the same way. Numbers in events and values may
// differ if each changes by the same amount from round to round. Differs lists these, so that nothing is lost.
type Repeat struct {
	From  int // index of the first step of the first round
	Steps int // number of steps of one round
	Times int // number of rounds, at least leastRounds
}

// Folded returns the number of steps after the first round: those that are not shown.
func (r Repeat) Folded() int { return r.Steps * (r.Times - 1) }

// Again returns a clause about the steps that are not shown, as words: "the same step 4 more times, with x=2..5". Each
// text that differs is one word, so that wrapping does not break it.
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

// again returns a short form of Again, without the numbers that differ.
func (r Repeat) again() string {
	return fmt.Sprintf("same %s, %d × more", english.Plural(int64(r.Steps), "step"), r.Times-1)
}

// Differs returns the events, messages and new values of a round whose numbers change from round to round. In place of
// each number that changes, a text has its range over the rounds that are not shown: "x=2..9", "y=4..20 by 2".
func (r Repeat) Differs(steps []Step) []string {
	var out, bare []string // bare has the texts of out without spaces
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
			// The event of an assignment says the same as the new value of the variable, and the event of a send the same
			// as the message. One of the two is enough.
			tight := strings.ReplaceAll(text, " ", "")
			if !slices.ContainsFunc(bare, func(s string) bool { return strings.Contains(s, tight) }) {
				out, bare = append(out, text), append(bare, tight)
			}
		}
	}
	return out
}

// ranges returns the text of this shape with a range in place of each number that changes. The numbers are from in the
// first round that is not shown, next in the one after it, and to in the last.
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

// told returns the texts of a step in which numbers may differ from round to round: its events, the new values of
// variables, and its messages.
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

// hole stands for a number in the shape of a text. A text that contains this byte itself is taken to have no numbers.
const hole = "\x01"

// number matches a number, with its sign, that is not part of a name. A minus is a sign at the start of the text and
// after one of the characters in the expression; elsewhere it is an operator.
var number = regexp.MustCompile(`(^|[=(,\[ :])-[0-9]+\b|\b[0-9]+\b`)

// numbersIn splits a text into its shape, which has a hole for each number, and the numbers from left to right.
func numbersIn(text string) (shape string, values []int64) {
	if strings.Contains(text, hole) || !strings.ContainsAny(text, "0123456789") {
		return text, nil
	}
	shape = number.ReplaceAllStringFunc(text, func(s string) string {
		digits := strings.TrimLeft(s, "=(,[ :")
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || strconv.FormatInt(n, 10) != digits || n > 1<<60 || n < -1<<60 {
			return s // such a number cannot be written again as it was ("007"), or a difference of two could overflow
		}
		values = append(values, n)
		return strings.TrimSuffix(s, digits) + hole
	})
	return shape, values
}

// shaped is a step in the form in which steps are compared.
type shaped struct {
	id      int     // equal for steps that differ only in their numbers
	numbers []int64 // the numbers of the step
}

// Repeats returns the rounds of an execution whose last loop steps are repeated for ever. They do not overlap, and are
// in the order of the steps. At each step, from the first one on, the round that folds most steps is taken. The last
// step is in no round, and no round crosses the beginning of the loop, because both are shown.
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

// roundsOf appends the rounds of a part of an execution to rounds. shapes are the steps of this part, and from is the
// index of its first step.
func roundsOf(rounds []Repeat, shapes []shaped, from int) []Repeat {
	for i := 0; i < len(shapes); {
		best := Repeat{} // the round that begins at i and folds most steps
		for n := 1; n <= min(longestSame, (len(shapes)-i)/leastRounds); n++ {
			if best.Times > 0 && n%best.Steps == 0 && best.Steps*best.Times >= 2*n {
				continue // n steps are several of the best rounds, so these fold at least as much
			}
			// Each step from i to k is the same as the one n steps later. From the second round on, its numbers also
			// change by the same amount as they did from the round before.
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

// alike returns a text that is equal for steps which a reader takes to be the same except for numbers, and the numbers.
// The step that takes a message is left out of the comparison, because it follows from the other steps.
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
