package check

import (
	"flavers/report"
	"flavers/report/made"
	"flavers/verify/explored"
)

// Agreed returns the answer that all engines of a cross-check agree on. The engines judge the model, so Agreed applies
// the ledger of the program, and stores the verdicts that remain in cross (report.Crosscheck.Judge). static is the
// answer of the static analysis before the ledger is applied, or nil if that engine did not take part.
func Agreed(s *Source, cross *report.Crosscheck, static *report.Check) *report.Check {
	c := cross.AsCheck(explored.Properties(s.Specs), static)
	made.Qualify(c, s.Program, false) // without rows about run-time errors, nobody looked for them
	if s.Program != nil && len(s.Program.Notes) > 0 {
		cross.Notes = made.Notes(s.Program)
		cross.Judge(c)
	}
	return c
}
