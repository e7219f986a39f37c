package farm

import (
	"context"
	"fmt"
	"io"
	"time"

	"flavers/automata"
	"flavers/cfg"
	"flavers/farm/checks"
	"flavers/farm/job"
	"flavers/farm/store"
	"flavers/internal/printable"
	"flavers/internal/roots"
	"flavers/internal/version"
	"flavers/report"
	"flavers/verify"
)

// Check makes the checks of a program.
type Check = func(context.Context, *cfg.Program, []*automata.Spec, verify.Options) *report.Check

// least is how long a check takes whose answer is kept: to look for an answer takes about a millisecond, and to keep
// one, a few.
const least = 50 * time.Millisecond

// Kept makes checks unless the answer is kept from before in the user's folder. The program was read from texts, with
// the constants of the command line. out gets notes; nil: nobody wants them.
func Kept(check Check, program string, set map[string]string, sources map[string][]byte, out io.Writer) Check {
	dir, note := roots.Folder(), func(text string) {
		if out != nil {
			fmt.Fprintln(out, printable.Line(text))
		}
	}
	if dir == "" {
		return check
	}
	return func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt verify.Options) *report.Check {
		id, err := version.Identity()
		if err != nil || !job.Covers(opt) {
			return check(ctx, p, specs, opt)
		}
		pool := &checks.Pool{Check: check, Version: id, Least: least, Note: note,
			Kept: []store.Store{store.Open(dir, note)}}
		x := &checks.Item{Program: p, Specs: specs, Options: opt, Content: job.ContentOf(program, set, sources, specs)}
		for _, sp := range specs {
			x.Keep = append(x.Keep, sp.Name)
		}
		c, _ := pool.One(ctx, x)
		return c
	}
}
