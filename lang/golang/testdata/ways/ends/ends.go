// Package ends has functions that make both ends of a connection, or of something else of the operating system, and
// wait for themselves for ever. Those of Right.. make one end.
package ends

import (
	"net"
	"os"
	"sync"
	"syscall"
)

// Both ends of a connection read.
func Read() {
	l, _ := net.Listen("tcp", "127.0.0.1:0")
	go func() {
		c, _ := l.Accept()
		c.Read(make([]byte, 1))
	}()
	c, _ := net.Dial("tcp", l.Addr().String())
	c.Read(make([]byte, 1))
}

// The same in one goroutine.
func ReadAlone() {
	l, _ := net.Listen("tcp", "127.0.0.1:0")
	dialer := net.Dialer{}
	dialer.Dial("tcp", l.Addr().String())
	c, _ := l.Accept()
	c.Read(make([]byte, 1))
}

// Who dials wants a lock of who accepts.
func Accept() {
	var mu sync.Mutex
	l, _ := net.Listen("tcp", "127.0.0.1:0")
	mu.Lock()
	go func() {
		mu.Lock()
		net.Dial("tcp", l.Addr().String())
	}()
	l.Accept()
	mu.Unlock()
}

func Function() {
	listen, dial := net.Listen, net.Dial
	l, _ := listen("tcp", "127.0.0.1:0")
	dial("tcp", l.Addr().String())
	c, _ := l.Accept()
	c.Read(make([]byte, 1))
}

// Numbers of files.

func Pipe() {
	var p [2]int
	syscall.Pipe(p[:])
	syscall.Read(p[0], make([]byte, 1))
}

func Flock() {
	a, _ := os.Open("ends.go")
	b, _ := os.Open("ends.go")
	syscall.Flock(int(a.Fd()), syscall.LOCK_EX)
	syscall.Flock(int(b.Fd()), syscall.LOCK_EX)
}

// The other end is outside of the program.

func RightDial() {
	var mu sync.Mutex
	done := make(chan int)
	go func() {
		mu.Lock()
		if c, err := net.Dial("tcp", "localhost:80"); err == nil {
			c.Read(make([]byte, 1))
		}
		mu.Unlock()
		close(done)
	}()
	<-done
	mu.Lock()
}

func RightListen() {
	if l, err := net.Listen("tcp", "127.0.0.1:0"); err == nil {
		l.Accept()
	}
}
