package crosscheck

import (
	"context"
	"strings"
	"testing"

	"flavers/automata/fsa"
	"flavers/automata/monitor"
	"flavers/explore"
	"flavers/lang"
)

// An edge that is missing, and a constraint that rejects too much, are found
// by the executions that need them; whole ones are not blamed.
func TestAuditFindsDamage(t *testing.T) {
	p, ds := lang.Load("p.tfg", []byte(`program audited
shared x 0..3 = 0
lock m
task a { lock m; x = x + 1; event a; unlock m }
task b { lock m; if x == 1 { x = x + 2 }; event b; unlock m }
`), lang.Options{})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	specs, ds := fsa.Parse("p.fsa", []byte("property order { absence of b before a }\n"))
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	r, err := explore.Run(context.Background(), p, specs, explore.Options{Algorithm: "full", KeepEnds: true})
	if err != nil || len(r.Ends) < 2 {
		t.Fatal(err, len(r.Ends))
	}
	x := &crossing{p: p, specs: specs}
	fresh := func() *auditor {
		a, err := x.newAuditor(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	kinds := func(a *auditor) string {
		found := map[string]bool{}
		for _, schedule := range r.Ends {
			kind, what, n := a.follow(schedule)
			if (kind == "") != (what == "") || n > len(schedule) {
				t.Errorf("%q %q %d", kind, what, n)
			}
			found[kind] = true
		}
		var out []string
		for _, k := range []string{"MIP", "constraint", "end", "final", "no node"} {
			if found[k] {
				out = append(out, k)
			}
		}
		return strings.Join(out, " ")
	}
	if got := kinds(fresh()); got != "" {
		t.Errorf("nothing is damaged, and yet: %s", got)
	}
	for k := range fresh().views { // of the property, and of all steps
		a := fresh()
		v := &a.views[k]
		v.edges = v.edges.Filter(func(i, j int) bool { return false })
		if got := kinds(a); got != "MIP" {
			t.Errorf("view %d has no MIP edges: %q", k, got)
		}
	}
	damaged := map[string]bool{}
	for i, m := range fresh().set.Monitors {
		if m.Comp < 0 {
			continue
		}
		a := fresh()
		for l := range a.set.Letters {
			for j := range a.set.Letters[l].Moves {
				if mv := &a.set.Letters[l].Moves[j]; int(mv.Monitor) == i {
					to := make([]int32, len(mv.To))
					for s := range to {
						to[s] = -1
					}
					a.set.Letters[l].Moves[j] = monitor.Move{Monitor: mv.Monitor, To: to}
				}
			}
		}
		if got := kinds(a); got != "constraint" {
			t.Errorf("%s rejects everything: %q", m.Name, got)
		}
		damaged[strings.SplitN(m.Name, ":", 2)[0]] = true
		a = fresh()
		a.set.Monitors[i].Accept = make([]bool, m.States)
		if got := kinds(a); got != "end" {
			t.Errorf("%s accepts no end: %q", m.Name, got)
		}
	}
	if !damaged["task"] || !damaged["var"] || !damaged["lock"] {
		t.Errorf("not damaged: task, var or lock: %v", damaged)
	}
}
