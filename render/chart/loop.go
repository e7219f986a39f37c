package chart

// Steps that are repeated for ever, in a frame with a tag: the loop fragment of UML.

import (
	"fmt"

	"flavers/render"
)

const (
	loopHead  = 26.0 // above the steps of a loop, for its tag
	tagHeight = 18.0
	loopTag   = "loop"
	loopGuard = "[for ever]"
)

// entry returns the index of the first step of the loop; len(Steps) if there is none.
func (c *Chart) entry() int { return len(c.Steps) - min(c.Loop, len(c.Steps)) }

// again names the steps of the loop.
func (c *Chart) again() string {
	first, last := c.number(c.entry()), c.number(len(c.Steps)-1)
	if first == last {
		return fmt.Sprintf("step %d", last)
	}
	return fmt.Sprintf("steps %d to %d", first, last)
}

// frameLeft is where the frame of a loop begins, right of the numbers of the steps.
const frameLeft = numberWidth - 9

// tagWidth returns that of the tag alone.
func tagWidth() float64 { return render.TextWidth(loopTag) + 2*render.BoxPad }

// tag returns the place of the frame's tag with the words beside it; empty without a loop.
func (p *placed) tag() rect {
	if p.loop.from == p.loop.to {
		return rect{}
	}
	w := tagWidth() + 6 + render.TextWidth(loopGuard)
	return rect{frameLeft + w/2, p.loop.from + tagHeight/2, w, tagHeight}
}

// frame writes the frame around the loop, if there is one.
func (p *placed) frame(s *writer) {
	if p.loop.from == p.loop.to {
		return
	}
	num := render.Num
	y, w := p.loop.from, tagWidth()
	s.Printf(`<g class="loop" data-loop="%d"><rect class="frame" x="%s" y="%s" width="%s" height="%s"/>`, p.c.entry()+1,
		num(frameLeft), num(y), num(p.right+render.BoxPad-frameLeft), num(p.loop.to-y))
	s.Printf(`<path class="tag" d="M%s %sL%s %sL%s %sL%s %sL%s %sL%s %s"/>`, num(frameLeft), num(y), num(frameLeft+w), num(y),
		num(frameLeft+w), num(y+tagHeight-5), num(frameLeft+w-5), num(y+tagHeight), num(frameLeft), num(y+tagHeight),
		num(frameLeft), num(y))
	s.lines([]string{loopTag}, frameLeft+w/2, y+13, "mid")
	s.lines([]string{loopGuard}, frameLeft+w+6, y+13, "note over")
	s.Printf("<title>%s</title></g>\n", render.Escape(p.c.again()+", again and again"))
}
