package flags

// This file finds the number of bytes that --max-memory stands for on this machine. For instance, auto is 6 GiB where 8
// GiB are available.

import (
	"fmt"

	"flavers/limit"
)

// Limit returns the number of bytes that the command may use, or 0 for no limit. It is at most the memory that is
// available, and at least limit.Least, with which the command itself can do. Package limit keeps the process to it.
func (s *Size) Limit() int64 {
	switch available := limit.Available("/"); {
	case !s.given:
		return available / 4 * 3
	case s.bytes == 0:
		return 0
	default:
		return s.within(available)
	}
}

// within returns the limit if so much memory is available; 0 means that this is not known.
func (s *Size) within(available int64) int64 {
	n := max(s.bytes, limit.Least)
	if available > 0 {
		n = min(n, available)
	}
	return n
}

// Note says which limit is taken in place of one that is too large or too small. It returns "" if the limit is taken as
// it is.
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
