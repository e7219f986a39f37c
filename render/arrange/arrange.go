// Package arrange puts things that belong together near each other in a row: it looks
// for an order in which the sum of the distances, each weighed, is small.
//
//	w := [][]int{{0, 0, 5}, {0, 0, 1}, {5, 1, 0}} // 0 and 2 have much in common
//	order := arrange.Order(w)                     // 0 2 1
//
// The minimum linear arrangement problem is NP-hard: with few things all orders are
// looked at, with more the result may be longer than necessary.
package arrange

import (
	"math"
	"math/bits"
	"slices"
)

// maxExact is how many things are ordered by looking at all orders.
const maxExact = 10

// Order returns the order of 0, 1, .. len(w)-1 in which the sum of the distances, times
// their weights, is least; of many it is what exchanging neighbours leads to. w is
// symmetric. The order of numbers is kept unless the sum shrinks by a quarter.
func Order(w [][]int) []int {
	order := make([]int, len(w))
	for i := range order {
		order[i] = i
	}
	best, cost := order, distance(order, w)
	need := cost - cost/4
	tries := [][]int{exchange(slices.Clone(order), w), exchange(breadthFirst(order, w), w)}
	if len(w) <= maxExact {
		tries = append(tries, shortest(w))
	}
	for _, try := range tries {
		if c := distance(try, w); c < cost && c <= need {
			best, cost = try, c
		}
	}
	return best
}

func distance(order []int, w [][]int) int {
	sum := 0
	for i, a := range order {
		for j := i + 1; j < len(order); j++ {
			sum += w[a][order[j]] * (j - i)
		}
	}
	return sum
}

// shortest returns the order of least distance, the first in the order of the alphabet if
// there are several: from the last column to the first, since the sum of the
// distances is the sum over all places of what is joined across them, which depends
// only on which columns are on the left. Work: 2^n n.
func shortest(w [][]int) []int {
	n := len(w)
	cut := make([]int, 1<<n)  // by set of columns: joints between it and the others
	best := make([]int, 1<<n) // by set: least sum over the places right of its columns, the others in any order
	for s := range cut {
		if s == 0 {
			continue
		}
		v := bits.TrailingZeros(uint(s))
		rest := s &^ (1 << v)
		cut[s] = cut[rest]
		for u := range n {
			switch {
			case u == v:
			case rest>>u&1 == 1:
				cut[s] -= w[v][u]
			default:
				cut[s] += w[v][u]
			}
		}
	}
	for s := 1<<n - 2; s >= 0; s-- {
		best[s] = math.MaxInt
		for v := range n {
			if t := s | 1<<v; t != s {
				best[s] = min(best[s], cut[t]+best[t])
			}
		}
	}
	var order []int
	for s := 0; len(order) < n; {
		for v := range n {
			if t := s | 1<<v; t != s && cut[t]+best[t] == best[s] {
				order, s = append(order, v), t
				break
			}
		}
	}
	return order
}

// exchange swaps neighbours while that shortens the distances, a bounded
// number of times over all.
func exchange(order []int, w [][]int) []int {
	for range 2 * len(order) {
		changed := false
		for i := 0; i+1 < len(order); i++ {
			a, b := order[i], order[i+1]
			gain := 0 // of moving a right and b left by one
			for _, c := range order[:i] {
				gain += w[b][c] - w[a][c]
			}
			for _, c := range order[i+2:] {
				gain += w[a][c] - w[b][c]
			}
			if gain > 0 {
				order[i], order[i+1] = b, a
				changed = true
			}
		}
		if !changed {
			break
		}
	}
	return order
}

// breadthFirst orders columns by distance from one with few partners, those
// with fewer partners first (E. Cuthill, J. McKee, 1969).
func breadthFirst(columns []int, w [][]int) []int {
	degree := make([]int, len(columns))
	for a := range w {
		for b := range w[a] {
			if w[a][b] > 0 {
				degree[a]++
			}
		}
	}
	byDegree := slices.Clone(columns)
	slices.SortStableFunc(byDegree, func(a, b int) int { return degree[a] - degree[b] })
	seen := make([]bool, len(columns))
	var out []int
	for _, start := range byDegree {
		if seen[start] {
			continue
		}
		seen[start] = true
		out = append(out, start)
		for at := len(out) - 1; at < len(out); at++ {
			for _, b := range byDegree {
				if !seen[b] && w[out[at]][b] > 0 {
					seen[b] = true
					out = append(out, b)
				}
			}
		}
	}
	return out
}
