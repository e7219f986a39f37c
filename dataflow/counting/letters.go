package counting

import (
	"cmp"
	"encoding/binary"
	"slices"

	"flavers/dataflow"
)

// This file says what letters do to the counters of a class, in two steps.
//
// First each letter is divided into three parts: what it does to monitors outside of the classes; the members that it
// names, with what it does to each (its roles); and one action for all other members of a class (the rest). "Reader 7
// starts" names one member, and the others stay where they are. "All readers stop" names none, and its rest is the
// action "stop". Letters that differ only in the members that they name are of one kind.
//
// Then each kind becomes letters of Q, one for each case. A case fixes the codes of the named members, and how many of
// the other members are in each code. So it fixes how many members leave and enter each code: the change of the
// counters. For example, let two of three readers be reading (code 1), and one be idle (code 0). Then "all readers
// stop" takes two from counter 1 and adds two to counter 0.

const (
	maxRoles   = 3       // members that one letter may name
	maxLetters = 1 << 15 // letters of Q that one kind may become
)

// role is a member that a letter names, with the action of the letter on it.
type role struct{ class, action, member int32 }

// apart is a letter that was divided.
type apart struct {
	kind  int32  // number of its kind
	roles []role // ascending by class, action and member
}

// kind is a set of letters that differ only in the members that they name.
type kind struct {
	outside []dataflow.Move // moves of monitors outside of the classes; the problem's own numbers of monitors
	roles   []role          // the roles of one of the letters; those of the others differ in their members
	rest    []int32         // by class: the action on all members that are not named
}

// takeApart divides every letter of p. letters is indexed by letter, and kinds by the number of a kind. If a letter
// names too many members of a class, takeApart returns that class as failed, and nil for the rest. Otherwise failed
// is -1.
func takeApart(p *dataflow.Problem, t *tables, classes []*class, at []place) (kinds []kind, letters []apart,
	failed int32) {
	number := map[string]int32{}
	letters = make([]apart, len(p.Letters))
	none := make([][]int32, len(classes)) // by class: the tables of action 0, which are all -1
	for c, k := range classes {
		for range k.monitors {
			none[c] = append(none[c], -1)
		}
		k.action(none[c])
	}
	var touched []role // members that the letter moves
	var key []byte     // what identifies the kind of the letter
	for i := range p.Letters {
		key, touched = key[:0], touched[:0]
		k := kind{rest: make([]int32, len(classes))}
		does := map[[2]int32][]int32{} // by class and member: the table for each position
		for j, mv := range p.Letters[i].Moves {
			pl := at[mv.Monitor]
			if pl.class < 0 {
				k.outside = append(k.outside, mv)
				key = binary.LittleEndian.AppendUint32(key, uint32(mv.Monitor))
				key = binary.LittleEndian.AppendUint32(key, uint32(t.of[i][j]))
				continue
			}
			who := [2]int32{pl.class, pl.member}
			if does[who] == nil {
				does[who] = slices.Clone(none[pl.class])
				touched = append(touched, role{pl.class, -1, pl.member})
			}
			does[who][pl.position] = t.of[i][j]
		}
		key = binary.LittleEndian.AppendUint32(key, 1<<31)
		for n := range touched {
			r := &touched[n]
			r.action = classes[r.class].action(does[[2]int32{r.class, r.member}])
		}
		slices.SortFunc(touched, compareRoles)
		for from := 0; from < len(touched); {
			c := touched[from].class
			to := from
			for to < len(touched) && touched[to].class == c {
				to++
			}
			named, rest := classes[c].named(touched[from:to])
			if len(named) > maxRoles-1 {
				return nil, nil, c
			}
			k.roles = append(k.roles, named...)
			k.rest[c] = rest
			from = to
		}
		if len(k.roles) > maxRoles {
			return nil, nil, k.roles[0].class
		}
		for _, r := range k.roles {
			key = binary.LittleEndian.AppendUint32(key, uint32(r.class))
			key = binary.LittleEndian.AppendUint32(key, uint32(r.action))
		}
		key = binary.LittleEndian.AppendUint32(key, 1<<31)
		for _, a := range k.rest {
			key = binary.LittleEndian.AppendUint32(key, uint32(a))
		}
		n, ok := number[string(key)]
		if !ok {
			n = int32(len(kinds))
			number[string(key)] = n
			kinds = append(kinds, k)
		}
		letters[i] = apart{n, k.roles}
	}
	return kinds, letters, -1
}

// compareRoles orders roles by class, action and member.
func compareRoles(a, b role) int {
	return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(a.action, b.action), cmp.Compare(a.member, b.member))
}

// named chooses which members of a class a letter names. touched are the members that the letter moves, sorted by
// action; all other members have action 0, which moves nothing. The action that most members have becomes the rest, and
// the members with other actions are named, so that few are. If at most two members are touched, these are named in any
// case.
func (k *class) named(touched []role) (named []role, rest int32) {
	if len(touched) <= 2 {
		return slices.Clone(touched), 0
	}
	most := k.members - len(touched) // members with the action rest; at first 0
	for from := 0; from < len(touched); {
		to := from
		for to < len(touched) && touched[to].action == touched[from].action {
			to++
		}
		if to-from > most {
			most, rest = to-from, touched[from].action
		}
		from = to
	}
	if rest == 0 {
		return slices.Clone(touched), 0
	}
	isTouched := make([]bool, k.members)
	for _, r := range touched {
		isTouched[r.member] = true
		if r.action != rest {
			named = append(named, r)
		}
	}
	for m := range isTouched {
		if !isTouched[m] {
			named = append(named, role{touched[0].class, 0, int32(m)})
		}
	}
	slices.SortFunc(named, compareRoles)
	return named, rest
}

