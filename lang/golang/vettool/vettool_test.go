package vettool_test

import (
	"os"
	"strings"
	"testing"

	"flavers/lang/golang/vettool"
)

// The program of the tests is a tool for go vet, too.
func TestMain(m *testing.M) {
	if vettool.Asked(os.Args[1:]) {
		vettool.Main()
	}
	os.Exit(m.Run())
}

func TestAsked(t *testing.T) {
	for args, want := range map[string]bool{"-V=full": true, "-flags": true, "/tmp/vet.cfg": true, "-flavers.timeout=1s -json /tmp/vet.cfg": true,
		"": false, "check x.cfg": false, "version": false, "-v check .": false, "-V=full check": false} {
		if got := vettool.Asked(strings.Fields(args)); got != want {
			t.Errorf("%q: %t", args, got)
		}
	}
}
