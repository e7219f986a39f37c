package task

import (
	"testing"

	"flavers/cfg"
)

// TestTaskConstants: the constants of a task are known to its procedures, to
// the types of their parameters and to those of its entries and messages, in
// each instance with its own value. A constant of the program of that name
// goes before it in the types of entries and messages, which other tasks see.
func TestTaskConstants(t *testing.T) {
	const src = `
const N = 1
actor b { const K = 2; on m(x 0..K) when x < K { event handled(x) } }
task a {
    const K = 2
    const L = K + 1, N = 5
    var v 0..7
    entry e(x 0..K), f(x 0..N), g[L]
    proc p(y 0..L, z 0..N) { var w 0..K = K; event q(y, z); v = w + L }
    p(L, 5)
    accept e; accept f; accept g[2]
}
task d[i in 0..1] {
    const K = i + 1
    proc p(y 0..K) { var z [K]bool; event r(y); z[K-1] = true }
    p(K)
}
task c { call a.e(2); call a.f(1); call a.g[2]; post b.m(2) }
`
	p, list := Load("c.tfg", []byte(src), nil)
	if p == nil || len(list.All) > 0 {
		t.Fatal(list.All)
	}
	types := map[string]cfg.Type{}
	for _, v := range p.Vars {
		types[v.Name] = v.Type
	}
	for name, hi := range map[string]int32{"a.w": 2, "a.v": 7} {
		if got, ok := types[name]; !ok || got.Hi != hi {
			t.Errorf("%s is of type %v (%v), want an upper bound of %d", name, got, ok, hi)
		}
	}
	for _, bad := range []string{
		"task a { const K = 2; proc p(y 0..K) { skip }; p(3) }",
		"task d[i in 0..1] { const K = i + 1; proc p(y 0..K) { skip }; p(2) }",
		"const N = 1\ntask a { const N = 5; entry f(x 0..N); accept f }\ntask b { call a.f(2) }",
		"task a { const K = 2; entry e(x 0..K); accept e }\ntask b { call a.e(3) }",
		"actor a { const K = 2; on m(x 0..K) { skip } }\ntask b { post a.m(3) }",
	} {
		if _, list := Load("c.tfg", []byte(bad), nil); len(list.All) != 1 || list.All[0].Code != "T207" {
			t.Errorf("%s: %v, want T207", bad, list.All)
		}
	}
	for _, bad := range []string{
		"task a { const K = K2; const K2 = K; entry e(x 0..K); accept e }",
		"task a { const K = K; proc p(x 0..K) { skip }; p(1) }",
	} {
		if p, list := Load("c.tfg", []byte(bad), nil); p != nil || !list.HasErrors() {
			t.Errorf("%s: %v", bad, list.All)
		}
	}
}
