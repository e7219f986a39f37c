package follow

import (
	"slices"
	"strconv"
	"strings"

	"flavers/automata"
	"flavers/cfg"
	"flavers/report"
)

// Values are the values of an invariant's variables, and the lengths that it reads, after the steps of a trace; nil if
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
	for _, o := range p.Invariants[i].Chans {
		c := p.Objects[o].Name
		out = append(out, report.VarValue{Name: "len(" + c + ")", Value: strconv.Itoa(length(c, trace))})
	}
	return out
}

// length is how many values are in a buffer after a trace. A receive where none is is one
// from a closed channel.
func length(name string, trace []report.Step) int {
	n := 0
	for _, st := range trace {
		events := st.Events
		if len(events) == 0 {
			events = []string{st.Event}
		}
		for _, e := range events {
			switch {
			case strings.HasPrefix(e, name+"<-"):
				n++
			case e == "<-"+name:
				n = max(n-1, 0)
			}
		}
	}
	return n
}
