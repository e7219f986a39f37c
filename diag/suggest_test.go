package diag

import "testing"

func TestSuggest(t *testing.T) {
	for _, c := range []struct {
		name string
		from []string
		want string
	}{
		{"stats", []string{"error", "states"}, "states"},
		{"frk", []string{"phil", "fork", "fork2"}, "fork"},
		{"eat(9)", []string{"eat(0)", "eat(1)"}, "eat(0)"},
		{"ab", []string{"ba", "zz"}, "ba"}, // a swap is one slip
		{"x", []string{"longer"}, ""},
		{"same", []string{"same"}, ""},
		{"q", []string{"a", "p", "r"}, ""}, // single letters are all alike
		{"w", []string{"v", "ww"}, "ww"},   // but for a letter typed twice
		{"mm", []string{"m", "n"}, "m"},
		{"s2", []string{"s0", "s1"}, ""},
		{"X", []string{"x", "y"}, "x"}, // upper and lower case
		{"absence", []string{"Absence", "absense"}, "Absence"},
		{"prop", []string{"property", "constraint"}, "property"}, // an abbreviation
		{"pro", []string{"property", "process"}, ""},             // of two
		{"st", []string{"states"}, ""},
		{"preceeds", []string{"precedes", "responds"}, "precedes"},
		{"othrwise", []string{"otherwise"}, "otherwise"},
		{"off", []string{"of"}, "of"},
		{"blue", []string{"red", "green"}, ""},
		{"cuont", []string{"count", "mount"}, "count"},
		{"", []string{"a", "ab"}, ""},
		{"ab", nil, ""},
		{"abc", []string{""}, ""},
	} {
		if got := Suggest(c.name, c.from); got != c.want {
			t.Errorf("Suggest(%q, %q) = %q, want %q", c.name, c.from, got, c.want)
		}
	}
	if got := Slip("open", []string{"opened"}); got != "" {
		t.Errorf("Slip takes an abbreviation: %q", got)
	}
}

// TestSuggestKeepsMost: what is suggested differs from the name in fewer
// letters than it shares with it, unless it only differs in case or length.
func TestSuggestKeepsMost(t *testing.T) {
	words := []string{"a", "b", "ab", "ba", "abc", "acb", "abd", "xyz", "abcd", "dcba", "abcde", "abxye", "vwxyz"}
	for _, a := range words {
		for _, b := range words {
			if Slip(a, []string{b}) == b && a != b && a != b+b && b != a+a {
				if d := editDistance(a, b, 99); 2*d > max(len(a), len(b)) {
					t.Errorf("%q is suggested for %q: %d letters differ", b, a, d)
				}
			}
		}
	}
}

func TestAmong(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  string
	}{
		{nil, ""},
		{[]string{"a"}, "a"},
		{[]string{"a", "b"}, "a and b"},
		{[]string{"a", "b", "c"}, "a, b and c"},
		{make([]string, 20), ""},
	} {
		if got := Among(c.names); got != c.want {
			t.Errorf("Among(%q) = %q, want %q", c.names, got, c.want)
		}
	}
}
