//go:build integration && unix

package main

import (
	"testing"

	random "flavers/internal/trial"
)

// TestAttackAll is TestAttack with more inputs; FLAVERS_RANDOM says how many.
func TestAttackAll(t *testing.T) { assault(live{t}, random.FirstSeed(t), random.Count(t, 10_000)) }
