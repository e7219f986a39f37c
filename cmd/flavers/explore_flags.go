package main

// What flags mean to which explorer. A flag that belongs to some explorers is
// refused by the others; one that all commands have (common.go), or a limit, is
// accepted, and a note says that it has no effect.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"flavers/explore"
	"flavers/explore/em"
	"flavers/explore/families"
	"flavers/explore/lpor"
	"flavers/explore/lpor/petri"
)

// meant tells what flags mean to an explorer of programs; one that is not here
// means something to all.
func (f *exploreFlags) meant(flag string, x explore.Explorer) bool {
	states := x.Name == "states" || x.Name == "em-states"
	remembers := states || x.Name == "lpor" && !f.explore.Stateless
	switch flag {
	case "order", "net", "initial", "stateless", "graph", "jobs":
		return slices.Contains(x.Takes, flag)
	case "seed":
		return x.Name == "random" || x.Name == "pct"
	case "bug-depth":
		return x.Name == "pct"
	case "search":
		return x.Name == "states"
	case "max-states":
		return remembers || x.Name == "em-optimal"
	case "max-memory":
		return remembers && x.Name != "em-states"
	case "max-executions":
		return !remembers
	case "prefer":
		actors := strings.HasPrefix(x.Name, "actor-") || strings.HasPrefix(x.Name, "trans-")
		return !actors && !strings.HasPrefix(x.Name, "em") && x.Name != "random" && x.Name != "pct"
	}
	return true
}

// harmless tells whether a flag may be given where it has no effect: it is one of
// all commands, or a limit that cannot be hit.
func harmless(flag string) bool { return flag == "max-states" || slices.Contains(commonFlags, flag) }

// sortFlags refuses the flags that were given and mean nothing to the explorer of
// a program, or remembers why they have no effect.
func (f *exploreFlags) sortFlags(x explore.Explorer) error {
	var err error
	f.given(func(flag *pflag.Flag) {
		if err != nil || f.meant(flag.Name, x) {
			return
		}
		var takers []string
		for _, y := range families.All() {
			if f.meant(flag.Name, y) {
				takers = append(takers, y.Name)
			}
		}
		text := "to the explorer " + x.Name + ": it is for " + strings.Join(takers, ", ")
		switch {
		case harmless(flag.Name):
			f.idle[flag.Name] = "it means nothing " + text
		case len(takers) == 0:
			err = fmt.Errorf("--%s means nothing to the explorer %s, nor to any other", flag.Name, x.Name)
		default:
			err = fmt.Errorf("--%s means nothing %s", flag.Name, text)
		}
	})
	return err
}

// sortFor does the same for a file that is no program; what and whats are its kind.
func (f *exploreFlags) sortFor(file, what, whats string, means func(flag string) (ok bool, takers []string)) error {
	var err error
	f.given(func(flag *pflag.Flag) {
		ok, takers := means(flag.Name)
		switch {
		case err != nil || ok:
		case harmless(flag.Name):
			f.idle[flag.Name] = "it means nothing for " + what + ", which " + file + " is by its name"
			if len(takers) > 0 {
				f.idle[flag.Name] = "it means nothing to the explorer " + f.algorithm + " of " + whats + ": it is for " + strings.Join(takers, ", ")
			}
		case len(takers) > 0:
			err = fmt.Errorf("--%s means nothing to the explorer %s of %s: it is for %s", flag.Name, f.algorithm, whats, strings.Join(takers, ", "))
		default:
			err = fmt.Errorf("--%s means nothing for %s, which %s is by its name", flag.Name, what, file)
		}
	})
	return err
}

// always are flags that mean something whatever is explored.
var always = []string{"algorithm", "timeout", "shortest", "stop-at-first", "format", "json-output", "sarif-output", "color", "no-times", "verbose"}

// needTraceFlags finds flags and explorers that mean nothing for a trace.
func (f *exploreFlags) needTraceFlags(file string) error {
	if !f.cmd.Flags().Changed("algorithm") {
		f.algorithm = em.DefaultTrace
	}
	if all := em.TraceAlgorithms(false); !slices.Contains(all, f.algorithm) {
		return fmt.Errorf("the explorer %s is not for traces; there are %s", f.algorithm, strings.Join(all, ", "))
	}
	return f.sortFor(file, "a trace", "traces", func(flag string) (bool, []string) {
		return slices.Contains(always, flag) || slices.Contains([]string{"dependence", "allow-outside", "max-executions", "max-states"}, flag), nil
	})
}

// netFlags are further flags of explore that mean something for a net; those with
// explorers only for these.
var netFlags = map[string][]string{
	"depth": nil, "max-memory": nil, "prefer": nil, "max-states": nil,
	"search": {petri.States}, "net": {petri.Reduced}, "initial": {petri.Reduced}, "stateless": {petri.Reduced},
	"max-executions": {petri.Full, petri.Reduced},
}

// needNetFlags finds flags and explorers that mean nothing for a net.
func (f *exploreFlags) needNetFlags(file string) error {
	if !f.cmd.Flags().Changed("algorithm") {
		f.algorithm = petri.Reduced
	}
	if all := petri.Algorithms(); !slices.Contains(all, f.algorithm) {
		return fmt.Errorf("the explorer %s is not for Petri nets; there are %s", f.algorithm, strings.Join(all, ", "))
	}
	err := f.sortFor(file, "a Petri net", "Petri nets", func(flag string) (bool, []string) {
		takers, known := netFlags[flag]
		if flag == "max-executions" && f.algorithm == petri.Reduced && !f.explore.Stateless {
			return false, []string{petri.Full, petri.Reduced + " with --stateless"}
		}
		known = known && (takers == nil || slices.Contains(takers, f.algorithm))
		return known || slices.Contains(always, flag), takers
	})
	if err == nil {
		_, err = lpor.InitialByName(f.explore.Initial)
	}
	return err
}
