package main

// Reports: the forms of one, and the order in which they are written. Package
// outfile writes the files.

import (
	"errors"
	"io"

	"flavers/internal/outfile"
	"flavers/report"
)

// forms write a report in the forms other than text; a form that a report does not have is nil. html goes to a file
// only, github (annotations for its workflows) to standard output only, and the others to either.
type forms struct{ json, sarif, html, github func(io.Writer) error }

// sinks are the forms that go to standard output.
type sinks struct {
	json, sarif outfile.Content
	github      func(io.Writer) error
}

// outputs looks at the files of --json-output, --sarif-output and --html-output.
func (in *inputs) outputs(f *checkFlags, to forms) (*sinks, error) {
	s := &sinks{json: outfile.ContentOf(to.json), sarif: outfile.ContentOf(to.sarif), github: to.github}
	for _, o := range []struct {
		flag, name string
		content    outfile.Content
	}{
		{"--json-output", f.jsonOutput, s.json}, {"--sarif-output", f.sarifOutput, s.sarif},
		{"--html-output", f.htmlOutput, outfile.Markup(to.html)},
	} {
		if err := in.output(o.flag, o.name, o.content); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// output adds the file that a flag names, if it names one, to those that deliver
// writes.
func (in *inputs) output(flag, name string, text outfile.Content) error {
	in.files.Stop = in.app.stop
	return in.files.Add(in.Used, flag, name, text)
}

// deliver writes the diagnostics, then the form that goes to standard output, then
// the files: whatever fails, what was found out is in the others. Input that is
// wrong has no report as text: its diagnostics are on standard error. Annotations say what is wrong with it, too.
func (a *app) deliver(in *inputs, to *sinks, f *checkFlags, text func() error) error {
	in.list.Write(a.err, in.sources) // a.err remembers that it failed
	show := func(form outfile.Content) error {
		b, err := form()
		if err == nil {
			_, err = a.out.Write(b)
		}
		return err
	}
	var err error
	switch {
	case f.format == "json":
		err = show(to.json)
	case f.format == "sarif":
		err = show(to.sarif)
	case f.format == "github":
		err = to.github(a.out)
	case a.status != report.ExitInput:
		err = text()
	}
	return errors.Join(ignoreWrite(err, a.out), in.files.Write())
}
