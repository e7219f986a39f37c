package check

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"flavers/cfg"
	"flavers/diag"
	"flavers/explore"
	"flavers/internal/roots"
	"flavers/lang/golang"
	"flavers/limit"
	"flavers/report"
	"flavers/report/batch"
	"flavers/report/ledger"
	"flavers/report/outcome"
	"flavers/verify"
	"flavers/verify/explored"
	"flavers/verify/reuse"
)

// someStates bounds the states of a root in the search for data races, unless the user asks for more, and in the search
// for wait groups that are used again too early.
const someStates = 100_000

// Specifications are those that are about Go packages.
type Specifications interface {
	// Concern reports whether they may be about something in the program of a root, so that it is checked although
	// nothing in it can be kept waiting.
	Concern(p *golang.Program) bool
	// About names the files among them that are about something in it.
	About(p *golang.Program) []string
	// Load makes a source of the program. The source is nil if the list has errors.
	Load(ctx context.Context, name string, p *golang.Program) (*Source, diag.List)
}

// Answer is the result of the checks of a root.
type Answer struct {
	Check *report.Check // nil: nothing in the root can be kept waiting, and no specification is about it
	Files []string      // that its steps and operations are in
	About []string      // files of specifications that are about something in it

	// Of an answer that is not from before, what it is about; else nil.
	Program *golang.Program
	Source  *Source // also nil if the program could not be read
}

// Package checks one root of Go packages as Program checks a program, also for wait groups that are used again too
// early. The ledger of the root, and comments in the packages that ask to ignore findings, are applied. A root for
// which no program can be made within the limits is unknown. The roots may share a time
// (OpenOptions.Shared).
func Package(ctx context.Context, root Root, opt Options) *Answer {
	opt.doing("extracting " + root.Name)
	kept := root.of.Kept(root.Program)
	out := &Answer{}
	if kept == nil {
		p, turn, over, err := root.extracted(ctx, opt.Verify.Timeout)
		if err != nil {
			failed := &roots.Answer{Check: root.unmade(turn, err)} // asks what turn ended for, before over ends it
			over()
			root.executed(ctx, opt, failed, false)
			root.words(failed.Check, nil, nil)
			return &Answer{Check: judged(failed, root.of)}
		}
		out.Program = p
		kept = &roots.Answer{Files: p.Files, About: root.specs().About(p)}
		kept.Empty = p.Empty && !root.specs().Concern(p)
		if !kept.Empty {
			out.Source = root.answer(turn, p, opt, kept)
		}
		ended := turn.Err() != nil // perhaps while data races were looked for, which no verdict shows
		if !kept.Empty {
			ended = root.executed(ctx, opt, kept, true) || ended
			root.words(kept.Check, nil, nil)
		}
		if over(); !ended {
			root.of.Keep(root.Program, kept)
		}
	}
	out.Check, out.Files, out.About = judged(kept, root.of), kept.Files, kept.About
	return out
}

// extracted makes the program of a root in its turn. The turn lasts as long as most says (0: no limit of its own) and
// ends with over. Work that does not look at the turn goes on until ctx ends; then no other root can be asked for.
func (r Root) extracted(ctx context.Context, most time.Duration) (p *golang.Program, turn context.Context, over func(),
	err error) {
	type made struct {
		p    *golang.Program
		turn context.Context
		over func()
		err  error
	}
	m, ok := limit.Within(ctx, func() (m made) {
		m.turn, m.over = r.of.Turn(ctx, r.Program)
		if most > 0 {
			begun, cancel := context.WithTimeout(m.turn, most)
			own := m.over
			m.turn, m.over = begun, func() { own(); cancel() }
		}
		m.p, m.err = r.of.Program(m.turn, r.Program)
		return m
	})
	if !ok {
		return nil, ctx, func() {}, context.Cause(ctx)
	}
	return m.p, m.turn, m.over, m.err
}

func (r Root) specs() Specifications {
	if r.Specs == nil {
		return SpecsOf(nil)
	}
	return r.Specs
}

// unmade returns the answer about a root for which no program could be made in its turn.
func (r Root) unmade(turn context.Context, err error) *report.Check {
	deadlock := timeless()
	switch {
	case errors.Is(err, golang.ErrSize):
		return r.tooLarge(err.Error())
	case limit.Reason(turn) != "":
		deadlock.Limit = report.Limit(limit.Reason(turn))
	default:
		deadlock.Limit, deadlock.Reason = "", err.Error()
	}
	return r.unknown(deadlock)
}

// unknown returns the answer about a root that has no model.
func (r Root) unknown(deadlock *report.Result) *report.Check {
	return &report.Check{Version: report.Version, Program: r.Name, Root: r.Name, Client: r.of.Client(r.Program),
		Deadlock: deadlock}
}

