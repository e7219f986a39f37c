package external

// One run of another program, within limits.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Limits bound one run.
type Limits struct {
	Time   time.Duration // 0: a minute
	Memory int64         // bytes of data; 0: 2 GiB
}

// reserved is the address space that a program may have besides its data. The runtime of Go reserves 1.2 GiB
// that it does not use.
const reserved = 2 << 30

// limited is a shell script that bounds the memory of a command, its arguments. On Linux, RLIMIT_DATA counts all
// private memory that can be written, the heaps of C and of Go among them, and nothing that is only reserved. Other
// systems count less there, so the address space is bounded, too. A shell sets the limits because a process has to do
// so between fork and exec, where Go runs no code of ours. GOMEMLIMIT would bound nothing: memory that is in use may
// exceed it.
const limited = `ulimit -d %d; ulimit -v %d 2>/dev/null; exec "$0" "$@"`

// tooLong is that a program was killed because its time was over.
type tooLong struct{ after time.Duration }

func (e *tooLong) Error() string { return fmt.Sprintf("it was stopped after %s", e.after) }

// run runs a program on input, and returns what it writes. The program has a process group of its own, which is killed
// when the time is over or ctx ends, and a temporary directory of its own, which is removed.
func run(ctx context.Context, input []byte, lim Limits, program string, args ...string) ([]byte, error) {
	if lim.Time == 0 {
		lim.Time = time.Minute
	}
	if lim.Memory == 0 {
		lim.Memory = 2 << 30
	}
	temporary, err := os.MkdirTemp("", "flavers-draw-") // mode 0700
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temporary)
	parent := ctx
	ctx, cancel := context.WithTimeout(ctx, lim.Time)
	defer cancel()
	script := fmt.Sprintf(limited, lim.Memory>>10, (lim.Memory+reserved)>>10)
	cmd := exec.CommandContext(ctx, "/bin/sh", append([]string{"-c", script, program}, args...)...)
	cmd.Env = append(os.Environ(), "TMPDIR="+temporary)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	var out, complaint bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(input), &out, &complaint
	err = cmd.Run()
	switch {
	case parent.Err() != nil:
		return nil, parent.Err()
	case ctx.Err() != nil:
		return nil, &tooLong{lim.Time}
	case err != nil:
		return nil, reason(program, complaint.String(), err, lim)
	}
	return out.Bytes(), nil
}

// shortOfMemory are parts of what programs say when they get no more memory: the runtime of Go, C++ and C.
var shortOfMemory = []string{"out of memory", "cannot allocate memory", "pthread_create failed", "bad_alloc",
	"failed to reserve", "page summary"}

// reason is why a program failed: its complaint in one line, or that it wanted more memory than it may have.
func reason(program, complaint string, err error, lim Limits) error {
	text := strings.TrimSpace(complaint)
	low := strings.ToLower(text)
	for _, part := range shortOfMemory {
		if strings.Contains(low, part) {
			return fmt.Errorf("it may use %d MiB of memory, and needs more", lim.Memory>>20)
		}
	}
	name := filepath.Base(program)
	if strings.Contains(low, "compilationcache") {
		cache, _ := os.UserCacheDir()
		return fmt.Errorf("%s cannot read its compiled code: remove the folder %s", name,
			filepath.Join(cache, "flavers-graphviz"))
	}
	text, _, _ = strings.Cut(text, "\n")
	if text == "" {
		return fmt.Errorf("%s failed (it may use %d MiB of memory): %w", name, lim.Memory>>20, err)
	}
	return errors.New(strings.TrimPrefix(text, own+": "))
}
