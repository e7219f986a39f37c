// Package chart draws executions as message sequence charts: one lifeline for each
// task, time from top to bottom. An execution in which a sends to b,
//
//	c := &Chart{Tasks: []string{"a", "b"}, Steps: []Message{{Task: 0, Events: []string{"ask"}, Others: []int{1}}}}
//	c.WriteSVG(w, render.SVGOptions{})
//
// has two lifelines and an arrow. WriteDOT writes it as a graph of its steps. Last steps that
// are repeated for ever (Loop) stand in a frame, as the loop fragment of UML.
//
//	chart.go   what a chart is, and its picture
//	layout.go  where everything stands
//	arrows.go  messages between steps, and where their labels find room
//	loop.go    the frame around steps that are repeated
//	fold.go    one lifeline for tasks that do the same
//	dot.go     the graph
//
// What it does not do: it knows no programs. Names and states come as text.
package chart

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"flavers/render"
)

// Message is one step of an execution.
type Message struct {
	Task   int      // index of Chart.Tasks: who moves; of a joint step the active one
	Others []int    // the other tasks of a joint step
	Events []string // what happens, a line each; long ones are broken
	Title  string   // what a pointer resting on it shows
	After  string   // state of the property, if the step changes it
	Bad    bool     // the step violates the property
	Waits  bool     // no step: the task cannot move here. Such entries are the last ones
	Silent bool     // no automaton reacts to it
	Sends  []Send
	Number int // of the step in the execution; 0: its place in Chart.Steps, from 1
}

// Send is a message that a step sends and another takes, or none yet.
type Send struct {
	To    int    // index of Chart.Tasks: who takes it; -1: nobody knows
	Step  int    // index of Chart.Steps: where it is taken; -1: it is still on its way at the end
	Taken int    // index of Events of that step: which of them takes it
	Label string // stands beside the arrow
	Title string // what a pointer resting on it shows
}

// Chart is an execution to be drawn.
type Chart struct {
	Title    string
	Notes    []string
	Tasks    []string
	Below    []string // what stands below the name of each task, in small letters; nil: nothing
	Property string   // heading of the column of states; "" if there is none
	Start    string   // the property's state before the first step
	Steps    []Message
	Loop     int // so many steps, the last ones, are repeated for ever; 0: the execution has an end
	// Alike are groups of tasks, indices of Tasks, that do the same; the first of each stands for them in Folded.
	Alike [][]int
}

// writer is a picture of a chart.
type writer struct{ render.Writer }

// WriteSVG writes the chart. The element of step i (from 1) has the class
// "step" and the attribute data-step; tasks without a step are drawn too.
//
// An inline chart has more, for pages in which it scrolls. After it come pictures
// of its headings, of the class "heads", and of the numbers of its steps, of the
// class "numbers", which fit over the upper left corner of the chart exactly; they
// are not shown unless the page does so. A heading has the attribute data-lane, a step
// data-tasks, the indices of its tasks, the active one first.
func (c *Chart) WriteSVG(w io.Writer, opt render.SVGOptions) error {
	s := &writer{render.Writer{Opt: opt}}
	p := c.place(s.HeadHeight(c.Title, c.Notes))
	width := max(p.width, render.HeadingWidth(c.Title, c.Notes))
	about := fmt.Sprintf("%d steps of %d tasks", c.steps(), len(c.Tasks))
	if c.Loop > 0 {
		about += ", and then " + c.again() + " for ever"
	}
	s.Open(width+2*render.Margin, p.bottom+p.head, c.Title, about)
	s.Heading(c.Title, c.Notes)
	s.Printf(`<g transform="translate(%s 0)"%s>`+"\n", render.Num(render.Margin), p.measures(opt))
	for t := range c.Tasks {
		s.Printf(`<line class="life c" x1="%s" y1="%s" x2="%s" y2="%s"/>`+"\n", render.Num(p.life[t]),
			render.Num(p.top+p.laneHeight()), render.Num(p.life[t]), render.Num(p.bottom))
		p.lane(s, t, p.top)
		p.lane(s, t, p.bottom)
	}
	p.heading(s)
	if c.Property != "" && c.Start != "" {
		s.lines(broken(c.Start), p.stateX, p.top+p.head+8, "note mid")
		s.Printf("\n")
	}
	p.frame(s)
	for i := range c.Steps {
		p.arrows(s, i)
	}
	for i := range c.Steps {
		p.message(s, i)
	}
	for _, l := range p.labels {
		s.Printf(`<g data-says="%d" data-taken="%d">`, l.sent+1, l.taken+1)
		s.lines(l.text, l.x, l.y-l.h/2+lineHeight-3, "mid over said")
		s.Printf("</g>\n")
	}
	s.Printf("</g>\n</svg>\n")
	if opt.Inline {
		p.heads(s, width+2*render.Margin)
		p.numbers(s, p.bottom+p.head)
	}
	_, err := io.WriteString(w, s.String())
	return err
}