// tooLarge returns the answer about a root whose model exceeds a bound on texts in the task language. That is no
// problem of the package: the root is unknown, and the other roots are checked.
func (r Root) tooLarge(why string) *report.Check {
	deadlock := timeless()
	deadlock.Limit, deadlock.Reason = report.LimitSize, why
	c := r.unknown(deadlock)
	c.Ledger = ledger.Notes{{Code: string(golang.TooLarge), Text: why}}
	return c
}

// unreadable says why the text of a model cannot be read as a program of its own. It returns "" if it can.
func (r Root) unreadable(p *golang.Program) string {
	_, list, _ := Load(Text{Name: r.Program, Text: p.Text}, nil, LoadOptions{Objects: p.Objects})
	for _, d := range list.All {
		if d.Severity == diag.Error {
			return "the program of this root cannot be read: " + d.Message
		}
	}
	return ""
}

// timeless returns the answer about deadlock if the time ended before the work on it began.
func timeless() *report.Result {
	r := report.Result{Property: report.Deadlock, Kind: report.KindDeadlock, Limit: report.LimitTime}
	r.Conclude(outcome.None{})
	return &r
}

// answer checks the model of a root, puts the result into an answer, and returns the source that was checked.
func (r Root) answer(ctx context.Context, p *golang.Program, opt Options, to *roots.Answer) *Source {
	s, list := r.specs().Load(ctx, r.Program, p)
	var c *report.Check
	switch {
	case s != nil:
		if opt.Partial != Off && opt.Verify.Partial == nil {
			opt.Verify.Partial = p.Meant
		}
		c = &report.Check{Version: report.Version}
		if opt, some := opt.Of(s); some {
			c = opt.decided(ctx, s)
			opt.more(ctx, c, s.Program, p)
			opt.errorFree(c)
		}
		c.Diagnostics = append(list.All, c.Diagnostics...)
	case ctx.Err() != nil: // the time has ended while it was read
		c = &report.Check{Version: report.Version, Deadlock: timeless()}
		c.Deadlock.Constraints, c.Deadlock.Trace = []string{}, []report.Step{}
	default:
		if why := r.unreadable(p); why != "" {
			c = r.tooLarge(why)
			break
		}
		c = &report.Check{Version: report.Version, Diagnostics: list.All}
	}
	c.Program, c.Root, c.Client = r.Name, r.Name, p.Client
	// What could be written better in the text that was made is nobody's business.
	c.Diagnostics = slices.DeleteFunc(c.Diagnostics, func(d diag.Diagnostic) bool { return d.Severity != diag.Error })
	c.Ledger = append(c.Ledger, p.Ledger...)
	c.Ledger.Sort()
	to.Check, to.Apart = c, explain(c, p)
	to.Callers, to.Again, to.Contracts = callers(ctx, c, p)
	for _, r := range c.Ordered() {
		if r.Verdict == report.Violated {
			r.If = conditions(r, p)
		}
	}
	if s != nil {
		r.words(c, s.Program, p)
	}
	if open := doubted(to); len(open) > 0 && ctx.Err() == nil {
		if certain := r.certain(ctx, opt, open, to); certain != nil {
			s = certain
		}
	}
	return s
}

// callers reports of a client whether its deadlock may wait for callers, whether its run-time error comes of a call
// that callers may know not to make, and, by property, what callers do that the package need not allow.
func callers(ctx context.Context, c *report.Check, p *golang.Program) (waits, again bool,
	contracts map[string]*ledger.Contract) {
	contracts = map[string]*ledger.Contract{}
	events := func(r *report.Result) (trace []golang.Event) {
		for _, s := range r.Trace {
			trace = append(trace, golang.Event{Task: s.Task, Event: s.Event})
		}
		return trace
	}
	if r := c.Deadlock; r != nil && r.Verdict == report.Violated {
		var blocked []golang.Blocked
		for _, w := range r.Waiting {
			blocked = append(blocked, golang.Blocked{Task: w.Task, At: w.At, For: w.For})
		}
		known, now, err := p.WaitsForCallers(ctx, blocked, events(r))
		if waits = known || err != nil; now != nil {
			contracts[r.Property] = now
		}
	}
	if r := c.RuntimeErrors; r != nil && r.Verdict == report.Violated && len(r.Trace) > 0 {
		last := r.Trace[len(r.Trace)-1]
		again = p.CalledAgain(last.Task, last.Event)
		if now := p.Contract(events(r)); now != nil {
			contracts[r.Property] = now
		}
	}
	return waits, again, contracts
}

// taken returns the branches on data that the execution of a result takes, by steps, from 0.
func taken(r *report.Result) map[int]golang.Taken {
	out := map[int]golang.Taken{}
	for i, s := range r.Trace {
		if !s.Silent || s.Event != report.Guess {
			continue
		}
		yes := false
		if k := chosen(r, i); k >= 0 {
			_, value, _ := strings.Cut(r.Trace[k].Event, "=")
			yes = value == "true"
		}
		out[i] = golang.Taken{At: s.Pos, Yes: yes}
	}
	return out
}

