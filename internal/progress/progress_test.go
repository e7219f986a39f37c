package progress

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"flavers/explore/model"
	"flavers/report"
)

// What is shown of a check and of an exploration: digits grouped, plural forms, and an
// estimate only where there is one.
func TestLine(t *testing.T) {
	for _, c := range []struct {
		tell func(*Meter)
		want string
	}{
		{func(*Meter) {}, "  61s  reading p.tfg, 3 MiB"},
		{func(m *Meter) {
			m.Answered(2, 7)
			m.Check(report.Progress{Stage: "solving order", Tuples: 12345, Visits: 1, Queue: 7, Round: 2})
		}, "  61s  2 of 7 answered; solving order, round 2: 12,345 tuples, 1 visit, 7 waiting, 3 MiB"},
		{func(m *Meter) { m.Explore(model.Progress{Executions: 1, Transitions: 99, Depth: 7}) },
			"  61s  reading p.tfg: 1 execution, 99 transitions, depth 7, 3 MiB"},
		{func(m *Meter) { m.Explore(model.Progress{Elapsed: 10 * time.Second, Executions: 12, Share: 0.25}) },
			"  61s  reading p.tfg: 12 executions, perhaps 25.0 % done, 30s left, 3 MiB"},
		{func(m *Meter) { m.Explore(model.Progress{States: 5000}) }, "  61s  reading p.tfg: 5,000 states, 3 MiB"},
		{func(m *Meter) { m.Explore(model.Progress{States: 5000}); m.Doing("drawing") }, "  61s  drawing, 3 MiB"},
		{func(m *Meter) {
			m.Answered(2, 7)
			m.Part("root 3 of 38", "extracting a.F")
		}, "  61s  root 3 of 38; extracting a.F, 3 MiB"},
		{func(m *Meter) {
			m.Part("root 3 of 38", "extracting a.F")
			m.Answered(1, 2)
			m.Check(report.Progress{Stage: "solving order"})
		}, "  61s  root 3 of 38; 1 of 2 answered; solving order, 3 MiB"},
	} {
		m := &Meter{doing: "reading p.tfg"}
		c.tell(m)
		if got := m.line(61*time.Second, 3<<20); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// A line comes each second, with the rate since the last news, and none after the end.
func TestMeter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lines []string
		m := Start(func(s string) { lines = append(lines, s) }, "exploring")
		time.Sleep(500 * time.Millisecond)
		m.Explore(model.Progress{States: 1000})
		time.Sleep(time.Second)
		m.Explore(model.Progress{States: 3000})
		time.Sleep(time.Second)
		m.End()
		time.Sleep(5 * time.Second)
		if len(lines) != 2 || !strings.HasPrefix(lines[0], "   1s  exploring: 1,000 states, ") || !strings.HasPrefix(lines[1], "   2s  exploring: 3,000 states, 2,000 states/s, ") {
			t.Errorf("%q", lines)
		}
	})
}

// Without a terminal nothing is shown.
func TestNone(t *testing.T) {
	m := Start(nil, "exploring")
	m.Doing("x")
	m.Answered(1, 2)
	m.Check(report.Progress{})
	m.Explore(model.Progress{})
	m.End()
	if m != nil {
		t.Error("a meter")
	}
}
