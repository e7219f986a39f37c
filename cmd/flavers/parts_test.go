package main

import (
	"strings"
	"testing"

	"flavers/internal/codes"
)

func TestColorFlag(t *testing.T) {
	inDir(t, usual)
	for args, want := range map[string]bool{
		"check p.tfg": false, "check p.tfg --color always": true, "check p.tfg --color never": false,
	} {
		got := runFake(t, fake(), "", strings.Fields(args)...)
		if strings.Contains(got.out, "\x1b[") != want {
			t.Errorf("%s: colours %v, want %v", args, !want, want)
		}
	}
}

// Codes are unique and explained.
func TestExplanations(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range codes.All() {
		if seen[string(e.Code)] {
			t.Errorf("%s is explained twice", e.Code)
		}
		seen[string(e.Code)] = true
		if e.Title == "" || e.Text == "" {
			t.Errorf("%s has no title or no text", e.Code)
		}
	}
	for _, code := range []string{"C001", "C002", "C003", "C004", "C005", "C006", "C007", "C101", "C102", "C103", "C104", "C105"} {
		if !seen[code] {
			t.Errorf("%s is not explained", code)
		}
	}
}
