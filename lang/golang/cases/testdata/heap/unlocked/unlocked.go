// Package unlocked has what the library calls with a lock of its own held, and that does not ask for it.
package unlocked

import (
	"expvar"
	"log"
	"os"
)

type through struct{}

func (through) Write(p []byte) (int, error) { return os.Stderr.Write(p) }
func (through) String() string              { log.Print("asked"); return "" } // the text is made without the lock

// deadlock none
func Print() {
	log.SetOutput(through{})
	log.Print(through{})
}

// deadlock none
// idle
func Variables() {
	expvar.Do(func(v expvar.KeyValue) { log.Print(v.Key) })
}
