package report

import (
	"bytes"
	"encoding/json"
	"flavers/internal/golden"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func jsonText(t *testing.T, c *Check) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := c.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestJSONGolden(t *testing.T) {
	c := mixed()
	golden.File(t, "testdata/mixed.json", string(jsonText(t, c)))
	golden.File(t, "testdata/empty.json", string(jsonText(t, &Check{Version: Version, Program: "-"})))
	c.ZeroTimes()
	if got := jsonText(t, c); strings.Count(string(got), `"seconds": 0,`) != 5 {
		t.Errorf("a duration is left after ZeroTimes:\n%s", got)
	}
}

// Special characters of event names stay readable, and the whole is valid.
func TestJSONKeepsEventNames(t *testing.T) {
	c := &Check{Results: []Result{{Property: `a"b\`, Trace: []Step{{Event: "c<-3 && <-d"}}}}}
	got := jsonText(t, c)
	if !bytes.Contains(got, []byte(`"c<-3 && <-d"`)) {
		t.Errorf("event name is escaped:\n%s", got)
	}
	var back map[string]any
	if err := json.Unmarshal(got, &back); err != nil {
		t.Fatal(err)
	}
}

func TestJSONMatchesSchema(t *testing.T) {
	s := golden.Schema(t, "../docs/schema/check.schema.json")
	full := &Check{Version: Version, Program: "p", Results: []Result{{}}, RuntimeErrors: &Result{},
		Names: new(Names)}
	fill(reflect.ValueOf(&full.Results[0]).Elem())
	fill(reflect.ValueOf(full.Names).Elem())
	*full.RuntimeErrors = full.Results[0]
	for _, c := range []*Check{mixed(), crowd(4), long(7), full, {Version: Version}} {
		for _, p := range s.Problems(t, jsonText(t, c)) {
			t.Error(p)
		}
	}
}

// fill gives every field a value that is not zero, so that no key is omitted.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.String:
		text := "x"
		switch v.Type() {
		case reflect.TypeFor[Verdict]():
			text = string(Holds)
		case reflect.TypeFor[Limit]():
			text = string(LimitTime)
		}
		v.SetString(text)
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(7)
	case reflect.Float64:
		v.SetFloat(1.5)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Interface: // the evidence, which is not in the JSON
		return
	default:
		panic("fill: " + v.Kind().String())
	}
	if r, ok := v.Addr().Interface().(*Result); ok {
		r.POR = "normal"
	}
}

// Every verdict and every limit of the package is in the schema, and has a
// sentence of its own in the text form.
func TestLimits(t *testing.T) {
	s := golden.Schema(t, "../docs/schema/check.schema.json")
	limits := s.Defs["result"].Properties["limit"].Enum
	if len(limits) != 7 {
		t.Errorf("limits %v", limits)
	}
	seen := map[string]bool{}
	for _, l := range []Limit{LimitTuples, LimitTime, LimitMemory, LimitDepth, LimitStates, LimitInterrupt, LimitSize} {
		if !slices.Contains(limits, any(string(l))) {
			t.Errorf("limit %s is not in the schema", l)
		}
		got := text(t, &Check{Results: []Result{{Property: "p", Verdict: Unknown, Limit: l}}}, TextOptions{})
		if seen[got] || !strings.Contains(got, "p is unknown") {
			t.Errorf("limit %s has no text of its own:\n%s", l, got)
		}
		seen[got] = true
	}
	if got := text(t, &Check{Results: []Result{{Property: "p", Verdict: Unknown}}}, TextOptions{}); seen[got] {
		t.Errorf("some limit has no text:\n%s", got)
	}
}

// The walker finds what is wrong: otherwise the test above proves nothing.
func TestSchemaRejects(t *testing.T) {
	s := golden.Schema(t, "../docs/schema/check.schema.json")
	good := string(jsonText(t, mixed()))
	for _, c := range []struct{ old, new, want string }{
		{`"verdict": "holds"`, `"verdict": "maybe"`, "is not one of"},
		{`"version": 1`, `"version": 2`, "is not 1"},
		{`"visits": 12`, `"visits": -12`, "-12 < 0"},
		{`"visits": 12`, `"visits": 12.5`, "is no integer"},
		{`"visits": 12`, `"visit": 12`, "key visits is missing"},
		{`"trace": []`, `"trace": null`, "is no array"},
		{`"event": "eat(1)"`, `"event": 1`, "is no string"},
		{`"at_end": true`, `"at_end": "yes"`, "is no boolean"},
		{`"rounds"`, `"round"`, "key round is not in the schema"},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		if text == good {
			t.Errorf("%s does not occur", c.old)
			continue
		}
		if p := strings.Join(s.Problems(t, []byte(text)), "\n"); !strings.Contains(p, c.want) {
			t.Errorf("%s -> %s: problems %q, want %q", c.old, c.new, p, c.want)
		}
	}
}
