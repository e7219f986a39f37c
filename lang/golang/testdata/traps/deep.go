package traps

import "fmt"

// Parts that lie deep in values, and fields with long names.

type deep1 struct {
	c chan int
	f func()
}
type deep2 struct{ in deep1 }
type deep3 struct{ in deep2 }
type deep4 struct{ in deep3 }
type deep5 struct{ in deep4 }
type deep6 struct{ in deep5 }
type deep7 struct{ in deep6 }
type deep8 struct{ in deep7 }

// The function that is called waits for ever.
func LeakDeepFunc() {
	c := make(chan int)
	var a deep8
	a.in.in.in.in.in.in.in.f = func() { c <- 1 }
	b := a
	b.in.in.in.in.in.in.in.f()
}

func HoldsDeepChan() {
	var a deep8
	a.in.in.in.in.in.in.in.c = make(chan int)
	go func(b deep8) { b.in.in.in.in.in.in.in.c <- 1 }(a)
	<-a.in.in.in.in.in.in.in.c
}

// The other case of the select can come.
func LeakDeepSelect() {
	var a deep8
	a.in.in.in.in.in.in.in.c = make(chan int, 1)
	b := a
	b.in.in.in.in.in.in.in.c <- 1
	done := make(chan bool, 1)
	done <- true
	select {
	case <-done:
	case <-b.in.in.in.in.in.in.in.c:
		<-make(chan int)
	}
}

func HoldsDeepInterface() {
	var a deep8
	a.in.in.in.in.in.in.in.c = make(chan int, 1)
	var i any = a
	i.(deep8).in.in.in.in.in.in.in.c <- 1
}

type long1 struct {
	aFieldWithALongNameAsGeneratorsOfCodeWriteThemWhenTheyJoinTheNamesOfAllThatIsAroundIt long2
}
type long2 struct {
	aFieldWithALongNameAsGeneratorsOfCodeWriteThemWhenTheyJoinTheNamesOfAllThatIsAroundIt long3
}
type long3 struct {
	aFieldWithALongNameAsGeneratorsOfCodeWriteThemWhenTheyJoinTheNamesOfAllThatIsAroundIt long4
}
type long4 struct{ f func() }

func LeakLongNames() {
	c := make(chan int)
	a := new(long1)
	p := &a.aFieldWithALongNameAsGeneratorsOfCodeWriteThemWhenTheyJoinTheNamesOfAllThatIsAroundIt.
		aFieldWithALongNameAsGeneratorsOfCodeWriteThemWhenTheyJoinTheNamesOfAllThatIsAroundIt.
		aFieldWithALongNameAsGeneratorsOfCodeWriteThemWhenTheyJoinTheNamesOfAllThatIsAroundIt
	p.f = func() { c <- 1 }
	p.f()
}

type waits struct{ c chan int }

func (w waits) String() string { <-w.c; return "" }

// Printing looks as deep as values go.
func LeakDeepString() {
	type s1 struct{ W waits }
	type s2 struct{ In s1 }
	type s3 struct{ In s2 }
	type s4 struct{ In s3 }
	type s5 struct{ In s4 }
	type s6 struct{ In s5 }
	type s7 struct{ In s6 }
	type s8 struct{ In s7 }
	type s9 struct{ In s8 }
	type s10 struct{ In s9 }
	type s11 struct{ In s10 }
	type s12 struct{ In s11 }
	type s13 struct{ In s12 }
	var v s13
	v.In.In.In.In.In.In.In.In.In.In.In.In.W.c = make(chan int)
	fmt.Println(v)
}