// chosen is the next step of the task of a step that chooses: it assigns what was chosen, as in name=true. -1: there is
// none.
func chosen(r *report.Result, i int) int {
	k := slices.IndexFunc(r.Trace[i+1:], func(n report.Step) bool { return n.Task == r.Trace[i].Task })
	if k < 0 {
		return -1
	}
	return i + 1 + k
}

// conditions lists the conditions on data of the branches that the execution of a result takes. nil: one of them is not
// known, or it is not known whether they can be true together.
func conditions(r *report.Result, p *golang.Program) []string {
	var events []string
	for _, s := range r.Trace {
		events = append(events, s.Event)
	}
	branches := taken(r)
	var asked []golang.Taken
	for _, i := range slices.Sorted(maps.Keys(branches)) {
		if k := chosen(r, i); k >= 0 {
			if name, _, _ := strings.Cut(r.Trace[k].Event, "="); p.Untested(name, events[k+1:]) {
				continue
			}
		}
		asked = append(asked, branches[i])
	}
	nowhere := func(w report.Waiting) bool { return w.At == "await false" } // for an item that may not exist: no condition says
	if slices.ContainsFunc(r.Waiting, nowhere) {
		return nil
	}
	all, ok := p.Conditions(asked, r.Property == report.RuntimeErrors)
	if !ok {
		return nil
	}
	return all
}

// explain notes for what the tasks of a deadlock wait. It reports whether the deadlock does not depend on loops that
// were cut short.
func explain(c *report.Check, p *golang.Program) (apart bool) {
	if c.Deadlock == nil {
		return false
	}
	for i := range c.Deadlock.Waiting {
		if w := &c.Deadlock.Waiting[i]; w.At == "await false" {
			w.Note = "a nil channel, or a select without cases"
		}
	}
	var events []string
	for _, s := range c.Deadlock.Trace {
		events = append(events, s.Event)
	}
	return p.Apart(c.Deadlock.Places()) || len(c.Deadlock.Moving) == 0 && p.Whole(events)
}

// judged turns an answer about a model into one about the package: it applies the ledger, and marks findings that
// comments ask to ignore. It returns nil if nothing in the root can be kept waiting.
func judged(a *roots.Answer, of *roots.Session) *report.Check {
	if a.Check != nil {
		if a.Callers {
			a.Check.Deadlock.Callers("What is blocked waits for a call that the callers of this client do not make.")
		}
		if a.Again {
			a.Check.RuntimeErrors.Callers("A method closes a channel that an earlier call of the same method has closed: " +
				"callers are taken to know that.")
		}
		qualify(a)
		for _, r := range []*report.Result{a.Check.Deadlock, a.Check.RuntimeErrors} {
			if r != nil && a.Contracts[r.Property] != nil {
				r.Agreed(a.Contracts[r.Property])
			}
		}
		batch.Ignore(a.Check, of.Ignores)
	}
	return a.Check
}

// errorFree adds the answer that no step of a root's model can fail, if somebody has asked for just that. The ledger,
// which judged applies afterwards, may weaken it.
func (o *Options) errorFree(c *report.Check) {
	asked := len(o.Verify.Only) > 0 && o.Verify.Wants(report.RuntimeErrors) && o.Verify.Refine != verify.RefineNone
	if asked && c.RuntimeErrors == nil && !(&diag.List{All: c.Diagnostics}).HasErrors() {
		c.RuntimeErrors = &report.Result{Property: report.RuntimeErrors,
			Reason: "no step of the model can fail", Constraints: []string{}, Trace: []report.Step{}}
		c.RuntimeErrors.Conclude(outcome.ControlFlow{})
	}
}

// more asks what the check of a root's model does not: for wait groups that are used again too early, and for data
// races.
func (o *Options) more(ctx context.Context, c *report.Check, p *cfg.Program, of *golang.Program) {
	o.reused(ctx, c, p)
	c.Races = o.rootRaces(ctx, p, of)
}

// reused asks whether a wait group is used again too early, if run-time errors are asked for.
func (o *Options) reused(ctx context.Context, c *report.Check, p *cfg.Program) {
	if o.Verify.Wants(report.RuntimeErrors) {
		reuse.Judge(ctx, p, reuse.Options{MaxStates: someStates, MaxMemory: o.Verify.MaxMemory / 4}, c)
	}
}

// rootRaces adds the data races that executions of a root show, on variables and fields of the package that are in the
// model. If it finds none, it adds nothing.
func (o *Options) rootRaces(ctx context.Context, p *cfg.Program, of *golang.Program) []report.Result {
	// Whether methods may be called at the same time, as clients call them, is for the package to say.
	if o.Races == Off || o.Races == Usual && (len(o.Verify.Only) > 0 || of.Client != "") {
		return nil
	}
	limits := explore.Options{MaxMemory: o.Verify.MaxMemory, MaxStates: someStates, Progress: o.Progress}
	if o.Races == On {
		limits.MaxStates = explored.MostStates
	}
	return explored.RacesOn(ctx, p, limits, func(v cfg.VarID) bool { return of.Memory[p.Vars[v].Name] })
}
