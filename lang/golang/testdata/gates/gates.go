// Package gates has loops that are executed with a lock held which another goroutine needs. Of Leak.. the turns change
// what the loop asks for only once that goroutine has put something into the pile, or nothing at all. Right.. end by
// themselves.
package gates

import (
	"container/list"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

type pile struct {
	mu    sync.Mutex
	items []int
}

func (p *pile) len() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.items)
}

func (p *pile) put(i int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.items = append(p.items, i)
}

func other(mu *sync.Mutex, p *pile) {
	mu.Lock()
	p.put(1)
	mu.Unlock()
}

// The counter goes on only if others have changed something.
func LeakSometimes() {
	var mu sync.Mutex
	p := &pile{}
	go other(&mu, p)
	mu.Lock()
	for i := 0; i < 3; {
		if p.len() > 0 {
			i++
		}
	}
	mu.Unlock()
}

// The limit is off.
func LeakLimit() {
	var mu sync.Mutex
	p := &pile{}
	limited := len(os.Args) > 100
	go other(&mu, p)
	mu.Lock()
	for i := 0; p.len() == 0; i++ {
		if limited && i > 3 {
			break
		}
	}
	mu.Unlock()
}

type queue struct{ n int }

// The place is advanced only if others have changed something.
func LeakPlace() {
	var mu sync.Mutex
	p := &pile{}
	q := &queue{3}
	go other(&mu, p)
	mu.Lock()
	for q.n > 0 {
		if p.len() > 0 {
			q.n--
		}
	}
	mu.Unlock()
}

func (q *queue) step(p *pile) {
	if p.len() > 0 {
		q.n--
	}
}

func LeakPlaceCalled() {
	var mu sync.Mutex
	p := &pile{}
	q := &queue{3}
	go other(&mu, p)
	mu.Lock()
	for q.n > 0 {
		q.step(p)
	}
	mu.Unlock()
}

func LeakAdd() {
	var mu sync.Mutex
	var next atomic.Int64
	p := &pile{}
	go other(&mu, p)
	mu.Lock()
	for x := int64(0); x < 3; {
		if p.len() > 0 {
			x = next.Add(1)
		}
	}
	mu.Unlock()
}

func LeakAddLoad() {
	var mu sync.Mutex
	var next atomic.Int64
	p := &pile{}
	go other(&mu, p)
	mu.Lock()
	for next.Load() < 3 {
		if p.len() > 0 {
			next.Add(1)
		}
	}
	mu.Unlock()
}

func LeakDone() {
	var mu sync.Mutex
	p := &pile{}
	go other(&mu, p)
	mu.Lock()
	for i := 0; ; {
		done := false
		if p.len() > 0 {
			i++
			done = i > 3
		}
		if done {
			break
		}
	}
	mu.Unlock()
}

func next(p *pile, i int) (int, bool) {
	if p.len() > 0 {
		return i + 1, true
	}
	return i, true
}

func LeakRegister() {
	var mu sync.Mutex
	p := &pile{}
	go other(&mu, p)
	mu.Lock()
	for i, ok := 0, true; ok && i < 3; {
		i, ok = next(p, i)
	}
	mu.Unlock()
}

func LeakSwap() {
	var mu sync.Mutex
	var n atomic.Int64
	p := &pile{}
	go other(&mu, p)
	mu.Lock()
	for {
		old := n.Load()
		if p.len() > 0 && n.CompareAndSwap(old, old+1) {
			break
		}
	}
	mu.Unlock()
}

func LeakSwapBehind() {
	var mu sync.Mutex
	var n atomic.Int64
	p := &pile{}
	go other(&mu, p)
	mu.Lock()
	for {
		old := n.Load()
		if p.len() == 0 {
			continue
		}
		if n.CompareAndSwap(old, old+1) {
			break
		}
	}
	mu.Unlock()
}

func LeakMap() {
	var mu sync.Mutex
	p := &pile{}
	m := map[int]bool{1: true, 2: true}
	go other(&mu, p)
	mu.Lock()
	for len(m) > 0 {
		if p.len() > 0 {
			clear(m)
		}
	}
	mu.Unlock()
}

// These turns need not wait.
func LeakGroup() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	p := &pile{}
	go other(&mu, p)
	mu.Lock()
	for p.len() == 0 {
		wg.Wait()
	}
	mu.Unlock()
}

