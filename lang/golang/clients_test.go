package golang_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	service "flavers/check"
	"flavers/lang/golang"
	"flavers/lang/golang/clients"
	"flavers/report"
	"flavers/verify"
)

// contract stands in these tests for a violation in which callers break a contract.
const contract report.Verdict = "contract"

// shown are the verdicts other than holds that clients of a package show, by the type or function that they are of.
func shown(t *testing.T, dir string) map[string][]report.Verdict {
	t.Helper()
	ps, list := golang.Open(t.Context(), []golang.Request{{Dir: dir, Patterns: []string{"."}, Clients: clients.Auto}}, nil)
	if len(list.All) > 0 {
		t.Fatal(list.All)
	}
	out := map[string][]report.Verdict{}
	of := regexp.MustCompile(`client of (\w+)`)
	for _, root := range service.Of(ps).Roots {
		m := of.FindStringSubmatch(root.Name)
		if m == nil {
			continue
		}
		if out[m[1]] == nil {
			out[m[1]] = []report.Verdict{}
		}
		c := service.Package(t.Context(), root, service.Options{Verify: verify.Options{Timeout: 10 * time.Second}}).Check
		if c == nil {
			continue
		}
		if c.Client == "" {
			t.Errorf("%s does not say what callers do", root.Name)
		}
		for _, r := range c.Ordered() {
			if r.Contract != nil {
				out[m[1]] = append(out[m[1]], contract)
			} else if r.Verdict != report.Holds {
				out[m[1]] = append(out[m[1]], r.Verdict)
			}
		}
	}
	return out
}

// Where a mistake needs conditions on data, these are named if they can be true together; if not, nothing is found.
func TestClientConditions(t *testing.T) {
	ps, list := golang.Open(t.Context(), []golang.Request{{Dir: "testdata/conditions", Patterns: []string{"."},
		Clients: clients.Auto}}, nil)
	if len(list.All) > 0 {
		t.Fatal(list.All)
	}
	got := map[string]string{}
	of := regexp.MustCompile(`client of (\w+)`)
	for _, root := range service.Of(ps).Roots {
		c := service.Package(t.Context(), root, service.Options{}).Check
		if c == nil {
			continue
		}
		for _, r := range c.Ordered() {
			if name := of.FindStringSubmatch(root.Name)[1]; r.Verdict == report.Violated && (got[name] == "" || len(r.If) > 0) {
				got[name] = "violated"
				for _, text := range r.If {
					got[name] += ", if " + text[:strings.LastIndex(text, " (")]
				}
			}
		}
	}
	want := map[string]string{
		"Kind":     `violated, if kind == "count"`,
		"Full":     "violated, if len(f.lines) >= f.limit",
		"Lookup":   "violated, if l.items[k] is not there",
		"Each":     "violated, if e.subs has another item",
		"Loop":     "violated, if names has another item",
		"Upgrade":  "violated, if u.items[k] is not there",
		"Captured": "violated, if kind == 1 is false",
		"Checks":   "violated, if c.checks has another item",
		"Deep":     "violated, if n > 0 is false",
		"Overfull": "violated",
		"Pump":     "violated",
		"Shelf":    "violated",
		"Sorts":    "violated",
		"Walks":    "violated",
		"Buckets":  "violated",
	}
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s: %q, want %q", name, got[name], text)
		}
		delete(got, name)
	}
	if len(got) > 0 {
		t.Errorf("also %v", got)
	}
}

// Clients show the mistakes of the types Bug.., and nothing else; of Contract.., they show what callers may know not
// to do.
func TestClients(t *testing.T) {
	found := shown(t, "testdata/clients")
	if len(found) < 40 {
		t.Errorf("clients of %d types and functions only", len(found))
	}
	for of, verdicts := range found {
		violated := slices.Contains(verdicts, report.Violated) || slices.Contains(verdicts, report.Possible)
		if violated != strings.HasPrefix(strings.ToLower(of), "bug") {
			t.Errorf("%s: %v", of, verdicts)
		}
		if slices.Contains(verdicts, contract) != strings.HasPrefix(of, "Contract") && !violated {
			t.Errorf("%s: %v", of, verdicts)
		}
	}
}

// Clients whose contexts last are in the report only with a finding: of methods that keep a slot or a token, and not of
// those that wait for callers, or for the end of their work.
func TestLasting(t *testing.T) {
	ps, list := golang.Open(t.Context(), []golang.Request{{Dir: "testdata/clients", Patterns: []string{"."},
		Clients: clients.Auto}}, nil)
	if len(list.All) > 0 {
		t.Fatal(list.All)
	}
	n := 0
	for _, root := range service.Of(ps).Roots {
		if !golang.Adds(root.Program) || !strings.Contains(root.Name, clients.WithLasting) {
			continue
		}
		n++
		a := service.Package(t.Context(), root, service.Options{})
		if (a.Check != nil) != (strings.Contains(root.Name, "BugSlots") || strings.Contains(root.Name, "BugTokens")) || a.Check == nil && len(a.Does) > 0 {
			t.Errorf("%s: %v", root.Name, a.Check)
		}
	}
	if n < 7 {
		t.Errorf("%d clients only", n)
	}
}

