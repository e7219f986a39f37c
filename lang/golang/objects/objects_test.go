package objects_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flavers/lang/golang/clients"
	"flavers/lang/golang/objects"
	"flavers/lang/golang/roots"
)

func line(pos string) string { return strings.Split(pos, ":")[1] }

// All objects of a package are found, with the operations on them, also where nothing calls these. What a function is
// given may be any channel of its type.
func TestOf(t *testing.T) {
	ps, list := roots.Load(t.Context(), "../testdata/objects", []string{"."}, clients.None)
	if list.HasErrors() {
		t.Fatal(list.All)
	}
	all := objects.Of(ps)
	var got []string
	for _, u := range all.Uses {
		var of []string
		for _, n := range u.Of {
			of = append(of, line(all.All[n].Pos))
		}
		slices.Sort(of)
		got = append(got, fmt.Sprintf("%s %s %v %t", line(u.Pos), u.Func, of, u.Sure))
	}
	slices.Sort(got)
	want := []string{
		"29 (*Box).Put [13] true",
		"30 (*Box).Put [13] true",
		"31 (*Box).Put [23] true",
		"36 (*Box).Len [16] true",
		"37 (*Box).Len [16] true",
		"38 (*Box).Len [16] true",
		"39 (*Box).Len [13] true",
		"40 (*Box).Len [13] true",
		"45 (*Box).first [17] true",
		"50 (*Box).second [17] true",
		"70 Found [69] true",
		"73 send [56 62] false",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if len(all.All) != 7 {
		t.Errorf("%d objects: %v", len(all.All), all.All)
	}
}