func LeakClosed() {
	var mu sync.Mutex
	p := &pile{}
	done := make(chan bool)
	close(done)
	go other(&mu, p)
	mu.Lock()
	for p.len() == 0 {
		<-done
	}
	mu.Unlock()
}

func LeakSelect() {
	var mu sync.Mutex
	p := &pile{}
	done, more := make(chan bool), make(chan bool)
	close(done)
	go other(&mu, p)
	mu.Lock()
	for p.len() == 0 {
		select {
		case <-done:
		case <-more:
		}
	}
	mu.Unlock()
}

func wait(done chan bool) { <-done }

func LeakCalled() {
	var mu sync.Mutex
	p := &pile{}
	done := make(chan bool)
	close(done)
	go other(&mu, p)
	mu.Lock()
	for p.len() == 0 {
		wait(done)
	}
	mu.Unlock()
}

func LeakGroupCalled() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	p := &pile{}
	go other(&mu, p)
	mu.Lock()
	wg.Go(func() {})
	for p.len() == 0 {
		wg.Wait()
	}
	mu.Unlock()
}

// The closed channel ends it.
func RightQuits() {
	var mu sync.Mutex
	p := &pile{}
	done, more := make(chan bool), make(chan bool)
	close(done)
	go other(&mu, p)
	mu.Lock()
	for p.len() == 0 {
		select {
		case <-done:
			mu.Unlock()
			return
		case <-more:
		}
	}
	mu.Unlock()
}

func RightTries() {
	var mu sync.Mutex
	p := &pile{}
	go other(&mu, p)
	mu.Lock()
	for i := 0; p.len() == 0; i++ {
		if i > 3 {
			break
		}
	}
	mu.Unlock()
}

func RightSearch() {
	var mu sync.Mutex
	p := &pile{}
	s := []int{1, 2, 3, len(os.Args)}
	go other(&mu, p)
	mu.Lock()
	lo, hi := 0, len(s)
	for lo < hi {
		m := (lo + hi) / 2
		if s[m] < 3 {
			lo = m + 1
		} else {
			hi = m
		}
	}
	mu.Unlock()
}

func RightMerge() {
	var mu sync.Mutex
	p := &pile{}
	s, t := []int{1, 2, 3, len(os.Args)}, []int{1, 5, len(os.Args)}
	go other(&mu, p)
	mu.Lock()
	i, j := 0, 0
	for i < len(s) && j < len(t) {
		if s[i] < t[j] {
			i++
		} else {
			j++
		}
	}
	mu.Unlock()
}

func RightTrim() {
	var mu sync.Mutex
	p := &pile{}
	s := os.Args[0]
	go other(&mu, p)
	mu.Lock()
	for len(s) > 0 {
		if s[0] == ' ' {
			s = s[1:]
			continue
		}
		s = s[2:]
	}
	mu.Unlock()
}

func RightWhile() {
	var mu sync.Mutex
	p := &pile{}
	go other(&mu, p)
	mu.Lock()
	for i := 0; i < 10; i++ {
		if p.len() > 0 {
			i += 2
		}
	}
	mu.Unlock()
}

type node struct{ next *node }

type chain struct {
	mu   sync.Mutex
	head *node
	n    int
}

func (l *chain) take() *node {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.head == nil {
		return nil
	}
	n := l.head
	l.head = n.next
	l.n--
	return n
}

func RightTake() {
	var mu sync.Mutex
	p := &pile{}
	l := &chain{head: &node{&node{}}, n: 2}
	go other(&mu, p)
	mu.Lock()
	for l.take() != nil {
	}
	mu.Unlock()
}

func RightOdd() {
	var mu sync.Mutex
	var n atomic.Int64
	p := &pile{}
	go other(&mu, p)
	mu.Lock()
	for i := 0; n.Load() < 3; i++ {
		if i%2 == 0 {
			n.Add(1)
		}
	}
	mu.Unlock()
}

func RightSwap() {
	var mu sync.Mutex
	var n atomic.Int64
	p := &pile{}
	go other(&mu, p)
	mu.Lock()
	for {
		old := n.Load()
		if n.CompareAndSwap(old, old+1) {
			break
		}
	}
	mu.Unlock()
}

