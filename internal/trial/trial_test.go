package trial

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestCount(t *testing.T) {
	for _, c := range []struct {
		random, scale, seed string
		want                []uint64
	}{
		{"", "", "", []uint64{0, 1, 2}},
		{"", "2", "10", []uint64{10, 11, 12, 13, 14, 15}},
		{"1", "2", "7", []uint64{7}},
	} {
		t.Setenv("FLAVERS_RANDOM", c.random)
		t.Setenv("FLAVERS_SCALE", c.scale)
		t.Setenv("FLAVERS_SEED", c.seed)
		if got := slices.Collect(Seeds(t, 3)); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// double is a test whose failures are looked at.
type double struct {
	testing.TB
	failed bool
	log    []string
}

func (d *double) Failed() bool { return d.failed }

func (d *double) Fatal(...any) {
	d.failed = true
	runtime.Goexit()
}

func (d *double) Logf(format string, args ...any) {
	d.log = append(d.log, fmt.Sprintf(format, args...))
}

// What fails says with which seed, once, whether the test goes on or not.
func TestSeedIsTold(t *testing.T) {
	for _, ends := range []bool{false, true} {
		d := &double{TB: t}
		done := make(chan bool)
		go func() {
			defer close(done)
			for seed := range Seeds(d, 9) {
				if seed < 4 {
					continue
				}
				if d.failed = true; ends {
					d.Fatal()
				}
			}
		}()
		<-done
		if len(d.log) != 1 || !strings.HasPrefix(d.log[0], "FLAVERS_SEED=4 FLAVERS_RANDOM=1 ") {
			t.Errorf("it ends: %v: %q", ends, d.log)
		}
	}
}
