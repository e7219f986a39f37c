package extract

import "testing"

// An execution is one of the package only if no variable that counts turns comes to the last one that is told apart, in
// whichever task (theory.md, Lemma 14.4).
func TestWhole(t *testing.T) {
	p := &Program{turns: map[string]int{"turn": 2, "turn_2": 4}}
	for name, test := range map[string]struct {
		events []string
		want   bool
	}{
		"no turn":                    {[]string{"lock m", "x=2"}, true},
		"turns that are told apart":  {[]string{"main.turn=0", "main.turn=1", "main.turn_2=3"}, true},
		"the one for all others":     {[]string{"main.turn=1", "main.turn=2"}, false},
		"of another loop":            {[]string{"run[1].turn_2=4"}, false},
		"with the number of another": {[]string{"run[1].turn_2=2"}, true},
	} {
		if got := p.Whole(test.events); got != test.want {
			t.Errorf("%s: %t, want %t", name, got, test.want)
		}
	}
	if (&Program{}).Whole(nil) {
		t.Error("loops are cut short for another reason than their turns, and make no difference")
	}
}
