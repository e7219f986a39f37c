package check

import (
	"flavers/report"
	"flavers/report/made"
	"flavers/verify/explored"
)

// Agreed returns what the engines of a cross-check agree on as the answer to a check. The engines answer for the
// model, so the ledger of the program is applied to what they agree on, and the cross-check takes the result over
// (report.Crosscheck.Judge). If there are no rows about run-time errors, nobody has asked for these. static is the
// answer of the static analysis about the model, before the ledger is applied, or nil.
func Agreed(s *Source, cross *report.Crosscheck, static *report.Check) *report.Check {
	c := cross.AsCheck(explored.Properties(s.Specs), static)
	made.Qualify(c, s.Program, false)
	if s.Program != nil && len(s.Program.Notes) > 0 {
		cross.Notes = made.Notes(s.Program)
		cross.Judge(c)
	}
	return c
}
