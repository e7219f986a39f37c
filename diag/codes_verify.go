package diag

// VNoProperty: a property was asked for by a name that no specification has.
const VNoProperty Code = "V101"

// Saved constraint sets that do not fit the program or its properties.
const (
	VStaleProperty   Code = "V102"
	VStaleConstraint Code = "V103"
)

// VSchedule: a schedule cannot be read, or is of another program.
const VSchedule Code = "V105"

// What flavers stats cannot measure.
const (
	VTooLarge      Code = "V111"
	VNoConstraint  Code = "V112"
	VContradiction Code = "V113"
)

// VNotLooked: a check that was not made, and why.
const VNotLooked Code = "V106"

// Codes of the checker: V1xx what was asked for.
func verifyCodes() []Explanation {
	return []Explanation{{
		Code:  VNoProperty,
		Title: "no property has this name",
		Text: "--only NAME checks a single property. The specifications that were read declare none of that name.\n" +
			"Leave --only out to see all of them.",
	}, {
		Code:  VStaleProperty,
		Title: "saved constraints for a property that is not checked",
		Text: "The file given by --constraints-file holds a constraint set for a property that the specifications\n" +
			"do not declare (any more). The entry is ignored, and gone when the file is written again.",
	}, {
		Code:  VStaleConstraint,
		Title: "a saved constraint does not exist in this program",
		Text: "The file given by --constraints-file names a task, variable or object that the program does not have\n" +
			"(any more). Refinement starts without it and adds what is missing, so the verdict is not affected.",
	}, {
		Code:  VNotLooked,
		Title: "something was not looked for",
		Text: "Without constraints every variable may have any value, so that nearly every assertion and assignment\n" +
			"could fail. Under --refine none run-time errors are therefore not looked for; auto and all look.",
	}, {
		Code:  VSchedule,
		Title: "a schedule does not fit",
		Text: "A schedule is one word, 1:FINGERPRINT:STEP,STEP,..., as flavers check prints it for a violated property.\n" +
			"The fingerprint is of the program and its constants: when either has changed, the steps may mean\n" +
			"something else. Check again for a new schedule.",
	}, {
		Code:  VTooLarge,
		Title: "the program is too large to be tabled",
		Text: "A step, an object or a counter has more cases than the static analysis tables. Make ranges or arrays\n" +
			"smaller; --set changes constants.",
	}, {
		Code:  VNoConstraint,
		Title: "--constraints names no constraint",
		Text: "Constraints that are made from the program have names such as task:phil[0], var:phil[0].x and lock:door.\n" +
			"--dump automata of flavers check, with --refine all, lists them. * stands for anything.",
	}, {
		Code:  VContradiction,
		Title: "a constraint excludes every execution",
		Text: "The constraint is in its error state before the first step, so there is nothing to measure. Every\n" +
			"property holds under it, which is hardly meant.",
	}}
}
