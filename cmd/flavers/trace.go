package main

// Recorded executions of event-driven programs, as input of explore and replay.

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"flavers/automata"
	"flavers/cfg"
	"flavers/diag"
	"flavers/explore/em/trace"
	"flavers/internal/source"
	"flavers/report"
	"flavers/verify/explored"
)

// traceInput is a trace; nil after an error.
type traceInput struct{ *trace.Trace }

func readTrace(in *inputs, file string, f *checkFlags, dependences string) input {
	return &traceInput{in.trace(file, dependences, f)}
}

func (t *traceInput) program() (*cfg.Program, []*automata.Spec) { return nil, nil }

func (t *traceInput) stops() bool { return false }

func (t *traceInput) text(a *app, out *report.Explore, opt report.TextOptions) error {
	return out.WriteText(a.out, opt)
}

// trace reads a trace with its dependences, from the given file or from the
// one beside it, if there is one. It is nil if there are errors.
func (in *inputs) trace(file, dependences string, f *checkFlags) *trace.Trace {
	in.app.stage = "reading " + file
	in.AllowOutside = f.allowOutside
	text, ok := in.Read(file, noPos, "trace")
	if !ok {
		return nil
	}
	if dependences == "" {
		dependences = trace.Beside(file)
		if _, err := os.Stat(dependences); errors.Is(err, fs.ErrNotExist) {
			dependences = ""
		} else if !in.Trusted(file, dependences, "dependences", noPos, 0) {
			return nil
		}
	}
	var more []byte
	if info, err := os.Stat(dependences); dependences != "" && (err != nil || info.Size() > 0) { // there may be none
		if more, ok = in.Read(dependences, noPos, "dependences"); !ok {
			return nil
		}
	}
	t, problems := source.Within(in.Reader, "trace", file,
		func() (*trace.Trace, diag.List) { return trace.Parse(file, text, dependences, more) })
	in.list.Append(problems)
	return t
}

func (t *traceInput) explore(ctx context.Context, _ *app, _ *inputs, out *report.Explore, f *exploreFlags) error {
	return explored.Trace(ctx, out, t.Trace, f.explore)
}

func (t *traceInput) replay(a *app, in *inputs, text string) *replayed {
	run, problems := explored.ReplayTrace(t.Trace, text)
	in.list.Append(problems)
	if run == nil {
		return nil
	}
	return &replayed{run, func(opt report.TextOptions) error { return run.WriteText(a.out, opt) }}
}
