package load

import (
	"context"
	"fmt"
	"go/token"
	"os"
	"strings"

	"golang.org/x/tools/go/packages"

	"flavers/diag"
	"flavers/lang/golang/clients"
)

// WithRequired is Patterns with the source of all imported packages, also those of required modules, but without the
// standard library. Their tests are not loaded. As the standard library is type-checked from source, it takes a few
// seconds. If the Go files have more than most bytes, the set is nil, and the list has an error.
func WithRequired(ctx context.Context, dir string, patterns []string, of clients.Which, most int64) (*Set, diag.List) {
	var list diag.List
	if err := smallEnough(ctx, dir, patterns, most); err != nil {
		list.Errorf(token.Position{}, Unloaded, "%v", err)
		return nil, list
	}
	loaded, fset := load(ctx, dir, patterns, mode|packages.NeedDeps, &list)
	p := pattern{ctx, dir, patterns, of, fset}
	asked := askedFor(loaded)
	var all []*packages.Package
	root := goroot(ctx)
	packages.Visit(loaded, nil, func(p *packages.Package) {
		if !Library(root, p.PkgPath) {
			all = append(all, p)
		}
	})
	return p.set(all, asked, &list), list
}

// smallEnough returns an error if the go command cannot list packages, or if the Go files of their module, and of those
// that it requires, have more than most bytes.
func smallEnough(ctx context.Context, dir string, patterns []string, most int64) error {
	cfg := &packages.Config{Context: ctx, Dir: dir, Tests: true,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps}
	listed, err := packages.Load(cfg, patterns...)
	if err != nil {
		return fmt.Errorf("the go command cannot list %s: %w", strings.Join(patterns, " "), err)
	}
	size, root := int64(0), goroot(ctx)
	packages.Visit(listed, nil, func(p *packages.Package) {
		if Library(root, p.PkgPath) {
			return
		}
		for _, name := range p.GoFiles {
			if info, err := os.Stat(name); err == nil {
				size += info.Size()
			}
		}
	})
	if size > most {
		return fmt.Errorf("%s and what they import have %d bytes of source", strings.Join(patterns, " "), size)
	}
	return nil
}
