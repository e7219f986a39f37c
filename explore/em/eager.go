package em

import "flavers/explore/em/trace"

// backtrackEagerly executes the execution that has just ended once more,
// because something could not be reordered in it: up to the highest position
// concerned, posts to one thread are ordered and looked at as in DPOR; from there
// to the last state concerned, as in EM-DPOR, but with everything enabled where
// still nothing was found. The positions of the first part keep that order of
// posts as long as they are on the stack (the tool's BacktrackEager).
func (a *emDPOR) backtrackEagerly() {
	ops := append([]int32(nil), a.r.path...)
	fail, until := a.fail, a.until
	a.fail, a.until = -1, 0
	a.rewind(0)
	a.eager = true
	for d := range ops {
		if d > until {
			break
		}
		switch {
		case d >= fail:
			a.detect(true)
		case d > 0:
			a.asDPOR()
		}
		a.r.push(ops[d])
		a.again++
		if d < fail {
			a.dpor[d] = true
		}
	}
	a.eager = false
	if until == len(ops) && until >= fail {
		a.detect(true)
	}
	// Back to the end, with the clocks that the prefix has from now on.
	a.rewind(0)
	for _, i := range ops {
		a.r.push(i)
	}
}

// rewind undoes operations down to a depth.
func (a *emDPOR) rewind(d int) {
	for len(a.r.path) > d {
		a.r.pop()
	}
}

// asDPOR looks at the next operation of every thread as DPOR does.
func (a *emDPOR) asDPOR() {
	for t := range int32(a.sys.threads) {
		if i := a.sys.next(t); i >= 0 {
			switch o := &a.sys.ops[i]; o.kind {
			case trace.Read, trace.Write, trace.Lock, trace.Post:
				a.latest(o)
			}
		}
	}
}
