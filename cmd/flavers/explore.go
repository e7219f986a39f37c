package main

// flavers explore: its flags. explore_run.go is what it does with them.

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"flavers/explore"
	"flavers/explore/em"
	"flavers/explore/families"
	"flavers/explore/lpor"
	"flavers/explore/lpor/petri"
	"flavers/internal/flags"
	"flavers/internal/progress"
	"flavers/verify"
)

// exploreFlags are the flags of flavers explore.
type exploreFlags struct {
	checkFlags
	algorithm  string
	prefer     string
	search     string
	explore    explore.Options
	classes    bool
	dataRaces  bool
	coverage   bool
	lcov       string // file for the coverage
	graph      string
	dependence string // file with dependences of a trace
	recorded   explore.Graph
	visited    record // of an explorer that records no search
	meter      *progress.Meter
}

// explorersTopic is flavers help explorers.
func explorersTopic() *cobra.Command {
	return &cobra.Command{Use: "explorers", Short: "the explorers of flavers explore", Long: `Explorers (flavers explore PROGRAM --algorithm NAME):
` + families.Table() + `
PROGRAM may also be a trace, FILE.trace: a recorded execution of an event-driven
program. All executions that its operations allow are explored, by
` + strings.Join(em.TraceAlgorithms(false), ", ") + ` (the default is ` + em.DefaultTrace + `).

PROGRAM may also be a Petri net in PNML, FILE.pnml: a place/transition net. Its
dead markings are found, each with a firing sequence that leads there, by
` + strings.Join(petri.Algorithms(), ", ") + ` (the default is ` + petri.Reduced + `). An unbounded net cannot be
explored completely.`}
}

func (a *app) exploreCommand() *cobra.Command {
	f := &exploreFlags{checkFlags: checkFlags{lacking: silent}}
	names := families.Names()
	words := names // that the flag takes
	for _, name := range em.TraceAlgorithms(false) {
		if !slices.Contains(words, name) {
			words = append(words, name)
		}
	}
	cmd := &cobra.Command{
		Use:   "explore PROGRAM",
		Short: "explore all executions of a program, or a sample",
		Long: `explore executes PROGRAM (- is standard input) and reports deadlocks, run-time
errors, and violations of properties, each with a schedule for flavers replay.

--algorithm chooses an explorer: optimal, one execution for each class, unless it
says otherwise; states visits all states, and random and pct try a sample. For all
of them see: flavers help explorers

Properties are found as by check, if there are any. Properties make events
dependent, so there are more executions to explore with them than without
(--runtime-errors).

PROGRAM may also be a trace, FILE.trace, or a Petri net in PNML, FILE.pnml.

Executions are cut at 10,000 steps (--depth), and the result is then incomplete.
Only states and lpor explore nonterminating programs completely; without
--algorithm, states takes over when optimal meets an execution that is cut.

Exit status: 0 everything was explored and nothing is violated, 1 a property is
violated, or an execution ends in a run-time error or in a deadlock that is not
intended, 2 the input or the command line is wrong, 3 a limit was hit, or the
explorer tries some executions only, and nothing was found.`,
		Example: `  flavers explore dining.tfg --algorithm states --set N=10 --runtime-errors
  flavers explore examples/dpor/philosophers.tfg
  flavers explore examples/nets/philosophers.pnml
  flavers explore server.tfg --algorithm pct --max-executions 100000 --seed 7`,
		Args: takesOne,
		RunE: func(_ *cobra.Command, args []string) error {
			return a.one(args, func(p string) error { return a.explore(p, f) })
		},
		ValidArgsFunction: oneInput,
	}
	fl := cmd.Flags()
	fl.SortFlags = false
	flags.Choice(cmd, &f.algorithm, "algorithm", "optimal", words, "the explorer, as optimal, states, random or pct; see: flavers help explorers")
	f.selection(cmd, "look only at the property of this `name`; deadlock, runtime-errors: at none (repeatable)")
	fl.BoolVar(&f.runtimeErrors, "runtime-errors", false, "no properties: look only for deadlocks and run-time errors")
	f.deadlockFlag(cmd)
	flags.Choice(cmd, &f.prefer, "prefer", "lowest", []string{"lowest", "highest"},
		"which task goes first where the order is free: the lowest or the highest")
	cmd.Flags().BoolVar(&f.explore.Symmetry, "symmetry", false,
		"explorer states: visit one state of all that differ in which of some interchangeable tasks is where")
	flags.Choice(cmd, &f.explore.Fairness, "fairness", "weak", verify.Fairnesses,
		"explorer states: which executions that go on for ever count: weak, strong, none (all), or off (they are not judged)")
	flags.Choice(cmd, &f.search, "search", "bfs", []string{"bfs", "dfs"}, "order of the explorer states: bfs or dfs")
	flags.Choice(cmd, &f.explore.Order, "order", "", []string{"fifo", "eca", "lca"},
		"explorers for messages: which receiver goes first: fifo (the default), eca or lca")
	flags.Choice(cmd, &f.explore.Net, "net", "", []string{"off", "on", "state", "values"},
		"lpor: necessary enabling transitions: off, on, state (what is missing in the state), or values (also what its values allow, the default)")
	fl.StringVar(&f.explore.Initial, "initial", "", "lpor: how the first transition of a stubborn set is chosen, a `word`")
	fl.BoolVar(&f.explore.Stateless, "stateless", false, "lpor: without a set of visited states")
	fl.StringVar(&f.graph, "graph", "", "complete explorers: draw what they visit into this `file`, .svg or .dot")
	fl.IntVar(&f.explore.Jobs, "jobs", 0, "explore on this `number` of processors, where the explorer can; 0: all")
	fl.StringVar(&f.dependence, "dependence", "",
		"of a trace: `file` with lines src:N dest:M, operations of which one comes first")
	fl.IntVar(&f.explore.Depth, "depth", 0,
		"cut executions at this `length`; 0, as without the flag: at 10000, states not at all")
	fl.Int64Var(&f.explore.MaxExecutions, "max-executions", 0,
		"stop after this `number` of executions; 0: no limit, random and pct 1000; of states-swarm: of members, 0: 16")
	fl.Int64Var(&f.explore.MaxStates, "max-states", 0, "stop after this `number` of states; 0: no limit; of states-swarm: each member, 0: 100000")
	f.memoryLimit(cmd)
	fl.Uint64Var(&f.explore.Seed, "seed", 0, "random, pct, states-swarm: equal `seeds` give equal executions")
	fl.IntVar(&f.explore.Bugs, "bug-depth", 3, "pct: the `number` of steps whose order a bug depends on")
	f.timeLimit(cmd, 0)
	fl.BoolVar(&f.explore.Shortest, "shortest", false, "report the shortest schedules found instead of the first")
	fl.BoolVar(&f.explore.StopAtFirst, "stop-at-first", false, "stop at the first finding")
	fl.BoolVar(&f.classes, "classes", false, "also count the classes of executions (with optimal), to compare with")
	fl.BoolVar(&f.dataRaces, "races", false,
		"also visit all states, and report data races: two steps that could both come next, of which one writes a shared variable that the other accesses")
	fl.BoolVar(&f.coverage, "coverage", false, "also visit all states, and list the places of the text that no execution takes")
	fl.StringVar(&f.lcov, "lcov-output", "", "also visit all states, and write the coverage of lines to this `file`, an LCOV tracefile")
	fl.BoolVar(&f.opt.Check, "check", false, "execute every finding once more, and check that it shows what it claims")
	a.outputs(cmd, &f.checkFlags, "json", "sarif", "html", "github")
	f.farm.DeclareExplore(cmd)
	must(cmd.MarkFlagFilename("graph", "svg", "dot"))
	must(cmd.MarkFlagFilename("lcov-output", "info"))
	must(cmd.MarkFlagFilename("dependence", "txt"))
	for _, name := range []string{"jobs", "depth", "max-executions", "max-states", "seed", "bug-depth"} {
		flags.Words(cmd, name)
	}
	flags.Words(cmd, "initial", lpor.Initials()...)
	a.common(cmd, &f.checkFlags,
		map[string]string{"max-tuples": "an explorer has no tuples; --max-states and --max-executions limit it"})
	return cmd
}

