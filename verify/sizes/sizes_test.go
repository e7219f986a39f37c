package sizes_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"flavers/automata"
	"flavers/cfg"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/report"
	"flavers/verify"
	"flavers/verify/sizes"
)

// instance is the program of a text with a value of N.
func instance(src, fsa string, n int) (*cfg.Program, []*automata.Spec, error) {
	p, ds := lang.Load("x.tfg", []byte(src), lang.Options{Set: map[string]string{"N": strconv.Itoa(n)}})
	if ds.HasErrors() {
		return nil, nil, errors.New(ds.All[0].String())
	}
	p, specs, ds := trial.SpecsOf(p, "x.fsa", []byte(fsa))
	if ds.HasErrors() {
		return nil, nil, errors.New(ds.All[0].String())
	}
	return p, specs, nil
}

func input(src, fsa string) *sizes.Input {
	return &sizes.Input{Constant: "N", Check: verify.Check, Uniform: lang.Uniform("x.tfg", []byte(src), "N"),
		Load: func(n int) (*cfg.Program, []*automata.Spec, error) { return instance(src, fsa, n) }}
}

// results are the answers by the name of the check: "holds from 1", "violated at 2", or the
// reason of an unknown one.
func results(c *report.Check) map[string]string {
	out := map[string]string{}
	add := func(name string, r *report.Result) {
		if r == nil {
			return
		}
		switch r.Verdict {
		case report.Holds:
			out[name] = fmt.Sprintf("holds from %d %s", r.Every.From, r.Of)
		case report.Violated:
			out[name] = fmt.Sprintf("violated at %d", r.Every.At)
		default:
			out[name] = string(r.Verdict) + ": " + r.Reason
		}
	}
	for i := range c.Results {
		add(c.Results[i].Property, &c.Results[i])
	}
	add(report.RuntimeErrors, c.RuntimeErrors)
	add(report.Deadlock, c.Deadlock)
	return out
}

func TestAnswers(t *testing.T) {
	const mutex = "program x\nconst N = 2\nlock m\ntask a[i in 0..N-1] { loop { lock m; event go(i); event out(i); unlock m } }\n"
	const turns = "property p for {go(*), out(*)} all (go(*); out(*))*; go(*)?\n"
	const three = "program x\nconst N = 2\nshared c 0..9 = 0\ntask a[i in 0..N-1] { c = min(c + 1, 9); if c == NUMBER { event hit } }\n"
	for name, k := range map[string]struct {
		src, fsa, check, want string
	}{
		"exclusion":         {mutex, turns, "p", "holds from 1 "},
		"of those that end": {mutex, "property p { existence of out(*) }", "p", "holds from 1 executions that end"},
		"deadlock":          {mutex, turns, report.Deadlock, "holds from 1 "},
		"errors":            {mutex, turns, report.RuntimeErrors, "holds from 1 "},
		"with two":          {strings.Replace(mutex, "lock m; event go", "event go", 1), turns, "p", "violated at 2"},
		"with three":        {strings.Replace(three, "NUMBER", "3", 1), "property p { absence of hit }", "p", "violated at 3"},
		"with five":         {strings.Replace(three, "NUMBER", "5", 1), "property p { absence of hit }", "p", "violated at 5"},
		"with eight":        {strings.Replace(three, "NUMBER", "8", 1), "property p { absence of hit }", "p", "unknown: not decided for every N: states with counts reach a violation, perhaps of no number of tasks (cut-offs up to 3); it holds for N = 1 to 6"},
		"a number":          {mutex, "property p { absence of go(7) }", "p", "unknown: not decided for every N: the property names a number: go(7); it holds for N = 1 to 6"},
		"a family":          {mutex, "property p[i in 0..0] { go(i) precedes out(i) }", "p", "unknown: not decided for every N: it is a family, of instances that speak of single tasks; it holds for N = 1 to 6"},
		"its size":          {mutex, "property p { absence of \"nothing=N\" }", "p", "unknown: not decided for every N: the property depends on N; it holds for N = 1 to 6"},
		"reach":             {mutex, "property p { reach go(*) }", "p", "unknown: not decided for every N: only properties of all executions, on events, are decided for every number of tasks; it holds for N = 1 to 6"},
		"constraint":        {mutex, turns + "constraint k { absence of go(0) }", "p", "unknown: not decided for every N: the constraint k was written by hand, and is not counted with; it holds for N = 1 to 6"},
		"not uniform":       {mutex + "shared v bool = N > 7\n", turns, "p", "unknown: not decided for every N: N is used for more than the number of tasks, as in task name[i in 0..N-1]; it holds for N = 1 to 6"},
		"from two on":       {mutex + "task b { var x [2]bool; x[N/2-1] = true }\n", turns, "p", "unknown: not decided for every N: N is used"},
	} {
		c := sizes.Check(t.Context(), input(k.src, k.fsa), verify.Options{})
		if got := results(c)[k.check]; got != k.want && !strings.HasPrefix(got, k.want+" ") {
			t.Errorf("%s: %q, want %q", name, got, k.want)
		}
	}
}

