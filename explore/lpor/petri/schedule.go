package petri

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"
)

// This file writes firing sequences as words, reads them again, and follows them
// in a net. flavers replay uses it for nets.

// FormatSchedule writes a firing sequence as one word: version, fingerprint of
// the net, and the numbers of the transitions from 0 in the order of the net:
// "n1:3f0a9c12:0,4,2".
func (n *Net) FormatSchedule(schedule []TransitionID) string {
	var b strings.Builder
	fmt.Fprintf(&b, "n1:%s:", n.fingerprint())
	for i, t := range schedule {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(int(t)))
	}
	return b.String()
}

// ParseSchedule reads what FormatSchedule writes. fits reports whether the word was
// made for this net. If not, the schedule has the numbers of the word all the
// same, as long as this net has transitions with these numbers.
func (n *Net) ParseSchedule(text string) (schedule []TransitionID, fits bool, err error) {
	parts := strings.SplitN(strings.TrimSpace(text), ":", 3)
	if len(parts) != 3 || parts[0] != "n1" {
		return nil, false, fmt.Errorf("not a schedule of a net: it has the form n1:FINGERPRINT:NUMBER,NUMBER,...")
	}
	fits = parts[1] == n.fingerprint()
	if parts[2] == "" {
		return nil, fits, nil
	}
	for i, word := range strings.Split(parts[2], ",") {
		t, err := strconv.ParseUint(word, 10, 31)
		if err != nil || t >= uint64(len(n.Transitions)) {
			return nil, fits, fmt.Errorf("part %d of the schedule, %q, is no number of a transition", i+1, word)
		}
		schedule = append(schedule, TransitionID(t))
	}
	return schedule, fits, nil
}

// fingerprint returns a hash, in eight digits, of what a schedule depends on: arcs,
// identifiers and first marking.
func (n *Net) fingerprint() string {
	h := fnv.New32a()
	for _, p := range n.Places {
		fmt.Fprintf(h, "%q %d\n", p.ID, p.Tokens)
	}
	for _, t := range n.Transitions {
		fmt.Fprintf(h, "%q %v %v\n", t.ID, t.Takes, t.Puts)
	}
	return fmt.Sprintf("%08x", h.Sum32())
}

// Follow fires a sequence and returns the marking at its end. After each
// transition it calls step, which may be nil, with the markings before and after,
// and ends if step returns false. A transition that is not enabled is an error.
func (n *Net) Follow(schedule []TransitionID, step func(t TransitionID, before, after []int32) bool) ([]int32, error) {
	m := n.Start()
	for i, t := range schedule {
		if !n.Enabled(m, t) {
			return m, fmt.Errorf("step %d, %s, is not enabled: %s", i+1, n.Transitions[t].ID, n.Lacks(m, t))
		}
		next := n.Fire(m, t)
		goOn := step == nil || step(t, m, next)
		if m = next; !goOn {
			break
		}
	}
	return m, nil
}

// Lacks says which tokens transition t lacks in marking m: "fork 0 of 1, plate 1 of 2".
func (n *Net) Lacks(m []int32, t TransitionID) string {
	var parts []string
	for _, a := range n.Transitions[t].Takes {
		if m[a.Place] < a.Weight {
			parts = append(parts, fmt.Sprintf("%s %d of %d", n.Places[a.Place].ID, m[a.Place], a.Weight))
		}
	}
	return strings.Join(parts, ", ")
}

// Near lists the transitions for which some places have enough tokens, but not
// all. In a dead marking these came closest to being enabled.
func (n *Net) Near(m []int32) []TransitionID {
	var out []TransitionID
	for t := range n.Transitions {
		some, lacks := false, false
		for _, a := range n.Transitions[t].Takes {
			some = some || m[a.Place] >= a.Weight
			lacks = lacks || m[a.Place] < a.Weight
		}
		if some && lacks {
			out = append(out, TransitionID(t))
		}
	}
	return out
}
