package execute

import (
	"reflect"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// This file finds goroutines that are blocked at channels which nobody else can reach: no variable of the packages, no
// value that callers have, and no value that another goroutine may still use leads to them. Nothing that happens later
// lets such a goroutine go on (theory.md, Lemma 14.12). So a request whose channel for the answer was dropped is never
// answered, although the server has a statement that answers other ones:
//
//	m := msg{s, make(chan bool)}
//	b.in <- m
//	<-m.ack // alone, if the server waits for its next message, and has put m nowhere
//
// May err towards: not alone.

// alone reports whether a goroutine that is blocked waits at channels only, and nobody else can reach these.
func (m *machine) alone(g *goroutine) bool {
	if m.served || m.hooked || g.wait == nil || len(g.wait.cases) == 0 {
		return false
	}
	r := &reaching{of: map[*channel]bool{}, seen: map[any]bool{}}
	for _, a := range g.wait.cases {
		if a.c != nil {
			r.of[a.c] = true
		}
	}
	if len(r.of) == 0 || r.found(m.globals) || r.found(m.pools) || r.found(m.groups) || r.found(m.clocks) ||
		r.found(m.timers) {
		return false
	}
	for _, fr := range m.callers { // callers may pass what they have to other calls
		if r.found(fr.env) {
			return false
		}
	}
	for _, other := range m.all {
		for fr := other.at; fr != nil && other != g && !other.done; fr = fr.caller {
			if len(fr.defers) > 0 || r.found(fr.result) {
				return false
			}
			for v, has := range fr.env {
				if fr.uses(v) && r.found(has) {
					return false
				}
			}
		}
	}
	return true
}

// uses reports whether a function may still use a value of its own: there is a way from the instruction at which it is
// to one that has it as an operand, on which it does not get a new value before.
func (fr *frame) uses(v ssa.Value) bool {
	if fr.now == nil || fr.fn.Recover != nil {
		return true
	}
	block := fr.now.Block()
	from := 0
	for block.Instrs[from] != fr.now {
		from++
	}
	seen := map[*ssa.BasicBlock]bool{}
	var search func(instrs []ssa.Instruction, b *ssa.BasicBlock) bool
	search = func(instrs []ssa.Instruction, b *ssa.BasicBlock) bool {
		for _, i := range instrs {
			for _, o := range i.Operands(nil) {
				if *o == v {
					return true
				}
			}
			if is, ok := i.(ssa.Value); ok && is == v {
				return false
			}
		}
		for _, next := range b.Succs {
			if !seen[next] {
				if seen[next] = true; search(next.Instrs, next) {
					return true
				}
			}
		}
		return false
	}
	return search(block.Instrs[from:], block)
}

// reaching looks for channels in values, and in what these lead to. Its searches share what they have seen: all of them
// but the last find nothing.
type reaching struct {
	of   map[*channel]bool
	seen map[any]bool
}

// found reports whether a value leads to one of the channels. A function of the interpreter, of which nothing is known,
// may do so.
func (r *reaching) found(v any) bool { return r.walk(reflect.ValueOf(v)) }

func (r *reaching) walk(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Interface:
		return !v.IsNil() && r.walk(v.Elem())
	case reflect.Pointer:
		if v.IsNil() || foreign(v.Type().Elem()) {
			return false
		}
		key := [2]any{v.Pointer(), v.Type()}
		if r.seen[key] {
			return false
		}
		r.seen[key] = true
		for c := range r.of {
			if v.Type() == reflect.TypeOf(c) && v.Pointer() == reflect.ValueOf(c).Pointer() {
				return true
			}
		}
		return r.walk(v.Elem())
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if r.walk(v.Index(i)) {
				return true
			}
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			if r.walk(k) || r.walk(v.MapIndex(k)) {
				return true
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if r.walk(v.Field(i)) {
				return true
			}
		}
	case reflect.Func:
		return !v.IsNil()
	case reflect.Chan, reflect.UnsafePointer:
		return true
	}
	return false
}

// foreign reports whether a type is one of the code that is executed, and not of values that it has.
func foreign(t reflect.Type) bool {
	return strings.HasSuffix(t.PkgPath(), "go/ssa") || t.PkgPath() == "go/types"
}
