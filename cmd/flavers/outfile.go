package main

// How a file is written: beside the old one, which it then replaces, so that the
// old one is whole until the new one is. Every file that a command writes is
// written here.

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// target is a file that is to be written. A symbolic link stays, and what it leads
// to is replaced. Devices, pipes and the process's own outputs cannot be replaced
// and are written to.
type target struct {
	path   string      // what is replaced
	old    fs.FileInfo // nil if there is no such file yet
	direct bool        // written to as it is
	own    *os.File    // standard output or error, if that is the file
}

// findTarget follows a name. Its error is that of the operating system.
func findTarget(name string) (*target, error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		path, err := followed(name)
		return &target{path: path}, err
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, errors.New("it is a directory")
	}
	t := &target{path: name, old: info}
	for _, own := range []*os.File{os.Stdout, os.Stderr} {
		if held, err := own.Stat(); err == nil && os.SameFile(info, held) {
			t.own, t.direct = own, true
			return t, nil
		}
	}
	path, err := filepath.EvalSymlinks(name)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil || !info.Mode().IsRegular() { // a file without a name is at /proc/self/fd only
		t.direct = true
		return t, nil
	}
	t.path = path
	return t, nil
}

// followed is where the file would be made that does not exist: at the end of
// symbolic links, if name is one.
func followed(name string) (string, error) {
	const most = 40
	for range most {
		link, err := os.Readlink(name)
		if err != nil { // no link, or nothing
			dir, err := filepath.EvalSymlinks(filepath.Dir(name))
			if err == nil {
				dir, err = filepath.Abs(dir)
			}
			return filepath.Join(dir, filepath.Base(name)), err
		}
		if !filepath.IsAbs(link) {
			link = filepath.Join(filepath.Dir(name), link)
		}
		name = link
	}
	return "", errors.New("too many symbolic links")
}

// try tells whether the file can be written, before the work. It leaves no trace.
func (t *target) try() error {
	if t.direct {
		return nil // opening a pipe waits for its reader
	}
	if t.old != nil { // a file that may not be written is not to be replaced
		f, err := os.OpenFile(t.path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		if err := f.Close(); err != nil {
			return err
		}
	}
	f, err := t.beside()
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// beside makes an empty file in the same directory.
func (t *target) beside() (*os.File, error) {
	name := filepath.Join(filepath.Dir(t.path), ".flavers-"+rand.Text())
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, fmt.Errorf("no file can be made beside it: %w", reason(err))
	}
	return f, nil
}

// write gives the file this content. If it fails, the old file is as it was. stop,
// which may be nil, ends waiting for the reader of a pipe.
func (t *target) write(text []byte, stop <-chan struct{}) error {
	switch {
	case t.own != nil:
		_, err := t.own.Write(text)
		return err
	case t.direct:
		return t.into(text, stop)
	}
	f, err := t.beside()
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err == nil && t.old != nil {
		keepOwner(f, t.old)
		err = f.Chmod(t.old.Mode().Perm())
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), t.path)
	}
	if err != nil {
		os.Remove(f.Name()) // the first error is the one that counts
	}
	return err
}

// into writes to what is there.
func (t *target) into(text []byte, stop <-chan struct{}) error {
	select {
	case <-stop:
		stop = nil // this was known before: the next signal ends the process
	default:
	}
	done := make(chan error, 1)
	go func() {
		f, err := os.OpenFile(t.path, os.O_WRONLY, 0)
		if err == nil {
			_, err = f.Write(text)
			if e := f.Close(); err == nil {
				err = e
			}
		}
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-stop:
		return errors.New("interrupted while it was written")
	}
}

// replaceFile writes a file of this name.
func replaceFile(name string, text []byte) error {
	t, err := findTarget(name)
	if err != nil {
		return err
	}
	return t.write(text, nil)
}
