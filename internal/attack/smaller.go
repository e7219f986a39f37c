package attack

// This file makes an input smaller that shows a mistake of the command, as delta debugging
// does: it removes flags, then files, then lines, as long as the input stays bad.

import (
	"slices"
	"strings"
)

// Smaller returns an input that is still bad, with fewer flags, files and lines. It calls bad
// at most asks times. The limits of the command stay. Lines are removed in blocks, at first
// of half of the file, then of half as many, down to single lines.
func Smaller(in *Input, bad func(*Input) bool, asks int) *Input {
	try := func(next *Input) bool {
		if asks <= 0 {
			return false
		}
		if asks--; !bad(next) {
			return false
		}
		in = next
		return true
	}
	for i := len(in.Flags) - 1; i >= 0; i-- {
		if f := in.Flags[i][0]; f != "--timeout" && f != "--max-memory" && f != "-o" {
			next := *in
			next.Flags = slices.Delete(slices.Clone(in.Flags), i, i+1)
			try(&next)
		}
	}
	for i := len(in.Files) - 1; i > 0; i-- {
		next := *in
		next.Files = slices.Delete(slices.Clone(in.Files), i, i+1)
		try(&next)
	}
	for again := true; again && asks > 0; {
		again = false
		for i := len(in.Files) - 1; i >= 0; i-- {
			lines := strings.SplitAfter(in.Files[i].Text, "\n")
			for n := (len(lines) + 1) / 2; n > 0; n /= 2 {
				for from := 0; from < len(lines); {
					rest := slices.Concat(lines[:from], lines[min(len(lines), from+n):])
					next := *in
					next.Files = slices.Clone(in.Files)
					next.Files[i].Text = strings.Join(rest, "")
					if len(rest) < len(lines) && try(&next) {
						lines, again = rest, true
					} else {
						from += n
					}
				}
			}
		}
	}
	return in
}
