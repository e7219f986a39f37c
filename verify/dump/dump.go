// Package dump writes what one stage of the pipeline makes of a program, as text. For each property,
//
//	dump.Write(ctx, w, "mip", p, specs, verify.Options{})
//
// lists the MIP edges, each in a line such as
//
//	2 -> 40    customer[0]: choosing[0] = true  ->  customer[1]: choosing[1] = true
//
// The forms are for people who look into the analysis, and for tests. Equal input gives equal text. No program reads
// it.
package dump

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"flavers/automata"
	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/dataflow"
	"flavers/limit"
	"flavers/mip"
	"flavers/porelim"
	"flavers/report"
	"flavers/sem"
	"flavers/tfg"
	"flavers/verify"
)

// Source is the stage before the others: the text of the program, which the command has.
const Source = "tfg-source"

// Specs is the stage of the specifications.
const Specs = "specs"

// Stages are the names that Write knows, in the order of the pipeline.
var Stages = []string{"cfg", "events", Specs, "tfg", "mhp", "automata", "mip", "pruned", "problem"}

// Write writes what one of Stages makes of p. Stages that depend on a property are written for each property. If ctx
// ends or opt.Timeout runs out, the text is not complete, and the error is a *limit.CutOff. Other errors are those of
// w, or say that an option is wrong.
func Write(ctx context.Context, w io.Writer, stage string, p *cfg.Program, specs []*automata.Spec,
	opt verify.Options) error {
	if opt.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, opt.Timeout)
		defer cancel()
	}
	to := &gate{w: w, poll: limit.New(ctx)}
	err, ok := limit.Within(ctx, func() error {
		out := bufio.NewWriter(to)
		if err := dump(ctx, out, stage, p, specs, opt); err != nil {
			return err
		}
		return out.Flush()
	})
	if !ok || errors.Is(err, errClosed) {
		to.close()
		return limit.CutOffIn(ctx, "writing "+stage+": it is not complete")
	}
	return err
}

// gate passes text on to w until it is closed. Write closes it when it gives up, so that the goroutine of the work,
// which may go on for a while, does not write to w after Write has returned.
type gate struct {
	poll   *limit.Poll
	mu     sync.Mutex // protects what follows
	w      io.Writer
	closed bool
}

// errClosed is the error of writing to a closed gate.
var errClosed = errors.New("closed")

func (g *gate) Write(b []byte) (int, error) {
	g.poll.LookNow() // ends the work by a panic if ctx has ended
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return 0, errClosed
	}
	return g.w.Write(b)
}

func (g *gate) close() {
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
}

// dump writes one stage, while ctx lasts. It computes what the stage needs, in the order of the pipeline.
func dump(ctx context.Context, out *bufio.Writer, stage string, p *cfg.Program, specs []*automata.Spec,
	opt verify.Options) error {
	if stage == "cfg" {
		_, err := p.WriteTo(out)
		return err
	}
	// Stages that depend on the program alone, or on the specifications alone.
	poll := limit.New(ctx)
	st, err := verify.Prepare(poll, p, opt)
	if err != nil {
		return err
	}
	switch stage {
	case "events":
		for _, n := range monitor.EventNames(st.Semantics) {
			fmt.Fprintln(out, n)
		}
		return nil
	case Specs:
		return writeSpecs(out, specs)
	case "tfg":
		_, err := st.Graph.WriteTo(out)
		return err
	case "mhp":
		_, err := st.Relation.WriteTo(out)
		return err
	}
	// Stages of a single property. Without one, they are those of the check for run-time errors.
	bound, ds := monitor.BindAll(poll, st.Semantics, specs, opt.Strict)
	if ds.HasErrors() {
		return fmt.Errorf("%s", ds.All[0])
	}
	rule, err := porelim.Parse(opt.POR)
	if err != nil {
		return err
	}
	var properties, constraints []*monitor.Binding
	for _, b := range bound {
		switch {
		case !b.Spec.Property:
			constraints = append(constraints, b)
		case opt.WantsProperty(b.Spec):
			properties = append(properties, b)
		}
	}
	if len(properties) == 0 {
		properties = append(properties, nil) // nil stands for run-time errors
	}
	var comps []sem.CompID
	if opt.Refine != verify.RefineNone {
		comps = st.Semantics.Constrainable()
	}
	for _, b := range properties {
		name := report.RuntimeErrors
		if b != nil {
			name = b.Spec.Name
		}
		fmt.Fprintf(out, "# %s\n", name)
		set := monitor.Compile(st.Semantics, st.Graph, monitor.Choice{Poll: poll, Components: comps, Constraints: constraints,
			Property: b, Errors: b == nil})
		edges := mip.EdgesUntil(poll, st.Graph, st.Relation, set.Visible)
		var err error
		switch stage {
		case "automata":
			_, err = set.WriteTo(out)
		case "mip":
			writeEdges(out, poll, st.Graph, edges)
		case "pruned":
			writeEdges(out, poll, st.Graph, rule.Eliminate(set, edges))
		case "problem":
			prob, _ := dataflow.Assemble(set, rule.Eliminate(set, edges))
			_, err = prob.WriteTo(out)
		default:
			return fmt.Errorf("unknown stage %q", stage)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// writeSpecs writes specifications as automata, with comments on what their text form does not show.
func writeSpecs(out *bufio.Writer, specs []*automata.Spec) error {
	for _, sp := range specs {
		switch {
		case sp.Reach:
			fmt.Fprintf(out, "// %s asks whether an execution leads to the error state\n", sp.Name)
		case sp.Invariant != nil:
			fmt.Fprintf(out, "// %s is an invariant: the event says that its condition is false\n", sp.Name)
		}
		if _, err := sp.WriteTo(out); err != nil {
			return err
		}
	}
	return nil
}

// writeEdges writes MIP edges, one in a line.
func writeEdges(w io.Writer, poll *limit.Poll, g *tfg.Graph, e *mip.EdgeSet) {
	for i, m := range e.Nodes {
		for j := range e.M.Row(i).All {
			poll.Look()
			fmt.Fprintf(w, "%d -> %d    %s  ->  %s\n", m, e.Nodes[j], g.NodeString(m), g.NodeString(e.Nodes[j]))
		}
	}
}
