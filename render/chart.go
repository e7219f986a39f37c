package render

// Message sequence charts: an execution with one lifeline for each task, time
// from top to bottom.

import (
	"fmt"
	"io"
	"slices"
)

// Message is one step of an execution.
type Message struct {
	Task   int    // index of Chart.Tasks: who moves; of a joint step the active one
	Others []int  // the other tasks of a joint step
	Label  string // what happens
	Title  string // what a pointer resting on it shows
	After  string // state of the property, if the step changes it
	Bad    bool   // the step violates the property
	Silent bool   // no automaton reacts to it
	Sends  []Send
}

// Send is a message that a step sends and another takes, or none yet.
type Send struct {
	To    int    // index of Chart.Tasks: who takes it; -1: nobody knows
	Step  int    // index of Chart.Steps: where it is taken; -1: it is still on its way at the end
	Title string // what a pointer resting on it shows
}

// Chart is an execution to be drawn.
type Chart struct {
	Title    string
	Notes    []string
	Tasks    []string
	Property string // heading of the column of states; "" if there is none
	Start    string // the property's state before the first step
	Steps    []Message
}

const (
	stepHeight  = 40.0
	chartHead   = 40.0
	laneHeight  = 30.0
	numberWidth = 34.0
	lifeGap     = 26.0
	maxMessage  = 30
)

// WriteSVG writes the chart. The element of step i (from 1) has the class
// "step" and the attribute data-step; tasks without a step are drawn too.
//
// An inline chart has more, for pages in which it scrolls. After it come pictures
// of its headings, of the class "heads", and of the numbers of its steps, of the
// class "numbers", which fit over the upper left corner of the chart exactly; they
// are not shown unless the page does so. And the attributes data-left and data-right of a step say how far its
// box may reach from its lifeline without touching a neighbour's.
func (c *Chart) WriteSVG(w io.Writer, opt SVGOptions) error {
	s := &svgWriter{opt: opt}
	life, half, right := c.lifelines()
	stateX := right + lifeGap
	width := right
	if c.Property != "" {
		stateWidth := textWidth(shorten(c.Property, maxMessage)) * 14 / fontSize
		for _, m := range c.Steps {
			stateWidth = max(stateWidth, textWidth(shorten(m.After, maxMessage))+2*boxPad)
		}
		stateX += stateWidth / 2
		width = stateX + stateWidth/2
	}
	top := s.headHeight(c.Title, c.Notes)
	width = max(width, headingWidth(c.Title, c.Notes))
	y := func(i int) float64 { return top + chartHead + stepHeight*(float64(i)+0.75) }
	bottom := y(len(c.Steps)-1) + stepHeight*0.75
	if len(c.Steps) == 0 {
		bottom = top + chartHead + stepHeight
	}
	s.open(width+2*margin, bottom+chartHead, c.Title, fmt.Sprintf("%d steps of %d tasks", len(c.Steps), len(c.Tasks)))
	s.heading(c.Title, c.Notes)
	s.printf(`<g transform="translate(%s 0)">`+"\n", num(margin))
	for t := range c.Tasks {
		s.printf(`<line class="life c" x1="%s" y1="%s" x2="%s" y2="%s"/>`+"\n", num(life[t]), num(top+laneHeight), num(life[t]), num(bottom))
		c.lane(s, t, life[t], top)
		c.lane(s, t, life[t], bottom)
	}
	c.heading(s, stateX, top)
	if c.Property != "" && c.Start != "" {
		s.printf(`<text x="%s" y="%s" class="note mid">%s</text>`+"\n", num(stateX), num(top+chartHead+8), escape(shorten(c.Start, maxMessage)))
	}
	for i := range c.Steps {
		c.sends(s, i, life, y)
	}
	for i := range c.Steps {
		m, reach := &c.Steps[i], ""
		if opt.Inline && len(m.Others) == 0 {
			left, right := c.reach(m.Task, life, half)
			reach = fmt.Sprintf(` data-left="%s" data-right="%s"`, num(left), num(right))
		}
		s.message(m, i, reach, y(i), life, right, stateX)
	}
	s.printf("</g>\n</svg>\n")
	if opt.Inline {
		c.heads(s, width+2*margin, top, life, stateX)
		c.numbers(s, bottom+chartHead, y)
	}
	_, err := io.WriteString(w, s.String())
	return err
}

