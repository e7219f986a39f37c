package roots

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"flavers/internal/version"
	"flavers/lang/golang"
)

// This file computes the keys of kept answers: hashes of everything that an answer depends on. Every file is read,
// wherever it is, also in the installation of Go, in the module cache and in vendor directories. People edit files
// there, and work with replaced directories, workspaces, and toolchains that they rebuild in place.
//
// It is tempting to identify the content of a file by its size, time and inode instead. But a file may change without
// any of them: tools restore times (tar, rsync, cp -p), clocks of file systems tick slowly, and inodes are reused.
// Reading all files is cheap anyway: the 40 MB of 3,600 files take a tenth of the time in which the go command lists
// them.

// content holds the hashes that the keys are made of.
type content struct {
	base     string            // this program, the settings, requests, the go command, go.work and go.mod
	packages map[listed]string // each package: its files, and the packages that it imports
	asked    []listed          // the packages that the requests name
}

// listed identifies a package of a request. The ID alone would not: a request that names files has the ID
// "command-line-arguments", and modules in several folders may have the same path.
type listed struct {
	request int // index of the request
	id      string
}

// variables are the variables of the go command that determine where its files are, and what it compiles. contentOf
// uses the first four by their indices.
var variables = []string{"GOROOT", "GOFLAGS", "GOWORK", "GOMOD", "GOMODCACHE", "GOVERSION", "GOOS", "GOARCH",
	"CGO_ENABLED", "GOEXPERIMENT", "GOPATH", "GO111MODULE", "CC", "CXX", "CGO_CFLAGS", "CGO_CPPFLAGS", "CGO_CXXFLAGS",
	"CGO_FFLAGS", "CGO_LDFLAGS", "PKG_CONFIG"}

// contentOf hashes everything that answers about the requested packages depend on. It returns an error if the packages
// cannot be listed, or if GOFLAGS replaces their files by others, which would not be hashed.
func contentOf(ctx context.Context, requests []golang.Request, settings []string) (*content, error) {
	h := sha256.New()
	id, err := version.Identity()
	if err != nil {
		return nil, err
	}
	put(h, "flavers roots 2", id)
	here, err := filepath.Abs(".") // positions in answers are relative to it
	if err != nil {
		return nil, err
	}
	put(h, here, os.Getenv("GOPACKAGESDRIVER"))
	put(h, settings...)
	c := &content{packages: map[listed]string{}}
	files := &reading{ctx: ctx, hashes: map[string]string{}, cgo: map[string]bool{}}
	for i, r := range requests {
		env, err := goEnv(ctx, r.Dir)
		if err != nil {
			return nil, err
		}
		for _, flag := range []string{"-overlay", "-toolexec"} {
			if strings.Contains(env[1], flag) {
				return nil, errors.New("GOFLAGS has " + flag + ": other files may be compiled than those of the packages")
			}
		}
		put(h, r.Dir)
		put(h, r.Patterns...)
		put(h, env...)
		put(h, contentOfFile(env[2]), contentOfFile(env[3]))
		list, err := files.list(r, env[0])
		if err != nil {
			return nil, err
		}
		d := &digest{request: i, files: files, packages: c.packages}
		for _, p := range list {
			c.asked = append(c.asked, listed{i, p.ID})
			if _, err := d.hashOf(p); err != nil {
				return nil, err
			}
		}
	}
	c.base = hex.EncodeToString(h.Sum(nil))
	return c, nil
}

// same reports whether c and as are equal, so that nothing has changed between them.
func (c *content) same(as *content) bool {
	return c.base == as.base && maps.Equal(c.packages, as.packages) && slices.Equal(c.asked, as.asked)
}

// listKey returns the key of the list of roots. It depends on all packages together, because a function that another
// package calls is no root.
func (c *content) listKey(entries []string) string {
	h := sha256.New()
	put(h, "list", c.base)
	put(h, entries...)
	for _, p := range c.asked {
		put(h, fmt.Sprint(p.request), p.id, c.packages[p])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// rootKey returns the key of the answer about a root. hash is the hash of its package; if that is "", there is no key,
// and rootKey returns "".
func (c *content) rootKey(program, hash string) string {
	if hash == "" {
		return ""
	}
	h := sha256.New()
	own := strings.TrimSuffix(program, filepath.Ext(program)) + ".fsa" // specifications of this root alone, if any
	put(h, "root", c.base, program, hash, contentOfFile(own))
	return hex.EncodeToString(h.Sum(nil))
}

// digest computes the hashes of the packages of one request.
type digest struct {
	request  int // index of the request
	files    *reading
	packages map[listed]string // finished hashes
}

// hashOf returns the hash of a package, which covers its files and the packages that it imports. A package that cannot
// be loaded has no hash, but an error.
func (d *digest) hashOf(p *packages.Package) (string, error) {
	is := listed{d.request, p.ID}
	known, done := d.packages[is]
	if done {
		return known, nil
	}
	if len(p.Errors) > 0 {
		return "", errors.New(p.Errors[0].Msg)
	}
	h := sha256.New()
	put(h, p.ID, p.PkgPath)
	if p.Module != nil {
		put(h, p.Module.Path, p.Module.Version, p.Module.GoVersion)
	}
	for _, name := range filesOf(p) {
		put(h, name, d.files.hashes[name])
	}
	var imported []string
	for path, i := range p.Imports {
		one, err := d.hashOf(i)
		if err != nil {
			return "", err
		}
		imported = append(imported, path+" "+one)
	}
	slices.Sort(imported)
	put(h, imported...)
	sum := hex.EncodeToString(h.Sum(nil))
	d.packages[is] = sum
	return sum, nil
}

// put adds words to a hash, with their number and their lengths. Without these, "ab", "c" and "a", "bc" would add the
// same bytes.
func put(h hash.Hash, words ...string) {
	fmt.Fprintf(h, "%d.", len(words))
	for _, w := range words {
		fmt.Fprintf(h, "%d:%s", len(w), w)
	}
}

// file adds the content of a file to a hash.
func file(h hash.Hash, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	n, err := io.Copy(h, f)
	fmt.Fprintf(h, ".%d.", n)
	return err
}

// goEnv returns the values that the go command, started in dir, has for variables, in their order.
func goEnv(ctx context.Context, dir string) ([]string, error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{"env"}, variables...)...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	values := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(values) != len(variables) {
		return nil, fmt.Errorf("go env: %d values, want %d", len(values), len(variables))
	}
	return values, nil
}

// contentOfFile returns the hash of a file. If the file cannot be read, it returns the hash of the error, so that the
// key changes when the file appears.
func contentOfFile(name string) string {
	h := sha256.New()
	put(h, name)
	if err := file(h, name); err != nil {
		put(h, err.Error())
	}
	return hex.EncodeToString(h.Sum(nil))
}
