//go:build integration && unix

package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestWatchdog runs every command on every example with half a second.
func TestWatchdog(t *testing.T) {
	folder := t.TempDir()
	programs := 0
	for _, pattern := range []string{"*.tfg", "*/*.tfg", "nets/*.pnml", "em/*.trace"} {
		files, err := filepath.Glob("../../examples/" + pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			programs++
			if strings.HasSuffix(file, ".tfg") {
				for _, line := range everyCommand {
					watched(t, 500*time.Millisecond, arguments(line, file, folder)...)
				}
			} else {
				watched(t, 500*time.Millisecond, "explore", file)
			}
		}
	}
	if programs < 80 {
		t.Errorf("only %d examples", programs)
	}
}

// TestMemoryLimits is TestMemoryLimit for the other stages and explorers.
func TestMemoryLimits(t *testing.T) {
	withinMemory(t,
		"stats ../../examples/dining.tfg --set N=1000",
		"explore ../../examples/dining.tfg --set N=2000",
		"explore ../../examples/dining.tfg --set N=2000 --algorithm full",
		"explore ../../examples/dining.tfg --set N=2000 --algorithm states --jobs 1",
		"explore OUT/large.pnml --algorithm full",
		"explore OUT/posts.trace --algorithm em")
}
