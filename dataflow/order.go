package dataflow

import (
	"math/bits"

	"flavers/bitset"
)

// This file is the worklist. When a tuple arrives at a node and letters can
// follow there that were not tried from it before, the search pushes an entry,
// the tuple with these letters. It takes entries out in one of three orders, and
// executes their letters. The order changes neither the fixed point nor its
// counts.

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

// worklist holds entries of stride words: k words of the tuple, w words of the
// set of letters still to execute, and one word more except in BFS. In DFS that
// word is the class executed last, in RPO the number of the entry's push.
//
// BFS keeps a queue of entries, in pages. DFS keeps a stack, in pages; an entry
// stays until all its letters are done, so that the stack is the path to where
// the search is. RPO keeps a linked list of entries for each node, and goes round
// over the nodes: it takes an entry of the next node that has one.
type worklist struct {
	order   Order
	stride  int
	k, w    int // words of a tuple, and of a set of letters
	mem     *budget
	entries int64 // how many there are

	// BFS and DFS: entries are between word readAt of the first page and word
	// writeAt of the last.
	pages    [][]uint64
	readAt   int // BFS only
	writeAt  int
	free     [][]uint64 // pages to be used again
	pageSize int        // words of the next page to be made

	// RPO: entry i is at pool[i*stride:]. rank is the position of a node in
	// reverse post-order.
	rank    []int32    // by node
	heads   []int32    // by rank: the first entry in its list, or -1
	links   []int32    // by entry: the next one in its list, or -1
	pool    []uint64   // all entries, used or not
	unused  int32      // the first entry in the list of unused ones, or -1
	current int        // the rank from which the last entry was taken
	filled  bitset.Set // ranks with entries
	taken   []uint64   // copy of the entry returned last
}

// Pages grow from firstPage to lastPage words, so that small searches stay small.
const (
	firstPage = 1 << 10
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
	wl.pages, wl.readAt, wl.writeAt, wl.entries = nil, 0, 0, 0
	wl.pool, wl.links, wl.unused, wl.current = wl.pool[:0], wl.links[:0], -1, 0
	clear(wl.filled)
	for i := range wl.heads {
		wl.heads[i] = -1
	}
}

// push makes a new entry for an arrival at node; the caller fills its words.
func (wl *worklist) push(node int32) []uint64 {
	wl.entries++
	if wl.order == RPO {
		return wl.pushRanked(wl.rank[node])
	}
	if len(wl.pages) == 0 || wl.writeAt == len(wl.pages[len(wl.pages)-1]) {
		wl.addPage()
	}
	p := wl.pages[len(wl.pages)-1]
	at := wl.writeAt
	wl.writeAt += wl.stride
	return p[at : at+wl.stride : at+wl.stride]
}

// addPage makes a page the last one: a free one, or a new one.
func (wl *worklist) addPage() {
	wl.writeAt = 0
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

// next returns the entry to go on with, or nil. It stays valid until the next call. In DFS it is on top of the
// stack and the caller takes letters out of it.
func (wl *worklist) next() []uint64 {
	switch wl.order {
	case BFS:
		if wl.entries == 0 {
			return nil
		}
		if wl.readAt == len(wl.pages[0]) {
			wl.free = append(wl.free, wl.pages[0])
			wl.pages = wl.pages[1:]
			wl.readAt = 0
		}
		wl.entries--
		at := wl.readAt
		wl.readAt += wl.stride
		return wl.pages[0][at : at+wl.stride : at+wl.stride]
	case DFS: // entries whose letters are done leave the stack
		for wl.entries > 0 {
			e := wl.top()
			if !bitset.Set(e[wl.k : wl.k+wl.w]).Empty() {
				return e
			}
			wl.entries--
			if wl.writeAt -= wl.stride; wl.writeAt == 0 {
				last := len(wl.pages) - 1
				wl.free = append(wl.free, wl.pages[last])
				wl.pages = wl.pages[:last]
				if last > 0 {
					wl.writeAt = len(wl.pages[last-1])
				}
			}
		}
		return nil
	}
	return wl.nextRanked()
}

// top returns the last entry of the stack.
func (wl *worklist) top() []uint64 {
	return wl.pages[len(wl.pages)-1][wl.writeAt-wl.stride : wl.writeAt : wl.writeAt]
}

// each yields the entries of the stack from the bottom.
func (wl *worklist) each(yield func(entry []uint64) bool) {
	left := wl.entries
	for _, p := range wl.pages {
		for at := 0; at < len(p) && left > 0; at += wl.stride {
			left--
			if !yield(p[at : at+wl.stride]) {
				return
			}
		}
	}
}

// pushRanked makes a new entry in the list of a rank (RPO).
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

// nextRanked takes an entry out of the next list that has one (RPO).
func (wl *worklist) nextRanked() []uint64 {
	if wl.entries == 0 {
		return nil
	}
	wl.entries--
	ranks := len(wl.heads)
	if wl.current = nextBit(wl.filled, wl.current, ranks, 0); wl.current == ranks {
		wl.current = nextBit(wl.filled, 0, ranks, 0)
	}
	i := wl.heads[wl.current]
	if wl.heads[wl.current] = wl.links[i]; wl.links[i] < 0 {
		wl.filled.Remove(wl.current)
	}
	wl.links[i] = wl.unused
	wl.unused = i
	// The entry is free for the pushes to come, which may also move the pool.
	copy(wl.taken, wl.pool[int(i)*wl.stride:])
	return wl.taken
}

// release frees the memory.
func (wl *worklist) release() { *wl = worklist{} }

// reversePostOrder ranks the nodes 0.. in reverse post-order of a depth-first
// search from start: the rank grows along every edge that is not a back edge of
// that search. Nodes that the search does not reach come last.
func reversePostOrder(start bitset.Set, succ *bitset.Matrix, nodes int) []int32 {
	rank := make([]int32, nodes)
	left := bitset.New(nodes) // not yet visited
	for n := range nodes {
		left.Add(n)
	}
	next, last := int32(nodes), int32(nodes) // ranks are given from the end: those from next to last-1 are given
	var stack []int32
	// unvisited is a node of row not yet visited, or -1.
	unvisited := func(row bitset.Set) int32 {
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
			n = unvisited(start)
		} else {
			n = unvisited(succ.Row(int(stack[len(stack)-1])))
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
			// The ranks given move to the front, and the other nodes follow.
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
