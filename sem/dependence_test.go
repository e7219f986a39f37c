package sem_test

import (
	"fmt"
	"slices"
	"testing"

	"flavers/cfg"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/sem"
)

// A stepper does what the machine does. Two steps that are independent can be
// swapped: both orders can be taken, with the same outcomes, to the same
// state; and a step that is independent of a blocked one does not unblock it.
func TestDependence(t *testing.T) { dependence(t, trial.Usual(30, 70), gen.Program) }

func TestMessagesDependence(t *testing.T) { dependence(t, trial.Usual(15, 40), gen.MessagePassing) }

func TestTuplesDependence(t *testing.T) { dependence(t, trial.Usual(20, 40), gen.Tuples) }

func TestSyncDependence(t *testing.T) { dependence(t, trial.Usual(20, 40), gen.Sync) }

func TestGroupsDependence(t *testing.T) { dependence(t, trial.Usual(20, 40), gen.Groups) }

func TestStepsDependence(t *testing.T) { dependence(t, 20, gen.Steps) }

// The same with lengths of buffers, and with channels as values.
func TestLengthsDependence(t *testing.T) { dependence(t, 20, gen.Lengths) }

func TestChannelsDependence(t *testing.T) { dependence(t, 20, gen.Passed) }

func dependence(t *testing.T, usual int, program func([]byte) string) {
	swaps, dependent := 0, 0
	for seed := range trial.Seeds(t, usual) {
		src := program(randomBytes(seed+5000, 220))
		p, ds := lang.Load("random.tfg", []byte(src), lang.Options{})
		if ds.HasErrors() {
			t.Fatalf("seed %d: %v\n%s", seed, ds.All, src)
		}
		for _, make := range []func(*cfg.Program) (*sem.Machine, error){sem.New, sem.NewWithEnds} {
			m, err := make(p)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			c := &swapper{t: t, m: m, x: sem.NewThreadedStepper(m, 3), what: fmt.Sprintf("seed %d\n%s", seed, src)}
			if seed%3 == 0 {
				c.x = sem.NewStepper(m, 3)
			}
			c.run(150)
			swaps += c.swaps
			dependent += c.dependent
			if t.Failed() {
				return
			}
		}
	}
	t.Logf("%d independent pairs swapped, %d dependent ones", swaps, dependent)
	if n := 5 * trial.Count(t, usual); swaps < n || dependent < n {
		t.Error("too few pairs: the programs are too trivial")
	}
}

type swapper struct {
	t                *testing.T
	m                *sem.Machine
	x                *sem.Stepper
	what             string
	swaps, dependent int
}

// attempt is a way whose tasks stand at its points.
type attempt struct {
	id    cfg.ActionID
	way   sem.WayID
	steps *sem.Steps
}

func (c *swapper) run(limit int) {
	todo := [][]int32{c.m.Start()}
	seen := map[string]bool{fmt.Sprint(todo[0]): true}
	for i := 0; i < len(todo) && i < limit; i++ {
		at := c.attempts(todo[i])
		for _, a := range at {
			for k := range a.steps.Effects {
				e := &a.steps.Effects[k]
				if e.Err != nil {
					continue
				}
				next := after(todo[i], e)
				for _, b := range at {
					c.swap(todo[i], a, k, b)
				}
				if key := fmt.Sprint(next); !seen[key] {
					seen[key] = true
					todo = append(todo, next)
				}
			}
		}
	}
}

// attempts compares a stepper with the machine in one state.
func (c *swapper) attempts(state []int32) []attempt {
	var out []attempt
	for w := 0; w < len(c.x.Ways()); {
		a := c.m.P.Actions[c.x.Ways()[w].Action]
		want := c.m.Outcomes(nil, state, a, true)
		stands := c.m.Stands(state, a.ID)
		if !stands && len(want) > 0 {
			c.t.Fatalf("action %d can be taken where its tasks do not stand\n%s", a.ID, c.what)
		}
		var effects []sem.Effect
		for ; w < len(c.x.Ways()) && c.x.Ways()[w].Action == a.ID; w++ {
			if stands {
				st := c.x.Steps(state, sem.WayID(w))
				effects = append(effects, st.Effects...)
				out = append(out, attempt{a.ID, sem.WayID(w), st})
			}
		}
		if len(effects) != len(want) {
			c.t.Fatalf("action %d in %v: %d effects, %d outcomes\n%s", a.ID, state, len(effects), len(want), c.what)
		}
		for k := range effects {
			e, o := &effects[k], want[k]
			if fmt.Sprint(e.Err) != fmt.Sprint(o.Err) || fmt.Sprint(e.Occ) != fmt.Sprint(o.Occ) ||
				e.Err == nil && !slices.Equal(after(state, e), o.Next) {
				c.t.Fatalf("action %d in %v: effect %+v, outcome %+v\n%s", a.ID, state, e, o, c.what)
			}
		}
	}
	return out
}

func after(state []int32, e *sem.Effect) []int32 {
	next := slices.Clone(state)
	for _, ch := range e.Changes {
		next[ch.Comp] = ch.Value
	}
	return next
}

// swap takes outcome k of a and then b, and the other way round.
func (c *swapper) swap(state []int32, a attempt, k int, b attempt) {
	e := &a.steps.Effects[k]
	if len(b.steps.Effects) == 0 && !sem.Dependent(e.Footprint, b.steps.Footprint) && !c.ordered(a.id, b.id) {
		if now := c.x.Steps(after(state, e), b.way); len(now.Effects) > 0 {
			c.t.Fatalf("action %d is independent of the blocked action %d and unblocks it in %v\n%s", a.id, b.id, state, c.what)
		}
	}
	for j := range b.steps.Effects {
		f := &b.steps.Effects[j]
		if sem.Dependent(e.Footprint, f.Footprint) {
			c.dependent++
			continue
		}
		if f.Err != nil {
			continue
		}
		c.swaps++
		second := c.x.Steps(after(state, e), b.way)
		first := c.x.Steps(after(state, f), a.way)
		if len(second.Effects) != len(b.steps.Effects) || len(first.Effects) != len(a.steps.Effects) {
			c.t.Fatalf("actions %d and %d are independent, and one changes the outcomes of the other in %v\n%s", a.id, b.id, state, c.what)
		}
		s2, f2 := &second.Effects[j], &first.Effects[k]
		if !slices.Equal(after(after(state, e), s2), after(after(state, f), f2)) ||
			fmt.Sprint(s2.Occ) != fmt.Sprint(f.Occ) || fmt.Sprint(f2.Occ) != fmt.Sprint(e.Occ) ||
			s2.Key != f.Key || f2.Key != e.Key || !slices.Equal(s2.Writes, f.Writes) || !slices.Equal(s2.Reads, f.Reads) {
			c.t.Fatalf("actions %d.%d and %d.%d are independent, and do not commute in %v\n%s", a.id, k, b.id, j, state, c.what)
		}
	}
}

// ordered reports whether steps of one thread may be meant, which are ordered
// whatever they touch.
func (c *swapper) ordered(a, b cfg.ActionID) bool {
	for _, t := range c.tasks(a) {
		if slices.Contains(c.tasks(b), t) && !c.x.Loops(t) {
			return true
		}
	}
	return false
}

func (c *swapper) tasks(id cfg.ActionID) []cfg.TaskID {
	a := c.m.P.Actions[id]
	out := []cfg.TaskID{c.m.P.Nodes[a.A].Task}
	if a.Joint() {
		out = append(out, c.m.P.Nodes[a.B].Task)
	}
	return out
}
