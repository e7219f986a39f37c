package em

import "flavers/explore/em/trace"

// This file is BacktrackEager of EM-Explorer, the tool of the authors of EM-DPOR.
// findTarget (target.go) may find no thread to explore from the state where two
// operations are to be reordered. The tool then falls back to DPOR, for the part
// of the execution before that state.

// backtrackEagerly goes through the execution that has just ended once more,
// because something could not be reordered in it. Let fail be the highest position
// with which this was so, and until the depth of the last state where it was
// found. Before fail, posts to one thread depend on each other, and each state
// gets backtracking points as in DPOR. From fail to until, each state gets those
// of EM-DPOR, and where there are still none, everything enabled. The positions
// before fail keep the dependence of posts as long as they are on the stack.
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
	// Execute it again: the clocks before fail are other ones from now on.
	a.rewind(0)
	for _, i := range ops {
		a.r.push(i)
	}
}

// rewind undoes operations until d of them are left.
func (a *emDPOR) rewind(d int) {
	for len(a.r.path) > d {
		a.r.pop()
	}
}

// asDPOR adds the backtracking points of DPOR for the next operation of every thread.
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
