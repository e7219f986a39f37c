// Package random cross-checks random programs. Each program has a number, its seed:
//
//	r := random.Block(ctx, 1, 100, random.Options{Cross: random.Limits()}) // the seeds 1 to 100
//	r.Findings[0].Program                                                  // engines disagree about it
//
// A seed stands for a program with properties and sometimes a constraint; one version of
// flavers always makes the same one from it. Programs of even seeds mix all constructs.
// Odd seeds take turns among seven families, each about one construct (families.go). Package
// crosscheck asks all complete engines about a program. If they disagree, the program is
// made smaller (smaller.go) and becomes a Finding.
//
// What it does not do: if engines hit a limit, only the answers that they have are compared.
// A construct that the generators (internal/gen) do not write is never tried.
package random

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"flavers/automata/fsa"
	"flavers/internal/gen"
	"flavers/lang"
	"flavers/report"
	"flavers/verify/crosscheck"
)

// Limits returns the usual limits for the cross-check of one program. Random programs need
// them, because they can have any number of states.
func Limits() crosscheck.Options {
	return crosscheck.Options{Timeout: 20 * time.Second, MaxTuples: 50_000, MaxExecutions: 1000, MaxStates: 20_000,
		Depth: 60, Walks: 3}
}

// Options are the options of Block.
type Options struct {
	Cross  crosscheck.Options // for each program
	Shrink time.Duration      // how long one program is made smaller; 0: 30 s
}

// Report is the result of a block of seeds.
type Report struct {
	From     uint64                 // the first seed
	Programs int                    // programs that were cross-checked
	Unfit    int                    // of these, programs whose properties do not fit, so that no engine was asked
	Answers  map[report.Verdict]int // answers of all engines to all questions, by verdict
	Audited  int                    // executions that were tested against the static analysis
	Findings []Finding
}

// Finding is a program about which engines disagree, or at which one of them panics.
type Finding struct {
	Seed     uint64
	Family   string // name of the family that the program is from
	What     string // the first disagreement, in words
	Schedule string // an execution that shows the disagreement; "": there is none
	Program  string // in the task language, made as small as possible
	Spec     string // the properties, and the constraint if there is one
	Lines    int    // of the program and Spec together, before they were made smaller
}

// Add adds the numbers and findings of another block to r. From stays as it is.
func (r *Report) Add(other *Report) {
	r.Programs += other.Programs
	r.Unfit += other.Unfit
	r.Audited += other.Audited
	r.Findings = append(r.Findings, other.Findings...)
	if r.Answers == nil {
		r.Answers = map[report.Verdict]int{}
	}
	for v, n := range other.Answers {
		r.Answers[v] += n
	}
}

// Block cross-checks the programs of n seeds from one on, until ctx ends.
func Block(ctx context.Context, from, n uint64, opt Options) *Report {
	if opt.Shrink <= 0 {
		opt.Shrink = 30 * time.Second
	}
	out := &Report{From: from, Answers: map[report.Verdict]int{}}
	for i := range n {
		s := sampleOf(from + i)
		a := s.ask(ctx, opt.Cross)
		if ctx.Err() != nil {
			break // the engines were stopped in this program, so that it counts as not checked
		}
		out.Programs++
		if a.unfit {
			out.Unfit++
		}
		out.Audited += a.runs
		for v, n := range a.answers {
			out.Answers[v] += n
		}
		if a.what == "" {
			continue
		}
		lines := a.lines()
		small := s.smaller(ctx, a, opt)
		out.Findings = append(out.Findings, Finding{Seed: from + i, Family: s.family.name, What: small.what,
			Schedule: small.schedule, Program: small.program, Spec: small.spec, Lines: lines})
	}
	return out
}

// sample is a program with its properties, as the choices from which they are made.
type sample struct {
	number     uint64 // of the program within its family, from 0
	family     family
	program    []byte // choices of the program
	spec       []byte // choices of the properties
	constraint []byte // choices of the constraint; nil: there is none
}

// sampleOf returns the sample of a seed. Every fourth sample of a family has a constraint.
// Properties and constraints have streams of random numbers of their own, 51 and 52.
func sampleOf(seed uint64) *sample {
	s := &sample{number: seed / 2, family: mixed()}
	if list := families(); seed%2 == 1 {
		s.family, s.number = list[seed/2%uint64(len(list))], seed/2/uint64(len(list))
	}
	s.program = choices(seed, s.family.stream, s.family.most)
	s.spec = choices(seed, 51, 40)
	if s.number%4 == 1 {
		s.constraint = append(choices(seed, 52, 40), 0)
	}
	return s
}

// choices returns random bytes, at most most of them; seed and stream decide which.
func choices(seed, stream uint64, most int) []byte {
	r := rand.New(rand.NewPCG(seed, stream))
	out := make([]byte, r.IntN(most+1))
	for i := range out {
		out[i] = byte(r.Uint32())
	}
	return out
}

// answer is the result of the cross-check of one program.
type answer struct {
	program, spec string // their texts
	what          string // the first disagreement, in words; "": the engines agree
	schedule      string // the execution that shows the disagreement, if there is one
	unfit         bool   // the properties do not fit the program
	runs          int    // executions that were audited
	answers       map[report.Verdict]int
}

// ask writes the program and its properties and cross-checks them. A panic of an engine
// and a text that its own parser refuses are disagreements, too.
func (s *sample) ask(ctx context.Context, opt crosscheck.Options) (a *answer) {
	a = &answer{answers: map[report.Verdict]int{}}
	defer func() {
		if bug := recover(); bug != nil {
			a.what, a.schedule = fmt.Sprintf("an engine fails: %v", bug), ""
		}
	}()
	a.program = s.family.write(s.number, s.program)
	p, ds := lang.Load("random.tfg", []byte(a.program), lang.Options{})
	if ds.HasErrors() {
		a.what = "the program is refused: " + ds.All[0].Message
		return a
	}
	events := append(gen.Events(p), "nothing")
	a.spec = gen.Spec(s.spec, events)
	if s.constraint != nil {
		a.spec += "\n" + gen.Constraint(s.constraint, events)
	}
	specs, ds := fsa.Parse("random.fsa", []byte(a.spec))
	if ds.HasErrors() {
		a.what = "the properties are refused: " + ds.All[0].Message
		return a
	}
	c := crosscheck.Run(ctx, p, specs, opt)
	a.unfit, a.runs = len(c.Rows) == 0, c.Runs
	for _, r := range c.Rows {
		a.answers[r.Verdict]++
	}
	if !c.Agree {
		a.what, a.schedule = c.Disagreements[0].What, c.Disagreements[0].Schedule
	}
	return a
}
