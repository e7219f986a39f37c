package main

// Programs of several files: in Ada, all files of a command line are parts of one another.

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"flavers/internal/flags"
	"flavers/lang/parts"
)

// takesOne refuses any number of arguments but one, and files in Ada.
func takesOne(cmd *cobra.Command, args []string) error {
	if len(args) != 1 && !onlyAda(args) {
		return fmt.Errorf("%s takes one PROGRAM, not %d; see: flavers %[1]s --help", cmd.Name(), len(args))
	}
	return nil
}

// onlyAda reports whether there are names, all of files in Ada.
func onlyAda(args []string) bool {
	return len(args) > 0 && !slices.ContainsFunc(args, func(s string) bool {
		return !parts.Ada(parts.File(s)) && !strings.HasSuffix(s, ".gpr")
	})
}

// one finds the one program that the arguments stand for, and calls do with it.
func (a *app) one(args []string, do func(program string) error) error {
	program, err := newInputs(a).One(args)
	if err != nil {
		return err
	}
	return do(program)
}

// include declares the flag for folders with units.
func (a *app) include(cmd *cobra.Command) {
	cmd.Flags().StringArrayVarP(&a.folders, "include", "I", nil, "of Ada programs, look for units in this `folder`, too (repeatable)")
	must(cmd.MarkFlagDirname("include"))
}

// again returns the command line that replays an execution of a program, or begins a session (sim) at its end. The
// schedule has to be appended. The line has all flags without which the files would be read as another program, or
// would have errors.
func (a *app) again(command string, f *checkFlags, program string) string {
	if program == stdin || len(f.entries) > 0 { // which are in no file
		return ""
	}
	words := []string{"flavers", command, flags.ShellFile(program)}
	for _, name := range a.parts[program].Files {
		words = append(words, flags.ShellFile(name))
	}
	add := func(flag string, values []string) {
		for _, v := range values {
			words = append(words, flag, flags.ShellWord(v))
		}
	}
	home := filepath.Dir(parts.File(program))
	trees := slices.DeleteFunc(slices.Clone(a.parts[program].Trees), func(dir string) bool { return dir == home })
	add("-I", slices.Concat(a.folders, a.parts[""].Folders, a.parts[program].Folders, trees))
	for _, name := range slices.Sorted(maps.Keys(f.set)) {
		add("--set", []string{name + "=" + f.set[name]})
	}
	add("--property", f.properties)
	add("--constraint", f.constraints)
	add("--only", f.only) // events of other properties may be none of the program
	if f.runtimeErrors {
		words = append(words, "--runtime-errors")
	}
	if !f.opt.Strict {
		words = append(words, "--strict=false")
	}
	if f.allowOutside {
		words = append(words, "--allow-outside")
	}
	if f.deadlock == "off" && command == "replay" {
		words = append(words, "--deadlock", "off")
	}
	return strings.Join(words, " ")
}
