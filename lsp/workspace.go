package lsp

// Symbols of the whole workspace: of the files that the editor holds, and of programs and specifications in its
// folders.

import (
	"cmp"
	"context"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"flavers/lang/symbols"
)

// The most that one question looks at, and answers: the editor asks again as more is typed.
const (
	maxWalked   = 20_000 // files and folders
	maxIndexed  = 2_000  // programs and specifications
	maxAnswered = 500    // symbols
)

// workspaceFiles returns the files that the editor holds and those in its folders, in order. It leaves out folders
// whose names begin with a dot, and node_modules.
func (s *server) workspaceFiles(ctx context.Context, v *view) []string {
	s.mu.Lock()
	roots := slices.Clone(s.can.Folders)
	s.mu.Unlock()
	files, walked := map[string]bool{}, 0
	for path := range v.held {
		files[path] = true
	}
	for _, f := range roots {
		root := pathOf(f.URI)
		if !filepath.IsAbs(root) {
			continue
		}
		_ = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error { // what cannot be read has no symbols
			walked++
			switch {
			case walked > maxWalked || len(files) > maxIndexed || ctx.Err() != nil:
				return filepath.SkipAll
			case err != nil:
				return nil
			case e.IsDir() && path != root && (strings.HasPrefix(e.Name(), ".") || e.Name() == "node_modules"):
				return filepath.SkipDir
			case !e.IsDir():
				files[path] = true
			}
			return nil
		})
	}
	maps.DeleteFunc(files, func(path string, _ bool) bool { return !isSpec(path) && !isProgram(path) })
	return slices.Sorted(maps.Keys(files))
}

// folders notes that the editor has added and removed folders.
func (s *server) folders(_ context.Context, p *foldersChanged) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := slices.DeleteFunc(slices.Clone(s.can.Folders), func(f workspaceFolder) bool { return slices.Contains(p.Event.Removed, f) })
	s.can.Folders = append(now, p.Event.Added...)
	return nil, nil
}

// matches reports whether a name contains the letters of a query in the same order. Case does not matter.
func matches(name, query string) bool {
	letters := []rune(strings.ToLower(query))
	for _, r := range strings.ToLower(name) {
		if len(letters) > 0 && letters[0] == r {
			letters = letters[1:]
		}
	}
	return len(letters) == 0
}

// workspaceSymbols answers with the symbols of all outlines whose names match. The closest matches come first.
func (s *server) workspaceSymbols(ctx context.Context, p *symbolQuery) (any, error) {
	v := s.view()
	out := []symbolInformation{}
	for _, file := range s.workspaceFiles(ctx, v) {
		if ctx.Err() != nil {
			break
		}
		x := v.index(file)
		for i := range x.Symbols {
			sym := &x.Symbols[i]
			if !slices.Contains(outlined, sym.Kind) && sym.Kind != symbols.Event || !matches(sym.Name, p.Query) {
				continue
			}
			within := filepath.Base(file)
			if sym.Within != symbols.None {
				within = x.Symbols[sym.Within].Name + ", " + within
			}
			out = append(out, symbolInformation{Name: sym.Name, Kind: symbolKinds[sym.Kind], Location: v.location(file, sym.Place),
				Container: within})
		}
	}
	slices.SortStableFunc(out, func(a, b symbolInformation) int {
		return cmp.Compare(distance(a.Name, p.Query), distance(b.Name, p.Query))
	})
	return out[:min(len(out), maxAnswered)], nil
}

// distance orders matches: first the name itself, then names that begin with the query, names that contain it, and all
// others.
func distance(name, query string) int {
	name, query = strings.ToLower(name), strings.ToLower(query)
	switch {
	case name == query:
		return 0
	case strings.HasPrefix(name, query):
		return 1
	case strings.Contains(name, query):
		return 2
	}
	return 3
}
