package main

// flavers render: diagrams. The automaton of a specification, which needs no program, and who waits for whom at the
// end of an execution.

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"flavers/automata"
	"flavers/cfg"
	"flavers/internal/codes"
	"flavers/internal/english"
	"flavers/internal/source"
	"flavers/limit"
	"flavers/picture"
	"flavers/render/diagram"
	"flavers/render/external"
	"flavers/render/page"
)

// specification reports whether a file is one by its name.
func specification(name string) bool { return strings.EqualFold(filepath.Ext(name), ".fsa") }

// petriNet reports whether a file is a Petri net by its name.
func petriNet(name string) bool { return strings.EqualFold(filepath.Ext(name), ".pnml") }

// drawnAlone reports whether a file is drawn without a program.
func drawnAlone(name string) bool { return specification(name) || petriNet(name) }

// drawnNet makes the bytes of the picture of a Petri net; nil after an error in in.list.
func (a *app) drawnNet(ctx context.Context, in *inputs, file string, f *renderFlags, format string) ([]byte, error) {
	n := in.net(file)
	if n == nil {
		return nil, nil
	}
	return a.diagram(ctx, in, picture.Net(n), f, format)
}

// onlyAlone refuses flags that mean nothing for a specification or a net. Those that render never uses are noted as
// always.
func (f *renderFlags) onlyAlone(program string) error {
	used := []string{"output", "engine", "layout", "large", "timeout", "max-memory", "jobs", "verbose"}
	what := "a Petri net, of which places and transitions are drawn"
	if specification(program) {
		used = append(used, "only", "set")
		what = "a specification, whose automaton is drawn"
	}
	var err error
	f.cmd.Flags().Visit(func(flag *pflag.Flag) {
		if err == nil && f.idle[flag.Name] == "" && !slices.Contains(used, flag.Name) {
			err = fmt.Errorf("--%s is for programs; %s is %s", flag.Name, program, what)
		}
	})
	return err
}

// automaton makes the bytes of the picture of a specification; nil after an error in in.list.
func (a *app) automaton(ctx context.Context, in *inputs, file string, f *renderFlags, format string) ([]byte, error) {
	env := source.Environment(nil)
	env.Alone, env.Constants = true, map[string]int64{}
	for _, name := range slices.Sorted(maps.Keys(f.set)) {
		n, err := strconv.ParseInt(f.set[name], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("--set %s=%s: without a program, the value must be a number", name, f.set[name])
		}
		env.Constants[name] = n
	}
	specs := in.Parse(source.Files([]string{file}), env)
	if in.list.HasErrors() {
		return nil, nil
	}
	var names []string
	var found *automata.Spec
	for _, sp := range specs {
		if sp.DFA == nil {
			continue
		}
		names = append(names, sp.Name)
		if found == nil && (len(f.only) == 0 || slices.ContainsFunc(f.only, sp.Called)) {
			found = sp
		}
	}
	if found == nil {
		d := in.list.Errorf(noPos, codes.Only, "%s has no automaton to draw", file)
		if len(f.only) > 0 && len(names) > 0 {
			d.WithHint("there are: %s", strings.Join(names, ", "))
		}
		return nil, nil
	}
	return a.diagram(ctx, in, picture.Automaton(found), f, format)
}

// diagram makes the bytes of a diagram; nil after an error in in.list.
func (a *app) diagram(ctx context.Context, in *inputs, g *diagram.Graph, f *renderFlags,
	format string) ([]byte, error) {
	if f.engine == ownEngine && format != "dot" {
		if n := len(g.Nodes); n > diagram.MaxNodes && !f.large {
			in.list.Errorf(noPos, codes.TooLargeToRead, "the picture would have %d nodes, one below the other", n).
				WithHint("--engine graphviz places them better; or write .dot; or --large")
			return nil, nil
		}
		return a.encode(ctx, in, format, g.Title, g.WriteSVG)
	}
	var dot bytes.Buffer
	if err := g.WriteDOT(&dot); err != nil || format == "dot" {
		return dot.Bytes(), err
	}
	return a.graphviz(ctx, in, dot.Bytes(), g.Title, f, format)
}

// statesGraph is the word for a graph of all states.
const statesGraph = "states"

// states makes the bytes of the picture of all states; nil after an error in in.list.
func (a *app) states(ctx context.Context, in *inputs, p *cfg.Program, specs []*automata.Spec, f *renderFlags,
	format string) ([]byte, error) {
	g, err := picture.States(ctx, p, specs, f.room(format))
	switch {
	case err != nil:
		return nil, in.refused(err, p)
	case ctx.Err() != nil:
		return nil, limit.CutOffIn(ctx, "listing the states")
	case g == nil:
		in.list.Errorf(noPos, codes.TooLargeToRead, "the program has more than %s states, or they are too large to be drawn",
			english.Number(picture.MostStates)).WithHint("smaller constants (--set) have fewer; flavers sim walks through more")
		return nil, nil
	}
	return a.diagram(ctx, in, g, f, format)
}

// productGraph is the word for the product of the automata of a check.
const productGraph = "product"

// product makes the bytes of the picture of a product; nil after an error in in.list.
func (a *app) product(ctx context.Context, in *inputs, p *cfg.Program, specs []*automata.Spec, f *renderFlags,
	format string) ([]byte, error) {
	of, ok := a.checkedFor(ctx, in, p, specs, f)
	if !ok {
		return nil, nil
	}
	if of == nil {
		in.list.Errorf(noPos, codes.Only, "--graph product is for a property, and there is none").
			WithHint("--property FILE has one; --graph states draws the states of the program")
		return nil, nil
	}
	g, err := picture.Product(ctx, p, specs, of, f.opt, f.room(format))
	if err != nil {
		return nil, err
	}
	if g == nil {
		in.list.Errorf(noPos, codes.TooLargeToRead, "the fixed point meets more than %s tuples",
			english.Number(picture.MostTuples)).WithHint("smaller constants (--set) have fewer; so may --refine none")
		return nil, nil
	}
	return a.diagram(ctx, in, g, f, format)
}

// room returns what a graph of states is folded to, if need be.
func (f *renderFlags) room(format string) picture.Room {
	switch {
	case f.unfolded:
		return picture.Room{}
	case f.engine == ownEngine && format != "dot":
		return picture.OwnRoom
	}
	return picture.Room{Boxes: picture.MaxStates}
}

// waits makes the bytes of the picture of who waits for whom.
func (a *app) waits(ctx context.Context, in *inputs, title string, g *diagram.Graph, f *renderFlags,
	format string) ([]byte, error) {
	if g == nil {
		in.list.Errorf(noPos, codes.NoTrace, "nobody waits at the end of the execution").
			WithHint("--graph trace draws the execution; --only deadlock looks for one that ends in a deadlock")
		return nil, nil
	}
	g.Title = title
	return a.diagram(ctx, in, g, f, format)
}

// graphviz has Graphviz draw DOT text; nil after an error in in.list.
func (a *app) graphviz(ctx context.Context, in *inputs, dot []byte, title string, f *renderFlags,
	format string) ([]byte, error) {
	kind := format
	if format == "html" {
		kind = "svg"
	}
	out, err := external.Graphviz(ctx, f.layout, kind, dot, external.Limits{Time: f.opt.Timeout})
	if err != nil {
		return nil, f.noPicture(ctx, in, err)
	}
	if kind == "svg" {
		out = external.Dark(out)
	}
	if format == "html" {
		var b bytes.Buffer
		err := page.Write(&b, title, external.Element(out))
		return b.Bytes(), err
	}
	return out, nil
}
