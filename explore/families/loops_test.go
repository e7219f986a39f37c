package families_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"flavers/explore"
	"flavers/explore/families"
	"flavers/lang"
)

// No explorer hangs at an atomic block that does not end, and none that takes the program
// misses its error; those that take no loops in a step refuse.
func TestEndlessStep(t *testing.T) {
	for _, src := range []string{
		"shared x 0..1\ntask t { atomic { loop { x = 1 - x } } }",
		"shared x 0..1\ntask t { atomic { loop { choose { x = 0 } or { x = 1 } } } }\ntask u { x = 1 }",
		"shared x 0..1\nactor a { on m { while x < 2 { x = 0 } } }\ntask t { post a.m }",
		"shared x 0..1\nlooper a { on m { atomic { loop { x = any } } } }\ntask t { post a.m }",
	} {
		p, ds := lang.Load("l.tfg", []byte(src), lang.Options{})
		if ds.HasErrors() {
			t.Fatalf("%v\n%s", ds.All, src)
		}
		took := 0
		for _, x := range families.All() {
			ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
			r, err := families.Run(ctx, p, nil, explore.Options{Algorithm: x.Name, MaxExecutions: 100})
			late := ctx.Err()
			cancel()
			if refused := (*explore.Refused)(nil); errors.As(err, &refused) {
				continue
			}
			if err != nil || late != nil || r.Errors == 0 || len(r.Findings) == 0 {
				t.Errorf("%s: %v, %v, %+v\n%s", x.Name, err, late, r, src)
			}
			took++
		}
		if took < 5 {
			t.Errorf("only %d explorers took\n%s", took, src)
		}
	}
}
