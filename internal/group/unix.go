//go:build unix

package group

import (
	"os/exec"
	"syscall"
)

// Own gives a command made with a context a process group of its own, which is killed when the context ends.
func Own(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
