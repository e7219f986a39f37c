package crosstab

// A cross tabulation as SVG: in each cell the numbers, and a bar of what was kept and what each rule removed. The more
// edges there were, the stronger its colour. With many rows there is the bar alone, and a tooltip has the numbers.

import (
	"fmt"
	"io"
	"math"
	"strings"

	"flavers/internal/english"
	"flavers/render"
)

const (
	gap          = 3.0 // between cells
	pad          = 8.0 // beside the numbers
	rowHigh      = 42.0
	widest       = 960.0 // of a table without numbers, if its cells can be so small
	tableWidth   = 480.0 // of the cells of one with numbers, at least, unless it is small
	thinnest     = 9.0   // cell without numbers
	thinRow      = 16.0
	legendIndent = 26.0 // where the text of the legend begins
	legendHigh   = 22.0 // height of a line of the legend
)

// layout is where things are.
type layout struct {
	numbered    bool    // cells have numbers
	names       float64 // width of the names of rows
	w, h        float64 // a cell
	sum, sumH   float64 // a cell of sums
	heads       []string
	left, top   float64 // the first cell
	width, high float64 // the table
}

// layOut places the cells, with numbers if there is room for them.
func (t *Table) layOut(rows, columns []Cell, all Cell) layout {
	if len(t.Groups) <= maxNumbered {
		if l := t.layOutAs(true, rows, columns, all); l.width <= render.Narrow-2*render.Margin {
			return l
		}
	}
	return t.layOutAs(false, rows, columns, all)
}

func (t *Table) layOutAs(numbered bool, rows, columns []Cell, all Cell) layout {
	l := layout{numbered: numbered, h: rowHigh, sumH: rowHigh, w: 60, heads: make([]string, len(t.Groups))}
	fits := func(w float64, c *Cell) float64 { return max(w, render.TextWidth(says(c))+2*pad) }
	l.sum = fits(0, &all)
	for i := range rows {
		l.sum = fits(l.sum, &rows[i])
	}
	if l.numbered {
		for i := range t.Cells {
			l.w = fits(l.w, &columns[i])
			for j := range t.Cells[i] {
				l.w = fits(l.w, &t.Cells[i][j])
			}
		}
	}
	short := true // names fit above columns
	for i, g := range t.Groups {
		l.heads[i], _, _ = strings.Cut(g.Name, ", ")
		short = short && render.TextWidth(l.heads[i]) <= 110
		l.names = max(l.names, render.TextWidth(render.Shorten(g.Name, render.MaxLabel)))
	}
	if l.numbered && short {
		for _, h := range l.heads {
			l.w = max(l.w, render.TextWidth(h)+4)
		}
	} else {
		for i := range l.heads {
			l.heads[i] = fmt.Sprint(i + 1)
		}
		l.names += 4 * render.TextWidth("0")
	}
	l.names = max(l.names, render.TextWidth("from")) + 14
	if n := float64(len(t.Groups)); !l.numbered {
		l.w = max(thinnest, math.Floor((widest-l.names-l.sum)/n)-gap)
		l.w = min(l.w, 28)
		l.h = max(thinRow, min(l.w, 22))
	}
	n := float64(len(t.Groups))
	if l.numbered { // a small table need not be narrow
		l.w = max(l.w, min(110, math.Floor(tableWidth/(n+1))))
		l.sum = max(l.sum, l.w)
	}
	if len(t.Groups) == 0 {
		return l
	}
	l.left, l.top = l.names, 40
	l.width = l.left + n*(l.w+gap) + 6 + l.sum
	l.high = l.top + n*(l.h+gap) + 6 + l.sumH
	return l
}

// says returns the text of a cell.
func says(c *Cell) string {
	if c.Before() == 0 {
		return "0"
	}
	return english.Number(c.Kept) + " of " + english.Number(c.Before())
}

