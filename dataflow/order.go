package dataflow

import (
	"math/bits"

	"flavers/bitset"
)

// This file is the worklist: arrivals of tuples with the letters to execute
// from them, taken in one of three orders. The order changes neither the fixed
// point nor its counts.

// Order is the order in which arrivals are taken up.
type Order uint8

const (
	BFS Order = iota // breadth first: the path found has the fewest letters
	DFS              // depth first: one letter at a time, a violation soon
	RPO              // by reverse post-order of the node arrived at
)

// Orders lists all orders.
var Orders = []Order{BFS, DFS, RPO}

func (o Order) String() string { return [...]string{"bfs", "dfs", "rpo"}[o] }

// worklist holds entries of stride words: the tuple, the letters still to
// execute, and except in BFS one word of the search's own.
//
// BFS is a queue of pages, DFS a stack of pages whose entries stay until all
// their letters are done, so that the stack is the path. RPO has a list of
// entries per node, and a finger that goes round over the nodes in order.
type worklist struct {
	order  Order
	stride int
	k, w   int
	mem    *budget
	n      int64 // entries

	pages    [][]uint64
	read     int // BFS: next word of pages[0]
	write    int // next word of the last page
	free     [][]uint64
	pageSize int

	rank   []int32 // RPO: by node
	heads  []int32 // RPO: by rank: first entry of pool, or -1
	links  []int32 // RPO: by entry of pool: the next one
	pool   []uint64
	unused int32 // first free entry of pool, or -1
	finger int
	filled bitset.Set // ranks with entries
	taken  []uint64   // copy of the entry returned last
}

const (
	firstPage = 1 << 10 // words
	lastPage  = 1 << 16
)

func newWorklist(tb *tables, order Order, mem *budget) *worklist {
	wl := &worklist{order: order, k: tb.k, w: tb.w, stride: tb.k + tb.w + b2i(order != BFS), mem: mem}
	wl.taken = make([]uint64, wl.stride)
	wl.pageSize = max(firstPage/wl.stride, 1) * wl.stride
	if order == RPO {
		wl.rank = reversePostOrder(tb.p.Start, tb.p.Succ, tb.p.Nodes)
		wl.filled = bitset.New(tb.p.Nodes + 1)
		if len(wl.rank) == 0 { // a problem without nodes still has an entry for I
			wl.rank = []int32{0}
		}
		wl.heads = make([]int32, max(tb.p.Nodes, 1))
	}
	wl.reset()
	return wl
}

// reset empties the worklist.
func (wl *worklist) reset() {
	wl.free = append(wl.free, wl.pages...)
	wl.pages, wl.read, wl.write, wl.n = nil, 0, 0, 0
	wl.pool, wl.links, wl.unused, wl.finger = wl.pool[:0], wl.links[:0], -1, 0
	clear(wl.filled)
	for i := range wl.heads {
		wl.heads[i] = -1
	}
}

// push makes a new entry for an arrival at node; the caller fills its words.
func (wl *worklist) push(node int32) []uint64 {
	wl.n++
	if wl.order == RPO {
		return wl.pushRanked(wl.rank[node])
	}
	if len(wl.pages) == 0 || wl.write == len(wl.pages[len(wl.pages)-1]) {
		wl.addPage()
	}
	p := wl.pages[len(wl.pages)-1]
	at := wl.write
	wl.write += wl.stride
	return p[at : at+wl.stride : at+wl.stride]
}

func (wl *worklist) addPage() {
	wl.write = 0
	if n := len(wl.free); n > 0 {
		wl.pages = append(wl.pages, wl.free[n-1])
		wl.free = wl.free[:n-1]
		return
	}
	wl.mem.force(int64(wl.pageSize) * 8)
	wl.pages = append(wl.pages, make([]uint64, wl.pageSize))
	if wl.pageSize < lastPage {
		wl.pageSize *= 2
	}
}

