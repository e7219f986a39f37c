package report_test

// What each form of reports shows of a result. A field that is added to Result has to reach every form, or stand in
// the table notShown with the reason why a form does without it.

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	. "flavers/report"
)

// resultForms are checkForms and the page. Text is verbose: it prints all that the form can.
func resultForms() map[string]func(c *Check) (string, error) {
	forms := map[string]func(c *Check) (string, error){
		"page": func(c *Check) (string, error) {
			p := &Page{Check: c, Sources: Sources{"p.tfg": []byte(strings.Repeat("line\n", 40))}}
			for _, r := range c.Ordered() {
				p.Results = append(p.Results, PageResult{Result: r, Start: "none"})
			}
			var b bytes.Buffer
			err := p.Write(&b)
			return b.String(), err
		},
	}
	for name, write := range checkForms {
		forms[name] = func(c *Check) (string, error) {
			var b bytes.Buffer
			err := write(&b, c, TextOptions{Verbose: true, Roots: true, Contracts: true, Replay: "flavers replay p.tfg "})
			return b.String(), err
		}
	}
	return forms
}

// situation is a check with one result, the place of which it knows.
type situation struct {
	check  func(r Result) *Check
	result Result
}

// situations are results of all verdicts and kinds: a field may matter in some of them only.
func situations() []situation {
	steps := []Step{
		{Task: "a", Event: "ask", Pos: "p.tfg:3:9", State: "owed"},
		{Task: "b", Tasks: []string{"a", "b"}, Event: "a.poll", Pos: "p.tfg:4:9", PartnerPos: "p.tfg:3:20"},
		{Task: "b", Event: "free=1", Pos: "p.tfg:4:19", Vars: []VarValue{{Name: "free", Value: "1"}}},
	}
	program := func(r Result) *Check {
		return &Check{Version: Version, Program: "p.tfg", Results: []Result{r}}
	}
	root := func(r Result) *Check {
		c := program(r)
		c.Root, c.Names = "main.main", &Names{}
		return c
	}
	deadlock := func(r Result) *Check {
		return &Check{Version: Version, Program: "p.tfg", Deadlock: &r}
	}
	random := rand.New(rand.NewPCG(1, 2))
	var out []situation
	for _, verdict := range []Verdict{Holds, Violated, Possible, Unknown} {
		r := Result{Property: "p", Pos: "p.fsa:1:10", Verdict: verdict, POR: "normal",
			Constraints: []string{"task:a"}, Tuples: 10, Visits: 12, Nodes: NodeCounts{Tau: 3, Local: 4},
			MIP: MIPCounts{Candidate: 40, Kept: 12}}
		if verdict == Violated || verdict == Possible {
			r.Trace = steps
		}
		if verdict == Violated {
			r.Schedule = "1:3f0a9c12:1,0.2,1"
		}
		if verdict == Unknown {
			r.Limit = LimitTime
		}
		locked := r
		locked.Property, locked.Kind, locked.Pos = "deadlock", KindDeadlock, ""
		race := r
		race.Property, race.Kind = "x", KindRace
		if verdict != Holds {
			race.Accesses = []Access{{Task: "a", Pos: "p.tfg:3:9"}, {Task: "b", Pos: "p.tfg:4:9"}}
		}
		for range 4 {
			half := func() bool { return random.IntN(2) == 0 }
			out = append(out, situation{program, filled(r, half)}, situation{root, filled(r, half)})
		}
		lasso := r
		lasso.Loop, lasso.Fair = min(2, len(r.Trace)), "weak"
		out = append(out, situation{program, r}, situation{program, lasso}, situation{root, r}, situation{deadlock, locked},
			situation{func(r Result) *Check { return &Check{Version: Version, Program: "p.tfg", Races: []Result{r}} }, race})
	}
	return out
}

// filled returns r with a value in each field for which keep is true, beside the fields that r has already.
func filled(r Result, keep func() bool) Result {
	full := r
	v := reflect.ValueOf(&full).Elem()
	for i := range v.NumField() {
		if v.Type().Field(i).IsExported() && v.Field(i).IsZero() && keep() {
			Fill(v.Field(i))
		}
	}
	full.Trace, full.Kind, full.Accesses = r.Trace, r.Kind, r.Accesses
	if full.Fair != "" {
		full.Fair = "weak"
	}
	if full.Loop = min(full.Loop, 1); len(r.Trace) == 0 {
		full.Loop = 0
	}
	return full
}

// others returns values of a field of the given type and name that a form may tell apart from the present one.
func others(name string, present reflect.Value) []reflect.Value {
	filled := reflect.New(present.Type()).Elem()
	Fill(filled)
	switch name {
	case "Accesses": // a data race has two
		filled = reflect.AppendSlice(filled, filled)
	case "Trace":
		filled = reflect.ValueOf([]Step{{Task: "a", Event: "ask", Pos: "p.tfg:3:9"}})
	case "Loop": // no more steps than the trace has
		filled.SetInt(1)
	}
	out := []reflect.Value{filled, reflect.Zero(present.Type())}
	for _, word := range map[string][]string{
		"Fair": {"weak", "strong", "none"}, "Of": {Ending}, "FoundBy": {BySearch},
		"Confirmed": {InModel, InPackage, Interpreted}, "Limit": {string(LimitSize)},
	}[name] {
		v := reflect.New(present.Type()).Elem()
		v.SetString(word)
		out = append(out, v)
	}
	return out
}

