package explore

import (
	"flavers/cfg"
	"flavers/sem"
)

// This file makes the requests that race_detector.go answers: what could each thread
// have done by itself (alone), and each two tasks in a rendezvous (together), in place
// of each of their events, and at the end of the execution? An explorer calls alone
// and together for the events of each thread.

// alone asks what thread t could have done by itself in place of the k-th event of its
// chain, or at the end of the run if the chain has only k. It reports whether the
// answer may be another one when more events have happened.
func (r *raceDetector) alone(t sem.Thread, k int) bool {
	if r.late() {
		return false
	}
	owner, ways := r.Stepper.Owner(t)
	own := r.ownEvent(t, k)
	q := r.Point(r.states[own], owner)
	if q == cfg.None {
		return false
	}
	if ways == nil {
		ways = r.Alone[q]
		if r.Stepper.Loops(owner) && r.Program.Points[q].Idle {
			return false // requests for its messages, which are threads, ask that
		}
	} else if !r.Program.Points[q].Idle {
		return false
	}
	if len(ways) == 0 {
		return false
	}
	// A message can be handled once its actor stands where it waits.
	req := request{after: [2]int32{r.arrival(t, k), -1}, actions: ways}
	if int(t) >= len(r.Program.Tasks) {
		for _, e := range r.chain[owner] {
			if int(e) < own {
				req.after[1] = e
			}
		}
	}
	// The largest configuration in which t still stands there.
	p := r.whole()
	r.own = own
	if own < r.depth {
		r.without(p, own)
	}
	onlyWay := own < r.depth && r.taken[own].Only && len(ways) == 1 && r.taken[own].Way == ways[0]
	if onlyWay && len(r.Calling[q]) == 0 {
		// The events after own that do not depend on it change nothing that it read. So in this configuration, the same
		// happens as in the execution, and only smaller ones are of interest.
		r.begin()
		r.withoutEach(&req, p, r.taken[own].Footprint)
	} else {
		r.detectRaces(&req, p)
	}
	r.give(p)
	return r.open
}

// ownEvent returns the event that thread t could have replaced by another one: the k-th event of its chain, or the
// depth of the run if the chain has only k. If the actor of a message has stopped at an error, the message could
// have been handled at that event.
func (r *raceDetector) ownEvent(t sem.Thread, k int) int {
	if k < len(r.chain[t]) {
		return int(r.chain[t][k])
	}
	if int(t) >= len(r.Program.Tasks) {
		owner, _ := r.Stepper.Owner(t)
		if c := r.chain[owner]; len(c) > 0 && r.taken[c[len(c)-1]].Effect.Err != nil {
			return int(c[len(c)-1])
		}
	}
	return r.depth
}

// simple reports whether thread t had one way to go on before event i, by itself.
func (r *raceDetector) simple(t sem.Thread, i int32) bool {
	owner, ways := r.Stepper.Owner(t)
	if ways != nil {
		return len(ways) == 1
	}
	q := r.Point(r.states[i], owner)
	return q == cfg.None || len(r.Alone[q]) == 1 && len(r.Calling[q])+len(r.Accepting[q]) == 0
}

// where returns the point where task t stood before the k-th event of its chain, or at
// the end of the run, and whether it could act there.
func (r *raceDetector) where(t cfg.TaskID, k int) (cfg.PointID, bool) {
	state := r.state()
	if k < len(r.chain[t]) {
		state = r.states[r.chain[t][k]]
	}
	q := r.Point(state, t)
	return q, q != cfg.None
}

// arrival returns the event that brought thread t to where it stood before the k-th
// event of its chain, or -1.
func (r *raceDetector) arrival(t sem.Thread, k int) int32 {
	if k == 0 {
		return -1
	}
	return r.chain[t][k-1]
}

// together asks what joint actions with task t as their active side could have replaced the k-th event of its
// chain: with each partner, at each place in the partner's chain where the two could have stood at the same time.
// Events from fresh on are not in the execution before; what pair has answered for that one is not asked again.
func (r *raceDetector) together(thread sem.Thread, k int, fresh int) {
	t := cfg.TaskID(thread)
	if int(thread) >= len(r.Program.Tasks) {
		return // messages meet nobody
	}
	q, ok := r.where(t, k)
	if !ok {
		return
	}
	from := r.arrival(thread, k)
	for _, a := range r.Calling[q] {
		n := &r.Program.Nodes[r.Program.Actions[r.Ways[a].Action].B]
		chain := r.chain[n.Task]
		j := int(r.same[n.Task])
		if from >= 0 {
			j = max(j, int(r.clock(int(from))[n.Task])) // the partner has done this before task t came here
		}
		for ; j <= len(chain); j++ {
			if j > 0 && k < len(r.chain[t]) && r.before(int(r.chain[t][k]), int(chain[j-1])) {
				break // task t had gone on before the partner came here
			}
			if at, ok := r.where(n.Task, j); ok && at == n.Point {
				r.pair(a, t, k, n.Task, j, fresh)
			}
		}
	}
}

// pair asks about one joint action, with task t before the k-th event of its chain and
// task u before the j-th of its chain; some configuration has both there.
func (r *raceDetector) pair(a sem.WayID, t cfg.TaskID, k int, u cfg.TaskID, j int, fresh int) {
	if r.late() {
		return
	}
	req := request{after: [2]int32{r.arrival(sem.Thread(t), k), r.arrival(sem.Thread(u), j)}}
	// The request is old if its answer needs no event from fresh on.
	old := r.free(a)
	p := r.whole()
	for _, next := range [2]struct {
		t cfg.TaskID
		k int
	}{{t, k}, {u, j}} {
		if next.k < len(r.chain[next.t]) {
			r.without(p, int(r.chain[next.t][next.k]))
			old = old && int(r.chain[next.t][next.k]) < fresh
		} else {
			old = false
		}
	}
	if !old || r.length(p) > fresh {
		r.one[0], r.own = a, r.depth
		req.actions = r.one[:]
		r.detectRaces(&req, p)
	}
	r.give(p)
}

// free reports whether a joint action can always be taken when both tasks stand at its
// points, and touches nothing that other tasks touch.
func (r *raceDetector) free(k sem.WayID) bool {
	a := &r.Program.Actions[r.Ways[k].Action]
	n, m := &r.Program.Nodes[a.A], &r.Program.Nodes[a.B]
	switch op := n.Op.(type) {
	case cfg.Call:
		return n.Guard == nil && m.Guard == nil && len(op.Args) == 0 && len(r.Monitors) == 0
	case cfg.CallEnd:
		return n.Guard == nil && m.Guard == nil && len(r.Monitors) == 0
	}
	return false
}