// WriteSVG writes the table with a legend and an example.
func (t *Table) WriteSVG(w io.Writer, opt render.SVGOptions) error {
	rows, columns, all := t.sums()
	l := t.layOut(rows, columns, all)
	d := t.D
	s := &render.Writer{Opt: opt}
	inner := max(l.width, render.HeadingWidth(d.Title, d.Notes), 560)
	top := s.HeadHeight(d.Title, d.Notes) + 4
	legend := t.legend(&all, l.numbered, inner)
	below := top + l.high + 18
	under := below + legendHigh*float64(len(legend)) + 6
	height := (&render.Writer{}).Example(d, 0, under, inner) + render.Margin
	s.Open(inner+2*render.Margin, height, d.Title,
		fmt.Sprintf("%d of %d MIP edges kept, by the tasks that they join", all.Kept, all.Before()))
	s.Heading(d.Title, d.Notes)
	s.Printf(`<g transform="translate(%s %s)">`+"\n", render.Num(render.Margin), render.Num(top))
	if len(t.Groups) > 0 {
		t.table(s, &l, rows, columns, &all)
	}
	s.Printf("</g>\n")
	for i, line := range legend {
		y := below + legendHigh*float64(i)
		x := render.Margin
		if line.class != "" {
			x += legendIndent
			s.Printf(`<rect class="%s" x="%s" y="%s" width="18" height="10" rx="2"/>`+"\n", line.class, render.Num(render.Margin),
				render.Num(y+2))
		}
		s.Text(x, y+11, "note", line.text)
	}
	s.Example(d, render.Margin, under, inner)
	s.Printf("</svg>\n")
	_, err := io.WriteString(w, s.String())
	return err
}

// table writes names, cells and sums.
func (t *Table) table(s *render.Writer, l *layout, rows, columns []Cell, all *Cell) {
	n := len(t.Groups)
	x := func(j int) float64 { return l.left + float64(j)*(l.w+gap) }
	y := func(i int) float64 { return l.top + float64(i)*(l.h+gap) }
	right, bottom := x(n)+6, y(n)+6
	s.Text(0, l.top-10, "note", "from")
	s.Text(l.left, 12, "note", "to")
	most := 1
	for i := range t.Cells {
		for j := range t.Cells[i] {
			most = max(most, t.Cells[i][j].Before())
		}
	}
	for i, g := range t.Groups {
		name := render.Shorten(g.Name, render.MaxLabel)
		if l.heads[i] == fmt.Sprint(i+1) {
			name = fmt.Sprintf("%2d  %s", i+1, name)
		}
		s.Printf(`<text class="name" x="0" y="%s">%s<title>%s</title></text>`+"\n", render.Num(y(i)+l.h/2+4),
			render.Escape(name), render.Escape(t.members(g)))
		if l.numbered || render.TextWidth(l.heads[i]) <= l.w+gap || (i+1)%5 == 0 {
			s.Printf(`<text class="name mid" x="%s" y="%s">%s<title>%s</title></text>`+"\n", render.Num(x(i)+l.w/2),
				render.Num(l.top-10), render.Escape(l.heads[i]), render.Escape(t.members(g)))
		}
	}
	s.Text(right+l.sum/2, l.top-10, "head mid", "all")
	s.Text(0, bottom+l.sumH/2+4, "head", "all")
	for i := range t.Cells {
		for j := range t.Cells[i] {
			c := &t.Cells[i][j]
			what := fmt.Sprintf("from %s to %s", t.Groups[i].Name, t.Groups[j].Name)
			t.cell(s, c, x(j), y(i), l.w, l.h, l.numbered, math.Sqrt(float64(c.Before())/float64(most)), what)
		}
		t.cell(s, &rows[i], right, y(i), l.sum, l.h, true, 0, "from "+t.Groups[i].Name)
		t.cell(s, &columns[i], x(i), bottom, l.w, l.sumH, l.numbered, 0, "to "+t.Groups[i].Name)
	}
	t.cell(s, all, right, bottom, l.sum, l.sumH, true, 0, "all")
}

