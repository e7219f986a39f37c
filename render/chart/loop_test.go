package chart

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"flavers/internal/trial"
	"flavers/render"
)

// The frame of a loop is around its steps and no others, with its tag above the first, and
// inside the picture. No label covers the tag if there is room elsewhere.
func TestFrame(t *testing.T) {
	covered := 0
	for seed := range trial.Seeds(t, 100) {
		r := rand.New(rand.NewPCG(seed, 9))
		c := randomChart(r, 6)
		c.Loop = 1 + r.IntN(len(c.Steps))
		p := c.place(10)
		for i := range c.Steps {
			from, to := p.y[i]-p.row[i]/2, p.y[i]+p.row[i]/2
			if inside := from >= p.loop.from+tagHeight && to <= p.loop.to; inside != (i >= len(c.Steps)-c.Loop) {
				t.Errorf("seed %d: step %d of %d, of which %d are repeated: in the frame is %t", seed, i+1, len(c.Steps), c.Loop, inside)
			}
			if outside := to <= p.loop.from; outside != (i < len(c.Steps)-c.Loop) {
				t.Errorf("seed %d: step %d stands across the frame", seed, i+1)
			}
			if b := p.box(i); len(c.Steps[i].Others) == 0 && (b.x-b.w/2 < frameLeft || b.x+b.w/2 > p.right) {
				t.Errorf("seed %d: the box of step %d reaches over the side of the frame", seed, i+1)
			}
		}
		tag := p.tag()
		if tag.x+tag.w/2 > p.right || p.loop.to > p.bottom {
			t.Errorf("seed %d: the frame is out of the picture", seed)
		}
		for _, l := range p.labels {
			if l.shared(tag) > 0 {
				covered++
			}
		}
	}
	if covered > 5 {
		t.Errorf("%d labels cover a tag", covered)
	}
}

// What is folded away of a page's chart with the step before the loop is not the tag.
func TestFrameInline(t *testing.T) {
	parts := inlineChart(t, loopingChart())
	rows := regexp.MustCompile(`data-rows="([^"]*)"`).FindStringSubmatch(parts[0])[1]
	var first, end, frame float64
	fmt.Sscanf(strings.Fields(rows)[0], "%g,%g", &first, &end)
	fmt.Sscan(regexp.MustCompile(`class="frame" x="[^"]*" y="([^"]*)"`).FindStringSubmatch(parts[0])[1], &frame)
	if end > frame || first > end {
		t.Errorf("the row of the first step reaches from %g to %g, the frame begins at %g", first, end, frame)
	}
	for _, over := range parts[1:] {
		if strings.Contains(over, "frame") {
			t.Error("a picture over the chart has the frame again")
		}
	}
}

// Without a loop there is neither a frame nor an edge back; of one step, the edge leads from
// the step to itself.
func TestLoops(t *testing.T) {
	write := func(loop int) (svg, dot string) {
		c := loopingChart()
		c.Loop = loop
		var s, d bytes.Buffer
		if err := c.WriteSVG(&s, render.SVGOptions{}); err != nil {
			t.Fatal(err)
		}
		if err := c.WriteDOT(&d); err != nil {
			t.Fatal(err)
		}
		return s.String(), d.String()
	}
	for loop, want := range map[int]string{0: "", 1: "step 4, again", 3: "steps 2 to 4, again", 4: "steps 1 to 4, again", 9: "steps 1 to 4, again"} {
		svg, dot := write(loop)
		if strings.Contains(svg, `class="frame"`) != (loop > 0) || strings.Contains(dot, `"again"`) != (loop > 0) {
			t.Errorf("%d steps: the loop is drawn where there is none, or not", loop)
		}
		if !strings.Contains(svg, want) || !strings.Contains(dot, want) {
			t.Errorf("%d steps: the pictures do not say %q", loop, want)
		}
	}
	for loop, first := range map[int]int{1: 4, 3: 2, 4: 1, 9: 1} {
		if _, dot := write(loop); !regexp.MustCompile(fmt.Sprintf(`"s4" -> "s%d" \[\s*class="again"`, first)).MatchString(dot) {
			t.Errorf("%d steps: no edge back to step %d:\n%s", loop, first, dot)
		}
	}
}
