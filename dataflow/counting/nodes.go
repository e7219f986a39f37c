package counting

import (
	"cmp"
	"encoding/binary"
	"slices"

	"flavers/bitset"
	"flavers/dataflow"
)

// This file makes the nodes and edges of the smaller problem Q. The nodes "reader 0 starts",
// "reader 1 starts", ... of P do the same, each for another member, its owner. They form one
// class of nodes. Q has a node ("shape") for each way in which the code of the owner changes:
//
//	starts: idle -> reading      the only shape of the class, for a hundred nodes of P
//
// Q has an edge between two shapes if P has an edge between nodes of their classes. If the two
// nodes have the same owner, the code that the first one leaves must be the one that the second
// one begins with.

// owners are the members that every letter of a node names, at most two.
type owners struct {
	who [2]int32 // numbers of the members, counted over all classes; -1: none
	n   int32    // how many there are
}

// nodeClass is a set of nodes of P that are equal up to their owners.
type nodeClass struct {
	nodes   []int32
	owners  int               // how many owners each node has
	entries []entry           // the letters of all nodes, by kind and roles; sorted
	shapes  []*shape          // the nodes of Q that the class becomes
	number  map[string]*shape // the same by the codes of the owners, as bytes
}

// entry has the letters of a class of nodes that are of one kind and in which the i-th owner
// has role[i].
type entry struct {
	kind    int32
	role    [2]int32
	letters []int32 // numbers of letters of P
}

// shape is a node of Q: a class of nodes of P, with the codes of the owners before and after.
type shape struct {
	class    int32
	from, to [2]int32 // by owner: its code
	node     int32    // number of the node in Q; -1: it has none yet
}

// sketch is what is known about a node of P before it is put into a class.
type sketch struct {
	own     owners
	each    []entry // by letter of the node: its kind and roles, without letters
	entries []entry // the same, sorted and each once
	first   int     // number of the node's first letter
}

// nodesOf groups the nodes of p into classes. of has the class of each node, and own its
// owners.
//
// Nodes of P that do the same for the same members are in different classes. So are nodes
// without owners that differ in how many nodes of each kind can follow them, or in whether they
// can come first or last.
func nodesOf(p *dataflow.Problem, classes []*class, letters []apart) (out []*nodeClass, of []int32, own []owners) {
	sketches := sketchNodes(p, classes, letters)
	of, own = make([]int32, p.Nodes), make([]owners, p.Nodes)
	number := map[string]int32{}
	kinds := make([]int32, p.Nodes) // by node: the number of its entries and number of owners
	for n := range sketches {
		var key []byte
		for _, e := range sketches[n].entries {
			for _, v := range []int32{e.kind, e.role[0], e.role[1]} {
				key = binary.LittleEndian.AppendUint32(key, uint32(v))
			}
		}
		key = binary.LittleEndian.AppendUint32(key, uint32(sketches[n].own.n))
		k, ok := number[string(key)]
		if !ok {
			k = int32(len(number))
			number[string(key)] = k
		}
		kinds[n] = k
	}
	similar := similarNodes(p, kinds, len(number))

	// A class has the nodes with one key. rank numbers the nodes of a kind that have the same
	// owners, so that no two of them are in one class.
	type key struct {
		kind  int32
		rank  int32
		alike int32 // if the node has no owners: its number by similarNodes
	}
	type seen struct {
		kind int32
		who  [2]int32
	}
	rank := map[seen]int32{}
	class := map[key]int32{}
	for n := range sketches {
		s := &sketches[n]
		own[n] = s.own
		k := key{kind: kinds[n]}
		if s.own.n == 0 {
			k.alike = similar[n]
		} else {
			w := seen{kinds[n], s.own.who}
			k.rank = rank[w]
			rank[w]++
		}
		c, ok := class[k]
		if !ok {
			c = int32(len(out))
			class[k] = c
			out = append(out, &nodeClass{owners: int(s.own.n), entries: s.entries, number: map[string]*shape{}})
		}
		of[n] = c
		out[c].nodes = append(out[c].nodes, int32(n))
		for i, e := range s.each {
			x, _ := slices.BinarySearchFunc(out[c].entries, e, compareEntries)
			out[c].entries[x].letters = append(out[c].entries[x].letters, int32(s.first+i))
		}
	}
	return out, of, own
}

// similarRounds is how often similarNodes looks at what follows, and similarWork
// bounds the words that it may look at.
const (
	similarRounds = 3
	similarWork   = 1 << 27
)

// similarNodes refines kinds: nodes stay of one kind if they agree in whether they can come
// first or last, and in how many nodes of each kind can follow. A few rounds suffice in
// practice; fewer only make classes larger. Beyond similarWork every node is a kind of its own.
func similarNodes(p *dataflow.Problem, kinds []int32, count int) []int32 {
	type key struct {
		kind    int32
		first   bool
		last    bool
		follows uint64
	}
	if p.Succ == nil { // the caller asks for classes of members only
		return kinds
	}
	out := slices.Clone(kinds)
	mask := bitset.New(p.Nodes)
	for range similarRounds {
		if int64(count)*int64(p.Nodes)*int64(p.Succ.Stride) > similarWork {
			for n := range out {
				out[n] = int32(n)
			}
			return out
		}
		members := make([]bitset.Set, count)
		for k := range members {
			members[k] = bitset.New(p.Nodes)
		}
		for n, k := range out {
			members[k].Add(n)
		}
		number := map[key]int32{}
		next := make([]int32, p.Nodes)
		for n := range p.Nodes {
			x := key{kind: out[n], first: p.Start.Has(n), last: p.Final.Has(n)}
			for k := range members {
				copy(mask, members[k])
				mask.And(p.Succ.Row(n))
				x.follows += mix(uint64(k)+1, uint64(mask.Count()))
			}
			id, ok := number[x]
			if !ok {
				id = int32(len(number))
				number[x] = id
			}
			next[n] = id
		}
		out = next
		if len(number) == count {
			break
		}
		count = len(number)
	}
	return out
}

