package extract

import (
	"slices"
	"testing"

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
