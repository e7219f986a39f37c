package main

import (
	"fmt"
	"math"
	"time"
)

// results is everything that one run measured.
type results struct {
	limit   time.Duration
	total   time.Duration // 0: no limit on the whole
	machine string
	rows    []*row
	targets []measuredTarget
}

// flags are those that the run was given, as far as they matter for its figures.
func (r *results) flags() string {
	text := fmt.Sprintf(" --limit %s", r.limit)
	if r.total > 0 {
		text += fmt.Sprintf(" --total %s", r.total)
	}
	return text
}

type measuredTarget struct {
	target
	figure
}

func (t *measuredTarget) met() bool {
	return t.cut == "" && t.wall.Seconds() <= t.seconds && t.memory > 0 && t.memory <= t.mebibyte<<20
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

// fitFrom is the time beyond start-up from which on a run says how time grows.
const fitFrom = 50 * time.Millisecond

// exponent is the slope of a straight line through the logarithms of size and time, by
// least squares; ok is false of fewer than three runs. Start-up is the time of the
// shortest run: it is subtracted, and runs of less than fitFrom beyond it are left out.
func exponent(list []figure) (slope float64, ok bool) {
	floor := time.Duration(math.MaxInt64)
	for _, f := range list {
		if f.cut == "" {
			floor = min(floor, f.cpu)
		}
	}
	var n, sx, sy, sxx, sxy float64
	for _, f := range list {
		if f.cut != "" || f.cpu-floor < fitFrom {
			continue
		}
		x, y := math.Log(float64(f.n)), math.Log((f.cpu - floor).Seconds())
		n, sx, sy, sxx, sxy = n+1, sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	if n < 3 {
		return 0, false
	}
	return (n*sxy - sx*sy) / (n*sxx - sx*sx), true
}

// quotient writes a ratio of two figures; -: there is none, as one of them is not known.
func quotient(a, b float64) string {
	if a <= 0 || b <= 0 {
		return "-"
	}
	switch q := a / b; {
	case q >= 10:
		return fmt.Sprintf("%.0f", q)
	default:
		return fmt.Sprintf("%.1f", q)
	}
}