// sketchNodes finds the owners of each node, and what kind of letters it has. letters has the
// kind and the roles of each letter of p.
func sketchNodes(p *dataflow.Problem, classes []*class, letters []apart) []sketch {
	number := make([]int32, len(classes)) // of the first member
	for c := 1; c < len(classes); c++ {
		number[c] = number[c-1] + int32(classes[c-1].members)
	}
	out := make([]sketch, p.Nodes)
	for n, at := 0, 0; n < p.Nodes; n++ {
		from := at
		for at < len(letters) && int(p.Letters[at].Node) == n {
			at++
		}
		s := sketch{own: owners{who: [2]int32{-1, -1}}, first: from, each: make([]entry, at-from)}
		o := &s.own
		var some []role
		if from < at { // a letter that every state rejects is lost where its monitor is split
			some = letters[from].roles
		}
		for _, r := range some {
			everywhere := true
			for _, l := range letters[from:at] {
				everywhere = everywhere && slices.ContainsFunc(l.roles,
					func(s role) bool { return s.class == r.class && s.member == r.member })
			}
			if everywhere && o.n < 2 {
				o.who[o.n] = number[r.class] + r.member
				o.n++
			}
		}
		for i := range s.each {
			l := &letters[from+i]
			s.each[i].kind = l.kind
			for j := range o.n {
				s.each[i].role[j] = int32(slices.IndexFunc(l.roles,
					func(s role) bool { return number[s.class]+s.member == o.who[j] }))
			}
		}
		s.entries = sortEntries(slices.Clone(s.each))
		out[n] = s
	}
	return out
}

// sortEntries sorts a list in place and removes what is there twice.
func sortEntries(list []entry) []entry {
	slices.SortFunc(list, compareEntries)
	return slices.CompactFunc(list, func(a, b entry) bool { return compareEntries(a, b) == 0 })
}

// compareEntries orders entries by kind and roles.
func compareEntries(a, b entry) int {
	return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.role[0], b.role[0]), cmp.Compare(a.role[1], b.role[1]))
}

// shape returns the shape of the class whose owners go from codes to codes; it makes a new one
// if there is none. class is the number of k.
func (k *nodeClass) shape(class int32, from, to [2]int32) *shape {
	var key []byte
	for i := range k.owners {
		key = binary.LittleEndian.AppendUint32(key, uint32(from[i]))
		key = binary.LittleEndian.AppendUint32(key, uint32(to[i]))
	}
	s := k.number[string(key)]
	if s == nil {
		s = &shape{class: class, from: from, to: to, node: -1}
		k.number[string(key)] = s
		k.shapes = append(k.shapes, s)
	}
	return s
}

// shared returns which owners of two nodes are the same member: bit 2i+j is set if the i-th
// owner of a is the j-th of b.
func shared(a, b *owners) (bits uint8) {
	for i := range a.n {
		for j := range b.n {
			if a.who[i] == b.who[j] {
				bits |= 1 << (2*i + j)
			}
		}
	}
	return bits
}

// fits reports whether shape b can follow shape a if they share the owners bits: the code of
// such an owner after a is its code before b.
func fits(bits uint8, a, b *shape) bool {
	for i := range 2 {
		for j := range 2 {
			if bits>>(2*i+j)&1 != 0 && a.to[i] != b.from[j] {
				return false
			}
		}
	}
	return true
}

// edges computes Start, Final and Succ of q from those of p. look is called for each node, and
// may end the work by a panic of package limit.
func edges(p, q *dataflow.Problem, classes []*nodeClass, of []int32, own []owners, look func()) {
	q.Start, q.Final = bitset.New(q.Nodes), bitset.New(q.Nodes)
	q.Succ = bitset.NewMatrix(q.Nodes, q.Nodes)
	q.StartFinal = p.StartFinal
	shapes := bitset.NewMatrix(len(classes), q.Nodes)
	for c, k := range classes {
		for _, s := range k.shapes {
			if s.node >= 0 {
				shapes.Row(c).Add(int(s.node))
			}
		}
	}
	free := bitset.New(len(classes)) // classes that can follow with other owners, so that any codes fit
	bound := map[int32][]uint8{}     // by class that can follow: the owners that are shared, as shared returns them
	for _, k := range classes {
		clear(free)
		clear(bound)
		start, final := false, false
		for _, n := range k.nodes {
			look()
			start, final = start || p.Start.Has(int(n)), final || p.Final.Has(int(n))
			for m := range p.Succ.Row(int(n)).All {
				d := of[m]
				if free.Has(int(d)) {
					continue
				}
				bits := shared(&own[n], &own[m])
				if bits == 0 {
					free.Add(int(d))
				} else if !slices.Contains(bound[d], bits) {
					bound[d] = append(bound[d], bits)
				}
			}
		}
		for _, s := range k.shapes {
			if s.node < 0 {
				continue
			}
			row := q.Succ.Row(int(s.node))
			for d := range free.All {
				row.Or(shapes.Row(d))
			}
			for d, list := range bound {
				for _, t := range classes[d].shapes {
					if t.node >= 0 && slices.ContainsFunc(list, func(bits uint8) bool { return fits(bits, s, t) }) {
						row.Add(int(t.node))
					}
				}
			}
			if start {
				q.Start.Add(int(s.node))
			}
			if final {
				q.Final.Add(int(s.node))
			}
		}
	}
}
