// Package required has tests that wait for nothing but, perhaps, code of a required module. In every run, those with
// names Test.. are blocked, and those with TestRight.. are not.
package required

import (
	"errors"
	"fmt"
	"sort"
	"testing"

	"example.com/dep"
)

type holder struct{ *dep.Printed }

type interfaceHolder struct{ dep.Hanger }

func TestCall(t *testing.T)              { dep.Hang() }
func TestDeferred(t *testing.T)          { defer dep.Hang() }
func TestInterface(t *testing.T)         { dep.New().Hang() }
func TestVariable(t *testing.T)          { dep.Hook() }
func TestFunction(t *testing.T)          { dep.Function()() }
func TestGeneric(t *testing.T)           { dep.Generic(1) }
func TestAfterCallback(t *testing.T)     { dep.Call(func() {}) }
func TestSorted(t *testing.T)            { sort.Sort(dep.List{}) }
func TestPrinted(t *testing.T)           { fmt.Println(dep.Text()) }
func TestBesideField(t *testing.T)       { fmt.Println(dep.Wrapped{Of: new(dep.Printed)}) }
func TestError(t *testing.T)             { _ = dep.ErrA.Error() }
func TestLogged(t *testing.T)            { t.Log(dep.ErrB) }
func TestEmbedded(t *testing.T)          { holder{new(dep.Printed)}.Hang() }
func TestEmbeddedInterface(t *testing.T) { interfaceHolder{dep.New()}.Hang() }
func TestMethodValue(t *testing.T)       { f := new(dep.Printed).Hang; f() }
func TestMethodExpression(t *testing.T)  { f := (*dep.Printed).Hang; f(new(dep.Printed)) }
func TestZeroValue(t *testing.T)         { var p dep.Printed; p.Hang() }
func TestOwnInterface(t *testing.T)      { var h interface{ Hang() } = new(dep.Printed); h.Hang() }
func TestCleanup(t *testing.T)           { t.Cleanup(dep.Hang) }
func TestSubtest(t *testing.T)           { t.Run("a", func(t *testing.T) { dep.Hang() }) }

func TestRightNumber(t *testing.T) { _ = dep.Double(1) }
func TestRightLock(t *testing.T)   { var c dep.Counter; c.Add(1); c.Add(2) }
func TestRightCompared(t *testing.T) {
	var err error
	_ = err == dep.ErrOther || errors.Is(err, dep.ErrDone)
}

// TestBeside.. wait for something themselves, too: that is looked at without the required module.

func one() func() {
	c := make(chan int, 1)
	c <- 1
	return func() { <-c }
}

func TestBesideCleanup(t *testing.T)  { defer one()(); t.Cleanup(dep.Hang) }
func TestBesideSorted(t *testing.T)   { defer one()(); sort.Sort(dep.List{}) }
func TestBesideVariable(t *testing.T) { defer one()(); dep.OtherHook() }
func TestBesidePrinted(t *testing.T)  { defer one()(); fmt.Println(dep.Wrapped{}) }

func TestRightBeside(t *testing.T) {
	defer one()()
	var err error
	_ = err == dep.ErrBeside
}
