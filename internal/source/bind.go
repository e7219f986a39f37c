package source

import (
	"flavers/automata"
	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/limit"
)

// Bind finds symbols of specifications that match no event of the program, or two that
// match one event. A program that is too large to be tabled goes without that.
func (r *Reader) Bind(p *cfg.Program, specs []*automata.Spec, strict bool) {
	if r.List.HasErrors() || len(specs) == 0 {
		return
	}
	*r.Stage = "binding the specifications"
	type analysed struct {
		s   *monitor.Semantics
		err error
	}
	got, ok := limit.Within(r.Ctx, func() analysed {
		s, err := monitor.AnalyseUntil(limit.New(r.Ctx), p, 0)
		return analysed{s, err}
	})
	switch {
	case !ok || r.Ctx.Err() != nil: // what is wrong with the specifications is not known
		*r.Late = true
		r.List.Errorf(noPos, Unreadable, "the specifications cannot be read for %s: %s", p.File, limit.Words(r.Ctx))
	case got.err == nil:
		_, problems := monitor.BindAll(got.s, specs, strict)
		r.List.Append(problems)
	}
}
