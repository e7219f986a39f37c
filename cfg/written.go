package cfg

// Written tells, of each variable, whether some step may write it. One that none writes keeps
// its initial value. A target with an index counts as every element of the array.
//
// May err towards: written.
func Written(p *Program) []bool {
	out := make([]bool, len(p.Vars))
	target := func(t *Target) {
		if t == nil {
			return
		}
		for _, v := range Elements(t.Var, t.Dims) {
			out[v] = true
		}
	}
	for i := range p.Nodes {
		switch op := p.Nodes[i].Op.(type) {
		case Accept:
			for _, v := range op.Params {
				out[v] = true
			}
		case Handle:
			for _, v := range op.Params {
				for k := range max(op.Quorum, 1) {
					out[v+VarID(k)] = true
				}
			}
		case Recv:
			for _, t := range op.Targets() {
				target(t)
			}
		case Spawn:
			target(op.Target)
		}
		StmtsOf(p.Nodes[i].Op, func(s Stmt) {
			switch s := s.(type) {
			case *Assign:
				target(&s.Target)
			case *Create:
				target(s.Spawn.Target)
			}
		})
	}
	for i := range p.Families { // who spawns a task gives its parameters their values
		for _, params := range p.Families[i].Params {
			for _, v := range params {
				out[v] = true
			}
		}
	}
	return out
}
