package follow

import (
	"slices"

	"flavers/automata"
	"flavers/cfg"
	"flavers/report"
)

// Values are the values of an invariant's variables after the steps of a trace; nil if
// the specification is none.
func Values(p *cfg.Program, sp *automata.Spec, trace []report.Step) []report.VarValue {
	if sp == nil || sp.Invariant == nil {
		return nil
	}
	i := slices.IndexFunc(p.Invariants, func(inv cfg.Invariant) bool {
		return cfg.Broken(inv.Name) == sp.Symbols[0].Pattern.String()
	})
	if i < 0 {
		return nil
	}
	var out []report.VarValue
	for _, v := range p.Invariants[i].Vars {
		now := report.VarValue{Name: p.Vars[v].Name, Value: p.Vars[v].Type.Format(p.Vars[v].Init)}
		for _, st := range trace {
			for _, changed := range st.Vars {
				if changed.Name == now.Name {
					now.Value = changed.Value
				}
			}
		}
		out = append(out, now)
	}
	return out
}
