package diag

import (
	"slices"
	"strings"
)

// Explanation is what `flavers explain CODE` prints.
type Explanation struct {
	Code  Code
	Title string // one line
	Text  string // what it means, why it matters, and the examples

	// The examples at the end of Text: an input, or after $ a command, that has
	// the problem, and the same mended. Both are "" where none of a few lines
	// has it.
	Wrong, Right string
}

// Explain makes an explanation with examples: text says what is meant and why
// it matters, wrong is a minimal input that has the problem, right the same
// input mended.
func Explain(code Code, title, text, wrong, right string) Explanation {
	return Explanation{Code: code, Title: title, Text: text, Wrong: wrong, Right: right}.complete()
}

// complete adds the examples to the text.
func (e Explanation) complete() Explanation {
	if e.Wrong != "" && !strings.Contains(e.Text, mended) {
		e.Text += "\n\n" + indent(e.Wrong) + mended + indent(e.Right)
	}
	return e
}

// mended stands between an example and the example mended.
const mended = "\n\nMended:\n\n"

func indent(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if l != "" {
			lines[i] = "    " + l
		}
	}
	return strings.Join(lines, "\n")
}

// Lint reports whether a code is of a warning that is only given when it is asked for.
func (c Code) Lint() bool { return strings.HasPrefix(string(c), "T4") }

// Explanations returns every known code in order.
func Explanations() []Explanation {
	all := slices.Concat(taskCodes(), specCodes(), verifyCodes())
	for i := range all {
		all[i] = all[i].complete()
	}
	slices.SortFunc(all, func(a, b Explanation) int { return strings.Compare(string(a.Code), string(b.Code)) })
	return all
}
