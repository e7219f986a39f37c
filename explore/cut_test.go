package explore

import (
	"context"
	"testing"

	"flavers/lang"
)

// StopAtCut ends an exploration with the first execution that is too long, and
// changes nothing where there is none.
func TestStopAtCut(t *testing.T) {
	for _, c := range []struct {
		src string
		cut int64
	}{
		{"shared x 0..3\ntask a { loop { x = 1 } }\ntask b { loop { x = 2 } }", 1},
		{"shared x 0..3\ntask a { x = 1; x = 3 }\ntask b { x = 2 }", 0},
	} {
		p, ds := lang.Load("cut.tfg", []byte(c.src), lang.Options{})
		if ds.HasErrors() {
			t.Fatal(ds.All)
		}
		for _, s := range strategies {
			if s.name == "states" {
				continue // visits each state once, however executions go on
			}
			opt := Options{Algorithm: s.name, Depth: 10, StopAtCut: true, Jobs: 1, MaxExecutions: 100}
			r, err := Run(context.Background(), p, nil, opt)
			if err != nil {
				t.Fatal(err)
			}
			if r.Cut != c.cut || c.cut > 0 && (r.Executions+r.Blocked > 0 || r.Complete || r.Limit != "depth") || c.cut == 0 && s.complete && !r.Complete {
				t.Errorf("%s: %d cut, %d executions, complete %v, limit %q", s.name, r.Cut, r.Executions, r.Complete, r.Limit)
			}
		}
	}
}
