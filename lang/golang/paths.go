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

// This file turns paths of a command line into requests for packages:
//
//	a.go dir/b.go dir/c.go pkg ./...
//
// are four requests: file a.go in ".", files b.go and c.go in "dir", the package in "pkg", and all packages below
// ".".

// Request asks for packages that are loaded together.
type Request struct {
	Dir      string   // the folder in which the go command runs
	Patterns []string // patterns of the go command, or names of files in Dir
	Clients  Clients  // which clients are written for the packages
}

// Clients says which clients packages have (package clients); "" is NoClients.
type Clients = clients.Which

// Requests returns the requests for the paths of a command line. A path is a .go file, a folder with .go files, or a
// folder with "/..." for the folder and all below it. Files of one folder make one request. Requests returns nil if
// some path names no Go package: a folder without .go files, one with programs in the task language (.tfg), or one
// that ctx leaves no time to look through.
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

// most bounds how many files and folders lookThrough looks at.
const most = 100_000

// goFiles reports whether a folder has .go files and no programs: in it or, if deep, below.
func goFiles(ctx context.Context, folder string, deep bool) bool {
	source, program := lookThrough(ctx, folder, deep, func(name string) bool { return strings.HasSuffix(name, ".go") })
	return source != "" && program == ""
}

// Beside returns a .go file, no test, in or below the folders that paths name, for which Requests makes no request, as
// there are programs in the task language, too; "" if there is none, or ctx leaves no time to look.
func Beside(ctx context.Context, paths []string) string {
	isSource := func(name string) bool { return strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") }
	for _, path := range paths {
		folder, deep := strings.CutSuffix(filepath.ToSlash(path), "...")
		source, program := lookThrough(ctx, filepath.Clean(filepath.FromSlash(folder)), deep, isSource)
		if source != "" && source != path && program != "" {
			return source
		}
	}
	return ""
}

// lookThrough returns a file of Go that counts and one in the task language, in a folder or, if deep, below it; "" if
// there is none, if the folder cannot be read, or if ctx ends.
func lookThrough(ctx context.Context, folder string, deep bool, counts func(string) bool) (source, program string) {
	seen := 0
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		seen++
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && path == folder:
			return err
		case err != nil || seen > most, source != "" && program != "":
			return filepath.SkipAll
		case d.IsDir() && path != folder && (!deep || strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return fs.SkipDir
		case strings.HasSuffix(path, ".tfg"):
			program = path
		case source == "" && counts(path):
			source = path
		}
		return nil
	})
	if err != nil {
		return "", ""
	}
	return source, program
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

// exists reports whether there is a file with a name.
func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
