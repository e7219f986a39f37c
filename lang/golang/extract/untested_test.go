package extract

import "testing"

// A value is untested if no later step asks for it, with any operator, or for what was assigned from it.
func TestUntested(t *testing.T) {
	p := &Program{Text: []byte("\tn = got + 1 //at 3:1\n\tother = 2\n")}
	for _, c := range []struct {
		events   []string
		untested bool
	}{
		{nil, true},
		{[]string{"other==2", "lock mu"}, true},
		{[]string{"t.got=true", "n=2"}, true}, // assignments ask for nothing
		{[]string{"t.got==false"}, false},
		{[]string{"t.n>0"}, false},
		{[]string{"n<=1"}, false},
		{[]string{"!got"}, false},
		{[]string{"other=n"}, false},
	} {
		if untested := p.Untested("t.got", c.events); untested != c.untested {
			t.Errorf("%q: %t", c.events, untested)
		}
	}
}
