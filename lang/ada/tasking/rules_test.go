package tasking_test

import (
	"strings"
	"testing"

	"flavers/lang/ada"
)

// rules are statements of Ada with lines of the model that they become, in this order.
var rules = []struct{ name, decls, body, want string }{
	{"RM 9.5.3(21): a conditional call of a task that has ended",
		"task T is entry E; end T; task body T is begin null; end T;",
		"select T.E; else null; end select;",
		"select {\ncase call T.E:\ncase skip when T_ended:\ncase skip when !T_ended:\n}"},
	{"RM 9.7.2: a timed call whose barrier is open is not given up",
		"protected O is entry E; private B : Boolean := False; end O; " +
			"protected body O is entry E when B is begin null; end E; end O;",
		"select O.E; or delay 0.1; end select;",
		"select {\ncase skip when O_B:\natomic {\nevent O_E_event\ncase skip when !O_B:\n}"},
	{"RM 9.3(2): a block waits for tasks that are allocated",
		"task type W; task body W is begin null; end W;",
		"declare type R is access W; X : R := new W; begin null; end;",
		"R_tasks[allocated] = true\ncall W[allocated].start_up\nwaits = true\n" +
			"for dependent in 0..W_last {\nawait !R_tasks[dependent] || W_ended[dependent]\n}\nwaits = false"},
	{"RM 9.2: a task in a record is a task of its own",
		"task type W is entry E; end W; task body W is begin accept E; end W; type R is record C : W; end record; X : R;",
		"X.C.E;",
		"task X_C {\nentry E\naccept E\n}\ncase call X_C.E:"},
}

// TestRules: of each rule the lines that follow it.
func TestRules(t *testing.T) {
	for _, r := range rules {
		t.Run(r.name, func(t *testing.T) {
			text := "procedure P is " + r.decls + " begin " + r.body + " end P;"
			p, problems := ada.Load([]ada.File{{Name: "p.adb", Text: []byte(text)}}, nil, nil)
			if problems.HasErrors() {
				t.Fatal(problems.All)
			}
			rest := strings.Split(string(p.Text), "\n")
			for _, want := range strings.Split(r.want, "\n") {
				i := 0
				for i < len(rest) && strings.TrimSpace(rest[i]) != want {
					i++
				}
				if i == len(rest) {
					t.Fatalf("no line %q in its place\n%s", want, p.Text)
				}
				rest = rest[i+1:]
			}
		})
	}
}
