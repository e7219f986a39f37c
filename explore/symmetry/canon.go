package symmetry

import "slices"

// This file computes the representative of a state. Each class is sorted by what
// its members hold. With readers at the points 2, 0, 1 and a lock whose value says
// that the first of them holds it,
//
//	reader[0] 2, reader[1] 0, reader[2] 1, lock: held by reader[0]
//
// becomes
//
//	reader[0] 0, reader[1] 1, reader[2] 2, lock: held by reader[2]

// Canonizer replaces states by representatives. It is not for use by several
// goroutines at once.
type Canonizer struct {
	classes []sorter
}

// sorter sorts the members of one class.
type sorter struct {
	class *Class
	width int               // the number of values that a member holds
	held  []int32           // width values for each member: those of its components, then its roles (see sort)
	order []int             // members, sorted by what they hold
	names []map[int32]named // by shared component: the values that name a member
}

// named is a member with the role in which a value names it.
type named struct{ member, role int32 }

// NewCanonizer makes a Canonizer for the classes that Find has found.
func NewCanonizer(classes []Class) *Canonizer {
	z := &Canonizer{}
	for i := range classes {
		k := &classes[i]
		s := sorter{class: k, width: len(k.Own[0]) + len(k.Shared)}
		s.held = make([]int32, s.width*len(k.Own))
		for range k.Own {
			s.order = append(s.order, 0)
		}
		for _, n := range k.Shared {
			names := map[int32]named{}
			for member, values := range n.Values {
				for role, v := range values {
					names[v] = named{int32(member), int32(role)}
				}
			}
			s.names = append(s.names, names)
		}
		z.classes = append(z.classes, s)
	}
	return z
}

// Canonical replaces a state, in place, by the representative of its orbit. A state
// begins with the components of the machine; what comes after them stays.
func (z *Canonizer) Canonical(state []int32) {
	for i := range z.classes {
		z.classes[i].sort(state)
	}
}

// sort permutes the members of a class so that what they hold is ascending. A member
// holds the values of its own components and, for each shared component, 1 + the
// role in which the component names it, or 0.
func (s *sorter) sort(state []int32) {
	k, roles := s.class, len(s.class.Own[0])
	sorted := true
	for member, own := range k.Own {
		h := s.held[member*s.width : (member+1)*s.width]
		for r, c := range own {
			h[r] = state[c]
		}
		clear(h[roles:])
	}
	for i := range k.Shared {
		if n, ok := s.names[i][state[k.Shared[i].Comp]]; ok {
			s.held[int(n.member)*s.width+roles+i] = n.role + 1
		}
	}
	for member := range k.Own {
		s.order[member] = member
		sorted = sorted && (member == 0 || slices.Compare(s.at(member-1), s.at(member)) <= 0)
	}
	if sorted {
		return
	}
	slices.SortStableFunc(s.order, func(a, b int) int { return slices.Compare(s.at(a), s.at(b)) })
	// Write what each member held to the place where it goes.
	for to, member := range s.order {
		h := s.at(member)
		for r, c := range k.Own[to] {
			state[c] = h[r]
		}
		for i, role := range h[roles:] {
			if role > 0 {
				state[k.Shared[i].Comp] = k.Shared[i].Values[to][role-1]
			}
		}
	}
}

// at returns what a member holds.
func (s *sorter) at(member int) []int32 { return s.held[member*s.width : (member+1)*s.width] }
