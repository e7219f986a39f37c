package chart

import (
	"cmp"
	"math"
	"slices"

	"flavers/render"
)

// This file leads messages from the step that sends them to the step that takes them, and
// puts their labels where they cover least.

// bow is how far an arrow to the same task stands off, at least.
const bow = 18.0

// arrow is the way of a message: a line, or a curve beside a lifeline.
type arrow struct {
	from, to render.Pt
	bend     float64 // x of the handles of the curve; 0: a line
}

// at returns the point after a part t of the way, from 0 to 1.
func (a *arrow) at(t float64) render.Pt {
	if a.bend == 0 {
		return render.Pt{X: a.from.X + t*(a.to.X-a.from.X), Y: a.from.Y + t*(a.to.Y-a.from.Y)}
	}
	u := 1 - t
	mix := func(p, q, r, s float64) float64 { return u*u*u*p + 3*u*u*t*q + 3*u*t*t*r + t*t*t*s }
	return render.Pt{X: mix(a.from.X, a.bend, a.bend, a.to.X), Y: mix(a.from.Y, a.from.Y, a.to.Y, a.to.Y)}
}

// half returns how far what a step has on its lifeline reaches.
func (p *placed) half(i int) float64 {
	if len(p.c.Steps[i].Others) > 0 {
		return 4
	}
	return p.box(i).w / 2
}

// arrow returns the way of message k of step i: to the line of the event that takes it; to the
// next row only, if none does.
func (p *placed) arrow(i, k int) arrow {
	m := &p.c.Steps[i]
	q := &m.Sends[k]
	to := q.To
	if to < 0 {
		to = m.Task
	}
	high := 0.0 // of the box, where several messages leave it
	if len(m.Others) == 0 {
		high = p.box(i).h
	}
	from := render.Pt{X: p.life[m.Task], Y: p.y[i] + high*(float64(k+1)/float64(len(m.Sends)+1)-0.5)}
	end := render.Pt{X: p.life[to], Y: p.y[i] + p.row[i]/2 + 4.8}
	room := 2.0
	if q.Step >= 0 {
		end.Y = p.y[q.Step]
		if len(p.c.Steps[q.Step].Others) == 0 {
			b := p.box(q.Step)
			end.Y = b.y - b.h/2 + render.BoxHeight/2
			if first := p.first[q.Step]; q.Taken < len(first) {
				end.Y += lineHeight * float64(first[q.Taken])
			}
		}
		room = p.half(q.Step) + 1
	}
	if to == m.Task { // beside the lifeline
		from.X += p.half(i)
		if end.X += 3; q.Step >= 0 {
			end.X += room - 3
		}
		return arrow{from, end, max(from.X, end.X) + bow + min(40, (end.Y-from.Y)/10)}
	}
	d := sign(end.X - from.X)
	from.X += d * p.half(i)
	end.X -= d * room
	if d*(end.X-from.X) < 12 { // boxes above one another
		from.X, end.X = p.life[m.Task], p.life[to]
		from.Y = p.y[i] + max(high, render.BoxHeight)/2
		if q.Step >= 0 {
			end.Y = p.y[q.Step] - max(p.box(q.Step).h, render.BoxHeight)/2
		}
	}
	return arrow{from, end, 0}
}

// arrows writes the messages that a step sends, dashed if no step takes them.
func (p *placed) arrows(s *writer, i int) {
	for k := range p.c.Steps[i].Sends {
		q := &p.c.Steps[i].Sends[k]
		a := p.arrow(i, k)
		class := "msg sent pending"
		if q.Step >= 0 {
			class = "msg sent"
		}
		s.Printf(`<g data-sent="%d" data-taken="%d"><path class="%s" d="M%s %s`, i+1, q.Step+1, class, render.Num(a.from.X),
			render.Num(a.from.Y))
		if a.bend != 0 {
			s.Printf(`C%s %s %s %s `, render.Num(a.bend), render.Num(a.from.Y), render.Num(a.bend), render.Num(a.to.Y))
		} else {
			s.Printf("L")
		}
		s.Printf(`%s %s" marker-end="url(#%saj)"/><title>%s</title></g>`+"\n", render.Num(a.to.X), render.Num(a.to.Y),
			s.Opt.Prefix, render.Escape(q.Title))
	}
}

// label is what an arrow says, and where.
type label struct {
	rect
	text        []string
	sent, taken int // index of Steps; taken -1: by none
}

// label puts every label on its arrow, where it covers the least of boxes and of labels
// that are there already; of equal places the one nearest to the middle.
func (p *placed) label() {
	for i := range p.c.Steps {
		for k := range p.c.Steps[i].Sends {
			q := &p.c.Steps[i].Sends[k]
			if q.Label == "" {
				continue
			}
			a, text := p.arrow(i, k), broken(q.Label)
			l := label{text: text, sent: i, taken: q.Step}
			best := math.Inf(1)
			for _, t := range []float64{0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.12, 0.88} {
				at := a.at(t)
				r := rect{at.X, at.Y, widest(text) + 6, lineHeight * float64(len(text))}
				if a.bend != 0 {
					r.x += r.w/2 - 4
				}
				r.x = max(r.w/2, min(r.x, p.right-r.w/2))
				if cost := p.covered(r); cost < best {
					best, l.rect = cost, r
				}
			}
			p.labels = append(p.labels, l)
		}
	}
}

// covered returns how much of the boxes, and of the labels so far, a label would cover.
func (p *placed) covered(r rect) float64 {
	cost := 0.0
	for _, l := range p.labels {
		cost += r.shared(l.rect)
	}
	cost += r.shared(p.tag())
	from, _ := slices.BinarySearchFunc(p.y, r.y-r.h/2-stepHeight*maxLines, cmp.Compare[float64])
	for i := from; i < len(p.y) && p.y[i]-p.row[i]/2 < r.y+r.h/2; i++ {
		m := &p.c.Steps[i]
		if len(m.Others) == 0 {
			cost += r.shared(p.box(i))
		}
		for _, o := range m.Others {
			mid := (p.life[m.Task] + p.life[o]) / 2
			cost += r.shared(rect{mid, p.y[i], widest(p.text[i]), boxHeight(p.text[i])})
		}
	}
	return cost
}
