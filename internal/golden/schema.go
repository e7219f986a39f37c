package golden

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// This file checks JSON against a schema. For a schema that has the property "n" of
// type integer and requires it, {"n": "x", "m": 1} has two problems: n is no integer,
// and m is not in the schema.

// A JSONSchema is a schema in the part of JSON Schema that the project uses.
type JSONSchema struct {
	Ref        string                 `json:"$ref"`
	Type       string                 `json:"type"`
	Const      any                    `json:"const"`
	Enum       []any                  `json:"enum"`
	Required   []string               `json:"required"`
	Properties map[string]*JSONSchema `json:"properties"`
	Items      *JSONSchema            `json:"items"`
	Minimum    *float64               `json:"minimum"`
	Defs       map[string]*JSONSchema `json:"$defs"`

	Schema      string `json:"$schema"`
	Title       string `json:"title"`
	Description string `json:"description"`
}

// validate walks v beside s. Keys that the schema does not name are problems
// here, though readers must accept them: what we write is documented.
func (s *JSONSchema) validate(root *JSONSchema, v any, at string) (problems []string) {
	bad := func(format string, args ...any) {
		problems = append(problems, at+": "+fmt.Sprintf(format, args...))
	}
	if s.Ref != "" {
		def := root.Defs[strings.TrimPrefix(s.Ref, "#/$defs/")]
		if def == nil {
			bad("unknown reference %s", s.Ref)
			return problems
		}
		return def.validate(root, v, at)
	}
	if s.Const != nil && !reflect.DeepEqual(s.Const, v) {
		bad("%v is not %v", v, s.Const)
	}
	if s.Enum != nil && !slices.ContainsFunc(s.Enum, func(e any) bool { return e == v }) {
		bad("%v is not one of %v", v, s.Enum)
	}
	ok := true
	switch s.Type {
	case "object":
		_, ok = v.(map[string]any)
	case "array":
		_, ok = v.([]any)
	case "string":
		_, ok = v.(string)
	case "boolean":
		_, ok = v.(bool)
	case "number":
		_, ok = v.(float64)
	case "integer":
		var f float64
		f, ok = v.(float64)
		ok = ok && f == float64(int64(f))
	case "":
	default:
		bad("the schema has type %s", s.Type)
	}
	if !ok {
		bad("%v is no %s", v, s.Type)
	}
	if f, isNumber := v.(float64); isNumber && s.Minimum != nil && f < *s.Minimum {
		bad("%v < %v", f, *s.Minimum)
	}
	switch v := v.(type) {
	case map[string]any:
		for _, k := range s.Required {
			if _, ok := v[k]; !ok {
				bad("key %s is missing", k)
			}
		}
		for k, x := range v {
			if p := s.Properties[k]; p != nil {
				problems = append(problems, p.validate(root, x, at+"."+k)...)
			} else {
				bad("key %s is not in the schema", k)
			}
		}
	case []any:
		for i, x := range v {
			if s.Items == nil {
				bad("the schema has no items")
				break
			}
			problems = append(problems, s.Items.validate(root, x, fmt.Sprintf("%s[%d]", at, i))...)
		}
	}
	return problems
}

// Problems lists where a text is not as the schema says.
func (s *JSONSchema) Problems(t *testing.T, text []byte) []string {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return s.validate(s, v, "")
}

// Schema reads a schema. A keyword that Problems would ignore is an error.
func Schema(t *testing.T, name string) *JSONSchema {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	var s JSONSchema
	if err := d.Decode(&s); err != nil {
		t.Fatal(err)
	}
	return &s
}
