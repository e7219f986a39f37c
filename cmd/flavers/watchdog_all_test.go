//go:build integration && unix

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestWatchdog runs every command on every example with half a second.
func TestWatchdog(t *testing.T) {
	folder := t.TempDir()
	w, programs := newWatchdog(), 0
	for _, pattern := range []string{"*.tfg", "*/*.tfg", "nets/*.pnml", "em/*.trace"} {
		files, err := filepath.Glob("../../examples/" + pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			programs++
			if strings.HasSuffix(file, ".tfg") {
				for _, line := range everyCommand {
					w.run(t, 500*time.Millisecond, arguments(line, file, folder)...)
				}
			} else {
				w.run(t, 500*time.Millisecond, "explore", file)
			}
		}
	}
	if programs < 80 {
		t.Errorf("only %d examples", programs)
	}
}

// TestFewInstancesAll is TestFewInstances with more commands.
func TestFewInstancesAll(t *testing.T) { fewInstances(t, 4, 1) }

// TestTimeLimits is TestTimeLimit for the other stages and explorers.
func TestTimeLimits(t *testing.T) {
	const dining = "../../examples/dining.tfg"
	withinTime(t,
		"check "+dining+" --set N=10000 --html-output OUT/page.html",
		"check "+dining+" --set N=300 --refine all --minimize",
		"check "+dining+" --set N=2000 --dump problem",
		"check "+dining+" --set N=1000 --dump mhp",
		"check OUT/indexer.tfg --runtime-errors --dump problem",
		"explore "+dining+" --set N=10000",
		"explore "+dining+" --set N=300 --algorithm states",
		"explore ../../examples/dining_locks.tfg --algorithm full --depth 1000000 --format json",
		"fmt -d OUT/wide.tfg",
		"check OUT/ada/wide.adb",
		"check OUT/ada",
		"lint OUT/ada/wide.adb",
		"explore OUT/large.pnml",
		"explore OUT/posts.trace",
		"crosscheck "+dining+" --set N=300",
		"crosscheck OUT/indexer.tfg",
		"explore ../../examples/actors/mergesort.tfg --set N=50 --html-output OUT/page.html",
		"test "+dining+" --set N=10000",
		"stats "+dining+" ../../examples/work_pool.tfg --refine none",
		"stats "+dining+" --set N=300",
		"render "+dining+" --set N=300 --graph tfg --large -o OUT/picture.svg",
		"render "+dining+" --set N=300 --graph mip --large -o OUT/picture.svg")
}

// TestGoBranches: a function with thousands of branches, each with a goroutine, is given up in time.
func TestGoBranches(t *testing.T) {
	var b strings.Builder
	b.WriteString("package main\n\nimport \"os\"\n\nfunc main() {\n\tc, n := make(chan int), len(os.Args)\n")
	for i := range 3000 {
		fmt.Fprintf(&b, "\tif n == %d { go func() { c <- 1 }() }\n", i)
	}
	b.WriteString("\t<-c\n}\n")
	dir := t.TempDir()
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module m\n\ngo 1.24\n"), 0o644),
		os.WriteFile(filepath.Join(dir, "main.go"), []byte(b.String()), 0o644)); err != nil {
		t.Fatal(err)
	}
	newWatchdog().run(t, 2*time.Second, "check", dir, "--no-cache")
}

// TestMemoryLimits is TestMemoryLimit for the other stages and explorers.
func TestMemoryLimits(t *testing.T) {
	withinMemory(t,
		"fmt -d OUT/wide.tfg",
		"stats ../../examples/dining.tfg --set N=1000",
		"explore ../../examples/dining.tfg --set N=4000 --algorithm states --jobs 2",
		"explore ../../examples/dining.tfg --set N=2000",
		"explore ../../examples/dining.tfg --set N=2000 --algorithm full",
		"explore ../../examples/dining.tfg --set N=2000 --algorithm states --jobs 1",
		"explore OUT/large.pnml --algorithm full",
		"explore OUT/posts.trace --algorithm em")
}
