// Package task turns the task language (.tfg) into a program.
//
// The text
//
//	task t { var x 0..3; loop { await x < 3; x = x + 1 } }
//
// becomes a task with two points and two nodes:
//
//	p0: n0 await t.x < 3      -> p1
//	p1: n1 t.x = t.x + 1      -> p0
//
// The stages, each in files of its own: scan (scan.go), parse (parse*.go) to a
// tree (ast.go), resolve (scope.go, resolve*.go) names and kinds of types, and
// lower (lower*.go, layout.go, value.go, interval.go, event.go) to nodes and points, which instantiates
// task families, inlines procedures and unrolls for-loops. Every stage runs on
// what the one before could make of a bad program, so that one run reports all
// errors. The grammar is in grammar.txt, the meaning in docs/language.md.
//
// The package does not judge a program: whether it deadlocks or fails at run
// time is found by analysis. It does no input or output.
//
// The tasking part follows Ada 95 (rendezvous, selective accept, terminate
// alternatives), sections 9.5 and 9.7 of its reference manual. Our difference:
// all data is finite, a select may mix calls, accepts and channel operations,
// and a guard is evaluated in the step that takes its alternative.
//
// To add a statement: 1. its tree node in ast.go and its reading in
// parse_stmt.go, 2. its names and types in resolve_stmt.go, 3. its steps in
// lower_stmt.go or lower_sync.go, 4. its lines in grammar.txt and
// docs/language.md, 5. a golden program in testdata/lower.
//
// To add a kind of objects: 1. its declaration in objDecl in ast.go and
// parse_decl.go, 2. its symKind in scope.go and resolve.go, 3. its cfg.Object in
// layout.go, 4. its statements as above, with parse_stmt.go, resolve_sync.go and
// lower_sync.go as those of locks and semaphores, 5. words of other languages for
// it in parse_slips.go, 6. faulty programs in testdata/mistakes. Package cfg lists
// what is to be done elsewhere.
package task

import (
	"path"
	"strings"

	"flavers/cfg"
	"flavers/diag"
	"flavers/limit"
)

// Load turns the text of one file into a program. set overrides constants by
// name, with values as written in programs. The program is nil if and only if
// the list holds an error; the list is sorted.
func Load(file string, src []byte, set map[string]string) (*cfg.Program, diag.List) {
	return LoadUntil(nil, file, src, set)
}

// LoadUntil is Load that looks at poll for each token and statement.
func LoadUntil(poll *limit.Poll, file string, src []byte, set map[string]string) (*cfg.Program, diag.List) {
	r, tree := read(poll, file, src)
	if tree == nil {
		return nil, r.list
	}
	resolve(r, tree, set)
	p := lower(r, tree, file)
	r.list.Sort()
	r.list.All = once(r.list.All)
	return p, r.list
}

// Syntax returns what stands in the way of a syntax tree, sorted. Names, types and
// values are not looked at. The file's name is used in positions only. poll is looked at for each token.
func Syntax(poll *limit.Poll, file string, src []byte) diag.List {
	r, _ := read(poll, file, src)
	r.list.Sort()
	return r.list
}

// read parses a file; the tree is nil if the file is too large.
func read(poll *limit.Poll, file string, src []byte) (*reporter, *tree) {
	r := &reporter{src: newSource(file, src), poll: poll}
	if len(src) > maxSource {
		r.errorf(span{0, 0}, "T005", "the file is larger than %d bytes", maxSource)
		return r, nil
	}
	return r, parse(r)
}

// once keeps the first of several diagnostics of one kind at one place: the
// instances of a task repeat what is wrong with its text.
func once(sorted []diag.Diagnostic) []diag.Diagnostic {
	type key struct {
		offset int
		code   diag.Code
	}
	seen := map[key]bool{}
	var out []diag.Diagnostic
	for _, d := range sorted {
		k := key{d.Pos.Offset, d.Code}
		if d.Pos.IsValid() && seen[k] {
			continue
		}
		seen[k] = true
		out = append(out, d)
	}
	return out
}

// programName returns the name of a program without a program line.
func programName(file string) string {
	name := strings.TrimSuffix(path.Base(file), ".tfg")
	if name == "-" || name == "." || name == "" {
		return "program"
	}
	return name
}
