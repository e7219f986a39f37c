package explored_test

import (
	"context"
	"strings"
	"testing"

	"flavers/explore"
	"flavers/explore/families"
	"flavers/lang"
	"flavers/report"
	"flavers/verify"
	"flavers/verify/explored"
	"flavers/verify/follow"
)

// Each bound of the model is explained where it is met, by a check, an exploration and a
// replay: the object, how far it is counted, why, what to do, and what tells more.
func TestBeyond(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"lock m\ntask t { loop { rlock m } }", "b.tfg:2:17: lock m has more than 255 readers at once: the control flow does not bound|runlock"},
		{"sem s = 3\ntask t { loop { release s } }", "b.tfg:2:17: semaphore s is above 258: the control flow does not bound|255 above its start|acquire it"},
		{"actor r { on g(x 0..1) when x > 1 { } }\ntask t { loop { post r.g(1) } }",
			"b.tfg:2:17: mailbox r holds more than 4 messages g that are equal: the model keeps 4, its capacity, which is what is kept where none is declared|a larger capacity[n] for r"},
		{"actor r capacity[1] { on g when false { } }\ntask t { loop { post r.g } }",
			"b.tfg:2:17: mailbox r holds more than 1 message g that is equal: the model keeps 1, its capacity; declare a larger capacity[n]"},
		{"looper r capacity[2] { on g { } }\ntask t { loop { post r.g } }",
			"b.tfg:2:17: queue r holds more than 2 messages: the model keeps 2, its capacity; declare a larger capacity[n]"},
	} {
		p, ds := lang.Load("b.tfg", []byte(c.src), lang.Options{})
		if ds.HasErrors() {
			t.Fatal(ds.All)
		}
		has := func(where, text string) {
			t.Helper()
			for _, part := range append(strings.Split(c.want, "|"), "(flavers explain V116)") {
				if !strings.Contains(text, part) {
					t.Errorf("%s of\n%s\n%q is not in %q", where, c.src, part, text)
				}
			}
		}
		for _, algorithm := range []string{"states", "optimal", "full"} {
			r, err := families.Run(context.Background(), p, nil, explore.Options{Algorithm: algorithm, Depth: 300, MaxExecutions: 2000})
			if err != nil || r.Complete || len(r.Exceeded) != 1 {
				t.Fatalf("%s: %v, %+v", algorithm, err, r)
			}
			var out report.Explore
			explored.Program(context.Background(), &out, p, nil, r)
			has(algorithm, strings.Join(out.Notes, "\n"))
		}
		check := verify.Check(context.Background(), p, nil, verify.Options{})
		for _, r := range []*report.Result{check.Deadlock, check.RuntimeErrors} {
			if r != nil && r.Verdict == report.Unknown {
				has("check", r.Reason)
			}
		}
		// The first step of the task again and again.
		w, err := follow.NewWalk(p, nil)
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; !w.Failed(); n++ {
			next := w.Next()
			i := 0
			for i < len(next) && next[i].Task != "t" {
				i++
			}
			if i == len(next) || n > 300 {
				t.Fatalf("no bound was met after %d steps of\n%s", n, c.src)
			}
			if err := w.Take(next[i].Choice); err != nil {
				t.Fatal(err)
			}
		}
		run := w.Run()
		has("replay", run.Failure())
		if !run.Beyond || run.ExitCode() != report.ExitOpen {
			t.Errorf("a replay beyond the model is %+v, %d", run.Beyond, run.ExitCode())
		}
	}
}
