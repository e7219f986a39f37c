// Package codes knows every code that a diagnostic can have, those of the command among
// them:
//
//	codes.Explain(w, []string{"T201"}) // what it means, with an example and its repair
//
// Codes of a front end are declared where it reports them.
package codes

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"flavers/diag"
	"flavers/explore/em/trace"
	"flavers/explore/lpor/petri"
	"flavers/internal/source"
	"flavers/lang/ada/model"
	"flavers/lang/ada/project"
	"flavers/lang/golang"
)

// All returns the explanations of all front ends and of the command, by code.
func All() []diag.Explanation {
	all := slices.Concat(diag.Explanations(), trace.Explanations(), petri.Explanations(),
		source.Explanations(), golang.Explanations(), model.Explanations(), project.Explanations(), ofCommand())
	slices.SortStableFunc(all, func(a, b diag.Explanation) int { return strings.Compare(string(a.Code), string(b.Code)) })
	return all
}

// Explainer gives the explanation of a code in one line; "" if there is none.
func Explainer() func(code string) string {
	all := All()
	return func(code string) string {
		for _, e := range all {
			if string(e.Code) == code {
				return strings.TrimSpace(e.Title + ". " + e.Text)
			}
		}
		return ""
	}
}

// Explain writes what is known about each code, in capitals or not, also of ledgers; without codes, the
// titles of all. The error says that there is no such code, or is that of w.
func Explain(w io.Writer, codes []string) error {
	var b strings.Builder
	all := append(All(), ofLedger()...)
	if len(codes) == 0 {
		for _, e := range all {
			fmt.Fprintf(&b, "%s  %s\n", e.Code, e.Title)
		}
		_, err := io.WriteString(w, b.String())
		return err
	}
	var known []string
	for _, e := range all {
		known = append(known, string(e.Code))
	}
	var found []diag.Explanation
	for _, code := range codes {
		i := slices.Index(known, strings.ToUpper(code))
		if i < 0 {
			err := fmt.Errorf("no diagnostic has the code %q; \"flavers explain\" lists them", code)
			if near := diag.Suggest(strings.ToUpper(code), known); near != "" {
				err = fmt.Errorf("%w; did you mean %s?", err, near)
			}
			return err
		}
		found = append(found, all[i])
	}
	for i, e := range found {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s: %s\n", e.Code, e.Title)
		if text := strings.TrimSpace(e.Text); text != "" {
			fmt.Fprintf(&b, "\n%s\n", text)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
