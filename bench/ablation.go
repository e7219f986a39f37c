package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"flavers"
	"flavers/porelim"
	"flavers/report"
	"flavers/verify"
)

// This file measures what each part of a check is worth: the same problems with one part left out, each run in a
// process of its own.

// ablated are the problems. Where all constraints are used, the whole product is solved and nothing is executed, so
// that tuples can be compared.
var ablated = []struct {
	program, size, only string
	refine              verify.Refine
}{
	{"examples/figure4/cyclic_local.tfg", "N=6", "finish_before_restart", verify.RefineAll},
	{"examples/cyclic.tfg", "N=9", "never_too_early", verify.RefineAll},
	{"examples/readers_writers.tfg", "N=9", "no_read_while_writing", verify.RefineAll},
	{"examples/dining_manager.tfg", "N=12", "neighbours", verify.RefineAll},
	{"examples/token_ring.tfg", "N=50", "round", verify.RefineAuto},
	{"bench/models/pool.tfg", "N=8", "once", verify.RefineAuto},
	{"bench/models/filter.tfg", "N=3", "exclusion", verify.RefineAuto},
	{"examples/lpor/paxos.tfg", "P=2", "runtime-errors", verify.RefineAuto},
	{"examples/dining_manager.tfg", "N=30", "deadlock", verify.RefineAuto},
}

// variants are what is left out: nothing, a rule for another one, a condition of the rule, or a part.
func variants() (out []verify.Options, names []string) {
	add := func(name string, opt verify.Options) { out, names = append(out, opt), append(names, name) }
	add("nothing", verify.Options{})
	for _, rule := range []verify.Rule{"none", "safe", porelim.Early, porelim.Late} {
		add("rule "+string(rule)+" for normal", verify.Options{POR: rule})
	}
	for _, rule := range porelim.Weakened {
		add("condition "+strings.TrimPrefix(string(rule.Name), "normal without "), verify.Options{POR: rule.Name})
	}
	for _, part := range verify.Parts() {
		add(string(part), verify.Options{Without: []verify.Part{part}})
	}
	return out, names
}

func ablationCommand() *cobra.Command {
	limit, repeat := 20*time.Second, 3
	cmd := &cobra.Command{
		Use:   "ablation",
		Short: "measure what each part of a check is worth, on one set of problems",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return ablation(cmd.Context(), cmd.OutOrStdout(), limit, repeat)
		},
	}
	cmd.Flags().DurationVar(&limit, "limit", limit, "the longest that a run may take")
	cmd.Flags().IntVar(&repeat, "repeat", repeat, "how often each run is made")
	one := &cobra.Command{Use: "one PROBLEM VARIANT", Hidden: true, Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return ablateOne(cmd.Context(), cmd.OutOrStdout(), args)
		}}
	cmd.AddCommand(one)
	return cmd
}

// answered is what one run says.
type answered struct {
	Verdict report.Verdict
	Tuples  int64
}

// ablateOne solves a problem, by its number, in a variant, and prints the answer.
func ablateOne(ctx context.Context, w io.Writer, args []string) error {
	var problem, variant int
	if _, err := fmt.Sscan(args[0], &problem); err != nil {
		return err
	}
	if _, err := fmt.Sscan(args[1], &variant); err != nil {
		return err
	}
	p := ablated[problem]
	options, _ := variants()
	text, err := os.ReadFile(p.program)
	if err != nil {
		return err
	}
	file := strings.TrimSuffix(p.program, ".tfg") + ".fsa"
	specs, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	name, value, _ := strings.Cut(p.size, "=")
	m, err := flavers.Load(flavers.Source{Name: p.program, Text: text}, []flavers.Source{{Name: file, Text: specs}},
		flavers.LoadOptions{Set: map[string]string{name: value}})
	if err != nil {
		return err
	}
	opt := options[variant]
	opt.Only, opt.Refine, opt.Jobs, opt.MaxMemory = []string{p.only}, p.refine, 1, mebibytes<<20
	opt.NoQuick = p.refine == verify.RefineAll // else states may have the answer first
	c := verify.Check(ctx, m.Program, m.Specs, opt)
	for _, r := range append(slices.Clone(c.Results), stopsOf(c)...) {
		return json.NewEncoder(w).Encode(answered{r.Verdict, r.Tuples})
	}
	return errors.New("no result")
}

// stopsOf lists the results about deadlock and run-time errors.
func stopsOf(c *report.Check) (out []report.Result) {
	for _, r := range []*report.Result{c.RuntimeErrors, c.Deadlock} {
		if r != nil {
			out = append(out, *r)
		}
	}
	return out
}

// ablation prints a table: a row for what is left out, and cells of processor seconds (least to most), MiB and tuples.
func ablation(ctx context.Context, w io.Writer, limit time.Duration, repeat int) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	_, names := variants()
	fmt.Fprint(w, "| without |")
	for _, p := range ablated {
		kind := ""
		if p.refine == verify.RefineAll {
			kind = ", all constraints"
		}
		fmt.Fprintf(w, " %s %s, %s%s |", strings.TrimSuffix(filepath.Base(p.program), ".tfg"), p.size, p.only, kind)
	}
	fmt.Fprintln(w, "\n|---|"+strings.Repeat("---|", len(ablated)))
	for v, name := range names {
		fmt.Fprintf(w, "| %s |", name)
		for p := range ablated {
			cell, err := ablatedCell(ctx, self, p, v, limit, repeat)
			if err != nil {
				return err
			}
			fmt.Fprintf(w, " %s |", cell)
		}
		fmt.Fprintln(w)
	}
	return nil
}

// ablatedCell measures one problem in one variant.
func ablatedCell(ctx context.Context, self string, p, v int, limit time.Duration, repeat int) (string, error) {
	var least, most time.Duration
	var memory int64
	var a answered
	for k := range repeat {
		f, out, status, err := measure(ctx, limit, ".", self, "ablation", "one", fmt.Sprint(p), fmt.Sprint(v))
		switch {
		case err != nil:
			return "", err
		case f.cut != "":
			return "> " + limit.String(), nil
		case status != 0 || json.Unmarshal(out, &a) != nil:
			return "", fmt.Errorf("%s: %s", ablated[p].program, out)
		}
		if k == 0 || f.cpu < least {
			least = f.cpu
		}
		most, memory = max(most, f.cpu), max(memory, f.memory)
	}
	cell := fmt.Sprintf("%.2f to %.2f s, %d MiB, %d", least.Seconds(), most.Seconds(), memory>>20, a.Tuples)
	if a.Verdict == report.Unknown || a.Verdict == report.Possible {
		cell += ", " + string(a.Verdict)
	}
	return cell, nil
}
