package diag

// Which known name was probably meant by an unknown one.

import "strings"

// Suggest returns the candidate that was probably meant by name, or "": one
// that differs in upper and lower case only, else the closest one that is near
// enough to be a slip of the pen (see Slip), else the only one that name
// abbreviates, as prop does property. Ties go to the first in order of names.
func Suggest(name string, candidates []string) string {
	if s := Slip(name, candidates); s != "" {
		return s
	}
	const abbreviation = 3 // shorter beginnings are shared by chance
	long := ""
	if len(name) < abbreviation {
		return ""
	}
	for _, c := range candidates {
		if len(c) > len(name) && strings.HasPrefix(c, name) && c != long {
			if long != "" {
				return ""
			}
			long = c
		}
	}
	return long
}

// Slip is Suggest without abbreviations: for questions where a name that
// merely begins like another one is no mistake.
func Slip(name string, candidates []string) string {
	best, bestDist := "", -1
	better := func(c string, d int) bool { return bestDist < 0 || d < bestDist || d == bestDist && c < best }
	for _, c := range candidates {
		if c == name || c == "" {
			continue
		}
		if strings.EqualFold(c, name) {
			if better(c, 0) {
				best, bestDist = c, 0
			}
			continue
		}
		most := slips(name, c)
		if d := editDistance(name, c, most+1); d <= most && better(c, d) {
			best, bestDist = c, d
		}
	}
	return best
}

// slips returns how many letters may differ between two names of which one is
// thought to be the other, misspelt: about a quarter of them, so that a name
// keeps most of what it is. Of names of one or two letters only a swap and a
// doubled letter count.
func slips(a, b string) int {
	switch n := max(len(a), len(b)); {
	case n == 3:
		return 1
	case n > 3:
		return (min(len(a), len(b)) + 2) / 4
	case n == 2 && len(a) == len(b) && a[0] == b[1] && a[1] == b[0]:
		return 1
	case a == b+b, b == a+a:
		return 1
	}
	return 0
}

// Among lists names for a hint, as "a, b and c"; "" if there are none or more
// than fit on a line.
func Among(names []string) string {
	const most = 8
	if len(names) == 0 || len(names) > most {
		return ""
	}
	var b strings.Builder
	for i, n := range names {
		switch {
		case i > 0 && i == len(names)-1:
			b.WriteString(" and ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(n)
	}
	if b.Len() > 100 {
		return ""
	}
	return b.String()
}

// editDistance returns the Damerau-Levenshtein distance (adjacent swaps count one);
// it returns limit as soon as the distance is known to reach it.
func editDistance(a, b string, limit int) int {
	if d := len(a) - len(b); d >= limit || -d >= limit {
		return limit
	}
	prev2, prev, cur := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return min(prev[len(b)], limit)
}
