package given

import (
	"fmt"
	"unsafe"
)

// Functions whose code is elsewhere, as a comment says.

//go:linkname acquire sync.runtime_Semacquire
func acquire(*uint32)

//go:linkname receive runtime.chanrecv1
func receive(c unsafe.Pointer, to unsafe.Pointer)

//go:linkname again flavers/lang/golang/testdata/ways/given.hang
func again()

func hang() { select {} }

func LinkedSema() { var n uint32; acquire(&n) }
func LinkedOwn()  { again() }

// LinkedReceive receives from a nil channel.
func LinkedReceive() { receive(nil, nil) }

// pushed is the code of pulled, which has no comment of its own.
//
//go:linkname pushed flavers/lang/golang/testdata/ways/given.pulled
func pushed() { select {} }

func pulled()

func LinkedPushed() { pulled() }

type linkedText struct{}

func (linkedText) String() string { again(); return "" }

// LinkedPrint has the library call a method that waits elsewhere.
func LinkedPrint() { _ = fmt.Sprint(linkedText{}) }
