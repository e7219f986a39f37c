package main

// problem is one program with a twin in Promela. Both are asked the same: a property
// that holds, and one that does not.
type problem struct {
	name     string // of the row, and of promela/NAME.pml
	title    string
	program  string // of ours, from the root of the module; specifications beside it
	size     string // the constant that is the size
	property string // holds
	violated string // does not hold
	deadlock bool   // the violated one is the deadlock, which pan finds without -E
	sizes    []int  // to try, ascending
	why      reasons
}

// reasons says, for each target that the problem misses, what was found to cause it: a
// sentence without its full stop. See judge.go for the targets.
type reasons struct{ time, memory, growth, full string }

// all is one reason for every target.
func all(why string) reasons { return reasons{time: why, memory: why, growth: why, full: why} }

const (
	filterStates = "at N=3 the full product has 62,632 tuples where SPIN has 180,660 states, but a tuple is looked at from " +
		"many edges; with its reduction SPIN has 33,185 states, check 12,725 tuples in seven rounds"
	cyclicTuples = "it has as many tuples as SPIN has states, so only the time for each counts: about a fifth of SPIN's"
	poolJobs     = "all jobs are kept apart in it: the tuples grow 2.4 times with each worker"
	poolClasses  = "the job of the property is told from all others, and those are one; how many workers have which, " +
		"and where, still grows with N^2.7"
	bitChannels  = "the contents of the channels are automata of 4^N and 2^N states, which are made before the search"
	leaderQueues = "at N=3 a queue has 55,987 contents, and tables of them are made before the search; from N=8 on, where " +
		"one order of what the tasks do is enough for check, SPIN's states are too many"
)

var (
	wide  = []int{2, 3, 4, 6, 8, 9, 10, 11, 12, 13, 14, 16, 20, 50, 100, 200, 500, 1000}
	ring  = wide[1:]
	small = []int{2, 3, 4, 5, 6, 7, 8}
	elect = []int{2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20}
)

var problems = []problem{
	{name: "dining", title: "Philosophers, forks are tasks", program: "examples/dining.tfg", size: "N",
		property: "neighbours", violated: "deadlock", deadlock: true, sizes: wide},
	{name: "dining_locks", title: "Philosophers with locks", program: "examples/dining_locks.tfg", size: "N",
		property: "neighbours", violated: "deadlock", deadlock: true, sizes: wide},
	{name: "dining_manager", title: "Philosophers with a fork manager", program: "examples/dining_manager.tfg", size: "N",
		property: "neighbours", violated: "take_turns", sizes: wide},
	{name: "cyclic", title: "Milner's cyclic scheduler", program: "examples/cyclic.tfg", size: "N",
		property: "never_too_early", violated: "one_at_a_time", sizes: ring, why: reasons{full: cyclicTuples}},
	{name: "token_ring", title: "Token ring", program: "examples/token_ring.tfg", size: "N",
		property: "round", violated: "every_round", sizes: ring},
	{name: "readers_writers", title: "Readers and writers", program: "examples/readers_writers.tfg", size: "N",
		property: "writers_exclude", violated: "readers_exclude", sizes: wide},
	{name: "pool", title: "Work pool, buffered channel", program: "bench/models/pool.tfg", size: "N",
		property: "once", violated: "not_one", sizes: wide, why: reasons{growth: poolClasses, full: poolJobs}},
	{name: "filter", title: "Peterson's algorithm for N tasks", program: "bench/models/filter.tfg", size: "N",
		property: "exclusion", violated: "zero_first", sizes: small, why: all(filterStates)},
	{name: "bit", title: "Alternating bit, channels of N frames", program: "bench/models/bit.tfg", size: "N",
		property: "in_order", violated: "one_frame_each", sizes: small, why: all(bitChannels)},
	{name: "leader", title: "Leader election (Dolev, Klawe, Rodeh)", program: "bench/models/leader.tfg", size: "N",
		property: "one_leader", violated: "nobody", sizes: elect, why: all(leaderQueues)},
}

// target is a check of a whole specification at a size, with what it may take.
type target struct {
	program  string
	n        int
	seconds  float64
	mebibyte int64
}

var targets = []target{
	{"examples/dining.tfg", 1000, 2, 500},
	{"examples/cyclic.tfg", 1000, 2, 500},
	{"examples/token_ring.tfg", 1000, 2, 500},
	{"examples/dining_manager.tfg", 1000, 2, 500},
	{"examples/readers_writers.tfg", 100, 2, 500},
	{"examples/readers_writers.tfg", 1000, 60, 4096},
}
