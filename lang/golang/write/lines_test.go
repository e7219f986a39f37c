package write

import (
	"go/token"
	"testing"
)

// A place stands where it is another one than before, and its file where that changes.
func TestLayout(t *testing.T) {
	places := []token.Position{{}, {Filename: "a.go", Line: 3, Column: 6}, {Filename: "a.go", Line: 4, Column: 2},
		{Filename: "lib/b.go", Line: 4, Column: 2}, {Filename: "lib/b.go", Line: 4, Column: 9}}
	out := NewLayout(func(p token.Pos) token.Position { return places[p] })
	out.Put("program p", token.NoPos)
	out.All(Block(1, "task main", append(Block(2, "if x", Lines(3, "lock mu", "unlock mu")), Lines(4,
		"event long_name_of_an_event_that_leaves_no_room")...)))
	out.All(Block(1, "task other", One("skip", token.NoPos)))
	const want = `program p
task main {                                     //at a.go:3:6
    if x {                                      //at 4:2
        lock mu                                 //at lib/b.go:4:2
        unlock mu
    }
    event long_name_of_an_event_that_leaves_no_room //at 4:9
}
task other {                                    //at a.go:3:6
    skip
}
`
	if got := out.Text.String(); got != want || len(out.Files) != 2 {
		t.Errorf("%s%v, want\n%s", got, out.Files, want)
	}
}
