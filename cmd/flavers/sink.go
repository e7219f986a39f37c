package main

// --json-output: a file that is opened before the work, so that a wrong name
// costs no time, and written after it.

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"flavers/report"
)

// sink is the file of --json-output. A nil file takes nothing.
type sink struct {
	file *os.File
}

// openSink opens or creates a file without changing its content. Files that
// were read are refused.
func openSink(name string, in *inputs) (*sink, error) {
	if name == "" {
		return &sink{}, nil
	}
	if name == stdin {
		return nil, errors.New("--json-output needs the name of a file; for standard output use --format json")
	}
	if info, err := os.Stat(name); err == nil {
		for _, used := range in.files {
			if os.SameFile(info, used) {
				return nil, fmt.Errorf("--json-output %s would overwrite an input", name)
			}
		}
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("--json-output %s: %w", name, reason(err))
	}
	return &sink{file}, nil
}

// write replaces the content of the file.
func (s *sink) write(c *report.Check) error {
	if s.file == nil {
		return nil
	}
	var b bytes.Buffer
	if err := c.WriteJSON(&b); err != nil {
		return err
	}
	if info, err := s.file.Stat(); err == nil && info.Mode().IsRegular() {
		if err := s.file.Truncate(0); err != nil {
			return s.failed(err)
		}
	}
	_, err := s.file.Write(b.Bytes())
	if err == nil {
		err = s.file.Close()
	}
	return s.failed(err)
}

func (s *sink) failed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("--json-output %s: %w", s.file.Name(), reason(err))
}

// close closes the file if write did not.
func (s *sink) close() {
	if s.file == nil {
		return
	}
	if err := s.file.Close(); err != nil && !errors.Is(err, fs.ErrClosed) {
		panic(err)
	}
}
