package flags

// What a limit on memory stands for on this machine.

import (
	"fmt"

	"flavers/limit"
)

// Limit is the number of bytes that the command may use, 0 for no limit: at most
// what there is, and at least what can be held (limit.Least). Package limit keeps
// the process to it.
func (s *Size) Limit() int64 {
	switch there := limit.Available("/"); {
	case !s.given:
		return there / 4 * 3
	case s.bytes == 0:
		return 0
	default:
		return s.within(there)
	}
}

// within is the limit where so much memory is there; 0: not known.
func (s *Size) within(there int64) int64 {
	n := max(s.bytes, limit.Least)
	if there > 0 {
		n = min(n, there)
	}
	return n
}

// Note says what is taken in place of a limit that is larger than what there is,
// or too small; "" if it is taken as it is.
func (s *Size) Note() string {
	switch n := s.Limit(); {
	case !s.given || n == s.bytes:
		return ""
	case n < s.bytes:
		return fmt.Sprintf("--max-memory %d is larger than makes sense, so %d is taken: there is no more memory", s.bytes, n)
	default:
		return fmt.Sprintf("--max-memory %d is smaller than makes sense, so %d is taken: the command itself needs so much",
			s.bytes, n)
	}
}
