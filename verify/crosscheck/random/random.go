// Package random cross-checks random programs: each is a seed,
//
//	r := random.Block(ctx, 1, 100, random.Options{Cross: random.Limits()})   // the seeds 1 to 100
//	r.Findings[0].Program                                                 // engines disagree about it
//
// A seed gives a program with properties, always the same one of a version. Even seeds mix all
// constructs; odd ones are of seven families, each about one construct (families.go). All engines that
// find everything are asked (package crosscheck), and a program that they disagree about is made smaller
// (smaller.go).
//
// What it does not do: a program that hits a limit is compared as far as the engines came. The
// generators (internal/gen) decide what is tried; a construct that they do not write is never met.
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

// Limits are those of each program. A program that is made by chance can have any number of states.
func Limits() crosscheck.Options {
	return crosscheck.Options{Timeout: 20 * time.Second, MaxTuples: 50_000, MaxExecutions: 1000, MaxStates: 20_000,
		Depth: 60, Walks: 3}
}

// Options are those of Block.
type Options struct {
	Cross  crosscheck.Options // for each program
	Shrink time.Duration      // in which a program is made smaller; 0: half a minute
}

// Report is what came of a block of seeds.
type Report struct {
	From     uint64 // the first seed
	Programs int    // that were cross-checked
	Unfit    int    // of them: their properties do not fit the program, so that nothing was asked
	Answers  map[report.Verdict]int
	Audited  int // executions that were held against what the static analysis says of all
	Findings []Finding
}

// Finding is a program about which engines disagree, or that one of them cannot take.
type Finding struct {
	Seed     uint64
	Family   string
	What     string
	Schedule string // that shows it; "": none does
	Program  string // as small as it could be made
	Spec     string
	Lines    int // of the program and its properties, before
}

// Add takes over the numbers and findings of another block.
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
			break // what it found is not all
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

// sample is the choices of which a program and its properties are made.
type sample struct {
	number     uint64 // of the program in its family
	family     family
	program    []byte
	spec       []byte
	constraint []byte // nil: there is none
}

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

// choices are random bytes, at most so many.
func choices(seed, stream uint64, most int) []byte {
	r := rand.New(rand.NewPCG(seed, stream))
	out := make([]byte, r.IntN(most+1))
	for i := range out {
		out[i] = byte(r.Uint32())
	}
	return out
}

// answer is what came of one program.
type answer struct {
	program, spec  string
	what, schedule string // of the first disagreement
	unfit          bool
	runs           int
	answers        map[report.Verdict]int
}

// ask makes the program and cross-checks it. An engine that panics is a finding, too.
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