// A call that takes from a channel only what it has sent itself helps nobody who waits to send (theory.md, Lemma 14.7):
// so many clients of a type are blocked for good. The one of Swapped has nothing to do with that.
func TestReturned(t *testing.T) {
	found := shown(t, "testdata/returned")
	for of, want := range map[string]int{"Shared": 3, "Tokens": 3, "Picked": 3, "Swapped": 1, "Rotated": 0} {
		n := 0
		for _, v := range found[of] {
			if v == report.Violated {
				n++
			}
		}
		if n != want {
			t.Errorf("%s: %v, want %d violated", of, found[of], want)
		}
	}
}

// Of types as packages of others have them, clients show the mistakes of Bug.., what callers may know not to do with
// Contract.., and nothing of the others, as far as they show what is certain.
func TestWild(t *testing.T) {
	for of, verdicts := range shown(t, "testdata/wild") {
		if found := slices.Contains(verdicts, report.Violated); found != strings.HasPrefix(of, "Bug") {
			t.Errorf("%s: %v", of, verdicts)
		}
		if strings.HasPrefix(of, "Contract") && !slices.Contains(verdicts, contract) {
			t.Errorf("%s: %v", of, verdicts)
		}
	}
}

// Functions that callers pass call methods where all clients are asked for; by default, those do that a type keeps and
// that return nothing, and that of Range. They show a lock that is held while they are called, and nothing of a type
// that calls them without.
func TestCallbacks(t *testing.T) {
	client := func(calls ...string) []string {
		for i, c := range calls {
			calls[i] = "callbacks.client of " + c
		}
		return calls
	}
	for which, want := range map[clients.Which][]string{
		clients.Auto: client("Bell.Ring calls Rings", "Dict.Range calls Delete"),
		clients.All: client("Bell.Ring calls Listen", "Bell.Ring calls Ring", "Bell.Ring calls Rings", "Bell.Rings calls Listen",
			"Bell.Rings calls Ring", "Bell.Rings calls Rings",
			"Dict.Range calls Delete", "Dict.Range calls Range", "Dict.Range calls Store", "Loader.Last calls Last",
			"Loader.Last calls Value", "Loader.Value calls Last", "Loader.Value calls Value", "Table.Each calls Each",
			"Table.Each calls Put")} {
		ps, list := golang.Open(t.Context(), []golang.Request{{Dir: "testdata/callbacks", Patterns: []string{"."},
			Clients: which}}, nil)
		if len(list.All) > 0 {
			t.Fatal(list.All)
		}
		var got []string
		for _, root := range service.Of(ps).Roots {
			c := service.Package(t.Context(), root, service.Options{}).Check
			if c != nil && c.Deadlock != nil && c.Deadlock.Verdict == report.Violated {
				got = append(got, root.Name)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", which, got, want)
		}
	}
}

// Methods that end the use of an object are called alone, and when others have returned.
func TestLastCalls(t *testing.T) {
	ps, _ := golang.Open(t.Context(), []golang.Request{{Dir: "testdata/clients", Patterns: []string{"."},
		Clients: clients.Auto}}, nil)
	for _, name := range []string{"BugBehind.Stop", "ContractLate.Put before Stop"} {
		if !slices.Contains(ps.Names, "clients.client of "+name+".tfg") {
			t.Errorf("no client of %s", name)
		}
	}
	if slices.Contains(ps.Names, "clients.client of ContractTopics.Open before Close.tfg") { // of a topic
		t.Error("Close ends the use of a topic, and not of the object")
	}
}

// What needs callers who break a contract is no violation, and nothing else is a contract.
func TestContracts(t *testing.T) {
	found := shown(t, "testdata/clients")
	for of, want := range map[string]report.Verdict{
		"ContractLate": contract, "ContractTold": contract, "ContractPaused": contract, "ContractSenders": contract,
		"ContractTopics": contract,
		"BugSaid":        report.Violated, "BugBehind": report.Violated, "BugClosing": report.Violated,
		"BugWorkers": report.Violated, "BugMill": report.Violated, "BugClosedTwice": report.Violated,
		"RightWatched": "", "RightStarted": ""} {
		var got report.Verdict
		for _, v := range found[of] {
			if v == report.Violated || v == contract && got == "" {
				got = v
			}
		}
		if got != want || found[of] == nil {
			t.Errorf("%s: %v, want %q", of, found[of], want)
		}
	}
}

// What is written for clients compiles: also where an object that is made has no method to call, where a part of a
// value is made and the rest is not known, and where a method of a value is called with operands that no client
// knows.
func TestClientsCompile(t *testing.T) {
	ps, list := golang.Open(t.Context(), []golang.Request{{Dir: "testdata/written", Patterns: []string{"."}, Clients: clients.All}}, nil)
	if len(list.All) > 0 || len(ps.Names) < 5 {
		t.Errorf("%v; roots %q", list.All, ps.Names)
	}
}
