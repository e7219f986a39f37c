package sem

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"flavers/cfg"
)

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
func ParseSchedule(p *cfg.Program, text string) (steps []Choice, fits bool, err error) {
	parts := strings.SplitN(strings.TrimSpace(text), ":", 3)
	if len(parts) != 3 {
		return nil, false, fmt.Errorf("not a schedule: it has the form 1:FINGERPRINT:STEP,STEP,...")
	}
	if parts[0] != "1" {
		return nil, false, fmt.Errorf("schedule version %q is not known", parts[0])
	}
	fits = parts[1] == fingerprint(p)
	if parts[2] == "" {
		return nil, fits, nil
	}
	for i, word := range strings.Split(parts[2], ",") {
		action, outcome, dotted := strings.Cut(word, ".")
		a, err := strconv.ParseUint(action, 10, 31)
		var k uint64
		if err == nil && dotted {
			k, err = strconv.ParseUint(outcome, 10, 31)
		}
		if err != nil {
			return nil, fits, fmt.Errorf("step %d of the schedule, %q, is not ACTION or ACTION.OUTCOME", i+1, word)
		}
		if int(a) >= len(p.Actions) {
			return nil, fits, fmt.Errorf("step %d of the schedule names action %d; the program has %d", i+1, a, len(p.Actions))
		}
		steps = append(steps, Choice{cfg.ActionID(a), int(k)})
	}
	return steps, fits, nil
}
