package main

import (
	"fmt"
	"math"
	"time"
)

// results is everything that one run measured.
type results struct {
	limit   time.Duration
	machine string
	rows    []*row
	targets []measuredTarget
}

type measuredTarget struct {
	target
	figure
}

func (t *measuredTarget) met() bool {
	return t.cut == "" && t.cpu.Seconds() <= t.seconds && t.memory <= t.mebibyte<<20
}

// at is the figure of a size, if the run was not cut off.
func at(list []figure, n int) (figure, bool) {
	for _, f := range list {
		if f.n == n && f.cut == "" {
			return f, true
		}
	}
	return figure{}, false
}

// last is the largest size that was not cut off.
func last(list []figure) (figure, bool) {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].cut == "" {
			return list[i], true
		}
	}
	return figure{}, false
}

// together is the largest size that both finished, with their figures.
func together(a, b []figure) (x, y figure, ok bool) {
	for i := len(b) - 1; i >= 0; i-- {
		if y = b[i]; y.cut == "" {
			if x, ok = at(a, y.n); ok {
				return x, y, true
			}
		}
	}
	return figure{}, figure{}, false
}

// longEnough is the time from which on start-up does not decide a ratio.
const longEnough = 100 * time.Millisecond

// exponent is the slope of a straight line through the logarithms of size and time, by
// least squares over the runs of at least longEnough; ok is false of fewer than three.
func exponent(list []figure) (slope float64, ok bool) {
	var n, sx, sy, sxx, sxy float64
	for _, f := range list {
		if f.cut != "" || f.cpu < longEnough {
			continue
		}
		x, y := math.Log(float64(f.n)), math.Log(f.cpu.Seconds())
		n, sx, sy, sxx, sxy = n+1, sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	if n < 3 {
		return 0, false
	}
	return (n*sxy - sx*sy) / (n*sxx - sx*sx), true
}

// quotient writes a ratio of two figures; at least: the lower one is too small to be
// told apart from nothing.
func quotient(a, b float64) string {
	if b <= 0 {
		return "-"
	}
	switch q := a / b; {
	case q >= 10:
		return fmt.Sprintf("%.0f", q)
	default:
		return fmt.Sprintf("%.1f", q)
	}
}
