package endless_test

import (
	"testing"

	"flavers/automata/monitor"
	"flavers/internal/trial"
	"flavers/verify/endless"
)

// Whether more tasks may be started than there are is known of single spawns, and of loops that count.
func TestExceeded(t *testing.T) {
	for name, k := range map[string]struct {
		program  string
		exceeded bool
	}{
		"one":              {"task t { spawn w } task w dynamic[1] { event a }", false},
		"two":              {"task t { spawn w; spawn w } task w dynamic[1] { event a }", true},
		"two of two":       {"task t { spawn w; spawn w } task w dynamic[2] { event a }", false},
		"branches":         {"task t { choose { spawn w } or { spawn w } } task w dynamic[2] { event a }", false},
		"two tasks":        {"task t[i in 0..1] { spawn w } task w dynamic[1] { event a }", true},
		"for ever":         {"task t { loop { spawn w } } task w dynamic[2] { event a }", true},
		"counted":          {"task t { var i 0..2; while i < 2 { spawn w; i = i + 1 } } task w dynamic[2] { event a }", false},
		"counted too far":  {"task t { var i 0..3; while i < 3 { spawn w; i = i + 1 } } task w dynamic[2] { event a }", true},
		"guarded":          {"task t { var i 0..1; loop { if i == 0 { spawn w }; i = 1 } } task w dynamic[1] { event a }", false},
		"guarded by all":   {"shared i 0..1; task t { loop { if i == 0 { spawn w }; i = 1 } } task w dynamic[1] { event a }", true},
		"of tasks started": {"task t { spawn v; spawn v } task v dynamic[2] { spawn w } task w dynamic[2] { event a }", false},
		"itself, from a handler": {`actor b { on m { post a[0].m } } actor a dynamic[1] { on m { spawn a } }
			task t { spawn a; post a[0].m }`, true},
		"by itself": {"task t { spawn w } task w dynamic[3] { spawn w }", true},
	} {
		s, err := monitor.Analyse(trial.Program(t, k.program))
		if err != nil {
			t.Fatal(name, err)
		}
		got := false
		for _, b := range endless.Exceeded(nil, s) {
			got = got || b
		}
		if got != k.exceeded {
			t.Errorf("%s: %v", name, got)
		}
	}
}
