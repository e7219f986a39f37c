package given

import (
	"io"
	"net"
	"reflect"
	"sync"
)

// Functions of the library that wait for others, or make what does, as values: nobody calls them by their names.

var pipe = io.Pipe

func PipeInVariable() {
	r, _ := pipe()
	r.Read(make([]byte, 1))
}

func PipeOnce() {
	r, _ := sync.OnceValues(io.Pipe)()
	r.Read(make([]byte, 1))
}

func PipeByReflection() {
	made := reflect.ValueOf(io.Pipe).Call(nil)
	made[0].Interface().(io.Reader).Read(make([]byte, 1))
}

func PipeInMap() {
	makers := map[string]func() (net.Conn, net.Conn){"net": net.Pipe}
	c, _ := makers["net"]()
	c.Read(make([]byte, 1))
}

type maker struct {
	f func() (*io.PipeReader, *io.PipeWriter)
}

func PipeInField() {
	m := maker{io.Pipe}
	r, _ := m.f()
	r.Read(make([]byte, 1))
}

func first[T any](f func() (T, *io.PipeWriter)) T {
	made, _ := f()
	return made
}

func PipeByParameter() { first(io.Pipe).Read(make([]byte, 1)) }

func RecvByInterface() {
	var r interface{ Recv() (reflect.Value, bool) } = reflect.ValueOf(make(chan int))
	r.Recv()
}

func RecvByValue() {
	f := reflect.ValueOf(make(chan int)).Recv
	f()
}
