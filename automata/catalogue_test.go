package automata

import "testing"

// segment is a part of a word in which a pattern has to hold.
type segment struct{ from, to int }

// segments is the definition of the scopes.
func segments(w []role, scope ScopeKind) []segment {
	first := func(bit role, from int) int {
		for i := from; i < len(w); i++ {
			if w[i]&bit != 0 {
				return i
			}
		}
		return -1
	}
	switch scope {
	case Globally:
		return []segment{{0, len(w)}}
	case BeforeR:
		if r := first(roleR, 0); r >= 0 {
			return []segment{{0, r}}
		}
		return nil
	case AfterQ:
		if q := first(roleQ, 0); q >= 0 {
			return []segment{{q + 1, len(w)}}
		}
		return nil
	}
	var out []segment
	for from := 0; ; {
		q := first(roleQ, from)
		if q < 0 {
			return out
		}
		r := first(roleR, q+1)
		if r < 0 {
			if scope == AfterQuntilR {
				out = append(out, segment{q + 1, len(w)})
			}
			return out
		}
		out = append(out, segment{q + 1, r})
		from = r // the event that closes one segment may open the next
	}
}

// holds is the definition of the patterns, by quantifiers over places of w.
func holds(w []role, kind PatternKind, least, most int) bool {
	n := len(w)
	all := func(from int, p func(i int) bool) bool {
		for i := from; i < n; i++ {
			if !p(i) {
				return false
			}
		}
		return true
	}
	some := func(from, to int, p func(i int) bool) bool {
		for i := from; i < to; i++ {
			if p(i) {
				return true
			}
		}
		return false
	}
	is := func(bit role) func(i int) bool { return func(i int) bool { return w[i]&bit != 0 } }
	p, s, t := is(roleP), is(roleS), is(roleT)
	switch kind {
	case Absence:
		return !some(0, n, p)
	case Existence:
		count := 0
		for i := range n {
			if p(i) {
				count++
			}
		}
		return count >= least && (most < 0 || count <= most)
	case Universality:
		return all(0, p)
	case Precedence:
		return all(0, func(k int) bool { return !p(k) || some(0, k, s) })
	case Response:
		return all(0, func(k int) bool { return !p(k) || some(k+1, n, s) })
	case PrecedenceChain:
		return all(0, func(k int) bool {
			return !p(k) || some(0, k, func(i int) bool { return s(i) && some(i+1, k, t) })
		})
	case PrecedencePair:
		return all(0, func(i int) bool { return !s(i) || !some(i+1, n, t) || some(0, i, p) })
	case ResponseChain:
		return all(0, func(i int) bool {
			return !s(i) || !some(i+1, n, t) || some(i+1, n, func(j int) bool { return t(j) && some(j+1, n, p) })
		})
	case ResponsePair:
		return all(0, func(k int) bool {
			return !p(k) || some(k+1, n, func(i int) bool { return s(i) && some(i+1, n, t) })
		})
	}
	panic("unknown kind")
}

func TestCatalogueAgainstDefinition(t *testing.T) {
	type variant struct {
		kind        PatternKind
		least, most int
	}
	variants := []variant{{Absence, 0, 0}, {Existence, 1, -1}, {Existence, 0, 2}, {Existence, 2, -1}, {Existence, 1, 2}, {Existence, 0, 0}}
	for k := Universality; k <= ResponsePair; k++ {
		variants = append(variants, variant{kind: k})
	}
	alphabets := [][]role{
		{roleP, roleS, roleT, roleQ, roleR, 0},
		{roleP, roleS | roleT, roleQ | roleR, 0},
		{roleP, roleP, roleS, roleS | roleT, roleQ, roleQ | roleR, roleR},
	}
	lengths := []int{5, 6, 5}
	for ai, letters := range alphabets {
		for _, v := range variants {
			for scope := Globally; scope <= AfterQuntilR; scope++ {
				d := scoped(bodyOf(v.kind, v.least, v.most), scope, letters)
				if err := d.Check(); err != nil {
					t.Fatal(err)
				}
				good, bad := 0, 0
				words(len(letters), lengths[ai], func(word []int) {
					w := make([]role, len(word))
					for i, l := range word {
						w[i] = letters[l]
					}
					want := true
					for _, s := range segments(w, scope) {
						want = want && holds(w[s.from:s.to], v.kind, v.least, v.most)
					}
					if want {
						good++
					} else {
						bad++
					}
					if d.Accepts(word) != want {
						t.Fatalf("pattern %+v, scope %d, letters %v: word %v: %v, want %v", v, scope, letters, word, !want, want)
					}
				})
				if good == 0 || bad == 0 {
					t.Errorf("pattern %+v, scope %d, letters %v: %d good words, %d bad ones", v, scope, letters, good, bad)
				}
			}
		}
	}
}
