// Package trial is what tests on random programs share: how many of them, from
// which seed on, the bytes that package gen decodes them from, and what is said
// when two searches find different things.
package trial

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"flavers/automata"
	"flavers/automata/fsa"
	"flavers/cfg"
	"flavers/lang"
)

// Count is how many random inputs a test takes: the environment's
// FLAVERS_RANDOM if it is set, else usual, a fifth of that in short tests.
func Count(t testing.TB, usual int) int {
	t.Helper()
	if s := os.Getenv("FLAVERS_RANDOM"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatalf("FLAVERS_RANDOM=%q is not a number", s)
		}
		return n
	}
	if testing.Short() {
		return usual / 5
	}
	return usual
}

// Long tells whether FLAVERS_RANDOM asks for tests that take minutes.
func Long() bool { return os.Getenv("FLAVERS_RANDOM") != "" }

// FirstSeed is where random inputs begin: FLAVERS_SEED, or 0.
func FirstSeed(t testing.TB) uint64 {
	t.Helper()
	s := os.Getenv("FLAVERS_SEED")
	if s == "" {
		return 0
	}
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		t.Fatalf("FLAVERS_SEED=%q is not a number", s)
	}
	return n
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
