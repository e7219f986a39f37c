package verify

import (
	"bufio"
	"fmt"
	"io"

	"flavers/automata"
	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/dataflow"
	"flavers/mip"
	"flavers/porelim"
	"flavers/sem"
)

// Stages are the names that Dump knows, in the order of the pipeline.
var Stages = []string{"cfg", "events", "specs", "tfg", "mhp", "automata", "mip", "pruned", "problem"}

// Dump writes one stage's value in a stable text form. Stages that depend on
// a property are written for each property.
func Dump(w io.Writer, stage string, p *cfg.Program, specs []*automata.Spec, opt Options) error {
	out := bufio.NewWriter(w)
	defer out.Flush()
	if stage == "cfg" {
		_, err := p.WriteTo(out)
		return err
	}
	c, err := prepare(p, opt)
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
	if opt.Refine != "none" {
		comps = c.allComponents()
	}
	for _, gl := range goals {
		fmt.Fprintf(out, "# %s\n", gl.name())
		set := monitor.Compile(c.sem, c.g, monitor.Choice{Components: comps, Constraints: c.constraints,
			Property: gl.property, Errors: gl.property == nil})
		edges := mip.Edges(c.g, c.rel, set.Visible)
		rule, err := porelim.ByName(opt.POR)
		if err != nil {
			return err
		}
		switch stage {
		case "automata":
			_, err = set.WriteTo(out)
		case "mip":
			c.writeEdges(out, edges)
		case "pruned":
			c.writeEdges(out, rule(set, edges))
		case "problem":
			prob, _ := dataflow.Assemble(set, rule(set, edges))
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
			fmt.Fprintf(w, "%d -> %d    %s  ->  %s\n", m, e.Nodes[j], c.g.NodeString(m), c.g.NodeString(e.Nodes[j]))
		}
	}
}
