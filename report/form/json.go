package form

import (
	"bytes"
	"encoding/json"
	"io"

	"flavers/diag"
	"flavers/internal/printable"
)

// Diagnostic is the JSON form of a diag.Diagnostic. Its position is one string, and absent if it is not known.
type Diagnostic struct {
	Severity string `json:"severity"` // error, warning, note
	Code     string `json:"code"`
	Pos      string `json:"pos,omitempty"` // "file:line:col"
	Length   int    `json:"length,omitempty"`
	Message  string `json:"message"`
	Hint     string `json:"hint,omitempty"`
}

// Diagnostics returns the JSON form of a list. It is never nil, so that JSON has [] for an empty list.
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

// Object returns a JSON object with the keys in the order given; encoding/json would sort those of a map. value returns
// the value for the key with index i. The error is one of encoding/json about a value.
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

// ListOf returns the list, or an empty one in place of nil: JSON has [] for it, and null for nil.
func ListOf[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// Write prints v as indented JSON with a final newline. Characters that a terminal would not show, or would obey, are
// escaped; <, > and & are not.
func Write(w io.Writer, v any) error {
	encode := func() ([]byte, error) { return Marshal(v) }
	if m, ok := v.(json.Marshaler); ok { // called directly, because encoding/json would parse the result once more
		encode = m.MarshalJSON
	}
	flat, err := encode()
	if err != nil {
		return err
	}
	return printable.WriteIndented(w, printable.JSON(flat))
}

// Marshal is json.Marshal, except that it does not escape <, > and &, so that people can read the names of events, such
// as "c<-3".
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