// lane writes the heading of a task.
func (c *Chart) lane(s *svgWriter, t int, x, y float64) {
	label := shorten(c.Tasks[t], maxMessage)
	half := textWidth(label)*14/fontSize/2 + boxPad
	s.printf(`<rect class="lane" x="%s" y="%s" width="%s" height="%s" rx="6"/><text x="%s" y="%s" class="head mid">%s<title>%s</title></text>`+"\n",
		num(x-half), num(y), num(2*half), num(laneHeight), num(x), num(y+20), escape(label), escape(c.Tasks[t]))
}

// heading writes that of the column of states.
func (c *Chart) heading(s *svgWriter, x, y float64) {
	if c.Property != "" {
		s.printf(`<text x="%s" y="%s" class="head mid">%s<title>%s</title></text>`+"\n", num(x), num(y+20), escape(shorten(c.Property, maxMessage)), escape(c.Property))
	}
}

// heads writes the headings as a picture of their own. It repeats what the chart
// has, so it is nothing for those who hear the page.
func (c *Chart) heads(s *svgWriter, width, top float64, life []float64, stateX float64) {
	height := top + laneHeight + 5
	s.overlay("heads", width, height)
	s.heading(c.Title, c.Notes)
	s.printf(`<g transform="translate(%s 0)">`+"\n", num(margin))
	for t := range c.Tasks {
		s.printf(`<line class="life c" x1="%s" y1="%s" x2="%s" y2="%s"/>`+"\n", num(life[t]), num(top+laneHeight), num(life[t]), num(height))
		c.lane(s, t, life[t], top)
	}
	c.heading(s, stateX, top)
	s.printf("</g>\n</svg>\n")
}

// numbers writes those of the steps as a picture of its own. That of step i (from
// 1) has the attribute data-number.
func (c *Chart) numbers(s *svgWriter, height float64, y func(int) float64) {
	const width = margin + numberWidth - 8
	s.overlay("numbers", width, height)
	for i := range c.Steps {
		s.printf(`<g data-number="%d"><rect class="hit" x="%s" y="%s" width="%s" height="%s"/><text x="%s" y="%s" class="note end">%d</text></g>`+"\n",
			i+1, num(margin-6), num(y(i)-stepHeight/2), num(width), num(stepHeight), num(margin+numberWidth-14), num(y(i)+4), i+1)
	}
	s.printf("</svg>\n")
}

// overlay opens a picture that repeats a part of another.
func (s *svgWriter) overlay(class string, width, height float64) {
	s.printf(`<svg xmlns="http://www.w3.org/2000/svg" class="fl %s" width="%s" height="%s" viewBox="0 0 %s %s" style="display:none" aria-hidden="true">`+"\n",
		class, num(width), num(height), num(width), num(height))
	s.printf(`<rect class="bg" width="%s" height="%s"/>`+"\n", num(width), num(height))
}

// sends writes the messages that a step sends: from it to the step that takes
// it, on the lifeline of its task; dashed, and to the next row only, if no step
// does.
func (c *Chart) sends(s *svgWriter, i int, life []float64, y func(int) float64) {
	m := &c.Steps[i]
	half := func(m *Message) float64 {
		if len(m.Others) > 0 {
			return 4
		}
		return textWidth(shorten(m.Label, maxMessage))/2 + boxPad
	}
	for _, q := range m.Sends {
		to := q.To
		if to < 0 {
			to = m.Task
		}
		from, end := Pt{life[m.Task], y(i)}, Pt{life[to], y(i) + stepHeight*0.62}
		class := "msg sent pending"
		room := 2.0
		if q.Step >= 0 {
			class = "msg sent"
			end.Y = y(q.Step)
			room = half(&c.Steps[q.Step]) + 1
		}
		s.printf(`<g data-sent="%d" data-taken="%d"><path class="%s" d="`, i+1, q.Step+1, class)
		if to == m.Task { // beside the lifeline
			from.X += half(m)
			if q.Step >= 0 {
				end.X += room
			} else {
				end.X += 3
			}
			bow := max(from.X, end.X) + 18 + min(40, (end.Y-from.Y)/10)
			s.printf(`M%s %sC%s %s %s %s %s %s`, num(from.X), num(from.Y), num(bow), num(from.Y), num(bow), num(end.Y), num(end.X), num(end.Y))
		} else {
			d := sign(end.X - from.X)
			from.X += d * half(m)
			end.X -= d * room
			if d*(end.X-from.X) < 12 { // boxes above one another
				end.X = life[to]
				from.X = life[m.Task]
				end.Y -= boxHeight / 2
				from.Y += boxHeight / 2
			}
			s.printf(`M%s %sL%s %s`, num(from.X), num(from.Y), num(end.X), num(end.Y))
		}
		s.printf(`" marker-end="url(#%saj)"/>`, s.opt.Prefix)
		s.printf("<title>%s</title></g>\n", escape(q.Title))
	}
}

