package oracle

// The operations on locks, semaphores, monitors and channels.

import (
	"fmt"
	"maps"
	"slices"

	"flavers/cfg"
)

// countLimit is where a counter of the model ends: beyond it a step is a
// LimitError, and the search that met it is not complete.
const countLimit = 1_000_000

// object takes a step on a lock, semaphore or channel. It returns false if it must wait.
func (r *run) object(n *cfg.Node) bool {
	switch op := n.Op.(type) {
	case cfg.Lock:
		o := &r.s.Objects[op.Lock]
		wanted := cfg.TaskID(cfg.None)
		if op.Announced {
			wanted = n.Task
		}
		if o.Owner != cfg.None || o.Readers > 0 || o.Announced != wanted {
			return false
		}
		o.Owner, o.Announced = n.Task, cfg.None
		r.nameObject(n, "lock", op.Lock)
	case cfg.Announce:
		o := &r.s.Objects[op.Lock]
		if o.Readers == 0 || o.Owner != cfg.None || o.Announced != cfg.None {
			return false
		}
		o.Announced = n.Task
	case cfg.Unlock:
		o := &r.s.Objects[op.Lock]
		if o.Owner == cfg.None {
			panic(failure{cfg.LockError})
		}
		o.Owner = cfg.None
		r.nameObject(n, "unlock", op.Lock)
	case cfg.RLock:
		o := &r.s.Objects[op.Lock]
		if o.Owner != cfg.None || o.Announced != cfg.None {
			return false
		}
		o.Readers = r.count(o.Readers + 1)
		r.nameObject(n, "rlock", op.Lock)
	case cfg.RUnlock:
		o := &r.s.Objects[op.Lock]
		if o.Readers == 0 {
			panic(failure{cfg.LockError})
		}
		o.Readers--
		r.nameObject(n, "runlock", op.Lock)
	case cfg.Acquire:
		o := &r.s.Objects[op.Sem]
		if o.Count == 0 {
			return false
		}
		o.Count--
		r.nameObject(n, "acquire", op.Sem)
	case cfg.Release:
		o := &r.s.Objects[op.Sem]
		o.Count = r.count(o.Count + 1)
		r.nameObject(n, "release", op.Sem)
	case cfg.Wait:
		o := &r.s.Objects[op.Lock]
		if o.Owner != n.Task {
			panic(failure{cfg.LockError})
		}
		o.Owner = cfg.None
		o.Waiting = with(o.Waiting, n.Task)
		r.nameObject(n, "wait", op.Lock)
	case cfg.Rewake:
		o := &r.s.Objects[op.Lock]
		if !o.Notified[n.Task] || o.Owner != cfg.None || o.Readers > 0 || o.Announced != cfg.None {
			return false
		}
		o.Owner = n.Task
		o.Notified = without(o.Notified, n.Task)
		r.nameObject(n, "wake", op.Lock)
	case cfg.Notify:
		r.notify(n, op)
	case cfg.GroupAdd:
		o, name := &r.s.Objects[op.Group], "add "+r.p.Objects[op.Group].Name
		if o.Count+int(op.By) < 0 {
			panic(failure{cfg.GroupError})
		}
		o.Count = r.count(o.Count + int(op.By))
		if op.By == -1 {
			r.nameObject(n, "done", op.Group)
		} else {
			r.name(n, nil, name, fmt.Sprintf("%s(%d)", name, op.By))
		}
	case cfg.GroupWait:
		if r.s.Objects[op.Group].Count > 0 {
			return false
		}
		r.nameObject(n, "wait", op.Group)
	case cfg.Once:
		if !r.phase(op.Once, 0, 1) {
			return false
		}
		r.nameObject(n, "once", op.Once)
	case cfg.OnceEnd:
		if !r.phase(op.Once, 1, 2) {
			return false
		}
		r.name(n, nil, "once "+r.p.Objects[op.Once].Name+".end")
	case cfg.OncePass:
		if !r.phase(op.Once, 2, 2) {
			return false
		}
		r.name(n, nil, "once "+r.p.Objects[op.Once].Name+".skip")
	case cfg.CondWait:
		o := &r.s.Objects[op.Cond]
		o.Waiting = with(o.Waiting, n.Task)
		r.nameObject(n, "wait", op.Cond)
	case cfg.CondWake:
		o := &r.s.Objects[op.Cond]
		if !o.Notified[n.Task] {
			return false
		}
		o.Notified = without(o.Notified, n.Task)
		r.nameObject(n, "wake", op.Cond)
	case cfg.Signal:
		r.wake(&r.s.Objects[op.Cond], op.All)
		r.nameObject(n, map[bool]string{false: "signal", true: "broadcast"}[op.All], op.Cond)
	case cfg.Close:
		o := &r.s.Objects[op.Chan]
		if o.Closed {
			panic(failure{cfg.CloseError})
		}
		o.Closed = true
		r.nameObject(n, "close", op.Chan)
	case cfg.Send:
		o, ch := &r.s.Objects[op.Chan], r.p.Objects[op.Chan]
		if o.Closed {
			panic(failure{cfg.CloseError})
		}
		if len(o.Queue) >= int(ch.Cap) { // always, without a buffer
			return false
		}
		v := r.sent(op)
		o.Queue = append(slices.Clone(o.Queue), v)
		r.name(n, nil, ch.Name+"<-"+ch.Elem.Format(v))
	case cfg.Recv:
		o, ch := &r.s.Objects[op.Chan], r.p.Objects[op.Chan]
		v, got := ch.Elem.Lo, len(o.Queue) > 0
		switch {
		case got:
			v, o.Queue = o.Queue[0], o.Queue[1:]
		case !o.Closed:
			return false
		}
		if op.Part == cfg.ValueRecv && !got || op.Part == cfg.EndRecv && got || !r.receive(op, v, got) {
			return false
		}
		r.name(n, nil, "<-"+ch.Name)
	default:
		panic("oracle: an operation that does not act alone")
	}
	return true
}

