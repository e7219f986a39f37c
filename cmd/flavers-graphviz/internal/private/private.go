// Package private gives the process a temporary directory that nobody else can write.
//
//	private.Dir     // is TMPDIR from the initialization of this package on
//	private.Remove() // removes it if it was made for this process alone
//
// go-graphviz compiles its WebAssembly module while its packages are initialized, and keeps the native code in
// $TMPDIR/go-graphviz. It does not look who owns that directory; in the shared temporary directory, anybody could
// put code there that this process then executes. So TMPDIR must be another one before go-graphviz is initialized.
// Go initializes packages in the order of their import paths, where imports leave that open (The Go Programming
// Language Specification, "Program initialization"). This package imports less than go-graphviz does, and
// "flavers/" sorts before "github.com/": it is first. TestNothingShared looks at what that comes to.
package private

import (
	"fmt"
	"os"
	"path/filepath"
)

// Dir is the private directory. It is kept from run to run where it can be: then the module is compiled once,
// which takes seconds.
var Dir = prepare()

// made is the directory that was made for this process alone, if any.
var made string

// Remove removes what was made for this process alone.
func Remove() {
	if made != "" {
		os.RemoveAll(made)
	}
}

// prepare finds or makes the directory, and makes it TMPDIR. Without one the process must not go on to initialize
// go-graphviz: it ends.
func prepare() string {
	dir, err := kept()
	if err != nil {
		dir, err = os.MkdirTemp("", "flavers-graphviz-") // mode 0700
		made = dir
	}
	if err == nil {
		err = os.Setenv("TMPDIR", dir)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "flavers-graphviz: no private temporary directory: %v\n", err)
		os.Exit(1)
	}
	return dir
}

// kept returns the directory in the user's cache.
func kept() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "flavers-graphviz")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return "", err
	}
	return dir, ours(dir, os.Geteuid())
}

// ours returns the reason why somebody else than user and root could put files into dir, or exchange it, if there is
// one.
func ours(dir string, user int) error {
	for at, inner := dir, true; ; at, inner = filepath.Dir(at), false {
		info, err := os.Lstat(at)
		if err != nil {
			return err
		}
		owner := owner(info)
		switch {
		case !info.IsDir():
			return fmt.Errorf("%s is not a directory", at)
		case owner != user && (inner || owner != 0):
			return fmt.Errorf("%s belongs to another user", at)
		case inner && info.Mode().Perm() != 0o700:
			return fmt.Errorf("%s has the mode %v, not 0700", at, info.Mode().Perm())
		case info.Mode().Perm()&0o022 != 0 && info.Mode()&os.ModeSticky == 0:
			return fmt.Errorf("%s can be written by other users", at)
		}
		if at == filepath.Dir(at) {
			return nil
		}
	}
}
