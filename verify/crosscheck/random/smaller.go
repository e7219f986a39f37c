package random

import (
	"bytes"
	"context"
	"slices"
	"strings"
)

// This file makes a program smaller about which engines disagree. Programs, properties and
// constraints are made from lists of choices, one byte each. Fewer choices make a smaller
// program, and so does 0, the first alternative of a choice (package gen). The method is
// delta debugging: take a segment of a list, leave it out or set it to 0, and keep the
// change if the engines still disagree about what comes of it. Segments begin with the
// length of the list and are halved until they are one choice long.
//
// Source: A. Zeller and R. Hildebrandt, Simplifying and isolating failure-inducing input,
// IEEE TSE 28(2), 2002. Our difference: a segment is also set to 0, which keeps the choices
// after it in their places.

// smaller returns the answer about the smallest program that it finds in opt.Shrink; a is
// the answer about s. The result is a if nothing smaller is found.
func (s *sample) smaller(ctx context.Context, a *answer, opt Options) *answer {
	ctx, end := context.WithTimeout(ctx, opt.Shrink)
	defer end()
	best := *s
	// better takes a sample for the best one if the engines disagree about it and it is smaller.
	better := func(try sample) bool {
		if ctx.Err() != nil {
			return false
		}
		got := try.ask(ctx, opt.Cross)
		if got.what == "" || got.size() >= a.size() {
			return false
		}
		best, a = try, got
		return true
	}
	for again := true; again && ctx.Err() == nil; {
		again = false
		for _, part := range []func(*sample) *[]byte{
			func(s *sample) *[]byte { return &s.program },
			func(s *sample) *[]byte { return &s.spec },
			func(s *sample) *[]byte { return &s.constraint },
		} {
			for length := len(*part(&best)); length > 0; length /= 2 {
				for at := 0; at+length <= len(*part(&best)) && ctx.Err() == nil; {
					old := *part(&best)
					without, first := best, best
					*part(&without) = slices.Concat(old[:at], old[at+length:])
					*part(&first) = slices.Concat(old[:at], make([]byte, length), old[at+length:])
					switch {
					case better(without):
						again = true
					case !bytes.Equal(*part(&first), old) && better(first):
						again = true
						at += length // the segment is still there, with other choices
					default:
						at += length
					}
				}
			}
		}
		if without := best; best.constraint != nil {
			without.constraint = nil
			again = better(without) || again
		}
	}
	return a
}

// size returns the length in bytes of the program and its specifications.
func (a *answer) size() int { return len(a.program) + len(a.spec) }

// lines returns the same length in lines, which is what is reported.
func (a *answer) lines() int { return strings.Count(a.program, "\n") + strings.Count(a.spec, "\n") }
