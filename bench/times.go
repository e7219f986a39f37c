package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// This file repeats the times of docs/results.md that are no table of another command: each run several times, with the
// median and the spread.

// timed are runs of one program in growing sizes. A cell is one size.
type timed struct {
	table string
	args  []string // of flavers; SIZE stands for the size
	sizes []string
}

var timings = []timed{
	{"deadlock", []string{"check", "examples/dining_ordered.tfg", "--only", "deadlock", "--set", "SIZE"}, sizesOf(200, 1000)},
	{"deadlock", []string{"check", "examples/dining_manager.tfg", "--only", "deadlock", "--set", "SIZE"}, sizesOf(200, 1000)},
	{"deadlock", []string{"check", "examples/token_ring.tfg", "--only", "deadlock", "--set", "SIZE"}, sizesOf(200, 1000)},
	{"deadlock", []string{"check", "examples/readers_writers.tfg", "--only", "deadlock", "--set", "SIZE"}, sizesOf(200, 1000)},
	{"deadlock", []string{"check", "examples/cyclic.tfg", "--only", "deadlock", "--set", "SIZE"}, sizesOf(200, 1000)},
	{"deadlock", []string{"check", "examples/dining_host.tfg", "--only", "deadlock", "--set", "SIZE"}, sizesOf(200, 1000)},
	{"deadlock", []string{"check", "examples/dining.tfg", "--only", "deadlock", "--set", "SIZE"}, sizesOf(200, 1000)},
	{"deadlock", []string{"check", "examples/dining_locks.tfg", "--only", "deadlock", "--set", "SIZE"}, sizesOf(200, 1000)},
	{"checks", []string{"check", "examples/dining.tfg", "--set", "SIZE"}, sizesOf(125, 1000, 2000)},
	{"checks", []string{"check", "examples/cyclic.tfg", "--set", "SIZE"}, sizesOf(125, 1000, 2000)},
	{"checks", []string{"check", "examples/token_ring.tfg", "--set", "SIZE"}, sizesOf(125, 1000, 2000)},
	{"checks", []string{"check", "examples/dining_manager.tfg", "--set", "SIZE"}, sizesOf(125, 1000, 2000)},
	{"checks", []string{"check", "examples/readers_writers.tfg", "--set", "SIZE"}, sizesOf(100, 1000)},
	{"turns", []string{"check", "examples/lpor/paxos.tfg"}, []string{""}},
	{"turns", []string{"check", "examples/messages/paxos.tfg"}, []string{""}},
	{"turns", []string{"check", "examples/messages/leader.tfg", "--set", "SIZE"}, sizesOf(5)},
	{"pool", []string{"check", "bench/models/pool.tfg", "--set", "SIZE"}, sizesOf(6, 8, 10, 20)},
}

// benchmarks are those of Go whose times the document has, by table.
var benchmarks = []struct{ table, pkg, name, time string }{
	{"growth", "./verify", "NoConstraints|Refinement", "5x"},
	{"infinite", "./verify/infinite", "Philosophers", "5x"},
	{"two cores", "./dataflow", "Dining", "1x"},
	{"explorers", "./explore", "Explorers", "1x"},
	{"jobs", "./explore", "Jobs", "1x"},
}

func sizesOf(ns ...int) (out []string) {
	for _, n := range ns {
		out = append(out, fmt.Sprint("N=", n))
	}
	return out
}

func timesCommand() *cobra.Command {
	limit, repeat := time.Minute, 3
	cmd := &cobra.Command{
		Use:   "times [TABLE]..",
		Short: "repeat the times of docs/results.md, with median and spread: " + strings.Join(timesTables(), ", "),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, a := range args {
				if !slices.Contains(timesTables(), a) {
					return fmt.Errorf("no table is called %s: %s", a, strings.Join(timesTables(), ", "))
				}
			}
			return timesOf(cmd.Context(), cmd.OutOrStdout(), args, limit, repeat)
		},
	}
	cmd.Flags().DurationVar(&limit, "limit", limit, "the longest that a run may take")
	cmd.Flags().IntVar(&repeat, "repeat", repeat, "how often each run is made")
	return cmd
}

// timesTables are the names of the tables.
func timesTables() (out []string) {
	for _, t := range timings {
		out = append(out, t.table)
	}
	for _, b := range benchmarks {
		out = append(out, b.table)
	}
	return slices.Compact(out)
}

