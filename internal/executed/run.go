package executed

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"flavers/internal/group"
)

// Logger builds and runs the tests of packages with hooks.
type Logger struct {
	dir     string
	overlay string
}

// NewLogger prepares hooks for the installation of Go that the go command uses.
func NewLogger(ctx context.Context) (*Logger, error) {
	out, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "flavers-executed-")
	if err != nil {
		return nil, err
	}
	l := &Logger{dir: dir}
	if l.overlay, err = overlay(strings.TrimSpace(string(out)), dir); err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// Close removes what was built.
func (l *Logger) Close() error { return os.RemoveAll(l.dir) }

// Binary is the tests of a package, or its main, with hooks.
type Binary struct {
	name, dir string
	main      bool
	symbols   *symbols
	runs      string // folder for logs
}

// Build builds the tests, or the main, of a package: the one in a folder, or that of some files there.
func (l *Logger) Build(ctx context.Context, dir string, patterns []string, main bool) (*Binary, error) {
	runs, err := os.MkdirTemp(l.dir, "runs-")
	if err != nil {
		return nil, err
	}
	b := &Binary{name: filepath.Join(runs, "logged"), dir: dir, main: main, runs: runs}
	args := []string{"test", "-c", "-vet=off"}
	if main {
		args = []string{"build"}
	}
	// Without inlining, every call has a frame of its own, with its line.
	args = append(args, "-overlay", l.overlay, "-gcflags=all=-l", "-o", b.name)
	cmd := exec.CommandContext(ctx, "go", append(args, patterns...)...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s with hooks: %w: %s", dir, err, bytes.TrimSpace(out))
	}
	b.symbols, err = symbolsOf(b.name)
	return b, err
}

// Run runs one test or example, or main, for at most some time, and returns what was logged, of this process alone.
// Whether the test passes does not matter.
func (b *Binary) Run(ctx context.Context, function string, most time.Duration) ([]Record, error) {
	file, err := os.CreateTemp(b.runs, "log-")
	if err != nil {
		return nil, err
	}
	file.Close()
	defer os.Remove(file.Name())
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	cmd := exec.CommandContext(ctx, b.name)
	if !b.main {
		cmd.Args = append(cmd.Args, "-test.run", "^"+function+"$", "-test.short", "-test.timeout", "0")
	}
	cmd.Dir = b.dir
	// Without garbage collection no address is used twice.
	cmd.Env = append(os.Environ(), "FLAVERS_LOG="+file.Name(), "GOGC=off", "GOMEMLIMIT=1GiB")
	group.Own(cmd)
	cmd.WaitDelay = time.Second
	if err := cmd.Run(); cmd.Process == nil {
		return nil, err
	}
	all, err := b.symbols.read(file.Name())
	var out []Record
	for _, r := range all {
		if r.PID == cmd.Process.Pid { // tests start themselves
			out = append(out, r)
		}
	}
	return out, err
}
