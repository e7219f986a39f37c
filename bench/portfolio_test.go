package main

import (
	"slices"
	"testing"
	"time"
)

// A check may take one and a half times the best explorer and a twentieth of a second, and no more.
func TestLoses(t *testing.T) {
	for _, c := range []struct {
		check time.Duration
		by    string
		loses bool
	}{{200 * time.Millisecond, "states", false}, {201 * time.Millisecond, "states", true}, {time.Hour, "", false}} {
		k := compared{check: c.check, best: 100 * time.Millisecond, by: c.by}
		if k.loses() != c.loses {
			t.Errorf("%+v: loses %t", c, k.loses())
		}
	}
}

// Files are taken as they are, and directories for the programs in them.
func TestPrograms(t *testing.T) {
	got, err := programs([]string{"models", "dph.tfg"})
	if err != nil {
		t.Fatal(err)
	}
	if len(got) < 4 || !slices.Contains(got, "dph.tfg") || !slices.Contains(got, "models/leader.tfg") ||
		slices.Contains(got, "models/leader.fsa") {
		t.Errorf("%q", got)
	}
}
