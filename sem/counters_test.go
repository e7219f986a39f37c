package sem_test

import (
	"slices"
	"testing"

	"flavers/cfg"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/sem"
)

// The counters of the kinds of a mailbox are its components, each once, in order;
// what one counts has it as its counter. Only takes out the others of a kind.
func TestCounters(t *testing.T) {
	boxes, told := 0, 0
	for seed := range trial.Seeds(t, 60) {
		p := trial.Program(t, gen.MessagePassing(trial.Bytes(seed, 31, 160)))
		m, err := sem.New(p)
		if err != nil {
			continue
		}
		for i := range p.Objects {
			o := &p.Objects[i]
			if o.Kind != cfg.MailboxObject {
				continue
			}
			boxes++
			var all []sem.CompID
			for k := range o.Messages {
				list := m.Counters(o.ID, int32(k))
				all = append(all, list...)
				vec := make([]int32, len(m.Comps))
				for c := range vec {
					vec[c] = 1
				}
				for n, c := range list {
					msg := m.Counted(c)
					if msg.Kind != int32(k) || m.Counter(o.ID, msg) != c {
						t.Fatalf("seed %d: %s counts %+v, of kind %d", seed, m.Comps[c].Name, msg, k)
					}
					if msg.Sender != cfg.None {
						told++
					}
					alone := slices.Clone(vec)
					m.Only(alone, list, c)
					for at, x := range alone {
						if in := slices.Index(list, sem.CompID(at)); x != 1 == (in < 0 || in == n) {
							t.Fatalf("seed %d: %d messages of %s are left beside %s", seed, x, m.Comps[at].Name, m.Comps[c].Name)
						}
					}
				}
			}
			if !slices.Equal(all, m.OfObject(o.ID)) {
				t.Fatalf("seed %d: the kinds of %s have %v of %v", seed, o.Name, all, m.OfObject(o.ID))
			}
		}
	}
	if boxes < 30 || told == 0 {
		t.Errorf("%d mailboxes, %d counters of a sender", boxes, told)
	}
}
