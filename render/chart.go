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
	numberWidth = 34.0
	lifeGap     = 26.0
	maxMessage  = 30
)

// WriteSVG writes the chart. The element of step i (from 1) has the class
// "step" and the attribute data-step; tasks without a step are drawn too.
func (c *Chart) WriteSVG(w io.Writer, opt SVGOptions) error {
	s := &svgWriter{opt: opt}
	life, right := c.lifelines()
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
	for t, name := range c.Tasks {
		label := shorten(name, maxMessage)
		half := textWidth(label)*14/fontSize/2 + boxPad
		s.printf(`<line class="life c" x1="%s" y1="%s" x2="%s" y2="%s"/>`+"\n", num(life[t]), num(top+30), num(life[t]), num(bottom))
		for _, at := range []float64{top, bottom} {
			s.printf(`<rect class="lane" x="%s" y="%s" width="%s" height="30" rx="6"/><text x="%s" y="%s" class="head mid">%s<title>%s</title></text>`+"\n",
				num(life[t]-half), num(at), num(2*half), num(life[t]), num(at+20), escape(label), escape(name))
		}
	}
	if c.Property != "" {
		s.printf(`<text x="%s" y="%s" class="head mid">%s<title>%s</title></text>`+"\n", num(stateX), num(top+20), escape(shorten(c.Property, maxMessage)), escape(c.Property))
		if c.Start != "" {
			s.printf(`<text x="%s" y="%s" class="note mid">%s</text>`+"\n", num(stateX), num(top+chartHead+8), escape(shorten(c.Start, maxMessage)))
		}
	}
	for i := range c.Steps {
		s.message(&c.Steps[i], i, y(i), life, right, stateX)
	}
	s.printf("</g>\n</svg>\n")
	_, err := io.WriteString(w, s.String())
	return err
}

// lifelines gives each task its x, so that no label reaches over a neighbour's
// line, and the right end.
func (c *Chart) lifelines() (x []float64, right float64) {
	half := make([]float64, len(c.Tasks)) // room that a task needs on either side
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
	return x, right
}

// message writes one step.
func (s *svgWriter) message(m *Message, i int, y float64, life []float64, right, stateX float64) {
	class := "step"
	if m.Silent {
		class += " silent"
	}
	if m.Bad {
		class += " bad"
	}
	s.printf(`<g class="%s" data-step="%d">`, class, i+1)
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
