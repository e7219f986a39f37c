package extract

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/clients"
	"flavers/lang/golang/roots"
)

// A call breaks a contract if it has a step after the first one of the end, or is blocked, but not at a lock.
func TestBeside(t *testing.T) {
	root := roots.Root{Client: &clients.Client{Object: "Hub", Beside: clients.Beside{"Close": {"Send", "Stop"},
		"Stop": {"Send"}}}}
	send, done := Act{"call_Send[0]", "Send"}, Act{"call_Close[0]", "Close"}
	get := Act{"call_Get[0]", "Get"} // which the package allows
	at := func(lock bool) []Stuck {
		return []Stuck{{Name: "call_Send[0]", Method: "Send", Caller: true, Lock: lock}, {Name: "run[0]"}}
	}
	for _, test := range []struct {
		acts  []Act
		stuck []Stuck
		want  []string
	}{
		{nil, at(false), nil},
		{[]Act{send, done, done}, nil, nil},
		{[]Act{send, done, get}, nil, nil},
		{[]Act{done, {done.Task, "Send"}}, nil, nil}, // one after the other
		{[]Act{done, send}, nil, []string{"Send"}},
		{[]Act{send, done}, at(false), []string{"Send"}},
		{[]Act{done, send}, at(true), nil},
		{[]Act{done, send, {"call_Stop[0]", "Stop"}}, nil, []string{"Send", "Stop"}},
	} {
		c := Beside(root, test.acts, test.stuck)
		if (c == nil) != (test.want == nil) || c != nil && !slices.Equal(c.Calls, test.want) {
			t.Errorf("%v, %v: %v, want %v", test.acts, test.stuck, c, test.want)
		}
	}
}

// Each condition on what callers may do for a deadlock, with a goroutine that is helped and one that is not (theory.md,
// Lemma 14.2).
func TestLeave(t *testing.T) {
	set := func(list ...string) map[string]bool {
		out := map[string]bool{}
		for _, s := range list {
			out[s] = true
		}
		return out
	}
	lock := made{pos: 7}
	begins := new(ssa.Function)
	serves := new(ssa.Function)
	// A call sends to a channel made at 5, and waits for the end beside that; run receives there.
	asks := Stuck{Name: "ask", Method: "Ask", Caller: true, by: set("Close"), Waits: []Operation{{"receive", 5}, {"close", 6}}}
	c := &callers{root: roots.Root{Client: &clients.Client{Lasting: true, Beside: clients.Beside{"Close": nil}}}, enters: map[string]map[made]bool{"Locked": {lock: true}},
		doing: map[*ssa.Function]map[helper]bool{begins: {helper{made{pos: 3}, "send"}: true},
			serves: {helper{made{pos: 5}, "receive"}: true}}}
	own := Stuck{Name: "run", by: set("Get")} // a goroutine of the package
	caller := Stuck{Name: "put", Method: "Put", Caller: true, by: set("Get")}
	with := func(s Stuck, change func(*Stuck)) Stuck { change(&s); return s }
	for name, test := range map[string]struct {
		waiting []Stuck
		held    bool
		ended   bool
		want    bool
	}{
		"its context ends":             {[]Stuck{{Name: "put", Caller: true, Ends: true}}, false, false, true},
		"as in the package":            {[]Stuck{{Name: "run", Ends: true, Else: true}}, false, false, true},
		"beside what calls do":         {[]Stuck{{Name: "put", Caller: true, Ends: true, Else: true}}, false, false, false},
		"another method helps":         {[]Stuck{own, caller}, false, false, true},
		"no method":                    {[]Stuck{own, with(caller, func(s *Stuck) { s.by = nil })}, false, false, false},
		"its own method":               {[]Stuck{with(caller, func(s *Stuck) { s.by = set("Put") })}, false, false, false},
		"its own method wakes others":  {[]Stuck{with(caller, func(s *Stuck) { s.by, s.Cond = set("Put"), true })}, false, false, true},
		"the end, and it asks nobody":  {[]Stuck{asks}, false, false, true},
		"it asks one who asks itself":  {[]Stuck{asks, {Name: "run", Begins: serves, by: set("Close"), Waits: asks.Waits}}, false, false, false},
		"it asks one who wants a lock": {[]Stuck{asks, {Name: "run", Begins: serves, Lock: true, For: []string{"ask"}}}, false, false, false},
		"it asks one who sends on":     {[]Stuck{asks, {Name: "run", Begins: serves, by: set("Close"), Waits: []Operation{{"receive", 8}}}}, false, false, true},
		"it asks one who is helped":    {[]Stuck{asks, {Name: "run", Begins: serves, by: set("Close", "Get"), Waits: asks.Waits}}, false, false, true},
		"it asks a caller":             {[]Stuck{asks, {Name: "get", Caller: true, Begins: serves, by: set("Close"), Waits: asks.Waits}}, false, false, true},
		"its own method gives more":    {[]Stuck{with(own, func(s *Stuck) { s.Method = "Get" })}, false, false, true},
		"and no more than that":        {[]Stuck{with(own, func(s *Stuck) { s.Method, s.once = "Get", set("Get") })}, false, false, false},
		"the method waits for a lock":  {[]Stuck{own, {Name: "get", Method: "Get", Caller: true, Lock: true, For: []string{"run"}}}, false, false, false},
		"it waits for something else":  {[]Stuck{own, {Name: "get", Method: "Get", Caller: true, For: []string{"run"}}}, false, false, true},
		"it begins with a lock":        {[]Stuck{with(own, func(s *Stuck) { s.by = set("Locked") })}, false, false, true},
		"that is held":                 {[]Stuck{with(own, func(s *Stuck) { s.by = set("Locked") })}, true, false, false},
		"after the end":                {[]Stuck{own}, false, true, false},
		"callers after the end":        {[]Stuck{caller}, false, true, true},
		"it should have been woken":    {[]Stuck{with(own, func(s *Stuck) { s.Missed = true })}, false, false, false},
		"for one that is helped":       {[]Stuck{own, {Name: "a", For: []string{"run"}}, {Name: "b", For: []string{"a"}}}, false, false, true},
		"for one that is not":          {[]Stuck{own, {Name: "a", For: []string{"b"}}, {Name: "b"}}, false, false, false},
		"one that is helped goes on":   {[]Stuck{with(own, func(s *Stuck) { s.Begins = begins }), {Name: "a", Waits: []Operation{{"send", 3}}}}, false, false, true},
		"with an operation on another": {[]Stuck{with(own, func(s *Stuck) { s.Begins = begins }), {Name: "a", Waits: []Operation{{"send", 4}}}}, false, false, false},
	} {
		if got := c.leave(test.waiting, map[made]bool{lock: test.held}, test.ended); got != test.want {
			t.Errorf("%s: %t, want %t", name, got, test.want)
		}
	}
}