func RightUntil() {
	var mu sync.Mutex
	p := &pile{}
	go other(&mu, p)
	mu.Lock()
	end := time.Now().Add(time.Millisecond)
	for p.len() == 0 && time.Now().Before(end) {
		time.Sleep(time.Microsecond)
	}
	mu.Unlock()
}

func RightUntilLate() {
	var mu sync.Mutex
	p := &pile{}
	go other(&mu, p)
	mu.Lock()
	end := time.Now().Add(time.Millisecond)
	for {
		if p.len() > 0 {
			break
		}
		if time.Now().After(end) {
			break
		}
		time.Sleep(time.Microsecond)
	}
	mu.Unlock()
}

func RightRemoves() {
	var mu sync.Mutex
	p := &pile{}
	l := list.New()
	go other(&mu, p)
	go l.PushBack(1)
	mu.Lock()
	for l.Len() > 0 {
		l.Remove(l.Front())
	}
	mu.Unlock()
}

// The gate is an alternative of a select, which only the other goroutine lets come.
func LeakTold() {
	var mu sync.Mutex
	tick := make(chan bool)
	go func() {
		mu.Lock()
		mu.Unlock()
		tick <- true
	}()
	mu.Lock()
	for i := 0; i < 1; {
		select {
		case <-tick:
			i++
		default:
		}
	}
	mu.Unlock()
}

func RightDefault() {
	var mu sync.Mutex
	p := &pile{}
	tick := make(chan bool, 1)
	go other(&mu, p)
	mu.Lock()
	for i := 0; i < 9; {
		select {
		case <-tick:
		default:
			i++
		}
	}
	mu.Unlock()
}

type table struct{ m map[int]bool }

func LeakDeletes() {
	var mu sync.Mutex
	p := &pile{}
	t := &table{map[int]bool{1: true}}
	go other(&mu, p)
	mu.Lock()
	for len(t.m) > 0 {
		if p.len() > 0 {
			delete(t.m, 1)
		}
	}
	mu.Unlock()
}

func RightDeletes() {
	var mu sync.Mutex
	p := &pile{}
	t := &table{map[int]bool{1: true}}
	go other(&mu, p)
	mu.Lock()
	for i := range 3 {
		t.m[i] = true
	}
	for len(t.m) > 0 {
		delete(t.m, 1)
	}
	mu.Unlock()
}

func RightAdds() {
	var mu sync.Mutex
	var next atomic.Int64
	p := &pile{}
	go other(&mu, p)
	mu.Lock()
	for next.Load() < 3 {
		next.Add(1)
	}
	mu.Unlock()
}

// The name does not say that it goes on in each call.
func (q *queue) Next(p *pile) {
	if p.len() > 0 {
		q.n--
	}
}

func LeakNext() {
	var mu sync.Mutex
	p := &pile{}
	q := &queue{3}
	go other(&mu, p)
	mu.Lock()
	for q.n > 0 {
		q.Next(p)
	}
	mu.Unlock()
}

// The gate is one of the loop itself.
func RightSpins() {
	var mu sync.Mutex
	p := &pile{}
	go other(&mu, p)
	mu.Lock()
	for i, spins := 0, 0; i < 3; spins++ {
		if spins%2 == 0 {
			i++
		}
	}
	mu.Unlock()
}

// The loop inside goes on only if others have changed something.
func LeakInner() {
	var mu sync.Mutex
	p := &pile{}
	go other(&mu, p)
	mu.Lock()
	for i := 0; i < 3; {
		for p.len() > 0 && i < 3 {
			i++
		}
	}
	mu.Unlock()
}

// One of two gates.
func LeakEither() {
	var mu sync.Mutex
	p, q := &pile{}, &pile{}
	go other(&mu, p)
	mu.Lock()
	for i := 0; i < 3; {
		if p.len() > 0 || q.len() > 0 {
			i++
		}
	}
	mu.Unlock()
}

// The code sees that the channels are closed.
func RightNil() {
	a, b := make(chan int), make(chan int)
	go func() { a <- 1; close(a) }()
	go func() { b <- 1; close(b) }()
	for a != nil || b != nil {
		select {
		case _, ok := <-a:
			if !ok {
				a = nil
			}
		case _, ok := <-b:
			if !ok {
				b = nil
			}
		}
	}
}

// The gate asks for the counter that it lets go on, too.
func LeakSum() {
	var mu sync.Mutex
	p := &pile{}
	go other(&mu, p)
	mu.Lock()
	for i := 0; i < 3; {
		if i+p.len() > 0 {
			i++
		}
	}
	mu.Unlock()
}

