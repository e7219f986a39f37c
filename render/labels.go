package render

// What stands in the box of a node, and so how large it is: its label, in two
// lines if it is long, and of a node with edges in cables how many these are.

import (
	"slices"
	"strconv"
	"strings"
)

const (
	lineHeight = 14.0
	oneLine    = 20  // characters up to which a label is not broken
	maxLine    = 24  // characters of a line that are shown
	tagDigit   = 6.4 // width of a character of a tag, in its smaller letters
	tagPad     = 4.5
	tagHeight  = 30.0 // of a box with a tag of two rows, at least
)

// Tag is how many edges in cables a node has, both directions counted.
type Tag struct{ Kept, Removed, Meet int }

// rows returns the lines of a tag with their classes, which are those of the lines
// of the edges: at most two.
func (t Tag) rows() (text, class []string) {
	if t.Kept > 0 {
		text, class = append(text, strconv.Itoa(t.Kept)), append(class, "tm")
	}
	if t.Meet > 0 {
		text, class = append(text, strconv.Itoa(t.Meet)), append(class, "tp")
	}
	if t.Removed > 0 {
		text, class = append(text, "−"+strconv.Itoa(t.Removed)), append(class, "gone")
	}
	return text, class
}

// width returns the room that a tag needs in a box.
func (t Tag) width() float64 {
	w := 0.0
	text, _ := t.rows()
	for _, s := range text {
		w = max(w, tagDigit*float64(len([]rune(s)))+2*tagPad)
	}
	return w
}

// boxSize returns the size of a node's box.
func boxSize(n *Node, small bool, tag Tag) (w, h float64) {
	switch {
	case small:
		return dotSize, dotSize
	case n.Class == Initial || n.Class == Final:
		return 30, 30
	}
	lines := wrap(n.Label)
	for _, s := range lines {
		w = max(w, TextWidth(s))
	}
	h = BoxHeight + lineHeight*float64(len(lines)-1)
	if rows, _ := tag.rows(); len(rows) > 1 {
		h = max(h, tagHeight)
	}
	return w + 2*BoxPad + tag.width(), h
}

// wrap breaks a label into at most two lines of similar lengths: at a space, or in a name after a dot, a comma, a
// bracket or an underscore. What is still too long ends in an ellipsis.
func wrap(s string) []string {
	r := []rune(s)
	if len(r) <= oneLine {
		return []string{s}
	}
	at, cost := 0, len(r)
	for i := 2; i < len(r)-1 && i <= maxLine+1; i++ { // a line begins at i
		first := i
		bad := 0
		switch {
		case r[i-1] == ' ' && r[i] != ' ':
			first--
			rest := string(r[i:min(len(r), i+5)])
			if slices.ContainsFunc([]string{"when ", "&& ", "|| "},
				func(word string) bool { return strings.HasPrefix(rest, word) }) {
				bad = -6
			}
		case r[i-1] == '.' || r[i-1] == ',' || r[i-1] == '(':
			bad = 3
		case r[i-1] == '_' && r[i] != '_':
			bad = 5
		default:
			continue
		}
		if first > maxLine {
			continue
		}
		if c := max(first, len(r)-i) + bad; c < cost {
			at, cost = i, c
		}
	}
	if at == 0 {
		return []string{Shorten(s, maxLine)}
	}
	return []string{strings.TrimRight(string(r[:at]), " "), Shorten(string(r[at:]), maxLine)}
}
