package main

// This file has the forms of reports, and writes a report in those that the command line asks for.

import (
	"errors"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"flavers/internal/outfile"
	"flavers/report"
)

// reportForm is a form of reports other than text. A form may go to standard output (--format NAME), to a file
// (--NAME-output FILE), or to both.
type reportForm struct {
	name       string
	printed    bool     // it is a value of --format
	file       string   // help of the flag that names its file; "": there is no such flag
	extensions []string // of such files, for completion by shells
	markup     bool     // the file is written as outfile.Markup
	program    bool     // it shows the program itself, so inputs that are no programs (traces, nets) do not have it
}

// reportForms lists the forms. The flags of reports, which commands refuse which of them, and what is written at the
// end all follow from this table. A command names the forms that it has in its call of app.outputs.
var reportForms = []reportForm{
	{name: "json", printed: true, file: "write JSON to this `file` as well", extensions: []string{"json"}},
	{name: "sarif", printed: true, file: "write SARIF 2.1.0 to this `file` as well", extensions: []string{"sarif", "json"}},
	{name: "html", file: "write an HTML report to this `file` as well: verdicts, and executions to step through",
		extensions: []string{"html"}, markup: true, program: true},
	{name: "github", printed: true}, // annotations for workflows of GitHub
}

// flag returns the name of the flag for the file of a form.
func (r *reportForm) flag() string { return r.name + "-output" }

// formOf returns the form with a name.
func formOf(name string) *reportForm {
	return &reportForms[slices.IndexFunc(reportForms, func(r reportForm) bool { return r.name == name })]
}

// fileFlags returns the flags for files, of all forms or of those that every kind of input has.
func fileFlags(all bool) (names []string) {
	for _, r := range reportForms {
		if r.file != "" && (all || !r.program) {
			names = append(names, r.flag())
		}
	}
	return names
}

// isFileFlag reports whether a flag names the file of a form.
func isFileFlag(name string) bool { return slices.Contains(fileFlags(true), name) }

// printedForms returns the values of --format for a command with the given forms.
func printedForms(names []string) []string {
	formats := []string{"text"}
	for _, name := range names {
		if formOf(name).printed {
			formats = append(formats, name)
		}
	}
	return formats
}

// fileOf declares the flag for the file of a form.
func (f *checkFlags) fileOf(cmd *cobra.Command, name string) {
	r := formOf(name)
	if f.files == nil {
		f.files = map[string]*string{}
	}
	f.files[name] = cmd.Flags().String(r.flag(), "", r.file)
	must(cmd.MarkFlagFilename(r.flag(), r.extensions...))
}

// file returns the file that the command line names for a form, or "".
func (f *checkFlags) file(form string) string {
	name := f.files[form]
	if name == nil {
		return ""
	}
	return *name
}

// writers write a report in its forms, by their names. A form that the report does not have is missing.
type writers map[string]func(io.Writer) error

// sinks are the forms of a report, by their names.
type sinks map[string]outfile.Content

// outputs prepares the forms of a report, and checks the files that the command line names for them. It panics if the
// command line asks for a form that the command has declared in its call of app.outputs and has no writer for.
func (in *inputs) outputs(f *checkFlags, to writers) (sinks, error) {
	s := sinks{}
	for i := range reportForms {
		r := &reportForms[i]
		write := to[r.name]
		if write == nil {
			if f.format == r.name || f.file(r.name) != "" { // the command declares the form, and has no writer
				panic("nothing writes the form " + r.name)
			}
			continue
		}
		s[r.name] = outfile.ContentOf(write)
		content := s[r.name]
		if r.markup {
			content = outfile.Markup(write)
		}
		if err := in.output("--"+r.flag(), f.file(r.name), content); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// output adds a file to those that deliver writes, unless its name is "". flag is the flag that names it.
func (in *inputs) output(flag, name string, text outfile.Content) error {
	in.files.Stop = in.app.stop
	return in.files.Add(in.Used, flag, name, text)
}

// deliver writes the diagnostics, then the form that goes to standard output, then the files. If one of them fails, the
// others are written all the same, so that no finding is lost. Wrong input has no report as text, because its
// diagnostics are on standard error; the other forms include diagnostics.
func (a *app) deliver(in *inputs, to sinks, f *checkFlags, text func() error) error {
	in.list.Write(a.err, in.sources) // a.err remembers that it failed
	var err error
	if form := to[f.format]; form != nil {
		var b []byte
		b, err = form()
		if err == nil {
			_, err = a.out.Write(b)
		}
	} else if a.status != report.ExitInput {
		err = text()
	}
	return errors.Join(ignoreWrite(err, a.out), in.files.Write())
}
