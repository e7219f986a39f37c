package roots

import (
	"fmt"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

const operated = `package p

func (q *queue) put(v int) (err error) {
	q.mu.Lock()
	q.items <- v + 1
	select {
	case x := <-q.done:
		_ = x
	}
	go func(n int) { q.put(n) }(2)
	for v := range q.items {
		q.each(func(int) bool { return v == 1 }, rest...)
	}
	if err != nil {
		return q.aVeryLongNameOfAField.anotherVeryLongName.yetAnotherOne.call(1)
	}
	if err == nil {
	}
}

var ready = made(1)
`

// Operations are found where go/ssa has them: a call at its parenthesis, a send at its arrow, others where they begin;
// comparisons with nil at their operator.
func TestOperations(t *testing.T) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", operated, 0)
	if err != nil {
		t.Fatal(err)
	}
	w := &written{map[string]operation{}, map[string]condition{}, map[string]map[string]bool{}, map[string]map[int64]string{}}
	pkg := types.NewPackage("p", "p")
	w.read(fset, f, pkg)
	for name, value := range map[string]int64{"idle": 0, "running": 1, "started": 1} {
		w.constant("9", types.NewConst(token.NoPos, pkg, name, types.Typ[types.Int], constant.MakeInt64(value)))
	}
	if got := w.constants["9"]; got[0] != "idle" || got[1] != "" {
		t.Errorf("of two constants with one value none is meant: %v", got)
	}
	ps := &Packages{texts: map[string]*written{"p.go": w}}
	// at is the place of the last character of some words.
	at := func(words string) string {
		before, _, found := strings.Cut(operated, words)
		if !found {
			t.Fatal(words)
		}
		before += words
		return fmt.Sprintf("p.go:%d:%d", strings.Count(before, "\n")+1, len(before)-strings.LastIndex(before, "\n")-1)
	}
	for words, want := range map[string]string{
		"q.mu.Lock(":          "q.mu.Lock()",
		"q.items <":           "q.items <- v + 1",
		"\ts":                 "select",
		"case x := <":         "<-q.done",
		"\tg":                 "go func(n int) {...}(2)",
		"{ q.put(":            "q.put(n)",
		"\tf":                 "range q.items",
		"q.each(":             "q.each(func(int) bool {...}, rest...)",
		"yetAnotherOne.call(": "q.aVeryLongNameOfAField.anotherVeryLongName.yetAnotherOne...",
	} {
		if text, function := ps.Operation(at(words)); text != want || function != "put" {
			t.Errorf("%q in %s at %s, want %s", text, function, at(words), want)
		}
	}
	if text, function := ps.Operation(at("= made(")); text != "made(1)" || function != "" {
		t.Errorf("%q in %s", text, function)
	}
	if text, _ := ps.Operation("p.go:1:1"); text != "" {
		t.Errorf("%q stands at the beginning", text)
	}
	for _, c := range []struct {
		words string
		some  bool
		want  string
	}{{"if err !", true, "err != nil"}, {"if err !", false, "err != nil is false"}, {"if err =", true, "err == nil is false"},
		{"if err =", false, "err == nil"}, {"q.mu.Lock(", true, ""}} {
		if got := ps.Condition(at(c.words), c.some); got != c.want {
			t.Errorf("%s, %v: %q, want %q", c.words, c.some, got, c.want)
		}
	}
	if uses, known := ps.Uses(at("q.items <"), "items"); !uses || !known {
		t.Error("a name is not found")
	}
	if uses, known := ps.Uses(at("q.items <"), "turn"); uses || !known {
		t.Error("a name is found that is not there")
	}
}
