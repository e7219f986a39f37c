package explored

import (
	"cmp"
	"context"
	"go/token"
	"maps"
	"slices"

	"flavers/cfg"
	"flavers/explore"
	"flavers/report"
	"flavers/report/made"
	"flavers/report/phrase"
	"flavers/sem"
	"flavers/verify/follow"
	"flavers/verify/survey"
)

// Survey visits all states of a program. If races is set, it adds the data races that the
// states show to the report; if coverage is set, it adds which places of the program's text
// some execution reaches. Of the options only the limits on states and memory, and the
// progress, are used. The error is a *sem.TooLarge.
func Survey(ctx context.Context, out *report.Explore, p *cfg.Program, opt explore.Options, races, coverage bool) error {
	r, err := survey.Of(ctx, p, survey.Options{Races: races, MaxStates: opt.MaxStates, MaxMemory: opt.MaxMemory,
		Progress: opt.Progress})
	if err != nil {
		return err
	}
	out.Survey = &report.Survey{States: r.States, Complete: r.Complete, Limit: r.Limit}
	if races {
		list := survey.Grouped(p, r.Races)
		n := len(list)
		out.Survey.Races = &n
		for i := range list {
			out.Findings = append(out.Findings, race(ctx, p, &list[i]))
		}
	}
	if coverage {
		out.Survey.Coverage = covered(p, r.Taken)
	}
	if len(out.Findings) > 0 && out.Schedule == "" {
		out.Trace, out.Schedule = out.Findings[0].Trace, out.Findings[0].Schedule
	}
	return nil
}

// race describes a data race as a finding, with the steps to a state in which both
// accesses could come next.
func race(ctx context.Context, p *cfg.Program, r *survey.Race) report.ExploreFinding {
	list := accesses(p, r)
	g := report.ExploreFinding{Kind: report.KindRace, Property: p.Vars[r.Var].Name, Text: phrase.Accesses(list),
		Accesses: list, Schedule: sem.FormatSchedule(p, r.Schedule)}
	run, left, _ := follow.RunWithin(ctx, p, nil, g.Schedule)
	g.Trace, g.Omitted = run.TraceOf(""), left
	g.Passes = made.Passed(p, g.Trace)
	return g
}

// accesses describes the two accesses of a race.
func accesses(p *cfg.Program, r *survey.Race) []report.Access {
	return []report.Access{access(p, r.First), access(p, r.Second)}
}

// access describes one access: who does it, where, and whether the variable is written.
func access(p *cfg.Program, a survey.Access) report.Access {
	n := a.Node(p)
	return report.Access{Task: p.Tasks[n.Task].Name, Step: p.NodeString(n.ID), Pos: n.Pos.String(), Write: a.Write}
}

// covered returns which places of the program's text some execution reaches. taken says by
// node whether its step was taken. The tasks of a family have nodes at the same places; a
// place is covered if the step of any of these nodes was taken. The places that are not
// covered are listed, each with the first of its nodes.
func covered(p *cfg.Program, taken []bool) *report.Coverage {
	type place struct {
		first cfg.NodeID // the node with the least number
		taken bool       // some node at the place was taken
	}
	places := map[token.Position]place{}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if !n.Pos.IsValid() {
			continue
		}
		known, is := places[n.Pos]
		if !is {
			known.first = n.ID
		}
		known.taken = known.taken || taken[i]
		places[n.Pos] = known
	}
	c := &report.Coverage{Places: len(places), Never: []report.Waiting{}}
	inText := func(a, b token.Position) int {
		return cmp.Or(cmp.Compare(a.Filename, b.Filename), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	}
	for _, pos := range slices.SortedFunc(maps.Keys(places), inText) {
		k := places[pos]
		c.All = append(c.All, report.Place{Pos: pos, Executed: k.taken})
		if k.taken {
			c.Executed++
			continue
		}
		n := &p.Nodes[k.first]
		c.Never = append(c.Never, report.Waiting{Task: p.Tasks[n.Task].Name, At: p.NodeString(n.ID), Pos: pos.String()})
	}
	return c
}
