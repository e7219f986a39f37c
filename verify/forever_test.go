package verify_test

import (
	"context"
	"strings"
	"testing"

	"flavers/automata/fsa"
	"flavers/internal/gen"
	"flavers/internal/oracle"
	"flavers/internal/trial"
	"flavers/live"
	"flavers/report"
	"flavers/sem"
	"flavers/verify"
	"flavers/verify/follow"
	"flavers/verify/infinite"
)

// Executions that go on for ever are judged as is said, and the answer says how.
func TestForever(t *testing.T) {
	const flag = "shared free 0..1 = 1\ntask a { loop { event ask; await free == 1; event go } }\ntask b { loop { free = 0; free = 1 } }\n"
	const done = "task a { loop { event ask; event go } }\n"
	const two = done + "task b { loop { event other } }\n"
	const served = "property p { go responds to ask }"
	const leaves = "property p { states rest*, owed live; rest -> owed : ask; owed -> rest : go }"
	for name, k := range map[string]struct {
		program, spec, fairness string
		verdict                 report.Verdict
		fair, of                string
	}{
		"weak, starves":           {flag, served, "", report.Violated, "weak", ""},
		"strong":                  {flag, served, "strong", report.Holds, "strong", ""},
		"none, starves":           {two, served, "none", report.Violated, "none", ""},
		"weak":                    {two, served, "weak", report.Holds, "weak", ""},
		"not asked":               {flag, served, "off", report.Holds, "", report.Ending},
		"under safety":            {flag, "property safety p { go responds to ask }", "", report.Holds, "", ""},
		"no demand":               {flag, "property p { ask precedes go }", "", report.Holds, "", ""},
		"a constraint forbids":    {flag, served + " constraint c { absence of \"free=0\" }", "", report.Holds, "weak", ""},
		"an automaton":            {flag, "property p for { ask, go } all (ask; go)*", "", report.Holds, "", report.Ending},
		"live states, starves":    {flag, leaves, "weak", report.Violated, "weak", ""},
		"live states, strong":     {flag, leaves, "strong", report.Holds, "strong", ""},
		"live states, none":       {two, leaves, "none", report.Violated, "none", ""},
		"live states, not asked":  {flag, leaves, "off", report.Holds, "", report.Ending},
		"live states, again":      {two, "property p { states some, other live; other -> some : go; some -> other : other }", "", report.Holds, "weak", ""},
		"no state is left":        {two, "property p { states rest*, owed live, lost live; rest -> owed : ask; owed -> lost : go; owed -> rest : other }", "", report.Violated, "", ""},
		"a loop that counts":      {"task a { event ask; for i in 0..9 { skip } event go }", served, "", report.Holds, "", ""},
		"violated by an ending":   {"task a { choose { loop { event x } } or { event ask } or { event go } }", served, "", report.Violated, "", ""},
		"violated by a beginning": {flag, "property p { absence of go }", "", report.Violated, "", ""},
	} {
		for _, refine := range []verify.Refine{"auto", "all"} {
			r := checkText(t, "program p\n"+k.program, k.spec, verify.Options{Fairness: k.fairness, Refine: refine}).Results[0]
			if r.Verdict != k.verdict || r.Fair != k.fair || r.Of != k.of || (r.Loop > 0) != (r.Verdict == report.Violated && k.fair != "") {
				t.Errorf("%s: %s, fairness %q, of %q, loop of %d, because %q", name, r.Verdict, r.Fair, r.Of, r.Loop, r.Reason)
			}
		}
	}
}

// An infinite execution that is longer than --depth allows confirms nothing.
func TestForeverDepth(t *testing.T) {
	const src = "program p\nshared free 0..1 = 1\ntask a { loop { event ask; await free == 1; event go } }\ntask b { loop { free = 0; free = 1 } }\n"
	for depth, want := range map[int]report.Verdict{2: report.Unknown, 3: report.Violated} {
		r := checkText(t, src, "property p { go responds to ask }", verify.Options{Depth: depth}).Results[0]
		if r.Verdict != want || (r.Limit == report.LimitDepth) != (want == report.Unknown) || (r.Loop > 0) != (want == report.Violated) {
			t.Errorf("depth %d: %s, limit %q, loop of %d: %s", depth, r.Verdict, r.Limit, r.Loop, r.Reason)
		}
	}
}

