package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// figure is what one process took, and what it found.
type figure struct {
	n        int
	cpu      time.Duration // user and system
	wall     time.Duration
	memory   int64 // the largest resident set, in bytes
	states   int64 // states or tuples
	bits     int   // width of a packed tuple; 0: not told
	violated bool
	length   int    // steps of the counterexample
	cut      string // why it did not finish; "": it did
}

// measure runs a command in a directory, no longer than limit.
func measure(ctx context.Context, limit time.Duration, dir string, args ...string) (f figure, out []byte, status int,
	err error) {
	ctx, stop := context.WithTimeout(ctx, limit)
	defer stop()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "FLAVERS_CACHE=off") // nothing of before
	var text bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &text
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return f, nil, 0, err
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for running := true; running; {
		select {
		case err = <-done:
			running = false
		case <-ctx.Done():
			f.cut = "time"
			cmd.Process.Kill() // Wait tells how it ended
			err = <-done
			running = false
		case <-tick.C:
			f.memory = max(f.memory, resident(cmd.Process.Pid))
		}
	}
	f.wall = time.Since(begin)
	f.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		err = nil // the status says it
	}
	return f, text.Bytes(), cmd.ProcessState.ExitCode(), err
}

// resident is the largest resident set of a process so far, in bytes; 0 if that cannot
// be told. What the system says at its end counts the process that started it, too.
func resident(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		return 0
	}
	n, err := strconv.ParseInt(fields[0], 10, 64)
	if err != nil {
		return 0
	}
	return n << 10
}
