package roots

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"

	"flavers/lang/golang"
)

// This file reads the files of packages for their hashes.

// reading holds the hashes of the files read so far. Each file is read once, however many packages it belongs to.
type reading struct {
	ctx    context.Context
	mu     sync.Mutex        // guards the maps
	hashes map[string]string // by name of the file
	cgo    map[string]bool   // by name of the file: it may import "C"
}

// about selects what the go command reports about each package.
const about = packages.NeedName | packages.NeedFiles | packages.NeedEmbedFiles | packages.NeedImports |
	packages.NeedDeps | packages.NeedModule | packages.NeedForTest

// list returns the packages of a request, and reads their files and those of all packages that they import. If cgo
// translates files of a package, list also reads the Go files that cgo makes: their content depends on headers of the
// system, which the go command does not list.
func (r *reading) list(of golang.Request, goroot string) ([]*packages.Package, error) {
	cfg := &packages.Config{Context: r.ctx, Dir: of.Dir, Tests: true, Mode: about}
	list, err := packages.Load(cfg, of.Patterns...)
	if err != nil {
		return nil, err
	}
	if err := r.read(list); err != nil || !r.translated(list, goroot) {
		return list, err
	}
	cfg.Mode |= packages.NeedCompiledGoFiles
	if list, err = packages.Load(cfg, of.Patterns...); err != nil {
		return nil, err
	}
	return list, r.read(list)
}

// translated reports whether a Go file outside GOROOT/src may import "C", so that cgo translates it.
func (r *reading) translated(list []*packages.Package, goroot string) bool {
	found := false
	packages.Visit(list, nil, func(p *packages.Package) {
		found = found || slices.ContainsFunc(p.GoFiles, func(name string) bool {
			return r.cgo[name] && !strings.HasPrefix(name, filepath.Join(goroot, "src")+string(filepath.Separator))
		})
	})
	return found
}

// filesOf returns the names of the files that determine the content of a package.
func filesOf(p *packages.Package) []string {
	names := slices.Concat(p.GoFiles, p.CompiledGoFiles, p.OtherFiles, p.EmbedFiles)
	if p.Module != nil && p.Module.GoMod != "" {
		names = append(names, p.Module.GoMod) // its godebug lines change what the package does
	}
	return names
}

// read hashes the files of packages, on all processors. If several cannot be read, it returns the error of the first in
// the order of names, so that the message does not depend on the schedule.
func (r *reading) read(list []*packages.Package) error {
	known := map[string]bool{}
	var names []string
	packages.Visit(list, nil, func(p *packages.Package) {
		for _, name := range filesOf(p) {
			if !known[name] && r.hashes[name] == "" {
				known[name] = true
				names = append(names, name)
			}
		}
	})
	slices.Sort(names)
	errs := make([]error, len(names))
	next := make(chan int)
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := range next {
				errs[i] = r.readFile(names[i])
			}
		})
	}
	for i := range names {
		next <- i
	}
	close(next)
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// readFile stores the hash of a file and, for a Go file, whether it contains "C" in quotes, as an import of cgo does.
func (r *reading) readFile(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	var text bytes.Buffer // of a Go file
	to := io.Writer(h)
	if strings.HasSuffix(name, ".go") {
		to = io.MultiWriter(h, &text)
	}
	if _, err := io.Copy(to, &ctxReader{r.ctx, f}); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.hashes[name] = hex.EncodeToString(h.Sum(nil))
	r.cgo[name] = bytes.Contains(text.Bytes(), []byte(`"C"`))
	return nil
}

// ctxReader reads from of until the context ends, and then fails. Files may be large, and on slow devices.
type ctxReader struct {
	ctx context.Context
	of  io.Reader
}

func (r *ctxReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.of.Read(p)
}
