package outfile

// The outputs of a run: they are looked at before its work, and written after it.

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

// Content makes the bytes of an output when it is first asked, and has them ready
// later: for standard output and a file. Do not write to them.
type Content func() ([]byte, error)

// ContentOf is what encode writes.
func ContentOf(encode func(io.Writer) error) Content {
	return sync.OnceValues(func() ([]byte, error) {
		var b bytes.Buffer
		err := encode(&b)
		return b.Bytes(), err
	})
}

// Markup is what encode writes, a page or a picture as text, fit to be shown.
func Markup(encode func(io.Writer) error) Content {
	text := ContentOf(encode)
	return func() ([]byte, error) {
		b, err := text()
		return printable.Markup(b), err
	}
}

// Set is the outputs of a run.
type Set struct {
	Stop    <-chan struct{} // closed by an interrupt: then no reader of a pipe is waited for
	outputs []output
}

// output is one file to write. flag is what named it.
type output struct {
	flag, name string
	target     *Target
	content    Content
}

func (o *output) failed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s %s: %w", o.flag, o.name, Reason(err))
}

// Add adds the file that a flag names, if it names one, and finds out whether it can
// be written; its content stays. Files that were read, and those of other outputs,
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

// Write replaces the content of all files; one without any content stays as it is.
// One that fails does not keep the others from being written.
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
