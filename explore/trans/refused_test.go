package trans

import (
	"errors"
	"testing"

	"flavers/explore"
	"flavers/lang"
)

// What an explorer cannot take is said with its place.
func TestRefusedWhere(t *testing.T) {
	for _, c := range []struct {
		src  string
		line int // 0: not in one place
	}{
		{"actor a { on m { } }\nlock l\ntask t { lock l; unlock l }", 2},
		{"shared x 0..1\nactor a { on m { x = 1 } }\nactor b { on n { x = 0 } }", 1},
		{"actor a { on m { } }\ntask s dynamic[1] { }\ntask t { spawn s }", 2},
		{"task t { event e }", 0},
	} {
		p, ds := lang.Load("refused.tfg", []byte(c.src), lang.Options{})
		if ds.HasErrors() {
			t.Fatal(ds.All)
		}
		for _, x := range Explorers() {
			var r *explore.Refused
			if err := x.Applies(p, nil); !errors.As(err, &r) {
				t.Errorf("%s takes\n%s", x.Name, c.src)
			} else if r.Pos.Line != c.line {
				t.Errorf("%s: %s: line %d, want %d", x.Name, r.Reason, r.Pos.Line, c.line)
			}
		}
	}
}