// dropped returns the exported fields of Result that a form does not show: whatever value they have, in whatever
// situation, the text is the same.
func dropped(write func(c *Check) (string, error)) ([]string, error) {
	all := situations()
	before := make([]string, len(all))
	for k, s := range all {
		var err error
		if before[k], err = write(s.check(s.result)); err != nil {
			return nil, err
		}
	}
	shown := func(i int) (bool, error) {
		name := reflect.TypeFor[Result]().Field(i).Name
		for k, s := range all {
			for _, v := range others(name, reflect.ValueOf(s.result).Field(i)) {
				changed := s.result
				reflect.ValueOf(&changed).Elem().Field(i).Set(v)
				after, err := write(s.check(changed))
				if err != nil || after != before[k] {
					return true, err
				}
			}
		}
		return false, nil
	}
	var out []string
	for i := range reflect.TypeFor[Result]().NumField() {
		field := reflect.TypeFor[Result]().Field(i)
		if !field.IsExported() {
			continue
		}
		is, err := shown(i)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", field.Name, err)
		}
		if !is {
			out = append(out, field.Name)
		}
	}
	return out, nil
}

// notShown has the fields that a form does without, and why, by the name of the form. Fields that hold for several
// forms are in groups.
var notShown = map[string]map[string]string{
	"json": without(internal, map[string]string{
		"Kind": "the key under which the result stands says it: results, runtime_errors, deadlock or races",
	}),
	"text": without(internal, map[string]string{
		"If":       "reports on several roots name the conditions of a finding (report/batch)",
		"Contract": "the reason has it in words (Result.Agreed), and report/batch counts by it",
	}),
	"page": without(internal, map[string]string{
		"Pos":         "the page shows the text of the property instead",
		"If":          "the conditions are at the steps of the trace",
		"Contract":    "the reason has it in words (Result.Agreed)",
		"Instances":   "the page shows the instance that Instance names; the others are in the text and in JSON",
		"OwnTime":     "it only decides which flag the text advises",
		"Tasks":       "about the size of a proof, which text and JSON have",
		"Represented": "about the size of a proof, which text and JSON have",
		"Bounds":      "about further proofs, which text and JSON have",
		"Counted":     "about the size of a proof, which text and JSON have",
		"Rounds":      "the page lists the rounds themselves",
		"FoundBy":     "about the work of the analysis, which text and JSON have",
	}),
	"github": without(internal, proofs, map[string]string{
		"Contract": "the reason has it in words (Result.Agreed)",
	}),
	"sarif": without(internal, proofs, map[string]string{
		"Contract": "the reason has it in words (Result.Agreed)",
	}),
}

// internal are fields that no form writes.
var internal = map[string]string{
	"InstanceOf": "Family has joined the instances before a report is written",
	"Index":      "Family has joined the instances before a report is written",
	"States":     "the reason says that states were searched",
	"Path":       "it is for pictures",
}

// proofs are fields about answers that are no finding, and about the work of the analysis. Forms that only list
// findings do not write them.
var proofs = map[string]string{
	"Instances": "the finding is of the instance that Instance names",
	"If":        "report/batch lists the findings of Go packages, with their conditions",
	"Native":    "the reason has it in words (ledger.Native)",
	"Passes":    "the reason has it in words (Doubted)",
	"Limit":     "the reason names the limit", "OwnTime": "the reason names the limit",
	"Of": "a finding has an execution, so its scope does not matter", "Unfair": "a finding has an execution",
	"Constraints": "what a proof rests on", "Tasks": "what a proof rests on", "Represented": "what a proof rests on",
	"Bounds": "what a proof rests on", "Vacuous": "a warning about a proof",
	"POR": "work", "Nodes": "work", "MIP": "work", "Tuples": "work", "Visits": "work", "Counted": "work", "Rounds": "work",
	"Refinement": "work", "Rejected": "work", "RejectedBy": "work", "Seconds": "work", "FoundBy": "work",
}

// without joins groups of fields.
func without(groups ...map[string]string) map[string]string {
	out := map[string]string{}
	for _, g := range groups {
		maps.Copy(out, g)
	}
	return out
}

// TestFormsShowEachField fails for a field of Result that some form drops, and for a reason in notShown that is not
// needed.
func TestFormsShowEachField(t *testing.T) {
	for name, write := range resultForms() {
		got, err := dropped(write)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, field := range got {
			if notShown[name][field] == "" {
				t.Errorf("the form %s does not show the field %s of a result: write it there, or give the reason in notShown",
					name, field)
			}
		}
		for _, field := range slices.Sorted(maps.Keys(notShown[name])) {
			if !slices.Contains(got, field) {
				t.Errorf("the form %s shows the field %s of a result, and notShown says that it does not", name, field)
			}
		}
	}
}

// TestDroppedFindsAField plants forms that drop one field each.
func TestDroppedFindsAField(t *testing.T) {
	json := resultForms()["json"]
	for _, name := range []string{"Assumptions", "Omitted", "Unfair", "Ignored", "Every"} {
		got, err := dropped(func(c *Check) (string, error) {
			for _, r := range c.Ordered() {
				reflect.ValueOf(r).Elem().FieldByName(name).SetZero()
			}
			return json(c)
		})
		if err != nil || !slices.Contains(got, name) || len(got) != len(notShown["json"])+1 {
			t.Errorf("a form without %s: dropped reports %v, error %v", name, got, err)
		}
	}
}
