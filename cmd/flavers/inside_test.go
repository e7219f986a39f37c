package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A program shows no line of a file that is not below its folder, whatever it
// names and wherever links lead; --allow-outside allows it.
func TestOutside(t *testing.T) {
	inDir(t, map[string]string{
		"secret": "BAD hidden words\n", "w/p.tfg": "x\n", "w/d/in.fsa": "property g holds\n", "w/own.tfg": "x\n", "w/t.trace": "1 THREADINIT tid:1\n2 NOP tid:1\n",
	})
	secret, err := filepath.Abs("secret")
	if err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"w/link.fsa": "../secret", "w/up": "..", "w/inner.fsa": "d/in.fsa", "w/own.fsa": secret, "w/t.dependence": secret, "w2": "w"} {
		if err := os.Symlink(to, link); err != nil {
			t.Skip("no symbolic links here:", err)
		}
	}
	inner, err := filepath.Abs("w/d/in.fsa")
	if err != nil {
		t.Fatal(err)
	}
	for named, out := range map[string]bool{
		"../secret": true, secret: true, "link.fsa": true, "up/secret": true, "d/../../secret": true, "../w/../secret": true, "/dev/zero": true, "../no/such": true,
		"..": true, "d/in.fsa": false, "./d/../d/in.fsa": false, "inner.fsa": false, inner: false, "../w/d/in.fsa": false,
	} {
		text := "x\n//! property " + named + "\n"
		for _, dir := range []string{"w", "w2"} {
			if err := os.WriteFile("w/p.tfg", []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			if dir == "w2" && (filepath.IsAbs(named) || strings.HasPrefix(named, "../w")) {
				continue // the folder has another name there
			}
			got := runFake(t, fake(), "", "check", dir+"/p.tfg")
			if strings.Contains(got.err, "hidden") || out != strings.Contains(got.err, "p.tfg:2:14: error C108") || out == (got.status == 0) {
				t.Errorf("%s in %s: %+v", named, dir, got)
			}
		}
		if err := os.Chdir("w"); err != nil {
			t.Fatal(err)
		}
		if got := runFake(t, fake(), text, "check", "-"); out != strings.Contains(got.err, "error C108") {
			t.Errorf("%s from standard input: %+v", named, got)
		}
		if err := os.Chdir(".."); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args string
		want string
	}{
		{"check w/own.tfg", "error C108"}, {"check w/own.tfg --allow-outside", "hidden"}, {"check w/own.tfg --property w/link.fsa", "hidden"},
		{"explore w/t.trace", "error C108: dependences w/t.dependence is not below"}, {"explore w/t.trace --allow-outside", ""}, {"explore w/t.trace --dependence secret", ""},
	} {
		if got := runFake(t, fake(), "", strings.Fields(c.args)...); (got.status == 2) != (c.want != "") || !strings.Contains(got.err, c.want) || c.want != "hidden" && strings.Contains(got.err, "hidden") {
			t.Errorf("%s: %+v", c.args, got)
		}
	}
}
