package trans

import (
	"context"
	"testing"

	"flavers/explore"
	"flavers/lang"
)

// Where executions leave the model because a mailbox is full, which deliveries
// are possible depends on more than what they depend on in the program: then the
// exploration goes on, and is not complete.
func TestFullMailbox(t *testing.T) {
	p, ds := lang.Load("full.tfg", []byte(`
task t1 { post a0[0].m0(2) }
task t3 { post a0[0].m0(1); post a0[0].m0(0) }
actor a0[i in 0..1] {
	on m0(k 0..2) { post a1.m1((i + 1) % 2, i); post a1.m2(if k == 0 then -1 else 1) }
}
actor a1 capacity[1] {
	var v 0..2
	on m1(x 0..1, y 0..1) when x <= 1 { }
	on m2(x -1..1) { }
	on m2(x -1..1) when v == 2 { }
}
post a1.m2(-1)`), lang.Options{})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	for _, x := range Explorers() {
		for _, order := range []string{"fifo", "eca", "lca"} {
			r, err := x.Run(context.Background(), p, nil, explore.Options{Order: order, MaxExecutions: 2000})
			if err != nil || r.Complete || r.Errors > 0 || len(r.Findings) > 0 {
				t.Errorf("%s, %s: %+v, %v", x.Name, order, r, err)
			}
		}
	}
}