// A deadlock after the end is said to leave out a method only if that would let all goroutines of the package go on, is
// not their own, and is none that the package allows after the end; and not if it gives one value more (Lemma 14.9).
func TestLeft(t *testing.T) {
	yes := map[string]bool{"Drain": true}
	root := roots.Root{Client: &clients.Client{Object: "Hub", Ends: []string{"Close"}, InTurn: true,
		Beside: clients.Beside{"Close": {"Drain"}}}}
	for name, test := range map[string]struct {
		waiting []Stuck
		beside  []string
		want    []string
	}{
		"left out":            {[]Stuck{{Name: "run", Method: "New", by: yes, once: yes}}, []string{"Drain"}, []string{"Drain"}},
		"its own":             {[]Stuck{{Name: "run", Method: "Drain", by: yes, once: yes}}, []string{"Drain"}, nil},
		"allowed":             {[]Stuck{{Name: "run", Method: "New", by: yes, once: yes}}, nil, nil},
		"gives one more":      {[]Stuck{{Name: "run", Method: "New", by: yes}}, []string{"Drain"}, nil},
		"one is not let go":   {[]Stuck{{Name: "run", by: yes, once: yes}, {Name: "other"}}, []string{"Drain"}, nil},
		"a caller keeps help": {[]Stuck{{Name: "get", Method: "Get", Caller: true, by: yes}}, []string{"Drain"}, nil},
	} {
		root.Client.Beside["Close"] = test.beside
		help, contract := (&callers{root: root}).judge(test.waiting, nil, nil)
		if keeps := name == "a caller keeps help"; help != keeps {
			t.Errorf("%s: helped: %t", name, help)
		}
		if (contract == nil) != (test.want == nil) || contract != nil && (!slices.Equal(contract.Calls, test.want) || !contract.Left) {
			t.Errorf("%s: %v, want %v", name, contract, test.want)
		}
	}
}

// A task that waits for a condition should have been woken if a variable has changed since it has looked at it.
func TestMissed(t *testing.T) {
	c := &callers{copied: map[string]string{"v0": "full"}}
	looks, sets, again := Event{"get", "get.v0=1"}, Event{"put", "full=0"}, Event{"get", "get.v0=0"}
	first := Event{"put", "full=1"}
	for name, test := range map[string]struct {
		at    string
		trace []Event
		want  bool
	}{
		"changed":           {"wait c", []Event{first, looks, sets}, true},
		"not changed":       {"wait c", []Event{first, looks}, false},
		"looked again":      {"wait c", []Event{first, looks, sets, again}, false},
		"of another task":   {"wait c", []Event{first, {"other", "other.v0=1"}, sets}, false},
		"a test, no change": {"wait c", []Event{first, looks, {"put", "full==0"}}, false},
		"at a lock":         {"lock m", []Event{first, looks, sets}, false},
	} {
		if got := c.missed(Blocked{Task: "get", At: test.at}, test.trace); got != test.want {
			t.Errorf("%s: %t, want %t", name, got, test.want)
		}
	}
}

// A method that waits until all is done, and then says done itself, is not called too often: one call does both.
func TestAgain(t *testing.T) {
	root := roots.Root{Client: &clients.Client{Call: "Run", Dones: []string{"Run"}}}
	for _, test := range []struct {
		mistake string
		before  []string
		want    bool
	}{
		{"negative wait group: done b_wg: its counter is 0, and would be -1", nil, true},
		{"negative wait group: done b_wg: its counter is 0, and would be -1", []string{"done b_wg", "wait b_wg"}, true},
		{"negative wait group: done b_wg: its counter is 0, and would be -1", []string{"wait other"}, true},
		{"negative wait group: done b_wg: its counter is 0, and would be -1", []string{"wait b_wg"}, false},
		{"done b.wg: negative WaitGroup counter", []string{"add b.wg", "wait b.wg"}, false},
		{"close of closed channel c", []string{"wait b_wg"}, true},
	} {
		if got := Again(root, "Run", test.mistake, test.before); got != test.want {
			t.Errorf("%s after %q: %t", test.mistake, test.before, got)
		}
	}
}
