package main

// The values that numbers on the command line may have. Most are limits, which
// cost nothing however large they are. Those that memory is taken for are cut to
// what makes sense, and a note says so.

import (
	"fmt"
	"runtime"
	"strconv"

	"github.com/spf13/pflag"

	"flavers/diag"
	"flavers/internal/codes"
)

const (
	longest = 1_000_000 // steps: an execution of so many takes half a GiB
	deepest = 100       // steps in a special order: pct finds such a bug with a chance of less than 1 in 10^100
)

// most is the largest value of a flag that makes sense, and why; 0: any does.
func (f *checkFlags) most(flag string) (most int, why string) {
	switch {
	case flag == "jobs":
		return runtime.NumCPU(), "the machine has no more processors"
	case flag == "bug-depth":
		return deepest, "bugs that need more steps in a special order are never found"
	case flag == "depth" && (f.cmd.Name() == "explore" || f.cmd.Name() == "crosscheck"):
		return longest, "longer executions do not fit into memory"
	}
	return 0, ""
}

// bound cuts the flags that were given to what makes sense.
func (f *checkFlags) bound(in *inputs) {
	f.given(func(flag *pflag.Flag) {
		most, why := f.most(flag.Name)
		value, err := strconv.ParseInt(flag.Value.String(), 10, 64)
		if most == 0 || err != nil || value <= int64(most) || f.idle[flag.Name] != "" {
			return
		}
		must(flag.Value.Set(strconv.Itoa(most)))
		note := clamped(fmt.Sprintf("--%s %d is larger than makes sense, so %d is taken: %s", flag.Name, value, most, why))
		if flag.Name == "jobs" {
			in.aside(note)
			return
		}
		in.list.All = append(in.list.All, note)
	})
	f.given(func(flag *pflag.Flag) {
		if flag.Name == "max-memory" && f.idle[flag.Name] == "" {
			if note := f.maxMemory.Note(); note != "" {
				in.aside(clamped(note))
			}
		}
	})
}

func clamped(text string) diag.Diagnostic {
	return diag.Diagnostic{Severity: diag.Note, Code: codes.Clamped, Message: text}
}

// aside writes a note that is in no report: equal input gives an equal report, on
// whatever machine.
func (in *inputs) aside(note diag.Diagnostic) {
	list := diag.List{All: []diag.Diagnostic{note}}
	list.Write(in.app.err, nil)
}
