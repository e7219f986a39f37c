//go:build !unix

package external

import (
	"context"
	"os/exec"
)

// command returns a command whose memory is not bounded here: there are no limits of processes.
func command(ctx context.Context, _ int64, program string, args []string) *exec.Cmd {
	return exec.CommandContext(ctx, program, args...)
}
