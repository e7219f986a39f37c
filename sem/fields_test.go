package sem_test

import (
	"slices"
	"strings"
	"testing"

	"flavers/lang"
	"flavers/sem"
)

// What a receive with a pattern does: the ends of all executions, as the value of x with
// "blocked" where some task cannot move, or the error.
func TestPatterns(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		// Only the oldest message is looked at.
		{"chan c[2] (0..3, bool)\ntask a { c <- (1, true); c <- (2, false) }\ntask b { (2, _) = <-c; x = 3 }", "0 blocked"},
		{"chan c[2] (0..3, bool)\ntask a { c <- (1, true); c <- (2, false) }\ntask b { (1, true) = <-c; (x, false) = <-c }", "2"},
		{"chan c[2] (0..3, bool)\ntask a { c <- (1, true); c <- (2, false) }\ntask b { <-c; (x, _) = <-c }", "2"},
		// A rendezvous happens where the message that is offered matches.
		{"chan c (0..3, bool)\ntask a { c <- (1, true) }\ntask a2 { c <- (2, false) }\ntask b { (x, false) = <-c; (_, true) = <-c }", "2"},
		{"chan c (0..3, bool)\ntask a { c <- (1, true) }\ntask b { (x, false) = <-c }", "0 blocked"},
		// Values of variables are compared as they are before the step stores anything.
		{"chan c[1] (0..3, 0..3)\ntask a { c <- (2, 0) }\ntask b { (x, == x) = <-c }", "2"},
		{"chan c[1] (0..3, 0..3)\ntask a { c <- (2, 2) }\ntask b { (x, == x) = <-c }", "0 blocked"},
		// Fields are stored from left to right.
		{"chan c[1] (0..1, 0..3)\nshared a [2]0..3\ntask t { c <- (1, 3) }\ntask b { var i 0..1; (i, a[i]) = <-c; x = a[1] }", "3"},
		// A closed, empty channel has the first values, for ever.
		{"chan c[1] (1..3, bool)\ntask a { close c; (1, false) = <-c; (x, false) = <-c }", "1"},
		{"chan c[1] (1..3, bool)\ntask a { close c; (2, _) = <-c; x = 3 }", "0 blocked"},
		{"chan c (1..3, bool)\ntask a { close c; (x, _) = <-c }", "1"},
		// A single value may be matched, too.
		{"chan c[2] -1..3\ntask a { c <- 2; c <- -1 }\ntask b { (2) = <-c; (-1) = <-c; x = 3 }", "3"},
		// What stands behind a field that differs is not evaluated.
		{"chan c[1] (0..3, 0..3)\nshared z 0..1\ntask a { c <- (2, 0) }\ntask b { (1, == 1 / z) = <-c }", "0 blocked"},
		{"chan c[1] (0..3, 0..3)\nshared z 0..1\ntask a { c <- (2, 0) }\ntask b { (2, == 1 / z) = <-c }", "division by zero"},
		// A field out of its range is an error of the send, when there is room.
		{"chan c[1] (0..3, 0..1)\nshared z 0..3 = 2\ntask a { c <- (2, z) }", "range error"},
		{"chan c[1] (0..3, 0..1)\nshared z 0..3 = 2\ntask a { c <- (0, 0); c <- (2, z) }", "0 blocked"},
		// Alternatives, and else.
		{"chan c[1] (0..3, bool)\ntask a { c <- (1, true); select { case (2, _) = <-c: x = 1\n case (1, false) = <-c: x = 2\n else: x = 3 } }", "3"},
		{"chan c[1] (0..3, bool)\ntask a { c <- (1, true); select { case (2, _) = <-c: x = 1\n case (1, _) = <-c: x = 2\n else: x = 3 } }", "2"},
	} {
		p, ds := lang.Load("f.tfg", []byte("shared x 0..3\n"+c.src), lang.Options{})
		if ds.HasErrors() {
			t.Fatalf("%v\n%s", ds.All, c.src)
		}
		for _, machine := range []string{"numbered", "two ends"} {
			m, err := sem.New(p)
			if machine == "two ends" {
				m, err = sem.NewWithEnds(p)
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(ends(m), ", "); got != c.want {
				t.Errorf("%s: %s, want %s\n%s", machine, got, c.want, c.src)
			}
		}
	}
}

// ends lists how the executions of a machine end.
func ends(m *sem.Machine) []string {
	var out []string
	todo := [][]int32{m.Start()}
	for len(todo) > 0 {
		state := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		next := m.Successors(state, true)
		end := func(how string) {
			if !slices.Contains(out, how) {
				out = append(out, how)
			}
		}
		for _, o := range next {
			if o.Err == nil {
				todo = append(todo, o.Next)
				continue
			}
			end(o.Err.Kind.String())
		}
		if len(next) == 0 {
			v := m.Var(0)
			how := m.P.Vars[0].Type.Format(state[v])
			if !m.Over(state) {
				how += " blocked"
			}
			end(how)
		}
	}
	slices.Sort(out)
	return out
}
