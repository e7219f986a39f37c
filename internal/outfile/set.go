package outfile

// This file has the outputs of a run. They are checked before the work, so that a run does
// not fail at its end, and written after it.

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"

	"flavers/internal/printable"
)

// Content returns the bytes of an output. It makes them when it is first called, and keeps
// them, as standard output and a file may have the same content. The caller must not change
// them.
type Content func() ([]byte, error)

// ContentOf returns the content that encode writes.
func ContentOf(encode func(io.Writer) error) Content {
	return sync.OnceValues(func() ([]byte, error) {
		var b bytes.Buffer
		err := encode(&b)
		return b.Bytes(), err
	})
}

// Markup returns the content that encode writes, a page or a picture as text, without hidden
// characters (printable.Markup).
func Markup(encode func(io.Writer) error) Content {
	text := ContentOf(encode)
	return func() ([]byte, error) {
		b, err := text()
		return printable.Markup(b), err
	}
}

// Set has the outputs of a run.
type Set struct {
	Stop    <-chan struct{} // closed by an interrupt; Write then waits for no reader of a pipe
	outputs []output
}

// output is a file to write.
type output struct {
	flag, name string // the flag that named it, and its name
	target     *Target
	content    Content
}

// failed says which output an error is about. It returns nil for nil.
func (o *output) failed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s %s: %w", o.flag, o.name, Reason(err))
}

// Add adds the file that a flag names, if name is not "", and checks that it can be written,
// without changing it. read has the files that were read: these, and files of other outputs,
// are refused.
func (s *Set) Add(read []os.FileInfo, flag, name string, text Content) error {
	switch name {
	case "":
		return nil
	case "-":
		return fmt.Errorf("%s needs the name of a file; for standard output use --format", flag)
	}
	o := output{flag: flag, name: name, content: text}
	var err error
	if o.target, err = Find(name); err != nil {
		return o.failed(err)
	}
	t := o.target
	same := func(used os.FileInfo) bool { return t.Old != nil && os.SameFile(t.Old, used) }
	twice := func(p output) bool { return !p.target.Direct && p.target.Path == t.Path }
	if !t.Direct && (slices.ContainsFunc(s.outputs, twice) || slices.ContainsFunc(read, same)) {
		return fmt.Errorf("%s %s would overwrite an input or another output", flag, name)
	}
	s.outputs = append(s.outputs, o)
	return o.failed(t.Try())
}

// Write writes all files. A file whose content is empty stays as it is. If one fails, the
// others are written all the same.
func (s *Set) Write() error {
	var failed []error
	for _, o := range s.outputs {
		text, err := o.content()
		if err == nil && len(text) > 0 {
			err = o.target.Write(text, s.Stop)
		}
		failed = append(failed, o.failed(err)) // nil if it worked
	}
	return errors.Join(failed...)
}
