package sem_test

import (
	"errors"
	"fmt"
	"testing"

	"flavers/cfg"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/sem"
)

// A queue with too many contents to number is executed place by place, exactly;
// for tables it holds as many messages as can be numbered, and says so beyond.
func TestLargeQueue(t *testing.T) {
	const src = `
looper l { on m(x 0..19) { event got(x) } }
task t { for k in 0..7 { post l.m(k) } }
`
	p, ds := lang.Load("queue.tfg", []byte(src), lang.Options{})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	exact, err := sem.New(p)
	if err != nil {
		t.Fatal(err)
	}
	limited, err := sem.NewTabled(p)
	if err != nil {
		t.Fatal(err)
	}
	run := func(m *sem.Machine) (events []string, limit bool) {
		v := m.Start()
		for {
			// The poster first, so that the queue gets long.
			var next *sem.Outcome
			for _, o := range m.Successors(v, true) {
				if next == nil || m.P.Nodes[m.P.Actions[o.Action].A].Task == 1 {
					next = &o
				}
			}
			switch {
			case next == nil:
				if !m.Over(v) {
					t.Errorf("stuck with %v", m.Pending(0, v))
				}
				return events, limit
			case next.Err != nil:
				return events, next.Err.Kind == cfg.LimitError
			}
			for _, o := range next.Occ {
				if o.Kind == sem.OwnEvent {
					events = append(events, o.String())
				}
			}
			v = next.Next
		}
	}
	if events, limit := run(exact); limit || fmt.Sprint(events) != "[got(0) got(1) got(2) got(3) got(4) got(5) got(6) got(7)]" {
		t.Errorf("exact: %v, limit %v", events, limit)
	}
	if _, limit := run(limited); !limit {
		t.Error("eight messages of twenty kinds fit into the tabled queue")
	}
	for _, a := range p.Actions {
		if _, err := limited.Cases(a); err != nil {
			t.Errorf("tables: %v", err)
		}
	}
	large := (*sem.TooLarge)(nil)
	if _, err := exact.Cases(p.Actions[0]); !errors.As(err, &large) {
		t.Errorf("the exact queue has tables: %v", err)
	}
}

// Mailboxes count each message apart: more than the limit of different ones are
// refused, with the place of the declaration.
func TestLargeMailbox(t *testing.T) {
	const src = `
actor a { on m(x 0..99, y 0..99) { } }
task t { post a.m(1, 2) }
`
	p, ds := lang.Load("box.tfg", []byte(src), lang.Options{})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	large := (*sem.TooLarge)(nil)
	if _, err := sem.New(p); !errors.As(err, &large) || large.Object.Pos.Line != 2 {
		t.Errorf("%v", err)
	}
}

// A semaphore that counts far is refused with its place: tables have a row for each
// number.
func TestLargeSemaphore(t *testing.T) {
	for _, c := range []struct {
		count string
		fits  bool
	}{{"2147483647", false}, {"1048577", false}, {"1048000", true}} {
		p := trial.Program(t, "program p\nsem s = "+c.count+
			"\ntask a { loop { release s } }\ntask b { loop { acquire s } }\n")
		_, err := sem.New(p)
		if large := (*sem.TooLarge)(nil); errors.As(err, &large) == c.fits {
			t.Errorf("%s: %v", c.count, err)
		}
	}
}
