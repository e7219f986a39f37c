package check

import (
	"flavers/report"
	"flavers/report/made"
	"flavers/verify/explored"
)

// Agreed is what the engines of a cross-check agree on, as the answer to a check. Engines answer for the model. The
// ledger of the program is applied to what they agree on, and the cross-check takes that over
// (report.Crosscheck.Judge). Who has asked for run-time errors has rows about them: without an answer nobody has
// looked. static is what the static analysis says of the model, before the ledger is asked; nil: nothing.
func Agreed(s *Source, cross *report.Crosscheck, static *report.Check) *report.Check {
	c := cross.AsCheck(explored.Properties(s.Specs), static)
	made.Qualify(c, s.Program, false)
	if s.Program != nil && len(s.Program.Notes) > 0 {
		cross.Notes = made.Notes(s.Program)
		cross.Judge(c)
	}
	return c
}
