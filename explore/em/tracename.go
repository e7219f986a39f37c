package em

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"flavers/explore/em/trace"
)

// This file writes schedules of traces as words, for flavers replay, and reads
// them again.

// FormatSchedule writes a schedule of a trace as one word: version, fingerprint
// of the trace, and the numbers of the operations, those that follow each other
// as a range: "t1:3f0a9c12:1-12,15,13-14".
func FormatSchedule(t *trace.Trace, schedule []int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "t1:%s:", fingerprint(t))
	for i := 0; i < len(schedule); {
		if i > 0 {
			b.WriteByte(',')
		}
		j := i + 1
		for j < len(schedule) && schedule[i] > 0 && schedule[j] == schedule[j-1]+1 {
			j++
		}
		b.WriteString(strconv.Itoa(schedule[i]))
		if j-i > 1 {
			b.WriteByte('-')
			b.WriteString(strconv.Itoa(schedule[j-1]))
		}
		i = j
	}
	return b.String()
}

// maxSchedule bounds the length of a schedule that is read: a short word may have a long range.
const maxSchedule = 1 << 24

// ParseSchedule reads what FormatSchedule writes. fits reports whether the word
// was made for this trace; if not, the schedule has the numbers of the word all
// the same.
func ParseSchedule(t *trace.Trace, text string) (schedule []int, fits bool, err error) {
	parts := strings.SplitN(strings.TrimSpace(text), ":", 3)
	if len(parts) != 3 || parts[0] != "t1" {
		return nil, false, fmt.Errorf("not a schedule of a trace: it has the form t1:FINGERPRINT:NUMBER,NUMBER-NUMBER,...")
	}
	fits = parts[1] == fingerprint(t)
	if parts[2] == "" {
		return nil, fits, nil
	}
	for i, word := range strings.Split(parts[2], ",") {
		first, last, ranged := strings.Cut(word, "-")
		a, err := strconv.ParseUint(first, 10, 31)
		b := a
		if err == nil && ranged {
			b, err = strconv.ParseUint(last, 10, 31)
		}
		if err != nil || b < a || len(schedule)+int(b-a) >= maxSchedule {
			return nil, fits, fmt.Errorf("part %d of the schedule, %q, is no number of an operation and no range of them", i+1,
				word)
		}
		for ; a <= b; a++ {
			schedule = append(schedule, int(a))
		}
	}
	return schedule, fits, nil
}

// fingerprint returns a hash of the operations and dependences of a trace, in eight digits.
func fingerprint(t *trace.Trace) string {
	h := fnv.New32a()
	t.WriteTo(h) // a hash takes everything
	t.WriteDependences(h)
	return fmt.Sprintf("%08x", h.Sum32())
}
