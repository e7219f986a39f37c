package execute

import (
	"math"

	"golang.org/x/tools/go/ssa"
)

// This file has package time without timers: times, and a clock that goes on by itself.

// moment is a value of type time.Time. It is counted from one of two points: from the beginning of the execution, as
// all times that a clock shows, or from the zero time of Go. The two points are more than 292 years apart, so a
// difference between times of both kinds is the longest duration that there is, as in Go.
type moment struct {
	set bool  // counted from the beginning of the execution
	at  int64 // nanoseconds
	utc bool  // without a monotonic reading, so that == tells it from a time that has one
}

// began is the wall time at which executions begin, in nanoseconds since 1970. A clock may show any time.
const began = 1_800_000_000_000_000_000

// zeroSeconds is the zero time of Go in seconds since 1970.
const zeroSeconds = -62_135_596_800

// clock reads the clock of the machine. Between two readings it goes on by a microsecond, or now and then by an hour,
// because a goroutine may be kept waiting between two instructions. After a timer with an unknown duration has fired,
// the time is unknown.
func (m *machine) clock() value {
	if m.vague {
		return &opaque{}
	}
	if m.rng.Intn(10) == 0 {
		m.now += 3_600_000_000_000
	}
	m.now += 1000
	return moment{set: true, at: m.now}
}

// deadline returns the time after a duration from now. It returns false if that is not known.
func (m *machine) deadline(d value) (int64, bool) {
	n, known := integer(d)
	if !known || m.vague || n > math.MaxInt64-m.now {
		return 0, false
	}
	return m.now + max(n, 0), true
}

// after sets the clock to the time at which a timer fires, unless it is later already.
func (t *timer) after(m *machine) {
	if t.known {
		m.now = max(m.now, t.at)
	} else {
		m.vague = true
	}
}

// start sets the time at which a timer fires first, and the interval of a ticker, to a duration.
func (t *timer) start(m *machine, d value) {
	t.at, t.known = m.deadline(d)
	t.every, _ = integer(d)
}

// clockModels returns the models of this file.
func clockModels() map[string]model {
	type moments func(a, b moment) value
	two := func(f moments) model {
		return func(fr *frame, i ssa.CallInstruction, a []value) value {
			x, ok1 := a[0].(moment)
			y, ok2 := a[1].(moment)
			if !ok1 || !ok2 {
				return fr.determined(i.Common().Signature().Results())
			}
			return f(x, y)
		}
	}
	one := func(f func(m moment) value) model {
		return func(fr *frame, i ssa.CallInstruction, a []value) value {
			if x, ok := a[0].(moment); ok {
				return f(x)
			}
			return fr.determined(i.Common().Signature().Results())
		}
	}
	return map[string]model{
		"time.Now":          func(fr *frame, i ssa.CallInstruction, a []value) value { return fr.g.m.clock() },
		"time.Time.After":   two(func(a, b moment) value { return a.compare(b) > 0 }),
		"time.Time.Before":  two(func(a, b moment) value { return a.compare(b) < 0 }),
		"time.Time.Equal":   two(func(a, b moment) value { return a.compare(b) == 0 }),
		"time.Time.Compare": two(func(a, b moment) value { return int64(a.compare(b)) }),
		"time.Time.Sub":     two(moment.sub),
		"time.Time.IsZero":  one(func(m moment) value { return !m.set && m.at == 0 }),
		"time.Time.UTC":     one(func(m moment) value { m.utc = true; return m }),
		"time.Time.Unix":    one(func(m moment) value { return m.seconds() }),
		"time.Time.UnixNano": one(func(m moment) value {
			if !m.set || m.at > math.MaxInt64-began {
				return &opaque{}
			}
			return began + m.at
		}),
		"time.Unix": func(fr *frame, i ssa.CallInstruction, a []value) value {
			sec, ok1 := integer(a[0])
			nano, ok2 := integer(a[1])
			if most := int64(began / 1_000_000_000); !ok1 || !ok2 || max(sec, -sec) > 2*most || max(nano, -nano) > began {
				return &opaque{}
			}
			return moment{set: true, at: sec*1_000_000_000 + nano - began, utc: true}
		},
		"time.Time.Add": func(fr *frame, i ssa.CallInstruction, a []value) value {
			x, ok := a[0].(moment)
			d, known := integer(a[1])
			if !ok || !known || d > 0 && x.at > math.MaxInt64-d || d < 0 && x.at < math.MinInt64-d {
				return &opaque{}
			}
			return moment{x.set, x.at + d, x.utc}
		},
		"time.Since": func(fr *frame, i ssa.CallInstruction, a []value) value {
			x, ok1 := a[0].(moment)
			now, ok2 := fr.g.m.clock().(moment)
			if !ok1 || !ok2 {
				return fr.determined(i.Common().Signature().Results())
			}
			return now.sub(x)
		},
		"time.Until": func(fr *frame, i ssa.CallInstruction, a []value) value {
			x, ok1 := a[0].(moment)
			now, ok2 := fr.g.m.clock().(moment)
			if !ok1 || !ok2 {
				return fr.determined(i.Common().Signature().Results())
			}
			return x.sub(now)
		},
	}
}

// compare returns -1, 0 or 1 if m is before, at or after b.
func (m moment) compare(b moment) int {
	switch {
	case m.set == b.set && m.at == b.at:
		return 0
	case m.set != b.set && m.set, m.set == b.set && m.at > b.at:
		return 1
	}
	return -1
}

// sub returns a difference as Time.Sub returns it: the longest duration if it is longer.
func (m moment) sub(b moment) value {
	switch d := m.at - b.at; {
	case m.set != b.set && m.set:
		return int64(math.MaxInt64)
	case m.set != b.set:
		return int64(math.MinInt64)
	case m.at >= b.at && d < 0:
		return int64(math.MaxInt64)
	case m.at < b.at && d > 0:
		return int64(math.MinInt64)
	default:
		return d
	}
}

func (m moment) seconds() value {
	if !m.set {
		return zeroSeconds + m.at/1_000_000_000
	}
	return int64(began/1_000_000_000) + m.at/1_000_000_000
}
