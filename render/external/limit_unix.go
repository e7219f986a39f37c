//go:build unix

package external

import (
	"context"
	"fmt"
	"os/exec"
)

// reserved is the address space that a program may have besides its data. The runtime of Go reserves 1.2 GiB
// that it does not use.
const reserved = 2 << 30

// limited is a shell script that bounds the memory of a command, its arguments. On Linux, RLIMIT_DATA counts all
// private memory that can be written, the heaps of C and of Go among them, and nothing that is only reserved. Other
// systems count less there, so the address space is bounded, too. A shell sets the limits because a process has to do
// so between fork and exec, where Go runs no code of ours. GOMEMLIMIT would bound nothing: memory that is in use may
// exceed it.
const limited = `ulimit -d %d; ulimit -v %d 2>/dev/null; exec "$0" "$@"`

// command returns a command that may use so many bytes of memory.
func command(ctx context.Context, memory int64, program string, args []string) *exec.Cmd {
	script := fmt.Sprintf(limited, memory>>10, (memory+reserved)>>10)
	return exec.CommandContext(ctx, "/bin/sh", append([]string{"-c", script, program}, args...)...)
}
