package slice

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
)

// Code that is not followed hands out pointers again that it was given. This file says which locks, wait groups and the
// like such an unknown operand may be (theory.md, lemma 12.15). For
//
//	registry.Store(1, &server{})     // registry is a sync.Map
//	v, _ := registry.Load(1)
//	v.(*server).mu.Lock()            // a field mu of something that was given away
//
// it is a field with this name. If the operand is no address of a field, as that of v.(*sync.Mutex).Lock(), it is
// something whose address was given away, or that somebody has taken the address of in a structure like v.

// unknowns are operands of operations of package sync that are not known. May err towards: more operands.
type unknowns struct {
	fields map[string]bool // by type of package sync and name: the operand is the address of a field
	others map[string]bool // by type: the operand is something else
}

// add adds the operand of an operation, if it may be unknown.
func (u *unknowns) add(o ofLock) {
	if !o.isUnknown() {
		return
	}
	of, field := typeOf(o.model), o.field()
	if field == "" {
		u.other(of)
		return
	}
	if u.fields == nil {
		u.fields = map[string]bool{}
	}
	u.fields[of+" "+field] = true
}

// field returns fieldOf of the operand of an operation; "" if it is not the first operand of a static call.
func (o ofLock) field() string {
	site, ok := o.site.(ssa.CallInstruction)
	if !ok || site.Common().StaticCallee() == nil || len(site.Common().Args) == 0 {
		return ""
	}
	return fieldOf(site.Common().Args[0])
}

// other adds an operand of a type that is no address of a field.
func (u *unknowns) other(of string) {
	if u.others == nil {
		u.others = map[string]bool{}
	}
	u.others[of] = true
}

// typeOf returns the type of the operand of a function of package sync, by its name.
func typeOf(model string) string {
	of, _, _ := strings.Cut(strings.TrimPrefix(model, "(*"), ")")
	return of
}

// fieldOf returns the name of the field whose address an operand is, or the address of an item in it; "" if it is none.
func fieldOf(v ssa.Value) string {
	for {
		item, ok := v.(*ssa.IndexAddr)
		if !ok {
			break
		}
		if _, array := item.X.Type().Underlying().(*types.Pointer); !array {
			return ""
		}
		v = item.X
	}
	a, ok := v.(*ssa.FieldAddr)
	if !ok {
		return ""
	}
	return a.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct).Field(a.Field).Name()
}

// unknown reports whether a place is one of an object of unanalysed code.
func unknown(l heap.Loc) bool { return l.Obj.Kind == heap.Unknown }

// handed says which places an unknown operand may be.
type handed struct {
	given   func(heap.Loc) bool // unanalysed code may have the object
	pointed map[heap.Loc]bool   // unanalysed code may have the address
	loose   map[string]bool     // as unknowns.fields: a pointer that is not known may be the address of such a field
}

// handsOut returns what is known of unknown operands.
func (f *Facts) handsOut() *handed {
	h := &handed{given: f.Lent(), loose: map[string]bool{}}
	h.pointed = f.w.Pointed(f.w.Reach(keeps(f.w.Instances)))
	for _, in := range f.w.Instances {
		f.each(in, func(i ssa.Instruction) bool {
			a, ok := i.(*ssa.FieldAddr)
			if !ok {
				return false
			}
			of := ofSync(a.Type())
			if of != "" && !isOperand(a) && slices.ContainsFunc(f.w.Objects(in, a), unknown) {
				h.loose[of+" "+fieldOf(a)] = true
			}
			return false
		})
	}
	return h
}

// ofSync returns the type of package sync to which a pointer leads, perhaps to an array of such; "" if there is none.
func ofSync(t types.Type) string {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return ""
	}
	of := types.Unalias(p.Elem())
	for {
		a, ok := of.Underlying().(*types.Array)
		if !ok {
			break
		}
		of = types.Unalias(a.Elem())
	}
	if n, ok := of.(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync" {
		return "sync." + n.Obj().Name()
	}
	return ""
}

