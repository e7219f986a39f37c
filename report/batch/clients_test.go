package batch_test

import (
	"strings"
	"testing"

	"flavers/report"
	"flavers/report/batch"
	"flavers/report/ledger"
	"flavers/report/outcome"
)

// client is a report on a client, in whose execution a task waits for a lock, or to send.
func client(root, says, pos, at string, steps ...report.Step) *report.Check {
	r := &report.Result{Property: report.Deadlock, Kind: report.KindDeadlock, Trace: steps,
		Waiting: []report.Waiting{{Task: "call_Put[0]", At: at, Pos: pos}}}
	r.Conclude(outcome.Execution{})
	return &report.Check{Program: root, Root: root, Client: says, Deadlock: r}
}

// Findings of clients are one where the mistake is at one place, as where a lock was taken that is not given back;
// those in which callers break a contract are counted, or shown by object.
func TestClientsText(t *testing.T) {
	lock := report.Step{Task: "t", Event: "lock mu", Pos: "p.go:3:1"}
	early := client("p.client of Hub.Send+Close", "Send and Close are called", "p.go:9:1", "c <- 0")
	early.Deadlock.Agreed(&ledger.Contract{Object: "Hub", Calls: []string{"Send"}, Ends: "Close"})
	late := client("p.client of Hub.Flush+Close", "Flush and Close are called", "p.go:10:1", "c <- 0")
	late.Deadlock.Agreed(&ledger.Contract{Object: "Hub", Calls: []string{"Flush"}, Ends: "Close"})
	b := &report.Batch{Roots: true, Programs: []*report.Check{
		client("p.client of Hub.Put", "Put is called three times", "p.go:5:1", "lock mu", lock),
		client("p.client of Hub.Get", "Get is called three times", "p.go:6:1", "lock mu",
			report.Step{Task: "t", Event: "lock other", Pos: "p.go:1:1"},
			report.Step{Task: "t", Event: "unlock other", Pos: "p.go:2:1"}, lock),
		client("p.client of Hub.Nest", "Nest is called three times", "p.go:21:1", "lock mu",
			report.Step{Task: "call_Put[0]", Event: "lock mu", Pos: "p.go:20:1"}),
		client("p.client of Box.Put", "Put is called twice", "p.go:7:1", "x <- 0"),
		early, late}}
	if early.Deadlock.Verdict != report.Possible || b.Programs[4].ExitCode() != report.ExitOpen {
		t.Errorf("a contract is %s", early.Deadlock.Verdict)
	}
	for full, want := range map[bool]string{false: `p.go:3:1: deadlock: mu stays locked
    p.go:5:1: call_Put[0] waits at lock mu
    if Put is called three times   [violated]
    --entry "p.client of Hub.Put" shows the execution
    also if Get is called three times
p.go:21:1: deadlock: call_Put[0] waits at lock mu for ever
    p.go:20:1: mu stays locked
    if Nest is called three times   [violated]
    --entry "p.client of Hub.Nest" shows the execution
p.go:7:1: deadlock: call_Put[0] waits at x <- 0 for ever
    if Put is called twice   [violated]
    --entry "p.client of Box.Put" shows the execution

findings: 2 of p.Hub, 1 of p.Box
6 roots: 4 with a violation, 2 not decided; 6 of these are callers that flavers wrote, and other callers may do more
    not decided: neither proved nor shown to be wrong; -v says why
not counted: 2 executions of callers who use p.Hub while or after its use ends; --contracts shows them
--roots lists the roots, which are the functions where an execution begins
`, true: `
Not counted, as callers may have to know what to call:
p.Hub: if callers call Flush or Send while Close runs, or after it
    p.go:9:1: possible deadlock: call_Put[0] waits at c <- 0 for ever
        if Send and Close are called   [contract]
        --entry "p.client of Hub.Send+Close" shows the execution
    p.go:10:1: possible deadlock: call_Put[0] waits at c <- 0 for ever
        if Flush and Close are called   [contract]
        --entry "p.client of Hub.Flush+Close" shows the execution

`} {
		var out strings.Builder
		opt := func(string) report.TextOptions { return report.TextOptions{Contracts: full} }
		if err := batch.WriteText(&out, b, opt); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); full && !strings.Contains(got, want) || !full && got != want {
			t.Errorf("contracts %t:\n%s\nwant\n%s", full, got, want)
		}
	}
}

