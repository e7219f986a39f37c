package main

// This file has the kinds of input of explore and replay: a program, a recorded trace, or a Petri net. The name of the
// file determines its kind. Each kind has explorers of its own, and flags that mean something to it.
//
// To add a kind:
//
//  1. A type that implements input, in a file of its own.
//  2. An entry in kinds.
//  3. Its text in the help of explore and in docs/manual.md.

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
	"flavers/explore/em"
	"flavers/explore/em/trace"
	"flavers/explore/families"
	"flavers/explore/lpor/petri"
	"flavers/report"
)

// input is an input that was read.
type input interface {
	// explore explores the input, and stores what the explorer finds in out. If the explorer cannot be used for the
	// input, in.list gets a diagnostic. The error is a mistake of the command line.
	explore(ctx context.Context, a *app, in *inputs, out *report.Explore, f *exploreFlags) error
	// replay follows a schedule. It returns nil if in.list gets an error.
	replay(a *app, in *inputs, schedule string) *replayed
	// program returns the program and its specifications, or nil for other kinds.
	program() (*cfg.Program, []*automata.Spec)
	// stops reports whether an execution that blocks ends as it should. In a net it does, because nothing else ends one.
	stops() bool
	// text prints an exploration for people.
	text(a *app, out *report.Explore, opt report.TextOptions) error
}

// replayed is a schedule that was followed, with a function that prints it for people.
type replayed struct {
	*report.Run
	text func(opt report.TextOptions) error
}

// kind is a kind of input.
type kind struct {
	one, many string // its name, with the article and in the plural; "" for programs
	named     func(file string) bool
	methods   func() []explore.Method
	usual     string   // the explorer without --algorithm
	flags     []string // flags of explore that mean something to it, beside those in always; nil: all
	read      func(in *inputs, file string, f *checkFlags, dependence string) input
}

func kinds() []kind {
	return []kind{
		{one: "a trace", many: "traces", named: trace.Named, methods: em.TraceMethods, usual: em.DefaultTrace,
			flags: []string{"dependence", "allow-outside"}, read: readTrace},
		{one: "a Petri net", many: "Petri nets", named: petri.Named, methods: petri.Methods, usual: petri.Reduced,
			flags: []string{"depth"}, read: readNet},
		{named: func(string) bool { return true }, methods: families.Methods, usual: "optimal", read: readProgram},
	}
}

func kindOf(file string) kind {
	list := kinds()
	return list[slices.IndexFunc(list, func(k kind) bool { return k.named(file) })]
}

// always are flags of explore that mean something for every kind and explorer.
var always = append(fileFlags(false), "algorithm", "timeout", "shortest", "stop-at-first", "format", "color", "no-times",
	"verbose", "max-memory")

// programsOnly are flags of explore that mean something for programs only: outputs that show the program, what is read
// from it, and specifications.
var programsOnly = []string{"dump", "property", "constraint", "only", "strict", "races", "coverage", "lcov-output"}

// onlyPrograms refuses the flags for programs only if the input is of another kind.
func (k *kind) onlyPrograms(f *checkFlags, file string) error {
	if k.one == "" {
		return nil
	}
	var err error
	f.given(func(flag *pflag.Flag) {
		switch {
		case err != nil:
		case slices.Contains(programsOnly, flag.Name),
			isFileFlag(flag.Name) && !slices.Contains(fileFlags(false), flag.Name):
			err = fmt.Errorf("--%s does not apply to %s (%s is one by its name)", flag.Name, k.many, file)
		case flag.Name == "set":
			f.idle["set"] = "it does not apply to " + k.many
		}
	})
	return err
}

// method returns the explorer that a name of --algorithm stands for.
func (k *kind) method(name string) (explore.Method, error) {
	var names []string
	for _, m := range k.methods() {
		if m.Name == name {
			return m, nil
		}
		names = append(names, m.Name)
	}
	if k.one == "" {
		return explore.Method{}, fmt.Errorf("the explorer %s is for traces only", name)
	}
	return explore.Method{}, fmt.Errorf("the explorer %s is not for %s; there are %s", name, k.many,
		strings.Join(names, ", "))
}

// takes reports whether the explorer that is chosen has a flag.
func (k *kind) takes(f *exploreFlags, flag string) bool {
	m, err := k.method(f.algorithm)
	return err == nil && m.Takes(flag, f.explore)
}

// sortFlags looks at the flags that were given to explore. A flag that belongs to other explorers than the chosen one
// is refused. A flag that all commands have, or a limit, is accepted; f.idle then says why it has no effect.
func (k *kind) sortFlags(f *exploreFlags, file string) error {
	if !f.cmd.Flags().Changed("algorithm") {
		f.algorithm = k.usual
	}
	m, err := k.method(f.algorithm)
	if err != nil {
		return err
	}
	ofKind := ""
	if k.many != "" {
		ofKind = "of " + k.many + " "
	}
	f.given(func(flag *pflag.Flag) {
		if flag.Name == "max-states" && (f.dataRaces || f.coverage || f.lcov != "") {
			return // it limits that search
		}
		special := slices.Contains(explore.Flags, flag.Name)
		if err != nil || m.Takes(flag.Name, f.explore) || !special &&
			(k.flags == nil || slices.Contains(always, flag.Name) || slices.Contains(k.flags, flag.Name)) {
			return
		}
		takers := k.takers(flag.Name)
		harmless := flag.Name == "max-states" || slices.Contains(commonFlags(), flag.Name)
		switch {
		case harmless && len(takers) == 0:
			f.idle[flag.Name] = "it does not apply to " + k.many
		case harmless:
			f.idle[flag.Name] = "of the explorers " + ofKind + "only " + strings.Join(takers, ", ") + " have it"
		case len(takers) == 0 && k.one == "":
			err = fmt.Errorf("no explorer of programs has --%s", flag.Name)
		case len(takers) == 0:
			err = fmt.Errorf("--%s does not apply to %s (%s is one by its name)", flag.Name, k.many, file)
		default:
			err = fmt.Errorf("the explorer %s has no --%s: of the explorers %sonly %s have it", m.Name, flag.Name, ofKind,
				strings.Join(takers, ", "))
			if flag.Name == "graph" && k.one == "" {
				err = fmt.Errorf("%w; flavers render --graph states draws all states of a program", err)
			}
		}
	})
	return err
}

// takers names the explorers that have a flag.
func (k *kind) takers(flag string) []string {
	var out []string
	for _, m := range k.methods() {
		switch {
		case m.Takes(flag, explore.Options{}):
			out = append(out, m.Name)
		case m.Takes(flag, explore.Options{Stateless: true}):
			out = append(out, m.Name+" with --stateless")
		}
	}
	return out
}
