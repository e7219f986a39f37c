// Command bench measures FLAVERS beside SPIN and writes what it measured:
//
//	go run ./bench --limit 60s            # writes docs/performance.md and .svg
//	go run ./bench --quick --out /tmp/p.md
//
// Every problem has a twin in Promela with the same property (promela/). Each way to
// answer goes through growing sizes until a run does not end within the limit. All
// figures of the document are of this one run. SPIN and gcc have to be installed.
//
//	problems.go  what is asked, and the targets
//	engines.go   the ways to answer
//	measure.go   one process: time, memory
//	judge.go     which targets the figures meet; compare.go what follows from them
//	document.go  the figures as a document
//	curves.go    the figures as curves
//
// Another question needs neither: whether flavers check loses to one of the explorers that it runs (portfolio.go).
//
//	go run ./bench portfolio              # all examples and models; fails if check loses
//
// Nor does what each part of a check is worth (ablation.go):
//
//	go run ./bench ablation               # ten problems, with one part left out
//
// Nor do the times of docs/results.md that no other command measures (times.go):
//
//	go run ./bench times                  # each three times: median, least and most
//
// To add a problem: 1. its twin in promela/, 2. an entry in problems.go; the test
// compares verdicts and, where all automata are chosen, the numbers of states.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := command().ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// options are the flags.
type options struct {
	limit time.Duration
	total time.Duration
	only  []string
	most  int
	quick bool
	out   string
}

func command() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:           "bench",
		Short:         "measure beside SPIN, and write docs/performance.md",
		Args:          cobra.NoArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context()) },
	}
	cmd.AddCommand(portfolioCommand(), ablationCommand(), timesCommand())
	f := cmd.Flags()
	f.DurationVar(&o.limit, "limit", time.Minute, "the longest that a run may take")
	f.DurationVar(&o.total, "total", 0, "how long everything may take, shared among problems and engines; 0: as long as it takes")
	f.StringSliceVar(&o.only, "problems", nil, "only the problems of these names")
	f.IntVar(&o.most, "sizes", 0, "no size above this; 0: all")
	f.BoolVar(&o.quick, "quick", false, "sizes up to 4, runs of at most 2s: two minutes, most of them for compiling")
	f.StringVar(&o.out, "out", "docs/performance.md", "the document; the plot is beside it, as .svg")
	return cmd
}

func (o *options) run(ctx context.Context) error {
	if o.quick {
		o.limit, o.most = 2*time.Second, 4
	}
	var asked []*problem
	for i := range problems {
		if p := &problems[i]; len(o.only) == 0 || slices.Contains(o.only, p.name) {
			asked = append(asked, p)
		}
	}
	if len(asked) == 0 {
		return fmt.Errorf("no problem is called %s", strings.Join(o.only, " or "))
	}
	b, err := prepare(ctx, o.limit)
	if err != nil {
		return err
	}
	defer os.RemoveAll(b.work)
	if o.total > 0 {
		b.end, b.parts = time.Now().Add(o.total), len(asked)*partsEach()
	}
	r := &results{limit: o.limit, total: o.total, machine: machine(ctx, b.root)}
	if !o.quick && o.most == 0 && len(o.only) == 0 {
		for _, t := range targets {
			f, err := b.whole(ctx, t)
			if err != nil {
				return err
			}
			r.targets = append(r.targets, f)
		}
	}
	for _, p := range asked {
		fmt.Fprintln(os.Stderr, p.title)
		row, err := b.measured(ctx, p, o.most)
		if err != nil { // what was measured is not lost
			return errors.Join(err, r.write(o.out))
		}
		r.rows = append(r.rows, row)
	}
	return r.write(o.out)
}

// prepare builds the command in a folder of its own.
func prepare(ctx context.Context, limit time.Duration) (*bench, error) {
	for _, tool := range []string{"spin", "gcc"} {
		if _, err := exec.LookPath(tool); err != nil {
			return nil, fmt.Errorf("%s is needed (Debian: apt-get install spin gcc libc6-dev): %w", tool, err)
		}
	}
	mod, err := exec.CommandContext(ctx, "go", "env", "GOMOD").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	b := &bench{root: filepath.Dir(strings.TrimSpace(string(mod))), limit: limit}
	if b.work, err = os.MkdirTemp("", "bench"); err != nil {
		return nil, err
	}
	b.flavers, err = build(ctx, b.root, b.work)
	return b, err
}

// build makes the command of the module in root, in the directory dir.
func build(ctx context.Context, root, dir string) (string, error) {
	binary := filepath.Join(dir, "flavers")
	cmd := exec.CommandContext(ctx, "go", "build", "-o", binary, "./cmd/flavers")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return binary, nil
}

// row is what was measured of a problem, by engine and in the order of sizes. The last
// figure of an engine may be of a run that was cut off.
type row struct {
	*problem
	holds, violated map[string][]figure
}

// measured goes through the sizes, up to most, with every engine.
func (b *bench) measured(ctx context.Context, p *problem, most int) (*row, error) {
	r := &row{problem: p, holds: map[string][]figure{}, violated: map[string][]figure{}}
	for _, e := range engines {
		for _, violated := range []bool{false, true} {
			if violated && e.complete() {
				continue
			}
			list, err := b.sweep(ctx, p, &e, most, violated)
			if err != nil {
				return nil, err
			}
			if violated {
				r.violated[e.name] = list
			} else {
				r.holds[e.name] = list
			}
		}
	}
	return r, nil
}

// whole checks a whole specification, as a user does.
func (b *bench) whole(ctx context.Context, t target) (measuredTarget, error) {
	var c struct {
		Results []result `json:"results"`
	}
	long := *b
	long.limit = max(b.limit, time.Duration(2*t.seconds*float64(time.Second)))
	f, err := long.own(ctx, &c, "check", t.program, "--set", fmt.Sprintf("N=%d", t.n))
	for _, r := range c.Results {
		if r.Verdict != "holds" && r.Verdict != "violated" {
			f.cut = r.Limit
		}
	}
	if len(c.Results) == 0 && f.cut == "" { // time ran out before the specification was looked at
		f.cut = "time"
	}
	f.n = t.n
	return measuredTarget{t, f}, err
}
