//go:build integration

package main

import (
	"io/fs"
	"path/filepath"
	"slices"
	"testing"

	random "flavers/internal/trial"
)

// TestEveryoneAll is TestEveryone for more programs, and for packages: every eighth of both, or all with FLAVERS_RANDOM.
// The seed says with which package it begins. Some packages are always among them.
func TestEveryoneAll(t *testing.T) {
	step := 8
	if random.Long() {
		step = 1
	}
	everyExample(t, step)
	if asked, _ := everyProgram(t, everyonesStarters, 0, 1); asked < 3 {
		t.Errorf("%d starters", asked)
	}
	folders, all := []string{"late", "streams"}, packageFolders(t)
	for i := random.Turn(t, step); i < len(all); i += step {
		if !slices.Contains(folders, all[i]) {
			folders = append(folders, all[i])
		}
	}
	everyPackage(t, folders...)
}

// packageFolders lists the folders with Go files below that of everyone's packages, at all depths. Those with hundreds
// of functions that block take minutes: they are among them with FLAVERS_RANDOM.
func packageFolders(t *testing.T) (out []string) {
	large := []string{"ways/blocked", "ways/decided", "ways/nils"}
	err := filepath.WalkDir(everyonesPackages, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		files, err := filepath.Glob(filepath.Join(path, "*.go"))
		if err != nil || len(files) == 0 {
			return err
		}
		name, err := filepath.Rel(everyonesPackages, path)
		if name = filepath.ToSlash(name); random.Long() || !slices.Contains(large, name) {
			out = append(out, name)
		}
		return err
	})
	if err != nil || len(out) < 20 {
		t.Fatal(out, err)
	}
	return out
}
