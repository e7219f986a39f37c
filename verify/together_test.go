package verify_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"flavers/automata"
	"flavers/automata/fsa"
	"flavers/cfg"
	"flavers/internal/gen"
	"flavers/internal/oracle"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/report"
	"flavers/sem"
	"flavers/verify"
)

// together makes random program number seed of all features, once with the
// capacities that are checked, and once with large ones, which say what is true.
func together(seed uint64) (narrow, wide string) {
	data := randomBytes(seed+1<<43, 200)
	switch seed % 6 {
	case 0, 1:
		narrow = gen.Options{Features: gen.All | gen.Messages, Size: 4}.Program(data)
	case 2, 3:
		narrow = gen.MessagePassing(data)
	case 4:
		narrow = gen.Bursts(data)
	case 5:
		narrow = gen.Options{Size: 5}.Program(data)
	}
	if seed%12 < 4 {
		narrow = heads.ReplaceAllString(narrow, fmt.Sprintf("$1 capacity[%d] {", 1+seed%2))
	}
	return narrow, heads.ReplaceAllString(narrow, "$1 capacity[20] {")
}

// familySpecs are properties with an index, about events of package gen.
var familySpecs = []string{
	`property f[i in 0..1] { absence of "a1(i)" }`,
	`property f[i in 0..1] { "b1(i)" responds to "a1(1-i)" }`,
	`property f[i in 0..1, j in 0..i] for { "a1(i)", "b1(j)" } all ("a1(i)"; "b1(j)")*; "a1(i)"?`,
	`property f forall i in 0..1 { states s*, t; s -> t : "c1(i)"; t -> s : "d1(i)", d; error otherwise }`,
	`property f[i in 0..1] { existence of "a1(i)" at most 1 }`,
	`constraint g[i in 0..1] { existence of "a1(i)" at most 1 }`,
	`constraint g[i in 0..1] { "b1(i)" responds to "a1(i)" }`,
}

