package sem_test

import (
	"testing"

	"flavers/cfg"
	"flavers/internal/trial"
	"flavers/sem"
)

// Programs, made smaller, in which random tests found the machine and the
// interpreter to differ. Each is executed by every form of buffer.
var found = map[string]string{
	// The tables of a buffer with two ends lost the else of a full one (seed 20579742).
	"else where a buffer is full": `program found
chan c[1] bool
task a {
	c <- true
	select {
	case c <- false:
		event sent
	else:
		event full
	}
}
task b { <-c }
`,
	// The machine evaluated what a blocked send would send (seed 1762).
	"an error in a send that is blocked": `program found
shared x 0..1
chan c[1] 0..1
task a { c <- 1
	c <- 1 / x }
task b { x = 1
	<-c
	<-c }
`,
}

func TestFound(t *testing.T) {
	for name, src := range found {
		for _, machine := range []func(*cfg.Program) (*sem.Machine, error){sem.New, sem.NewWithRings, sem.NewWithEnds} {
			p := trial.Program(t, src)
			m, err := machine(p)
			if err != nil {
				t.Fatal(err)
			}
			c := &comparer{t: t, m: m, p: p, what: name + "\n" + src}
			if c.run(1000) < 4 {
				t.Errorf("%s: too few states", name)
			}
		}
	}
}
