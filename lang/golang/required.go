package golang

import (
	"context"
	"maps"
	"slices"
	"strings"

	"flavers/lang/golang/roots"
)

// This file looks into the code of other modules. At first, packages are loaded without it: the source is large, and
// seldom matters. But a root in which nothing waits may call code of another module that does wait, so it cannot be
// called idle yet. The package of such a root is loaded again, with the source of the modules that it requires.

// mostSource bounds the Go source, in bytes, with which packages are loaded again: 4 MiB are about 120,000 lines, and
// take under 1 GB of memory.
const mostSource = 4 << 20

// follow loads again the packages of roots in which nothing waits, and which lead to code of other modules. If that
// takes too long, or there is too much source, the roots stay as they are, and an entry B12 in their ledgers says
// that calls of other modules are taken to return.
func (ps *Programs) follow(ctx context.Context) {
	byRequest := map[int][]string{} // programs, by the number of their request
	for _, name := range ps.Names {
		m := ps.made[name]
		if m.request < len(ps.requests) && !m.in.Alone && ps.waitsForNothing(name) && ps.abroad(name) {
			byRequest[m.request] = append(byRequest[m.request], name)
		}
	}
	for _, request := range slices.Sorted(maps.Keys(byRequest)) { // there may not be time for all: always the same first
		programs := byRequest[request]
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

// replace makes programs of the roots in packages that were loaded again, in place of those loaded first.
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

// pathOf returns the import path of the package that the go command calls id. For a package with the tests of
// another, "p_test [p.test]", that is the path of the other, "p".
func pathOf(id string) string {
	path, other, tests := strings.Cut(id, " [")
	if tests {
		path = strings.TrimSuffix(other, ".test]")
	}
	return path
}
