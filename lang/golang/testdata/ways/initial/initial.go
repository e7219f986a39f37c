// Package initial has a function of the library that waits for others, and that an initializer gives to the library. So
// what that hands out may wait in every root of the package.
package initial

import (
	"io"
	"sync"
)

var once = sync.OnceValues(io.Pipe)

func PipeOnceInVariable() {
	r, _ := once()
	r.Read(make([]byte, 1))
}
