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
	part       string   // of all that is done: "root 3 of 38"; "": it is one
	doing      string   // in words
	counts     []string // of what was done
	known, all int      // questions that have an answer, of all; all 0: none are asked
	number     int64    // of unit, at the time at
	unit       string
	at         time.Time
	rate       float64 // units a second, lately; 0: not known
}

// Start begins a line of what is being done; nil if show is. show is called once a second,
// from another goroutine, until End.
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

// End ends the line: show is not called any more. The caller removes what is shown.
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

// Part says which part of all is done from now on, in words, and that nothing of it is done.
func (m *Meter) Part(part, doing string) {
	if m == nil {
		return
	}
	m.Doing(doing)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.part, m.known, m.all = part, 0, 0
}

// Answered says how many of all questions have an answer.
func (m *Meter) Answered(known, all int) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.known, m.all = known, all
}

// Check is how far a check has come.
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

// Explore is how far an exploration has come. The share that is done is an estimate: it
// takes what is ahead to be as large as what was seen.
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

// count notes a number that grows, for its rate; one that does not has begun anew.
func (m *Meter) count(n int64, unit string) {
	now := time.Now()
	if d := now.Sub(m.at).Seconds(); unit == m.unit && n > m.number && d > 0 {
		m.rate = float64(n-m.number) / d
	} else {
		m.rate = 0
	}
	m.number, m.unit, m.at = n, unit, now
}

// line is what is shown after some time, with so many bytes in use.
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

// memory is what the process has from the system.
func memory() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64() - s[1].Value.Uint64()
}
