package execute

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// This file has the variables of packages, as they are before the root is called.

// global returns the cell of a variable of a package. When the root begins, a variable of a package that is followed is
// zero, and initializers of that package assign to it. If other packages may have assigned to it (open), it is unknown.
// Variables of the library are unknown, but for errors: an error differs from all other errors. Only in clients, and of
// the arguments of the command, a branch may take them for any value.
func (m *machine) global(g *ssa.Global) *value {
	if c := m.globals[g]; c != nil {
		return c
	}
	c := new(value)
	m.globals[g] = c
	t := g.Type().Underlying().(*types.Pointer).Elem()
	switch {
	case m.followed(g.Pkg) && m.open(g):
		*c = &opaque{}
	case m.followed(g.Pkg) || g.Name() == "init$guard":
		*c = zero(t)
	case g.String() == "context.Canceled":
		*c = iface{errorType, canceled}
	case g.String() == "context.DeadlineExceeded":
		*c = iface{errorType, exceeded}
	case t.String() == "error":
		*c = iface{errorType, &failure{text: g.Name(), vague: true}}
	case m.root.Client == nil && g.String() != "os.Args": // it may have one value only, as http.DefaultClient
		*c = &opaque{}
	default:
		*c = m.source()
	}
	return c
}

// open reports whether other packages may assign to a variable before the root is called. That is so if it is exported,
// and the root is not a whole program or a test. Only types whose values wait, or are called, matter.
func (m *machine) open(g *ssa.Global) bool {
	t := g.Type().Underlying().(*types.Pointer).Elem()
	if m.root.Main || m.ps.IsTest(m.root.Fn) || g.Object() == nil || !g.Object().Exported() {
		return false
	}
	switch t.Underlying().(type) {
	case *types.Chan, *types.Signature, *types.Pointer, *types.Interface, *types.Map:
		return true
	}
	return false
}

// followed reports whether the functions of a package have bodies to execute.
func (m *machine) followed(p *ssa.Package) bool {
	if p == nil {
		return false
	}
	init := p.Func("init")
	return init != nil && init.Blocks != nil
}