// lifelines gives each task its x, so that no label reaches over a neighbour's
// line, the room that it has on either side, and the right end.
func (c *Chart) lifelines() (x, half []float64, right float64) {
	half = make([]float64, len(c.Tasks))
	for t, name := range c.Tasks {
		half[t] = textWidth(shorten(name, maxMessage))*14/fontSize/2 + boxPad
	}
	type span struct {
		a, b int
		w    float64
	}
	var spans []span
	for _, m := range c.Steps {
		w := textWidth(shorten(m.Label, maxMessage))
		if len(m.Others) == 0 {
			half[m.Task] = max(half[m.Task], w/2+boxPad)
			continue
		}
		for _, o := range m.Others {
			spans = append(spans, span{min(o, m.Task), max(o, m.Task), w + 40})
		}
	}
	x = make([]float64, len(c.Tasks))
	slices.SortStableFunc(spans, func(p, q span) int { return p.b - q.b })
	at := 0
	for t := range x {
		switch t {
		case 0:
			x[t] = numberWidth + half[t]
		default:
			x[t] = x[t-1] + half[t-1]/1 + half[t] + lifeGap/2
		}
		for ; at < len(spans) && spans[at].b == t; at++ {
			if spans[at].a != t {
				x[t] = max(x[t], x[spans[at].a]+spans[at].w)
			}
		}
		right = x[t] + half[t]
	}
	return x, half, right
}

// reach is how far a box on a lifeline may reach to either side.
func (c *Chart) reach(t int, life, half []float64) (left, right float64) {
	const air = 10
	left, right = life[t]-numberWidth, half[t]
	if t > 0 {
		left = life[t] - life[t-1] - air
	}
	if t+1 < len(life) {
		right = life[t+1] - life[t] - air
	}
	return left, right
}

// message writes one step, with more attributes.
func (s *svgWriter) message(m *Message, i int, attributes string, y float64, life []float64, right, stateX float64) {
	class := "step"
	if m.Silent {
		class += " silent"
	}
	if m.Bad {
		class += " bad"
	}
	s.printf(`<g class="%s" data-step="%d"%s>`, class, i+1, attributes)
	title := m.Title
	if title == "" {
		title = m.Label
	}
	s.printf("<title>%s</title>", escape(fmt.Sprintf("%d. %s", i+1, title)))
	s.printf(`<rect class="hit" x="%s" y="%s" width="%s" height="%s" rx="4"/>`, num(-6), num(y-stepHeight/2), num(right+12), num(stepHeight))
	s.printf(`<text x="%s" y="%s" class="note end">%d</text>`, num(numberWidth-14), num(y+4), i+1)
	label := shorten(m.Label, maxMessage)
	if len(m.Others) == 0 {
		w := textWidth(label) + 2*boxPad
		s.printf(`<g class="n %s"><rect x="%s" y="%s" width="%s" height="%s" rx="6"/><text x="%s" y="%s" class="mid">%s</text></g>`,
			stepClass(m), num(life[m.Task]-w/2), num(y-boxHeight/2), num(w), num(boxHeight), num(life[m.Task]), num(y+4), escape(label))
	}
	for _, o := range m.Others {
		from, to := life[m.Task], life[o]
		s.printf(`<path class="msg" d="M%s %sH%s" marker-end="url(#%saj)"/><circle class="dot" cx="%s" cy="%s" r="3.5"/>`,
			num(from), num(y+5), num(to-sign(to-from)*1.5), s.opt.Prefix, num(from), num(y+5))
		s.printf(`<text x="%s" y="%s" class="mid over">%s</text>`, num((from+to)/2), num(y-2), escape(label))
	}
	if m.After != "" {
		after := shorten(m.After, maxMessage)
		w := textWidth(after) + 2*boxPad
		state := "plain"
		if m.Bad {
			state = "verdict"
		}
		s.printf(`<g class="n %s"><rect x="%s" y="%s" width="%s" height="%s" rx="%s"/><text x="%s" y="%s" class="mid">%s</text></g>`,
			state, num(stateX-w/2), num(y-boxHeight/2), num(w), num(boxHeight), num(boxHeight/2), num(stateX), num(y+4), escape(after))
	}
	s.printf("</g>\n")
}

func stepClass(m *Message) string {
	switch {
	case m.Silent:
		return "tau"
	default:
		return "global"
	}
}

func sign(x float64) float64 {
	if x < 0 {
		return -1
	}
	return 1
}