// The same with a place.
func LeakSumPlace() {
	var mu sync.Mutex
	p := &pile{}
	q := &queue{0}
	go other(&mu, p)
	mu.Lock()
	for q.n < 3 {
		if q.n+p.len() > 0 {
			q.n++
		}
	}
	mu.Unlock()
}

// The gate asks for nothing but the counter that it lets go on.
func RightItself() {
	var mu sync.Mutex
	p := &pile{}
	go other(&mu, p)
	mu.Lock()
	for i := 0; i < 4; {
		if i != 7 {
			i++
		}
	}
	mu.Unlock()
}

// The gates of two counters ask for each other.
func RightInTurn() {
	var mu sync.Mutex
	p := &pile{}
	go other(&mu, p)
	mu.Lock()
	for i, k := 0, 0; i < 4 || k < 4; {
		if i-k < 2 {
			i++
		}
		if i > k {
			k++
		}
	}
	mu.Unlock()
}

// Others decide how much the counter grows.
func LeakStep() {
	var mu sync.Mutex
	var n atomic.Int64
	go func() { mu.Lock(); n.Store(1); mu.Unlock() }()
	mu.Lock()
	for i := int64(0); i < 3; {
		i += n.Load()
	}
	mu.Unlock()
}

func LeakLeast() {
	var mu sync.Mutex
	var n atomic.Int64
	go func() { mu.Lock(); n.Store(5); mu.Unlock() }()
	mu.Lock()
	for i := int64(0); i < 3; {
		i = min(i+1, n.Load())
	}
	mu.Unlock()
}

// The counter begins again until others have changed something.
func LeakAgain() {
	var mu sync.Mutex
	p := &pile{}
	go other(&mu, p)
	mu.Lock()
	for i := 0; i < 3; i++ {
		if p.len() == 0 {
			i = 0
		}
	}
	mu.Unlock()
}

// Others decide whether the counter grows by one or by two.
func RightFaster() {
	var mu sync.Mutex
	p := &pile{}
	go other(&mu, p)
	mu.Lock()
	for i := 0; i < 3; i++ {
		if p.len() > 0 {
			i++
		}
	}
	mu.Unlock()
}

type set struct {
	mu sync.Mutex
	m  map[int]bool
}

func (s *set) has(k int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.m[k]
}

func (s *set) put(k int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.m[k] = true
}

// Others put into the map what the loop looks up.
func LeakLookup() {
	var mu sync.Mutex
	s := &set{m: map[int]bool{}}
	go func() { mu.Lock(); s.put(1); mu.Unlock() }()
	mu.Lock()
	for !s.has(1) {
		time.Sleep(time.Microsecond)
	}
	mu.Unlock()
}

// The loop puts in what it looks up.
func RightVisited() {
	var mu sync.Mutex
	p := &pile{}
	go other(&mu, p)
	mu.Lock()
	seen := map[int]bool{}
	for x := 1; !seen[x]; x = x * 3 % 7 {
		seen[x] = true
	}
	mu.Unlock()
}

// Others set an item of a slice.
func LeakItem() {
	var mu sync.Mutex
	go func() { mu.Lock(); names.set("x"); mu.Unlock() }()
	mu.Lock()
	for !strings.HasPrefix(names.first(), "x") {
		time.Sleep(time.Microsecond)
	}
	mu.Unlock()
}

type listed struct {
	mu    sync.Mutex
	items []string
}

var names = &listed{items: []string{""}}

func (l *listed) first() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.items[0]
}

func (l *listed) set(s string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.items[0] = s
}

// Others decide how much is added.
func LeakAmount() {
	var mu sync.Mutex
	var n, m atomic.Int64
	go func() { mu.Lock(); n.Store(1); mu.Unlock() }()
	mu.Lock()
	for m.Add(n.Load()) < 3 {
	}
	mu.Unlock()
}

// The gate asks for others and for a counter that goes on.
func LeakBoth() {
	var mu sync.Mutex
	var n atomic.Int32
	go func() { mu.Lock(); n.Store(1); mu.Unlock() }()
	mu.Lock()
	for i, k := 0, int32(1); i < 3; k++ {
		if k*n.Load() > 0 {
			i++
		}
	}
	mu.Unlock()
}
