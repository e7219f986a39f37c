package roots

import (
	"go/ast"
	"go/parser"
	"testing"
)

// A function unlocks its own if the lock is the same one at both places.
func TestUnlocksOwn(t *testing.T) {
	for body, want := range map[string]bool{
		"x.Lock(); x.Unlock()":                              true,
		"x.mu.Lock(); defer x.mu.Unlock(); x.n = 1; n++":    true,
		"x.Unlock(); x.Lock()":                              false,
		"x.Lock(); y.Unlock()":                              false,
		"x.Lock(); x = y; x.Unlock()":                       false,
		"x.mu.Lock(); x = y; x.mu.Unlock()":                 false,
		"x.mu.Lock(); x.mu = y; x.mu.Unlock()":              false,
		"x[i].Lock(); i++; x[i].Unlock()":                   false,
		"x.Lock(); for _, x := range xs { x.Unlock() }":     false,
		"for _, x := range xs { x.Lock(); x.Unlock() }":     true,
		"x := y; x.Lock(); x.Unlock()":                      true,
		"for { x.Lock(); if c { x.Unlock() }; x = x.next }": false,
		"x.Lock(); defer func() { x.Unlock() }()":           true,
		"x.Lock(); go func() { x.Unlock() }()":              false,
		"x.Lock(); defer func() { x = y }(); x.Unlock()":    false,
		"x.Lock(); f(x.Unlock)":                             false,
		"x.RLock(); x.RUnlock()":                            true,
	} {
		e, err := parser.ParseExpr("func() { " + body + " }")
		if err != nil {
			t.Fatal(body, err)
		}
		if got := unlocksOwn(e.(*ast.FuncLit).Body); got != want {
			t.Errorf("%s: %t, want %t", body, got, want)
		}
	}
}
