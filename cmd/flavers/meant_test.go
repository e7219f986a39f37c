package main

import (
	"strings"
	"testing"
)

// A command line that is wrong in a usual way is answered with the one that is right.
func TestMeant(t *testing.T) {
	inDir(t, map[string]string{"a.tfg": "program a\ntask t { event done }\n", "b.fsa": onceDone})
	for args, want := range map[string]string{
		"reach a.tfg":          "there is no command reach: a property asks whether something can happen",
		"verify a.tfg":         "there is no command verify: check does it",
		"chek a.tfg":           "did you mean check?",
		"render a.tfg":         "flavers render a.tfg -o picture.svg",
		"replay":               "copy both from the last line of a violation",
		"replay a.tfg":         "copy both from the last line of a violation",
		"check":                "check takes a PROGRAM, as in: flavers check dining.tfg",
		"check b.fsa":          "which program shall have them? flavers check PROGRAM -p b.fsa, or flavers check b.tfg",
		"check a.tfg b.fsa":    "flavers check a.tfg -p b.fsa",
		"check b.fsa a.tfg":    "flavers check a.tfg -p b.fsa",
		"check -p a.tfg":       "-p names a file with properties, and a.tfg is a program: flavers check a.tfg",
		"check -p a.tfg b.fsa": "flavers check a.tfg -p b.fsa",
		"check a.tfg -p a.tfg": "-p names a file with properties, and a.tfg is a program",
	} {
		got := runReal("", strings.Fields(args)...)
		if got.status != 2 || !strings.Contains(got.err, want) || strings.Count(got.err, "\n") != 1 {
			t.Errorf("%s: status %d\n%s", args, got.status, got.err)
		}
	}
	if got := runReal("", "check", "a.tfg", "-p", "b.fsa"); got.status != 0 {
		t.Errorf("what is said to be right is not: %+v", got)
	}
}

// Help shows the flags that a person needs in groups, and those for research where they are asked for. The list of
// commands has all that are not hidden.
func TestHelpGroups(t *testing.T) {
	short, long := runReal("", "check", "--help"), runReal("", "check", "--help-all")
	for _, heading := range []string{"What is checked:", "Limits:", "Output:", "Go packages:", "Ada programs:"} {
		if !strings.Contains(short.out, "\n"+heading+"\n") {
			t.Errorf("no group %s", heading)
		}
	}
	if strings.Contains(short.out, "--no-symmetry") || !strings.Contains(long.out, "--no-symmetry") {
		t.Error("--no-symmetry is for research")
	}
	if !strings.Contains(short.out, "flavers check --help-all") || strings.Contains(long.out, "more flags") {
		t.Error("what is left out is not said, or said where nothing is")
	}
	all := runReal("", "--help").out
	for _, c := range newApp(nil, nil, nil, fake()).root().Commands() {
		if c.IsAvailableCommand() && !strings.Contains(all, "\n  "+c.Name()+" ") {
			t.Errorf("the list lacks %s", c.Name())
		}
	}
	if strings.Count(all, "\n") > 60 {
		t.Errorf("the list has %d lines", strings.Count(all, "\n"))
	}
}
