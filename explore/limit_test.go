package explore_test

import (
	"context"
	"fmt"
	"testing"

	"flavers/explore"
	"flavers/lang"
)

// A message that the model's mailbox has no room for is no run-time error of
// the program: the exploration left the model, and counts what it met there
// apart. An error of another task in the same execution still is one.
func TestModelLimitIsNoError(t *testing.T) {
	for _, c := range []struct {
		rest   string
		errors bool
	}{{"", false}, {"task u { var n 0..1 = 0; n = n + 2 }", true}} {
		src := "actor a capacity[1] { on m { } }\ntask t { post a.m; post a.m; post a.m }\n" + c.rest
		p, ds := lang.Load("limit.tfg", []byte(src), lang.Options{})
		if ds.HasErrors() {
			t.Fatal(ds.All)
		}
		for _, algorithm := range explore.Algorithms(false) {
			opt := explore.Options{Algorithm: algorithm, MaxExecutions: 300}
			r, err := explore.Run(context.Background(), p, nil, opt)
			if err != nil {
				t.Fatalf("%s: %v", algorithm, err)
			}
			what := fmt.Sprintf("%s, %s: %d executions, %d beyond, %d errors, complete %v, limit %s, %d findings",
				algorithm, c.rest, r.Executions, r.Beyond, r.Errors, r.Complete, r.Limit, len(r.Findings))
			if r.Complete || r.Errors > 0 != c.errors || len(r.Findings) > 0 != c.errors {
				t.Error(what)
			}
			if sampled := algorithm == "random" || algorithm == "pct"; !sampled && r.Limit != "model" || algorithm != "states" && !c.errors && r.Beyond == 0 {
				t.Error(what)
			}
		}
	}
}
