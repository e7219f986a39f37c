package endless_test

import (
	"testing"

	"flavers/internal/trial"
	"flavers/verify/endless"
)

// What a node needs each time has to be provided again and again, or once and for ever: by a close.
func TestWhatIsRepeated(t *testing.T) {
	for name, k := range map[string]struct {
		program string
		goesOn  bool
	}{
		"values that come once":        {"chan c[1] 0..1; task a { c <- 1 } task b { var x 0..1; loop { x = <-c } }", false},
		"values that come again":       {"chan c[1] 0..1; task a { loop { c <- 1 } } task b { event e }", true},
		"a partner that comes once":    {"chan c 0..1; task a { c <- 1 } task b { var x 0..1; loop { x = <-c } }", false},
		"a closed channel":             {"chan c[1] 0..1; task a { close c } task b { var x 0..1; loop { x = <-c } }", true},
		"a closed one without buffer":  {"chan c 0..1; task a { close c } task b { var x 0..1; loop { x = <-c } }", true},
		"closed in a select":           {"chan c 0..1; task a { close c } task b { var x 0..1; loop { select { case x = <-c: skip } } }", true},
		"another channel is closed":    {"chan c 0..1; chan d; task a { close d } task b { var x 0..1; loop { x = <-c } }", false},
		"a semaphore raised once":      {"sem s = 0; task a { release s } task b { loop { acquire s } }", false},
		"a semaphore raised again":     {"sem s = 0; task a { loop { release s } } task b { event e }", true},
		"an entry that is called once": {"task a { entry e; loop { accept e } } task b { call a.e }", false},
		"a condition signalled once":   {"lock l; cond c on l; task a { signal c } task b { lock l; loop { wait c } }", false},
		"a message that is sent once":  {"actor a { on m { } } task b { post a.m }", false},
		"a message for itself":         {"actor a { on m { post a.m } } task b { post a.m }", true},
	} {
		p := trial.Program(t, k.program)
		if got := endless.MayGoOn(p); got != k.goesOn {
			t.Errorf("%s: goes on is %v", name, got)
		}
	}
}
