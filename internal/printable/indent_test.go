package printable

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"testing"
)

// WriteIndented is json.Indent, and a new line.
func TestIndent(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	words := []string{"", "a", `"`, `\`, `\"`, "{", "[]", ",:", "\n", "é", "\u2028", `a\\`, "long enough to be found by more than one step"}
	var value func(depth int) any
	value = func(depth int) any {
		switch n := r.IntN(7); {
		case n == 0 || depth == 0:
			return words[r.IntN(len(words))]
		case n == 1:
			return r.IntN(1000) - 500
		case n == 2:
			return []any{nil, true, 1.5e-7}[r.IntN(3)]
		case n < 5:
			list := make([]any, r.IntN(4))
			for i := range list {
				list[i] = value(depth - 1)
			}
			return list
		}
		object := map[string]any{}
		for range r.IntN(4) {
			object[words[r.IntN(len(words))]] = value(depth - 1)
		}
		return object
	}
	nested := 0
	for range 3000 {
		flat, err := json.Marshal(value(5))
		if err != nil {
			t.Fatal(err)
		}
		var want bytes.Buffer
		if err := json.Indent(&want, flat, "", "  "); err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		if err := WriteIndented(&got, flat); err != nil || got.String() != want.String()+"\n" {
			t.Fatalf("%s\ngot\n%s\nwant\n%s", flat, got.String(), want.String())
		}
		if bytes.Contains(flat, []byte("[{")) {
			nested++
		}
	}
	if nested < 100 {
		t.Errorf("only %d lists of objects", nested)
	}
}
