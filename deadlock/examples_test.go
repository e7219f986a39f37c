package deadlock_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"flavers/automata/monitor"
	"flavers/deadlock"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/mip"
)

// uncertified are the examples that cannot get stuck and that have no
// certificate: a gap each.
var uncertified = map[string]string{
	"actors/quicksort.tfg": "a step has no table and no stand-in",
	"dpor/indexer.tfg":     "700,000 cases: the solver takes too long",
	"ada/twins/chiron.tfg": "artists poll: whom the dispatcher has to wake is no fact about two components",
	"messages/paxos.tfg":   "which ballots were promised is no fact about two components",
	"everyday/ui.tfg":      "what is in a queue depends on what was in it before",
	"messages/ui.tfg":      "what is in a queue depends on what was in it before",
}

// smaller are sizes that usual tests take for examples whose own size costs seconds.
var smaller = map[string]map[string]string{
	"dpor/filesystem.tfg": {"N": "4"},
	"messages/leader.tfg": {"N": "2"},
}

func load(t testing.TB, path string, set map[string]string) (*monitor.Semantics, *mip.Relation, string) {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p, ds := lang.Load(path, src, lang.Options{Set: set})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	s, err := monitor.Analyse(p)
	if err != nil {
		return nil, nil, string(src)
	}
	return s, mip.MHP(p), string(src)
}

// Of the examples, none that can get stuck has a certificate, and all others
// but a few have one.
func TestExamples(t *testing.T) {
	count, looked := 0, 0
	err := filepath.WalkDir("../examples", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".tfg") {
			return err
		}
		name := filepath.ToSlash(path)[len("../examples/"):]
		if uncertified[name] != "" && filepath.Base(name) != "ui.tfg" || name == "actors/shortpath5.tfg" && !trial.More() {
			return nil // long
		}
		if looked++; looked%2 == 0 && !trial.More() {
			return nil
		}
		var size map[string]string
		if !trial.More() {
			size = smaller[name]
		}
		s, rel, src := load(t, path, size)
		if s == nil {
			t.Errorf("%s: no semantics", name)
			return nil
		}
		r := deadlock.Certify(context.Background(), s, rel, deadlock.Limits{})
		if want := strings.Contains(src, "//! expect no-deadlock") && uncertified[name] == ""; r.Free != want {
			t.Errorf("%s: free %v, want %v: %s", name, r.Free, want, r.Reason)
		}
		if !r.Free {
			return nil
		}
		count++
		if err := r.Certificate.Check(s, rel); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if count < 30 {
		t.Errorf("only %d certified", count)
	}
}

// scaled are the programs whose certificates are measured, with N tasks of each
// kind.
var scaled = []string{"cyclic", "token_ring", "dining_manager", "dining_ordered", "dining_host", "readers_writers"}

// The same for more tasks: the number of candidates stays small.
func TestScaled(t *testing.T) {
	for _, name := range scaled {
		s, rel, _ := load(t, "../examples/"+name+".tfg", map[string]string{"N": "24"})
		r := deadlock.Certify(context.Background(), s, rel, deadlock.Limits{})
		if !r.Free {
			t.Errorf("%s: %s", name, r.Reason)
			continue
		}
		if err := r.Certificate.Check(s, rel); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if r.Rounds > 8 {
			t.Errorf("%s: %d candidates", name, r.Rounds)
		}
		again := deadlock.Certify(context.Background(), s, rel, deadlock.Limits{})
		again.Certificate, r.Certificate = nil, nil
		if a, b := fmt.Sprintf("%+v", r), fmt.Sprintf("%+v", again); a != b {
			t.Errorf("%s: not the same twice:\n%s\n%s", name, a, b)
		}
	}
}

// A server that counts 260 clients: its unit has more than 256 places, and the invariant 67,000 partial sums.
func TestManyCounted(t *testing.T) {
	s, rel, _ := load(t, "../examples/dining_host.tfg", map[string]string{"N": "260"})
	if r := deadlock.Certify(context.Background(), s, rel, deadlock.Limits{}); !r.Free {
		t.Error(r.Reason)
	} else if err := r.Certificate.Check(s, rel); err != nil {
		t.Error(err)
	}
}

// Limits end in an answer that says which.
func TestLimits(t *testing.T) {
	s, rel, _ := load(t, "../examples/dining_host.tfg", map[string]string{"N": "8"})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		ctx  context.Context
		lim  deadlock.Limits
		want string
	}{
		{ctx, deadlock.Limits{}, "stopped"},
		{context.Background(), deadlock.Limits{Conflicts: 1}, "the limit of 1 conflicts"},
		{context.Background(), deadlock.Limits{Rounds: 1}, "1 candidates refuted, the limit"},
		{context.Background(), deadlock.Limits{Literals: 10}, "more than 10 literals in clauses"},
	} {
		if r := deadlock.Certify(c.ctx, s, rel, c.lim); r.Free || r.Reason != c.want {
			t.Errorf("%+v: free %v, %q, want %q", c.lim, r.Free, r.Reason, c.want)
		}
	}
	// Without the pairs, mip.Relation's still hold.
	r := deadlock.Certify(context.Background(), s, rel, deadlock.Limits{Words: 1})
	if r.Free {
		if err := r.Certificate.Check(s, rel); err != nil {
			t.Error(err)
		}
	}
}

// BenchmarkCertify measures the certificates of programs with N tasks of each
// kind: go test ./deadlock -bench Certify -benchtime 1x.
func BenchmarkCertify(b *testing.B) {
	for _, name := range scaled {
		for _, n := range []int{50, 100, 200} {
			b.Run(name+"/"+strconv.Itoa(n), func(b *testing.B) {
				s, rel, _ := load(b, "../examples/"+name+".tfg", map[string]string{"N": strconv.Itoa(n)})
				for b.Loop() {
					r := deadlock.Certify(context.Background(), s, rel, deadlock.Limits{})
					if !r.Free {
						b.Fatal(r.Reason)
					}
					b.ReportMetric(float64(r.Rounds), "candidates")
					b.ReportMetric(float64(r.Conflicts), "conflicts")
				}
			})
		}
	}
}
