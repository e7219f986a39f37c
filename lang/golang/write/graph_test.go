package write

import (
	"fmt"
	"go/token"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// words are what the paths of a graph without cycles do: their lines, tests, and how they end.
func (g *Graph) words() map[string]bool {
	out := map[string]bool{}
	var from func(i int, word string)
	from = func(i int, word string) {
		v := &g.V[i]
		for _, l := range v.Lines {
			word += " " + l.Text
		}
		switch v.Kind {
		case Ret:
			out[word+" end"] = true
		case Halt:
			out[word+" halt"] = true
		}
		for k, s := range v.Succ {
			if v.Kind == Test {
				from(s, fmt.Sprintf("%s %s=%d", word, v.Cond, k))
			} else {
				from(s, word)
			}
		}
	}
	from(0, "")
	return out
}

// What paths do stays when a graph is made smaller.
func TestReduceKeepsWords(t *testing.T) {
	smaller := 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := 4 + r.IntN(8)
		g := &Graph{V: make([]Vertex, n), Endless: func(token.Pos) {}, Jump: func(token.Pos) {}}
		for i := range g.V {
			v := &g.V[i]
			if r.IntN(3) == 0 {
				v.Lines = One(fmt.Sprint("l", i), token.NoPos)
			}
			later := func() int { return i + 1 + r.IntN(min(n-i-1, 4)) }
			switch kind := r.IntN(8); {
			case i == n-1:
				v.Kind = Ret
			case kind < 3:
				v.Kind, v.Succ = Jump, []int{later()}
			case kind < 7:
				v.Kind, v.Succ = Choice, []int{later(), later()}
			default:
				v.Kind, v.Cond, v.Succ = Test, fmt.Sprint("c", i), []int{later(), later()}
			}
		}
		before := g.words()
		text := fmt.Sprintf("%+v", g.V)
		g.Reduce()
		tests := func(words map[string]bool) []string { // a test both of whose ways are the same may be left out
			var out []string
			for w := range words {
				out = append(out, strings.Join(slices.DeleteFunc(strings.Fields(w), func(s string) bool { return s[0] == 'c' }), " "))
			}
			slices.Sort(out)
			return slices.Compact(out)
		}
		if after := g.words(); !slices.Equal(tests(before), tests(after)) {
			t.Fatalf("seed %d: %v, and before %v\n%s", seed, slices.Sorted(maps.Keys(after)), slices.Sorted(maps.Keys(before)), text)
		}
		if len(fmt.Sprintf("%+v", g.V)) < len(text) {
			smaller++
		}
	}
	if smaller < 1000 {
		t.Errorf("%d graphs got smaller", smaller)
	}
}