// members names the tasks of a group.
func (t *Table) members(g Group) string {
	var names []string
	for _, c := range g.Tasks {
		names = append(names, t.D.Columns[c])
	}
	if len(names) == 0 {
		return g.Name
	}
	return strings.Join(names, " ")
}

// cell writes a cell; shade, from 0 to 1, says how many edges it has, and is 0 for a sum.
func (t *Table) cell(s *render.Writer, c *Cell, x, y, w, h float64, numbers bool, shade float64, what string) {
	n := render.Num
	if c.Before() == 0 {
		s.Printf(`<rect class="lane" x="%s" y="%s" width="%s" height="%s" rx="3"/>`+"\n", n(x), n(y), n(w), n(h))
		return
	}
	s.Printf(`<g class="cable" data-kept="%d" data-before="%d"><title>%s</title>`, c.Kept, c.Before(),
		render.Escape(what+": "+says(c)+t.lost(c)))
	s.Printf(`<rect class="cell some" x="%s" y="%s" width="%s" height="%s" rx="3" fill-opacity="%.2f"/>`, n(x), n(y), n(w),
		n(h), 0.06+0.3*shade)
	beside, barH := pad, 7.0
	barY := y + h - barH - 7
	switch {
	case !numbers:
		beside, barH = 2, h-4
		barY = y + 2
	case h < rowHigh: // the numbers alone
		s.Text(x+w/2, y+h/2+4, "mid", says(c))
		s.Printf("</g>\n")
		return
	default:
		s.Text(x+w/2, y+17, "mid", says(c))
	}
	at, full, opacity := x+beside, w-2*beside, ""
	if !numbers && shade > 0 {
		opacity = fmt.Sprintf(` fill-opacity="%.2f"`, 0.35+0.65*shade)
	}
	bar := func(class string, k int) {
		if k > 0 {
			part := full * float64(k) / float64(c.Before())
			s.Printf(`<rect class="%s" x="%s" y="%s" width="%.2f" height="%s"%s/>`, class, fmt.Sprintf("%.2f", at), n(barY), part,
				n(barH), opacity)
			at += part
		}
	}
	bar("tm", c.Kept)
	for r, k := range c.Removed {
		bar(fmt.Sprintf("tx%d", r), k)
	}
	s.Printf("</g>\n")
}

// lost lists what was removed from a cell.
func (t *Table) lost(c *Cell) string {
	text := ""
	for r, k := range c.Removed {
		if k > 0 {
			text += fmt.Sprintf("\n%d %s", k, t.D.Rules[r])
		}
	}
	return text
}

type legendLine struct{ class, text string }

func (t *Table) legend(all *Cell, numbered bool, width float64) []legendLine {
	if all.Before() == 0 {
		return []legendLine{{"", "No MIP edge joins them."}}
	}
	text := "4 of 12: of 12 MIP edges before, 4 are kept. The stronger its colour, the more there were before."
	if !numbered {
		text = "A bar has the shares of the MIP edges that are kept and removed. The paler it is, the fewer there were before."
	}
	if t.Joint {
		text += " A joint step of two tasks counts for the first of them that the other step does not belong to."
	}
	if n := len(t.Idle); n > 0 && n <= 4 {
		text += " Without MIP edges: " + strings.Join(t.Idle, ", ") + "."
	} else if n > 0 {
		text += fmt.Sprintf(" %d tasks without MIP edges are left out.", n)
	}
	var lines []legendLine
	for _, line := range render.Lines(text, width) {
		lines = append(lines, legendLine{"", line})
	}
	if all.Kept > 0 {
		lines = append(lines, legendLine{"tm", fmt.Sprintf("kept (%s)", english.Number(all.Kept))})
	}
	for r, k := range all.Removed {
		if k > 0 {
			lines = append(lines, legendLine{fmt.Sprintf("tx%d", r),
				fmt.Sprintf("%s (%s)", t.D.Rules[r], english.Number(k))})
		}
	}
	return lines
}
