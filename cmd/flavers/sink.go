package main

// Outputs of a command: which there are, whether they can be written, and in which
// order. package outfile writes the files.

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"

	"flavers/internal/outfile"
	"flavers/internal/printable"
	"flavers/report"
)

// output is one file to write. flag is what named it.
type output struct {
	flag, name string
	target     *outfile.Target
	stop       <-chan struct{} // closed by an interrupt
}

// openOutput finds out, before the work, whether a file can be written; its content
// stays. Files that were read, or that another output goes to, are refused.
func openOutput(flag, name string, in *inputs) (*output, error) {
	if name == stdin {
		return nil, fmt.Errorf("%s needs the name of a file; for standard output use --format", flag)
	}
	o := &output{flag: flag, name: name, stop: in.app.stop}
	var err error
	if o.target, err = outfile.Find(name); err != nil {
		return nil, o.failed(err)
	}
	if t := o.target; !t.Direct {
		if slices.Contains(in.written, t.Path) || t.Old != nil && slices.ContainsFunc(in.Used, func(used os.FileInfo) bool { return os.SameFile(t.Old, used) }) {
			return nil, fmt.Errorf("%s %s would overwrite an input or another output", flag, name)
		}
		in.written = append(in.written, t.Path)
	}
	return o, o.failed(o.target.Try())
}

// put replaces the content of the file.
func (o *output) put(text []byte) error { return o.failed(o.target.Write(text, o.stop)) }

func (o *output) failed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s %s: %w", o.flag, o.name, outfile.Reason(err))
}

// forms write a report in the forms that go to files; a form that a report does
// not have is nil.
type forms struct{ json, sarif, html func(io.Writer) error }

// sinks are the outputs of a command, each with what writes its form.
type sinks struct {
	forms
	all []sink
}

type sink struct {
	*output
	encode func(io.Writer) error
}

// outputs looks at the files of --json-output, --sarif-output and --html-output.
func (in *inputs) outputs(f *checkFlags, to forms) (*sinks, error) {
	to.json, to.sarif = once(to.json), once(to.sarif)
	s := &sinks{forms: to}
	for _, o := range []struct {
		flag, name string
		encode     func(io.Writer) error
	}{{"--json-output", f.jsonOutput, to.json}, {"--sarif-output", f.sarifOutput, to.sarif}, {"--html-output", f.htmlOutput, markup(to.html)}} {
		if err := s.add(in, o.flag, o.name, o.encode); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// once encodes when it is first asked, and writes the same bytes then and later: to
// standard output and into a file.
func once(encode func(io.Writer) error) func(io.Writer) error {
	bytesOf := sync.OnceValues(func() ([]byte, error) {
		var b bytes.Buffer
		err := encode(&b)
		return b.Bytes(), err
	})
	return func(w io.Writer) error {
		text, err := bytesOf()
		if err == nil {
			_, err = w.Write(text)
		}
		return err
	}
}

// add adds the file that a flag names, if it names one. What encode writes is its
// content; if that is nothing, the file is left as it is.
func (s *sinks) add(in *inputs, flag, name string, encode func(io.Writer) error) error {
	if name == "" {
		return nil
	}
	file, err := openOutput(flag, name, in)
	if err != nil {
		return err
	}
	s.all = append(s.all, sink{file, encode})
	return nil
}

// markup makes what encode writes, a page or a picture as text, fit to be shown.
func markup(encode func(io.Writer) error) func(io.Writer) error {
	return func(w io.Writer) error {
		var b bytes.Buffer
		if err := encode(&b); err != nil {
			return err
		}
		_, err := w.Write(printable.Markup(b.Bytes()))
		return err
	}
}

// write replaces the content of all files. One that fails does not keep the others
// from being written.
func (s *sinks) write() error {
	var failed []error
	for _, k := range s.all {
		var b bytes.Buffer
		if err := k.encode(&b); err != nil {
			failed = append(failed, k.failed(err))
		} else if b.Len() > 0 {
			if err := k.put(b.Bytes()); err != nil {
				failed = append(failed, err)
			}
		}
	}
	return errors.Join(failed...)
}

// deliver writes the diagnostics, then the form that goes to standard output, then
// the files: whatever fails, what was found out is in the others. Input that is
// wrong has no report as text: its diagnostics are on standard error.
func (a *app) deliver(in *inputs, files *sinks, f *checkFlags, text func() error) error {
	in.list.Write(a.err, in.sources) // a.err remembers that it failed
	var err error
	switch {
	case f.format == "json":
		err = files.json(a.out)
	case f.format == "sarif":
		err = files.sarif(a.out)
	case a.status != report.ExitInput || f.format == "github":
		err = text()
	}
	return errors.Join(ignoreWrite(err, a.out), files.write())
}
