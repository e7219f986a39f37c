package names

import (
	"strings"
	"testing"
)

func TestCompress(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"task:phil[0] task:phil[1] task:phil[2]", "task:phil[0..2]"},
		{"a[0] a[2] a[3]", "a[0] a[2..3]"},
		{"a[1] a[0]", "a[1] a[0]"},
		{"a[0] b[0] a[1] b[1]", "a[0..1] b[0..1]"},
		{"a[0][0] a[0][1] a[1][0] a[1][1]", "a[0..1][0..1]"},
		{"a[0][0] a[0][1] a[1][1]", "a[0][0..1] a[1][1]"},
		{"p[0].x p[1].x p[0].y p[1].y", "p[0..1].x p[0..1].y"},
		{"a[0] a[0]", "a[0] a[0]"},
		{"x[y] x[01] x[ x] x[99999999999999999999]", "x[y] x[01] x[ x] x[99999999999999999999]"},
		{"lock:door c[i][0] c[i][1]", "lock:door c[i][0..1]"},
	} {
		got := strings.Join(Compress(strings.Fields(c.in)), " ")
		if got != c.want {
			t.Errorf("Compress(%s) = %s, want %s", c.in, got, c.want)
		}
	}
}

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"", "", true}, {"", "a", false}, {"*", "", true}, {"?", "", false}, {"phil[*]", "phil[12]", true}, {"phil[?]", "phil[12]", false},
		{"*a*b", "xaybab", true}, {"*a*b", "xayba", false}, {"var:*", "task:a", false}, {"a", "ab", false}, {"a*", "a", true},
	} {
		if got := Match(c.pattern, c.name); got != c.want {
			t.Errorf("%q fits %q: %v", c.name, c.pattern, got)
		}
	}
}
