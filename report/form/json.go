package form

import (
	"bytes"
	"encoding/json"
	"io"

	"flavers/diag"
	"flavers/internal/printable"
)

// Diagnostic is a diag.Diagnostic with its position as one string.
type Diagnostic struct {
	Severity string `json:"severity"` // error, warning, note
	Code     string `json:"code"`
	Pos      string `json:"pos,omitempty"` // "file:line:col"
	Length   int    `json:"length,omitempty"`
	Message  string `json:"message"`
	Hint     string `json:"hint,omitempty"`
}

// Diagnostics is the JSON form of a list, never null.
func Diagnostics(list []diag.Diagnostic) []Diagnostic {
	out := make([]Diagnostic, len(list))
	for i, d := range list {
		out[i] = Diagnostic{Severity: d.Severity.String(), Code: string(d.Code), Length: d.Len, Message: d.Message,
			Hint: d.Hint}
		if d.Pos.Filename != "" || d.Pos.IsValid() {
			out[i].Pos = d.Pos.String()
		}
	}
	return out
}

// Object is a JSON object with keys in this order.
func Object[T any](keys []string, value func(i int) T) ([]byte, error) {
	b := []byte{'{'}
	for i, key := range keys {
		if i > 0 {
			b = append(b, ',')
		}
		name, err := Marshal(key)
		if err != nil {
			return nil, err
		}
		text, err := Marshal(value(i))
		if err != nil {
			return nil, err
		}
		b = append(append(append(b, name...), ':'), text...)
	}
	return append(b, '}'), nil
}

// ListOf is an empty list for none.
func ListOf[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// Write prints v as indented JSON with a final newline. It keeps <, > and & as they
// are, and has nothing that a terminal would not show.
func Write(w io.Writer, v any) error {
	encode := func() ([]byte, error) { return Marshal(v) }
	if m, ok := v.(json.Marshaler); ok { // marshal would read again what it writes
		encode = m.MarshalJSON
	}
	flat, err := encode()
	if err != nil {
		return err
	}
	return printable.WriteIndented(w, printable.JSON(flat))
}

// Marshal is json.Marshal with <, > and & as they are: event names such as
// "c<-3" are to be read by people too.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
