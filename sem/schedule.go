package sem

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"flavers/cfg"
)

// This file writes executions as one word, and reads them back. The word names the
// actions in order, so that another run of the tool can replay the execution.

// Choice is one step of a schedule: an action and which of its outcomes.
type Choice struct {
	Action  cfg.ActionID
	Outcome int
}

// FormatSchedule writes a schedule as one word: version, fingerprint of the
// program, and the steps, "1:3f0a9c12:0,4.1,7": action 0, outcome 1 of action 4
// (0 is left out), action 7. It is the same in every run.
func FormatSchedule(p *cfg.Program, steps []Choice) string {
	var b strings.Builder
	fmt.Fprintf(&b, "1:%s:", fingerprint(p))
	for i, s := range steps {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(int(s.Action)))
		if s.Outcome > 0 {
			fmt.Fprintf(&b, ".%d", s.Outcome)
		}
	}
	return b.String()
}

// FormatLasso writes an execution that goes on for ever: a schedule, with / between the
// steps to a state and those that come back to it, "1:3f0a9c12:0,4.1/7,2". Without
// a loop it is FormatSchedule.
func FormatLasso(p *cfg.Program, stem, loop []Choice) string {
	text := FormatSchedule(p, stem)
	if len(loop) > 0 {
		_, again, _ := strings.Cut(FormatSchedule(p, loop)[len("1:"):], ":")
		text += "/" + again
	}
	return text
}

// fingerprint is eight digits that a program and its constants decide.
func fingerprint(p *cfg.Program) string {
	h := fnv.New32a()
	if _, err := p.WriteTo(h); err != nil {
		panic(err) // a hash takes everything
	}
	return fmt.Sprintf("%08x", h.Sum32())
}

// ParseSchedule reads a schedule. fits is false if it was made for another
// program or other constants; the steps are those written all the same. The
// error says what is not a schedule, and where.
//
// Of an execution that goes on for ever, the steps are those of its loop once.
func ParseSchedule(p *cfg.Program, text string) (steps []Choice, fits bool, err error) {
	steps, _, fits, err = ParseLasso(p, text)
	return steps, fits, err
}

// ParseLasso is ParseSchedule for an execution that may go on for ever. loop is how
// many steps, the last ones, are the loop; 0 if the execution has an end.
func ParseLasso(p *cfg.Program, text string) (steps []Choice, loop int, fits bool, err error) {
	parts := strings.SplitN(strings.TrimSpace(text), ":", 3)
	if len(parts) != 3 {
		return nil, 0, false, fmt.Errorf("not a schedule: it has the form 1:FINGERPRINT:STEP,STEP,...")
	}
	if parts[0] != "1" {
		return nil, 0, false, fmt.Errorf("schedule version %q is not known", parts[0])
	}
	fits = parts[1] == fingerprint(p)
	if parts[2] == "" {
		return nil, 0, fits, nil
	}
	first, again, loops := strings.Cut(parts[2], "/")
	words := strings.Split(first, ",")
	if loops && first == "" { // the loop begins at the start
		words = nil
	}
	if loops {
		list := strings.Split(again, ",")
		words, loop = append(words, list...), len(list)
	}
	for i, word := range words {
		action, outcome, dotted := strings.Cut(word, ".")
		a, err := strconv.ParseUint(action, 10, 31)
		var k uint64
		if err == nil && dotted {
			k, err = strconv.ParseUint(outcome, 10, 31)
		}
		if err != nil {
			return nil, 0, fits, fmt.Errorf("step %d of the schedule, %q, is not ACTION or ACTION.OUTCOME", i+1, word)
		}
		if int(a) >= len(p.Actions) {
			return nil, 0, fits, fmt.Errorf("step %d of the schedule names action %d; the program has %d", i+1, a,
				len(p.Actions))
		}
		steps = append(steps, Choice{cfg.ActionID(a), int(k)})
	}
	return steps, loop, fits, nil
}
