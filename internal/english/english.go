// Package english writes numbers, and nouns and phrases that go with them.
package english

import "fmt"

// Plural returns a number with its noun: "1 step", "2 steps".
func Plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Thousands(n) + " " + noun + "s"
}

// Inflected returns the form of a phrase that goes with a number: one for 1, many for others.
func Inflected(n int64, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Number is Thousands of a count.
func Number(n int) string { return Thousands(int64(n)) }

// Thousands writes a number as 1,234,567.
func Thousands(n int64) string {
	s := fmt.Sprint(n)
	start := 0
	if n < 0 {
		start = 1
	}
	for i := len(s) - 3; i > start; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
