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

// What an answer depends on, as hashes of contents. Every file is read, wherever it is: in the installation of Go, in
// the module cache and in vendor directories, too. People edit files there, and work with replaced directories,
// workspaces and toolchains that are built anew in place.
//
// It is tempting to know files by size, time and inode instead. Each of them may stay as it was when a file changes:
// tools restore times (tar, rsync, cp -p), clocks of file systems tick slowly, and inodes are given out again. To read
// the 40 MB of 3,600 files takes a tenth of the time that the go command needs to list them.

// content holds hashes of all that the answers about some packages depend on.
type content struct {
	base     string            // of this program, settings, requests, the go command, go.work and go.mod
	packages map[listed]string // of its files, and of the packages that it imports
	asked    []listed          // the packages that the requests name
}

// listed is a package of a request. The ID alone does not name a package: that of any files is
// "command-line-arguments", and modules in several folders may have the same path.
type listed struct {
	request int
	id      string
}

// variables are those of the go command that say where its files are, and what is compiled. contentOf uses the first
// four.
var variables = []string{"GOROOT", "GOFLAGS", "GOWORK", "GOMOD", "GOMODCACHE", "GOVERSION", "GOOS", "GOARCH",
	"CGO_ENABLED", "GOEXPERIMENT", "GOPATH", "GO111MODULE", "CC", "CXX", "CGO_CFLAGS", "CGO_CPPFLAGS", "CGO_CXXFLAGS",
	"CGO_FFLAGS", "CGO_LDFLAGS", "PKG_CONFIG"}

// contentOf reads what the packages are made of. It fails if they cannot be listed, or if GOFLAGS has other files
// compiled than theirs.
func contentOf(ctx context.Context, requests []golang.Request, settings []string) (*content, error) {
	h := sha256.New()
	id, err := version.Identity()
	if err != nil {
		return nil, err
	}
	put(h, "flavers roots 2", id)
	here, err := filepath.Abs(".") // positions are seen from here
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

// same reports whether nothing has changed.
func (c *content) same(as *content) bool {
	return c.base == as.base && maps.Equal(c.packages, as.packages) && slices.Equal(c.asked, as.asked)
}

// listKey returns the key of the list of roots. Which functions are roots depends on all packages: one that another
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

// rootKey returns the key of a root whose package has the hash of; "" if that is "".
func (c *content) rootKey(program, of string) string {
	if of == "" {
		return ""
	}
	h := sha256.New()
	own := strings.TrimSuffix(program, filepath.Ext(program)) + ".fsa" // properties of the program, if there are any
	put(h, "root", c.base, program, of, contentOfFile(own))
	return hex.EncodeToString(h.Sum(nil))
}

// digest makes the hashes of the packages of a request.
type digest struct {
	request  int
	files    *reading
	packages map[listed]string
}

// hashOf returns the hash of a package: of its files, and of the packages that it imports.
func (d *digest) hashOf(p *packages.Package) (string, error) {
	is := listed{d.request, p.ID}
	if known, ok := d.packages[is]; ok {
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

// put adds words to a hash with their number and lengths: no other words add the same bytes.
func put(h hash.Hash, words ...string) {
	fmt.Fprintf(h, "%d.", len(words))
	for _, w := range words {
		fmt.Fprintf(h, "%d:%s", len(w), w)
	}
}

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

// goEnv returns the values of variables of the go command.
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

// contentOfFile returns the hash of a file. For a file that cannot be read it is the hash of the error.
func contentOfFile(name string) string {
	h := sha256.New()
	put(h, name)
	if err := file(h, name); err != nil {
		put(h, err.Error())
	}
	return hex.EncodeToString(h.Sum(nil))
}