// change is what a letter does to the counters of one class in one case. The counter of code y goes from s to s -
// taken[y] + given[y], and is at least taken[y] before. If the rest moves members with code y to another code, all of
// them go, so the counter is exactly taken[y] before.
type change struct {
	taken, given []int32 // by code
	exactly      []bool  // by code
	omitted      bool    // it stands for cases that get no letters of their own, and says only that one of them occurs
}

// maxSpread bounds the cases of one letter in which the members that are not named are spread over the codes that the
// rest moves. Of 100 members, two codes have 5,151 such cases.
const maxSpread = 1 << 13

// spread returns a bound on the codes that have members in the cases for which letters are made: of the codes that the
// rest moves, at most so many. The bound is the largest for which there are at most mostSpread cases, and at least 1.
// moved is the number of codes that the rest moves, and left the number of members that are not named.
func (k *class) spread(moved int, left int32) int {
	total, term := int64(1), int64(1)
	for n := 1; n <= moved; n++ {
		// In term cases exactly n codes have members: choose the codes, and positive numbers for
		// them with a sum of at most left.
		term = term * int64(moved-n+1) / int64(n) * max(int64(left)-int64(n)+1, 0) / int64(n)
		if total += term; total > k.mostSpread && n > 1 {
			return n - 1
		}
	}
	return moved
}

// changes returns the changes of the class by a kind of letters, for all cases in which its roles have the codes from.
// If spread bounds the cases, an omitted change stands for the cases in which some codes, one more than the bound, have
// members. ok is false if there would be more than limit changes.
func (k *class) changes(roles []role, from []int32, rest int32, limit int) (out []change, ok bool) {
	base := k.byRoles(roles, from)
	var moved []int32 // codes that the rest moves
	for y, to := range k.effect[rest] {
		if base.exactly[y] = to != int32(y); to >= 0 && base.exactly[y] {
			moved = append(moved, int32(y))
		}
	}
	left := int32(k.members - len(roles))
	most := k.spread(len(moved), left)

	// place chooses how many of the members that are left have the first code of moved, and goes on with the other
	// codes. used is the number of codes that have members so far.
	var place func(ch change, moved []int32, left int32, used int) bool
	place = func(ch change, moved []int32, left int32, used int) bool {
		if len(moved) == 0 {
			out = append(out, ch)
			return len(out) <= limit
		}
		y := moved[0]
		for n := range left + 1 {
			if n == 1 {
				used++
			}
			if used > most {
				break
			}
			more := ch.clone()
			more.taken[y] += n
			more.given[k.effect[rest][y]] += n
			if !place(more, moved[1:], left-n, used) {
				return false
			}
		}
		return true
	}
	if !place(base, moved, left, 0) {
		return nil, false
	}
	for _, some := range subsets(moved, most+1) {
		ch := base.clone()
		for _, y := range some {
			ch.taken[y]++
		}
		ch.given, ch.exactly, ch.omitted = ch.taken, make([]bool, len(ch.exactly)), true
		out = append(out, ch)
	}
	return out, len(out) <= limit
}

// clone returns a copy whose counters can be changed.
func (ch change) clone() change {
	ch.taken, ch.given = slices.Clone(ch.taken), slices.Clone(ch.given)
	return ch
}

// subsets returns the subsets of a list that have n elements.
func subsets(list []int32, n int) (out [][]int32) {
	switch {
	case n == 0:
		return [][]int32{nil}
	case n > len(list):
		return nil
	}
	for _, rest := range subsets(list[1:], n-1) {
		out = append(out, append([]int32{list[0]}, rest...))
	}
	return append(out, subsets(list[1:], n)...)
}

// byRoles returns the change by the roles alone, which have the codes from.
func (k *class) byRoles(roles []role, from []int32) change {
	ch := change{taken: make([]int32, k.codes()), given: make([]int32, k.codes()), exactly: make([]bool, k.codes())}
	for i, r := range roles {
		ch.taken[from[i]]++
		ch.given[k.effect[r.action][from[i]]]++
	}
	return ch
}

// counterTables makes the functions by which letters of Q move the counters of one class. Equal functions are made
// once.
type counterTables struct {
	members int                  // the largest value of a counter
	tabs    map[[3]int32][]int32 // by taken, given and exactly
}

// table returns the function of a letter on one counter: by value, the next value, or -1 if the letter is not possible.
// It returns nil if the letter neither moves nor tests the counter.
func (c *counterTables) table(taken, given int32, exactly bool) []int32 {
	if taken == 0 && given == 0 && !exactly {
		return nil
	}
	key := [3]int32{taken, given, int32(b2b(exactly))}
	if t := c.tabs[key]; t != nil {
		return t
	}
	t := make([]int32, c.members+1)
	for s := range t {
		t[s] = int32(s) - taken + given
		if int32(s) < taken || exactly && int32(s) != taken || int(t[s]) > c.members {
			t[s] = -1
		}
	}
	c.tabs[key] = t
	return t
}
