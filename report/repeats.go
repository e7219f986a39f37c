package report

import (
	"fmt"
	"slices"
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
// same places, and the variables and the property change in the same way.
type Repeat struct {
	From  int // index of the first step
	Steps int // of one round
	Times int // at least 3
}

// Folded is how many steps come after the first round.
func (r Repeat) Folded() int { return r.Steps * (r.Times - 1) }

// Again says what is folded away, in words.
func (r Repeat) Again() string {
	if r.Steps == 1 {
		return fmt.Sprintf("the same step %d more times", r.Times-1)
	}
	return fmt.Sprintf("the same round of %d steps %d more times", r.Steps, r.Times-1)
}

// again is Again in few words.
func (r Repeat) again() string {
	return fmt.Sprintf("same %s, %d × more", english.Plural(int64(r.Steps), "step"), r.Times-1)
}

// Repeats finds the rounds of an execution, apart from each other and in their order. The last step is in none, and
// none goes on from before the last loop steps into them. From the first step on, the stretch that folds most is taken.
func Repeats(steps []Step, loop int) []Repeat {
	same := map[string]int{}
	ids := make([]int, len(steps))
	for i := range steps {
		key := steps[i].alike()
		if _, ok := same[key]; !ok {
			same[key] = len(same)
		}
		ids[i] = same[key]
	}
	begins := len(steps) - loop
	if loop == 0 {
		return roundsOf(nil, ids[:max(len(steps)-1, 0)], 0)
	}
	return roundsOf(roundsOf(nil, ids[:begins], 0), ids[begins:len(steps)-1], begins)
}

// roundsOf appends the rounds of steps that are known by numbers; the first of them has the index from.
func roundsOf(rounds []Repeat, ids []int, from int) []Repeat {
	for i := 0; i < len(ids); {
		best := Repeat{}
		for n := 1; n <= min(longestSame, (len(ids)-i)/leastRounds); n++ {
			k := i
			for k+n < len(ids) && ids[k] == ids[k+n] {
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

// alike is equal for steps of which a person reads the same.
func (s *Step) alike() string {
	vars := make([]string, len(s.Vars))
	for i, v := range s.Vars {
		vars[i] = v.Name + "=" + v.Value
	}
	parts := slices.Concat([]string{s.Task, s.Pos, s.PartnerPos, s.State}, s.Tasks, []string{""}, s.All(), []string{""}, vars)
	return strings.Join(parts, "\x00")
}