// next is the entry to go on with, or nil. It stays valid until the next call.
// In DFS it is on top of the stack and the caller takes letters out of it.
func (wl *worklist) next() []uint64 {
	switch wl.order {
	case BFS:
		if wl.n == 0 {
			return nil
		}
		if wl.read == len(wl.pages[0]) {
			wl.free = append(wl.free, wl.pages[0])
			wl.pages = wl.pages[1:]
			wl.read = 0
		}
		wl.n--
		at := wl.read
		wl.read += wl.stride
		return wl.pages[0][at : at+wl.stride : at+wl.stride]
	case DFS:
		for wl.n > 0 {
			e := wl.top()
			if !bitset.Set(e[wl.k : wl.k+wl.w]).Empty() {
				return e
			}
			wl.n--
			if wl.write -= wl.stride; wl.write == 0 {
				last := len(wl.pages) - 1
				wl.free = append(wl.free, wl.pages[last])
				wl.pages = wl.pages[:last]
				if last > 0 {
					wl.write = len(wl.pages[last-1])
				}
			}
		}
		return nil
	}
	return wl.nextRanked()
}

// top is the last entry of the stack.
func (wl *worklist) top() []uint64 {
	return wl.pages[len(wl.pages)-1][wl.write-wl.stride : wl.write : wl.write]
}

// each yields the entries of the stack from the bottom.
func (wl *worklist) each(yield func(entry []uint64) bool) {
	left := wl.n
	for _, p := range wl.pages {
		for at := 0; at < len(p) && left > 0; at += wl.stride {
			left--
			if !yield(p[at : at+wl.stride]) {
				return
			}
		}
	}
}

func (wl *worklist) pushRanked(rank int32) []uint64 {
	i := wl.unused
	if i >= 0 {
		wl.unused = wl.links[i]
	} else {
		i = int32(len(wl.links))
		if len(wl.links) == cap(wl.links) {
			more := max(128, len(wl.links))
			wl.mem.force(int64(more) * int64(wl.stride*8+4))
			pool := make([]uint64, len(wl.pool), (len(wl.links)+more)*wl.stride)
			links := make([]int32, len(wl.links), len(wl.links)+more)
			copy(pool, wl.pool)
			copy(links, wl.links)
			wl.pool, wl.links = pool, links
		}
		wl.links = wl.links[:i+1]
		wl.pool = wl.pool[:len(wl.pool)+wl.stride]
	}
	wl.links[i] = wl.heads[rank]
	wl.heads[rank] = i
	wl.filled.Add(int(rank))
	at := int(i) * wl.stride
	return wl.pool[at : at+wl.stride : at+wl.stride]
}

func (wl *worklist) nextRanked() []uint64 {
	if wl.n == 0 {
		return nil
	}
	wl.n--
	ranks := len(wl.heads)
	if wl.finger = nextBit(wl.filled, wl.finger, ranks, 0); wl.finger == ranks {
		wl.finger = nextBit(wl.filled, 0, ranks, 0)
	}
	i := wl.heads[wl.finger]
	if wl.heads[wl.finger] = wl.links[i]; wl.links[i] < 0 {
		wl.filled.Remove(wl.finger)
	}
	wl.links[i] = wl.unused
	wl.unused = i
	// The entry is free for the pushes to come, which may also move the pool.
	copy(wl.taken, wl.pool[int(i)*wl.stride:])
	return wl.taken
}

// release frees the memory.
func (wl *worklist) release() { *wl = worklist{} }

// reversePostOrder ranks the nodes: along an edge that is not a back edge of
// the depth-first search from start, rank grows. Nodes not reached come last.
func reversePostOrder(start bitset.Set, succ *bitset.Matrix, nodes int) []int32 {
	rank := make([]int32, nodes)
	left := bitset.New(nodes) // not yet visited
	for n := range nodes {
		left.Add(n)
	}
	next, last := int32(nodes), int32(nodes)
	var stack []int32
	// step is a node of row not yet visited, or -1.
	step := func(row bitset.Set) int32 {
		for i, x := range row {
			if x &= left[i]; x != 0 {
				return int32(i<<6 + bits.TrailingZeros64(x))
			}
		}
		return -1
	}
	for {
		var n int32
		if len(stack) == 0 {
			n = step(start)
		} else {
			n = step(succ.Row(int(stack[len(stack)-1])))
		}
		switch {
		case n >= 0:
			left.Remove(int(n))
			stack = append(stack, n)
		case len(stack) > 0:
			next--
			rank[stack[len(stack)-1]] = next
			stack = stack[:len(stack)-1]
		default:
			// Ranks next..last-1 are given; move them to the front.
			count := last - next
			rest := count
			for i := range rank {
				if left.Has(i) {
					rank[i] = rest
					rest++
				} else {
					rank[i] -= next
				}
			}
			return rank
		}
	}
}
