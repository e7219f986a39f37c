package symmetry

import (
	"slices"
	"strings"

	"flavers/automata"
	"flavers/cfg"
	"flavers/limit"
	"flavers/sem"
)

// This file finds classes of interchangeable tasks. Candidates are tasks of one
// declaration, task reader[i in 0..N-1]. Each task of a family is added to the first
// class with whose first member it can be exchanged: align guesses the exchange
// (align.go), orient and takes fit it to the class, and automorphism verifies it
// (check.go).

// Class is a set of interchangeable members, at least two.
type Class struct {
	Tasks []cfg.TaskID // by member: the task that it was found by
	// Own has the components of each member, by member and role. Roles correspond:
	// if role 2 is the variable n of one member, it is that of each other one, too.
	// Members share no components.
	Own [][]sem.CompID
	// Shared has the components that name members, such as a lock that says who
	// holds it.
	Shared []Naming
}

// Naming is a component with values that name members.
type Naming struct {
	Comp   sem.CompID
	Values [][]int32 // by member and role; all are different
}

// Bounds on the work.
const (
	mostCases   = 4096 // cases of one action
	mostClasses = 8    // classes that one family of tasks falls into
)

// Find returns the classes of a program together with specifications, which keep
// tasks apart that they name. m is the machine that is to be explored. There are no
// classes if a step of the program has no table. Find ends early, by a panic of
// package limit, if poll says so; poll may be nil.
func Find(m *sem.Machine, specs []*automata.Spec, poll *limit.Poll) []Class {
	families := families(m.P)
	if len(families) == 0 {
		return nil
	}
	cases := tables(m, poll)
	if cases == nil {
		return nil
	}
	return find(m, cases, families, specs, poll)
}

// tables returns the cases of each action, or nil if a step has no table, or if the machine of the tables has other
// components than m.
func tables(m *sem.Machine, poll *limit.Poll) [][]sem.Case {
	tabled, err := sem.NewTabled(m.P)
	if err != nil || !slices.Equal(tabled.Comps, m.Comps) {
		return nil
	}
	cases := make([][]sem.Case, len(m.P.Actions))
	tab := tabled.Tabulator()
	tab.Poll = poll
	for i, a := range m.P.Actions {
		if cases[i], err = tab.Cases(a, mostCases); err != nil {
			return nil
		}
	}
	return cases
}

// FindIn is Find for a caller that has the exact tables of m, by action, already.
func FindIn(m *sem.Machine, cases [][]sem.Case, specs []*automata.Spec, poll *limit.Poll) []Class {
	families := families(m.P)
	large := func(list []sem.Case) bool { return len(list) > mostCases }
	if len(families) == 0 || slices.ContainsFunc(cases, large) {
		return nil
	}
	return find(m, cases, families, specs, poll)
}

// find finds the classes of each family in turn. A component belongs to one class only.
func find(m *sem.Machine, cases [][]sem.Case, families [][]cfg.TaskID, specs []*automata.Spec,
	poll *limit.Poll) []Class {
	f := newFinder(m, cases, specs, poll)
	taken := make([]bool, len(m.Comps)) // by classes found before
	var out []Class
	for _, tasks := range families {
		var found []*class
		for _, t := range tasks {
			if taken[m.Pos(t)] {
				continue
			}
			f.join(&found, t, taken)
		}
		for _, k := range found {
			if len(k.Tasks) < 2 || slices.ContainsFunc(out, k.clashes) {
				continue
			}
			for _, own := range k.Own {
				for _, c := range own {
					taken[c] = true
				}
			}
			out = append(out, k.Class)
		}
	}
	return out
}

// clashes reports whether two classes depend on each other: a member of one has a component that names members of the
// other, or one value names members of both. What the members of one class hold would then change when the other
// class is sorted, and states of one orbit could get different representatives.
func (k *Class) clashes(other Class) bool {
	names := func(a, b *Class) bool { // a component of a member of b names members of a
		return slices.ContainsFunc(a.Shared, func(n Naming) bool {
			return slices.ContainsFunc(b.Own, func(own []sem.CompID) bool { return slices.Contains(own, n.Comp) })
		})
	}
	both := slices.ContainsFunc(k.Shared, func(n Naming) bool {
		return slices.ContainsFunc(other.Shared, func(o Naming) bool {
			return n.Comp == o.Comp && slices.ContainsFunc(slices.Concat(n.Values...), func(v int32) bool {
				return slices.Contains(slices.Concat(o.Values...), v)
			})
		})
	})
	return both || names(k, &other) || names(&other, k)
}

