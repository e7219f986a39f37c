package every

import (
	"errors"
	"strings"

	"flavers/automata"
)

// This file decides whether a property treats all members alike, however many there are.

// allAlike returns an error if a pattern of a property may tell members apart. The pattern e(7) does: no member of a
// sample with 5 members has the event. So does e(?), which matches e(9) and not e(10).
//
// The names of what two members do differ only in numbers within brackets. So two kinds of patterns are safe. One
// without wildcards and without a digit in brackets matches no name that has an index. One with * and without any digit
// matches either all names that differ only in numbers, or none: each digit of a name is matched by a *.
func allAlike(sp *automata.Spec) error {
	for _, s := range sp.Symbols {
		text := s.Pattern.String()
		depth, digits, inside := 0, false, false // open brackets; there is a digit; one is within brackets
		for _, c := range text {
			switch {
			case c == '[' || c == '(':
				depth++
			case c == ']' || c == ')':
				depth--
			case c >= '0' && c <= '9':
				digits, inside = true, inside || depth > 0
			}
		}
		if inside || strings.Contains(text, "?") || digits && strings.Contains(text, "*") {
			return errors.New("the property names a number: " + text)
		}
	}
	return nil
}
