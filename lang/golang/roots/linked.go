package roots

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/load"
)

// Functions without a body are in assembly, or in another package, as a comment of some file says:
//
//	//go:linkname local path/of/package.function

// linkname begins such a comment.
const linkname = "//go:linkname "

// Linked reports whether a comment says which code a function without a body is, and this may wait: it is one of the
// package's own, of another module, or one of the library that parks goroutines. Code in assembly is taken to return.
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
				ps.linked[local] = ps.linked[local] || ps.parks(words[1])
				ps.linked[words[1]] = true
			}
		}
	}
}

// parking are parts of the names of functions of the library that wait, or wake who does.
var parking = []string{"acquire", "block", "notify", "park", "poll", "ready", "release", "sema", "sleep", "wait",
	"wake"}

// parks reports whether a function that a comment names may wait, or wake who does. What it has of the library and is
// not called so takes the time, a random number, a hash, and the like.
func (ps *Packages) parks(name string) bool {
	path, function := name, name
	if slash := strings.LastIndex(name, "/") + 1; strings.Contains(name[slash:], ".") {
		dot := slash + strings.Index(name[slash:], ".")
		path, function = name[:dot], name[dot:]
	}
	sounds := func(part string) bool { return strings.Contains(strings.ToLower(function), part) }
	return !load.Library(ps.goroot, path) || slices.ContainsFunc(parking, sounds)
}
