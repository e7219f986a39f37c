// Package names makes long lists of names short, and finds names by patterns: of
//
//	task:phil[0] task:phil[1] task:phil[2]
//
// Compress makes task:phil[0..2].
package names

import (
	"strconv"
	"strings"
)

// name is text cut at its indices: parts[0] [ index[0] ] parts[1] ...; the
// brackets stay with the parts.
type name struct {
	parts []string
	index []span
}

// span is the indices lo..hi.
type span struct{ lo, hi int }

// Compress merges names that differ in one index only, when the indices are
// consecutive. The order is that of the first of each group.
func Compress(names []string) []string {
	list := make([]name, len(names))
	deepest := 0
	for i, n := range names {
		list[i] = cut(n)
		deepest = max(deepest, len(list[i].index))
	}
	for at := deepest - 1; at >= 0; at-- {
		list = mergeAt(list, at)
	}
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = n.String()
	}
	return out
}

// mergeAt merges along the at-th index.
func mergeAt(list []name, at int) []name {
	last := map[string]int{} // what the names of a group share -> its latest name in out
	var out []name
	for _, n := range list {
		if at >= len(n.index) {
			out = append(out, n)
			continue
		}
		key := n.without(at)
		if i, ok := last[key]; ok && out[i].index[at].hi+1 == n.index[at].lo {
			out[i].index[at].hi = n.index[at].hi
			continue
		}
		last[key] = len(out)
		out = append(out, n)
	}
	return out
}

// cut finds the indices [digits] of s. A number with a leading zero or too
// large for an int stays text.
func cut(s string) name {
	var n name
	from := 0
	for i := 0; i < len(s); i++ {
		if s[i] != '[' {
			continue
		}
		end := strings.IndexByte(s[i:], ']')
		if end < 0 {
			break
		}
		digits := s[i+1 : i+end]
		v, err := strconv.Atoi(digits)
		if err != nil || v < 0 || strconv.Itoa(v) != digits {
			continue
		}
		n.parts = append(n.parts, s[from:i+1])
		n.index = append(n.index, span{v, v})
		from = i + end
		i = from
	}
	n.parts = append(n.parts, s[from:])
	return n
}

func (n name) String() string { return n.render(-1) }

// without returns the name with a hole at one index.
func (n name) without(at int) string { return n.render(at) }

func (n name) render(hole int) string {
	var b strings.Builder
	for i, p := range n.parts {
		b.WriteString(p)
		if i >= len(n.index) {
			break
		}
		switch x := n.index[i]; {
		case i == hole:
			b.WriteByte(0)
		case x.lo == x.hi:
			b.WriteString(strconv.Itoa(x.lo))
		default:
			b.WriteString(strconv.Itoa(x.lo) + ".." + strconv.Itoa(x.hi))
		}
	}
	return b.String()
}

// Match reports whether a name fits a pattern, in which * stands for any letters and ?
// for one. Brackets stand for themselves, as in phil[*].
func Match(pattern, name string) bool {
	for i := 0; i < len(pattern); i++ {
		switch {
		case pattern[i] == '*':
			for j := 0; j <= len(name)-i; j++ {
				if Match(pattern[i+1:], name[i+j:]) {
					return true
				}
			}
			return false
		case i >= len(name) || pattern[i] != '?' && pattern[i] != name[i]:
			return false
		}
	}
	return len(pattern) == len(name)
}

// Family returns a name without its indices.
func Family(name string) string {
	var b strings.Builder
	depth := 0
	for _, r := range name {
		switch {
		case r == '[':
			depth++
			b.WriteRune(r)
		case r == ']':
			depth = max(depth-1, 0)
			b.WriteRune(r)
		case depth == 0:
			b.WriteRune(r)
		}
	}
	return b.String()
}
