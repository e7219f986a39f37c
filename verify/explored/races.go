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

// MostStates is how many states Races visits without another limit.
const MostStates = 1_000_000

// Races says which data races a program has. That there is none is proved by control flow and locks,
// or else by all states. A race that some state shows is violated, with an execution that leads
// there. Where a limit ended the visit, pairs of accesses that nothing keeps apart are possible, and no
// result holds. Of the options, the limits on states (0: MostStates) and memory count.
func Races(ctx context.Context, p *cfg.Program, opt explore.Options) []report.Result {
	began := time.Now()
	out := decide(ctx, p, opt)
	out[0].Seconds = time.Since(began).Seconds()
	return out
}

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

// RacesOn are the data races on some variables that an execution shows, as far as the limits let them be found. It
// says nothing where it finds none.
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

// numbering tells results on one variable apart.
type numbering struct {
	p      *cfg.Program
	before map[string]int // results on a variable
}

// name is the name of a variable, and how many results on it were before.
func (n *numbering) name(v cfg.VarID) (string, int) {
	name := n.p.Vars[v].Name
	n.before[name]++
	return name, n.before[name] - 1
}

// races are results, each with an execution.
func (n *numbering) races(ctx context.Context, found []survey.Race) []report.Result {
	var out []report.Result
	for i := range found {
		f := race(ctx, n.p, &found[i])
		_, k := n.name(found[i].Var)
		out = append(out, report.RaceResult(&f, k))
	}
	return out
}

// visit looks at the states for pairs that nothing was found to keep apart.
func visit(ctx context.Context, p *cfg.Program, pairs []survey.Race, opt explore.Options) []report.Result {
	r, err := survey.Of(ctx, p, survey.Options{Races: true, MaxStates: opt.MaxStates, MaxMemory: opt.MaxMemory,
		Progress: opt.Progress})
	why := ""
	switch {
	case err != nil:
		why, r = "states cannot be visited: "+err.Error(), &survey.Result{}
	case !r.Complete:
		why = fmt.Sprintf("not all states were visited: %s after %s", ended(r.Limit), english.Plural(r.States, "state"))
	case len(r.Races) == 0:
		return []report.Result{report.NoRace(outcome.Exhausted{}, fmt.Sprintf(
			"control flow and locks leave %s of accesses, and in none of %s both could come next",
			english.Plural(int64(len(pairs)), "pair"), english.Plural(r.States, "state")))}
	}
	known := map[[2]string]bool{}
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
			out = append(out, report.PossibleRace(v, n, both(p, &pairs[i]), why))
		}
	}
	return out
}

// placesOf are the places of a pair with the variable or array, whatever is done there: a step that may
// write can be one that only reads.
func placesOf(p *cfg.Program, r *survey.Race) [2]string {
	a, b := r.First.Node(p).Pos, r.Second.Node(p).Pos
	if b.Offset < a.Offset {
		a, b = b, a
	}
	return [2]string{survey.Array(p.Vars[r.Var].Name), a.String() + " " + b.String()}
}

// ended says why a visit of states has ended.
func ended(by string) string {
	switch by {
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