// timesOf prints a row for each run: the median of its processor time, the least and the most, and the memory. Those
// of tables that are not asked for are left out.
func timesOf(ctx context.Context, w io.Writer, tables []string, limit time.Duration, repeat int) error {
	asked := func(table string) bool { return len(tables) == 0 || slices.Contains(tables, table) }
	dir, err := os.MkdirTemp("", "times")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	flavers, err := build(ctx, ".", dir)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%d runs each, no longer than %s; %s\n\n", repeat, limit, load())
	fmt.Fprintln(w, "| table | run | CPU s: median (least–most) | MiB | answer |\n|---|---|---|---:|---|")
	for _, t := range timings {
		for _, size := range t.sizes {
			if !asked(t.table) {
				continue
			}
			row, err := t.row(ctx, flavers, size, limit, repeat)
			if err != nil {
				return err
			}
			fmt.Fprintln(w, row)
		}
	}
	for _, b := range benchmarks {
		if !asked(b.table) {
			continue
		}
		out, err := exec.CommandContext(ctx, "go", "test", b.pkg, "-run", "xxx", "-bench", b.name, "-benchtime", b.time,
			"-count", fmt.Sprint(repeat)).CombinedOutput()
		if err != nil {
			return fmt.Errorf("%s: %w\n%s", b.pkg, err, out)
		}
		for _, row := range benchRows(b.table, string(out)) {
			fmt.Fprintln(w, row)
		}
	}
	fmt.Fprintf(w, "\n%s\n", load())
	return nil
}

// row measures one cell.
func (t *timed) row(ctx context.Context, flavers, size string, limit time.Duration, repeat int) (string, error) {
	args := slices.Clone(t.args)
	if i := slices.Index(args, "SIZE"); i >= 0 {
		args[i] = size
	}
	what := strings.Join(args[1:], " ")
	var seconds []float64
	var memory int64
	answer := ""
	for range repeat {
		f, out, status, err := measure(ctx, limit, ".", append([]string{flavers}, args...)...)
		switch {
		case err != nil:
			return "", err
		case ctx.Err() != nil:
			return "", ctx.Err()
		case f.cut != "":
			return fmt.Sprintf("| %s | %s | over the limit of %s | %d | |", t.table, what, limit, f.memory>>20), nil
		case status > 2: // not checked
			return "", fmt.Errorf("%s: %s", what, out)
		}
		seconds, memory = append(seconds, f.cpu.Seconds()), max(memory, f.memory)
		line, _, _ := strings.Cut(string(out), "\n") // FILE: 2 checks, 1 violated, ..
		_, answer, _ = strings.Cut(line, ": ")
	}
	return fmt.Sprintf("| %s | %s | %s | %d | %s |", t.table, what, spread(seconds, 2), memory>>20, answer), nil
}

var benchLine = regexp.MustCompile(`(?m)^Benchmark(\S+?)(?:-\d+)?\s+\d+\s.*?([0-9.e+]+) (ns/op|executions/s|states/s)`)

// benchRows makes a row for each benchmark in the output of go test, which has run every benchmark several times. A row
// has the time of a run, or what the benchmark does in a second.
func benchRows(table, out string) (rows []string) {
	var names []string
	of, unit := map[string][]float64{}, map[string]string{}
	for _, m := range benchLine.FindAllStringSubmatch(out, -1) {
		x, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			continue
		}
		if of[m[1]] == nil {
			names = append(names, m[1])
		}
		of[m[1]], unit[m[1]] = append(of[m[1]], x), m[3]
	}
	for _, name := range names {
		list, digits, what := of[name], 0, unit[name]
		if what == "ns/op" {
			for i := range list {
				list[i] /= 1e9
			}
			digits, what = 4, "wall"
		}
		rows = append(rows, fmt.Sprintf("| %s | %s | %s, %s | | |", table, name, spread(list, digits), what))
	}
	return rows
}

// spread writes the median of some numbers, the least and the most.
func spread(list []float64, digits int) string {
	list = slices.Sorted(slices.Values(list))
	f := func(x float64) string { return strconv.FormatFloat(x, 'f', digits, 64) }
	return fmt.Sprintf("%s (%s–%s)", f(list[len(list)/2]), f(list[0]), f(list[len(list)-1]))
}

// load says how busy the machine is.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "load not known"
	}
	fields := strings.Fields(string(text))
	return "load " + strings.Join(fields[:min(3, len(fields))], " ")
}
