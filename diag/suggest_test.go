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
	} {
		if got := Suggest(c.name, c.from); got != c.want {
			t.Errorf("Suggest(%q, %q) = %q, want %q", c.name, c.from, got, c.want)
		}
	}
}
