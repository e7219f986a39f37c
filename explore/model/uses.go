package model

import "flavers/cfg"

// Uses returns, by object, whether some step of the program uses it. Boxes for messages
// do not count: for them it is false. An explorer that does not know a kind of object can
// take a program in which no step uses such an object.
func Uses(p *cfg.Program) []bool {
	out := make([]bool, len(p.Objects))
	for i := range p.Nodes {
		switch op := p.Nodes[i].Op.(type) {
		case cfg.Call:
			out[op.Entry] = true
		case cfg.CallEnd:
			out[op.Entry] = true
		case cfg.Accept:
			out[op.Entry] = true
		case cfg.AcceptEnd:
			out[op.Entry] = true
		case cfg.Send:
			out[op.Chan] = true
		case cfg.Recv:
			out[op.Chan] = true
		case cfg.Close:
			out[op.Chan] = true
		case cfg.Lock:
			out[op.Lock] = true
		case cfg.Announce:
			out[op.Lock] = true
		case cfg.Unlock:
			out[op.Lock] = true
		case cfg.RLock:
			out[op.Lock] = true
		case cfg.RUnlock:
			out[op.Lock] = true
		case cfg.Wait:
			out[op.Lock] = true
		case cfg.Rewake:
			out[op.Lock] = true
		case cfg.Notify:
			out[op.Lock] = true
		case cfg.Acquire:
			out[op.Sem] = true
		case cfg.Release:
			out[op.Sem] = true
		case cfg.GroupAdd:
			out[op.Group] = true
		case cfg.GroupWait:
			out[op.Group] = true
		case cfg.Once:
			out[op.Once] = true
		case cfg.OnceEnd:
			out[op.Once] = true
		case cfg.OncePass:
			out[op.Once] = true
		case cfg.CondWait:
			out[op.Cond] = true
		case cfg.CondWake:
			out[op.Cond] = true
		case cfg.Signal:
			out[op.Cond] = true
		}
	}
	return out
}
