package explore

// full takes every move in every state: all interleavings, each once, without
// any reduction. A run-time error ends the execution.
type full struct {
	e     *engine
	r     *run
	stack [][]*move // by depth
}

func (f *full) explore(e *engine) {
	f.e, f.r = e, newRun(e.world)
	f.visit()
}

func (f *full) visit() bool {
	d := f.r.depth
	if len(f.stack) == d {
		f.stack = append(f.stack, nil)
	}
	list, stuck := f.r.enabled(f.stack[d][:0], f.r.state())
	f.stack[d] = list
	switch {
	case len(list) == 0:
		return f.e.ended(f.r.state(), f.r.ending(f.r.state(), stuck), f.r.path)
	case d >= f.e.opt.Depth:
		return f.e.ended(f.r.state(), cut, f.r.path)
	}
	for _, v := range list {
		if !f.e.step(d + 1) {
			return false
		}
		f.r.push(v)
		more := true
		if v.eff.Err != nil {
			f.e.meets(v.eff.Err, f.r.path)
			more = f.e.ended(f.r.state(), failure, f.r.path)
		} else {
			more = f.visit()
		}
		f.r.pop()
		if !more {
			return false
		}
	}
	return true
}
