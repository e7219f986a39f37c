package farm

import (
	"context"
	"fmt"
	"runtime"

	"flavers/farm/checks"
	"flavers/farm/store"
	"flavers/internal/printable"
	"flavers/internal/roots"
	"flavers/internal/terminal"
	"flavers/internal/version"
)

// Pool returns how checks of many programs are made: in a farm if --farm names one, or else here, jobs at a time
// (0: one for each processor). Answers are kept in the user's folder, and in the farm, unless noCache. Call end
// when all are made.
func (f *Flags) Pool(ctx context.Context, out *terminal.Console,
	jobs int, noCache, verbose bool) (p *checks.Pool, end func(), err error) {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	p = &checks.Pool{Jobs: jobs, Note: func(text string) {
		if verbose {
			fmt.Fprintln(out, printable.Line(text))
		}
	}}
	dir := roots.Folder()
	if f.Farm == "" && (noCache || dir == "") {
		return p, func() {}, nil
	}
	if p.Version, err = version.Identity(); err != nil {
		return nil, nil, err
	}
	if !noCache && dir != "" {
		p.Kept = append(p.Kept, store.Open(dir, p.Note))
	}
	if f.Farm == "" {
		return p, func() {}, nil
	}
	s, err := f.Open(ctx, out, p.Version, progress(out))
	if err != nil {
		return nil, nil, err
	}
	if p.Queue = s; !noCache {
		p.Kept = append(p.Kept, s.Verdicts(ctx, p.Note))
	}
	return p, func() { out.Clear(); s.Close() }, nil
}

// progress shows lines on a terminal.
func progress(out *terminal.Console) func(string) {
	if !out.Terminal {
		return nil
	}
	return out.Progress
}
