package golang_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"flavers/internal/trial"
	"flavers/lang/golang"
)

// many are bodies of functions with very many of one kind of thing; n says how many.
var many = map[string]func(n int) string{
	"Locks": func(n int) string {
		return repeated("var l%d sync.Mutex; l%d.Lock(); l%d.Unlock()", n)
	},
	"OpenSections": func(n int) string {
		return repeated("var l%d sync.Mutex; l%d.Lock()", n) + repeated("l%d.Unlock()", n)
	},
	"SectionsOfOneLock": func(n int) string {
		return "var m sync.Mutex\n" + strings.Repeat("m.Lock(); m.Unlock()\n", n)
	},
	"LocksOfGoroutines": func(n int) string {
		return repeated("var l%d sync.Mutex", n) + "go func() {\n" + repeated("l%d.Lock(); l%d.Unlock()", n) + "}()\n" +
			repeated("l%d.Lock(); l%d.Unlock()", n)
	},
	"ChannelsInALiteral": func(n int) string {
		return "cs := []chan int{" + strings.Repeat("make(chan int), ", n) + "}\ngo func() { cs[0] <- 1 }()\n<-cs[0]\n"
	},
	"Branches": func(n int) string {
		return "c, n := make(chan int), len(os.Args)\n" + repeated("if n == %d { go func() { c <- 1 }() }", n) + "<-c\n"
	},
	"Cases": func(n int) string {
		return repeated("c%d := make(chan int); go func() { c%d <- 1 }()", n) + "select {\n" + repeated("case <-c%d:", n) + "}\n"
	},
	"NestedCalls": func(n int) string {
		return "c := make(chan int, 1)\nc <- 1\n<-" + strings.Repeat("id(", n) + "c" + strings.Repeat(")", n) + "\n"
	},
	"FunctionValues": func(n int) string {
		return "var m sync.Mutex\nvar fs []func()\n" + strings.Repeat("fs = append(fs, func() { m.Lock(); m.Unlock() })\n", n) +
			"for _, f := range fs { f() }\n"
	},
	"CallsOfCalls": func(int) string { return "twice0(make(chan int))\n" },
}

// repeated is a line for each number below n, which it has in place of each %d.
func repeated(line string, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(line, "%d", fmt.Sprint(i)) + "\n")
	}
	return b.String()
}

// TestManyOfOneKind: no stage of the front end goes on for long after its time has ended, whatever a
// function has very many of.
func TestManyOfOneKind(t *testing.T) {
	n, given := 100, 20*time.Millisecond
	if trial.More() {
		n, given = 1000, 2*time.Second // the compiler takes minutes for three times as many
	}
	text := "package many\n\nimport (\n\"os\"\n\"sync\"\n)\n\nfunc id(c chan int) chan int { return c }\n\n"
	for kind, body := range many {
		text += "func " + kind + "() {\n" + body(n) + "}\n\n"
	}
	const depth = 39 // the deepest calls that are followed
	for i := range depth {
		text += fmt.Sprintf("func twice%d(c chan int) { twice%d(c); twice%d(c) }\n", i, i+1, i+1)
	}
	text += fmt.Sprintf("func twice%d(c chan int) {\ngo func() { c <- 1 }()\n<-c\n}\n", depth)
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module many\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "many.go"), text)
	ps, list := golang.Open(t.Context(), []golang.Request{{Dir: dir, Patterns: []string{"."}}}, nil)
	if list.HasErrors() || len(ps.Names) != len(many) {
		t.Fatal(ps.Names, list.All)
	}
	// late says how long after its time work ended; of three tries the best, as others use the processors, too.
	late := func(work func(context.Context)) (best time.Duration) {
		best = time.Hour
		for try := 0; try < 3 && best > time.Second; try++ {
			ctx, end := context.WithTimeout(t.Context(), given)
			work(ctx)
			at, _ := ctx.Deadline()
			best = min(best, time.Since(at))
			end()
		}
		return best
	}
	if d := late(func(ctx context.Context) { ps.Slice(ctx, given) }); d > time.Second {
		t.Errorf("slicing: %v too late", d)
	}
	for _, name := range ps.Names {
		d := late(func(ctx context.Context) {
			_, err := ps.Extract(ctx, name)
			if err != nil && ctx.Err() == nil && !errors.Is(err, golang.ErrSize) {
				t.Errorf("%s: %v", name, err)
			}
		})
		if d > time.Second {
			t.Errorf("%s: %v too late", name, d)
		}
	}
}

// What a loop asks for is asked once of functions that all call each other, however many ways of calls there are.
func TestManyWaysOfCalls(t *testing.T) {
	const n = 16
	text := "package many\n\nvar size int\n\nfunc Root() {\n\tfor f0(1) {\n\t}\n}\n"
	for i := range n {
		text += fmt.Sprintf("\nfunc f%d(k int) bool {\n\treturn size > k", i)
		for j := range n {
			text += fmt.Sprintf(" && f%d(k+1)", j)
		}
		text += "\n}\n"
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module many\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "many.go"), text)
	ps, list := golang.Open(t.Context(), []golang.Request{{Dir: dir, Patterns: []string{"."}}}, nil)
	if list.HasErrors() {
		t.Fatal(list.All)
	}
	ps.Slice(t.Context(), 20*time.Second)
	if _, known := ps.Reaches(ps.Names[0]); !known {
		t.Error("nothing is known after 20 s")
	}
}
