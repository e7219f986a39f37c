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

// sink is an output of check and the form it takes.
type sink struct {
	*output
	encode func(io.Writer, *report.Check) error
}

type sinks []sink

// add opens one more file; an empty name adds nothing.
func (s *sinks) add(flag, name string, in *inputs, encode func(io.Writer, *report.Check) error) error {
	if name == "" {
		return nil
	}
	o, err := openOutput(flag, name, in)
	if err == nil {
		*s = append(*s, sink{o, encode})
	}
	return err
}

// write replaces the content of all files.
func (s sinks) write(c *report.Check) error {
	for _, k := range s {
		var b bytes.Buffer
		if err := k.encode(&b, c); err != nil {
			return err
		}
		if err := k.put(b.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

func (s sinks) close() {
	for _, k := range s {
		k.close()
	}
}
