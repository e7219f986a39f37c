// Package ends has functions that wait for ever because they make both ends of a connection, or of something else of
// the operating system, or because of what the library does beside: it locks, and recovers panics. Those of Right.. do
// not wait.
package ends

import (
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
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

// A lock that the library uses.
func ForkLock() {
	syscall.ForkLock.Lock()
	exec.Command("true").Run()
}

// Methods that panic, which the library recovers.

type stringer struct{ mu *sync.Mutex }

func (s stringer) String() string { s.mu.Lock(); panic("again") }

func Panics() {
	s := stringer{new(sync.Mutex)}
	_ = fmt.Sprint(s)
	s.mu.Lock()
}

type valuer struct{ mu *sync.Mutex }

func (v valuer) LogValue() slog.Value { v.mu.Lock(); panic("again") }

func PanicsLogged() {
	v := valuer{new(sync.Mutex)}
	slog.New(slog.NewTextHandler(io.Discard, nil)).Info("a", "b", v)
	v.mu.Lock()
}

type deferring struct{ mu *sync.Mutex }

func (d deferring) String() string { d.mu.Lock(); defer d.mu.Unlock(); panic("again") }

func PanicsBefore() {
	_ = fmt.Sprint(deferring{new(sync.Mutex)})
	<-make(chan int)
}

type setting struct{ set *bool }

func (s setting) String() string { *s.set = true; panic("again") }

func PanicsSet() {
	set := false
	_ = fmt.Sprint(setting{&set})
	if set {
		<-make(chan int)
	}
}

// A method that does not panic.

type locking struct{ mu *sync.Mutex }

func (l locking) String() string { l.mu.Lock(); defer l.mu.Unlock(); return "" }

func RightString() {
	l := locking{new(sync.Mutex)}
	_ = fmt.Sprint(l)
	l.mu.Lock()
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
