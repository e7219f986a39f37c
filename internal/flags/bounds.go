package flags

import "runtime"

// How large the values of flags are at most.

const (
	longest = 1_000_000 // steps: an execution of so many takes half a GiB
	deepest = 100       // steps in a special order: pct finds such a bug with a chance of less than 1 in 10^100
)

// Most is the largest value of a flag of a command that makes sense, and why; 0: any does.
func Most(command, flag string) (most int, why string) {
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
