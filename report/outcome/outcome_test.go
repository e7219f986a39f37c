package outcome_test

import (
	"reflect"
	"testing"

	. "flavers/report/outcome"
)

// Each kind of evidence, with the verdicts on a property of all executions and on one that asks for an execution:
// without a ledger, with bounds, with parts that are not modelled, and with doubt about an execution.
func TestOf(t *testing.T) {
	ledgers := []Ledger{{}, {Bounds: []string{"B01"}}, {Unmodelled: []string{"U02"}}, {Doubt: "it guesses"}}
	type verdicts [4]Verdict
	absent := [2]verdicts{{Holds, Holds, Unknown, Holds}, {Violated, Violated, Unknown, Possible}}
	exists := [2]verdicts{{Violated, Violated, Violated, Possible}, {Holds, Holds, Holds, Possible}}
	maybe := [2]verdicts{{Possible, Possible, Possible, Possible}, {Possible, Possible, Possible, Possible}}
	open := [2]verdicts{{Unknown, Unknown, Unknown, Unknown}, {Unknown, Unknown, Unknown, Unknown}}
	for _, test := range []struct {
		of   Evidence
		want [2]verdicts
	}{
		{FixedPoint{}, absent},
		{FixedPoint{Unsound: true}, open},
		{FixedPoint{Beyond: true}, open},
		{Certificate{}, absent},
		{Exhausted{}, absent},
		{ControlFlow{}, absent},
		{Excluded{}, absent},
		{Execution{}, exists},
		{Lasso{}, exists},
		{Path{}, maybe},
		{None{}, open},
		{Recalled{Verdict: Holds}, absent},
		{Recalled{Verdict: Violated}, exists},
		{Recalled{Verdict: Possible}, maybe},
		{Recalled{Verdict: Unknown}, open},
		{Recalled{Goal: Goal{Reach: true}, Verdict: Holds}, exists},
		{Recalled{Goal: Goal{Reach: true}, Verdict: Violated}, absent},
	} {
		for i, reach := range []bool{false, true} {
			for k, l := range ledgers {
				o := Of(Goal{Reach: reach}, test.of, l)
				if o.Verdict != test.want[i][k] {
					t.Errorf("%T%+v, reach %t, %+v: %s, want %s", test.of, test.of, reach, l, o.Verdict, test.want[i][k])
				}
				// An execution is a violation whatever is beyond the bounds.
				if bounded := len(l.Bounds) > 0 && (Denies(test.of) || reach && Shows(test.of)); bounded != (o.Scope.Within != nil) {
					t.Errorf("%T, reach %t, %+v: within %v", test.of, reach, l, o.Scope.Within)
				}
			}
		}
	}
}

// A ledger never makes an answer out of none, and never turns one answer into the other.
func TestLedgerOnlyWeakens(t *testing.T) {
	all := []Evidence{FixedPoint{}, FixedPoint{Unsound: true}, Certificate{}, Exhausted{}, ControlFlow{}, Excluded{},
		Execution{}, Lasso{}, Path{}, None{}}
	for _, e := range all {
		for bits := range 16 {
			var l Ledger
			if bits&1 != 0 {
				l.Bounds = []string{"B01"}
			}
			if bits&2 != 0 {
				l.Unmodelled = []string{"U02"}
			}
			if bits&4 != 0 {
				l.Doubt = "it guesses"
			}
			g := Goal{Reach: bits&8 != 0}
			before, after := Of(g, e, Ledger{}).Verdict, Of(g, e, l).Verdict
			if after.Definite() && after != before {
				t.Errorf("%T, %+v, %+v: %s, and %s without a ledger", e, g, l, after, before)
			}
		}
	}
}

// Evidence keeps its kind when it is about fewer executions, and the outcome says about which.
func TestScope(t *testing.T) {
	to := Scope{Ends: true, Fair: "weak", Declared: true, NoEnd: true}
	for _, e := range []Evidence{FixedPoint{Beyond: true}, Certificate{}, Exhausted{}, ControlFlow{}, Excluded{}, Lasso{},
		None{}, Recalled{Verdict: Holds}} {
		narrow := Narrow(e, to)
		if reflect.TypeOf(narrow) != reflect.TypeOf(e) {
			t.Errorf("%T became %T", e, narrow)
		}
		before, after := Of(Goal{}, e, Ledger{}), Of(Goal{}, narrow, Ledger{})
		if after.Verdict != before.Verdict || !reflect.DeepEqual(after.Scope, to) {
			t.Errorf("%T: %+v", e, after)
		}
	}
	for _, e := range []Evidence{Execution{}, Path{}} {
		if got := Of(Goal{}, Narrow(e, to), Ledger{}).Scope; !reflect.DeepEqual(got, Scope{}) {
			t.Errorf("%T: scope %+v", e, got)
		}
	}
}
