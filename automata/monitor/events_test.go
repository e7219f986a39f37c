package monitor_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"flavers/automata/monitor"
	"flavers/internal/gen"
	"flavers/internal/trial"
)

// rings has buffers with too many contents to be numbered, so that they are rings, with all that a step may do to one.
const rings = `
program rings
const L = 6
chan line[2][L] 0..9
chan pairs[L] (0..2, 0..4)
task source {
	var value 0..9 = 4
	loop {
		select {
		case line[0] <- value when len(line[0]) < 3: value = (value * 7 + 3) % 10
		else: event full
		}
		if value == 9 { break }
	}
	pairs <- (1, value % 5)
	close line[0]
}
task filter {
	var x 0..9
	var ok bool
	var a 0..2
	loop {
		x, ok = <-line[0]
		if !ok { break }
		line[1] <- x
	}
	select {
	case (1, _) = <-pairs: skip
	case (a, 3) = <-pairs: event three(a)
	else: event none
	}
}
task sink { for y in <-line[1] { event got(y) } }
`

// occurrences lists what each action may do that is observed, and how it may fail.
func occurrences(s *monitor.Semantics) []string {
	seen := map[string]bool{}
	for a, cases := range s.Cases {
		for i := range cases {
			text := fmt.Sprint(a)
			for _, o := range cases[i].Occ {
				text += fmt.Sprintf(" %q %q", o.Names(), o.Owners(s.M.P))
			}
			if err := cases[i].Err; err != nil {
				text += " " + err.Text
			}
			seen[text] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// Events has the occurrences and errors of the tables, in fewer cases where there are rings.
func TestEvents(t *testing.T) {
	const usual = 200
	fewer := 0
	for seed := range trial.Seeds(t, usual) {
		data := trial.Bytes(seed, 41, 120)
		var src string
		switch seed % 4 {
		case 0:
			src = rings
		case 1:
			src = gen.MessagePassing(data)
		case 2:
			src = gen.Bursts(data)
		default:
			src = gen.Program(data)
		}
		p := trial.Program(t, src)
		whole, err := monitor.Analyse(p)
		if err != nil {
			t.Fatal(err)
		}
		events, err := monitor.Events(nil, p)
		if err != nil {
			t.Fatal(err)
		}
		want, got := occurrences(whole), occurrences(events)
		if len(whole.Inexact()) == 0 && !slices.Equal(want, got) {
			t.Fatalf("seed %d: tables have\n%s\nthe list has\n%s\n%s", seed, strings.Join(want, "\n"), strings.Join(got, "\n"), src)
		}
		cases := func(s *monitor.Semantics) (n int) {
			for _, cs := range s.Cases {
				n += len(cs)
			}
			return n
		}
		if 4*cases(events) < cases(whole) {
			fewer++
		}
	}
	if fewer < trial.Count(t, usual)/8 {
		t.Errorf("the list has a quarter of the cases in %d programs only", fewer)
	}
}
