package source

import (
	"flavers/automata"
	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/diag"
	"flavers/limit"
)

// Bind finds symbols of specifications that match no event of the program, or two that
// match one event. A program whose steps have too many cases goes without that.
func (r *Reader) Bind(p *cfg.Program, specs []*automata.Spec, strict bool) {
	if r.List.HasErrors() || len(specs) == 0 {
		return
	}
	*r.Stage = "binding the specifications"
	problems, ok := limit.Within(r.Ctx, func() (problems diag.List) {
		poll := limit.New(r.Ctx)
		if s, err := monitor.Events(poll, p); err == nil {
			_, problems = monitor.BindAll(poll, s, specs, strict)
		}
		return problems
	})
	if !ok || r.Ctx.Err() != nil { // what is wrong with the specifications is not known
		*r.Late = true
		r.List.Errorf(noPos, Unreadable, "the specifications cannot be read for %s: %s", p.File, limit.Words(r.Ctx))
		return
	}
	r.List.Append(problems)
}
