package cases_test

import (
	"go/ast"
	"slices"
	"testing"
	"time"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"flavers/check"
	"flavers/lang/golang"
	"flavers/lang/golang/cases"
	"flavers/lang/golang/extract"
	"flavers/lang/golang/roots"
	"flavers/lang/golang/slice"
	"flavers/report"
	"flavers/verify"
)

// TestCases compares what comments in testdata expect with what is found: one folder for each package of the front
// end, one file for each rule. Packages that a rule needs besides are in folders below.
func TestCases(t *testing.T) {
	ps, list := roots.Load(t.Context(), "testdata", []string{"./..."}, "")
	if ps == nil {
		t.Fatal(list.All)
	}
	facts, err := slice.Of(t.Context(), ps, ps.Roots())
	if err != nil {
		t.Fatal(err)
	}
	packages, list := check.Open(t.Context(), []golang.Request{{Dir: "testdata", Patterns: []string{"./..."}}},
		check.OpenOptions{})
	if list.HasErrors() {
		t.Fatal(list.All)
	}
	n := map[string]int{}
	compare := func(found *cases.Found, wants []cases.Want) {
		for _, w := range wants {
			n[w.Word]++
			if wrong := found.Wrong(w); wrong != "" {
				t.Error(wrong)
			}
		}
	}
	wants := wantsOf(t, ps)
	var all []*cases.Found
	for _, root := range ps.Roots() {
		found, err := cases.Find(t.Context(), ps, facts, root)
		if err != nil {
			t.Fatal(err)
		}
		n["roots"]++
		all = append(all, found)
		judge(t, ps, packages, root, wants[root.Fn], found)
		compare(found, wants[root.Fn])
		delete(wants, root.Fn)
	}
	for _, of := range wants { // functions that roots call
		compare(cases.Together(all), of)
	}
	t.Log(n)
	for word, least := range map[string]int{"roots": 20, "pointsto": 10, "idle": 2, "busy": 2, "ledger": 10, "deadlock": 10,
		"quiet": 2, "loud": 2, "keeps": 2} {
		if n[word] < least {
			t.Errorf("%s: %d cases", word, n[word])
		}
	}
}

// wantsOf reads what is expected of functions.
func wantsOf(t *testing.T, ps *roots.Packages) map[*ssa.Function][]cases.Want {
	t.Helper()
	byDecl := map[ast.Node]*ssa.Function{}
	for fn := range ssautil.AllFunctions(ps.Prog) {
		if fn.Synthetic == "" {
			byDecl[fn.Syntax()] = fn
		}
	}
	out := map[*ssa.Function][]cases.Want{}
	for _, p := range ps.Loaded {
		for _, f := range p.Syntax {
			for _, d := range f.Decls {
				decl, ok := d.(*ast.FuncDecl)
				if !ok {
					continue
				}
				wants, err := cases.Wants(ps.Fset, f, decl)
				if err != nil {
					t.Fatal(err)
				}
				if len(wants) > 0 {
					out[byDecl[decl]] = wants
				}
			}
		}
	}
	return out
}

// judge makes and checks the program of a root, if something is expected of that.
func judge(t *testing.T, ps *roots.Packages, packages *check.Packages, root roots.Root, wants []cases.Want,
	found *cases.Found) {
	t.Helper()
	of := func(word string) bool {
		return slices.ContainsFunc(wants, func(w cases.Want) bool { return w.Word == word })
	}
	if !of("ledger") && !of("deadlock") {
		return
	}
	p, err := extract.Extract(t.Context(), ps, root, extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range p.Ledger {
		found.Codes = append(found.Codes, n.Code)
	}
	if !of("deadlock") {
		return
	}
	whole, ok := packages.Root(root.Name + ".tfg")
	if !ok {
		t.Fatal("there is no root " + root.Name)
	}
	found.Deadlock = deadlock(t, whole)
}

// deadlock is what is said of deadlocks of a root, as the command says it.
func deadlock(t *testing.T, root check.Root) string {
	t.Helper()
	opt := check.Options{Verify: verify.Options{Timeout: 10 * time.Second, Only: []string{report.Deadlock}},
		Executions: check.Off}
	c := check.Package(t.Context(), root, opt).Check
	switch {
	case c == nil:
		return "none"
	case c.Deadlock.Verdict == report.Holds && len(c.Deadlock.Within) > 0:
		return "within"
	}
	return string(c.Deadlock.Verdict)
}
