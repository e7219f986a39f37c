package external

// One run of another program, within limits.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"flavers/internal/group"
)

// Limits bound one run.
type Limits struct {
	Time   time.Duration // 0: a minute
	Memory int64         // bytes of data; 0: 2 GiB
}

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
	cmd := command(ctx, lim.Memory, program, args)
	cmd.Env = append(os.Environ(), "TMPDIR="+temporary)
	group.Own(cmd)
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
