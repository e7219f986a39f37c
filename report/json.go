package report

// The JSON form, version 1. Its schema is docs/schema/check.schema.json; a
// test holds the two together.

import (
	"bytes"
	"encoding/json"
	"io"

	"flavers/diag"
	"flavers/internal/printable"
)

// jsonDiagnostic is a diag.Diagnostic with its position as one string.
type jsonDiagnostic struct {
	Severity string `json:"severity"` // error, warning, note
	Code     string `json:"code"`
	Pos      string `json:"pos,omitempty"` // "file:line:col"
	Length   int    `json:"length,omitempty"`
	Message  string `json:"message"`
	Hint     string `json:"hint,omitempty"`
}

// MarshalJSON gives keys in the order of the struct's fields, lists that are
// never null, and diagnostics with positions as strings.
func (c *Check) MarshalJSON() ([]byte, error) {
	type plain Check // without this method
	out := struct {
		*plain
		Results       []Result         `json:"results"`
		RuntimeErrors *Result          `json:"runtime_errors,omitempty"`
		Deadlock      *Result          `json:"deadlock,omitempty"`
		Diagnostics   []jsonDiagnostic `json:"diagnostics"`
	}{
		plain:         (*plain)(c),
		Results:       make([]Result, len(c.Results)),
		RuntimeErrors: c.RuntimeErrors.withLists(),
		Deadlock:      c.Deadlock.withLists(),
		Diagnostics:   diagnostics(c.Diagnostics),
	}
	for i := range c.Results {
		out.Results[i] = *c.Results[i].withLists()
	}
	return marshal(out)
}

// withLists is r with empty instead of absent lists; nil of none.
func (r *Result) withLists() *Result {
	if r == nil {
		return nil
	}
	with := *r
	with.Constraints, with.Trace = listOf(r.Constraints), listOf(r.Trace)
	return &with
}

// diagnostics is the JSON form of a list, never null.
func diagnostics(list []diag.Diagnostic) []jsonDiagnostic {
	out := make([]jsonDiagnostic, len(list))
	for i, d := range list {
		out[i] = jsonDiagnostic{Severity: d.Severity.String(), Code: string(d.Code), Length: d.Len, Message: d.Message, Hint: d.Hint}
		if d.Pos.Filename != "" || d.Pos.IsValid() {
			out[i].Pos = d.Pos.String()
		}
	}
	return out
}

// object is a JSON object with keys in this order.
func object[T any](keys []string, value func(i int) T) ([]byte, error) {
	b := []byte{'{'}
	for i, key := range keys {
		if i > 0 {
			b = append(b, ',')
		}
		name, err := marshal(key)
		if err != nil {
			return nil, err
		}
		text, err := marshal(value(i))
		if err != nil {
			return nil, err
		}
		b = append(append(append(b, name...), ':'), text...)
	}
	return append(b, '}'), nil
}

// WriteJSON prints c as indented JSON with a final newline.
func (c *Check) WriteJSON(w io.Writer) error { return writeIndented(w, c) }

// writeIndented writes JSON that keeps <, > and & as they are, and has nothing that
// a terminal would not show.
func writeIndented(w io.Writer, v any) error {
	encode := func() ([]byte, error) { return marshal(v) }
	if m, ok := v.(json.Marshaler); ok { // marshal would read again what it writes
		encode = m.MarshalJSON
	}
	flat, err := encode()
	if err != nil {
		return err
	}
	return printable.WriteIndented(w, printable.JSON(flat))
}

// marshal is json.Marshal with <, > and & as they are: event names such as
// "c<-3" are to be read by people too.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// ZeroTimes sets every duration to zero, so that equal input gives equal
// bytes.
func (c *Check) ZeroTimes() {
	for _, r := range c.all() {
		r.Seconds = 0
		for i := range r.Instances {
			r.Instances[i].Seconds = 0
		}
	}
}
