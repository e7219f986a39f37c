package split

import (
	"container/heap"
	"testing"
	"time"
)

// free is when workers are free, the earliest first.
type free []time.Duration

func (f free) Len() int           { return len(f) }
func (f free) Less(i, j int) bool { return f[i] < f[j] }
func (f free) Swap(i, j int)      { f[i], f[j] = f[j], f[i] }
func (f *free) Push(x any)        { *f = append(*f, x.(time.Duration)) }
func (f *free) Pop() any {
	old := *f
	x := old[len(old)-1]
	*f = old[:len(old)-1]
	return x
}

// simulate is how long a farm takes for jobs of the same length: the server handles one after the other, a
// job and its result travel for a while, and a worker does one at a time.
func simulate(jobs, workers int, length, server, travel time.Duration) time.Duration {
	w := make(free, workers)
	var handled, last time.Duration
	for range jobs {
		asks := heap.Pop(&w).(time.Duration)
		handled = max(handled, asks) + server
		ends := handled + travel + length
		heap.Push(&w, ends)
		last = max(last, ends+travel)
	}
	return last
}

// What one server can do bounds how many workers are of use. The time that a job takes of the server is what all
// of a job took on a busy machine: server, client and worker together (docs/farm.md).
func TestScale(t *testing.T) {
	const server, travel = 520 * time.Microsecond, time.Millisecond
	for _, c := range []struct {
		length  time.Duration
		workers int
		least   float64 // times as fast as one worker without a farm
	}{
		{10 * time.Millisecond, 2, 1.7}, {10 * time.Millisecond, 16, 13}, {10 * time.Millisecond, 1000, 18},
		{400 * time.Millisecond, 100, 98}, {400 * time.Millisecond, 700, 680}, {400 * time.Millisecond, 1000, 740},
		{2 * time.Second, 1000, 950},
	} {
		jobs := 200 * c.workers
		got := float64(time.Duration(jobs)*c.length) / float64(simulate(jobs, c.workers, c.length, server, travel))
		t.Logf("jobs of %v, %d workers: %.1f times as fast as one", c.length, c.workers, got)
		if got < c.least {
			t.Errorf("jobs of %v, %d workers: %.1f times as fast, not %.0f", c.length, c.workers, got, c.least)
		}
	}
}
