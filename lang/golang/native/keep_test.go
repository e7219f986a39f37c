package native

import (
	"strings"
	"testing"
)

// A file of tests has what its clients need, and no more; functions without a body return some value.
func TestTests(t *testing.T) {
	text := "package p\n\nimport flavers_io \"io\"\n\nimport flavers_json \"p/json\"\n\nfunc flaversAny1() string\n\nfunc flaversAny2() int\n\n" +
		"//line p.go:3:1\nfunc call_Get(x *T, _ flavers_json.Val) {\n\tx.Get(flaversAny1())\n}\n\nfunc call_Put(x *T, r flavers_io.Reader) {\n" +
		"\tx.Put(flaversAny2())\n}\n\nfunc client_T() {\n\tgo call_Get(nil)\n}\n\nfunc client_T_2() {\n\tgo call_Put(nil, nil)\n}\n"
	out, err := Tests("p", text, []Kept{{Client: "client_T", Says: []string{"p.go:7:1: deadlock", "if Get is called"},
		Stuck: []Stuck{{"p.(*T).Get", "chan send"}}, Words: []string{"a \"word\""}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"package p\n", "// if Get is called\nfunc TestFlavers_T(", `{"p.(*T).Get": "chan send"}`,
		"func flaversAny1() (v string) { flaversFill(&v); return }", "func call_Get(",
		`flavers_json "p/json"`, `flaverslib_json "encoding/json"`, `\"a \\\"word\\\"\"`} {
		if !strings.Contains(string(out), want) {
			t.Errorf("%s is not in\n%s", want, out)
		}
	}
	for _, other := range []string{"flaversAny2", "call_Put", "client_T_2", "flavers_io", "//line", "FLAVERS_VALUES"} {
		if strings.Contains(string(out), other) {
			t.Errorf("%s is in\n%s", other, out)
		}
	}
}
