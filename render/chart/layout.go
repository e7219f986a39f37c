package chart

import (
	"fmt"
	"slices"

	"flavers/render"
)

// This file says where everything stands: rows as high as what is in them, lifelines so far
// apart that no box reaches over a neighbour's line.

const (
	stepHeight  = 40.0 // of a step of one line, at least
	lineHeight  = 14.0
	headLine    = 17.0 // of a heading
	chartHead   = 40.0
	belowHeight = 14.0 // of what stands below the name of a task
	numberWidth = 34.0
	lifeGap     = 26.0
	labelRoom   = 18.0 // more below a step that sends
	maxMessage  = 30   // characters of a line
	maxLines    = 40   // of a step
)

// placed is a chart with its places.
type placed struct {
	c        *Chart
	top      float64    // where the headings begin
	head     float64    // how high they are
	text     [][]string // by step: its lines
	first    [][]int    // by step and event: its first line
	y, row   []float64  // by step: its middle and its height
	life     []float64  // by task
	headHalf []float64  // by task: half the width of its heading
	span     []span     // by task: from where to where its boxes reach
	right    float64    // where the lifelines and their boxes end
	stateX   float64    // the middle of the column of states
	width    float64
	loop     span    // of the frame around the loop: its y; from = to: there is none
	bottom   float64 // where the lower headings begin
	labels   []label
}

// span is from where to where something reaches.
type span struct{ from, to float64 }

// rect is a rectangle by its middle and its size.
type rect struct{ x, y, w, h float64 }

// shared returns the area that two rectangles have in common.
func (r rect) shared(o rect) float64 {
	w := min(r.x+r.w/2, o.x+o.w/2) - max(r.x-r.w/2, o.x-o.w/2)
	h := min(r.y+r.h/2, o.y+o.h/2) - max(r.y-r.h/2, o.y-o.h/2)
	return max(w, 0) * max(h, 0)
}

// place lays the chart out below top.
func (c *Chart) place(top float64) *placed {
	p := &placed{c: c, top: top, head: chartHead}
	names := slices.Clone(c.Tasks)
	if c.Property != "" {
		names = append(names, c.Property)
	}
	for _, name := range names {
		p.head = max(p.head, chartHead+headLine*float64(len(broken(name))-1))
	}
	if c.Below != nil {
		p.head += belowHeight
	}
	for i := range c.Steps {
		text, first := c.Steps[i].lines()
		p.text, p.first = append(p.text, text), append(p.first, first)
	}
	p.lifelines()
	if c.Loop > 0 {
		p.right = max(p.right, frameLeft+tagWidth()+6+render.TextWidth(loopGuard))
	}
	p.width = p.right
	p.stateX = p.right + lifeGap
	if c.Property != "" {
		w := widest(broken(c.Property)) * 14 / render.FontSize
		w = max(w, widest(broken(c.Start)))
		for i := range c.Steps {
			w = max(w, widest(broken(c.Steps[i].After))+2*render.BoxPad)
		}
		p.stateX += w / 2
		p.width = p.stateX + w/2
	}
	at := top + p.head + stepHeight/4 + lineHeight*float64(len(broken(c.Start))-1)
	for i := range c.Steps {
		m := &c.Steps[i]
		if i == c.entry() {
			p.loop.from = at
			at += loopHead
		}
		h := stepHeight + lineHeight*float64(max(len(p.text[i]), len(broken(m.After)))-1)
		p.row, p.y = append(p.row, h), append(p.y, at+h/2)
		at += h
		if slices.ContainsFunc(m.Sends, func(q Send) bool { return q.Label != "" }) {
			at += labelRoom
		}
	}
	if c.entry() < len(c.Steps) {
		p.loop.to = at
	}
	p.bottom = at + stepHeight/4
	if len(c.Steps) == 0 {
		p.bottom = top + p.head + stepHeight
	}
	p.label()
	return p
}

// laneHeight returns that of a heading's box.
func (p *placed) laneHeight() float64 { return p.head - 10 }

