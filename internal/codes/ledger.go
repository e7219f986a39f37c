package codes

import (
	"regexp"
	"strings"

	"flavers/diag"
	"flavers/docs"
)

// Codes of the ledgers of Go packages: what the model of a root leaves out or takes in. Their meaning is said once, in
// the table of the document.

var row = regexp.MustCompile(`(?m)^\| ([ABU]\d\d(?:, [ABU]\d\d)*) \| (.*) \|$`)

var kinds = map[byte]string{
	'A': "The model takes in executions that there may not be.",
	'B': "Executions beyond a bound are left out: what holds does so within bounds.",
	'U': "Something is not modelled: nothing holds.",
}

// ofLedger lists these codes, in the order of the table.
func ofLedger() []diag.Explanation {
	var out []diag.Explanation
	for _, m := range row.FindAllStringSubmatch(docs.Go, -1) {
		for _, code := range strings.Split(m[1], ", ") {
			out = append(out, diag.Explanation{Code: diag.Code(code), Title: "ledger: " + strings.ReplaceAll(m[2], "`", ""),
				Text: kinds[code[0]] + " The section about the ledger in docs/go.md says\nwhat that means for verdicts."})
		}
	}
	return out
}
