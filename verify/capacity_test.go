package verify_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"flavers/automata/fsa"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/report"
	"flavers/verify"
)

// What is bounded in the model (mailboxes, queues) must never make a property
// hold: an execution that exceeds the bound makes the verdict unknown.

// loadText reads a program that has no errors.
func loadText(t *testing.T, src string) *problem {
	t.Helper()
	p, ds := lang.Load("capacity.tfg", []byte(src), lang.Options{})
	if ds.HasErrors() {
		t.Fatalf("%v\n%s", ds.All, src)
	}
	return &problem{what: src, p: p}
}

func TestBeyondCapacity(t *testing.T) {
	const counting = `{
		var n 0..20 = 0
		init { post a.go }
		on go when n < 12 { n = n + 1; assert n < 8; if n == 7 { event big }; post a.go; post a.go }
		on go when n >= 12 { }
	}`
	const waiting = ` { var n 0..9 = 0
		on go when n == 7 { n = n + 1 } }
	task t { var k 0..7; while k < 7 { post a.go; k = k + 1 }; event big }`
	for _, program := range []string{"actor a@ " + counting, "looper a@ " + counting, "process a@ " + counting,
		"actor a@ " + waiting, "looper a@ " + waiting} {
		specs, ds := fsa.Parse("capacity.fsa", []byte("property never { absence of big }"))
		if ds.HasErrors() {
			t.Fatal(ds.All)
		}
		for _, c := range []struct {
			capacity string
			want     report.Verdict
		}{{"", report.Unknown}, {" capacity[5]", report.Unknown}, {" capacity[16]", report.Violated}} {
			pr := loadText(t, "program p\n"+strings.Replace(program, "@", c.capacity, 1))
			pr.specs = specs
			for _, refine := range []verify.Refine{"", "all"} {
				for _, rule := range []verify.Rule{"none", "safe", "normal"} {
					out := pr.check(verify.Options{Refine: refine, POR: rule, Check: true})
					results := slices.Clone(out.Results)
					if out.RuntimeErrors != nil && strings.Contains(program, "assert") {
						results = append(results, *out.RuntimeErrors)
					}
					if len(results) == 0 {
						t.Fatalf("no result: %v", out.Diagnostics)
					}
					for _, r := range results {
						if r.Verdict != c.want && !(r.Verdict == report.Unknown && r.Limit == report.LimitSize && strings.HasPrefix(program, "looper")) {
							t.Errorf("refine %q, rule %s: %s is %s, want %s (%s)\n%s", refine, rule, r.Property, r.Verdict, c.want, r.Reason, pr.what)
						}
					}
				}
			}
		}
	}
}

// heads are the declarations of what has a mailbox or a queue.
var heads = regexp.MustCompile(`(?m)^((?:actor|looper|process) .*?)(?: capacity\[\d+\])? \{$`)

// With smaller mailboxes a program has the same verdicts as with larger ones,
// or none: the larger ones decide here, by the interpreter.
func TestSmallerCapacities(t *testing.T) {
	const usual = 15
	n, kept, open, bad := trial.Count(t, usual), 0, 0, 0
	for seed := range trial.Seeds(t, usual) {
		var narrow string
		pr := randomOf(t, seed, func(in []byte) string {
			src := gen.MessagePassing(in)
			narrow = heads.ReplaceAllString(src, fmt.Sprintf("$1 capacity[%d] {", 1+seed%2))
			return heads.ReplaceAllString(src, "$1 {")
		})
		if pr == nil || narrow == heads.ReplaceAllString(narrow, "$1 {") {
			continue
		}
		kept++
		wide := *pr
		pr.p, pr.what = loadText(t, narrow).p, pr.what+"\n"+narrow
		for _, opt := range []verify.Options{{}, {Refine: "all"}, {Refine: "all", POR: "none"}, {Refine: "all", POR: "safe"}} {
			c := pr.check(opt)
			if ambiguous(c) {
				continue
			}
			results := slices.Clone(c.Results)
			if c.RuntimeErrors != nil && len(pr.constraints) == 0 {
				wide.violated[report.RuntimeErrors] = wide.errors
				c.RuntimeErrors.Property = report.RuntimeErrors
				results = append(results, *c.RuntimeErrors)
			}
			for _, r := range results {
				switch violated := wide.violated[r.Property]; {
				case r.Verdict == report.Unknown:
					open++
				case r.Verdict == report.Violated && violated:
					bad++
				case r.Verdict == report.Violated || r.Verdict == report.Holds && violated:
					t.Fatalf("%+v: %s is %s, and with room for all messages the interpreter says violated: %v\n%s",
						opt, r.Property, r.Verdict, violated, pr.what)
				}
			}
		}
	}
	t.Logf("%d programs of %d compared, %d verdicts unknown, %d violated", kept, n, open, bad)
	if kept < n/3 || open < kept/20 || bad < kept/10 {
		t.Errorf("too few programs meet their bounds to mean anything")
	}
}
