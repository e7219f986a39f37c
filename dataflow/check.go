package dataflow

import (
	"errors"
	"fmt"

	"flavers/bitset"
)

// Check verifies a solution of p against the definition, and names what is
// wrong. Holds: in one pass over the table that Options.Keep kept, it contains
// the start tuple with everything that can come first tried from it, whatever
// a tried and allowed letter leads to is in it with everything that can follow
// tried, no such step traps the property or ends badly at F, and the numbers
// are those of the table. Violated: the path can be followed and does violate.
// A limit claims nothing. Steps are made by p's automata directly, not by the
// tables of the search; only where states are in a packed tuple is taken from
// there.
func Check(p *Problem, s *Solution) error {
	switch s.Verdict {
	case Holds:
		if s.store == nil {
			return errors.New("dataflow: the table of the solution was not kept")
		}
		c := checker{p: p, s: s, fired: bitset.New(len(p.Letters))}
		return c.closed()
	case Violated:
		if s.Path == nil {
			return errors.New("dataflow: a violation without its path")
		}
		return replay(p, s)
	}
	if s.Limit == "" || s.Path != nil {
		return errors.New("dataflow: cut off without a limit, or with a path")
	}
	return nil
}

// replay follows the path of a violated solution.
func replay(p *Problem, s *Solution) error {
	t := make([]int32, len(p.Monitors))
	for m, mon := range p.Monitors {
		t[m] = mon.Start
	}
	can, final := p.Start, p.StartFinal
	for i, l := range s.Path {
		if l < 0 || int(l) >= len(p.Letters) {
			return fmt.Errorf("dataflow: path, step %d: no letter %d", i, l)
		}
		letter := &p.Letters[l]
		switch {
		case trapped(p, t):
			return fmt.Errorf("dataflow: path, step %d: the property is trapped already", i)
		case !can.Has(int(letter.Node)):
			return fmt.Errorf("dataflow: path, step %d: node %d cannot follow", i, letter.Node)
		}
		for _, v := range letter.Moves {
			if t[v.Monitor] = v.To[t[v.Monitor]]; t[v.Monitor] < 0 {
				return fmt.Errorf("dataflow: path, step %d: automaton %s rejects letter %d", i, p.Monitors[v.Monitor].Name, l)
			}
		}
		can, final = p.Succ.Row(int(letter.Node)), p.Final.Has(int(letter.Node))
	}
	if !s.AtEnd {
		if !trapped(p, t) {
			return errors.New("dataflow: the path does not trap the property")
		}
		return nil
	}
	if ok, bad := ending(p, t); !final || !ok || !bad || trapped(p, t) {
		return errors.New("dataflow: the path does not end badly at F")
	}
	return nil
}

func trapped(p *Problem, t []int32) bool {
	for m := range p.Monitors {
		if mon := &p.Monitors[m]; mon.Property && t[m] == mon.Trap {
			return true
		}
	}
	return false
}

// ending reports whether all constraints accept in t and whether the property,
// if there is one, does not.
func ending(p *Problem, t []int32) (ok, bad bool) {
	ok = true
	for m := range p.Monitors {
		switch mon := &p.Monitors[m]; {
		case mon.Property:
			bad = !mon.Accept[t[m]]
		case !mon.Accept[t[m]]:
			ok = false
		}
	}
	return ok, bad
}

// checker is one pass over a table.
type checker struct {
	p            *Problem
	s            *Solution
	fired        bitset.Set
	tuples       int64
	visits       int64
	finalReached bool
}

func (c *checker) closed() error {
	p, tb := c.p, c.s.tables
	t, next := make([]int32, len(p.Monitors)), make([]int32, len(p.Monitors))
	for m, mon := range p.Monitors {
		t[m] = mon.Start
	}
	if err := c.covered(t, p.Start, p.StartFinal); err != nil {
		return fmt.Errorf("dataflow: at the start: %w", err)
	}
	for rec := range c.s.store.all {
		c.tuples++
		for m := range t {
			t[m] = tb.lay.fields[m].get(rec)
			if int(t[m]) >= p.Monitors[m].States {
				return fmt.Errorf("dataflow: automaton %s in state %d", p.Monitors[m].Name, t[m])
			}
		}
	letters:
		for l := range bitset.Set(rec[tb.k:]).All {
			if l >= len(p.Letters) {
				return fmt.Errorf("dataflow: letter %d tried from %v", l, t)
			}
			letter := &p.Letters[l]
			copy(next, t)
			for _, v := range letter.Moves {
				if next[v.Monitor] = v.To[t[v.Monitor]]; next[v.Monitor] < 0 {
					continue letters
				}
			}
			c.fired.Add(l)
			c.visits++
			if err := c.covered(next, p.Succ.Row(int(letter.Node)), p.Final.Has(int(letter.Node))); err != nil {
				return fmt.Errorf("dataflow: letter %d from %v to %v: %w", l, t, next, err)
			}
		}
	}
	switch {
	case c.tuples != c.s.Tuples || c.visits != c.s.Visits:
		return fmt.Errorf("dataflow: %d tuples and %d visits reported, %d and %d found", c.s.Tuples, c.s.Visits, c.tuples,
			c.visits)
	case !c.fired.Equal(c.s.Fired):
		return errors.New("dataflow: other letters reported as executed than are")
	case c.finalReached != c.s.FinalReached:
		return errors.New("dataflow: wrong about reaching F")
	}
	return nil
}

// covered verifies the arrival of t at a node with successors follow.
func (c *checker) covered(t []int32, follow bitset.Set, final bool) error {
	if trapped(c.p, t) {
		return errors.New("the property is trapped")
	}
	if final {
		ok, bad := ending(c.p, t)
		if ok && bad {
			return errors.New("the property does not accept at F")
		}
		c.finalReached = c.finalReached || ok
	}
	tb := c.s.tables
	packed := make([]uint64, tb.k)
	packed[0] = slotUsed
	for m, s := range t {
		tb.lay.set(packed, int32(m), s)
	}
	rec := c.s.store.lookup(packed)
	if rec == nil {
		return errors.New("the tuple is not in the table")
	}
	cover := bitset.Set(rec[tb.k:])
	for n := range follow.All {
		for l := tb.firstLetter[n]; l < tb.firstLetter[n+1]; l++ {
			if !cover.Has(int(l)) {
				return fmt.Errorf("letter %d was not tried", l)
			}
		}
	}
	return nil
}
