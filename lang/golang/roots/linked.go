package roots

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/load"
)

// This file finds functions without a body whose code is in another package. A comment in some file says so:
//
//	//go:linkname local path/of/package.function

// linkname begins such a comment.
const linkname = "//go:linkname "

// Linked reports whether fn has no body, a comment says where its code is, and that code may wait, as it is not in
// returning. Code in assembly is taken not to wait.
func (ps *Packages) Linked(fn *ssa.Function) bool {
	if fn == nil || fn.Blocks != nil || fn.Pkg == nil {
		return false
	}
	p := fn.Pkg.Pkg // comments call the package of a command "main", whatever its path is
	return ps.linked[p.Path()+"."+fn.Name()] || ps.linked[p.Name()+"."+fn.Name()] && p.Name() == "main"
}

// link reads the comments of a package. The local function has its code at the other name, or the other function has
// its code here. The comment does not say which, so both names are recorded.
func (ps *Packages) link(p *load.Package) {
	for _, file := range p.Syntax {
		for _, group := range file.Comments {
			for _, c := range group.List {
				words := strings.Fields(strings.TrimPrefix(c.Text, linkname))
				if !strings.HasPrefix(c.Text, linkname) || len(words) != 2 {
					continue
				}
				local := p.SSA.Pkg.Path() + "." + words[0]
				ps.linked[local] = ps.linked[local] || !returning[words[1]]
				ps.linked[words[1]] = true
			}
		}
	}
}

// returning are functions of the standard library that other packages use by such comments, and that neither wait for a
// goroutine nor wake one: they read a clock, make random numbers, hash, move memory, or keep the goroutine on its
// processor. Any other function may wait.
var returning = map[string]bool{
	"runtime.nanotime": true, "runtime.walltime": true, "runtime.cputicks": true, "time.now": true,
	"runtime.fastrand": true, "runtime.fastrandn": true, "runtime.fastrand64": true, "runtime.fastrandu": true,
	"runtime.cheaprand": true, "runtime.cheaprandn": true, "runtime.rand": true, "runtime.rand32": true,
	"runtime.memhash": true, "runtime.memhash32": true, "runtime.memhash64": true, "runtime.strhash": true,
	"runtime.memequal": true, "runtime.memmove": true, "runtime.memclrNoHeapPointers": true,
	"runtime.typedmemmove": true, "runtime.mallocgc": true, "runtime.growslice": true, "runtime.newobject": true,
	"runtime.newarray": true, "reflect.unsafe_New": true, "reflect.unsafe_NewArray": true, "reflect.typedmemmove": true,
	"runtime.procPin": true, "runtime.procUnpin": true, "sync.runtime_procPin": true, "sync.runtime_procUnpin": true,
	"sync/atomic.runtime_procPin": true, "sync/atomic.runtime_procUnpin": true,
}
