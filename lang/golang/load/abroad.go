package load

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Calls of a few packages of other modules are followed: containers, of which it is known then what is in them, and
// those of golang.org/x/sync, which synchronize. Their programs are small, and have no state of their own.

const (
	listPackage      = "container/list"
	semaphorePackage = "golang.org/x/sync/semaphore"
)

var others = []string{"container/heap", listPackage, "container/ring", semaphorePackage, "golang.org/x/sync/singleflight"}

// abroad are those of these packages that loaded packages import, and that are not among them. Packages that are given
// as files cannot be loaded with others: of these it is none.
func abroad(loaded []*packages.Package, patterns []string) []string {
	var out []string
	for _, path := range others {
		imports := func(p *packages.Package) bool {
			return p.Imports[path] != nil || path == listPackage && p.Imports[semaphorePackage] != nil
		}
		is := func(p *packages.Package) bool { return p.PkgPath == path }
		if !ofFiles(patterns) && slices.ContainsFunc(loaded, imports) && !slices.ContainsFunc(loaded, is) {
			out = append(out, path)
		}
	}
	return out
}

// Abroad reports whether a package is one of them, or of its tests, which are not run with gates.
func Abroad(path string) bool { return slices.Contains(others, strings.TrimSuffix(path, "_test")) }
