package farm

import (
	"context"
	"fmt"
	"io"
	"time"

	"flavers/check"
	"flavers/farm/checks"
	"flavers/farm/job"
	"flavers/farm/store"
	"flavers/internal/printable"
	"flavers/internal/roots"
	"flavers/internal/version"
	"flavers/report"
)

// least is how long a check takes whose answer is kept: to look for an answer takes about a millisecond, and to keep
// one, a few.
const least = 50 * time.Millisecond

// Kept keeps the answers of check.Program in the user's folder; it is nil if there is none. The program was read from
// texts, with the constants of the command line. out gets notes; nil: nobody wants them.
func Kept(program string, set map[string]string, sources map[string][]byte, out io.Writer) check.Keeper {
	dir, note := roots.Folder(), func(text string) {
		if out != nil {
			fmt.Fprintln(out, printable.Line(text))
		}
	}
	if dir == "" {
		return nil
	}
	return func(ctx context.Context, s *check.Source, opt check.Options, make func() *report.Check) *report.Check {
		id, err := version.Identity()
		if err != nil || !job.Covers(opt.Verify) {
			return make()
		}
		pool := &checks.Pool{Version: id, Least: least, Note: note, Kept: []store.Store{store.Open(dir, note)}}
		x := &checks.Item{Source: s, Options: opt, Content: job.ContentOf(program, set, sources, s.Specs)}
		for _, sp := range s.Specs {
			x.Keep = append(x.Keep, sp.Name)
		}
		c, _ := pool.One(ctx, x, make)
		return c
	}
}
