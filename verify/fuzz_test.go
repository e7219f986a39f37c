package verify_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"flavers/automata/fsa"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/report"
	"flavers/verify"
)

// No program and specification may crash the check, keep it past its limits,
// or get a verdict that depends on how it was reached.
func FuzzCheck(f *testing.F) {
	files, err := filepath.Glob("../examples/*.tfg")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range []string{"registry", "ui", "pi", "vote"} {
		files = append(files, "../examples/messages/"+name+".tfg")
	}
	for _, file := range trial.Part(files, 3) {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		specText, err := os.ReadFile(strings.TrimSuffix(file, ".tfg") + ".fsa")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(src), string(specText))
	}
	for seed := range uint64(8) {
		f.Add(gen.MessagePassing(randomBytes(seed, 150)), gen.Spec(randomBytes(seed+99, 40), []string{"a", "b", "l0.m0", "post p0.m0", "x0=1"}))
		f.Add(gen.Program(randomBytes(seed, 150)), gen.Spec(randomBytes(seed+99, 40), []string{"a", "b", "c", "x0=1", "t0.v0==1"}))
	}
	f.Fuzz(func(t *testing.T, src, specText string) {
		if len(src) > 6000 || len(specText) > 3000 {
			return
		}
		p, ds := lang.Load("fuzz.tfg", []byte(src), lang.Options{})
		specs, fs := fsa.Parse("fuzz.fsa", []byte(specText))
		if ds.HasErrors() || fs.HasErrors() {
			return
		}
		verdicts := map[string]report.Verdict{}
		for _, opt := range []verify.Options{
			{Refine: "all"}, {Refine: "auto", POR: "safe"}, {Refine: "none", Check: true},
		} {
			opt.MaxTuples, opt.Timeout, opt.MaxMemory = 20_000, time.Second, 1<<30
			began := time.Now()
			c := verify.Check(context.Background(), p, specs, opt)
			if d := time.Since(began); d > 20*time.Second {
				t.Fatalf("%s took %s in spite of its limits", opt.Refine, d)
			}
			for _, r := range c.Results {
				old, seen := verdicts[r.Property]
				switch {
				case r.Verdict == report.Unknown || r.Verdict == report.Possible:
				case seen && old != r.Verdict:
					t.Fatalf("%s is %s and %s", r.Property, old, r.Verdict)
				default:
					verdicts[r.Property] = r.Verdict
				}
			}
		}
	})
}
