package given

import _ "unsafe"

// Functions whose code is elsewhere, as a comment says.

//go:linkname acquire sync.runtime_Semacquire
func acquire(*uint32)

//go:linkname again flavers/lang/golang/testdata/ways/given.hang
func again()

func hang() { select {} }

func LinkedSema() { var n uint32; acquire(&n) }
func LinkedOwn()  { again() }
