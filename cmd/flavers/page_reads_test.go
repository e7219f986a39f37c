//go:build integration

package main

// What the page says of reads, held against the machine.

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"flavers/cfg"
	"flavers/lang"
	"flavers/report"
	"flavers/sem"
)

// What the page says of reads is true of the machine: the values, and that the
// step it names wrote them and none after it did. A step writes a variable if
// what the variable holds after the step does not depend on what it held before,
// which is tried with every other value.
func TestPageReadsAreTrue(t *testing.T) {
	programs, err := filepath.Glob(filepath.Join("..", "..", "examples", "*.tfg"))
	if err != nil {
		t.Fatal(err)
	}
	more, _ := filepath.Glob(filepath.Join("..", "..", "examples", "*", "*.tfg"))
	reads, writers, starts := 0, 0, 0
	for _, file := range append(programs, more...) {
		page := filepath.Join(t.TempDir(), "page.html")
		out := runReal("", "check", file, "--html-output", page, "--format", "json", "--timeout", "5s", "--max-tuples", "20000")
		if out.status != 1 {
			continue
		}
		var c struct {
			Results       []report.Result
			RuntimeErrors *report.Result `json:"runtime_errors"`
		}
		if err := json.Unmarshal([]byte(out.out), &c); err != nil {
			t.Fatal(err)
		}
		results := append([]report.Result{}, c.Results...)
		if c.RuntimeErrors != nil {
			results = append(results, *c.RuntimeErrors)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, list := lang.Load(file, text, lang.Options{})
		if list.HasErrors() {
			t.Fatal(list)
		}
		html, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		data := regexp.MustCompile(`(?s)<script type="application/json" class="data">(.*?)</script>`).FindAllSubmatch(html, -1)
		for _, r := range results {
			if len(r.Trace) == 0 {
				continue
			}
			var steps struct {
				Steps []struct{ Reads []report.Read }
			}
			if err := json.Unmarshal(data[0][1], &steps); err != nil || len(steps.Steps) != len(r.Trace) {
				t.Fatalf("%s: %d steps of %d: %v", file, len(steps.Steps), len(r.Trace), err)
			}
			data = data[1:]
			if r.Schedule == "" {
				continue
			}
			truth := newTruth(t, p, r.Schedule)
			for i, st := range steps.Steps {
				for _, q := range st.Reads {
					reads++
					k := truth.vars[q.Name]
					if k == nil {
						t.Fatalf("%s: no variable %s", file, q.Name)
					}
					if got := k.Type.Format(truth.states[i][truth.m.Var(k.ID)] + k.Type.Lo); got != q.Value {
						t.Errorf("%s, %s: step %d reads %s = %s, but it is %s", file, r.Property, i+1, q.Name, q.Value, got)
					}
					switch {
					case q.Step == 0:
						starts++
					default:
						writers++
						// x = max(x, 0) writes x, but keeps every x; its event says so.
						said := strings.Contains(" "+r.Trace[q.Step-1].Event, " "+q.Name+"=")
						if !said && truth.writes(q.Step, k) == no {
							t.Errorf("%s, %s: step %d is said to have written %s", file, r.Property, q.Step, q.Name)
						}
					}
					for s := q.Step + 1; s <= i; s++ {
						if truth.writes(s, k) == yes {
							t.Errorf("%s, %s: step %d reads %s, said to be of step %d, but step %d wrote it", file, r.Property, i+1, q.Name, q.Step, s)
						}
					}
				}
			}
		}
	}
	t.Logf("%d reads: %d written in a step, %d as at the start", reads, writers, starts)
	if writers < 60 || starts < 40 {
		t.Error("too few reads to say anything")
	}
}

// truth is an execution in the machine.
type truth struct {
	m      *sem.Machine
	vars   map[string]*cfg.Var
	steps  []sem.Choice
	states [][]int32 // one more than there are steps, unless the last one fails
}

func newTruth(t *testing.T, p *cfg.Program, schedule string) *truth {
	t.Helper()
	m, err := sem.New(p)
	if err != nil {
		t.Fatal(err)
	}
	tr := &truth{m: m, vars: map[string]*cfg.Var{}}
	for i := range p.Vars {
		tr.vars[p.Vars[i].Name] = &p.Vars[i]
	}
	if tr.steps, _, err = sem.ParseSchedule(p, schedule); err != nil {
		t.Fatal(err)
	}
	tr.states = append(tr.states, m.Start())
	for i, s := range tr.steps {
		o := m.Outcomes(nil, tr.states[i], p.Actions[s.Action], false)[s.Outcome]
		if o.Next == nil {
			break
		}
		tr.states = append(tr.states, slices.Clone(o.Next))
	}
	return tr
}

type answer int

const (
	no answer = iota
	yes
	unknown // the step cannot be taken with another value
)

// writes reports whether step k (from 1) writes a variable.
func (tr *truth) writes(k int, v *cfg.Var) answer {
	x, s := tr.m.Var(v.ID), tr.steps[k-1]
	before, after := tr.states[k-1], tr.states[k]
	tried := unknown
	for value := range tr.m.Comps[x].Size {
		if value == before[x] {
			continue
		}
		other := slices.Clone(before)
		other[x] = value
		outs := tr.m.Outcomes(nil, other, tr.m.P.Actions[s.Action], false)
		if s.Outcome >= len(outs) || outs[s.Outcome].Next == nil {
			continue
		}
		if outs[s.Outcome].Next[x] == value && after[x] == before[x] {
			return no // it stays what it was
		}
		tried = yes
	}
	if after[x] != before[x] {
		return yes
	}
	return tried
}
