package symmetry

import "slices"

// Canonizer replaces states by representatives. It is not for use by several
// goroutines at once.
type Canonizer struct {
	classes []sorter
}

// sorter sorts the members of one class.
type sorter struct {
	class *Class
	width int               // values that a member is sorted by
	held  []int32           // by member: these, one after the other
	order []int             // members, sorted
	names []map[int32]named // by shared component: what values name
}

// named is a value that names a member.
type named struct{ member, role int32 }

// NewCanonizer prepares for the classes that Find has found.
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

// Canonical replaces a state by the representative of its orbit: the components of
// the machine come first in it; what comes after them stays.
func (z *Canonizer) Canonical(state []int32) {
	for i := range z.classes {
		z.classes[i].sort(state)
	}
}

// sort lets the members of a class hold what they hold in ascending order. Of a
// component that names a member, a member holds the role in which it is named.
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

// at is what a member holds.
func (s *sorter) at(member int) []int32 { return s.held[member*s.width : (member+1)*s.width] }