// families lists the tasks of each declaration that declares two or more.
func families(p *cfg.Program) [][]cfg.TaskID {
	var out [][]cfg.TaskID
	last := ""
	for t := range p.Tasks {
		name := declaration(p, cfg.TaskID(t))
		many := name != p.Tasks[t].Name
		switch {
		case many && name == last:
			k := len(out) - 1
			out[k] = append(out[k], cfg.TaskID(t))
		case many:
			out = append(out, []cfg.TaskID{cfg.TaskID(t)})
		}
		if last = name; !many {
			last = ""
		}
	}
	return slices.DeleteFunc(out, func(list []cfg.TaskID) bool { return len(list) < 2 })
}

// declaration returns the name under which a task is declared, alone or with others: reader for reader[1].
func declaration(p *cfg.Program, t cfg.TaskID) string {
	name, _, _ := strings.Cut(p.Tasks[t].Name, "[")
	return name
}

// class is a Class that is being found. With one task, it has no components yet.
type class struct{ Class }

// join adds a task to the first class with whose first member it can be exchanged. If
// there is none, it begins a new class. Components that are taken by classes of other
// families cannot be exchanged.
func (f *finder) join(found *[]*class, t cfg.TaskID, taken []bool) {
	for _, k := range *found {
		x := f.align(k.Tasks[0], t)
		if x == nil || slices.ContainsFunc(x.moved, func(c [2]sem.CompID) bool { return taken[c[0]] || taken[c[1]] }) ||
			!k.orient(x) || !k.takes(x) || !f.automorphism(x) {
			continue
		}
		k.add(t, x)
		return
	}
	if len(*found) < mostClasses {
		*found = append(*found, &class{Class{Tasks: []cfg.TaskID{t}}})
	}
}

// orient brings the pairs of values of an exchange into the order of the roles of the
// class, with the value of the first member first in each pair. It returns false if
// the exchange does not fit the class. An exchange says which values it swaps, not
// which of the two names the first member. That follows from two exchanges: the
// value that is in both names the first member. So with the third member, the values
// of the first and the second one may turn out to be the other way round.
func (k *class) orient(x *exchange) bool {
	if len(k.Tasks) == 1 {
		return true
	}
	if len(x.renamed) != len(k.Shared) {
		return false
	}
	for i := range x.renamed {
		n, s := &x.renamed[i], &k.Shared[i]
		if n.comp != s.Comp || len(n.values) != len(s.Values[0]) {
			return false
		}
		ordered := make([][2]int32, len(n.values))
		for r := range ordered {
			first := func(v [2]int32) bool { return v[0] == s.Values[0][r] || v[1] == s.Values[0][r] }
			at := slices.IndexFunc(n.values, first)
			if at < 0 && len(k.Tasks) == 2 {
				s.Values[0][r], s.Values[1][r] = s.Values[1][r], s.Values[0][r]
				at = slices.IndexFunc(n.values, first)
			}
			if at < 0 {
				return false
			}
			if ordered[r] = n.values[at]; ordered[r][0] != s.Values[0][r] {
				ordered[r][0], ordered[r][1] = ordered[r][1], ordered[r][0]
			}
		}
		n.values = ordered
	}
	return true
}

// takes reports whether an oriented exchange fits the members that the class has: it
// moves the same components of the first member, and gives the new member nothing
// that another one has.
func (k *class) takes(x *exchange) bool {
	if len(k.Tasks) == 1 {
		return true
	}
	if len(x.moved) != len(k.Own[0]) {
		return false
	}
	for r, c := range x.moved {
		if c[0] != k.Own[0][r] {
			return false
		}
		for _, own := range k.Own[1:] {
			if slices.Contains(own, c[1]) {
				return false
			}
		}
	}
	for i, n := range x.renamed {
		for _, v := range n.values {
			for _, values := range k.Shared[i].Values {
				if slices.Contains(values, v[1]) {
					return false
				}
			}
		}
	}
	return true
}

// add adds a task as a member, with what its exchange with the first member moves. The
// second member also brings what the first one has.
func (k *class) add(t cfg.TaskID, x *exchange) {
	side := func(i int) (own []sem.CompID) {
		for _, c := range x.moved {
			own = append(own, c[i])
		}
		return own
	}
	values := func(n *renaming, i int) (out []int32) {
		for _, v := range n.values {
			out = append(out, v[i])
		}
		return out
	}
	if len(k.Tasks) == 1 {
		k.Own = append(k.Own, side(0))
		for i := range x.renamed {
			n := &x.renamed[i]
			k.Shared = append(k.Shared, Naming{n.comp, [][]int32{values(n, 0)}})
		}
	}
	k.Tasks, k.Own = append(k.Tasks, t), append(k.Own, side(1))
	for i := range x.renamed {
		k.Shared[i].Values = append(k.Shared[i].Values, values(&x.renamed[i], 1))
	}
}
