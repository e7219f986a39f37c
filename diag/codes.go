package diag

import "slices"

// Explanation is what `flavers explain CODE` prints.
type Explanation struct {
	Code  Code
	Title string // one line
	Text  string // what it means, an example, how to mend it
}

// Explanations returns every known code in order.
func Explanations() []Explanation {
	all := slices.Concat(taskCodes(), specCodes(), verifyCodes())
	slices.SortFunc(all, func(a, b Explanation) int {
		switch {
		case a.Code < b.Code:
			return -1
		case a.Code > b.Code:
			return 1
		}
		return 0
	})
	return all
}