// oneProgram completes one name of a program.
func oneProgram(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return []string{"tfg", "adb"}, cobra.ShellCompDirectiveFilterFileExt
}

// validate returns an error if the value of a flag, or a combination of flags, is not allowed for a file.
func (f *exploreFlags) validate(file string, k *kind) error {
	if err := f.checkFlags.validate(); err != nil {
		return err
	}
	if err := k.onlyPrograms(&f.checkFlags, file); err != nil {
		return err
	}
	if k.one == "" && f.dependence != "" {
		return fmt.Errorf("--dependence is for traces only")
	}
	if f.lcov != "" && file == stdin {
		return fmt.Errorf("--lcov-output names the program's file: give it by name, not on standard input")
	}
	if ext := filepath.Ext(f.graph); f.graph != "" && ext != ".svg" && ext != ".dot" {
		return fmt.Errorf("--graph %s: the extension must be .svg or .dot", f.graph)
	}
	if err := k.sortFlags(f, file); err != nil {
		return err
	}
	switch {
	case f.graph != "" && f.explore.Symmetry:
		return errors.New("--graph draws states and steps of executions, and with --symmetry one state stands for many")
	case f.graph != "" && f.farm.Farm != "":
		return errors.New("--graph draws what is explored here: leave out --farm")
	case f.graph != "" && f.explore.Jobs > 1:
		return errors.New("--graph records what one goroutine explores: leave out --jobs")
	}
	if f.explore.Jobs > 1 && f.search == "dfs" && f.algorithm == "states" {
		return fmt.Errorf("--search dfs has one order of states: leave out --jobs")
	}
	_, err := lpor.InitialByName(f.explore.Initial)
	return err
}
