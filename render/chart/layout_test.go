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

// randomChart is one of a few tasks that send each other messages, with names of any length.
func randomChart(r *rand.Rand, longest int) *Chart {
	word := func() string {
		return strings.Repeat("name", 1+r.IntN(longest)) + fmt.Sprintf("(%d,%t)", r.IntN(100), r.IntN(2) == 0)
	}
	c := &Chart{Property: word(), Start: word()}
	for range 2 + r.IntN(4) {
		c.Tasks = append(c.Tasks, word())
	}
	n := 1 + r.IntN(12)
	for i := range n {
		m := Message{Task: r.IntN(len(c.Tasks))}
		for range 1 + r.IntN(5) {
			m.Events = append(m.Events, word())
		}
		if other := r.IntN(len(c.Tasks)); other != m.Task && r.IntN(4) == 0 {
			m.Others = []int{other}
		}
		for range r.IntN(3) {
			to := r.IntN(len(c.Tasks))
			m.Sends = append(m.Sends, Send{To: to, Step: -1, Label: word()})
		}
		if r.IntN(3) == 0 {
			m.After = word()
		}
		c.Steps = append(c.Steps, m)
		for k := range i {
			for j := range c.Steps[k].Sends {
				if q := &c.Steps[k].Sends[j]; q.To == m.Task && r.IntN(2) == 0 {
					q.Step, q.Taken = i, r.IntN(len(m.Events))
				}
			}
		}
	}
	return c
}

// Every character of what a chart says is in its picture: long texts are broken, not cut.
func TestNothingIsCut(t *testing.T) {
	said := regexp.MustCompile(`<text [^>]*>([^<]*)(?:<title>[^<]*</title>)?</text>`)
	for seed := range trial.Seeds(t, 40) {
		c := randomChart(rand.New(rand.NewPCG(seed, 7)), 30)
		var b bytes.Buffer
		if err := c.WriteSVG(&b, render.SVGOptions{}); err != nil {
			t.Fatal(err)
		}
		var all strings.Builder
		for _, m := range said.FindAllStringSubmatch(b.String(), -1) {
			all.WriteString(strings.Trim(m[1], "\u2007"))
		}
		want := append([]string{c.Property, c.Start}, c.Tasks...)
		for i := range c.Steps {
			want = append(append(want, c.Steps[i].Events...), c.Steps[i].After)
			for _, q := range c.Steps[i].Sends {
				want = append(want, q.Label)
			}
		}
		for _, w := range want {
			if !strings.Contains(all.String(), w) {
				t.Fatalf("seed %d: the picture does not say %s", seed, w)
			}
		}
	}
}

// No box leaves its row or reaches over the line of another task, and everything is inside
// the picture.
func TestRoom(t *testing.T) {
	for seed := range trial.Seeds(t, 100) {
		p := randomChart(rand.New(rand.NewPCG(seed, 8)), 12).place(10)
		for i := range p.c.Steps {
			m := &p.c.Steps[i]
			if i > 0 && p.y[i]-p.row[i]/2 < p.y[i-1]+p.row[i-1]/2-0.01 {
				t.Errorf("seed %d: step %d begins above the end of the one before", seed, i+1)
			}
			if len(m.Others) > 0 {
				continue
			}
			b := p.box(i)
			for task, x := range p.life {
				if task != m.Task && b.x-b.w/2 < x && x < b.x+b.w/2 {
					t.Errorf("seed %d: step %d reaches over the line of task %d", seed, i+1, task)
				}
			}
			if b.h > p.row[i] || b.x-b.w/2 < numberWidth-14 || b.x+b.w/2 > p.right {
				t.Errorf("seed %d: the box of step %d is out of its row: %v", seed, i+1, b)
			}
		}
		for _, l := range p.labels {
			if l.y+l.h/2 > p.bottom || l.x-l.w/2 < -1 || l.x+l.w/2 > p.right+1 {
				t.Errorf("seed %d: the label %v is out of the picture", seed, l)
			}
		}
	}
}

// The labels of a vote: none covers a box or another label, and each says the arguments.
func TestLabels(t *testing.T) {
	c := &Chart{Tasks: []string{"coordinator", "participant[0]", "participant[1]"}, Steps: []Message{
		{Task: 0, Events: []string{"coordinator.start"}, Sends: []Send{{To: 1, Step: 1, Label: "prepare"}, {To: 2, Step: 3, Label: "prepare"}}},
		{Task: 1, Events: []string{"participant[0].prepare", "mine=false"}, Sends: []Send{{To: 0, Step: 2, Label: "vote(0,false)"}}},
		{Task: 0, Events: []string{"coordinator.vote(0,false)", "voted=1"}},
		{Task: 2, Events: []string{"participant[1].prepare", "mine=true"}, Sends: []Send{{To: 0, Step: 4, Label: "vote(1,true)"}}},
		{Task: 0, Events: []string{"coordinator.vote(1,true)", "voted=2"}, Sends: []Send{{To: 1, Step: -1, Label: "decide(true)"},
			{To: 2, Step: -1, Label: "decide(true)"}}},
	}}
	p := c.place(10)
	if len(p.labels) != 6 {
		t.Fatalf("%d labels", len(p.labels))
	}
	for i, l := range p.labels {
		for _, o := range p.labels[:i] {
			if l.shared(o.rect) > 0 {
				t.Errorf("%s covers %s", l.text, o.text)
			}
		}
		for k := range c.Steps {
			if l.shared(p.box(k)) > 0 {
				t.Errorf("%s covers step %d", l.text, k+1)
			}
		}
	}
}

// A heading stands in the middle of its box, however many lines the others have.
func TestHeadingsAreCentred(t *testing.T) {
	lane := regexp.MustCompile(`<g data-lane="\d+"><rect class="lane" x="[^"]*" y="([^"]*)" width="[^"]*" height="([^"]*)" rx="6"/>(.*)</g>`)
	line := regexp.MustCompile(`<text x="[^"]*" y="([^"]*)" class="head mid">`)
	uneven := 0
	for seed := range trial.Seeds(t, 20) {
		c := randomChart(rand.New(rand.NewPCG(seed, 8)), 20)
		var b bytes.Buffer
		if err := c.WriteSVG(&b, render.SVGOptions{}); err != nil {
			t.Fatal(err)
		}
		lines := map[int]bool{}
		for _, m := range lane.FindAllStringSubmatch(b.String(), -1) {
			var y, h, first, last float64
			fmt.Sscan(m[1], &y)
			fmt.Sscan(m[2], &h)
			texts := line.FindAllStringSubmatch(m[3], -1)
			lines[len(texts)] = true
			fmt.Sscan(texts[0][1], &first)
			fmt.Sscan(texts[len(texts)-1][1], &last)
			if above, below := first-5-y, y+h-(last-5); above-below > 0.2 || below-above > 0.2 {
				t.Errorf("seed %d: %g above and %g below %d lines", seed, above, below, len(texts))
			}
		}
		if len(lines) > 1 {
			uneven++
		}
	}
	if uneven < 5 {
		t.Errorf("%d charts with headings of different height", uneven)
	}
}