// With Roots, each root has a line, also those that flavers wrote, before the findings.
func TestClientsListed(t *testing.T) {
	b := &report.Batch{Version: report.Version, Roots: true}
	for _, name := range []string{"p.client of Hub.Put", "p.client of Hub.Get", "p.F"} {
		c := &report.Check{Program: name, Root: name, Deadlock: &report.Result{Property: report.Deadlock, Verdict: report.Holds}}
		if strings.Contains(name, "client") {
			c.Client = "Put is called"
		}
		b.Programs = append(b.Programs, c)
	}
	var out strings.Builder
	err := batch.WriteText(&out, b, func(string) report.TextOptions { return report.TextOptions{Roots: true} })
	if want := "p.client of Hub.Put: 1 check, 1 holds\np.client of Hub.Get: 1 check, 1 holds\np.F: 1 check, 1 holds\n\n3 roots: "; err != nil ||
		!strings.HasPrefix(out.String(), want) {
		t.Errorf("%v\n%s", err, &out)
	}
}

// A finding has the words of the source: the caller is called as the function that it is in, and a goroutine without
// its number if no other of its name waits.
func TestClientsWords(t *testing.T) {
	c := client("p.client of Hub", "Send is called twice, at the same time", "p.go:9:1", "q <- 0",
		report.Step{Task: "client_Hub", Event: "lock Hub_mu", Pos: "p.go:3:1"})
	c.Names = &report.Names{
		Goroutines: []report.Goroutine{{Name: report.Caller, Task: "client_Hub", Caller: true}, {Name: "Put[0]", Task: "call_Put[0]"}},
		Operations: []report.Operation{{At: "p.go:3:1", Text: "h.mu.Lock()", In: "Send"}, {At: "p.go:9:1", Text: "h.q <- v", In: "Put"}}}
	c.Deadlock.Waiting = append(c.Deadlock.Waiting, report.Waiting{Task: "client_Hub", At: "lock Hub_mu", Pos: "p.go:3:1"})
	other := client("p.client of Box", "Send is called", "p.go:5:1", "lock mu",
		report.Step{Task: "client_Box", Event: "lock Hub_mu", Pos: "p.go:3:1"})
	other.Names = c.Names
	b := &report.Batch{Roots: true, Programs: []*report.Check{c, other}}
	var text strings.Builder
	if err := batch.WriteText(&text, b, func(string) report.TextOptions { return report.TextOptions{} }); err != nil {
		t.Fatal(err)
	}
	want := `p.go:9:1: deadlock: Put waits at h.q <- v for ever
    p.go:3:1: Send waits at h.mu.Lock()
    if Send is called twice, at the same time   [violated]
    --entry "p.client of Hub" shows the execution
p.go:3:1: deadlock: h.mu stays locked
    p.go:5:1: Put waits at lock mu
`
	if !strings.HasPrefix(text.String(), want) {
		t.Errorf("%s", text.String())
	}
}

// Of several roots findings are printed, the most certain first. A root is printed itself if that would leave something
// out: a violation without a place.
func TestFindingsText(t *testing.T) {
	root := func(name, pos string, conditions ...string) *report.Check {
		c := client(name, "", pos, "c <- 0")
		c.Deadlock.If = conditions
		return c
	}
	nowhere := root("p.Nowhere", "")
	right := &report.Check{Program: "p.Right", Root: "p.Right", Deadlock: &report.Result{Property: report.Deadlock, Kind: report.KindDeadlock}}
	right.Deadlock.Conclude(outcome.ControlFlow{})
	b := &report.Batch{Roots: true, Programs: []*report.Check{root("p.If", "p.go:1:1", "err != nil (p.go:1)"),
		root("p.A", "p.go:2:1"), root("p.B", "p.go:2:1"), right, nowhere}}
	print := func(opt report.TextOptions) string {
		var text strings.Builder
		if err := batch.WriteText(&text, b, func(string) report.TextOptions { return opt }); err != nil {
			t.Fatal(err)
		}
		return text.String()
	}
	got := print(report.TextOptions{})
	before, list, _ := strings.Cut(got, "p.go:2:1: ")
	if !strings.Contains(before, "p.Nowhere: 1 check, 1 violated") || strings.Contains(before, "p.A:") || strings.Contains(got, "p.Right") {
		t.Errorf("%s", got)
	}
	if want := `deadlock: call_Put[0] waits at c <- 0 for ever
    in p.A, p.B   [violated]
    --entry "p.A" shows the execution
p.go:1:1: deadlock: call_Put[0] waits at c <- 0 for ever
    if err != nil (p.go:1)
    in p.If   [violated if]
    --entry "p.If" shows the execution

5 roots: 4 with a violation, 1 without a violation
`; list != want {
		t.Errorf("%s", list)
	}
	all := print(report.TextOptions{Roots: true})
	for _, want := range []string{"p.If: 1 check, 1 violated", "p.A: 1 check, 1 violated", "p.B: 1 check, 1 violated", "p.Right: 1 check, 1 holds"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in\n%s", want, all)
		}
	}
}
