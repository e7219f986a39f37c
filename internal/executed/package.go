package executed

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"flavers/lang/golang"
)

// Limits of a comparison of a package.
type Limits struct {
	Slice   time.Duration // to find out what waits for nothing, for all roots
	Extract time.Duration // to make the program of a root; then what the root does is unknown
	Run     time.Duration // of a test
	Only    []string      // the tests that are run, by the names of their functions; none: all
	Roots   int           // how many of them, spread over all; 0: all
	Jobs    int           // side by side
}

// Report is what was found of a package.
type Report struct {
	Roots   []RootReport
	Count   [Missing + 1]int // operations, by their answers
	Objects [Missing + 1]int // those that several operations were on
	Before  int              // operations before the root, without an entry that says so
	Unknown int              // roots without a program within the limits
	NotRun  int              // roots that are neither tests nor examples
}

// RootReport is what was found of a root.
type RootReport struct {
	Name       string
	Operations []Operation
	Objects    []Shared
	Unknown    error // why there is no program of it
}

// Package compares the tests and examples of a package, or its main, with their models.
func (l *Logger) Package(ctx context.Context, of golang.Request, limits Limits) (*Report, error) {
	ps, list := golang.Open(ctx, []golang.Request{of}, nil)
	if list.HasErrors() {
		return nil, errors.New(list.All[0].Message)
	}
	ps.Slice(ctx, limits.Slice)
	out := &Report{}
	names, main := out.roots(ps, limits)
	b, err := l.Build(ctx, of.Dir, of.Patterns, main)
	if err != nil {
		return nil, err
	}
	// What a set of packages finds is kept in it, so programs are made one after the other, and tests run meanwhile.
	logs := make([][]Record, len(names))
	failed := make([]error, len(names))
	var group sync.WaitGroup
	turns := make(chan bool, max(1, limits.Jobs))
	group.Go(func() {
		for i, name := range names {
			turns <- true
			group.Go(func() {
				defer func() { <-turns }()
				_, root, _ := ps.Target(name)
				logs[i], failed[i] = b.Run(ctx, root.Name, limits.Run)
			})
		}
	})
	models := make([]*Model, len(names))
	unknown := make([]error, len(names))
	for i, name := range names {
		models[i], unknown[i] = model(ctx, ps, name, limits.Extract)
	}
	group.Wait()
	if err := errors.Join(failed...); err != nil || ctx.Err() != nil {
		return nil, errors.Join(err, ctx.Err())
	}
	shared := files{}
	for i, name := range names {
		out.add(ps, name, models[i], unknown[i], logs[i], shared)
	}
	return out, nil
}

// roots returns those to be run: tests and examples within the limits, and main if the package has none.
func (r *Report) roots(ps *golang.Programs, limits Limits) (names []string, main bool) {
	var mains []string
	for _, name := range ps.Names {
		_, root, ok := ps.Target(name)
		switch {
		case ok && root.Main:
			mains = append(mains, name)
		case ok && ps.IsTest(name) && (strings.HasPrefix(root.Name, "Test") || strings.HasPrefix(root.Name, "Example")):
			names = append(names, name)
		}
	}
	if main = len(names) == 0 && len(mains) == 1; main {
		names = mains
	}
	if len(limits.Only) > 0 {
		names = slices.DeleteFunc(names, func(name string) bool {
			_, root, _ := ps.Target(name)
			return !slices.Contains(limits.Only, root.Name)
		})
	}
	if n := limits.Roots; n > 0 && len(names) > n {
		var some []string
		for i := range n {
			some = append(some, names[i*len(names)/n])
		}
		names = some
	}
	r.NotRun = len(ps.Names) - len(names)
	return names, main
}

// add adds what was found of a root.
func (r *Report) add(ps *golang.Programs, name string, m *Model, unknown error, log []Record, shared files) {
	of := RootReport{Name: ps.Root(name), Unknown: unknown}
	if unknown != nil {
		r.Unknown++
		r.Roots = append(r.Roots, of)
		return
	}
	followed := ps.Followed(name)
	_, root, _ := ps.Target(name)
	c := &Comparison{Followed: func(file string) bool { return followed[file] }, Root: root.Name,
		RootFile: ps.Position(name).Filename, files: shared}
	of.Operations, of.Objects = c.Compare(m, log)
	for i, o := range of.Operations {
		if o.Before && o.Answer > Covered {
			r.Before++
			of.Operations[i].Answer = Covered
			continue
		}
		r.Count[o.Answer]++
	}
	for _, s := range of.Objects {
		r.Objects[s.Answer]++
	}
	r.Roots = append(r.Roots, of)
}

// model makes the model of a root within a time.
func model(ctx context.Context, ps *golang.Programs, name string, most time.Duration) (*Model, error) {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	p, err := ps.Extract(ctx, name)
	if err != nil {
		return nil, err
	}
	return ModelOf(p, name, ps.Quiet(name))
}

// Missing returns the operations that the models of a package have lost, and the objects that they take for two,
// or for others.
func (r *Report) Missing() []string {
	var out []string
	for _, root := range r.Roots {
		for _, o := range root.Operations {
			if o.Answer == Missing {
				out = append(out, root.Name+": "+o.String())
			}
		}
		for _, s := range root.Objects {
			what := "one object in a run, two in the model"
			if s.Merged {
				what = "several objects in a run, fewer in the model"
			}
			if s.Answer == Missing {
				out = append(out, fmt.Sprintf("%s: %s: %s", root.Name, what, s.Operations))
			}
		}
	}
	slices.Sort(out)
	return out
}

// String returns a line of a table.
func (r *Report) String() string {
	total := 0
	for _, n := range r.Count {
		total += n
	}
	c, objects := r.Count, 0
	for _, n := range r.Objects {
		objects += n
	}
	return fmt.Sprintf("%d roots, %d unknown, %d not run; %d operations: %d nodes, %d quiet, %d in ledgers, "+
		"%d of other tasks, %d bounded, %d missing; %d before roots; "+
		"%d objects: %d shared, %d in ledgers, %d bounded, %d wrong", len(r.Roots), r.Unknown, r.NotRun, total,
		c[InTask], c[Quiet], c[Covered], c[Elsewhere], c[Bounded], c[Missing], r.Before,
		objects, r.Objects[InTask], r.Objects[Covered], r.Objects[Bounded], r.Objects[Missing])
}
