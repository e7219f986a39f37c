package golang

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"flavers/lang/golang/clients"
)

// Request is what one call of Load is asked for.
type Request struct {
	Dir      string
	Patterns []string
	Clients  Clients // which are roots of the packages, too
}

// Clients says which clients packages have (package clients); "" is NoClients.
type Clients = clients.Which

// Requests are the packages that paths of a command line name: .go files, of which those of
// one folder belong together, and folders with .go files; a path that ends in "/..." is the
// folder before and all below it. nil: the paths name no Go packages. A folder with programs
// (.tfg) is none, and neither is one that ctx leaves no time to look through.
func Requests(ctx context.Context, paths []string) []Request {
	var out []Request
	for _, path := range paths {
		path = filepath.ToSlash(path)
		switch folder, all := strings.CutSuffix(path, "..."); {
		case strings.HasSuffix(path, ".go"):
			dir, file := filepath.Split(filepath.FromSlash(path))
			dir = filepath.Clean(dir)
			i := slices.IndexFunc(out, func(r Request) bool { return r.Dir == dir && strings.HasSuffix(r.Patterns[0], ".go") })
			if i >= 0 {
				out[i].Patterns = append(out[i].Patterns, file)
				continue
			}
			out = append(out, Request{Dir: dir, Patterns: []string{file}})
		case all && (folder == "" || strings.HasSuffix(folder, "/")):
			if folder = filepath.Clean(filepath.FromSlash(folder)); !goFiles(ctx, folder, true) {
				return nil
			}
			out = append(out, Request{Dir: folder, Patterns: []string{"./..."}})
		default:
			if folder = filepath.Clean(filepath.FromSlash(path)); !goFiles(ctx, folder, false) {
				return nil
			}
			out = append(out, Request{Dir: folder, Patterns: []string{"."}})
		}
	}
	return out
}

// most is how many files and folders are looked at to find out what a folder has.
const most = 100_000

// goFiles reports whether a folder has .go files and no programs: in it or, if deep, below.
func goFiles(ctx context.Context, folder string, deep bool) bool {
	found, programs, seen := false, false, 0
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		seen++
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && path == folder:
			return err
		case err != nil || seen > most:
			return filepath.SkipAll
		case d.IsDir() && path != folder && (!deep || strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return fs.SkipDir
		case strings.HasSuffix(path, ".tfg"):
			programs = true
			return filepath.SkipAll
		case strings.HasSuffix(path, ".go"):
			found = true
		}
		return nil
	})
	return err == nil && found && !programs
}

// Missing names the first file of a request that does not exist, as it was given.
func (r Request) Missing() string {
	for _, p := range r.Patterns {
		if strings.HasSuffix(p, ".go") {
			if name := filepath.Join(r.Dir, p); !exists(name) {
				return name
			}
		}
	}
	return ""
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