// Programs of all features together, with specifications of all kinds: no check
// holds where an execution says otherwise, and none is violated where none does;
// a verdict that is not only of executions that end is of a program that stops.
func TestEverythingTogether(t *testing.T) {
	usual := trial.Usual(5, 30)
	n := trial.Count(t, usual)
	count := map[string]int{}
	kept := 0
	began := time.Now()
	for seed := range trial.Seeds(t, usual) {
		narrow, wide := together(seed)
		p, ds := lang.Load("random.tfg", []byte(wide), lang.Options{})
		if ds.HasErrors() {
			t.Fatalf("seed %d: %v\n%s", seed, ds.All, wide)
		}
		events := append(gen.Events(p), "nothing")
		specText := gen.Spec(randomBytes(seed+1<<32, 60), events)
		switch seed / 6 % 4 {
		case 1:
			specText += "\n" + gen.Constraint(randomBytes(seed+1<<33, 40), events)
		case 2:
			specText += "\n" + gen.Ending(randomBytes(seed+1<<33, 40), events)
		}
		if seed/24%3 == 0 {
			specText += "\n" + familySpecs[seed/72%uint64(len(familySpecs))]
		}
		if f := familySpecs[seed%5]; seed/24%3 == 1 {
			specText += "\n" + f
		}
		specs, ds := fsa.Parse("random.fsa", []byte(specText))
		if ds.HasErrors() {
			t.Fatalf("seed %d: %v\n%s", seed, ds.All, specText)
		}
		what := fmt.Sprintf("seed %d\n%s\n%s", seed, narrow, specText)
		truth, ok := truths(p, specs)
		if !ok {
			continue
		}
		kept++
		small, _ := lang.Load("random.tfg", []byte(narrow), lang.Options{})
		pr := &problem{what: what, p: small, specs: specs}
		goesOn := false
		if m, err := sem.New(p); err == nil {
			goesOn, _ = hasCycle(m, 3000)
		}
		for k, refine := range []verify.Refine{"auto", "all", "none"} {
			opt := verify.Options{Refine: refine, POR: []verify.Rule{"normal", "safe", "none"}[(seed+uint64(k))%3], Check: seed%8 == 0,
				MaxTuples: 50_000, Timeout: 5 * time.Second}
			if seed%16 == 7 {
				opt.Tables = 1 + int(seed/16%4)
			}
			few := int64(30_000)
			if seed%3 == 1 {
				few = 3
			}
			c := pr.check(verify.FewStates(few, opt))
			if ambiguous(c) {
				continue
			}
			all := append([]report.Result{}, c.Results...)
			if c.Deadlock == nil {
				t.Fatalf("%+v: no check for deadlocks\n%v\n%s", opt, c.Diagnostics, what)
			}
			all = append(all, *c.Deadlock)
			if c.RuntimeErrors != nil {
				all = append(all, *c.RuntimeErrors)
			} else if refine != "none" && truth[report.RuntimeErrors] == yes {
				t.Fatalf("%+v: no run-time errors\n%s", opt, what)
			}
			for _, r := range all {
				kind := r.Property
				if kind != report.Deadlock && kind != report.RuntimeErrors {
					kind = "property"
				}
				count[kind+" "+string(r.Verdict)]++
				if r.Verdict == report.Holds && truth[r.Property] == yes || r.Verdict == report.Violated && truth[r.Property] == no {
					t.Fatalf("%+v: %s %s, the interpreter says violated: %v (%s)\n%s", opt, r.Property, r.Verdict, truth[r.Property] == yes, r.Reason, what)
				}
				if kind == "property" && goesOn && r.Verdict == report.Holds && r.Of == "" && truth[r.Property+" obliges"] == yes &&
					!strings.Contains(r.Reason, "excludes every execution") {
					t.Fatalf("%+v: %s holds, not only of executions that end\n%s", opt, r.Property, what)
				}
			}
		}
	}
	t.Logf("%d programs of %d compared in %.0f s: %v", kept, n, time.Since(began).Seconds(), count)
	if kept < n/2 {
		t.Errorf("%d programs of %d compared: too few to mean anything", kept, n)
	}
	for _, k := range []string{"property holds", "property violated", "property unknown", "property possible",
		"deadlock holds", "deadlock violated", "run-time errors holds", "run-time errors violated"} {
		if n >= 200 && count[strings.Replace(k, "run-time errors", report.RuntimeErrors, 1)] == 0 {
			t.Errorf("no %s", k)
		}
	}
}

// answers of the interpreter; a search that was cut off says what it found.
const (
	no  = 1
	yes = 2
)

// truths says what the interpreter finds of every check, by name; the name of a
// family stands for all instances. "NAME obliges": it demands something of ends.
func truths(p *cfg.Program, specs []*automata.Spec) (map[string]int, bool) {
	const limit = 8_000
	out := map[string]int{}
	var constraints []*automata.Spec
	for _, sp := range specs {
		if !sp.Property {
			constraints = append(constraints, sp)
		}
	}
	known := false
	note := func(name string, found, complete bool) {
		switch {
		case found:
			out[name] = yes
		case !complete: // not known, unless another instance is
			if out[name] == no {
				delete(out, name)
			}
			out[name+" open"] = yes
		case out[name] != yes && out[name+" open"] != yes:
			out[name] = no
		}
		known = known || out[name] != 0
	}
	for _, sp := range specs {
		if !sp.Property {
			continue
		}
		bad, complete, _, err := oracle.Violates(p, constraints, sp, limit)
		if err != nil {
			return nil, false
		}
		names := []string{sp.Name}
		if sp.Family != "" {
			names = []string{sp.Family}
		}
		for _, name := range names {
			// What counts may only be seen in states that were not visited.
			note(name, bad && (complete || len(constraints) == 0), complete)
			for q, accepts := range sp.DFA.Accept {
				if !accepts && int32(q) != sp.DFA.Trap() {
					out[name+" obliges"] = yes
				}
			}
		}
	}
	dead, fails, complete, err := oracle.Under(p, constraints, limit)
	if err != nil {
		return nil, false
	}
	note(report.Deadlock, dead, complete)
	note(report.RuntimeErrors, fails, complete)
	return out, known
}
