package check_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flavers/check"
	"flavers/lang/golang"
)

// An object is answered if a finding is about it, or if all operations on it are in roots that are decided. One root
// that is decided says nothing of the channel that another one gives to the same function.
func TestObjects(t *testing.T) {
	ps, list := check.Open(t.Context(), []golang.Request{{Dir: "../lang/golang/testdata/objects", Patterns: []string{"."}}},
		check.OpenOptions{Clients: check.ClientsAuto})
	if list.HasErrors() {
		t.Fatal(list.All)
	}
	all := ps.Objects()
	for _, root := range ps.Roots {
		all.Add(root, check.Package(t.Context(), root, check.Options{}))
	}
	totals := all.Totals()
	open := map[string]string{}
	for _, o := range totals.Unanswered {
		open[strings.Split(o.Pos, ":")[1]] = o.Reason
	}
	if d := cmp.Diff(map[string]string{"17": "used by no root", "62": "not modelled (U10)"}, open); d != "" {
		t.Error(d)
	}
	if totals.Objects != 7 || totals.Answered != 5 {
		t.Errorf("%+v", totals)
	}
	// Without any answer, nothing is answered.
	if none := ps.Objects().Totals(); none.Answered != 0 {
		t.Errorf("%+v", none)
	}
}
