// Package outside has goroutines that are blocked for ever in Leak.., while others wait for what is outside of the
// program, and end the program after that. In Fixed.. each can move again, or the program ends in every case.
package outside

import (
	"bufio"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync"
	"time"
)

// twice waits for a lock that it holds.
func twice(mu *sync.Mutex) {
	mu.Lock()
	mu.Lock()
}

// The server ends the program only if it cannot go on.
func LeakServe() {
	var mu sync.Mutex
	go twice(&mu)
	log.Fatal(http.ListenAndServe(":8080", nil))
}

func LeakServing() {
	var mu sync.Mutex
	go func() {
		server := &http.Server{Addr: ":8080"}
		log.Fatalln(server.ListenAndServe())
	}()
	twice(&mu)
}

// The call is in a function that does nothing else.
func LeakHelper() {
	var mu sync.Mutex
	go twice(&mu)
	panic(serve())
}

func serve() error { return http.ListenAndServe(":8080", nil) }

func LeakAccept() {
	var mu sync.Mutex
	l, err := net.Listen("tcp", ":0")
	if err != nil {
		log.Fatal(err)
	}
	go twice(&mu)
	for {
		conn, err := l.Accept()
		if err != nil {
			log.Fatal(err)
		}
		conn.Close()
	}
}

func LeakCommand() {
	var mu sync.Mutex
	go twice(&mu)
	exec.Command("sleep", "inf").Run()
	os.Exit(0)
}

func LeakInput() {
	var mu sync.Mutex
	go twice(&mu)
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
	}
	os.Exit(0)
}

// The operating system may never send it.
func LeakSignal() {
	var mu sync.Mutex
	go twice(&mu)
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt)
	<-stop
	os.Exit(0)
}

// Once a second it may end the program, and may not.
func LeakCheck() {
	var mu sync.Mutex
	go twice(&mu)
	quit := make(chan bool)
	go func() {
		for range time.Tick(time.Second) {
			select {
			case <-quit:
				log.Fatal("stopped")
			default:
			}
		}
	}()
}

// A text has an end, so the program ends.
func FixedText() {
	var mu sync.Mutex
	go twice(&mu)
	in := bufio.NewScanner(strings.NewReader("a b"))
	for in.Scan() {
	}
	os.Exit(0)
}

// So it does after some time.
func FixedTime() {
	var mu sync.Mutex
	go twice(&mu)
	time.Sleep(time.Second)
	os.Exit(0)
}

// The lock is given back when the other side has answered.
func FixedAnswer() {
	var mu sync.Mutex
	go func() {
		mu.Lock()
		defer mu.Unlock()
		if _, err := net.Dial("tcp", "localhost:80"); err != nil {
			log.Fatal(err)
		}
	}()
	mu.Lock()
	mu.Unlock()
}

// The worker waits for work, which the server's loop has.
func FixedWork() {
	work := make(chan net.Conn)
	go func() {
		for conn := range work {
			conn.Close()
		}
	}()
	l, err := net.Listen("tcp", ":0")
	if err != nil {
		log.Fatal(err)
	}
	for {
		conn, err := l.Accept()
		if err != nil {
			log.Fatal(err)
		}
		work <- conn
	}
}

// Others wait for who waits for the outside.
func LeakGroup() {
	var mu sync.Mutex
	go twice(&mu)
	var wg sync.WaitGroup
	wg.Go(func() { http.ListenAndServe(":8080", nil) })
	wg.Wait()
	os.Exit(0)
}

// Hours are long.
func LeakSleep() {
	var mu sync.Mutex
	go twice(&mu)
	time.Sleep(100 * time.Hour)
	os.Exit(0)
}

func LeakTimer() {
	var mu sync.Mutex
	go twice(&mu)
	<-time.After(100 * time.Hour)
	os.Exit(0)
}

// A minute is not.
func FixedTimer() {
	var mu sync.Mutex
	go twice(&mu)
	<-time.After(time.Minute)
	os.Exit(0)
}
