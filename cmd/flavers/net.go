package main

// Petri nets in PNML, as input of explore and replay.

import (
	"context"

	"github.com/spf13/cobra"

	"flavers/automata"
	"flavers/cfg"
	"flavers/diag"
	"flavers/explore/lpor/petri"
	"flavers/internal/source"
	"flavers/report"
	"flavers/verify/explored"
)

// oneInput completes the name of one input of explore and replay.
func oneInput(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return []string{"tfg", "pnml", "trace"}, cobra.ShellCompDirectiveFilterFileExt
}

// netInput is a net; nil after an error.
type netInput struct{ *petri.Net }

func readNet(in *inputs, file string, _ *checkFlags, _ string) input { return &netInput{in.net(file)} }

func (n *netInput) program() (*cfg.Program, []*automata.Spec) { return nil, nil }

// stops: a net has no other ends than dead markings.
func (n *netInput) stops() bool { return true }

func (n *netInput) text(a *app, out *report.Explore, opt report.TextOptions) error {
	return out.WriteNetText(a.out, opt)
}

// net reads a net; nil if there are errors.
func (in *inputs) net(file string) *petri.Net {
	in.app.stage = "reading " + file
	text, ok := in.Read(file, noPos, "net")
	if !ok {
		return nil
	}
	net, problems := source.Within(in.Reader, "net", file,
		func() (*petri.Net, diag.List) { return petri.Parse(file, text) })
	in.list.Append(problems)
	return net
}

func (n *netInput) explore(ctx context.Context, _ *app, _ *inputs, out *report.Explore, f *exploreFlags) error {
	return explored.Net(ctx, out, n.Net, f.explore)
}

func (n *netInput) replay(a *app, in *inputs, text string) *replayed {
	run, marking, enabled, problems := explored.ReplayNet(n.Net, text)
	in.list.Append(problems)
	if run == nil {
		return nil
	}
	return &replayed{run, func(opt report.TextOptions) error { return run.WriteNetText(a.out, opt, marking, enabled) }}
}
