// Package given has functions that the standard library blocks for ever, by code of the package that it calls or by
// objects that it hands out. Those of Right.. end.
package given

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"sync"
	"weak"
)

type stringer struct{}

func (stringer) String() string { select {} }

type failure struct{}

func (failure) Error() string { select {} }

type scanner struct{}

func (*scanner) Scan(fmt.ScanState, rune) error { select {} }

type text struct{}

func (text) MarshalText() ([]byte, error) { select {} }

type plain struct{ N int }

func (p plain) String() string { return fmt.Sprint(p.N) }

func ContextValue() {
	m := &sync.Mutex{}
	ctx := context.WithValue(context.Background(), 1, m)
	ctx.Value(1).(*sync.Mutex).Lock()
	m.Lock()
}

func Println() { fmt.Println(map[string]stringer{"a": {}}) }

func Panic() { panic(failure{}) }

func Recv() { reflect.ValueOf(make(chan int)).Recv() }

func Select() {
	reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(make(chan int))}})
}

func Scan() { fmt.Sscan("x", &scanner{}) }

func MarshalKey() { _, _ = json.Marshal(map[text]int{{}: 1}) }

func Weak() {
	m := &sync.Mutex{}
	w := weak.Make(m)
	w.Value().Lock()
	m.Lock()
}

// RightValue gets another value than the locked one.
func RightValue() {
	type key struct{}
	m, n := &sync.Mutex{}, &sync.Mutex{}
	ctx := context.WithValue(context.WithValue(context.Background(), 1, m), key{}, n)
	m.Lock()
	ctx.Value(key{}).(*sync.Mutex).Lock()
	n.Unlock()
	m.Unlock()
}

// RightPrint has package fmt call a method that ends.
func RightPrint() {
	c := make(chan int)
	go func() { fmt.Println(map[string]plain{"a": {1}}, c); c <- 1 }()
	<-c
}

// RightHidden has package fmt print a field without its method.
func RightHidden() {
	c := make(chan struct{ s plain })
	go func() { c <- struct{ s plain }{} }()
	_ = fmt.Sprint(<-c)
}
