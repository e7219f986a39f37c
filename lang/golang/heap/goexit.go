package heap

import "iter"

// MainExits reports whether one of some instances of a program calls runtime.Goexit in the goroutine of main. Then the
// program does not end with main, and the runtime calls it a deadlock once all other goroutines have ended.
func (w *World) MainExits(ins iter.Seq[*Instance]) bool {
	for in := range ins {
		if w.goexits[in] && !ofGoroutine(in) {
			return true
		}
	}
	return false
}

// ofGoroutine reports whether an instance is executed in a goroutine that a go statement has started. Of an instance
// that several callers share it says no.
func ofGoroutine(in *Instance) bool {
	for ; in != nil; in = in.Parent {
		if in.Spawned {
			return true
		}
	}
	return false
}