// receive stores a value, and then whether it is one. It returns false if it does not match.
func (r *run) receive(op cfg.Recv, value int32, got bool) bool {
	if !r.take(op, value) {
		return false
	}
	if op.OK != nil {
		r.store(target(r.s, *op.OK), truth(got))
	}
	return true
}

// take stores a value, field by field from the last to the first digit of its number. It returns false if it does
// not match.
func (r *run) take(op cfg.Recv, value int32) bool {
	if op.Fields == nil {
		if op.Target != nil {
			r.store(target(r.s, *op.Target), int64(value))
		}
		return true
	}
	types := r.p.Objects[op.Chan].Elem.Fields
	if types == nil { // a pattern for a single value
		types = []cfg.Type{r.p.Objects[op.Chan].Elem}
		value -= types[0].Lo
	}
	fields := make([]int32, len(types))
	for i := len(types); i > 0; {
		i--
		size := types[i].Hi - types[i].Lo + 1
		fields[i] = types[i].Lo + value%size
		value /= size
	}
	for i, f := range op.Fields {
		if f.Match != nil && eval(r.s, f.Match, nil) != int64(fields[i]) {
			return false
		}
	}
	for i, f := range op.Fields {
		if f.Target != nil {
			r.store(target(r.s, *f.Target), int64(fields[i]))
		}
	}
	return true
}

// count returns a counter's new value, unless the model ends there.
func (r *run) count(n int) int {
	if n > countLimit {
		panic(failure{cfg.LimitError})
	}
	return n
}

func (r *run) notify(n *cfg.Node, op cfg.Notify) {
	o := &r.s.Objects[op.Lock]
	if o.Owner != n.Task {
		panic(failure{cfg.LockError})
	}
	r.wake(o, op.All)
	if op.All {
		r.nameObject(n, "notifyall", op.Lock)
	} else {
		r.nameObject(n, "notify", op.Lock)
	}
}

// phase moves what is executed once from one phase to another. It returns false if it is in none of them.
func (r *run) phase(o cfg.ObjectID, from, to int) bool {
	if r.s.Objects[o].Count != from {
		return false
	}
	r.s.Objects[o].Count = to
	return true
}

// wake notifies one of those who wait on an object, if any does, or all.
func (r *run) wake(o *Object, all bool) {
	waiting := slices.Sorted(maps.Keys(o.Waiting))
	if !all && len(waiting) > 0 {
		k := r.choose(len(waiting))
		waiting = waiting[k : k+1]
	}
	for _, t := range waiting {
		o.Waiting, o.Notified = without(o.Waiting, t), with(o.Notified, t)
	}
}
