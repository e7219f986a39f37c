package model

// This file finds steps of the model that are several in Ada: one task reads or writes variables twice in a step, and
// other tasks write these. What others do between the two is not seen.

import (
	"slices"
	"strings"
)

// OneStepEach notes steps that use variables of several tasks more than once. Data of protected objects has steps of
// its own.
func (l *Writer) OneStepEach() {
	vars := map[string]bool{}
	for _, v := range l.Vars {
		if v.Owner == nil && v.Pos.IsValid() && !v.Guarded {
			vars[v.Name] = true
		}
	}
	// Which tasks write a variable; a task of several writes it twice.
	writers := map[string][]string{}
	l.eachLine(func(task string, many bool, x Line) {
		name, _, ok := strings.Cut(x.Text, " = ")
		if name, _, _ = strings.Cut(name, "["); !ok || !vars[name] {
			return
		}
		if many && !slices.Contains(writers[name], task+"'") {
			writers[name] = append(writers[name], task+"'")
		}
		if !slices.Contains(writers[name], task) {
			writers[name] = append(writers[name], task)
		}
	})
	s := &stepped{}
	l.eachLine(func(task string, many bool, x Line) {
		var used []string
		for _, w := range Words(x.Text) {
			others := slices.ContainsFunc(writers[w], func(by string) bool { return by != task })
			if vars[w] && others && !strings.HasPrefix(x.Text, "event ") {
				used = append(used, w)
			}
		}
		if names := s.line(x.Text, used); len(names) > 1 {
			var shown []string
			for _, n := range names {
				if text := l.Shown[n].Text; !slices.Contains(shown, text) {
					shown = append(shown, text)
				}
			}
			l.Note(severalUses, x.Pos, "what other tasks do to %s between two uses here is not seen: it is one step",
				strings.Join(shown, " and "))
		}
	})
}

// eachLine visits the lines of tasks; many: there are several of the task.
func (l *Writer) eachLine(f func(task string, many bool, x Line)) {
	task, many := "", false
	for _, x := range l.Replies {
		if rest, ok := strings.CutPrefix(x.Text, "task "); ok && strings.HasSuffix(x.Text, "{") {
			task = Words(rest)[0]
			many = strings.Contains(rest, "[")
			continue
		}
		if strings.HasPrefix(x.Text, "\x01") || strings.HasPrefix(x.Text, "\x02") {
			continue
		}
		f(task, many, x)
	}
}

// stepped follows the steps of a task: a line, or an atomic block. Of branches the one with most uses counts.
type stepped struct {
	stack  []alternative
	uses   []string
	depth  int // of atomic blocks
	before string
}

type alternative struct {
	atomic, loop bool
	start, most  []string
}

// line adds a line and the variables that it uses. It returns what is used in the step so far,
// nil if the line adds nothing.
func (s *stepped) line(text string, used []string) []string {
	more := len(used) > 0
	defer func() { s.before = text }()
	closes, opens := strings.HasPrefix(text, "}"), strings.HasSuffix(text, "{")
	if closes && len(s.stack) > 0 {
		top := &s.stack[len(s.stack)-1]
		if len(s.uses) > len(top.most) {
			top.most = slices.Clone(s.uses)
		}
		if opens {
			s.uses = append(slices.Clone(top.start), used...)
		} else {
			s.uses = slices.Clone(top.most)
			if added := s.uses[min(len(top.start), len(s.uses)):]; top.loop && !Leaves([]Line{{Text: s.before}}) {
				s.uses = append(s.uses, added...) // another turn
				more = more || len(added) > 0 && s.depth > 0
			}
			if top.atomic {
				s.depth--
			}
			s.stack = s.stack[:len(s.stack)-1]
		}
	} else {
		if s.depth == 0 {
			s.uses = nil
		}
		s.uses = append(s.uses, used...)
		if opens {
			atomic := strings.HasPrefix(text, "atomic {")
			if atomic {
				s.depth++
			}
			loop := strings.Contains(text, "loop {") || strings.Contains(text, "while ") ||
				strings.Contains(text, "for ")
			s.stack = append(s.stack, alternative{atomic: atomic, loop: loop, start: slices.Clone(s.uses)})
		}
	}
	out := s.uses
	if !more {
		out = nil
	}
	if s.depth == 0 {
		s.uses = nil
	}
	return out
}
