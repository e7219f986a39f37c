package load

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Calls of a few packages outside of the main module are followed: containers, so that it is known what is in them,
// and packages of golang.org/x/sync, which synchronize. They are small, and have no state of their own. This file has
// them loaded with their source, as if they were needed packages of the module.

const (
	listPackage      = "container/list"
	semaphorePackage = "golang.org/x/sync/semaphore"
)

// others are the paths of these packages.
var others = []string{"container/heap", listPackage, "container/ring", semaphorePackage, "golang.org/x/sync/singleflight"}

// abroad returns those of others that loaded packages import, and that are not loaded. It returns none for packages
// that are given as files, as these cannot be loaded with others.
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

// Abroad reports whether a package is one of others, or its external tests. Package native inserts no gates there.
func Abroad(path string) bool { return slices.Contains(others, strings.TrimSuffix(path, "_test")) }
