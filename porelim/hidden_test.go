package porelim_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"flavers/automata/monitor"
	"flavers/dataflow"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/mip"
	"flavers/porelim"
)

// meeting is a random program of straight-line tasks with many rendezvous that
// no automaton reacts to, and its events by task. Its joint steps are drawn in
// one order, so that executions come to their end. joint names the rendezvous.
func meeting(r *rand.Rand) (src string, events [][]string, joint []string) {
	tasks := 2 + r.IntN(4)
	bodies, entries := make([]string, tasks), make([][]string, tasks)
	events = make([][]string, tasks)
	event := func(t int) string {
		name := fmt.Sprintf("%c%d", 'a'+t, len(events[t]))
		events[t] = append(events[t], name)
		return "event " + name
	}
	for range 3 + r.IntN(8) {
		t, u := r.IntN(tasks), r.IntN(tasks)
		switch k := r.IntN(8); {
		case t != u && k < 4:
			e := fmt.Sprintf("e%d", len(entries[u]))
			entries[u] = append(entries[u], e)
			joint = append(joint, fmt.Sprintf("t%d.%s", u, e))
			bodies[t] += fmt.Sprintf("\tcall t%d.%s\n", u, e)
			bodies[u] += fmt.Sprintf("\taccept %s\n", e)
		case k == 4:
			bodies[t] += "\tchoose { " + event(t) + " } or { " + event(t) + " }\n"
		case k == 5:
			bodies[t] += "\tloop { choose { " + event(t) + " } or { break } }\n"
		default:
			bodies[t] += "\t" + event(t) + "\n"
		}
	}
	for t := range tasks {
		src += fmt.Sprintf("task t%d {\n", t)
		if len(entries[t]) > 0 {
			src += "\tentry " + strings.Join(entries[t], ", ") + "\n"
		}
		src += bodies[t] + "}\n"
	}
	return src, events, joint
}

// Rendezvous that no automaton reacts to make steps available without a trace;
// most exceptions of rule normal are about them. Each task has at most one
// constraint of its own, which makes its events local; the property and one more
// constraint see few events and rendezvous.
func TestHiddenRendezvous(t *testing.T) {
	const usual = 75
	n, compared, violated := trial.Count(t, usual), 0, 0
	edges := map[string]int{}
	for seed := range trial.Seeds(t, usual) {
		r := rand.New(rand.NewPCG(seed, 11))
		src, events, all := meeting(r)
		f := load(t, "meeting.tfg", src)
		f.what = fmt.Sprintf("seed %d\n%s", seed, src)
		fsa := ""
		for k, own := range events {
			all = append(all, own...)
			if len(own) > 0 && r.IntN(3) > 0 {
				c := gen.Constraint(randomBytes(r, 40), own)
				fsa += strings.Replace(c, "constraint k", fmt.Sprintf("constraint k%d", k), 1) + "\n"
			}
		}
		if len(all) == 0 {
			continue
		}
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		seen := all[:1+r.IntN(min(3, len(all)))]
		if rest := all[len(seen):]; len(rest) > 1 && r.IntN(2) == 0 {
			fsa += gen.Constraint(randomBytes(r, 40), rest[:2]) + "\n"
		}
		count := f.differ(r, fsa+gen.Spec(randomBytes(r, 60), seen), edges)
		compared += count[0]
		violated += count[1]
		count = f.differ(r, fsa+fmt.Sprintf("property p { absence of %s globally }", seen[0]), edges)
		compared += count[0]
		violated += count[1]
		if t.Failed() {
			return
		}
	}
	t.Logf("%d problems compared, %d violated; edges kept: none %d, safe %d, normal %d",
		compared, violated, edges["none"], edges["safe"], edges["normal"])
	if compared < n || violated < n/4 {
		t.Errorf("%d problems, %d violated: too few to mean anything", compared, violated)
	}
}

// Exceptions that random programs hardly meet: n becomes available by a hidden
// rendezvous, directly or after a local step, while a task that took part in
// the last visible one still does local steps. The only violating execution
// is p a m n w (p a l m n w).
func TestHiddenBeforeBoundary(t *testing.T) {
	for _, extra := range []string{"", "event l; "} {
		f := load(t, "exempt.tfg", `
task t0 { entry h; accept h; `+extra+`event n }
task t1 { call t2.p; event a; call t0.h }
task t2 { entry p; accept p; event m; event w }`)
		fsa := `
property never { absence of w after n }
constraint joint for { "t2.p" } all "t2.p"
constraint one for { a } all a
constraint two for { m, w } all m; w`
		if extra != "" {
			fsa += "\nconstraint three for { l } all l"
		}
		ch := monitor.Choice{}
		for _, sp := range f.specs(fsa) {
			if b := f.bind(sp); sp.Property {
				ch.Property = b
			} else {
				ch.Constraints = append(ch.Constraints, b)
			}
		}
		for _, form := range []porelim.Name{porelim.Early, porelim.Late} {
			sol, _ := f.run(ch, func(s *monitor.Set, e *mip.EdgeSet) *mip.EdgeSet { return porelim.NormalForm(s, e, form) })
			if sol.Verdict != dataflow.Violated {
				t.Errorf("%q, form %s: %s, want violated", extra, form, sol.Verdict)
			}
		}
	}
}
