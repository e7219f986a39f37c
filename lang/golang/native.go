package golang

// This file says what package native needs to know to run a root natively: the folder and files of its package, how
// Go calls the root, and the places where synchronization may happen, at which native inserts its gates.

import (
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"flavers/lang/golang/load"
	"flavers/lang/golang/native"
	"flavers/lang/golang/roots"
)

// Target returns the package of a root, and how the root is called, so that package native can run it. ok is false if
// it cannot be run, as a fuzz target.
func (ps *Programs) Target(program string) (t native.Target, root native.Root, ok bool) {
	m := ps.made[program]
	p := m.in.Loaded[m.root.Fn.Pkg.Pkg]
	root, ok = nativeRoot(m.in, m.root)
	if len(p.Files) == 0 || !ok {
		return t, root, false
	}
	t = native.Target{Dir: filepath.Dir(p.Files[0]), Name: strings.TrimSuffix(p.Name, "_test"),
		ImportPath: strings.TrimSuffix(m.root.Fn.Pkg.Pkg.Path(), "_test")}
	if t.ImportPath == "command-line-arguments" {
		for _, f := range p.Files {
			t.Files = append(t.Files, filepath.Base(f))
		}
	}
	if m.root.Client != nil {
		t.Callers = p.Clients.Text
	}
	t.ModuleDir, t.ModulePath, t.ModuleGo = p.ModuleDir, p.ModulePath, p.ModuleGo
	return t, root, true
}

// Followed returns the files of the packages whose functions a program may contain.
func (ps *Programs) Followed(program string) map[string]bool {
	out := map[string]bool{}
	for _, p := range ps.made[program].in.Loaded {
		for _, f := range p.Files {
			out[f] = true
		}
	}
	return out
}

// Position returns where the function of a root is declared.
func (ps *Programs) Position(program string) token.Position {
	m := ps.made[program]
	return m.in.Fset.PositionFor(m.root.Fn.Pos(), false)
}

// IsTest reports whether the go command would run a root as a test.
func (ps *Programs) IsTest(program string) bool {
	m := ps.made[program]
	return m.in.IsTest(m.root.Fn)
}

// Quiet returns the places of operations on quiet locks, as Slice has found them: the program may lack these
// operations.
func (ps *Programs) Quiet(program string) []token.Position {
	m := ps.made[program]
	if ps.facts[m.facts()] == nil {
		return nil
	}
	var out []token.Position
	for pos, quiet := range ps.facts[m.facts()].Quiet(m.root) {
		if quiet {
			out = append(out, m.in.Fset.PositionFor(pos, false))
		}
	}
	return out
}

// Siblings returns the roots in the package of a root that are clients if the root is a client, or else those that
// are not.
func (ps *Programs) Siblings(program string) []native.Root {
	var out []native.Root
	of := ps.made[program]
	for _, r := range of.in.Roots() {
		if strings.TrimSuffix(r.Fn.Pkg.Pkg.Path(), "_test") != strings.TrimSuffix(of.root.Fn.Pkg.Pkg.Path(), "_test") {
			continue
		}
		if n, ok := nativeRoot(of.in, r); ok && (r.Client != nil) == (of.root.Client != nil) {
			out = append(out, n)
		}
	}
	return out
}

// nativeRoot says how Go calls a root. Numbers and texts that it takes are chosen by FlaversTry, a function that
// counts the runs. ok is false if there is no such call.
func nativeRoot(in *roots.Packages, r roots.Root) (root native.Root, ok bool) {
	name := r.Fn.Name()
	out := native.Root{Name: name, Main: r.Main, External: strings.HasSuffix(r.Fn.Pkg.Pkg.Name(), "_test")}
	if r.Client != nil { // the file with clients is part of the package, and not of its external tests
		out.Call = name + "()"
		return out, !out.External
	}
	if in.IsTest(r.Fn) {
		switch {
		case strings.HasPrefix(name, "Test"):
			out.Call = name + "(t)"
		case strings.HasPrefix(name, "Benchmark"):
			out.Call = "testing.Benchmark(" + name + ")"
		case strings.HasPrefix(name, "Example"):
			out.Call = name + "()"
		default:
			return out, false
		}
		return out, true
	}
	var args []string
	imports := map[string]bool{}
	qualify := func(p *types.Package) string {
		if p == r.Fn.Pkg.Pkg {
			return ""
		}
		imports[p.Path()] = true
		return p.Name()
	}
	for v := range r.Fn.Signature.Params().Variables() {
		b, ok := v.Type().Underlying().(*types.Basic)
		if !ok {
			return out, false
		}
		typ := types.TypeString(v.Type(), qualify)
		switch {
		case b.Info()&types.IsBoolean != 0:
			args = append(args, typ+"(FlaversTry()%2 == 0)")
		case b.Info()&types.IsString != 0:
			args = append(args, typ+`([]string{"", "a"}[FlaversTry()%2])`)
		case b.Info()&(types.IsInteger|types.IsFloat) != 0:
			args = append(args, typ+"([]int{1, 2, 0, 10}[FlaversTry()%4])")
		default:
			return out, false
		}
	}
	out.Call = fmt.Sprintf("%s(%s)", name, strings.Join(args, ", "))
	for path := range imports {
		out.Imports = append(out.Imports, path)
	}
	slices.Sort(out.Imports)
	return out, true
}

