package roots

import (
	"context"

	"github.com/spf13/pflag"

	"flavers/cfg"
	"flavers/explore"
	"flavers/lang/golang"
	"flavers/report"
	"flavers/verify"
	"flavers/verify/explored"
	"flavers/verify/reuse"
)

// someStates is how many states of a root are looked at for data races, unless more are asked for.
const someStates = 100_000

// More asks what the check of a root's program does not: for wait groups that are used again too early, and for data
// races. Of a program that could not be read (nil) it says so, if the time has ended.
func More(ctx context.Context, c *report.Check, p *cfg.Program, of *golang.Program, flags *pflag.FlagSet,
	opt verify.Options) {
	if p == nil && ctx.Err() != nil { // the time has ended while it was read
		c.Diagnostics = nil
		c.Deadlock = &report.Result{Property: report.Deadlock, Kind: report.KindDeadlock, Verdict: report.Unknown,
			Limit: report.LimitTime, Constraints: []string{}, Trace: []report.Step{}}
	}
	if p != nil && opt.Wants(report.RuntimeErrors) {
		reuse.Judge(ctx, p, reuse.Options{MaxStates: someStates, MaxMemory: opt.MaxMemory / 4}, c)
	}
	c.Races = Races(ctx, p, of, flags, opt)
}

// Partial has the check of a root look for partial deadlocks, unless --partial=false.
func Partial(flags *pflag.FlagSet, opt *verify.Options, of *golang.Program) {
	if opt.Partial != nil || !flags.Changed("partial") {
		opt.Partial = of.Meant
	}
}

// Races are the data races that executions of a root show: on variables and fields of the package that are in the
// model. It says nothing where it finds none, nothing of a program that could not be read (nil), and nothing if
// --races=false, or --only and --runtime-errors without --races, ask for other checks.
func Races(ctx context.Context, p *cfg.Program, of *golang.Program, flags *pflag.FlagSet,
	opt verify.Options) []report.Result {
	more := flags.Lookup("races").Value.String() == "true"
	others := flags.Changed("races") || flags.Changed("only") || flags.Changed("runtime-errors")
	if p == nil || !more && others {
		return nil
	}
	if opt.Timeout > 0 {
		var end context.CancelFunc
		ctx, end = context.WithTimeout(ctx, opt.Timeout)
		defer end()
	}
	limits := explore.Options{MaxMemory: opt.MaxMemory, MaxStates: someStates}
	if more {
		limits.MaxStates = explored.MostStates
	}
	return explored.RacesOn(ctx, p, limits, func(v cfg.VarID) bool { return of.Memory[p.Vars[v].Name] })
}
