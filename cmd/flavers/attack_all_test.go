//go:build integration && unix

package main

import (
	"maps"
	"slices"
	"testing"
	"time"

	random "flavers/internal/trial"
)

// TestAttackFindsAll is TestAttackFinds for every kind of fault.
func TestAttackFindsAll(t *testing.T) { attackFinds(t, slices.Sorted(maps.Keys(faults))...) }

// TestAttackAll is TestAttack with as many inputs as fit into 60 s, 1,000 at least, or
// with FLAVERS_RANDOM of them.
func TestAttackAll(t *testing.T) {
	e := extent{first: random.FirstSeed(t), count: random.Count(t, 20_000)}
	if !random.Long() {
		e.least, e.time = 1000, 60*time.Second
	}
	assault(live{t}, e)
}
