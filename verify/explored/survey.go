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

// Survey visits all states of a program, and adds to a report the data races that
// these show, and which places of its text some execution takes, as far as each is asked
// for. Of the options, the limits on states and memory count.
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

// race is a race as a finding, with the steps to the state that shows it.
func race(ctx context.Context, p *cfg.Program, r *survey.Race) report.ExploreFinding {
	list := both(p, r)
	g := report.ExploreFinding{Kind: report.KindRace, Property: p.Vars[r.Var].Name, Text: phrase.Accesses(list),
		Accesses: list, Schedule: sem.FormatSchedule(p, r.Schedule)}
	run, left, _ := follow.RunWithin(ctx, p, nil, g.Schedule)
	g.Trace, g.Omitted = run.TraceOf(""), left
	g.Passes = made.Passed(p, g.Trace)
	return g
}

// both are the accesses of a race.
func both(p *cfg.Program, r *survey.Race) []report.Access {
	return []report.Access{access(p, r.First), access(p, r.Second)}
}

func access(p *cfg.Program, a survey.Access) report.Access {
	n := a.Node(p)
	return report.Access{Task: p.Tasks[n.Task].Name, Step: p.NodeString(n.ID), Pos: n.Pos.String(), Write: a.Write}
}

// covered counts the places where steps begin, of all tasks that have the same text, and
// lists those that no task takes.
func covered(p *cfg.Program, taken []bool) *report.Coverage {
	type place struct {
		first cfg.NodeID
		taken bool
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
