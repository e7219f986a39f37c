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

// sinks are the outputs of a command, each with what makes its form.
type sinks struct {
	json, sarif content
	all         []sink
}

type sink struct {
	*output
	content
}

// content makes the bytes of an output when it is first asked, and has them ready
// later: for standard output and a file. Do not write to them.
type content func() ([]byte, error)

func contentOf(encode func(io.Writer) error) content {
	return sync.OnceValues(func() ([]byte, error) {
		var b bytes.Buffer
		err := encode(&b)
		return b.Bytes(), err
	})
}

// outputs looks at the files of --json-output, --sarif-output and --html-output.
func (in *inputs) outputs(f *checkFlags, to forms) (*sinks, error) {
	s := &sinks{json: contentOf(to.json), sarif: contentOf(to.sarif)}
	for _, o := range []struct {
		flag, name string
		content    content
	}{{"--json-output", f.jsonOutput, s.json}, {"--sarif-output", f.sarifOutput, s.sarif}, {"--html-output", f.htmlOutput, markup(to.html)}} {
		if err := s.add(in, o.flag, o.name, o.content); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// add adds the file that a flag names, if it names one. Without any content it is
// left as it is.
func (s *sinks) add(in *inputs, flag, name string, text content) error {
	if name == "" {
		return nil
	}
	file, err := openOutput(flag, name, in)
	if err != nil {
		return err
	}
	s.all = append(s.all, sink{file, text})
	return nil
}

// markup is what encode writes, a page or a picture as text, fit to be shown.
func markup(encode func(io.Writer) error) content {
	text := contentOf(encode)
	return func() ([]byte, error) {
		b, err := text()
		return printable.Markup(b), err
	}
}

// write replaces the content of all files. One that fails does not keep the others
// from being written.
func (s *sinks) write() error {
	var failed []error
	for _, k := range s.all {
		text, err := k.content()
		switch {
		case err != nil:
			failed = append(failed, k.failed(err))
		case len(text) > 0:
			failed = append(failed, k.put(text)) // nil if it worked
		}
	}
	return errors.Join(failed...)
}

// deliver writes the diagnostics, then the form that goes to standard output, then
// the files: whatever fails, what was found out is in the others. Input that is
// wrong has no report as text: its diagnostics are on standard error.
func (a *app) deliver(in *inputs, files *sinks, f *checkFlags, text func() error) error {
	in.list.Write(a.err, in.sources) // a.err remembers that it failed
	show := func(form content) error {
		b, err := form()
		if err == nil {
			_, err = a.out.Write(b)
		}
		return err
	}
	var err error
	switch {
	case f.format == "json":
		err = show(files.json)
	case f.format == "sarif":
		err = show(files.sarif)
	case a.status != report.ExitInput || f.format == "github":
		err = text()
	}
	return errors.Join(ignoreWrite(err, a.out), files.write())
}
