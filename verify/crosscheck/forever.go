package crosscheck

import (
	"fmt"
	"slices"
	"time"

	"flavers/automata"
	"flavers/diag"
	"flavers/limit"
	"flavers/live"
	"flavers/report"
	"flavers/report/outcome"
	"flavers/sem"
	"flavers/verify"
	"flavers/verify/follow"
	"flavers/verify/infinite"
)

// This file compares answers about executions that run for ever, under weak fairness and
// under the fairness that the program declares. Three engines give such answers:
//
//	static   the static analysis with its abstractions, without a search of states
//	states   a search of all states for a fair cycle
//	lpor     the same search, of the states to which stubborn sets lead
//
// A property is asked about if the static analysis has found that it holds for executions
// that end, and that others may not end. Answers are compared in pairs, and each violation
// is replayed by package follow.

// judgement is one engine's answer about the infinite executions of one property.
type judgement struct {
	engine  string
	verdict report.Verdict
	limit   string // the limit that was hit; "": none
	states  int64  // that were visited
	seconds float64
	stem    []sem.Choice // of the lasso that violates the property, if the verdict is violated
	loop    []sem.Choice // of the same lasso
}

// compareForever asks the engines about infinite executions and compares their answers.
// A note says for how many properties fewer than two engines have an answer.
func (x *crossing) compareForever() {
	// A result "of ending executions" says that there may be others, which it does not cover.
	var names []string
	for _, name := range x.names {
		if r := x.static[name]; r.Verdict == report.Holds && r.Of == report.Ending {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return
	}
	open := 0 // properties with fewer than two answers
	abstract := x.askAbstractions(names)
	var constraints []*automata.Spec
	for _, sp := range x.specs {
		if !sp.Property {
			constraints = append(constraints, sp)
		}
	}
	for _, sp := range x.specs {
		if !sp.Property || !slices.Contains(names, sp.Name) {
			continue
		}
		x.tell("judging executions that run for ever for " + sp.Name)
		list := append([]judgement{}, abstract[sp.Name]...)
		list = append(list, x.judge("states", infinite.Of, constraints, sp)...)
		if x.reduces() {
			list = append(list, x.judge("lpor", infinite.Reduced, constraints, sp)...)
		}
		answers := 0
		for i := range list {
			if x.row(sp.Name, &list[i]); list[i].verdict != report.Unknown {
				answers++
			}
			x.replayed(constraints, sp, &list[i])
			for j := range i {
				x.compareJudgements(sp.Name, &list[j], &list[i])
			}
		}
		if answers < 2 {
			open++
		}
	}
	if open > 0 {
		x.out.Diagnostics = append(x.out.Diagnostics, diag.Diagnostic{Severity: diag.Note, Code: diag.VNotLooked,
			Message: fmt.Sprintf("of %d of %d properties, what holds of executions that run for ever is not compared: "+
				"fewer than two engines have answers", open, len(names)),
			Hint: "--timeout and --max-states raise limits"})
	}
}

// askAbstractions asks the static analysis about infinite executions, without a search of
// states. It returns answers by property. Where the abstractions decide nothing there is
// no answer, and no row of the report.
func (x *crossing) askAbstractions(names []string) map[string][]judgement {
	x.tell("checking executions that run for ever")
	opt := x.selected()
	opt.Only, opt.Fairness, opt.NoStates = names, verify.FairnessWeak, true
	opt.Strict, opt.MaxTuples, opt.MaxMemory = x.opt.Strict, x.opt.MaxTuples, x.opt.MaxMemory
	ctx, cancel := limit.Share(x.ctx, staticShare)
	defer cancel()
	out := map[string][]judgement{}
	for _, r := range x.opt.Static(ctx, x.p, x.specs, *opt).Results {
		if r.Verdict != report.Holds && r.Verdict != report.Violated || r.Fair == "" || len(out[r.Property]) > 0 {
			continue
		}
		j := judgement{engine: "static", verdict: r.Verdict, seconds: r.Seconds}
		if r.Verdict == report.Violated {
			all, loop, _, err := sem.ParseLasso(x.p, r.Schedule)
			if err != nil || loop == 0 {
				x.disagree("static shows an execution that runs for ever for "+r.Property+", and its schedule is none",
					[]string{"static"}, r.Property, nil)
				continue
			}
			j.stem, j.loop = all[:len(all)-loop], all[len(all)-loop:]
		}
		out[r.Property] = append(out[r.Property], j)
	}
	return out
}

// reduces reports whether the search with stubborn sets can judge infinite executions: it
// has explored the program to its end, no execution ends in a run-time error, and the
// program declares no fairness, which stubborn sets do not preserve.
func (x *crossing) reduces() bool {
	i := slices.IndexFunc(x.engines, func(a answer) bool { return a.Name == "lpor" })
	return i >= 0 && x.engines[i].Complete && x.engines[i].Errors == 0 && len(x.p.Fair) == 0
}

// judge asks one engine about the property sp. It returns one answer, or none if the
// program is too large for the engine. A limit that is hit gives the verdict unknown.
func (x *crossing) judge(engine string, of infinite.Judging, constraints []*automata.Spec,
	sp *automata.Spec) []judgement {
	ctx, cancel := limit.Share(x.ctx, staticShare)
	defer cancel()
	began := time.Now()
	opt := infinite.Options{Fairness: live.Weak, MaxStates: x.opt.MaxStates, MaxMemory: x.opt.MaxMemory}
	type judged struct {
		r   *infinite.Result
		err error
	}
	o, ok := limit.Within(ctx, func() judged { r, err := of(ctx, x.p, constraints, sp, opt); return judged{r, err} })
	j := judgement{engine: engine, seconds: time.Since(began).Seconds()}
	scope := outcome.Scope{Fair: string(opt.Fairness)}
	var e outcome.Evidence = outcome.None{}
	switch {
	case !ok:
		j.limit = limit.Reason(ctx)
	case o.err != nil:
		return nil
	case o.r.Violated:
		e, j.stem, j.loop, j.states = outcome.Lasso{Scope: scope}, o.r.Stem, o.r.Loop, o.r.States
	case o.r.Complete:
		e, j.states = outcome.Exhausted{Scope: scope}, o.r.States
	default:
		j.limit, j.states = o.r.Limit, o.r.States
	}
	j.verdict = outcome.Of(outcome.Goal{}, e, outcome.Ledger{}).Verdict
	return []judgement{j}
}

// row adds an answer about the property with a name to the report.
func (x *crossing) row(name string, j *judgement) {
	x.out.Rows = append(x.out.Rows, report.CrossRow{Engine: j.engine, Property: name, Verdict: j.verdict, States: j.states,
		Complete: j.verdict != report.Unknown, Limit: j.limit, Seconds: j.seconds, Fair: string(live.Weak)})
}

// replayed replays the lasso of a violation. Package follow decides by the definitions
// whether the lasso is fair and violates the property; if not, that is a disagreement.
func (x *crossing) replayed(constraints []*automata.Spec, sp *automata.Spec, j *judgement) {
	if j.verdict != report.Violated {
		return
	}
	if _, err := follow.Lasso(x.p, append(slices.Clone(constraints), sp), j.stem, j.loop, live.Weak); err != nil {
		x.disagree(fmt.Sprintf("%s shows an execution that runs for ever and violates %s, and replay says: %v", j.engine,
			sp.Name, err), []string{j.engine, "replay"}, sp.Name, nil)
	}
}

// compareJudgements reports a disagreement if one engine says that the property holds and
// the other shows a violation.
func (x *crossing) compareJudgements(name string, a, b *judgement) {
	if a.verdict == report.Violated {
		a, b = b, a
	}
	if a.verdict == report.Holds && b.verdict == report.Violated {
		x.disagree(fmt.Sprintf("%s says that %s holds of executions that run for ever, and %s shows one that violates it",
			a.engine, name, b.engine), []string{a.engine, b.engine}, name, nil)
	}
}
