package data

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"log"
	"math"
	"os"
	"sort"
	"sync"
	"time"
	"unsafe"
)

// An account is asked for its text, in several ways, while somebody has its lock.
type account struct {
	mu      sync.Mutex
	balance int
}

func (a *account) String() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return fmt.Sprint(a.balance)
}

func (a *account) MarshalJSON() ([]byte, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return []byte("{}"), nil
}

func LeakPrinted() {
	a := &account{}
	a.mu.Lock()
	fmt.Printf("%d%%: %v\n", a.balance, a)
}

func LeakLogged() {
	a := &account{}
	a.mu.Lock()
	log.Print("account", a)
}

func LeakMarshalled() {
	a := &account{}
	a.mu.Lock()
	json.Marshal(a)
}

// FixedPrinted has verbs that ask for no text, and a text of somebody whom nobody has locked.
func FixedPrinted() {
	a, b := &account{}, &account{}
	a.mu.Lock()
	fmt.Printf("%p %T\n", a, a)
	a.mu.Unlock()
	fmt.Println(a, b)
}

// A text is made of nil, too: package fmt recovers what String panics with.
func FixedNilText() {
	var a *account
	c := make(chan int, 1)
	c <- 1
	fmt.Println(a)
	<-c
}

// Accounts are in order of their balances, for which each is locked.
type accounts []*account

func (l accounts) Len() int      { return len(l) }
func (l accounts) Swap(i, j int) { l[i], l[j] = l[j], l[i] }
func (l accounts) Less(i, j int) bool {
	l[i].mu.Lock()
	defer l[i].mu.Unlock()
	return l[i].balance < l[j].balance
}

func LeakSorted() {
	l := accounts{{balance: 2}, {balance: 1}}
	l[1].mu.Lock()
	sort.Sort(l)
}

func FixedSorted() {
	l := accounts{{balance: 2}, {balance: 1}, {balance: 3}}
	sort.Sort(l)
	if l[0].balance != 1 || l[2].balance != 3 {
		select {}
	}
}

// A lease is over after a time: of one that is over, nobody is told.
func lease(d time.Duration) {
	c := make(chan int)
	end := time.Now().Add(d)
	for !time.Now().After(end) {
	}
	if time.Since(end) >= 0 && !end.IsZero() && end.Sub(time.Time{}) > 0 {
		<-c
	}
}

func LeakLease() { lease(time.Microsecond) }

// FixedClock waits only if a clock goes back, or a timer fires before its time.
func FixedClock() {
	c := make(chan int)
	first := time.Now()
	select {
	case <-time.After(time.Millisecond):
		if time.Since(first) < time.Millisecond {
			<-c
		}
	}
	if time.Now().Before(first) || time.Unix(first.Unix(), 0).UTC().After(first) || first.UTC() == first {
		<-c
	}
}

func LeakComputed() {
	c := make(chan int, int(math.Ceil(math.Log2(5))))
	for range 4 {
		c <- int(unsafe.Sizeof(int32(0)))
	}
}

func FixedComputed() {
	c := make(chan int, int(math.Ceil(math.Log2(5))))
	for range int(unsafe.Sizeof(uint16(0)) + 1) {
		c <- 1
	}
}

// A file is written with a lock held; what is written stays as it is.
func LeakWritten() {
	var mu sync.Mutex
	mu.Lock()
	text := []byte("x")
	os.WriteFile("/nowhere/at/all", text, 0o600)
	mu.Lock()
}

// FixedTicking has a lock that a ticking goroutine unlocks for another one.
func FixedTicking() {
	var mu sync.Mutex
	mu.Lock()
	go func() {
		n := 0
		for range time.Tick(time.Millisecond) {
			if n++; n == 20 {
				mu.Unlock()
				return
			}
		}
	}()
	mu.Lock()
	mu.Unlock()
}

// A sum and a large buffer say nothing of what synchronizes.
func LeakSummed() {
	var mu sync.Mutex
	mu.Lock()
	h := fnv.New64a()
	h.Write(make([]byte, 65536))
	h.Sum64()
	mu.Lock()
}
