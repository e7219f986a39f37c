package trace

import (
	"cmp"
	"slices"
	"strconv"
)

// This file is what all makers of traces share: Parse, Generate and Recorder add
// operations to builder.t.Ops and take the ids of the names in them from the
// builder. finish returns the trace.

// builder gives dense ids to names, in the order in which it meets them.
type builder struct {
	t         Trace
	threads   map[string]ThreadID
	tasks     map[string]TaskID
	locations map[Location]LocationID
	locks     map[string]LockID
	keys      map[string]int32 // of life-cycle marks; they have no names in a Trace
}

func newBuilder() *builder {
	return &builder{threads: map[string]ThreadID{}, tasks: map[string]TaskID{}, locations: map[Location]LocationID{},
		locks: map[string]LockID{}, keys: map[string]int32{}}
}

// intern returns the id of a name. A new name gets the next id.
func intern[ID ~int32](ids map[string]ID, names *[]string, name string) ID {
	id, ok := ids[name]
	if !ok {
		id = ID(len(*names))
		ids[name] = id
		*names = append(*names, name)
	}
	return id
}

func (b *builder) thread(name string) ThreadID { return intern(b.threads, &b.t.Threads, name) }
func (b *builder) task(name string) TaskID     { return intern(b.tasks, &b.t.Tasks, name) }
func (b *builder) lock(name string) LockID     { return intern(b.locks, &b.t.Locks, name) }

func (b *builder) key(name string) int32 {
	id, ok := b.keys[name]
	if !ok {
		id = int32(len(b.keys))
		b.keys[name] = id
	}
	return id
}

// location returns the id of a place. Fields of objects that differ in the class
// only are one place: the object decides.
func (b *builder) location(l Location) LocationID {
	key := l
	if !l.Static {
		key.Class = ""
	}
	id, ok := b.locations[key]
	if !ok {
		id = LocationID(len(b.t.Locations))
		b.locations[key] = id
		b.t.Locations = append(b.t.Locations, l)
	}
	return id
}

// finish returns the trace. If all names of threads are numbers, it renumbers the
// threads in the order of these numbers, and likewise tasks: the explorers prefer
// low ids, and published counts depend on that.
func (b *builder) finish() *Trace {
	t := &b.t
	threads, tasks := ranks(t.Threads), ranks(t.Tasks)
	for i := range t.Ops {
		o := &t.Ops[i]
		o.Thread = ThreadID(threads[o.Thread])
		if o.Task != None {
			o.Task = TaskID(tasks[o.Task])
		}
		switch o.Kind {
		case Fork, Join, Notify:
			o.Arg = threads[o.Arg]
		case Post:
			o.Arg, o.Dest = tasks[o.Arg], ThreadID(threads[o.Dest])
		case Call, Return:
			o.Arg = tasks[o.Arg]
		}
	}
	t.Threads, t.Tasks = sorted(t.Threads, threads), sorted(t.Tasks, tasks)
	return t
}

// ranks returns the new id of each name.
func ranks(names []string) []int32 {
	order := make([]int32, len(names))
	numbers := make([]int, len(names))
	numeric := true
	for i, name := range names {
		n, err := strconv.Atoi(name)
		order[i], numbers[i] = int32(i), n
		numeric = numeric && err == nil
	}
	if numeric {
		slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(numbers[a], numbers[b]) })
	}
	rank := make([]int32, len(names))
	for i, old := range order {
		rank[old] = int32(i)
	}
	return rank
}

// sorted puts names in the order of their new ids.
func sorted(names []string, rank []int32) []string {
	out := make([]string, len(names))
	for i, r := range rank {
		out[r] = names[i]
	}
	return out
}
