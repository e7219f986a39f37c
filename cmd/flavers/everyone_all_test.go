//go:build integration

package main

import (
	"os"
	"testing"

	random "flavers/internal/trial"
)

// TestEveryoneAll is TestEveryone for more programs, and for packages: every fifth of both, or all with FLAVERS_RANDOM.
// The seed says with which package it begins.
func TestEveryoneAll(t *testing.T) {
	step := 8
	if random.Long() {
		step = 1
	}
	everyExample(t, step)
	rules := 3 * step
	if random.Long() {
		rules = 1
	}
	if asked, _ := everyProgram(t, everyonesRules, random.Turn(t, rules), rules); asked == 0 {
		t.Error("no program")
	}
	folders, err := os.ReadDir(everyonesPackages)
	if err != nil {
		t.Fatal(err)
	}
	for i := random.Turn(t, step); i < len(folders); i += step {
		everyPackage(t, folders[i].Name())
	}
}
