package gen

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// This file makes programs with declarations of fairness.

// piece is what Fair looks at: a word, or a brace.
var piece = regexp.MustCompile(`[\w]+|[{}]`)

// Fair returns the text of a program with about one in so many tasks, entries, choices and
// selects declared fair. Choices in blocks that are one step cannot be, and are left out.
func Fair(seed uint64, in int, text string) string {
	r := rand.New(rand.NewPCG(seed, 95))
	var b strings.Builder
	var blocks []bool // of each open block: it is part of one step
	words := []string{"task", "actor", "looper", "process", "server", "entry", "select", "choose"}
	step, last, before := false, 0, ""
	for _, at := range piece.FindAllStringIndex(text, -1) {
		switch w := text[at[0]:at[1]]; {
		case w == "{":
			blocks = append(blocks, step || len(blocks) > 0 && blocks[len(blocks)-1])
			step = false
		case w == "}":
			blocks = blocks[:len(blocks)-1]
		case w == "atomic" || w == "on" || w == "init" || w == "proc": // a handler may call a procedure
			step = true
		case slices.Contains(words, w) && before != "server" && (len(blocks) == 0 || !blocks[len(blocks)-1]) && r.IntN(in) == 0:
			b.WriteString(text[last:at[0]] + "fair ")
			last = at[0]
		}
		before = text[at[0]:at[1]]
	}
	return b.String() + text[last:]
}

// Choosing returns a program whose tasks choose for ever, what to do or with whom to meet. About half of what can be
// declared fair is. Its events are a, b and c.
func Choosing(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 96))
	var b strings.Builder
	b.WriteString("shared x 0..2\nchan c[1] 0..1\n")
	b.WriteString("task s { entry up, down; loop { " + []string{
		"accept up; event c", "select { case accept up: event c; case accept down: event b; }",
		"select { case accept up: skip; case accept down: skip; else: x = 2; }",
		"choose { accept up; event c; } or { accept down; }",
	}[r.IntN(4)] + " } }\n")
	for t := range 1 + r.IntN(3) {
		b.WriteString("task t" + string(rune('0'+t)) + " {\n    loop {\n")
		for range 1 + r.IntN(3) {
			b.WriteString("        " + []string{
				"event a;", "event b;", "x = (x + 1) % 3;", "await x > 0;", "call s.up;", "call s.down;",
				"choose { event a; } or { event b; } or { }", "choose { event a; } or { x = 0; }", "choose { c <- 1; event c; } or { x = 1; }",
				"choose { call s.up; event a; } or { call s.down; event b; }", "choose { await x == 1; event c; } or { x = 1 - x % 2; }",
				"select { case c <- 1: event a; case <-c: event b; case call s.up: event c; }",
				"select { case call s.up: event a; case call s.down when x < 2: event b; }", "if x == 1 { choose { event c; } or { skip; } }",
				"select { case c <- 1: skip; else: choose { x = 0; } or { <-c; event b; } }",
			}[r.IntN(15)] + "\n")
		}
		b.WriteString("    }\n}\n")
	}
	return Fair(seed, 2, b.String())
}
