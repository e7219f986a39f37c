package follow_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"flavers/automata/fsa"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/report"
	"flavers/verify"
	"flavers/verify/follow"
)

// What objects hold is said in words that need no explanation.
func TestStates(t *testing.T) {
	for _, c := range []struct{ name, text, run, object, want string }{
		{"lock", "program x\nlock l\ntask a { lock l\n unlock l }\ntask b { lock l\n unlock l }", "a a b b", "lock l",
			"free|held by a|free|held by b|free"},
		{"monitor", "program x\nlock l\ntask a { lock l\n wait l\n unlock l }\ntask b { lock l\n notify l\n unlock l }", "a a b b b a a", "lock l",
			"free|held by a|free; waiting: a|held by b; waiting: a|held by b; notified: a|free; notified: a|held by a|free"},
		{"rwlock", "program x\nlock l\ntask a { rlock l\n runlock l }\ntask b { rlock l\n runlock l }", "a b a b", "lock l",
			"free|read by a|read by a, b|read by b|free"},
		{"semaphore", "program x\nsem s = 1\ntask a { acquire s\n release s }", "a a", "semaphore s", "1|0|1"},
		{"channel", "program x\nchan c[2] 0..9\ntask a { c <- 4\n c <- 5\n close c }\ntask b { <-c }", "a a b a", "channel c",
			"empty|4|4, 5|5|5, closed"},
	} {
		p, ds := lang.Load("x.tfg", []byte(c.text), lang.Options{})
		if ds.HasErrors() {
			t.Errorf("%s: %v", c.name, ds.All)
			continue
		}
		got, err := follow.States(p, trial.Schedule(t, p, c.run))
		if err != nil {
			t.Fatal(err)
		}
		i := slices.Index(got.Objects, c.object)
		if i < 0 {
			t.Errorf("%s: objects %v", c.name, got.Objects)
			continue
		}
		if values := strings.Join(got.Values[i], "|"); values != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, values, c.want)
		}
	}
	p, _ := lang.Load("x.tfg", []byte("program x\nlock l\nlock m\ntask a { lock l }\ntask b { lock m }"), lang.Options{})
	if got, err := follow.States(p, trial.Schedule(t, p, "a")); err != nil || got.Untouched != 1 || len(got.Objects) != 1 {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := follow.States(p, "rubbish"); err == nil {
		t.Error("rubbish is a schedule")
	}
}

// In every violating execution of an example contents and messages agree: what
// is pending after a step is what was sent until then and not taken.
func TestStatesExamples(t *testing.T) {
	files := []string{"examples/messages/ui.tfg", "examples/messages/vote.tfg", "examples/messages/registry.tfg", "examples/dining.tfg",
		"examples/dining_manager.tfg", "examples/rw_monitor.tfg", "examples/buffer_channel.tfg", "examples/seed_two_tasks.tfg", "examples/smokers.tfg"}
	boxes, partners := 0, 0
	for _, name := range files {
		p, specs := trial.Example(t, name, nil)
		c := verify.Check(context.Background(), p, specs, verify.Options{})
		for i := range c.Results {
			r := &c.Results[i]
			got, err := follow.States(p, r.Schedule)
			if err != nil {
				t.Fatalf("%s %s: %v", name, r.Property, err)
			}
			for _, st := range r.Trace {
				if (len(st.Tasks) > 1) != (st.PartnerPos != "") {
					t.Errorf("%s %s: %+v", name, r.Property, st)
				}
				if st.PartnerPos != "" {
					partners++
				}
			}
			for k, object := range got.Objects {
				if len(got.Values[k]) != len(r.Trace)+1 {
					t.Fatalf("%s %s: %d contents of %s, %d steps", name, r.Property, len(got.Values[k]), object, len(r.Trace))
				}
				kind, box, _ := strings.Cut(object, " ")
				if kind != "queue" && kind != "mailbox" || got.Values[k][0] != "empty" {
					continue
				}
				boxes++
				for at := range got.Values[k] {
					if want, have := pendingIn(r.Trace, box, at), contentsOf(got.Values[k][at]); !slices.Equal(have, want) {
						t.Errorf("%s %s: after step %d %s holds %v, messages say %v", name, r.Property, at, object, have, want)
					}
				}
			}
		}
	}
	if boxes < 3 || partners < 3 {
		t.Errorf("%d boxes, %d joint steps", boxes, partners)
	}
}

// pendingIn is what a box holds after a step, by the messages of the trace.
func pendingIn(trace []report.Step, box string, after int) []string {
	out := []string{}
	for i, st := range trace[:after] {
		for _, m := range st.Sends {
			if what, ok := strings.CutPrefix(m.Message, box+"."); ok && i < after && (m.Step == 0 || m.Step > after) {
				out = append(out, what)
			}
		}
	}
	slices.Sort(out)
	return out
}

func contentsOf(text string) []string {
	out := []string{}
	if text == "empty" {
		return out
	}
	out = append(out, strings.Split(text, ", ")...)
	slices.Sort(out)
	return out
}

// Messages lead from the step that sends to the step that takes, first in first
// out among equal ones, and values in buffers do so too.
func TestMessages(t *testing.T) {
	p, specs := trial.Example(t, "examples/messages/ui.tfg", nil)
	late, ds := fsa.Parse("late.fsa", []byte("property late { absence of empty(2) }"))
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	for _, k := range []struct {
		only string
		want []string
	}{
		{"untorn", []string{"1 user->main main.clicked(1) 2", "4 main->main main.redraw(1) 0"}},
		{"late", []string{"1 user->main main.clicked(1) 2", "4 main->main main.redraw(1) 7", "10 user->main main.clicked(2) 11", "13 main->main main.redraw(2) 16"}},
	} {
		c := verify.Check(context.Background(), p, append(late, specs...), verify.Options{Only: []string{k.only}})
		var got []string
		for i, st := range c.Results[0].Trace {
			for _, m := range st.Sends {
				got = append(got, fmt.Sprintf("%d %s->%s %s %d", i+1, st.Task, m.To, m.Message, m.Step))
			}
		}
		if !slices.Equal(got, k.want) {
			t.Errorf("%s: %q", k.only, got)
		}
	}
	p, specs = trial.Example(t, "examples/buffer_channel.tfg", nil)
	c := verify.Check(context.Background(), p, specs, verify.Options{})
	sends := 0
	for i := range c.Results {
		for k, st := range c.Results[i].Trace {
			for _, m := range st.Sends {
				sends++
				if m.Step > 0 {
					taker := c.Results[i].Trace[m.Step-1]
					if taker.Task != m.To || m.Step <= k+1 || !strings.HasPrefix(taker.Event, "<-") && !strings.Contains(taker.Event, "=") {
						t.Errorf("%+v is taken by %+v", m, taker)
					}
				}
			}
		}
	}
	if sends == 0 {
		t.Error("no value is put into a buffer")
	}
}
