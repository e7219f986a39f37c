package flags

import (
	"fmt"
	"runtime"
	"strconv"

	"github.com/spf13/pflag"
)

// This file cuts numbers on the command line that are too large to make sense. For instance, --jobs 64 on a machine
// with 8 processors becomes 8, with a note.

const (
	longest = 1_000_000 // steps: an execution of so many takes half a GiB
	deepest = 100       // steps in a special order: pct finds such a bug with a chance of less than 1 in 10^100
)

// most returns the largest value that makes sense for a flag of a command, and the reason. It returns 0 if any value
// does.
func most(command, flag string) (most int, why string) {
	switch {
	case flag == "jobs":
		return runtime.NumCPU(), "the machine has no more processors"
	case flag == "bug-depth":
		return deepest, "bugs that need more steps in a special order are never found"
	case flag == "depth" && (command == "explore" || command == "crosscheck"):
		return longest, "longer executions do not fit into memory"
	}
	return 0, ""
}

// Cut sets a flag of a command to the largest value that makes sense, if it has a larger one. It returns a note that
// says so, or "" if the value stays.
func Cut(command string, flag *pflag.Flag) (note string) {
	most, why := most(command, flag.Name)
	value, err := strconv.ParseInt(flag.Value.String(), 10, 64)
	if most == 0 || err != nil || value <= int64(most) {
		return ""
	}
	if err := flag.Value.Set(strconv.Itoa(most)); err != nil {
		panic(err) // a number, as before
	}
	return fmt.Sprintf("--%s %d is larger than makes sense, so %d is taken: %s", flag.Name, value, most, why)
}
