package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// votes is an execution of tasks whose steps have several events, and take messages.
func votes() *Check {
	return &Check{Program: "votes.tfg", Results: []Result{{Property: "agree", Verdict: Violated, Trace: []Step{
		{Task: "a", Event: "a.start post b.go post c.go", Events: []string{"a.start", "post b.go", "post c.go"}, Pos: "votes.tfg:6:5",
			Sends: []Send{{To: "b", Message: "b.go", Step: 2, Sent: 1}, {To: "c", Message: "c.go", Step: 3, Sent: 2}}},
		{Task: "b", Event: "b.go b.mine=true post c.say(true)", Events: []string{"b.go", "b.mine=true", "post c.say(true)"},
			Pos: "votes.tfg:9:5", Vars: []VarValue{{"b.mine", "true"}, {"b.extra", "1"}},
			Sends: []Send{{To: "c", Message: "c.say(true)", Step: 3, Sent: 2, Taken: 1}}},
		{Task: "c", Event: "c.go c.say(true)", Events: []string{"c.go", "c.say(true)"}, Pos: "votes.tfg:12:5", State: "error"},
	}}}}
}

// Each event has a line of its own, where a message was sent is told beside it, and
// arrows stand in the line of what sends.
func TestEventsHaveLines(t *testing.T) {
	for _, k := range []struct {
		width int
		want  string
	}{
		{120, `
  step  a          b                 c                        sets       property  at
     1  a.start                                                                    votes.tfg:6:5
        post b.go  ~>
        post c.go                    ~>
     2             b.go (sent in 1)                                                votes.tfg:9:5
                   b.mine=true
                   post c.say(true)  ~>                       b.extra=1
     3                               c.go (sent in 1)                              votes.tfg:12:5
                                     c.say(true) (sent in 2)             error
`},
		{70, `
  1.  a  a.start                             votes.tfg:6:5
         post b.go
         post c.go
  2.  b  b.go (sent in 1)                    votes.tfg:9:5
         b.mine=true
         post c.say(true)         b.extra=1
  3.  c  c.go (sent in 1)                    votes.tfg:12:5
         c.say(true) (sent in 2)  [error]
`},
		{40, `
  1.  a  a.start  votes.tfg:6:5
        post b.go
        post c.go
  2.  b  b.go (sent in 1)  votes.tfg:9:5
        b.mine=true
        post c.say(true)  b.extra=1
  3.  c  c.go (sent in 1)
        votes.tfg:12:5
        c.say(true) (sent in 2)  [error]
`},
	} {
		got := text(t, votes(), TextOptions{Width: k.width})
		_, got, _ = strings.Cut(got, "agree is violated\n")
		got, _, _ = strings.Cut(got, "\n  Step 3")
		if d := cmp.Diff(k.want, got); d != "" {
			t.Errorf("width %d: %s", k.width, d)
		}
	}
}
