package conditions

import (
	"container/heap"
	"container/list"
	"iter"
	"slices"
	"sort"
	"sync"
)

// What passes through functions of the library that call back: Never.. is right if these do what they do.

// Sorts locks while it compares.
type Sorts struct {
	mu sync.Mutex
	of []int
}

// NewSorts has three items.
func NewSorts() *Sorts { return &Sorts{of: []int{3, 1, 2}} }

// Sort sorts them.
func (s *Sorts) Sort() {
	s.mu.Lock()
	defer s.mu.Unlock()
	sort.Slice(s.of, func(i, j int) bool { return s.at(i) < s.at(j) })
}

func (s *Sorts) at(i int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.of[i]
}

// Walks locks while it walks.
type Walks struct {
	mu sync.Mutex
	of []int
}

// NewWalks has one item.
func NewWalks() *Walks { return &Walks{of: []int{1}} }

func (w *Walks) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		w.mu.Lock()
		defer w.mu.Unlock()
		for _, v := range w.of {
			if !yield(v) {
				return
			}
		}
	}
}

// Sum adds the items.
func (w *Walks) Sum() (sum int) {
	for v := range w.all() {
		w.mu.Lock()
		sum += v
		w.mu.Unlock()
	}
	return sum
}

// NeverWalked goes on after it has walked.
type NeverWalked struct{ in Walks }

// NewNeverWalked has two items.
func NewNeverWalked() *NeverWalked { return &NeverWalked{Walks{of: []int{1, 2}}} }

// First is the first item.
func (n *NeverWalked) First() (out int) {
	for v := range n.in.all() {
		out = v
		break
	}
	n.in.mu.Lock()
	defer n.in.mu.Unlock()
	return out
}

type numbers []int

func (n numbers) Len() int           { return len(n) }
func (n numbers) Less(i, j int) bool { return n[i] < n[j] }
func (n numbers) Swap(i, j int)      { n[i], n[j] = n[j], n[i] }
func (n *numbers) Push(x any)        { *n = append(*n, x.(int)) }
func (n *numbers) Pop() any {
	last := len(*n) - 1
	out := (*n)[last]
	*n = (*n)[:last]
	return out
}

// NeverDisordered gives its lock back, as what is sorted is in order.
type NeverDisordered struct{ mu sync.Mutex }

// Sort sorts in several ways.
func (n *NeverDisordered) Sort() {
	n.mu.Lock()
	of := &numbers{5, 2, 8}
	heap.Init(of)
	heap.Push(of, 1)
	if heap.Pop(of).(int) != 1 || heap.Pop(of).(int) != 2 || of.Len() != 2 {
		return
	}
	l := list.New()
	l.PushBack(1)
	l.MoveToBack(l.PushFront(0))
	if l.Front().Value.(int) != 1 || l.Len() != 2 {
		return
	}
	three := numbers{3, 1, 2}
	sort.Sort(sort.Reverse(three))
	compared := make(chan int, 50)
	slices.SortFunc(three, func(a, b int) int {
		compared <- a
		return a - b
	})
	<-compared
	if three[0] != 1 {
		return
	}
	n.mu.Unlock()
}
