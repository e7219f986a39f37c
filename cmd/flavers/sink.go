package main

// Files that are written: opened before the work, so that a wrong name costs
// no time, and written after it.

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"flavers/report"
)

// output is one file to write. flag is what named it.
type output struct {
	flag    string
	file    *os.File
	created bool // it did not exist before
}

// openOutput opens or creates a file without changing its content. Files that
// were read, or that another output goes to, are refused.
func openOutput(flag, name string, in *inputs) (*output, error) {
	o := &output{flag: flag}
	if name == stdin {
		return nil, fmt.Errorf("%s needs the name of a file; for standard output use --format", flag)
	}
	info, err := os.Stat(name)
	o.created = errors.Is(err, fs.ErrNotExist)
	if err == nil {
		for _, used := range in.files {
			if os.SameFile(info, used) {
				return nil, fmt.Errorf("%s %s would overwrite an input or another output", flag, name)
			}
		}
	}
	if o.file, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o644); err != nil {
		return nil, fmt.Errorf("%s %s: %w", flag, name, reason(err))
	}
	if info, err := o.file.Stat(); err == nil && info.Mode().IsRegular() {
		in.files = append(in.files, info) // so that no other output goes here
	}
	return o, nil
}

// put replaces the content of the file.
func (o *output) put(text []byte) error {
	if info, err := o.file.Stat(); err == nil && info.Mode().IsRegular() {
		if err := o.file.Truncate(0); err != nil {
			return o.failed(err)
		}
	}
	_, err := o.file.Write(text)
	if err == nil {
		err = o.file.Close()
	}
	return o.failed(err)
}

func (o *output) failed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s %s: %w", o.flag, o.file.Name(), reason(err))
}

// discard removes a file that was created and gets no content.
func (o *output) discard() {
	if o.file != nil && o.created {
		os.Remove(o.file.Name()) // an empty file left behind does no harm
	}
}

// close closes the file if put did not.
func (o *output) close() {
	if o.file == nil {
		return
	}
	if err := o.file.Close(); err != nil && !errors.Is(err, fs.ErrClosed) {
		panic(err)
	}
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

// outputs opens the files of --json-output, --sarif-output and --html-output.
func (in *inputs) outputs(f *checkFlags, to forms) (*sinks, error) {
	s := &sinks{forms: to}
	for _, o := range []struct {
		flag, name string
		encode     func(io.Writer) error
	}{{"--json-output", f.jsonOutput, to.json}, {"--sarif-output", f.sarifOutput, to.sarif}, {"--html-output", f.htmlOutput, to.html}} {
		if o.name == "" {
			continue
		}
		file, err := openOutput(o.flag, o.name, in)
		if err != nil {
			s.close()
			return nil, err
		}
		s.all = append(s.all, sink{file, o.encode})
	}
	return s, nil
}

// write replaces the content of all files.
func (s *sinks) write() error {
	for _, k := range s.all {
		var b bytes.Buffer
		if err := k.encode(&b); err != nil {
			return err
		}
		if err := k.put(b.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

func (s *sinks) close() {
	for _, k := range s.all {
		k.close()
	}
}

// deliver writes the diagnostics, the files, and the form that goes to standard
// output. Input that is wrong has no report as text: its diagnostics are on
// standard error.
func (a *app) deliver(in *inputs, files *sinks, f *checkFlags, text func() error) error {
	if err := in.list.Write(a.err, in.sources); err != nil {
		return err
	}
	if err := files.write(); err != nil {
		return err
	}
	switch {
	case f.format == "json":
		return ignoreWrite(files.json(a.out), a.out)
	case f.format == "sarif":
		return ignoreWrite(files.sarif(a.out), a.out)
	case a.status != report.ExitInput || f.format == "github":
		return ignoreWrite(text(), a.out)
	}
	return nil
}