// Places returns the places of all instructions of the packages that may synchronize, by absolute file name, sorted.
// If the root is a client, they include those of the clients of its package, in the file native.CallersFile.
func (ps *Programs) Places(program string) map[string][]native.Place {
	of := ps.made[program]
	in := of.in
	out := map[string][]native.Place{}
	seen := map[token.Pos]bool{}
	put := func(pos token.Pos) {
		if !pos.IsValid() || seen[pos] {
			return
		}
		seen[pos] = true
		p := in.Fset.PositionFor(pos, false)
		at := native.Place{Line: p.Line, Column: p.Column}
		if load.Written(in.Fset, pos) {
			p.Filename = filepath.Join(filepath.Dir(in.Loaded[of.root.Fn.Pkg.Pkg].Files[0]), native.CallersFile)
		}
		out[p.Filename] = append(out[p.Filename], at)
	}
	for fn := range ssautil.AllFunctions(in.Prog) {
		if in.Written(fn) && (of.root.Client == nil || fn.Pkg != of.root.Fn.Pkg) {
			continue
		}
		if !in.Within(fn) || fn.Synthetic != "" && fn.Origin() == nil || fn.Pkg != nil && load.Abroad(fn.Pkg.Pkg.Path()) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				switch i := i.(type) {
				case *ssa.Send, *ssa.Go:
					put(i.Pos())
				case *ssa.UnOp:
					if i.Op == token.ARROW {
						put(i.Pos())
					}
				case *ssa.Select:
					put(i.Pos())
					for _, s := range i.States {
						put(s.Pos)
					}
				case *ssa.Call:
					if synchronizing(&i.Call) {
						put(i.Pos())
					}
				case *ssa.Defer:
					if synchronizing(&i.Call) {
						put(i.Pos())
					}
				}
			}
		}
	}
	for _, places := range out {
		slices.SortFunc(places, func(a, b native.Place) int {
			if a.Line != b.Line {
				return a.Line - b.Line
			}
			return a.Column - b.Column
		})
	}
	return out
}

// Written maps positions of a client in traces, "file:line:col", to places in its own text. The two differ, as line
// directives give a client positions in the package. If several instructions have one position, the first counts.
func (ps *Programs) Written(program string) map[string]native.Place {
	m := ps.made[program]
	out := map[string]native.Place{}
	for _, fn := range m.written() {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if at := m.in.Where(instr.Pos()).String(); instr.Pos().IsValid() && out[at] == (native.Place{}) {
					p := m.in.Fset.PositionFor(instr.Pos(), false)
					out[at] = native.Place{Line: p.Line, Column: p.Column}
				}
			}
		}
	}
	return out
}

// synchronizing reports whether programs may have a step for a call: one of a function of the library that
// synchronizes, or of a function value, which may be such a function.
func synchronizing(c *ssa.CallCommon) bool {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return b.Name() == "close"
	}
	if c.IsInvoke() {
		switch c.Method.Name() {
		case "Lock", "Unlock", "RLock", "RUnlock":
			return true
		}
		return false
	}
	fn := c.StaticCallee()
	if fn == nil {
		return true
	}
	if fn.Pkg == nil {
		return fn.Synthetic != "" && fn.Object() != nil && fn.Object().Pkg() != nil && ofLibrary(fn.Object().Pkg().Path())
	}
	return ofLibrary(fn.Pkg.Pkg.Path())
}

// ofLibrary reports whether programs may have steps for functions of a package with a path.
func ofLibrary(path string) bool {
	switch path {
	case "sync", "context", "time", "golang.org/x/sync/errgroup", "golang.org/x/sync/semaphore":
		return true
	}
	return false
}
