package trace

import (
	"cmp"
	"slices"
	"strconv"
)

// builder gives dense ids to names while operations are added, and puts
// threads and tasks into their order at the end.
type builder struct {
	t         Trace
	threads   map[string]ThreadID
	tasks     map[string]TaskID
	locations map[Location]LocationID
	locks     map[string]LockID
	keys      map[string]int32
}

func newBuilder() *builder {
	return &builder{threads: map[string]ThreadID{}, tasks: map[string]TaskID{}, locations: map[Location]LocationID{},
		locks: map[string]LockID{}, keys: map[string]int32{}}
}

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

// location finds a place; the class of an object's field only informs.
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

// finish numbers threads and tasks in the order of their names if these are
// numbers; the explorers prefer low ids, and published counts depend on it.
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

// ranks returns the new place of each name.
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

func sorted(names []string, rank []int32) []string {
	out := make([]string, len(names))
	for i, r := range rank {
		out[r] = names[i]
	}
	return out
}
