package chart

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flavers/internal/trial"
)

// A folded chart shows each step of the tasks that have a lifeline of their own, with its number, on lifelines that
// stand for its tasks, and where its messages are taken. The twin names tasks instead of numbering lifelines.
func TestFolded(t *testing.T) {
	dropped, sends := 0, 0
	for seed := range trial.Seeds(t, 100) {
		r := rand.New(rand.NewPCG(seed, 35))
		c := &Chart{}
		groups := 1 + r.IntN(2)
		for k := range groups {
			var of []int
			for i := range 3 + r.IntN(3) {
				of = append(of, len(c.Tasks))
				c.Tasks = append(c.Tasks, fmt.Sprintf("%c[%d]", 'a'+k, i))
			}
			c.Alike = append(c.Alike, of)
		}
		c.Tasks = append(c.Tasks, "main")
		for i := range 2 + r.IntN(12) {
			m := Message{Task: r.IntN(len(c.Tasks)), Events: []string{fmt.Sprint("e", i)}}
			if o := r.IntN(len(c.Tasks)); r.IntN(2) == 0 && o != m.Task {
				m.Others = []int{o}
			}
			c.Steps = append(c.Steps, m)
		}
		for i := range c.Steps {
			if to := i + 1 + r.IntN(4); to < len(c.Steps) && r.IntN(3) == 0 {
				c.Steps[i].Sends = []Send{{To: c.Steps[to].Task, Step: to}}
			}
		}
		f := c.Folded()
		own := func(t int) bool {
			return !slices.ContainsFunc(c.Alike, func(g []int) bool { return slices.Contains(g[1:], t) })
		}
		stands := func(lane, task int) bool { // the lifeline stands for the task
			name, base := f.Tasks[lane], strings.Split(c.Tasks[task], "[")[0]
			return own(task) && name == c.Tasks[task] || !own(task) && strings.HasPrefix(name, base+"[1..")
		}
		at := map[int]int{} // by number: the place in f
		for i := range f.Steps {
			m := &f.Steps[i]
			was := &c.Steps[m.Number-1]
			at[m.Number] = i
			if !stands(m.Task, was.Task) || len(m.Others) == 1 && !stands(m.Others[0], was.Others[0]) {
				t.Errorf("seed %d: step %d is on the lifelines %v of %v", seed, m.Number, m, f.Tasks)
			}
			if !strings.HasSuffix(m.Events[0], was.Events[0]) {
				t.Errorf("seed %d: step %d is %q", seed, m.Number, m.Events)
			}
			for _, q := range m.Sends {
				if f.Steps[q.Step].Number != was.Sends[0].Step+1 {
					t.Errorf("seed %d: a message of step %d is taken elsewhere", seed, m.Number)
				}
				sends++
			}
		}
		for i := range c.Steps {
			m := &c.Steps[i]
			if _, drawn := at[i+1]; !drawn {
				dropped++
				if own(m.Task) || len(m.Others) > 0 && own(m.Others[0]) {
					t.Errorf("seed %d: step %d is not drawn", seed, i+1)
				}
			}
		}
	}
	if dropped < 50 || sends < 50 {
		t.Errorf("only %d steps are left out, %d messages drawn", dropped, sends)
	}
}

// A loop and waiting places are folded as steps are, and the notes say so.
func TestFoldedNotes(t *testing.T) {
	c := &Chart{Tasks: []string{"a[0]", "a[1]", "a[2]"}, Alike: [][]int{{0, 1, 2}}}
	for i := range 6 {
		c.Steps = append(c.Steps, Message{Task: i % 3, Events: []string{"go"}})
	}
	c.Loop = 3
	f := c.Folded()
	if len(f.Steps) != 2 || f.Loop != 1 || f.Steps[1].Number != 4 || f.again() != "step 4" {
		t.Errorf("%+v, loop %d", f.Steps, f.Loop)
	}
	c.Loop = 0
	for i := range 3 {
		c.Steps = append(c.Steps, Message{Task: i, Events: []string{"stuck"}, Waits: true})
	}
	f = c.Folded()
	notes := strings.Join(f.Notes, "\n")
	if notes != "a[1..2] do the same as a[0]\n4 steps of theirs are not drawn; --unfolded draws all" || len(f.Steps) != 4 ||
		f.Steps[3].Task != 1 || !f.Steps[3].Waits || strings.Join(f.Steps[3].Events, " ") != "2 wait like a[0]" {
		t.Errorf("%+v\n%s", f.Steps, notes)
	}
	if one := (&Chart{Tasks: c.Tasks, Steps: c.Steps}); one.Folded() != one {
		t.Error("a chart of tasks that differ is folded")
	}
}
