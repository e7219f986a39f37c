//go:build integration

package main

import (
	"os"
	"testing"
)

// TestEveryoneAll is TestEveryone for all programs and packages.
func TestEveryoneAll(t *testing.T) {
	everyProgram(t, 1)
	folders, err := os.ReadDir(everyonesPackages)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		everyPackage(t, f.Name())
	}
}