// measures returns the attributes by which a page can fold tasks and steps away: data-lanes, from
// where to where each task reaches, and data-rows, the same for each step.
func (p *placed) measures(opt render.SVGOptions) string {
	if !opt.Inline {
		return ""
	}
	var lanes, rows []string
	for _, l := range p.span {
		lanes = append(lanes, render.Num(l.from)+","+render.Num(l.to))
	}
	for i := range p.c.Steps {
		end := p.bottom - stepHeight/4
		if i+1 < len(p.y) {
			end = p.y[i+1] - p.row[i+1]/2
		}
		if i+1 == p.c.entry() {
			end = p.loop.from
		}
		rows = append(rows, render.Num(p.y[i]-p.row[i]/2)+","+render.Num(end))
	}
	alike := ""
	for i, group := range p.c.Alike {
		if i > 0 {
			alike += " "
		}
		alike += strings.Trim(strings.ReplaceAll(fmt.Sprint(group), " ", ","), "[]")
	}
	if alike != "" {
		alike = fmt.Sprintf(` data-alike="%s"`, alike)
	}
	return fmt.Sprintf(` data-lanes="%s" data-rows="%s"%s`, strings.Join(lanes, " "), strings.Join(rows, " "), alike)
}

// lines writes text whose first line has the base y.
func (s *writer) lines(text []string, x, y float64, class string) {
	for k, line := range text {
		s.Printf(`<text x="%s" y="%s" class="%s">%s</text>`, render.Num(x), render.Num(y+lineHeight*float64(k)), class,
			render.Escape(line))
	}
}

// lane writes the heading of a task.
func (p *placed) lane(s *writer, t int, y float64) {
	x, half := p.life[t], p.headHalf[t]
	s.Printf(`<g data-lane="%d">`, t)
	s.Printf(`<rect class="lane" x="%s" y="%s" width="%s" height="%s" rx="6"/>`, render.Num(x-half), render.Num(y),
		render.Num(2*half), render.Num(p.laneHeight()))
	middle := y + p.laneHeight()/2
	if text := p.c.below(t); text != "" {
		middle -= belowHeight / 2
		s.Printf(`<text x="%s" y="%s" class="note mid">%s</text>`, render.Num(x), render.Num(y+p.laneHeight()-7), render.Escape(text))
	}
	s.head(broken(p.c.Tasks[t]), x, middle, p.c.Tasks[t])
	s.Printf("</g>\n")
}

// below returns what stands below the name of a task.
func (c *Chart) below(t int) string {
	if c.Below == nil {
		return ""
	}
	return c.Below[t]
}

// head writes a heading around y, with all of it for a pointer.
func (s *writer) head(text []string, x, y float64, title string) {
	for k, line := range text {
		s.Printf(`<text x="%s" y="%s" class="head mid">%s<title>%s</title></text>`, render.Num(x),
			render.Num(y+5+headLine*(float64(k)-float64(len(text)-1)/2)), render.Escape(line), render.Escape(title))
	}
}

// heading writes that of the column of states.
func (p *placed) heading(s *writer) {
	if p.c.Property != "" {
		s.head(broken(p.c.Property), p.stateX, p.top+p.laneHeight()/2, p.c.Property)
		s.Printf("\n")
	}
}

// heads writes the headings as a picture of their own. It repeats what the chart
// has, so it is nothing for those who hear the page.
func (p *placed) heads(s *writer, width float64) {
	height := p.top + p.laneHeight() + 5
	s.overlay("heads", width, height)
	s.Heading(p.c.Title, p.c.Notes)
	s.Printf(`<g transform="translate(%s 0)">`+"\n", render.Num(render.Margin))
	for t := range p.c.Tasks {
		s.Printf(`<line class="life c" x1="%s" y1="%s" x2="%s" y2="%s"/>`+"\n", render.Num(p.life[t]),
			render.Num(p.top+p.laneHeight()), render.Num(p.life[t]), render.Num(height))
		p.lane(s, t, p.top)
	}
	p.heading(s)
	s.Printf("</g>\n</svg>\n")
}

// numbers writes those of the steps as a picture of its own. That of step i (from
// 1) has the attribute data-number.
func (p *placed) numbers(s *writer, height float64) {
	const width = render.Margin + numberWidth - 8
	s.overlay("numbers", width, height)
	for i := range p.c.steps() {
		s.Printf(`<g data-number="%d"><rect class="hit" x="%s" y="%s" width="%s" height="%s"/><text x="%s" y="%s" class="note end">%d</text></g>`+"\n",
			p.c.number(i), render.Num(render.Margin-6), render.Num(p.y[i]-p.row[i]/2), render.Num(width), render.Num(p.row[i]),
			render.Num(render.Margin+numberWidth-14), render.Num(p.y[i]+4), p.c.number(i))
	}
	s.Printf("</svg>\n")
}

