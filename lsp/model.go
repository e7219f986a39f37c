package lsp

// This file has models. A model is what the server knows about a program and its specifications: the problems in their
// texts, the events of the program, and the events that patterns of specifications stand for.

import (
	"context"
	"go/token"
	"slices"
	"strings"
	"time"

	"flavers/automata"
	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/diag"
	"flavers/internal/source"
	"flavers/lang/parts"
	"flavers/limit"
)

// model is a program with its specifications. It is immutable.
type model struct {
	program string
	files   []string     // paths of the program and its specifications
	p       *cfg.Program // nil if the program has errors
	specs   []*automata.Spec
	list    []diag.Diagnostic // the problems of all files
	wrong   bool              // some of these are errors
	events  []event           // at most maxEvents
	texts   string            // stands for all texts that the model was made from (view.texts)
	blocks  bool              // the program declares that it has a deadlock
}

// event is an event of the program, with the tasks that take part and the places of its steps in the text.
type event struct {
	names []string
	tasks []string
	at    []token.Position
}

// bindTime bounds the time for listing the events of a program.
const bindTime = 10 * time.Second

// model reads a program and its own specifications. If program is "", it reads only the specification files alone,
// which belong to no program.
func (v *view) model(ctx context.Context, program string, alone ...string) *model {
	ctx, unwatch := limit.Watch(ctx, v.memory)
	defer unwatch()
	m := &model{program: program}
	r := v.reader(ctx)
	if program == "" {
		m.files = alone
		m.specs = r.Parse(source.Files(alone), source.Environment(nil))
	} else {
		l := r.Load(program, source.Wanted{Own: true})
		m.p, m.specs = l.Program, l.Specs
		m.files = append(m.files, parts.File(program))
		if r.Sources[m.files[0]] != nil {
			m.files = append(m.files, v.units(program)[1:]...)
		}
		for _, f := range l.Files {
			m.files = append(m.files, f.Name)
		}
	}
	m.specs = slices.DeleteFunc(m.specs, func(s *automata.Spec) bool { // the program was not given their events
		return s.Invariant != nil && (m.p == nil || !s.Given(m.p))
	})
	if m.p != nil {
		ctx, end := context.WithTimeout(ctx, bindTime)
		defer end()
		type bound struct {
			events   []event
			problems diag.List
		}
		b, ok := limit.Within(ctx, func() (b bound) {
			s, err := monitor.Events(limit.New(ctx), m.p)
			if err != nil {
				return b // the program is too large: nothing is known of its events
			}
			b.events = eventsOf(s)
			_, b.problems = monitor.BindAll(limit.New(ctx), s, m.specs, true)
			return b
		})
		if ok {
			m.events = b.events
			r.List.Append(b.problems)
		}
	}
	r.List.Sort()
	m.list, m.wrong, m.blocks = r.List.All, r.List.HasErrors(), r.Blocks()
	m.texts = v.texts(program)
	return m
}

// maxEvents bounds the events that a model keeps.
const maxEvents = 20_000

// eventsOf returns the events of all steps, each once, in order of first appearance.
func eventsOf(s *monitor.Semantics) []event {
	var out []event
	known := map[string]int{}
	for a, cases := range s.Cases {
		act := s.M.P.Actions[a]
		places := []token.Position{s.M.P.Nodes[act.A].Pos}
		if act.Joint() {
			places = append(places, s.M.P.Nodes[act.B].Pos)
		}
		for i := range cases {
			for _, o := range cases[i].Occ {
				tasks := o.Owners(s.M.P)
				key := strings.Join(o.Names(), "\x00") + "\x01" + strings.Join(tasks, "\x00")
				k, ok := known[key]
				if !ok {
					if len(out) >= maxEvents {
						return out
					}
					k, known[key] = len(out), len(out)
					out = append(out, event{names: o.Names(), tasks: tasks})
				}
				for _, at := range places {
					if !slices.Contains(out[k].at, at) {
						out[k].at = append(out[k].at, at)
					}
				}
			}
		}
	}
	return out
}

// matching returns the events that a pattern stands for.
func (m *model) matching(p automata.Pattern) []event {
	var out []event
	for _, e := range m.events {
		if slices.ContainsFunc(e.names, func(n string) bool { return p.Match(n, e.tasks) }) {
			out = append(out, e)
		}
	}
	return out
}

// patterns returns the pattern at an offset of a specification; in a family, one for each instance.
func (m *model) patterns(file string, offset int) []automata.Pattern {
	var out []automata.Pattern
	for _, sp := range m.specs {
		for i := range sp.Symbols {
			if s := &sp.Symbols[i]; s.Pos.Filename == file && s.Pos.Offset == offset && !slices.Contains(out, s.Pattern) {
				out = append(out, s.Pattern)
			}
		}
	}
	return out
}

// property returns the property with a name, or an instance of the family with that name, or nil.
func (m *model) property(name string) *automata.Spec {
	for _, sp := range m.specs {
		if sp.Called(name) {
			return sp
		}
	}
	return nil
}

// names returns the names of all events, each once.
func (m *model) names() []string {
	seen := map[string]bool{}
	var out []string
	for _, e := range m.events {
		for _, n := range e.names {
			if !seen[n] {
				seen[n] = true
				out = append(out, n)
			}
		}
	}
	return out
}
