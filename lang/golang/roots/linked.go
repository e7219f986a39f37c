package roots

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/load"
)

// Functions without a body are in assembly, or in another package, as a comment of some file says:
//
//	//go:linkname local path/of/package.function

// linkname begins such a comment.
const linkname = "//go:linkname "

// Linked reports whether a comment says which code a function without a body is, and this may wait: it is none of the
// list returning. Code in assembly is taken to return.
func (ps *Packages) Linked(fn *ssa.Function) bool {
	if fn == nil || fn.Blocks != nil || fn.Pkg == nil {
		return false
	}
	p := fn.Pkg.Pkg
	return ps.linked[p.Path()+"."+fn.Name()] || ps.linked[p.Name()+"."+fn.Name()] && p.Name() == "main"
}

// link reads the comments of a package. They name the code that a function of this package is, or which function of
// another package has its code here.
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

// returning are functions of the library that packages take by such comments, and that return without waiting for a
// goroutine, or waking one: they read a clock, make random numbers, hash, move memory, or keep the goroutine on its
// processor, which is nothing that another goroutine waits for. What is not among them may wait.
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
