// Package chart draws executions as message sequence charts: one lifeline for each
// task, time from top to bottom. An execution in which a sends to b,
//
//	c := &Chart{Tasks: []string{"a", "b"}, Steps: []Message{{Task: 0, Label: "ask", Others: []int{1}}}}
//	c.WriteSVG(w, render.SVGOptions{})
//
// has two lifelines and an arrow. WriteDOT writes it as a graph of its steps.
//
// What it does not do: it knows no programs. Names and states come as text.
package chart

import (
	"fmt"
	"io"
	"slices"

	"flavers/render"
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

// writer is a picture of a chart.
type writer struct{ render.Writer }

// WriteSVG writes the chart. The element of step i (from 1) has the class
// "step" and the attribute data-step; tasks without a step are drawn too.
//
// An inline chart has more, for pages in which it scrolls. After it come pictures
// of its headings, of the class "heads", and of the numbers of its steps, of the
// class "numbers", which fit over the upper left corner of the chart exactly; they
// are not shown unless the page does so. And the attributes data-left and data-right of a step say how far its
// box may reach from its lifeline without touching a neighbour's.
func (c *Chart) WriteSVG(w io.Writer, opt render.SVGOptions) error {
	s := &writer{render.Writer{Opt: opt}}
	life, half, right := c.lifelines()
	stateX := right + lifeGap
	width := right
	if c.Property != "" {
		stateWidth := render.TextWidth(render.Shorten(c.Property, maxMessage)) * 14 / render.FontSize
		for _, m := range c.Steps {
			stateWidth = max(stateWidth, render.TextWidth(render.Shorten(m.After, maxMessage))+2*render.BoxPad)
		}
		stateX += stateWidth / 2
		width = stateX + stateWidth/2
	}
	top := s.HeadHeight(c.Title, c.Notes)
	width = max(width, render.HeadingWidth(c.Title, c.Notes))
	y := func(i int) float64 { return top + chartHead + stepHeight*(float64(i)+0.75) }
	bottom := y(len(c.Steps)-1) + stepHeight*0.75
	if len(c.Steps) == 0 {
		bottom = top + chartHead + stepHeight
	}
	s.Open(width+2*render.Margin, bottom+chartHead, c.Title,
		fmt.Sprintf("%d steps of %d tasks", len(c.Steps), len(c.Tasks)))
	s.Heading(c.Title, c.Notes)
	s.Printf(`<g transform="translate(%s 0)">`+"\n", render.Num(render.Margin))
	for t := range c.Tasks {
		s.Printf(`<line class="life c" x1="%s" y1="%s" x2="%s" y2="%s"/>`+"\n", render.Num(life[t]),
			render.Num(top+laneHeight), render.Num(life[t]), render.Num(bottom))
		c.lane(s, t, life[t], top)
		c.lane(s, t, life[t], bottom)
	}
	c.heading(s, stateX, top)
	if c.Property != "" && c.Start != "" {
		s.Printf(`<text x="%s" y="%s" class="note mid">%s</text>`+"\n", render.Num(stateX), render.Num(top+chartHead+8),
			render.Escape(render.Shorten(c.Start, maxMessage)))
	}
	for i := range c.Steps {
		c.sends(s, i, life, y)
	}
	for i := range c.Steps {
		m, reach := &c.Steps[i], ""
		if opt.Inline && len(m.Others) == 0 {
			left, right := c.reach(m.Task, life, half)
			reach = fmt.Sprintf(` data-left="%s" data-right="%s"`, render.Num(left), render.Num(right))
		}
		s.message(m, i, reach, y(i), life, right, stateX)
	}
	s.Printf("</g>\n</svg>\n")
	if opt.Inline {
		c.heads(s, width+2*render.Margin, top, life, stateX)
		c.numbers(s, bottom+chartHead, y)
	}
	_, err := io.WriteString(w, s.String())
	return err
}

// lane writes the heading of a task.
func (c *Chart) lane(s *writer, t int, x, y float64) {
	label := render.Shorten(c.Tasks[t], maxMessage)
	half := render.TextWidth(label)*14/render.FontSize/2 + render.BoxPad
	s.Printf(`<rect class="lane" x="%s" y="%s" width="%s" height="%s" rx="6"/><text x="%s" y="%s" class="head mid">%s<title>%s</title></text>`+"\n",
		render.Num(x-half), render.Num(y), render.Num(2*half), render.Num(laneHeight), render.Num(x), render.Num(y+20),
		render.Escape(label), render.Escape(c.Tasks[t]))
}

// heading writes that of the column of states.
func (c *Chart) heading(s *writer, x, y float64) {
	if c.Property != "" {
		s.Printf(`<text x="%s" y="%s" class="head mid">%s<title>%s</title></text>`+"\n", render.Num(x), render.Num(y+20),
			render.Escape(render.Shorten(c.Property, maxMessage)), render.Escape(c.Property))
	}
}

// heads writes the headings as a picture of their own. It repeats what the chart
// has, so it is nothing for those who hear the page.
func (c *Chart) heads(s *writer, width, top float64, life []float64, stateX float64) {
	height := top + laneHeight + 5
	s.overlay("heads", width, height)
	s.Heading(c.Title, c.Notes)
	s.Printf(`<g transform="translate(%s 0)">`+"\n", render.Num(render.Margin))
	for t := range c.Tasks {
		s.Printf(`<line class="life c" x1="%s" y1="%s" x2="%s" y2="%s"/>`+"\n", render.Num(life[t]),
			render.Num(top+laneHeight), render.Num(life[t]), render.Num(height))
		c.lane(s, t, life[t], top)
	}
	c.heading(s, stateX, top)
	s.Printf("</g>\n</svg>\n")
}

// numbers writes those of the steps as a picture of its own. That of step i (from
// 1) has the attribute data-number.
func (c *Chart) numbers(s *writer, height float64, y func(int) float64) {
	const width = render.Margin + numberWidth - 8
	s.overlay("numbers", width, height)
	for i := range c.Steps {
		s.Printf(`<g data-number="%d"><rect class="hit" x="%s" y="%s" width="%s" height="%s"/><text x="%s" y="%s" class="note end">%d</text></g>`+"\n",
			i+1, render.Num(render.Margin-6), render.Num(y(i)-stepHeight/2), render.Num(width), render.Num(stepHeight),
			render.Num(render.Margin+numberWidth-14), render.Num(y(i)+4), i+1)
	}
	s.Printf("</svg>\n")
}

// overlay opens a picture that repeats a part of another.
func (s *writer) overlay(class string, width, height float64) {
	s.Printf(`<svg xmlns="http://www.w3.org/2000/svg" class="fl %s" width="%s" height="%s" viewBox="0 0 %s %s" style="display:none" aria-hidden="true">`+"\n",
		class, render.Num(width), render.Num(height), render.Num(width), render.Num(height))
	s.Printf(`<rect class="bg" width="%s" height="%s"/>`+"\n", render.Num(width), render.Num(height))
}

// sends writes the messages that a step sends: from it to the step that takes
// it, on the lifeline of its task; dashed, and to the next row only, if no step
// does.
func (c *Chart) sends(s *writer, i int, life []float64, y func(int) float64) {
	m := &c.Steps[i]
	half := func(m *Message) float64 {
		if len(m.Others) > 0 {
			return 4
		}
		return render.TextWidth(render.Shorten(m.Label, maxMessage))/2 + render.BoxPad
	}
	for _, q := range m.Sends {
		to := q.To
		if to < 0 {
			to = m.Task
		}
		from, end := render.Pt{X: life[m.Task], Y: y(i)}, render.Pt{X: life[to], Y: y(i) + stepHeight*0.62}
		class := "msg sent pending"
		room := 2.0
		if q.Step >= 0 {
			class = "msg sent"
			end.Y = y(q.Step)
			room = half(&c.Steps[q.Step]) + 1
		}
		s.Printf(`<g data-sent="%d" data-taken="%d"><path class="%s" d="`, i+1, q.Step+1, class)
		if to == m.Task { // beside the lifeline
			from.X += half(m)
			if q.Step >= 0 {
				end.X += room
			} else {
				end.X += 3
			}
			bow := max(from.X, end.X) + 18 + min(40, (end.Y-from.Y)/10)
			s.Printf(`M%s %sC%s %s %s %s %s %s`, render.Num(from.X), render.Num(from.Y), render.Num(bow), render.Num(from.Y),
				render.Num(bow), render.Num(end.Y), render.Num(end.X), render.Num(end.Y))
		} else {
			d := sign(end.X - from.X)
			from.X += d * half(m)
			end.X -= d * room
			if d*(end.X-from.X) < 12 { // boxes above one another
				end.X = life[to]
				from.X = life[m.Task]
				end.Y -= render.BoxHeight / 2
				from.Y += render.BoxHeight / 2
			}
			s.Printf(`M%s %sL%s %s`, render.Num(from.X), render.Num(from.Y), render.Num(end.X), render.Num(end.Y))
		}
		s.Printf(`" marker-end="url(#%saj)"/>`, s.Opt.Prefix)
		s.Printf("<title>%s</title></g>\n", render.Escape(q.Title))
	}
}

// lifelines gives each task its x, so that no label reaches over a neighbour's
// line, the room that it has on either side, and the right end.
func (c *Chart) lifelines() (x, half []float64, right float64) {
	half = make([]float64, len(c.Tasks))
	for t, name := range c.Tasks {
		half[t] = render.TextWidth(render.Shorten(name, maxMessage))*14/render.FontSize/2 + render.BoxPad
	}
	type span struct {
		a, b int
		w    float64
	}
	var spans []span
	for _, m := range c.Steps {
		w := render.TextWidth(render.Shorten(m.Label, maxMessage))
		if len(m.Others) == 0 {
			half[m.Task] = max(half[m.Task], w/2+render.BoxPad)
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
func (s *writer) message(m *Message, i int, attributes string, y float64, life []float64, right, stateX float64) {
	class := "step"
	if m.Silent {
		class += " silent"
	}
	if m.Bad {
		class += " bad"
	}
	s.Printf(`<g class="%s" data-step="%d"%s>`, class, i+1, attributes)
	title := m.Title
	if title == "" {
		title = m.Label
	}
	s.Printf("<title>%s</title>", render.Escape(fmt.Sprintf("%d. %s", i+1, title)))
	s.Printf(`<rect class="hit" x="%s" y="%s" width="%s" height="%s" rx="4"/>`, render.Num(-6), render.Num(y-stepHeight/2),
		render.Num(right+12), render.Num(stepHeight))
	s.Printf(`<text x="%s" y="%s" class="note end">%d</text>`, render.Num(numberWidth-14), render.Num(y+4), i+1)
	label := render.Shorten(m.Label, maxMessage)
	if len(m.Others) == 0 {
		w := render.TextWidth(label) + 2*render.BoxPad
		s.Printf(`<g class="n %s"><rect x="%s" y="%s" width="%s" height="%s" rx="6"/><text x="%s" y="%s" class="mid">%s</text></g>`,
			stepClass(m), render.Num(life[m.Task]-w/2), render.Num(y-render.BoxHeight/2), render.Num(w),
			render.Num(render.BoxHeight), render.Num(life[m.Task]), render.Num(y+4), render.Escape(label))
	}
	for _, o := range m.Others {
		from, to := life[m.Task], life[o]
		s.Printf(`<path class="msg" d="M%s %sH%s" marker-end="url(#%saj)"/><circle class="dot" cx="%s" cy="%s" r="3.5"/>`,
			render.Num(from), render.Num(y+5), render.Num(to-sign(to-from)*1.5), s.Opt.Prefix, render.Num(from), render.Num(y+5))
		s.Printf(`<text x="%s" y="%s" class="mid over">%s</text>`, render.Num((from+to)/2), render.Num(y-2),
			render.Escape(label))
	}
	if m.After != "" {
		after := render.Shorten(m.After, maxMessage)
		w := render.TextWidth(after) + 2*render.BoxPad
		state := "plain"
		if m.Bad {
			state = "verdict"
		}
		s.Printf(`<g class="n %s"><rect x="%s" y="%s" width="%s" height="%s" rx="%s"/><text x="%s" y="%s" class="mid">%s</text></g>`,
			state, render.Num(stateX-w/2), render.Num(y-render.BoxHeight/2), render.Num(w), render.Num(render.BoxHeight),
			render.Num(render.BoxHeight/2), render.Num(stateX), render.Num(y+4), render.Escape(after))
	}
	s.Printf("</g>\n")
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
