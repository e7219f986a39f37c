//go:build integration

package main

import (
	"os"
	"testing"

	random "flavers/internal/trial"
)

// TestEveryoneAll is TestEveryone for more programs, and for packages: every eighth of both, or all with FLAVERS_RANDOM.
// The seed says with which package it begins.
func TestEveryoneAll(t *testing.T) {
	step := 8
	if random.Long() {
		step = 1
	}
	everyExample(t, step)
	if asked, _ := everyProgram(t, everyonesStarters, 0, 1); asked < 3 {
		t.Errorf("%d starters", asked)
	}
	folders, err := os.ReadDir(everyonesPackages)
	if err != nil {
		t.Fatal(err)
	}
	for i := random.Turn(t, step); i < len(folders); i += step {
		everyPackage(t, folders[i].Name())
	}
}
