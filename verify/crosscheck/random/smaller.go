package random

import (
	"bytes"
	"context"
	"slices"
	"strings"
)

// This file makes a program smaller that engines disagree about. A program is a list of choices, and
// without choices it is the smallest one (package gen). So choices are left out, or made the first
// possible one, as long as the engines still disagree.

// smaller is what came of the smallest program that was found; a is what came of s.
func (s *sample) smaller(ctx context.Context, a *answer, opt Options) *answer {
	ctx, end := context.WithTimeout(ctx, opt.Shrink)
	defer end()
	best := *s
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
						at += length
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

// size is how much there is to read.
func (a *answer) size() int { return len(a.program) + len(a.spec) }

// lines is the same for people.
func (a *answer) lines() int { return strings.Count(a.program, "\n") + strings.Count(a.spec, "\n") }
