package diag

// VNoProperty: a property was asked for by a name that no specification has.
const VNoProperty Code = "V101"

// Codes of the checker: V1xx what was asked for.
func verifyCodes() []Explanation {
	return []Explanation{{
		Code:  VNoProperty,
		Title: "no property has this name",
		Text: "--only NAME checks a single property. The specifications that were read declare none of that name.\n" +
			"Leave --only out to see all of them.",
	}}
}