// overlay opens a picture that repeats a part of another.
func (s *writer) overlay(class string, width, height float64) {
	s.Printf(`<svg xmlns="http://www.w3.org/2000/svg" class="fl %s" width="%s" height="%s" viewBox="0 0 %s %s" style="display:none" aria-hidden="true">`+"\n",
		class, render.Num(width), render.Num(height), render.Num(width), render.Num(height))
	s.Printf(`<rect class="bg" width="%s" height="%s"/>`+"\n", render.Num(width), render.Num(height))
}

// message writes one step.
func (p *placed) message(s *writer, i int) {
	m, y := &p.c.Steps[i], p.y[i]
	if m.Waits {
		p.waits(s, i)
		return
	}
	class := "step"
	if m.Silent {
		class += " silent"
	}
	if m.Bad {
		class += " bad"
	}
	s.Printf(`<g class="%s" data-step="%d"`, class, p.c.number(i))
	if s.Opt.Inline {
		s.Printf(` data-tasks="%d`, m.Task)
		for _, o := range m.Others {
			s.Printf(" %d", o)
		}
		s.Printf(`"`)
	}
	s.Printf(">")
	s.Printf("<title>%s</title>", render.Escape(fmt.Sprintf("%d. %s", p.c.number(i), m.title())))
	s.Printf(`<rect class="hit" x="%s" y="%s" width="%s" height="%s" rx="4"/>`, render.Num(-6), render.Num(y-p.row[i]/2),
		render.Num(p.right+12), render.Num(p.row[i]))
	s.Printf(`<text x="%s" y="%s" class="note end">%d</text>`, render.Num(numberWidth-14), render.Num(y+4), p.c.number(i))
	text := p.text[i]
	if len(m.Others) == 0 {
		b := p.box(i)
		s.Printf(`<g class="n %s"><rect x="%s" y="%s" width="%s" height="%s" rx="6"/>`, stepClass(m), render.Num(b.x-b.w/2),
			render.Num(b.y-b.h/2), render.Num(b.w), render.Num(b.h))
		if len(text) == 1 {
			s.lines(text, b.x, y+4, "mid")
		} else {
			s.lines(text, b.x-b.w/2+render.BoxPad, b.y-b.h/2+render.BoxHeight/2+4, "line")
		}
		s.Printf("</g>")
	}
	for _, o := range m.Others {
		from, to := p.life[m.Task], p.life[o]
		at := y + 5 + lineHeight*float64(len(text)-1)/2
		s.Printf(`<path class="msg" d="M%s %sH%s" marker-end="url(#%saj)"/><circle class="dot" cx="%s" cy="%s" r="3.5"/>`,
			render.Num(from), render.Num(at), render.Num(to-sign(to-from)*1.5), s.Opt.Prefix, render.Num(from), render.Num(at))
		s.lines(text, (from+to)/2, at-7-lineHeight*float64(len(text)-1), "mid over")
	}
	if m.After != "" {
		after := broken(m.After)
		w, h := widest(after)+2*render.BoxPad, boxHeight(after)
		state := "plain"
		if m.Bad {
			state = "verdict"
		}
		s.Printf(`<g class="n %s"><rect x="%s" y="%s" width="%s" height="%s" rx="%s"/>`, state, render.Num(p.stateX-w/2),
			render.Num(y-h/2), render.Num(w), render.Num(h), render.Num(render.BoxHeight/2))
		s.lines(after, p.stateX, y-h/2+render.BoxHeight/2+4, "mid")
		s.Printf("</g>")
	}
	s.Printf("</g>\n")
}

// steps returns the number of steps: entries that say where tasks wait are none.
func (c *Chart) steps() int {
	n := len(c.Steps)
	for n > 0 && c.Steps[n-1].Waits {
		n--
	}
	return n
}

// waits writes where a task cannot move.
func (p *placed) waits(s *writer, i int) {
	b := p.box(i)
	s.Printf(`<g class="waits bad" data-waits="%d"><title>%s</title><g class="n site">`, p.c.Steps[i].Task,
		render.Escape(p.c.Steps[i].Title))
	s.Printf(`<rect x="%s" y="%s" width="%s" height="%s" rx="6"/>`, render.Num(b.x-b.w/2), render.Num(b.y-b.h/2),
		render.Num(b.w), render.Num(b.h))
	if len(p.text[i]) == 1 {
		s.lines(p.text[i], b.x, b.y+4, "mid")
	} else {
		s.lines(p.text[i], b.x-b.w/2+render.BoxPad, b.y-b.h/2+render.BoxHeight/2+4, "line")
	}
	s.Printf("</g></g>\n")
}

// number returns that of a step in the execution.
func (c *Chart) number(i int) int { return cmp.Or(c.Steps[i].Number, i+1) }

// title returns what a pointer on a step shows.
func (m *Message) title() string {
	if m.Title != "" || len(m.Events) == 0 {
		return m.Title
	}
	return m.Events[0]
}

func stepClass(m *Message) string {
	if m.Silent {
		return "tau"
	}
	return "global"
}

func sign(x float64) float64 {
	if x < 0 {
		return -1
	}
	return 1
}