// The whole check says of infinite executions what all states say, by whatever it found it; and nothing
// else changes.
func TestForeverRandom(t *testing.T) {
	counts := map[report.Verdict]int{}
	stopping := map[bool]int{} // live states, by whether an execution that stops violates them
	declared := 0              // programs that declare something fair
	usual := trial.Usual(30, 60)
	for seed := range trial.Seeds(t, usual) {
		text := gen.Looping(seed)
		if seed%3 == 0 {
			text = gen.Mixed(seed/3, gen.Mixtures(), trial.Bytes(seed, 131, 160))
		}
		switch seed % 5 {
		case 1:
			text = gen.Fair(seed, 2, text)
		case 3:
			text = gen.Choosing(seed)
		}
		p := trial.Program(t, text)
		if _, err := sem.New(p); err != nil {
			continue
		}
		if len(p.Fair) > 0 {
			declared++
		}
		events := gen.Events(p)
		if len(events) == 0 {
			continue
		}
		word := func(i uint64) string { return `"` + events[(seed*7+i)%uint64(len(events))] + `"` }
		specText := "property p { " + word(0) + " responds to " + word(3) + " }\nproperty q { existence of " + word(5) + " }"
		withLive := specText + "\nproperty r { " + gen.Marked(seed, []string{word(0), word(3), word(5)}) + " }"
		specs, ds := fsa.Parse("p.fsa", []byte(withLive))
		if ds.HasErrors() { // most often as a live state has no meaning
			specs, ds = fsa.Parse("p.fsa", []byte(specText))
		}
		if ds.HasErrors() {
			continue
		}
		fair := verify.Fairnesses[seed%3]
		before := (&problem{what: text, p: p, specs: specs}).check(verify.Options{MaxTuples: 50_000})
		few := int64(30_000)
		if seed%2 == 0 {
			few = 3
		}
		after := verify.Check(context.Background(), p, specs,
			verify.FewStates(few, verify.Options{MaxTuples: 50_000, Fairness: fair}))
		if len(before.Results) > 2 { // where executions stop, or cannot become good any more
			bad, complete, _, err := oracle.Violates(p, nil, specs[2], 20_000)
			if verdict := before.Results[2].Verdict; err == nil && (bad && verdict == report.Holds || !bad && complete && verdict == report.Violated) {
				t.Fatalf("seed %d: r is %s, and violated by an execution that stops: %v\n%s%s", seed, verdict, bad, text, withLive)
			}
			if err == nil && complete {
				stopping[bad]++
			}
		}
		for i := range before.Results {
			a, b := &before.Results[i], &after.Results[i]
			if a.Verdict != report.Holds || a.Of == "" {
				if a.Verdict != b.Verdict && a.Verdict != report.Unknown && b.Verdict != report.Unknown || b.Fair != "" {
					t.Fatalf("seed %d: %s is %s, with infinite executions %s\n%s%s", seed, a.Property, a.Verdict, b.Verdict, text, specText)
				}
				continue
			}
			want, err := infinite.Of(context.Background(), p, nil, specs[i], infinite.Options{Fairness: live.Fairness(fair), MaxStates: 100_000})
			if err != nil || !want.Violated && !want.Complete {
				continue
			}
			counts[b.Verdict]++
			switch b.Verdict {
			case report.Holds:
				if want.Violated || b.Fair != fair || b.Of != "" {
					t.Fatalf("seed %d: %s holds under %q %s fairness, of %q\n%s%s", seed, b.Property, b.Fair, fair, b.Of, text, specText)
				}
			case report.Violated:
				run, _ := follow.Run(p, specs[i:i+1], b.Schedule)
				if !want.Violated || !run.Final[0].Violated || run.Loop == 0 || run.Loop != b.Loop {
					t.Fatalf("seed %d: %s is violated by %s\n%s%s", seed, b.Property, b.Schedule, text, specText)
				}
			case report.Unknown:
				if few > 3 || !strings.Contains(b.Reason, "go on for ever") {
					t.Fatalf("seed %d: %s is unknown: %s\n%s%s", seed, b.Property, b.Reason, text, specText)
				}
			}
		}
	}
	t.Logf("of properties that hold of executions that end: %v, with live states violated and not: %v, %d programs declare fairness", counts, stopping, declared)
	if n := trial.Count(t, usual); counts[report.Holds] < n/4 || counts[report.Violated] < n/20 || stopping[true] < n/20 || stopping[false] < n/20 ||
		declared < n/10 {
		t.Error("too few of something")
	}
}
