// Package progress keeps the progress line of a command that takes long: what is done, how
// long it has taken, how much is done and how fast, and how much memory it takes.
//
//	m := progress.Start(console.Progress, "exploring ring.tfg")
//	opt.Progress = m.Explore
//	...
//	m.End()
//
// shows, in place of the line before, once a second:
//
//	12s  exploring ring.tfg: 1,200,000 states, 3,400,000 transitions, 98,000 states/s, 214 MiB
//
// A nil Meter shows nothing, for what is no terminal. Package terminal writes the line.
package progress

import (
	"fmt"
	"runtime/metrics"
	"strings"
	"sync"
	"time"

	"flavers/explore/model"
	"flavers/internal/english"
	"flavers/report"
)

// Meter is the progress of one piece of work. Any goroutine may use it.
type Meter struct {
	began time.Time
	stop  chan struct{}
	ended sync.WaitGroup

	mu         sync.Mutex
	part       string    // the part of all work that is being done: "root 3 of 38"; "": there are no parts
	doing      string    // what is being done
	counts     []string  // how much of it was done
	known, all int       // the number of questions that have an answer, and of all; all is 0 if none are asked
	number     int64     // the last count, in units, and
	at         time.Time // when it was given
	unit       string    // what is counted: "states"
	rate       float64   // units a second, between the last two counts; 0: not known
}

// Start begins a progress line. show is called with the line once a second, from another
// goroutine, until End. If show is nil, Start returns nil.
func Start(show func(line string), doing string) *Meter {
	if show == nil {
		return nil
	}
	m := &Meter{began: time.Now(), stop: make(chan struct{}), doing: doing}
	m.ended.Go(func() {
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-m.stop:
				return
			case now := <-tick.C:
				show(m.line(now.Sub(m.began), memory()))
			}
		}
	})
	return m
}

// End ends the line: show is not called any more. The caller removes the line that is shown.
func (m *Meter) End() {
	if m != nil {
		close(m.stop)
		m.ended.Wait()
	}
}

// Doing says what is done from now on.
func (m *Meter) Doing(words string) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.doing, m.counts, m.unit, m.rate = words, nil, "", 0
}

// Part says which part of all work is done from now on, and what is being done there.
func (m *Meter) Part(part, doing string) {
	if m == nil {
		return
	}
	m.Doing(doing)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.part, m.known, m.all = part, 0, 0
}

// Answered sets the number of questions that have an answer, and of all questions.
func (m *Meter) Answered(known, all int) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.known, m.all = known, all
}

// Check sets how far a check has come.
func (m *Meter) Check(p report.Progress) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.doing, m.counts = p.Stage, nil
	if p.Round > 0 {
		m.doing += fmt.Sprintf(", round %d", p.Round)
	}
	if p.Tuples > 0 || p.Visits > 0 {
		m.counts = []string{english.Plural(p.Tuples, "tuple"), english.Plural(p.Visits, "visit"),
			english.Thousands(p.Queue) + " waiting"}
		m.count(p.Visits, "visits")
	}
}

// Explore sets how far an exploration has come. The share that is done, and the time that is
// left, are estimates.
func (m *Meter) Explore(p model.Progress) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if p.States > 0 {
		m.counts = []string{english.Plural(p.States, "state")}
		m.count(p.States, "states")
	} else {
		m.counts = []string{english.Plural(p.Executions, "execution")}
		m.count(p.Executions, "executions")
	}
	if p.Transitions > 0 {
		m.counts = append(m.counts, english.Plural(p.Transitions, "transition"), fmt.Sprintf("depth %d", p.Depth))
	}
	if p.Share > 0 {
		m.counts = append(m.counts, fmt.Sprintf("perhaps %.1f %% done", 100*p.Share))
	}
	if p.Share > 0.01 && p.Share < 1 {
		left := time.Duration(float64(p.Elapsed) * (1 - p.Share) / p.Share)
		m.counts = append(m.counts, left.Round(time.Second).String()+" left")
	}
}

// count sets a count, and computes its rate since the last one. A count that has not grown has
// begun anew, and has no rate.
func (m *Meter) count(n int64, unit string) {
	now := time.Now()
	if d := now.Sub(m.at).Seconds(); unit == m.unit && n > m.number && d > 0 {
		m.rate = float64(n-m.number) / d
	} else {
		m.rate = 0
	}
	m.number, m.unit, m.at = n, unit, now
}

// line returns the line for the time since the beginning and the number of bytes in use.
func (m *Meter) line(elapsed time.Duration, bytes uint64) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	text := fmt.Sprintf("%4ds  ", int(elapsed/time.Second))
	if m.part != "" {
		text += m.part + "; "
	}
	if m.all > 0 {
		text += fmt.Sprintf("%d of %d answered; ", m.known, m.all)
	}
	text += m.doing
	parts := m.counts
	if m.rate >= 1 {
		parts = append(parts[:len(parts):len(parts)], english.Thousands(int64(m.rate))+" "+m.unit+"/s")
	}
	parts = append(parts[:len(parts):len(parts)], english.Thousands(int64(bytes>>20))+" MiB")
	sep := ": "
	if len(m.counts) == 0 {
		sep = ", "
	}
	return text + sep + strings.Join(parts, ", ")
}

// memory returns the number of bytes that the process has from the operating system.
func memory() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64() - s[1].Value.Uint64()
}
