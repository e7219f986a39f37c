package engine

import (
	"context"
	"fmt"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
	"flavers/explore/model"
	"flavers/sem"
)

// This file lists the three explorers that are instances of the engine, and runs
// them.

// instances lists them: they differ in the marker only.
var instances = []struct {
	name, short string
	marker      func(*program) Marker
}{
	{"engine-ea", "DPOR engine: every shared access is a scheduling point",
		func(w *program) Marker { return everyAccess{w} }},
	{"engine-drb", "DPOR engine: accesses are scheduling points once they are known to be shared; parts are done again",
		func(w *program) Marker { return newDataRace(w) }},
	{"engine-drb+sections", "the same, with places within an execution from which it is done again",
		func(w *program) Marker { return &sections{dataRace: newDataRace(w)} }},
}

// Explorers lists the instances. They take all programs and specifications, and
// use the options Depth, MaxExecutions, HighestFirst, Shortest, StopAtFirst,
// KeepEnds, Graph and Progress.
//
// A part of the search that is done again counts again, in all numbers of the
// result. A task that meets a run-time error stops there, and the others go on. The
// error is a *sem.TooLarge, or says that more than one job is not possible.
func Explorers() []explore.Explorer {
	out := make([]explore.Explorer, 0, len(instances))
	for i := range instances {
		out = append(out, explore.Explorer{Name: instances[i].name, Short: instances[i].short, Complete: true,
			Takes: []string{"graph", "prefer", "max-executions"},
			Run: func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*explore.Result,
				error) {
				return run(ctx, i, p, specs, opt)
			}})
	}
	return out
}

// run runs instances[i].
func run(ctx context.Context, i int, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*explore.Result,
	error) {
	if opt.Jobs > 1 {
		return nil, fmt.Errorf("%s explores with one job only", instances[i].name)
	}
	m, err := sem.NewWithEnds(p)
	if err != nil {
		return nil, err
	}
	if opt.Depth == 0 {
		opt.Depth = model.UsualDepth
	}
	system := model.New(m, specs, model.Config{HighestFirst: opt.HighestFirst})
	e, err := model.Begin(ctx, system, instances[i].name, opt, model.NewWatch(ctx, opt.Progress))
	if err != nil {
		return nil, err
	}
	w := newProgram(e)
	g := &Engine{Program: w, Marker: instances[i].marker(w), Dependence: w.clock, Resettables: []Resettable{w.clock},
		Depth: opt.Depth}
	if r, ok := g.Marker.(Resettable); ok {
		g.Resettables = append(g.Resettables, r)
	}
	if opt.Graph != nil {
		g.Graph = &Graph{Name: p.Name}
	}
	if !w.Impossible() {
		w.Observe(w.state, model.Open, w.schedule)
		if err := g.Run(); err != nil {
			panic("explore/engine: " + instances[i].name + ": " + err.Error()) // our markers learn
		}
	}
	if opt.Graph != nil {
		opt.Graph(g.Graph)
	}
	e.More = []explore.Count{
		{Name: "graphs", What: "times a task ended, over all that was done: graphs, as the engine's authors count",
			Value: g.Graphs},
		{Name: "yes_nodes", What: "scheduling points", Value: g.Nodes[Yes]},
		{Name: "maybe_nodes", What: "points that were perhaps scheduling points", Value: g.Nodes[Maybe]},
		{Name: "replay_nodes", What: "points to go on from again", Value: g.Nodes[Replay]},
		{Name: "replays", What: "parts of the search that were done again", Value: g.Replays},
		{Name: "saved_states", What: "states that were saved", Value: g.Saved},
	}
	return e.Done(), nil
}
