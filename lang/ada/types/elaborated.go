package types

// This file holds the values that variables have while the program is elaborated.

import (
	"fmt"
	"strings"

	"flavers/lang/ada/syntax"
)

// Stored is the value of a place: a scalar, elements, or components.
type Stored struct {
	N     int64
	Known bool
	Later bool // an allocator gives it its value when the tasks run; N is null
	Free  bool // it has no value yet; the first statement of the program gives it any
	Elems []*Stored
	Names map[string]*Stored
	Born  int64 // which object of the subprograms that are executed it is in; 0: it is one of the program
}

// Bear marks all parts of the value of an object that an executed subprogram declares.
func (s *Stored) Bear(n int64) { s.Each(func(c *Stored) { c.Born = n }) }

// Each visits a value and all its parts.
func (s *Stored) Each(f func(*Stored)) {
	f(s)
	for _, c := range s.Elems {
		c.Each(f)
	}
	for _, c := range s.Names {
		c.Each(f)
	}
}

// Initial returns the value of an object that nothing is assigned to: the first of its type.
func Initial(t *Type) *Stored {
	s := &Stored{Known: true, N: t.Lo}
	switch t.Kind {
	case Access:
		s.N = -1
	case Boolean:
		s.N = 0
	case Integer, Modular:
		if t.Wide() {
			s.N = max(0, t.Lo)
		}
	case Record, ProtectedType:
		s.Names = map[string]*Stored{}
		for i := range t.Fields {
			s.Names[syntax.Fold(t.Fields[i].Name)] = Initial(t.Fields[i].Type)
		}
	case Array:
		n := int64(1)
		for _, x := range t.Index {
			n *= max(0, x.Count())
		}
		for i := int64(0); i < min(n, 65536); i++ {
			s.Elems = append(s.Elems, Initial(t.Elem))
		}
	}
	if t.Preset != nil {
		s.N = *t.Preset
	}
	return s
}

// Nest groups a flat list by dimensions: {1, 2, 3, 4} of [2][2] is {{1, 2}, {3, 4}}.
func Nest(list string, dims []int64) string {
	if len(dims) < 2 || !strings.HasPrefix(list, "{") {
		return list
	}
	items := strings.Split(strings.Trim(list, "{}"), ", ")
	for d := len(dims) - 1; d >= 0; d-- {
		var out []string
		n := int(dims[d])
		for i := 0; i+n <= len(items); i += n {
			out = append(out, "{"+strings.Join(items[i:i+n], ", ")+"}")
		}
		items = out
	}
	return items[0]
}

func (v Value) String() string { return fmt.Sprintf("%s %s", v.Type, v.Text()) }

// Repeat returns the initial value of several variables of one initial value.
func Repeat(list string, n int64) string {
	if !strings.HasPrefix(list, "{") {
		return list
	}
	return "{" + strings.TrimSuffix(strings.Repeat(strings.Trim(list, "{}")+", ", int(n)), ", ") + "}"
}
