package follow

import (
	"slices"
	"strconv"
	"strings"

	"flavers/automata"
	"flavers/cfg"
	"flavers/report"
)

// This file finds the values that break an invariant, from the steps of a trace alone. For the invariant
// "n + len(c) <= 3" and a trace that ends with n = 2 and two values in c, it returns n = 2 and len(c) = 2.

// Values returns the values that the variables of an invariant have after the steps of a trace, and the lengths of
// channels that the invariant reads. It returns nil if the specification is not an invariant of p.
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
		channel := p.Objects[o].Name
		out = append(out, report.VarValue{Name: "len(" + channel + ")", Value: strconv.Itoa(length(channel, trace))})
	}
	return out
}

// length returns the number of values in the buffer of a channel after a trace: its sends less its receives. A receive
// while the buffer is empty is one from a closed channel, and takes nothing out.
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
