package every

import (
	"errors"
	"strings"

	"flavers/automata"
)

// This file says of a property that it sees all members alike, however many there are.

// allAlike returns an error if the patterns of a property may tell members apart: e(7) is no event of a sample with
// 5 members, and e(?) none of the tenth.
//
// What two members do has names that differ in numbers within brackets only. A pattern without wildcards and
// without a digit in brackets matches no name that has an index; one with * and without digits matches, with a name,
// all that have other numbers in it, as it is a * that matches each digit.
func allAlike(sp *automata.Spec) error {
	for _, s := range sp.Symbols {
		text := s.Pattern.String()
		depth, digits, inside := 0, false, false
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
