//go:build integration

package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	random "flavers/internal/trial"
)

const everyonesRoot = "../.."

// TestEveryoneAll is TestEveryone for more programs, and for packages: every eighth of both, or all with
// FLAVERS_RANDOM. The seed says with which package it begins. Some packages are always among them.
func TestEveryoneAll(t *testing.T) {
	step := 8
	if random.Long() {
		step = 1
	}
	everyExample(t, step)
	if asked, _ := everyProgram(t, everyonesStarters, 0, 1); asked < 15 {
		t.Errorf("%d starters and others", asked)
	}
	if asked, _ := everyProgram(t, []string{featurePrograms(t)}, random.Turn(t, step), step); asked < 300/step {
		t.Errorf("%d features of Ada", asked)
	}
	tests, _ := packageFolders(t)
	folders := []string{everyonesPackages + "/late", everyonesPackages + "/streams"}
	for _, folder := range partOf(tests, random.Turn(t, step), step) {
		if !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	everyPackage(t, folders...)
}

// TestEveryoneOwn is the same for packages of this project: two of them, or all with FLAVERS_RANDOM.
func TestEveryoneOwn(t *testing.T) {
	_, own := packageFolders(t)
	step := (len(own) + 1) / 2
	if random.Long() {
		step = 1
	}
	everyOwnPackage(t, partOf(own, random.Turn(t, step), step)...)
}

func partOf(all []string, from, step int) (out []string) {
	for i := from; i < len(all); i += step {
		out = append(out, all[i])
	}
	return out
}

// packageFolders lists the folders with Go files of the repository: those for tests, and the packages of the project.
func packageFolders(t *testing.T) (tests, own []string) {
	err := filepath.WalkDir(everyonesRoot, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		files, err := filepath.Glob(filepath.Join(path, "*.go"))
		if err != nil || len(files) == 0 {
			return err
		}
		switch path = filepath.ToSlash(path); {
		case strings.HasSuffix(path, "testdata/wrong"): // its comments are errors
		case strings.Contains(path, "/testdata"):
			tests = append(tests, path)
		default:
			own = append(own, path)
		}
		return nil
	})
	if err != nil || len(tests) < 45 || len(own) < 150 {
		t.Fatalf("%v: %d, %d", err, len(tests), len(own))
	}
	return tests, own
}

// featurePrograms writes the programs that lang/ada's templates are for, each with both parts that decide, and returns
// their folder.
func featurePrograms(t *testing.T) (folder string) {
	files, err := filepath.Glob("../../lang/ada/testdata/features/*.adb")
	if err != nil {
		t.Fatal(err)
	}
	folder = t.TempDir()
	choice := regexp.MustCompile(`(?s)\[\[(.*?)\|\|(.*?)\]\]`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{"$1", "$2"} {
			name := filepath.Join(folder, strings.Trim(part, "$"), filepath.Base(file))
			if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, choice.ReplaceAll(text, []byte(part)), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	return folder
}
