package batch

import (
	"io"

	"flavers/report"
)

// WriteGitHub prints the annotations of every program.
func WriteGitHub(w io.Writer, b *report.Batch) error {
	for _, c := range b.Programs {
		if err := c.WriteGitHub(w); err != nil {
			return err
		}
	}
	return nil
}
