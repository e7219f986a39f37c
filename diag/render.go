package diag

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Sources maps file names, as they stand in positions, to their text.
type Sources map[string][]byte

// Write prints the list, each diagnostic with its source line, a caret and
// the hint. A line that is not in src is left out.
func (l *List) Write(w io.Writer, src Sources) error {
	var b strings.Builder
	for _, d := range l.All {
		bare := d
		bare.Hint = ""
		fmt.Fprintln(&b, bare.String())
		if line, ok := sourceLine(src[d.Pos.Filename], d.Pos.Line); ok && d.Pos.Line > 0 {
			writeCaret(&b, line, d.Pos.Column, d.Len)
		}
		if d.Hint != "" {
			fmt.Fprintf(&b, "  hint: %s\n", d.Hint)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func sourceLine(text []byte, n int) (string, bool) {
	if text == nil {
		return "", false
	}
	rest := string(text)
	for ; n > 1; n-- {
		_, after, found := strings.Cut(rest, "\n")
		if !found {
			return "", false
		}
		rest = after
	}
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimRight(line, "\r"), true
}

// writeCaret prints line and a caret under byte column col, counting runes
// and keeping tabs so that the caret stands where the eye expects it.
func writeCaret(b *strings.Builder, line string, col, length int) {
	const maxLine = 200
	col = min(max(col, 1), len(line)+1)
	if len(line) > maxLine { // a very long line: show a window around the place
		from := max(0, col-1-maxLine/2)
		for from > 0 && !utf8.RuneStart(line[from]) {
			from--
		}
		to := min(len(line), from+maxLine)
		line, col = line[from:to], col-from
	}
	line = strings.ToValidUTF8(line, "\uFFFD")
	fmt.Fprintf(b, "    %s\n    ", line)
	at := min(col-1, len(line))
	for _, r := range line[:at] {
		if r == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteByte(' ')
		}
	}
	b.WriteByte('^')
	end := min(at+length, len(line))
	if end > at {
		for range utf8.RuneCountInString(line[at:end]) - 1 {
			b.WriteByte('~')
		}
	}
	b.WriteByte('\n')
}

// Suggest returns the candidate closest to name in edit distance, or "" when
// none is close enough to be a likely slip of the pen.
func Suggest(name string, candidates []string) string {
	best, bestDist := "", max(1, (len(name)+2)/4)+1 // none yet: anything closer
	for _, c := range candidates {
		if c == name {
			continue
		}
		if d := editDistance(name, c, bestDist+1); d < bestDist || d == bestDist && best != "" && c < best {
			best, bestDist = c, d
		}
	}
	return best
}

// editDistance is the Damerau-Levenshtein distance (adjacent swaps count one);
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
