package verify_test

import (
	"strings"
	"testing"

	"flavers/internal/trial"
	"flavers/report"
	"flavers/verify"
)

// What arrays of channels and channels as values mean, by programs in which assertions hold, or
// not, and which end, or not.
func TestChannelsMean(t *testing.T) {
	const array = "chan a[2][1] 0..3\nchan b[1] 0..3\nchan s[2][0] 0..3\nchan o[1] chan 0..3\nshared x 0..3\n"
	for name, c := range map[string]struct{ src, errors, deadlock string }{
		"each element has its own buffer":      {"task t { a[0] <- 1; a[1] <- 2; x = <-a[0]; assert x == 1; x = <-a[1]; assert x == 2 }", "", "no"},
		"the buffer of an element is full":     {"task t { a[0] <- 1; a[0] <- 2 }", "", "yes"},
		"an index that is known late":          {"task t { var k 0..1 = any; a[k] <- 1; assert len(a[k]) == 1; assert empty(a[1-k]) }", "", "no"},
		"an index outside":                     {"task t { var k 0..3 = any; await k != 3; a[k] <- 1 }", "index of a outside 0..1", "yes"},
		"an index outside, of a receive":       {"task t { var k 0..2 = 2; x = <-a[k] }", "index of a outside 0..1", "no"},
		"an index outside, of a close":         {"task t { var k 0..2 = 2; close a[k] }", "index of a outside 0..1", "no"},
		"elements without a buffer meet":       {"task t { s[1] <- 3 }\ntask u { var k 0..1 = 1; x = <-s[k]; assert x == 3 }", "", "no"},
		"other elements do not":                {"task t { s[0] <- 3 }\ntask u { x = <-s[1] }", "", "yes"},
		"a variable is what was assigned":      {"task t { var r chan 0..3 = a[1]; r <- 2; assert full(a[1]); assert empty(a[0]); r = b; r <- 1; assert full(b); assert r == b; assert r != a[1] }", "", "no"},
		"an index in a value":                  {"task t { var k 0..1 = any; var r chan 0..3 = a[k]; r <- 1; assert full(a[k]); assert r == a[k]; k = 1 - k; assert r != a[k] }", "", "no"},
		"none at first, and it blocks a send":  {"task t { var r chan 0..3; assert r == none; r <- 1 }", "", "yes"},
		"none blocks a receive":                {"task t { var r chan 0..3 = a[0]; r = none; <-r }", "", "yes"},
		"none is no alternative":               {"task t { var r chan 0..3; select { case r <- 1: assert false\ncase b <- 1: skip } }", "", "no"},
		"else if all are none":                 {"task t { var r chan 0..3; select { case r <- 1: assert false\nelse: skip } }", "", "no"},
		"none has no length":                   {"task t { var r chan 0..3; assert len(r) == 0; assert empty(r) && full(r) }", "", "no"},
		"close of none":                        {"task t { var r chan 0..3; close r }", "close of none", "no"},
		"close by a variable":                  {"task t { var r chan 0..3 = b; close r; x = <-b; assert x == 0; b <- 1 }", "closed channel", "no"},
		"by a parameter":                       {"proc put(c chan 0..3, v 0..3) { c <- v }\ntask t { put(b, 3); assert full(b); var r chan 0..3 = a[1]; put(r, 1); assert full(a[1]) }", "", "no"},
		"none by a parameter":                  {"proc put(c chan 0..3) { c <- 1 }\ntask t { put(none) }", "", "yes"},
		"by a channel of channels":             {"task t { o <- a[1] }\ntask u { var r chan 0..3; r = <-o; r <- 2; x = <-a[1]; assert x == 2 }", "", "no"},
		"by an entry":                          {"task t { entry e(c chan 0..3); accept e(c); c <- 2 }\ntask u { call t.e(b); x = <-b; assert x == 2 }", "", "no"},
		"by a message":                         {"actor t { on ask(c chan 0..3) { post u.got(c) } }\nactor u { on got(c chan 0..3) { assert c == b } }\npost t.ask(b)", "", "no"},
		"by spawn":                             {"task w(c chan 0..3) dynamic[1] { c <- 2 }\ntask t { spawn w(a[0]); x = <-a[0]; assert x == 2 }", "", "no"},
		"by a shared array":                    {"shared g [2]chan 0..3 = {a[1], b}\ntask t { var k 0..1 = any; g[k] <- 1; assert if k == 0 then full(a[1]) else full(b) }", "", "no"},
		"the value is read in the step":        {"shared g chan 0..3 = a[0]\ntask t { g <- 1; assert full(a[0]) || full(b) }\ntask u { g = b }", "", "no"},
		"while it waits the variable may move": {"shared g chan 0..3\ntask t { g <- 1; assert full(b) }\ntask u { g = b }", "", "no"},
		"a server that sends on none waits":    {"proc put(c chan 0..3) { c <- 1 }\nserver task t { put(none) }", "", "yes"},
		"as it does by a variable":             {"server task t { var r chan 0..3; r <- 1 }", "", "yes"},
		"and where there is no such channel":   {"server task t { var r chan bool; r <- true }", "", "yes"},
		"one that receives from none rests":    {"proc get(c chan 0..3) { <-c }\nserver task t { get(none) }\nserver task u { var r chan 0..3; <-r }", "", "no"},
		"a choice of channels":                 {"task t { var r chan 0..3 = if x == 0 then b else a[0]; assert r == b }", "", "no"},
		"any channel, or none":                 {"task t { var r chan 0..3 = any; await r != none && r != a[0] && r != a[1] && r != s[0] && r != s[1]; assert r == b }", "", "yes"},
	} {
		p := trial.Program(t, "program x\n"+array+c.src+"\n")
		got := verify.Check(t.Context(), p, nil, verify.Options{Only: []string{report.RuntimeErrors, report.Deadlock}})
		event := ""
		if r := got.RuntimeErrors; r != nil && r.Verdict == report.Violated {
			event = r.Trace[len(r.Trace)-1].Event
		}
		if (event != "") != (c.errors != "") || !strings.Contains(event, c.errors) {
			t.Errorf("%s: error %q, want %q", name, event, c.errors)
		}
		if d := got.Deadlock; (d.Verdict == report.Violated) != (c.deadlock == "yes") || d.Verdict == report.Unknown {
			t.Errorf("%s: deadlock is %s", name, d.Verdict)
		}
	}
}
