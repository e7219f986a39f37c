package golang

import (
	"context"
	"maps"
	"slices"
	"strings"

	"flavers/lang/golang/roots"
)

// Roots in which nothing waits but code of the modules that theirs requires, perhaps. Calls of that code are not
// followed at first, as its source is large and seldom matters. That such a root waits for nothing would then be more
// than is known, so its package is loaded again with the source of all modules.

// mostSource is how many bytes of Go source packages are loaded with, of all modules: about 120,000 lines, which take
// under 1 GB of memory.
const mostSource = 4 << 20

// follow loads the packages of roots again which wait for nothing themselves, and lead to code of other modules. Where
// that takes too long, or there is too much code, the roots stay what they are: B12 of their ledgers says that calls of
// other modules are taken to return.
func (ps *Programs) follow(ctx context.Context) {
	of := map[int][]string{} // by the number of the request
	for _, name := range ps.Names {
		m := ps.made[name]
		if m.request < len(ps.requests) && !m.in.Alone && ps.waitsForNothing(name) && ps.abroad(name) {
			of[m.request] = append(of[m.request], name)
		}
	}
	for _, request := range slices.Sorted(maps.Keys(of)) { // in order, as there may not be time for all
		programs := of[request]
		paths := map[string]bool{}
		for _, name := range programs {
			_, id := ps.Package(name)
			paths[pathOf(id)] = true
		}
		r := ps.requests[request]
		in, _ := roots.LoadWithRequired(ctx, r.Dir, slices.Sorted(maps.Keys(paths)), r.Clients, mostSource)
		if in == nil {
			continue
		}
		before := map[string]made{}
		for _, name := range programs {
			before[name] = ps.made[name]
		}
		ps.replace(in, programs)
		ps.learn(ctx, programs)
		for _, name := range programs { // the time may have ended before the facts were found
			if ps.facts[ps.made[name].facts()] == nil {
				ps.made[name] = before[name]
			}
		}
	}
}

// replace lets programs begin at their roots in packages that were loaded again.
func (ps *Programs) replace(in *roots.Packages, programs []string) {
	type key struct{ id, name string }
	keyOf := func(in *roots.Packages, r roots.Root) key { return key{in.Loaded[r.Fn.Pkg.Pkg].ID, r.Name} }
	again := map[key]roots.Root{}
	for _, r := range in.Roots() {
		again[keyOf(in, r)] = r
	}
	for _, name := range programs {
		m := ps.made[name]
		if r, ok := again[keyOf(m.in, m.root)]; ok {
			ps.made[name] = made{in, r, m.request}
		}
	}
}

// pathOf is the import path of the package that the go command calls id: that of a package for the tests of another,
// "p_test [p.test]", is the path of the other.
func pathOf(id string) string {
	path, of, tests := strings.Cut(id, " [")
	if tests {
		path = strings.TrimSuffix(of, ".test]")
	}
	return path
}
