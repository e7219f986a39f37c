package main

import (
	"regexp"
	"strings"
	"testing"
)

// Formulas of linear temporal logic are judged where executions stop, at beginnings, and
// under each kind of fairness on executions that run for ever; replay judges the loops that
// are found by the definition.
func TestTemporal(t *testing.T) {
	inDir(t, map[string]string{"busy.tfg": busy, "once.tfg": "task t { event ask; event go; event ask }\n",
		"p.fsa": `property served ltl "[](ask -> <>go)"
property again { ltl []<>go }
property finite ltl <>[]!go
property strict ltl ask && [](ask -> X go) && [](go -> X ask)
property early ltl !go W ask
`,
		"c.fsa": "property again ltl []<>go\nconstraint c ltl []!go\n", "f.fsa": "constraint c ltl <>go\n",
		"s.fsa": "safety property s ltl []<>go && !go W ask\n",
		"l.fsa": "property left {\n states idle*, owed live\n idle -> owed : ask\n owed -> idle : go\n}\n",
		"n.fsa": "property left {\n states idle*, owed* live\n idle -> owed : ask\n owed -> idle : go\n}\n"})
	for _, c := range []struct {
		args   string
		status int
		out    string
	}{
		{"check once.tfg --property p.fsa", 1, "served .*violated|again .*violated|finite .*holds|strict .*violated|early .*holds"},
		{"check busy.tfg --property p.fsa", 1, "which violates served|which violates again|which violates finite|which violates strict|early .*holds\n"},
		{"check busy.tfg --property p.fsa --fairness strong", 1, "served .*holds under strong|again .*holds under strong|which violates finite|strict .*holds under strong"},
		{"check busy.tfg --property p.fsa --fairness off", 0, "served .*holds of executions that end|finite .*holds of executions that end|early .*holds\n"},
		{"check once.tfg --property s.fsa", 0, "s .*holds"},
		{"explore busy.tfg --algorithm states --property p.fsa", 1, "Steps 2 to 3 are repeated for ever, which violates served|which violates again|weakly fair"},
		{"explore busy.tfg --algorithm states --property p.fsa --only served --fairness strong", 0, "under strong fairness, violates a property"},
		{"explore busy.tfg --algorithm states --property p.fsa --only again --fairness strong", 0, "under strong fairness, violates a property"},
		{"explore busy.tfg --algorithm states --property p.fsa --only finite --fairness strong", 1, "Steps 1 to 5 are repeated for ever, which violates finite|strongly fair"},
		{"explore busy.tfg --algorithm states --property c.fsa --fairness none", 1, "which violates again"},
		{"explore busy.tfg --algorithm states --property c.fsa --fairness strong", 0, "violates a property"},
		{"explore busy.tfg --property f.fsa", 2, "F226"},
		{"check once.tfg --property l.fsa", 1, "left .*violated"},
		{"check busy.tfg --property l.fsa", 1, "Steps 2 to 3 are repeated for ever, which violates left|owed"},
		{"check busy.tfg --property l.fsa --fairness strong", 0, "left .*holds under strong fairness"},
		{"explore busy.tfg --algorithm states --property l.fsa", 1, "which violates left|weakly fair"},
		{"explore busy.tfg --algorithm states --property l.fsa --fairness strong", 0, "under strong fairness, violates a property"},
		{"check busy.tfg --property l.fsa --dump specs", 0, `states idle\*, owed live`},
		{"check busy.tfg --property n.fsa", 2, "F227|accepts and is live"},
		{"check busy.tfg --property p.fsa --dump specs", 0, `ltl \[\]\("ask" -> <>"go"\)|// never, begins in`},
	} {
		got := runReal("", strings.Fields(c.args)...)
		if got.status != c.status {
			t.Errorf("%s: status %d, want %d\n%s%s", c.args, got.status, c.status, got.out, got.err)
		}
		for _, want := range strings.Split(c.out, "|") {
			if !regexp.MustCompile(want).MatchString(got.out + got.err) {
				t.Errorf("%s: no %s in\n%s%s", c.args, want, got.out, got.err)
			}
		}
		if m := regexp.MustCompile(`flavers replay (\S.*/\S+)`).FindStringSubmatch(got.out); m != nil {
			args := append([]string{"replay"}, strings.Fields(m[1])...)
			if again := runReal("", args...); again.status != 1 || !strings.Contains(again.out, " violated\n") {
				t.Errorf("%v: status %d\n%s%s", args, again.status, again.out, again.err)
			}
		}
	}
}
