package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// What check --races answers, in each form, and how it goes with other flags.
func TestCheckRaces(t *testing.T) {
	inDir(t, map[string]string{
		"locked.tfg":  "shared n 0..9\nlock m\ntask a[i in 0..1] { lock m; n = i; unlock m }\n",
		"counted.tfg": "shared n 0..9\nsem s = 1\ntask a[i in 0..1] { acquire s; n = i; release s }\n",
		"racy.tfg":    "shared n 0..9\ntask a { n = 1 }\ntask b {\nevent e(n)\n}\n",
		"racy.fsa":    "property once { existence of \"n=1\" }\n",
	})
	for _, c := range []struct {
		args     string
		status   int
		out, err string
	}{
		{args: "check locked.tfg --races", status: 0, out: "no data race  |control flow and locks keep apart"},
		{args: "check counted.tfg --races", status: 0, out: "no data race holds\n|leave 1 pair of accesses, and in none of "},
		{args: "check racy.tfg --races", status: 1, out: "once  |no race on n is violated\n|At the start two steps could both come next: a writes it (n = 1, " +
			"racy.tfg:2:10), and b reads it|(event e(0) when n == 0, racy.tfg:4:1).|flavers replay racy.tfg 1:"},
		{args: "check racy.tfg", status: 0},
		{args: "check racy.tfg --races --format json --no-times", status: 1, out: `"races": [|"accesses": [|"pos": "racy.tfg:4:1"|"write": false`},
		{args: "check racy.tfg --races --format sarif", status: 1, out: `"ruleId": "race"|"relatedLocations": [`},
		{args: "check racy.tfg --races --format github", status: 1, out: "::error file=racy.tfg,line=2,col=10,|::error file=racy.tfg,line=4,col=1,"},
		{args: "check racy.tfg --races --html-output r.html", status: 1, out: "no race on n"},
		{args: "check racy.tfg --races --only once", status: 1, out: "once  "},
		{args: "check locked.tfg --races --runtime-errors", status: 0, out: "no data race"},
		{args: "check racy.tfg locked.tfg --races", status: 1, out: "no race on n is violated|2 programs: 1 with a violation, 1 without"},
		{args: "check racy.tfg --races --set N=any", status: 2, err: "--races is of one program"},
	} {
		got := runReal("", strings.Fields(c.args)...)
		got.expect(t, c.args, c.status, c.out, c.err)
	}
	got := runReal("", "check", "racy.tfg", "--races", "--html-output", "r.html")
	text, err := os.ReadFile("r.html")
	if err != nil || !strings.Contains(string(text), "racy.tfg:4:1") {
		t.Errorf("the page: %v, %s", err, fmt.Sprint(got))
	}
}
