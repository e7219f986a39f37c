package report_test

import (
	"bytes"

	. "flavers/report"
	"flavers/report/sarif"
)

// checkForms are the forms of a Check besides pages, by the values of --format. Each is written with names that could be
// taken for something else (TestHostileNames), and with a finding that is only possible (TestPossibleRace).
var checkForms = map[string]func(b *bytes.Buffer, c *Check, opt TextOptions) error{
	"text":   func(b *bytes.Buffer, c *Check, opt TextOptions) error { return c.WriteText(b, opt) },
	"json":   func(b *bytes.Buffer, c *Check, _ TextOptions) error { return c.WriteJSON(b) },
	"github": func(b *bytes.Buffer, c *Check, _ TextOptions) error { return c.WriteGitHub(b) },
	"sarif":  func(b *bytes.Buffer, c *Check, _ TextOptions) error { return sarif.Write(b, c, sarif.Options{}) },
}
