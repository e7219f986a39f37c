package flavers_test

import (
	"context"
	"errors"
	"os"
	"runtime"
	"slices"
	"testing"
	"time"

	"flavers"
	"flavers/report"
)

// large is a model whose stages take much longer than the tests wait.
func large(t *testing.T) *flavers.Model {
	t.Helper()
	text, err := os.ReadFile("examples/dining.tfg")
	if err != nil {
		t.Fatal(err)
	}
	spec, err := os.ReadFile("examples/dining.fsa")
	if err != nil {
		t.Fatal(err)
	}
	m, err := flavers.Load(flavers.Source{Name: "dining.tfg", Text: text}, []flavers.Source{{Name: "dining.fsa", Text: spec}},
		flavers.LoadOptions{Set: map[string]string{"N": "600"}})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// A context that ends stops Check and Explore, and their goroutines end soon after.
func TestContext(t *testing.T) {
	m := large(t)
	before := runtime.NumGoroutine()
	for _, limit := range []time.Duration{time.Millisecond, 50 * time.Millisecond, 400 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		c, err := flavers.Check(ctx, m, flavers.CheckOptions{Refine: "all"})
		// What is violated may be found before the time is over; what holds may not.
		if err != nil || !slices.ContainsFunc(c.Results, func(r report.Result) bool { return r.Limit == report.LimitTime }) {
			t.Errorf("check, %v: %v, %+v", limit, err, c)
		}
		e, err := flavers.Explore(ctx, m, flavers.ExploreOptions{Algorithm: "states"})
		if err != nil || e.Complete || e.Limit != "time" {
			t.Errorf("explore, %v: %v, %+v", limit, err, e)
		}
		cancel()
	}
	for end := time.Now().Add(20 * time.Second); runtime.NumGoroutine() > before; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			stacks := make([]byte, 1<<16)
			t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
		}
	}
}

// What is wrong is an error and never a panic: specifications that do not fit,
// schedules that are none, explorers that do not exist.
func TestErrors(t *testing.T) {
	m, err := flavers.Load(flavers.Source{Name: "p.tfg", Text: []byte("task t { event e }\n")},
		[]flavers.Source{{Name: "p.fsa", Text: []byte("property none { absence of f }\n")}}, flavers.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var wrong *flavers.InputError
	if _, err := flavers.Check(t.Context(), m, flavers.CheckOptions{Strict: true}); !errors.As(err, &wrong) {
		t.Errorf("a symbol that matches nothing: %v", err)
	}
	if c, err := flavers.Check(t.Context(), m, flavers.CheckOptions{}); err != nil || len(c.Diagnostics) == 0 {
		t.Errorf("the same as a warning: %v, %v", err, c)
	}
	if _, err := flavers.Replay(m, "nonsense"); !errors.As(err, &wrong) {
		t.Errorf("no schedule: %v", err)
	}
	if _, err := flavers.Explore(t.Context(), m, flavers.ExploreOptions{Algorithm: "nobody"}); err == nil {
		t.Error("an explorer that does not exist")
	}
	if _, err := flavers.Explore(t.Context(), m, flavers.ExploreOptions{Algorithm: "lpor", Initial: "nobody"}); err == nil {
		t.Error("an option that does not exist")
	}
	if _, err := flavers.Load(flavers.Source{Name: "p.xyz"}, nil, flavers.LoadOptions{}); !errors.As(err, &wrong) {
		t.Errorf("no language: %v", err)
	}
	if _, err := flavers.Check(t.Context(), &flavers.Model{}, flavers.CheckOptions{}); err == nil {
		t.Error("no program")
	}
}

// Explore judges executions that go on for ever where it visits all states, under the fairness that is asked for.
func TestExploreForEver(t *testing.T) {
	m, err := flavers.Load(flavers.Source{Name: "p.tfg", Text: []byte("shared free 0..1 = 1\n" +
		"task a { loop { event ask; await free == 1; event go } }\ntask b { loop { free = 0; free = 1 } }\n")},
		[]flavers.Source{{Name: "p.fsa", Text: []byte("property served { go responds to ask }\n")}}, flavers.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for fairness, status := range map[string]int{"": 1, "weak": 1, "none": 1, "strong": 0} {
		e, err := flavers.Explore(t.Context(), m, flavers.ExploreOptions{Fairness: fairness})
		if err != nil {
			t.Fatal(err)
		}
		if e.ExitCode() != status || e.Fairness == "" || status == 1 && e.Findings[0].Loop != 2 {
			t.Errorf("fairness %q: %+v", fairness, e)
		}
		if status == 0 {
			continue
		}
		run, err := flavers.Replay(m, e.Findings[0].Schedule)
		if err != nil || run.Loop != 2 || run.ExitCode() != 1 {
			t.Errorf("replayed: %v, %+v", err, run)
		}
	}
	if e, err := flavers.Explore(t.Context(), m, flavers.ExploreOptions{Fairness: "off"}); err != nil || e.Fairness != "" || e.ExitCode() != 0 {
		t.Errorf("not to be judged: %v, %+v", err, e)
	}
	if _, err := flavers.Explore(t.Context(), m, flavers.ExploreOptions{Fairness: "much"}); err == nil {
		t.Error("a kind of fairness that does not exist")
	}
}