// lines returns the events of a step as lines that are not too long, and the first line of
// each event. Of very many the last are counted, not shown; the title has them.
func (m *Message) lines() (text []string, first []int) {
	for k, event := range m.Events {
		if len(text) >= maxLines {
			text = append(text, fmt.Sprintf("… and %d more", len(m.Events)-k))
			for range m.Events[k:] {
				first = append(first, len(text)-1)
			}
			break
		}
		first = append(first, len(text))
		for j, line := range broken(event) {
			if j > 0 {
				line = "\u2007\u2007" + line // blanks that no viewer drops
			}
			text = append(text, line)
		}
	}
	if len(text) == 0 {
		text = []string{""}
	}
	return text, first
}

// broken breaks a text into lines of at most maxMessage characters, after a blank, a comma,
// a bracket or an underscore if there is one. What would be very long ends in an ellipsis.
func broken(s string) []string {
	r := []rune(s)
	var out []string
	for len(r) > maxMessage {
		if len(out) == maxLines-1 {
			r = []rune(render.Shorten(string(r), maxMessage))
			break
		}
		at := maxMessage
		for k := maxMessage; k > maxMessage/3; k-- {
			if slices.Contains([]rune(" ,.([=_"), r[k-1]) && r[k] != '=' {
				at = k
				break
			}
		}
		out, r = append(out, string(r[:at])), r[at:]
	}
	return append(out, string(r))
}

// widest returns the width of the longest line.
func widest(text []string) float64 {
	w := 0.0
	for _, line := range text {
		w = max(w, render.TextWidth(line))
	}
	return w
}

func boxHeight(text []string) float64 {
	return render.BoxHeight + lineHeight*float64(len(text)-1)
}

// box returns that of a step of one task.
func (p *placed) box(i int) rect {
	return rect{p.life[p.c.Steps[i].Task], p.y[i], widest(p.text[i]) + 2*render.BoxPad, boxHeight(p.text[i])}
}

// lifelines gives each task its x, so that no label reaches over a neighbour's line, and
// the right end.
func (p *placed) lifelines() {
	c := p.c
	n := len(c.Tasks)
	p.headHalf = make([]float64, n)
	for t, name := range c.Tasks {
		p.headHalf[t] = max(widest(broken(name))*14/render.FontSize, render.TextWidth(c.below(t)))/2 + render.BoxPad
	}
	left, right := slices.Clone(p.headHalf), slices.Clone(p.headHalf)
	type apart struct { // how far two tasks are, at least
		a, b int
		w    float64
	}
	var spans []apart
	for i := range c.Steps {
		m := &c.Steps[i]
		w := widest(p.text[i])
		if len(m.Others) == 0 {
			left[m.Task] = max(left[m.Task], w/2+render.BoxPad)
			right[m.Task] = max(right[m.Task], w/2+render.BoxPad)
		}
		for _, o := range m.Others {
			spans = append(spans, apart{min(o, m.Task), max(o, m.Task), w + 40})
		}
		for _, q := range m.Sends {
			said := widest(broken(q.Label))
			switch {
			case q.Label == "":
			case q.To < 0 || q.To == m.Task: // beside the lifeline
				right[m.Task] = max(right[m.Task], w/2+render.BoxPad+bow+said)
			default:
				spans = append(spans, apart{min(q.To, m.Task), max(q.To, m.Task), said + 40})
			}
		}
	}
	p.life = make([]float64, n)
	slices.SortStableFunc(spans, func(p, q apart) int { return p.b - q.b })
	at := 0
	for t := range p.life {
		if t == 0 {
			p.life[t] = numberWidth + left[t]
		} else {
			p.life[t] = p.life[t-1] + right[t-1] + left[t] + lifeGap/2
		}
		for ; at < len(spans) && spans[at].b == t; at++ {
			if spans[at].a != t {
				p.life[t] = max(p.life[t], p.life[spans[at].a]+spans[at].w)
			}
		}
		p.right = p.life[t] + right[t]
		p.span = append(p.span, span{p.life[t] - left[t], p.right})
	}
}
