package model

// This file writes types in the task language.

import (
	"fmt"

	"flavers/lang/ada/types"
)

func (l *Writer) Truth(b bool) types.Value {
	if b {
		return types.Num(l.Boolean, 1)
	}
	return types.Num(l.Boolean, 0)
}

// Window returns the range of a wide type that is followed.
func (l *Writer) Window(t *types.Type) (lo, hi int64) {
	if t.Kind == types.Access {
		return -1, 1 << 20
	}
	switch {
	case !t.Wide():
		return t.Lo, t.Hi
	case t.Narrow > 0:
		return max(t.Lo, -t.Narrow), min(t.Hi, t.Narrow)
	case t.Lo > 0: // a range that is far from zero begins with its first value
		return t.Lo, min(t.Hi, max(l.Most, t.Lo+2*l.Most))
	case t.Hi < 0:
		return max(t.Lo, min(-l.Most, t.Hi-2*l.Most)), t.Hi
	}
	return max(t.Lo, -l.Most), min(t.Hi, l.Most)
}

// Text returns a scalar type in the task language.
func (l *Writer) Text(t *types.Type) string {
	switch t.Kind {
	case types.Boolean:
		return "bool"
	case types.Access:
		if t.Target.Heap != "" {
			return "-1.." + l.HeapOf(t.Target).Last
		}
		g := l.Pool(t.Target)
		g.Named = true // one that no allocator makes is never started
		return "-1.." + g.Name + "_last"
	}
	lo, hi := l.Window(t)
	if hi < lo {
		hi = lo
	}
	return fmt.Sprintf("%d..%d", lo, hi)
}

func (l *Writer) Sub(t *types.Type, lo, hi int64) *types.Type {
	s := *t
	s.Lo, s.Hi, s.Root, s.Name = lo, hi, t, ""
	return &s
}
