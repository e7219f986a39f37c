package golang

import (
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/roots"
)

// This file says what clients do themselves. Their text is not in the package, so their operations have no line there:
// reports show the function that a client calls, at its declaration.

// CallerStep is what a client does at a place of its own text.
type CallerStep struct {
	Text string // "calls Queue.Close"; "": it is no call
	Pos  string // "file:line:col" of the declaration of what is called there or, failing that, next; "": nothing is
}

// OfCaller reports whether a position of an execution is one in the text of a client, and not in the package.
func OfCaller(pos string) bool {
	column, err := strconv.Atoi(pos[strings.LastIndexByte(pos, ':')+1:])
	return err == nil && column > roots.Beyond
}

// CallerSteps returns what a client does itself, by the positions that its executions have; an empty map if the root of
// a program is none.
func (ps *Programs) CallerSteps(program string) map[string]CallerStep {
	m := ps.made[program]
	out := map[string]CallerStep{}
	for _, fn := range m.written() {
		for _, b := range fn.Blocks {
			for n, i := range b.Instrs {
				if !i.Pos().IsValid() {
					continue
				}
				step := CallerStep{}
				to := m.next(b.Instrs[n:])
				if start, ok := i.(*ssa.Go); ok {
					if of := m.in.Starts(start); of != nil && of.Pkg() == fn.Pkg.Pkg {
						to, step.Text = of, "calls "+calledAs(of)
					}
				}
				if to == nil {
					to = m.in.Called(fn)
				}
				if to != nil && to.Pkg() == fn.Pkg.Pkg {
					step.Pos = m.in.Where(to.Pos()).String()
				}
				if at := m.in.Where(i.Pos()).String(); out[at] == (CallerStep{}) {
					out[at] = step
				}
			}
		}
	}
	return out
}

// CallerNames returns what the functions of a client call that tasks are named after; "" of the client itself, and of
// one that calls none. The map is empty if the root of a program is no client.
func (ps *Programs) CallerNames(program string) map[string]string {
	m := ps.made[program]
	out := map[string]string{}
	for i, fn := range m.written() {
		name := strings.ReplaceAll(fn.Name(), "$", "_func")
		out[name] = ""
		if to := m.in.Called(fn); to != nil && i > 0 {
			out[name] = to.Name()
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if g, ok := instr.(*ssa.Go); ok && g.Call.StaticCallee() != nil && !m.in.Written(g.Call.StaticCallee()) {
					out[g.Call.StaticCallee().Name()] = g.Call.StaticCallee().Name()
				}
			}
		}
	}
	return out
}

// written returns the function of a client, and those that were written for it; nil if the root is none.
func (m made) written() []*ssa.Function {
	if m.root.Client == nil {
		return nil
	}
	of := []*ssa.Function{m.root.Fn}
	for i := 0; i < len(of); i++ {
		for _, b := range of[i].Blocks {
			for _, instr := range b.Instrs {
				for _, v := range instr.Operands(nil) {
					if fn, ok := (*v).(*ssa.Function); ok && m.in.Written(fn) && !slices.Contains(of, fn) {
						of = append(of, fn)
					}
				}
			}
		}
	}
	return of
}

// next returns the first function of the package that is called by some instructions; nil: none is.
func (m made) next(instrs []ssa.Instruction) *types.Func {
	for _, i := range instrs {
		var to *types.Func
		switch i := i.(type) {
		case *ssa.Go:
			to = m.in.Starts(i)
		case *ssa.Call:
			if fn := i.Call.StaticCallee(); fn != nil && !m.in.Written(fn) {
				to, _ = fn.Object().(*types.Func)
			}
		}
		if to != nil && to.Pkg() == m.root.Fn.Pkg.Pkg {
			return to
		}
	}
	return nil
}

// calledAs returns the name of a function with the type of its receiver, if it has one: Queue.Close.
func calledAs(fn *types.Func) string {
	recv := fn.Signature().Recv()
	if recv == nil {
		return fn.Name()
	}
	t := recv.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Name() + "." + fn.Name()
	}
	return fn.Name()
}
