package verify

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
	"flavers/internal/limit"
	"flavers/mip"
	"flavers/sem"
)

// Stages are the names that Dump knows, in the order of the pipeline.
var Stages = []string{"cfg", "events", "specs", "tfg", "mhp", "automata", "mip", "pruned", "problem"}

// Dump writes one stage's value in a stable text form, as far as ctx and
// opt.Timeout let it. Stages that depend on
// a property are written for each property.
func Dump(ctx context.Context, w io.Writer, stage string, p *cfg.Program, specs []*automata.Spec, opt Options) error {
	if opt.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, opt.Timeout)
		defer cancel()
	}
	to := &gate{w: w}
	err, ok := within(ctx, func() error {
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

// gate is a writer that work which was given up cannot write to any more.
type gate struct {
	mu     sync.Mutex
	w      io.Writer
	closed bool
}

var errClosed = errors.New("closed")

func (g *gate) Write(b []byte) (int, error) {
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

// dump writes a stage as long as ctx lets it.
func dump(ctx context.Context, out *bufio.Writer, stage string, p *cfg.Program, specs []*automata.Spec, opt Options) error {
	if stage == "cfg" {
		_, err := p.WriteTo(out)
		return err
	}
	c, err := prepareUntil(ctx, p, opt)
	if err != nil {
		return err
	}
	switch stage {
	case "events":
		for _, n := range monitor.EventNames(c.sem) {
			fmt.Fprintln(out, n)
		}
		return nil
	case "specs":
		for _, sp := range specs {
			if _, err := sp.WriteTo(out); err != nil {
				return err
			}
		}
		return nil
	case "tfg":
		_, err := c.g.WriteTo(out)
		return err
	case "mhp":
		_, err := c.rel.WriteTo(out)
		return err
	}
	properties, ds := c.bind(specs)
	if ds.HasErrors() {
		return fmt.Errorf("%s", ds.All[0])
	}
	goals := []goal{}
	for _, b := range properties {
		goals = append(goals, goal{property: b})
	}
	if len(goals) == 0 {
		goals = append(goals, goal{})
	}
	var comps []sem.CompID
	if opt.Refine != RefineNone {
		comps = c.sem.Constrainable()
	}
	for _, gl := range goals {
		fmt.Fprintf(out, "# %s\n", gl.name())
		set := monitor.Compile(c.sem, c.g, monitor.Choice{Poll: c.poll, Components: comps, Constraints: c.constraints,
			Property: gl.property, Errors: gl.property == nil})
		edges := mip.EdgesUntil(c.poll, c.g, c.rel, set.Visible)
		var err error
		switch stage {
		case "automata":
			_, err = set.WriteTo(out)
		case "mip":
			c.writeEdges(out, edges)
		case "pruned":
			c.writeEdges(out, opt.rule().Eliminate(set, edges))
		case "problem":
			prob, _ := dataflow.Assemble(set, opt.rule().Eliminate(set, edges))
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

func (c *checker) writeEdges(w io.Writer, e *mip.EdgeSet) {
	for i, m := range e.Nodes {
		for j := range e.M.Row(i).All {
			c.poll.Look()
			fmt.Fprintf(w, "%d -> %d    %s  ->  %s\n", m, e.Nodes[j], c.g.NodeString(m), c.g.NodeString(e.Nodes[j]))
		}
	}
}
