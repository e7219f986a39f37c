package diag

// VNoProperty: a property was asked for by a name that no specification has.
const VNoProperty Code = "V101"

// Saved constraint sets that do not fit the program or its properties.
const (
	VStaleProperty   Code = "V102"
	VStaleConstraint Code = "V103"
)

// VDuplicate: two specifications of one check have the same name.
const VDuplicate Code = "V104"

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
		Code:  VDuplicate,
		Title: "two specifications have the same name",
		Text: "Results, --only and saved constraint sets go by name, so the properties and constraints of all the\n" +
			"files of one check need different names. Anonymous expressions are called qre1, qre2, ... in each file:\n" +
			"give them names when several files are checked together.",
	}}
}
