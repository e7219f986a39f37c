// Package trial is what tests on random programs share: how many programs there are, with
// which seeds, the bytes that package gen makes them of, loading them, and comparing what
// two searches find. A test is
//
//	for seed := range trial.Seeds(t, 200) {
//		p := trial.Program(t, gen.Program(trial.Bytes(seed, 1, 100)))
//		... compare two analyses of p
//	}
//
// Three variables of the environment ask for more: FLAVERS_RANDOM is the number of programs,
// FLAVERS_SCALE multiplies it, and FLAVERS_SEED is the first seed.
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

// Random programs make much garbage, a little at a time. Collecting it less often makes the
// tests a fifth faster. GOGC in the environment has priority.
func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}

// Count returns the number of random inputs that a test takes: FLAVERS_RANDOM if it is set,
// else usual times FLAVERS_SCALE. The usual number is small, since the programs are the same
// in each run; searches for bugs set the variables. It does not depend on -short.
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

// Usual returns the usual number of random inputs for a test in which each costs much: few
// in the usual tests; many, to be scaled, if more is asked for.
func Usual(few, many int) int {
	if More() {
		return many
	}
	return few
}

// More reports whether more is asked for than the usual tests. Cases that take seconds are
// then tested as well.
func More() bool { return os.Getenv("FLAVERS_SCALE") != "" || Long() }

// Long reports whether FLAVERS_RANDOM asks for tests that take minutes.
func Long() bool { return os.Getenv("FLAVERS_RANDOM") != "" }

// Part returns every n-th of the cases of a test, with the first one, or all of them if more
// is asked for. It is for tests that go through all examples: the tests of package examples
// go through all of them in full.
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

// FirstSeed returns the seed of the first random input: FLAVERS_SEED, or 0.
func FirstSeed(t testing.TB) uint64 {
	t.Helper()
	n, _ := number(t, "FLAVERS_SEED")
	return n
}

// Seeds returns the seeds of the random inputs of a test: Count(t, usual) of them, from
// FirstSeed on. When the test fails at a seed, it prints the command that repeats this seed
// alone.
func Seeds(t testing.TB, usual int) iter.Seq[uint64] {
	t.Helper()
	first, count := FirstSeed(t), Count(t, usual)
	return func(yield func(uint64) bool) {
		seed, inside, told := first, false, t.Failed() // inside: the test is at work on a seed
		tell := func() {
			if told || !t.Failed() && !inside || t.Skipped() {
				return
			}
			told = true
			t.Logf("FLAVERS_SEED=%d FLAVERS_RANDOM=1 go test . -run '^%s$'", seed, strings.ReplaceAll(t.Name(), "/", "$/^"))
		}
		defer tell() // for a test that ends or panics within a seed
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

// Bytes returns at most n random bytes. For equal seeds, different streams give different
// bytes, so that tests do not all see the same programs.
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

// Example loads a program of the project's examples, with its specifications. file is its
// path from the root of the module, and set has values of constants.
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

// SpecsOf reads the specifications of a program. The program that it returns has the
// invariants among them.
func SpecsOf(p *cfg.Program, file string, text []byte) (*cfg.Program, []*automata.Spec, diag.List) {
	specs, ds := fsa.ParseFor(file, text, fsa.Environment{Constants: p.Constants})
	if ds.HasErrors() {
		return p, specs, ds
	}
	p, specs, more := invariant.Attach(p, specs)
	ds.Append(more)
	return p, specs, ds
}

// Difference lists the lines that are only in a, with -, and those only in b, with +.
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

// Turn returns with which of n parts a run begins that tests only some of them. The daily runs have seeds that are
// multiples of 1000; each day gets another part.
func Turn(t testing.TB, n int) int {
	seed := FirstSeed(t)
	return int((seed/1000 + seed) % uint64(n))
}

// Files writes files into a new folder, and returns the folder. files has the texts, by names with slashes.
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
