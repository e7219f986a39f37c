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

// What an answer depends on, as hashes. Files of the installation of Go, and of the module cache, never change: their
// versions stand for them. All other files are read.

// content is the hashes of packages.
type content struct {
	base     string            // of the settings and versions
	packages map[string]string // by ID: of its files, and of the packages that it imports
	asked    []string          // IDs of the packages that the requests name
}

// variables are those of the go command that say where its files are, and what is compiled.
var variables = []string{"GOROOT", "GOMODCACHE", "GOFLAGS", "GOVERSION", "GOOS", "GOARCH", "CGO_ENABLED", "GOEXPERIMENT",
	"GOWORK"}

// contentOf reads what the packages are made of. It is an error if they cannot be listed.
func contentOf(ctx context.Context, requests []golang.Request, settings []string) (*content, error) {
	h := sha256.New()
	id, err := version.Identity()
	if err != nil {
		return nil, err
	}
	put(h, "flavers roots 1", id)
	here, err := filepath.Abs(".") // positions are seen from here
	if err != nil {
		return nil, err
	}
	put(h, here)
	put(h, settings...)
	c := &content{packages: map[string]string{}}
	for _, r := range requests {
		env, err := goEnv(ctx, r.Dir)
		if err != nil {
			return nil, err
		}
		put(h, r.Dir)
		put(h, r.Patterns...)
		put(h, env...)
		cfg := &packages.Config{Context: ctx, Dir: r.Dir, Tests: true, Mode: packages.NeedName | packages.NeedFiles |
			packages.NeedImports | packages.NeedDeps | packages.NeedModule | packages.NeedForTest}
		list, err := packages.Load(cfg, r.Patterns...)
		if err != nil {
			return nil, err
		}
		if strings.Contains(env[2], "-overlay") {
			return nil, errors.New("GOFLAGS puts other files in place of those of the packages")
		}
		d := &digest{fixed: []string{filepath.Join(env[0], "src"), env[1]}, packages: c.packages}
		for _, p := range list {
			c.asked = append(c.asked, p.ID)
			if _, err := d.of(p); err != nil {
				return nil, err
			}
		}
	}
	c.base = hex.EncodeToString(h.Sum(nil))
	return c, nil
}

// same tells whether nothing has changed.
func (c *content) same(as *content) bool {
	return c.base == as.base && maps.Equal(c.packages, as.packages) && slices.Equal(c.asked, as.asked)
}

// all is the key of the list of roots. Which functions are roots depends on all packages: one that is called is none.
func (c *content) all(entries []string) string {
	h := sha256.New()
	put(h, "list", c.base)
	put(h, entries...)
	for _, id := range c.asked {
		put(h, id, c.packages[id])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// root is the key of a root of a package.
func (c *content) root(program, id string) string {
	if c.packages[id] == "" {
		return ""
	}
	h := sha256.New()
	own := strings.TrimSuffix(program, filepath.Ext(program)) + ".fsa" // properties of the program, if there is such a file
	put(h, "root", c.base, program, id, c.packages[id], contentOfFile(own))
	return hex.EncodeToString(h.Sum(nil))
}

// digest makes the hashes of packages.
type digest struct {
	fixed    []string // folders in which nothing changes
	packages map[string]string
}

func (d *digest) of(p *packages.Package) (string, error) {
	if known, ok := d.packages[p.ID]; ok {
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
	for _, name := range slices.Concat(p.GoFiles, p.OtherFiles) {
		put(h, name)
		if d.unchanging(name) {
			continue
		}
		if err := file(h, name); err != nil {
			return "", err
		}
	}
	var imported []string
	for path, i := range p.Imports {
		one, err := d.of(i)
		if err != nil {
			return "", err
		}
		imported = append(imported, path+" "+one)
	}
	slices.Sort(imported)
	put(h, imported...)
	sum := hex.EncodeToString(h.Sum(nil))
	d.packages[p.ID] = sum
	return sum, nil
}

func (d *digest) unchanging(name string) bool {
	return slices.ContainsFunc(d.fixed, func(folder string) bool {
		return folder != "" && strings.HasPrefix(name, folder+string(filepath.Separator))
	})
}

// put adds words to a hash, so that no other words give the same.
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

// goEnv are the values of variables.
func goEnv(ctx context.Context, dir string) ([]string, error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{"env"}, variables...)...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	values := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(values) != len(variables) {
		return nil, errors.New("go env says something unknown")
	}
	return values, nil
}

// contentOfFile is the hash of a file, or of why it cannot be read.
func contentOfFile(name string) string {
	h := sha256.New()
	put(h, name)
	if err := file(h, name); err != nil {
		put(h, err.Error())
	}
	return hex.EncodeToString(h.Sum(nil))
}
