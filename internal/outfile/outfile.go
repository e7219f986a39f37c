// Package outfile writes files so that a run that fails leaves the old one: a file
// is written beside the old one, which it then replaces.
//
//	t, err := outfile.Find("result.json") // before the work: can it be written?
//	err = t.Try()
//	err = t.Write(text, nil)              // after it
//
// Permissions, owner and symbolic links stay. Devices, pipes and the process's own
// outputs cannot be replaced and are written to.
package outfile

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Target is a file that is to be written.
type Target struct {
	Path   string      // the file that is replaced: where symbolic links lead
	Old    fs.FileInfo // the file that is there; nil: none
	Direct bool        // it cannot be replaced, and is written to
	own    *os.File    // standard output or error, if that is the file; else nil
}

// Find finds the file that a name stands for. The error is that of the operating system.
func Find(name string) (*Target, error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		path, err := followed(name)
		return &Target{Path: path}, err
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, errors.New("it is a directory")
	}
	t := &Target{Path: name, Old: info}
	for _, own := range []*os.File{os.Stdout, os.Stderr} {
		if held, err := own.Stat(); err == nil && os.SameFile(info, held) {
			t.own, t.Direct = own, true
			return t, nil
		}
	}
	path, err := filepath.EvalSymlinks(name)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil || !info.Mode().IsRegular() { // a device, a pipe, or a file that has no name but /proc/self/fd/N
		t.Direct = true
		return t, nil
	}
	t.Path = path
	return t, nil
}

// followed returns where a file that does not exist would be made: if name is a symbolic
// link, where it leads.
func followed(name string) (string, error) {
	const most = 40 // links that Linux follows
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

// Try reports whether the file can be written, before the work. It leaves no trace.
func (t *Target) Try() error {
	if t.Direct {
		return nil // opening a pipe would wait for its reader
	}
	if t.Old != nil { // a file that must not be written must not be replaced
		f, err := os.OpenFile(t.Path, os.O_WRONLY, 0)
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
func (t *Target) beside() (*os.File, error) {
	name := filepath.Join(filepath.Dir(t.Path), ".flavers-"+rand.Text())
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, fmt.Errorf("no file can be made beside it: %w", Reason(err))
	}
	return f, nil
}

// Write gives the file the content text. If it fails, the old file is as it was. If stop,
// which may be nil, is closed, Write does not wait for the reader of a pipe any longer.
func (t *Target) Write(text []byte, stop <-chan struct{}) error {
	switch {
	case t.own != nil:
		_, err := t.own.Write(text)
		return err
	case t.Direct:
		return t.into(text, stop)
	}
	f, err := t.beside()
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err == nil && t.Old != nil {
		keepOwner(f, t.Old)
		err = f.Chmod(t.Old.Mode().Perm())
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), t.Path)
	}
	if err != nil {
		os.Remove(f.Name()) // the first error is the one that counts
	}
	return err
}

// into writes to a file that cannot be replaced.
func (t *Target) into(text []byte, stop <-chan struct{}) error {
	select {
	case <-stop:
		stop = nil // the work was interrupted before; the next signal ends the process
	default:
	}
	done := make(chan error, 1)
	go func() {
		f, err := os.OpenFile(t.Path, os.O_WRONLY, 0)
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

// Replace writes a file with the given name, as Write does.
func Replace(name string, text []byte) error {
	t, err := Find(name)
	if err != nil {
		return err
	}
	return t.Write(text, nil)
}

// Reason returns an error of the operating system without the path.
func Reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// Create writes a file that does not exist yet. If it exists, the error is fs.ErrExist. After
// any other error there is no file.
func Create(name string, text []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err != nil {
		err = errors.Join(err, os.Remove(name))
	}
	return err
}
