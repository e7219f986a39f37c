package execute

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// This file draws the values that callers pass to exported functions. They are few, so that two calls often pass equal
// keys.

// callersTexts are the texts that callers pass; some are numbers. One that stands here twice is drawn twice as often.
var callersTexts = []string{"a", "b", "a", "b", "a", "b", "", "1", "-1"}

// callersNumbers is the largest integer that callers pass. The smallest is 1.
const callersNumbers = 3

// distinct returns a text or number that callers pass, or, where two objects must not have the same one
// (clients.Client.Swapped), the next that they have not passed.
func (m *machine) distinct(v value) value {
	if m.root.Client == nil || !m.root.Client.Swapped {
		return v
	}
	for m.drawn[v] {
		switch of := v.(type) {
		case string:
			v = of + "a"
		case uint64:
			v = of + 1
		case int64:
			v = of + 1
		}
	}
	if m.drawn == nil {
		m.drawn = map[value]bool{}
	}
	m.drawn[v] = true
	return v
}

// any draws a value of a type that a caller may pass. Of a type with declared constants, it is one of these. A value of
// a struct that callers cannot write down, as they do not know its fields, is not guessed: it is unknown, or ends the
// execution. level is the depth in the value that was asked for; beyond 6, parts are zero.
func (m *machine) any(t types.Type, level int) value {
	if level > 6 {
		return zero(t)
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		if values := constantsOf(n); len(values) > 1 {
			return constantOf(ssa.NewConst(values[m.rng.Intn(len(values))].Val(), t))
		}
		if s, ok := n.Underlying().(*types.Struct); ok && zeroOfLibrary(t) == nil {
			if p := n.Obj().Pkg(); p == nil || !m.followed(m.ps.Prog.Package(p)) {
				return &opaque{} // only functions that are not followed look at it, as at a time.Location
			}
			return m.anyStruct(s, level)
		}
	}
	if t.String() == "error" {
		if m.rng.Intn(2) == 0 {
			return iface{}
		}
		return iface{errorType, &failure{vague: true, open: true}}
	}
	if z := zeroOfLibrary(t); z != nil {
		if z == (moment{}) {
			return m.callersTime()
		}
		return zero(t)
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsBoolean != 0:
			return m.rng.Intn(2) == 0
		case info&types.IsString != 0:
			return m.distinct(callersTexts[m.rng.Intn(len(callersTexts))])
		case info&types.IsUnsigned != 0:
			return m.distinct(uint64(1 + m.rng.Intn(callersNumbers)))
		case info&types.IsInteger != 0:
			return m.distinct(int64(1 + m.rng.Intn(callersNumbers)))
		case info&types.IsFloat != 0:
			return 1.0
		}
	case *types.Slice:
		out := slice{[]value{}, &object{}}
		for range 1 + m.rng.Intn(2) {
			out.cells = append(out.cells, m.any(u.Elem(), level+1))
		}
		return out
	case *types.Map:
		out := newMapping()
		out.put(m.any(u.Key(), level+1), m.any(u.Elem(), level+1))
		return out
	case *types.Struct:
		out := make(structure, u.NumFields())
		for k := range out {
			out[k] = m.any(u.Field(k).Type(), level+1)
		}
		return out
	case *types.Pointer:
		c := new(value)
		*c = m.any(u.Elem(), level+1)
		return pointer{c, &object{}}
	}
	return zero(t)
}

// callersTime draws a time that callers pass: an hour ago, now, or an hour later.
func (m *machine) callersTime() value {
	const hour = 3_600_000_000_000
	if now, ok := m.clock().(moment); ok {
		now.at += int64(m.rng.Intn(3)-1) * hour
		return now
	}
	return &opaque{}
}

// anyStruct draws a struct as callers may write it: with the exported fields, while the others are zero. If one of the
// others is more than data, callers get the struct from a function of the package, and the execution ends without an
// answer.
func (m *machine) anyStruct(s *types.Struct, level int) value {
	out := make(structure, s.NumFields())
	for k := range out {
		f := s.Field(k)
		if f.Exported() {
			out[k] = m.any(f.Type(), level+1)
			continue
		}
		if _, data := f.Type().Underlying().(*types.Basic); !data && zeroOfLibrary(f.Type()) == nil {
			panic(unknown("a value that callers get from the package"))
		}
		out[k] = zero(f.Type())
	}
	return out
}

// constantsOf returns the constants of a type that the package of the type declares.
func constantsOf(t *types.Named) (out []*types.Const) {
	if t.Obj().Pkg() == nil {
		return nil
	}
	scope := t.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		if c, ok := scope.Lookup(name).(*types.Const); ok && types.Identical(c.Type(), t) {
			out = append(out, c)
		}
	}
	return out
}
