package lpor

import (
	"context"
	"fmt"

	"flavers/explore"
	"flavers/lang"
)

// The example of the package's documentation.
func ExampleRun() {
	p, _ := lang.Load("example.tfg", []byte(`program example
		actor a { on m { post c.x } }
		actor b { on m { post d.y } }
		actor c { on x { } }
		actor d { on y { } }
		post a.m; post b.m`), lang.Options{})
	full, _ := explore.Run(context.Background(), p, nil, explore.Options{Algorithm: "states"})
	less, _ := Run(context.Background(), p, nil, explore.Options{})
	fmt.Println(full.States, less.States)
	// Output: 9 5
}

// counter is a system of the package's user: two counters that go up.
type counter struct{ top int }

func (counter) Start() [2]int { return [2]int{} }

func (c counter) Enabled(dst []ID, s [2]int) []ID {
	for t := range 2 {
		if s[t] < c.top {
			dst = append(dst, ID(t))
		}
	}
	return dst
}

func (counter) Successors(dst [][2]int, s [2]int, t ID) [][2]int {
	s[t]++
	return append(dst, s)
}

func (counter) Key(dst []byte, s [2]int) []byte { return append(dst, byte(s[0]), byte(s[1])) }

// A system with relations of one's own: neither transition depends on the other,
// nor can one enable the other, so no pair is given.
func ExampleSearch() {
	s := Search[[2]int]{System: counter{9}, Relations: NewRelations(2)}
	if err := s.Run(); err != nil {
		fmt.Println(err)
	}
	all := Search[[2]int]{System: counter{9}, Full: true}
	if err := all.Run(); err != nil {
		fmt.Println(err)
	}
	fmt.Println(s.States, s.Terminal, all.States, all.Terminal)
	// Output: 19 1 100 1
}
