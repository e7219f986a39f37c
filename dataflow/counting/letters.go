package counting

import (
	"cmp"
	"encoding/binary"
	"slices"

	"flavers/dataflow"
)

// This file says what letters do to the counters of a class. First each letter is divided into
// three parts: what it does to monitors outside of the classes; the members that it names, its
// roles; and one action for all other members of a class, the rest. "Reader 7 starts" names one
// member; "all readers stop" names none, and its rest is the action "stop". Letters that differ
// only in the members that they name are one kind.
//
// Then each kind becomes letters of Q, one for each case: the roles have certain codes, and the
// other members that the rest moves are spread over the codes in some way. In each case it is
// known how many members leave and enter each code (change).

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
	outside []dataflow.Move // moves of monitors outside of the classes, which are numbered as in the problem
	roles   []role          // roles of one of the letters; which member it is differs
	rest    []int32         // by class: the action on all members that are not named
}

// takeApart divides every letter. If a letter names too many members of some class, bad is that class, and the other
// results are nil. Otherwise bad is -1.
func takeApart(p *dataflow.Problem, t *tables, classes []*class, at []place) (kinds []kind, letters []apart,
	bad int32) {
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

// named chooses which members of a class a letter names, given those that it moves (touched,
// all of one class). All others have the action rest. The action of most members is chosen for
// rest, so that few are named; members that are not touched have action 0. Up to two members
// are named in any case.
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
	in := make([]bool, k.members)
	for _, r := range touched {
		in[r.member] = true
		if r.action != rest {
			named = append(named, r)
		}
	}
	for m := range in {
		if !in[m] {
			named = append(named, role{touched[0].class, 0, int32(m)})
		}
	}
	slices.SortFunc(named, compareRoles)
	return named, rest
}

// change is what a letter does to the counters of one class in one case. The counter of code y
// goes from s to s - taken[y] + given[y]. It must be at least taken[y]. If the rest moves
// members away from code y, all of them go, so that it must be exactly taken[y].
type change struct {
	taken, given []int32 // by code
	exactly      []bool  // by code
	omitted      bool    // it stands for cases that have no letters, and says only that one of them occurs
}

// maxSpread bounds the cases in which the members that are not named are spread over the codes
// that the rest moves.
const maxSpread = 1 << 13

// spread returns how many of the moved codes may have members in the cases for which letters
// are made, so that there are at most mostSpread cases. moved is how many codes the rest moves,
// and left how many members are not named.
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

// changes returns the changes of the class by a kind of letter, for all cases in which its
// roles have the codes from. An omitted change stands for all cases in which one code more has
// members than spread allows. ok is false if there would be more than limit changes.
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

	// put chooses how many of the left members have the first code of moved, and goes on with the
	// other codes. used is how many codes have members so far.
	var put func(ch change, moved []int32, left int32, used int) bool
	put = func(ch change, moved []int32, left int32, used int) bool {
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
			if !put(more, moved[1:], left-n, used) {
				return false
			}
		}
		return true
	}
	if !put(base, moved, left, 0) {
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

// subsets lists the subsets of a list with n elements.
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

// byRoles returns the change that the roles alone make.
func (k *class) byRoles(roles []role, from []int32) change {
	ch := change{taken: make([]int32, k.codes()), given: make([]int32, k.codes()), exactly: make([]bool, k.codes())}
	for i, r := range roles {
		ch.taken[from[i]]++
		ch.given[k.effect[r.action][from[i]]]++
	}
	return ch
}

// counterTables makes the tables by which letters of Q move counters, each once.
type counterTables struct {
	members int                  // the largest value of a counter
	tabs    map[[3]int32][]int32 // by taken, given and exactly
}

// table returns the table for one counter: by value, the next value, or -1 if the letter is not
// possible. It returns nil if the letter ignores the counter.
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
