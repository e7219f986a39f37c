package explored

import (
	"context"
	"fmt"
	"slices"
	"time"

	"flavers/cfg"
	"flavers/explore"
	"flavers/internal/english"
	"flavers/limit"
	"flavers/mip"
	"flavers/report"
	"flavers/report/outcome"
	"flavers/verify/races"
	"flavers/verify/survey"
)

// This file decides which data races a program has, in two steps. The first is cheap:
// package races lists the pairs of accesses that neither control flow nor locks keep apart.
// If there is none, no data race exists. Otherwise all states are visited (package survey):
// a state in which both accesses of a pair can come next shows a race.

// MostStates is how many states Races visits at most if the options set no limit.
const MostStates = 1_000_000

// Races returns a result for each data race, or one result on the whole program. A race
// that a state shows is violated, and has an execution that leads to the state. If nothing
// keeps apart the accesses of a pair, and a limit ended the visit before it met a race
// between them, the race is possible. If there are no races, one result says that, with its
// proof; if a limit prevented even the list of pairs, one result is unknown. Of the options
// only the limits on states (0: MostStates) and memory, and the progress, are used.
func Races(ctx context.Context, p *cfg.Program, opt explore.Options) []report.Result {
	began := time.Now()
	out := decide(ctx, p, opt)
	out[0].Seconds = time.Since(began).Seconds()
	return out
}

// decide does what Races says, but for the time that it took. It returns at least one result.
func decide(ctx context.Context, p *cfg.Program, opt explore.Options) []report.Result {
	if opt.MaxStates == 0 {
		opt.MaxStates = MostStates
	}
	if need := mip.RelationBytes(p); opt.MaxMemory > 0 && need > opt.MaxMemory {
		r := report.NoRace(outcome.None{}, fmt.Sprintf("the pairs of points that may be occupied together need about %d MiB", need>>20))
		r.Limit = report.LimitMemory
		return []report.Result{r}
	}
	pairs, ok := limit.Within(ctx, func() []survey.Race {
		poll := limit.New(ctx)
		return races.Pairs(poll, p, mip.MHPUntil(poll, p))
	})
	switch {
	case !ok:
		r := report.NoRace(outcome.None{}, limit.Words(ctx)+" while accesses were compared")
		r.Limit = report.Limit(limit.Reason(ctx))
		return []report.Result{r}
	case len(pairs) == 0:
		return []report.Result{report.NoRace(outcome.ControlFlow{},
			"control flow and locks keep apart all accesses of different tasks of which one writes")}
	}
	return visit(ctx, p, pairs, opt)
}

// RacesOn searches for data races on the variables for which about is true, as far as the
// limits allow. It returns a violated result for each race that it finds. No result says
// nothing: there may be none, or a limit was hit.
func RacesOn(ctx context.Context, p *cfg.Program, opt explore.Options, about func(cfg.VarID) bool) []report.Result {
	if need := mip.RelationBytes(p); opt.MaxMemory > 0 && need > opt.MaxMemory {
		return nil
	}
	pairs, _ := limit.Within(ctx, func() []survey.Race {
		poll := limit.New(ctx)
		return races.Pairs(poll, p, mip.MHPUntil(poll, p))
	})
	if !slices.ContainsFunc(pairs, func(r survey.Race) bool { return about(r.Var) }) {
		return nil
	}
	r, err := survey.Of(ctx, p, survey.Options{Races: true, About: about, MaxStates: opt.MaxStates,
		MaxMemory: opt.MaxMemory, Progress: opt.Progress})
	if err != nil {
		return nil
	}
	out := numbering{p: p, before: map[string]int{}}
	return out.races(ctx, survey.Grouped(p, r.Races))
}

// numbering numbers the results on each variable, so that each result has a name of its own.
type numbering struct {
	p      *cfg.Program
	before map[string]int // by name of a variable: how many results on it were made
}

// name returns the name of a variable, and how many results on it were made before.
func (n *numbering) name(v cfg.VarID) (string, int) {
	name := n.p.Vars[v].Name
	n.before[name]++
	return name, n.before[name] - 1
}

// races returns a violated result with an execution for each race.
func (n *numbering) races(ctx context.Context, found []survey.Race) []report.Result {
	var out []report.Result
	for i := range found {
		f := race(ctx, n.p, &found[i])
		_, k := n.name(found[i].Var)
		out = append(out, report.RaceResult(&f, k))
	}
	return out
}

// visit visits the states of the program and returns a result for each race that they
// show. If a limit ends the visit, each other pair of pairs gets a possible result.
func visit(ctx context.Context, p *cfg.Program, pairs []survey.Race, opt explore.Options) []report.Result {
	r, err := survey.Of(ctx, p, survey.Options{Races: true, MaxStates: opt.MaxStates, MaxMemory: opt.MaxMemory,
		Progress: opt.Progress})
	why := "" // not all states were visited
	switch {
	case err != nil:
		why, r = "states cannot be visited: "+err.Error(), &survey.Result{}
	case !r.Complete:
		why = fmt.Sprintf("not all states were visited: %s after %s", whyEnded(r.Limit), english.Plural(r.States, "state"))
	case len(r.Races) == 0:
		return []report.Result{report.NoRace(outcome.Exhausted{}, fmt.Sprintf(
			"control flow and locks leave %s of accesses, and in none of %s both could come next",
			english.Plural(int64(len(pairs)), "pair"), english.Plural(r.States, "state")))}
	}
	known := map[[2]string]bool{} // by placesOf: there is a result
	found := survey.Grouped(p, r.Races)
	numbers := numbering{p: p, before: map[string]int{}}
	out := numbers.races(ctx, found)
	for i := range found {
		known[placesOf(p, &found[i])] = true
	}
	if why == "" {
		return out
	}
	for i := range pairs {
		if key := placesOf(p, &pairs[i]); !known[key] {
			known[key] = true
			v, n := numbers.name(pairs[i].Var)
			out = append(out, report.PossibleRace(v, n, accesses(p, &pairs[i]), why))
		}
	}
	return out
}

// placesOf returns what identifies a pair for a reader: the variable or array, and the two
// places in the text, in either order. Whether an access reads or writes is left out: the
// list of pairs takes a step that may write for a write, and in a state it may only read.
func placesOf(p *cfg.Program, r *survey.Race) [2]string {
	a, b := r.First.Node(p).Pos.String(), r.Second.Node(p).Pos.String()
	return [2]string{survey.Array(p.Vars[r.Var].Name), min(a, b) + " " + max(a, b)}
}

// whyEnded says in words which limit ended a visit of states.
func whyEnded(limited string) string {
	switch limited {
	case "states":
		return "the search ends"
	case "model":
		return "a step went beyond a bound of the model"
	case limit.Time:
		return "time ran out"
	case limit.Memory:
		return "memory ran out"
	}
	return "it was interrupted"
}