// What is selected is checked, and nothing else; what is violated is checked no more.
func TestSelected(t *testing.T) {
	in := input("program x\nconst N = 2\ntask a[i in 0..N-1] { event go(i) }\n", "property p { absence of go(*) }\nproperty q { absence of go(7) }")
	var asked []string
	in.Check = func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt verify.Options) *report.Check {
		asked = append(asked, fmt.Sprint(len(p.Tasks), opt.Only))
		return verify.Check(ctx, p, specs, opt)
	}
	got := results(sizes.Check(t.Context(), in, verify.Options{Only: []string{"p", "q"}}))
	if len(got) != 2 || got["p"] != "violated at 1" {
		t.Errorf("%v", got)
	}
	if want := "[1 [p q] 2 [p q] 3 [p q] 4 [q] 5 [q] 6 [q]]"; fmt.Sprint(asked) != want {
		t.Errorf("asked %v, want %s", asked, want)
	}
}

// Time that runs out leaves what is not decided open, and says why.
func TestLimits(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in := input("program x\nconst N = 2\nlock m\ntask a[i in 0..N-1] { lock m; event go; unlock m }\n", "property p { existence of go }")
	in.Check = func(c context.Context, p *cfg.Program, specs []*automata.Spec, opt verify.Options) *report.Check {
		defer cancel()
		return verify.Check(c, p, specs, opt)
	}
	c := sizes.Check(ctx, in, verify.Options{})
	r := c.Results[0]
	if r.Verdict != report.Unknown || r.Limit != report.LimitInterrupt || r.Every.CheckedTo != 1 || r.Reason != "it holds for N = 1" {
		t.Errorf("%+v", r)
	}
	// No program: nothing is known.
	in = input("program x\nconst N = 2\ntask a[i in 0..N-1] { event go[9] }\n", "")
	if c := sizes.Check(t.Context(), in, verify.Options{}); len(c.Results) > 0 || c.Deadlock != nil {
		t.Errorf("%+v", c)
	}
}

// What holds for every number holds for more than were looked at, and what is violated is so with
// the number that is named, and with none below.
func TestRandom(t *testing.T) {
	holds, violated, unknown := 0, 0, 0
	const fsa = "property turns for {go, out} all (go; out)*; go?\nproperty ends { existence of out }\nproperty safety first { out precedes go }\n"
	for seed := range trial.Seeds(t, 15) {
		src := gen.Family(trial.Bytes(seed, 5, 100))
		got := results(sizes.Check(t.Context(), input(src, fsa), verify.Options{}))
		alone := map[int]map[string]report.Verdict{}
		for n := 1; n <= 5; n++ {
			p, specs, err := instance(src, fsa, n)
			if err != nil {
				t.Fatal(err)
			}
			c := verify.Check(t.Context(), p, specs, verify.Options{Refine: verify.RefineAll})
			alone[n] = map[string]report.Verdict{}
			for i := range c.Results {
				alone[n][c.Results[i].Property] = c.Results[i].Verdict
			}
			if c.Deadlock != nil {
				alone[n][report.Deadlock] = c.Deadlock.Verdict
			}
			if c.RuntimeErrors != nil {
				alone[n][report.RuntimeErrors] = c.RuntimeErrors.Verdict
			}
		}
		for name, answer := range got {
			at := 6
			switch {
			case strings.HasPrefix(answer, "holds"):
				holds++
			case strings.HasPrefix(answer, "violated"):
				violated++
				fmt.Sscanf(answer, "violated at %d", &at)
			default:
				unknown++
			}
			for n := 1; n <= 5; n++ {
				v := alone[n][name]
				if v == report.Violated && n < at || v == report.Holds && n == at {
					t.Fatalf("seed %d: %s %s, but is %s with N = %d\n%s", seed, name, answer, v, n, src)
				}
			}
		}
	}
	t.Logf("%d hold, %d violated, %d unknown", holds, violated, unknown)
	if n := trial.Count(t, 15); holds < n || violated < n/2 || unknown == 0 {
		t.Error("too few of something")
	}
}

// The log says what was tried.
func TestLog(t *testing.T) {
	var b bytes.Buffer
	in := input("program x\nconst N = 2\nlock m\ntask a[i in 0..N-1] { lock m; event go; unlock m }\n", "property p { existence of go }\nproperty q { absence of go(3) }")
	sizes.Check(t.Context(), in, verify.Options{Log: &b})
	for _, want := range []string{"N = 1:\n", "N = 3:\n", "p: holds for every N, by ", "q: not decided for every N: the property names a number"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}
