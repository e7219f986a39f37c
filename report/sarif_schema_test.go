package report_test

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	. "flavers/report"
	"flavers/report/sarif"

	"github.com/xeipuuv/gojsonschema"
)

// officialSARIF is the schema of SARIF 2.1.0 as OASIS publishes it (errata 01,
// sarif-schema-2.1.0.json, unchanged).
func officialSARIF(t *testing.T) *gojsonschema.Schema {
	t.Helper()
	text, err := os.ReadFile("testdata/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	s, err := gojsonschema.NewSchema(gojsonschema.NewBytesLoader(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func officialProblems(t *testing.T, s *gojsonschema.Schema, text string) (problems []string) {
	t.Helper()
	r, err := s.Validate(gojsonschema.NewStringLoader(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range r.Errors() {
		problems = append(problems, e.String())
	}
	return problems
}

// Whatever we write is valid by the official schema, which a reader may hold it
// against.
func TestSARIFOfficialSchema(t *testing.T) {
	s := officialSARIF(t)
	full := &Check{Version: Version, Program: "p", Results: []Result{{}}, RuntimeErrors: &Result{}}
	Fill(reflect.ValueOf(&full.Results[0]).Elem())
	*full.RuntimeErrors = full.Results[0]
	full.RuntimeErrors.Property = "other"
	for name, c := range map[string]*Check{"mixed": Mixed(), "crowd": Crowd(9), "long": Long(40), "full": full, "empty": {Version: Version},
		"explore": FullExplore().AsCheck(full.Results), "replay": SampleRun().AsCheck([]Result{{Property: "order"}}),
		"crosscheck": (&Crosscheck{Disagreements: []Disagreement{{What: "they differ", Trace: []Step{{Task: "a", Pos: "p:1:1"}}}}}).AsCheck(full.Results, nil)} {
		for _, opt := range []sarif.Options{{}, {Version: "1.2.3", Explain: func(code string) string { return "why " + code }}} {
			text, _ := sarifOf(t, c, opt)
			for _, p := range officialProblems(t, s, text) {
				t.Errorf("%s: %s", name, p)
			}
		}
	}
}

// Every word of our transcription of the schema is in the official one: a key
// that does not exist there would pass unseen.
func TestSARIFTranscription(t *testing.T) {
	text, err := os.ReadFile("testdata/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	type object struct {
		Properties map[string]struct {
			Enum []any
			Ref  string `json:"$ref"`
		}
		Required []string
	}
	var schema struct {
		object
		Definitions map[string]object
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	names := map[string]string{"multiformat": "multiformatMessageString", "configuration": "reportingConfiguration"}
	for kind, lines := range sarifObjects {
		official := schema.object
		if kind == "propertyBag" {
			continue
		}
		if kind != "log" {
			name := kind
			if names[kind] != "" {
				name = names[kind]
			}
			var ok bool
			if official, ok = schema.Definitions[name]; !ok {
				t.Errorf("the official schema has no %s", name)
			}
		}
		for _, line := range strings.Split(lines, "; ") {
			key, typ, _ := strings.Cut(line, " ")
			key, required := strings.CutSuffix(key, "!")
			prop, ok := official.Properties[key]
			if !ok {
				t.Errorf("%s: the official schema has no key %s", kind, key)
				continue
			}
			for _, r := range official.Required {
				if r == key && !required {
					t.Errorf("%s: %s is required", kind, key)
				}
			}
			if words := strings.Split(typ, "|"); len(words) > 1 {
				for _, w := range words {
					if !strings.Contains(fmt.Sprint(prop.Enum), w) {
						t.Errorf("%s.%s: %s is not one of %v", kind, key, w, prop.Enum)
					}
				}
			}
		}
	}
}

// The validator finds what is wrong.
func TestSARIFOfficialRejects(t *testing.T) {
	s := officialSARIF(t)
	good, _ := sarifOf(t, Mixed(), sarif.Options{})
	for _, c := range []struct{ old, new, want string }{
		{`"version": "2.1.0"`, `"version": "2.2.0"`, "version"},
		{`"ruleIndex": 0`, `"ruleIndex": -2`, "ruleIndex"},
		{`"level": "error"`, `"level": "fatal"`, "level"},
		{`"startLine": `, `"startLine": -`, "startLine"},
		{`"threadFlows"`, `"threads"`, "threadFlows"},
		{`"results"`, `"findings"`, "findings"},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		if text == good {
			t.Errorf("%s does not occur", c.old)
			continue
		}
		if p := strings.Join(officialProblems(t, s, text), "\n"); !strings.Contains(p, c.want) {
			t.Errorf("%s -> %s: problems %q", c.old, c.new, p)
		}
	}
}