// isOperand reports whether an address is only used as the receiver of calls of package sync, and for addresses of
// items that are.
func isOperand(v ssa.Value) bool {
	return limitedTo(*v.Referrers(), func(r ssa.Instruction) bool {
		switch r := r.(type) {
		case *ssa.DebugRef:
			return true
		case *ssa.IndexAddr:
			return isOperand(r)
		case ssa.CallInstruction:
			c := r.Common()
			callee := c.StaticCallee()
			if callee == nil || !strings.HasPrefix(heap.FullName(callee), "(*sync.") || c.Args[0] != v {
				return false
			}
			return !slices.Contains(c.Args[1:], v)
		}
		return false
	})
}

// mayBe reports whether one of the unknown operands may be a place, of a type of package sync.
func (h *handed) mayBe(u *unknowns, l heap.Loc, of string) bool {
	path := l.Path
	if u.others[of] && h.pointed[l] {
		return true
	}
	for strings.HasSuffix(path, "[]") {
		path = strings.TrimSuffix(path, "[]")
		if u.others[of] && h.pointed[heap.Loc{Obj: l.Obj, Path: path}] {
			return true
		}
	}
	field := of + " " + path[strings.LastIndexAny(path, ".]")+1:]
	return (u.fields[field] || u.others[of] && h.loose[field]) && h.given(l)
}

// own reports whether an unknown operand is the address of a field to which only followed code can lead, and no unknown
// operand of others may be that field. A structure that code which is not followed has made is then like those that the
// packages make: nobody else can name the field.
func (h *handed) own(others *unknowns, o ofLock) bool {
	field := o.field()
	key := typeOf(o.model) + " " + field
	return field != "" && !token.IsExported(field) && !others.fields[key] &&
		!(others.others[typeOf(o.model)] && h.loose[key])
}

// isUnknown reports whether the operand of an operation may be unknown.
func (o ofLock) isUnknown() bool { return slices.ContainsFunc(o.locs, unknown) }

// handedPlaces finds the places that unknown operands may be.
type handedPlaces struct {
	f   *Facts
	out *handed               // nil: nothing was asked yet
	all map[string][]heap.Loc // by type of package sync, all places; nil: nothing was asked yet
	of  map[string][]heap.Loc // kept results, by what is known of operands
}

// known returns the places that the operand of an operation may be, with those that an unknown one may be.
func (h *handedPlaces) known(o ofLock) []heap.Loc {
	if !o.isUnknown() {
		return o.locs
	}
	h.prepare()
	u := &unknowns{}
	u.add(o)
	key := fmt.Sprint(u.fields, u.others)
	places, is := h.of[key]
	if !is {
		for _, l := range h.all[typeOf(o.model)] {
			if h.out.mayBe(u, l, typeOf(o.model)) {
				places = append(places, l)
			}
		}
		h.of[key] = places
	}
	return append(slices.DeleteFunc(slices.Clone(o.locs), unknown), places...)
}

// operand returns the places that an operand of an instruction may be. Some of the places in of are unknown. They stay
// unknown if the instruction is no call of a function of package sync.
func (h *handedPlaces) operand(in *heap.Instance, i ssa.Instruction, of []heap.Loc) (out []heap.Loc) {
	targets := h.f.targets(in, i)
	if len(targets) == 0 {
		return of
	}
	for _, t := range targets {
		if !strings.HasPrefix(t.Model, "(*sync.") || len(t.Args) == 0 {
			return of
		}
		out = append(out, h.known(ofLock{operation{in, i}, t.Model, of})...)
	}
	return out
}

// prepare computes what known needs.
func (h *handedPlaces) prepare() {
	if h.all != nil {
		return
	}
	if h.out == nil {
		h.out = h.f.handsOut()
	}
	h.all, h.of = map[string][]heap.Loc{}, map[string][]heap.Loc{}
	for _, o := range h.f.w.All() {
		for path, t := range o.SyncPlaces() {
			of := "sync." + t.Obj().Name()
			h.all[of] = append(h.all[of], heap.Loc{Obj: o, Path: path})
		}
	}
}
