// Package trial is what tests on random programs share: how many of them, from
// which seed on, the bytes that package gen decodes them from, and what is said
// when two searches find different things.
package trial

import (
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"flavers/automata"
	"flavers/automata/fsa"
	"flavers/automata/invariant"
	"flavers/cfg"
	"flavers/diag"
	"flavers/lang"
)

// Random programs make much garbage, and little of it at a time: collecting it less often takes a
// fifth of the time from the tests. GOGC of the environment comes first.
func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}

// Count is how many random inputs a test takes: FLAVERS_RANDOM of the
// environment if it is set, else usual, times FLAVERS_SCALE. The usual number is
// small, for the programs are the same in each run; searching is done with the
// other two and FLAVERS_SEED. It does not depend on -short.
func Count(t testing.TB, usual int) int {
	t.Helper()
	if n, ok := number(t, "FLAVERS_RANDOM"); ok {
		return int(n)
	}
	if n, ok := number(t, "FLAVERS_SCALE"); ok {
		return usual * int(n)
	}
	return usual
}

// Usual is the number of random inputs that a test takes where each of them costs much:
// few in the usual tests; where more is asked for, many, the number that is scaled.
func Usual(few, many int) int {
	if More() {
		return many
	}
	return few
}

// More reports whether more is asked for than the usual tests: known cases that take
// seconds are tested as well.
func More() bool { return os.Getenv("FLAVERS_SCALE") != "" || Long() }

// Long reports whether FLAVERS_RANDOM asks for tests that take minutes.
func Long() bool { return os.Getenv("FLAVERS_RANDOM") != "" }

// Part is every n-th of the cases that a test goes through, the first among them, and
// all of them if more is asked for: what every example has to pass in full is
// tested once (package examples).
func Part[T any](cases []T, n int) []T {
	if More() {
		return cases
	}
	var part []T
	for i := 0; i < len(cases); i += n {
		part = append(part, cases[i])
	}
	return part
}

// FirstSeed is where random inputs begin: FLAVERS_SEED, or 0.
func FirstSeed(t testing.TB) uint64 {
	t.Helper()
	n, _ := number(t, "FLAVERS_SEED")
	return n
}

// Seeds are those of the random inputs of a test: Count(t, usual) of them, from
// FirstSeed on. At the first that fails, the test prints how to repeat it alone.
func Seeds(t testing.TB, usual int) iter.Seq[uint64] {
	t.Helper()
	first, count := FirstSeed(t), Count(t, usual)
	return func(yield func(uint64) bool) {
		seed, inside, told := first, false, t.Failed()
		tell := func() {
			if told || !t.Failed() && !inside || t.Skipped() {
				return
			}
			told = true
			t.Logf("FLAVERS_SEED=%d FLAVERS_RANDOM=1 go test . -run '^%s$'", seed, strings.ReplaceAll(t.Name(), "/", "$/^"))
		}
		defer tell() // of a test that ends, or panics, at this seed
		for range count {
			inside = true
			more := yield(seed)
			inside = false
			if tell(); !more {
				return
			}
			seed++
		}
	}
}

// number reads a number from the environment; ok is false if it is not set.
func number(t testing.TB, name string) (n uint64, ok bool) {
	t.Helper()
	s := os.Getenv(name)
	if s == "" {
		return 0, false
	}
	n, err := strconv.ParseUint(s, 10, 63)
	if err != nil {
		t.Fatalf("%s=%q is not a number", name, s)
	}
	return n, true
}

// Bytes are at most n random bytes. Tests with different streams see different
// ones for equal seeds.
func Bytes(seed, stream uint64, n int) []byte {
	r := rand.New(rand.NewPCG(seed, stream))
	out := make([]byte, r.IntN(n+1))
	for i := range out {
		out[i] = byte(r.Uint32())
	}
	return out
}

// Program loads the text of a program that must be right.
func Program(t testing.TB, src string) *cfg.Program {
	t.Helper()
	p, ds := lang.Load("random.tfg", []byte(src), lang.Options{})
	if ds.HasErrors() {
		t.Fatalf("%v\n%s", ds.All, src)
	}
	return p
}

// Specs parses specifications that must be right.
func Specs(t testing.TB, specText string) []*automata.Spec {
	t.Helper()
	specs, ds := fsa.Parse("random.fsa", []byte(specText))
	if ds.HasErrors() {
		t.Fatalf("%v\n%s", ds.All, specText)
	}
	return specs
}

// Example loads a program of the project's examples, with its specifications; file
// is its path from the root of the module.
func Example(t testing.TB, file string, set map[string]string) (*cfg.Program, []*automata.Spec) {
	t.Helper()
	root := "."
	for _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil; _, err = os.Stat(filepath.Join(root, "go.mod")) {
		if root = filepath.Join(root, ".."); len(root) > 30 {
			t.Fatal("no go.mod above this folder")
		}
	}
	read := func(name string) []byte {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	p, ds := lang.Load(file, read(file), lang.Options{Set: set})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	name := strings.TrimSuffix(file, ".tfg") + ".fsa"
	p, specs, ds := SpecsOf(p, name, read(name))
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	return p, specs
}

// SpecsOf reads the specifications of a program, which gets the invariants among them.
func SpecsOf(p *cfg.Program, file string, text []byte) (*cfg.Program, []*automata.Spec, diag.List) {
	specs, ds := fsa.ParseFor(file, text, fsa.Environment{Constants: p.Constants})
	if ds.HasErrors() {
		return p, specs, ds
	}
	p, specs, more := invariant.Attach(p, specs)
	ds.Append(more)
	return p, specs, ds
}

// Difference lists what is only in a, with -, and only in b, with +.
func Difference(a, b map[string]bool) string {
	var out []string
	for k := range a {
		if !b[k] {
			out = append(out, "- "+k+"\n")
		}
	}
	for k := range b {
		if !a[k] {
			out = append(out, "+ "+k+"\n")
		}
	}
	slices.Sort(out)
	return strings.Join(out, "")
}

// Turn says with which of n parts a run begins that makes only some of them. The seeds of days are multiples of 1000,
// and each day has another turn.
func Turn(t testing.TB, n int) int {
	seed := FirstSeed(t)
	return int((seed/1000 + seed) % uint64(n))
}

// Files writes files, by names below a new folder with slashes, and returns the folder.
func Files(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
