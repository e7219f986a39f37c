package main

// Examples for the codes of the command: what to type instead.

import "flavers/diag"

// commandExamples are the examples of commandCodes: why the code matters, a
// wrong input or command, and the same mended.
var commandExamples = map[diag.Code]struct{ why, wrong, right string }{
	codeMissing: {"", "$ flavers check dinning.tfg", "$ flavers check dining.tfg"},
	codeDirectory: {"A command reads one program and its specifications, so that the answer is about something\ndefinite; it does not look for programs in directories.",
		"$ flavers check examples/dining", "$ flavers check examples/dining/dining.tfg"},
	codeUnreadable: {"", "$ chmod 000 dining.tfg; flavers check dining.tfg", "$ chmod 644 dining.tfg; flavers check dining.tfg"},
	codeEmpty:      {"Nothing would be checked, and that would look like a success.", "$ flavers check empty.tfg", "program p\ntask t { event done }"},
	codeBinary:     {"", "$ flavers check dining.tfg.gz", "$ gunzip dining.tfg.gz; flavers check dining.tfg"},
	codeNotUTF8: {"", "$ flavers check latin1.tfg",
		"$ iconv -f latin1 -t utf-8 latin1.tfg > utf8.tfg; flavers check utf8.tfg"},
	codeTooLarge: {"A program or specification of that size is another file, or was generated and is beyond what can\nbe analysed.",
		"$ flavers check core.tfg     # 80 MiB", "$ flavers check dining.tfg"},
	codeSets:   {"", "$ flavers check dining.tfg --constraints-file dining.fsa", "$ flavers check dining.tfg --constraints-file dining.sets.json"},
	codeNoSpec: {"", "$ flavers check counter.tfg", "$ flavers check counter.tfg --property counter.fsa"},
	codeNoProperty: {"With nothing to check every answer would be empty.", "constraint lossless for { snd, rcv } all (snd; rcv)*",
		"constraint lossless for { snd, rcv } all (snd; rcv)*\nproperty arrives { rcv responds to snd }"},
	codeOnly:      {"A misspelt name would check nothing, and that would look like a success.", "$ flavers check dining.tfg --only exlusion", "$ flavers check dining.tfg --only exclusion"},
	codeSameName:  {"", "$ flavers check p.tfg --property a.fsa --property b.fsa     # both declare order", "$ flavers check p.tfg --property a.fsa --property b.fsa     # order and order2"},
	codeDirective: {"", "//! property", "//! property order.fsa"},
	codeIdle:      {"", "$ flavers explore cycle.trace --set N=3", "$ flavers explore cycle.trace"},
	codeUnmatched: {"", "$ flavers stats dining.tfg --constraints 'task:fil*'", "$ flavers stats dining.tfg --constraints 'task:phil*'"},
	codeOutside:   {"", "//! property ../../other/order.fsa", "//! property order.fsa"},
	codeClamped:   {"", "$ flavers check dining.tfg --jobs 100000", "$ flavers check dining.tfg"},
	codeWord:      {"", "//! expct exclusion holds", "//! expect exclusion holds"},
	codeExpect:    {"", "//! expect exclusion hold", "//! expect exclusion holds"},
	codeExpected:  {"", "//! expect exlusion holds", "//! expect exclusion holds"},
	codeTooMany:   {"", "//! expect p1 holds     // and 1000 more", "//! property p.fsa     // which has them"},

	codeTooLargeToRead: {"", "$ flavers render large.tfg -o large.svg", "$ flavers render large.tfg --task 'phil[0]' -o large.svg"},
	codeEngine:         {"", "$ flavers render dining.tfg -o dining.png     # without rsvg-convert", "$ flavers render dining.tfg -o dining.svg"},
	codeNoTrace:        {"", "$ flavers render dining.tfg --graph trace -o run.svg     # the property holds", "$ flavers render dining.tfg --graph pruned -o edges.svg"},
	codeNoView:         {"", "$ flavers render dining.tfg --task philosopher -o p.svg", "$ flavers render dining.tfg --task 'phil[0]' -o p.svg"},
	codeNoVerdict:      {"", "$ flavers render large.tfg --graph pruned --timeout 1s -o edges.svg", "$ flavers render large.tfg --graph pruned --timeout 5m -o edges.svg"},

	codeBuffer:  {"", "chan c[100000] 0..65535", "chan c[4] 0..7"},
	codeRefused: {"", "$ flavers explore dining.tfg --algorithm trans-optimal", "$ flavers explore dining.tfg --algorithm optimal"},
}

// withExamples adds the examples to the explanations of the command's codes.
func withExamples(list []diag.Explanation) []diag.Explanation {
	for i, e := range list {
		x := commandExamples[e.Code]
		if x.why != "" {
			e.Text += "\n" + x.why
		}
		list[i] = diag.Explain(e.Code, e.Title, e.Text, x.wrong, x.right)
	}
	return list
}
