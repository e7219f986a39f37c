package flavers

import (
	"cmp"
	"context"

	"flavers/check"
	"flavers/diag"
	"flavers/lang/golang"
	"flavers/lang/golang/ignore"
	"flavers/report"
	"flavers/report/batch"
)

// PackageOptions are those of CheckPackages. The zero value takes all roots, and has no limits.
type PackageOptions struct {
	Check   CheckOptions
	Entries []string // names of the roots that are checked, as server.TestStop; none: all
	Specs   []Source // properties and constraints, also of calls (docs/go.md)
	// Clients says which clients are written: "auto" or "", for what synchronizes in packages other than main; "all",
	// also for functions that are roots; or "none" (docs/go.md).
	Clients string
}

// CheckPackages checks the Go packages that patterns name in a folder, as the command does: each root, which is a
// function main, a test, an exported function or a client, is a program of the batch, with what its ledger leaves of
// the answers. The go command is run to find and read the packages. When ctx ends, the roots that are left are in Left.
// The error is an *InputError if the packages cannot be loaded.
func CheckPackages(ctx context.Context, dir string, patterns []string,
	opt PackageOptions) (b *report.Batch, err error) {
	defer recovered(&err)
	specs := check.SpecsOf(opt.Specs)
	ps, list := check.Open(ctx, []golang.Request{{Dir: dir, Patterns: patterns}},
		check.OpenOptions{Entries: opt.Entries, Clients: cmp.Or(opt.Clients, check.ClientsAuto), Bind: specs.Bind,
			Whole: specs.Whole()})
	if list.HasErrors() {
		return nil, &InputError{Diagnostics: list.All}
	}
	b = &report.Batch{Version: report.Version, Roots: true}
	for _, root := range ps.Roots {
		if ctx.Err() != nil {
			b.Left = append(b.Left, root.Program)
			continue
		}
		root.Specs = specs
		a := check.Package(ctx, root, check.Options{Verify: opt.Check, Several: true})
		specs.Seen(a.About)
		if a.Check == nil && golang.Adds(root.Program) {
			continue
		}
		if a.Check == nil {
			b.Idle = append(b.Idle, root.Name)
			continue
		}
		b.Programs = append(b.Programs, a.Check)
	}
	if len(opt.Entries)+len(opt.Check.Only) == 0 && opt.Check.Deadlock != "off" && ctx.Err() == nil {
		list.Append(batch.Idle(b, ps.Ignores, ignore.Idle))
	}
	if len(b.Left) == 0 {
		list.Append(specs.Idle())
	}
	b.Diagnostics = append([]diag.Diagnostic{}, list.All...)
	return b, nil
}
