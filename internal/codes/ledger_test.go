package codes

import (
	"slices"
	"strings"
	"testing"

	"flavers/diag"
)

// Every code of a ledger of a Go package is explained, once.
func TestLedger(t *testing.T) {
	all := ofLedger()
	if len(all) < 35 {
		t.Errorf("%d codes", len(all))
	}
	of := func(code diag.Code) func(diag.Explanation) bool {
		return func(e diag.Explanation) bool { return e.Code == code }
	}
	for _, e := range all {
		if slices.ContainsFunc(All(), of(e.Code)) {
			t.Errorf("%s is a code of a diagnostic, too", e.Code)
		}
	}
	for _, code := range []diag.Code{"A08", "B03", "U11", "U20"} {
		if !slices.ContainsFunc(all, of(code)) {
			t.Errorf("%s is not explained", code)
		}
	}
	var out strings.Builder
	if err := Explain(&out, []string{"u11"}); err != nil || !strings.HasPrefix(out.String(), "U11: ledger: code that is not followed") {
		t.Errorf("%v %s", err, &out)
	}
}
