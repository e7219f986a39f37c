package picture

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"flavers/automata"
	"flavers/cfg"
	"flavers/internal/english"
	"flavers/render/chart"
	"flavers/report"
)

// SpecOf returns the property of a result, or nil.
func SpecOf(specs []*automata.Spec, r *report.Result) *automata.Spec {
	i := slices.IndexFunc(specs, func(s *automata.Spec) bool { return s.Property && s.Name == r.Spec() })
	if i < 0 {
		return nil
	}
	return specs[i]
}

// fewTasks is up to how many tasks a chart shows those that do not move too.
const fewTasks = 8

// Chart makes the message sequence chart of a result's trace.
func Chart(p *cfg.Program, specs []*automata.Spec, r *report.Result) *chart.Chart {
	moves := map[string]bool{} // or waits at the end; looked up only
	for _, st := range r.Trace {
		moves[st.Task] = true
		for _, t := range st.Tasks {
			moves[t] = true
		}
		for _, q := range st.Sends {
			moves[q.To] = true
		}
	}
	if len(r.Waiting) <= maxPlaces { // who waits at the end is part of what is to be seen
		for i := range r.Waiting {
			moves[r.Waiting[i].Task] = true
		}
	}
	c := &chart.Chart{Title: p.Name + ": " + r.Spec() + " is " + string(r.Verdict), Loop: r.Loop}
	if r.Kind == report.KindDeadlock && len(r.Waiting) > 0 {
		c.Title = p.Name + ": a deadlock"
	}
	index := map[string]int{} // looked up only
	still := 0
	for i := range p.Tasks {
		t := &p.Tasks[i]
		if !moves[t.Name] && (len(p.Tasks) > fewTasks || !t.Static()) {
			still++
			continue
		}
		index[t.Name] = len(c.Tasks)
		c.Tasks = append(c.Tasks, t.Name)
	}
	if still > 0 {
		take := english.Inflected(int64(still), "more task takes", "more tasks take")
		c.Notes = append(c.Notes, fmt.Sprintf("%d %s no step", still, take))
	}
	if r.Verdict == report.Possible && r.Schedule == "" {
		c.Notes = append(c.Notes, "a path of the graph: no execution that follows it was found")
	}
	if sp := SpecOf(specs, r); sp != nil {
		c.Property = r.Spec()
		_, c.Start = Start(p, sp)
	}
	shown := make([][]int, len(r.Trace))
	for i, st := range r.Trace {
		m := chart.Message{Task: index[st.Task], After: st.State, Silent: st.Silent,
			Title: st.Task + ": " + st.Line() + "\n" + st.Pos}
		m.Events, shown[i] = inBox(&st)
		for _, t := range st.Tasks {
			if t != st.Task {
				m.Others = append(m.Others, index[t])
			}
		}
		for _, q := range st.Sends {
			send := chart.Send{To: -1, Step: q.Step - 1, Title: fmt.Sprintf("%s, sent in step %d", q.Message, i+1),
				Taken: q.Taken, Label: strings.TrimPrefix(q.Message, q.To+".")}
			if k, ok := index[q.To]; ok {
				send.To = k
			}
			if q.Step > 0 {
				send.Title += fmt.Sprintf(", taken in step %d", q.Step)
			} else {
				send.Title += ", not taken yet"
			}
			m.Sends = append(m.Sends, send)
		}
		// Of a loop, and where all wait, no step is to blame.
		m.Bad = i == len(r.Trace)-1 && r.Loop == 0 && len(r.Waiting) == 0
		for _, v := range st.Vars {
			m.Title += "\n" + v.Name + " = " + v.Value
		}
		c.Steps = append(c.Steps, m)
	}
	for i := range c.Steps {
		for k := range c.Steps[i].Sends {
			if q := &c.Steps[i].Sends[k]; q.Step >= 0 && q.Taken < len(shown[q.Step]) {
				q.Taken = shown[q.Step][q.Taken]
			}
		}
	}
	c.Alike = alike(c, r, index)
	waitingPlaces(c, r, index)
	return c
}

// maxPlaces is up to how many waiting places a chart shows one below the other, if none of its tasks are folded.
const maxPlaces = 24

// waitingPlaces adds where the tasks of a chart wait at its end, and says why nothing goes on.
func waitingPlaces(c *chart.Chart, r *report.Result, index map[string]int) {
	list := r.Waiting
	if len(list) == 0 {
		return
	}
	c.Notes = append(c.Notes, stuck(c, r))
	shown := 0
	for i := range list {
		w := &list[i]
		lane, drawn := index[w.Task]
		if !drawn || shown == maxPlaces && len(c.Alike) == 0 {
			continue
		}
		shown++
		text := "waits at " + w.Where()
		events := []string{text}
		if len(w.For) == 1 {
			events = append(events, "for "+w.For[0])
		}
		c.Steps = append(c.Steps, chart.Message{Task: lane, Events: events, Waits: true,
			Title: w.Task + ": " + strings.Join(events, ", ") + "\n" + w.Pos})
	}
	if left := len(list) - shown; left > 0 {
		c.Notes = append(c.Notes, english.Plural(int64(left), "waiting task")+" more, not shown at the end")
	}
}

// stuck says in a sentence how an execution ends after which tasks wait.
func stuck(c *chart.Chart, r *report.Result) string {
	n := int64(len(r.Waiting))
	if r.Partial() {
		return english.Plural(n, "task") + " can never move again, while others go on"
	}
	text := "at the end no task can move: " + english.Plural(n, "task") + " " + english.Inflected(n, "waits", "wait")
	state := c.Start
	for i := range c.Steps {
		state = cmp.Or(c.Steps[i].After, state)
	}
	if c.Property != "" && state != "" && r.AtEnd {
		text += fmt.Sprintf(", and %s is in state %s, which does not accept", c.Property, state)
	}
	return text
}

// inBox returns the events of a step that stand in its box, and which of them each event is. A
// message that leads to a task is told by its arrow, unless it is all that happens.
func inBox(st *report.Step) (events []string, at []int) {
	all := st.All()
	posted := map[int]bool{} // looked up only
	for _, q := range st.Sends {
		posted[q.Sent] = q.To != ""
	}
	for k, event := range all {
		at = append(at, len(events))
		if !posted[k] || len(all) == 1 {
			events = append(events, event)
		}
	}
	if len(events) == 0 {
		events = slices.Clone(all)
	}
	return events, at
}
