// Package external has installed programs draw: Graphviz lays a graph out, and
// rsvg-convert makes a PNG file of a picture. Both run with limits.
//
//	svg, err := external.Graphviz(ctx, "sfdp", "svg", dot, external.Limits{})
//	png, err := external.PNG(ctx, svg)
//
// Graphviz is the seam where one that is linked into the program would go. What
// needs no other program is in package render.
package external

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// Engines are the programs of Graphviz that Graphviz runs.
var Engines = []string{"dot", "sfdp", "neato"}

// Limits bound one run.
type Limits struct {
	Time   time.Duration // 0: a minute
	Memory int64         // bytes of address space, where a shell can bound it; 0: 2 GiB
}

// ErrNoGraphviz tells that the program is not installed.
var ErrNoGraphviz = errors.New("Graphviz is not installed")

// Graphviz has an engine turn DOT text into a format ("svg" or "png"). Errors
// say whether the program is missing, ran out of time, or what it complained
// of.
func Graphviz(ctx context.Context, engine, format string, dot []byte, lim Limits) ([]byte, error) {
	path, err := exec.LookPath(engine)
	if err != nil {
		return nil, fmt.Errorf("%w: there is no program %q", ErrNoGraphviz, engine)
	}
	if lim.Time == 0 {
		lim.Time = time.Minute
	}
	if lim.Memory == 0 {
		lim.Memory = 2 << 30
	}
	ctx, cancel := context.WithTimeout(ctx, lim.Time)
	defer cancel()
	args := []string{"-T" + format}
	if engine != "dot" {
		args = append(args, "-Goverlap=prism", "-Gsplines=true")
	}
	cmd := exec.CommandContext(ctx, path, args...)
	if sh, err := exec.LookPath("sh"); err == nil {
		script := fmt.Sprintf(`ulimit -v %d 2>/dev/null; exec "$0" "$@"`, lim.Memory>>10)
		cmd = exec.CommandContext(ctx, sh, append([]string{"-c", script, path}, args...)...)
	}
	cmd.WaitDelay = time.Second
	var out, complaint bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(dot), &out, &complaint
	err = cmd.Run()
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, fmt.Errorf("%s was stopped after %s: the graph is too large for it", engine, lim.Time)
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		text := strings.TrimSpace(complaint.String())
		if text == "" {
			text = err.Error()
		}
		return nil, fmt.Errorf("%s failed (it may use %d MiB of memory): %s", engine, lim.Memory>>20, firstLine(text))
	}
	return out.Bytes(), nil
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}
