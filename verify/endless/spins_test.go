package endless_test

import (
	"testing"

	"flavers/automata/monitor"
	"flavers/internal/trial"
	"flavers/verify/endless"
)

// Loops that are never left and in which nothing happens are found, and no others.
func TestSpins(t *testing.T) {
	for name, k := range map[string]struct {
		program string
		spins   int
	}{
		"skips":               {"task t { event a; loop { skip } }", 1},
		"several with a text": {"task t[i in 0..4] { event a; loop { skip } }", 1},
		"two":                 {"task t { loop { skip } } task u { loop { skip } }", 2},
		"has an event":        {"task t { loop { event a } }", 0},
		"may be left":         {"task t { loop { choose { skip } or { break } } }", 0},
		"counts":              {"task t { var i 0..9; while i < 9 { i = i + 1 } }", 0},
		"counts for ever":     {"task t { var i 0..9; loop { i = (i + 1) % 10 } }", 1},
		"never counts":        {"task t { var i 0..9; while i < 9 { skip } event a }", 1},
		"waits for others":    {"shared f bool; task t { while !f { skip } } task u { f = true }", 0},
		"tells others":        {"shared f bool; task t { loop { f = !f } }", 0},
		"calls":               {"task s { entry e; loop { accept e } } task t { loop { call s.e } }", 0},
		"locks":               {"lock m; task t { loop { lock m; unlock m } }", 0},
		"fails at last":       {"task t { var i 0..9; loop { i = i + 1 } }", 0},
		"is not reached":      {"task t { if false { loop { skip } } }", 0},
	} {
		s, err := monitor.Analyse(trial.Program(t, k.program))
		if err != nil {
			t.Fatal(err)
		}
		if got := endless.NewAlone(nil, s).Spins(); len(got) != k.spins {
			t.Errorf("%s: %v", name, got)
		}
	}
}
