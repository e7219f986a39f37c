package task

import (
	"slices"
	"strconv"

	"flavers/cfg"
)

// This file evaluates types and lays out variables, objects and tasks.

func enumType(e *enumDecl) cfg.Type {
	t := cfg.Type{Kind: cfg.EnumType, Hi: int32(len(e.values) - 1), Name: e.name, Family: cfg.None}
	for _, v := range e.values {
		t.Names = append(t.Names, v.name)
	}
	return t
}

// refType returns the type of references to one of n tasks.
func refType(name string, n int32, f cfg.FamilyID) cfg.Type {
	return cfg.Type{Kind: cfg.RefType, Lo: cfg.NoTask, Hi: n - 1, Name: name, Family: f}
}

// typeOf evaluates a written type; nil is the type of signals.
func (l *lowerer) typeOf(x *typeExpr) (t cfg.Type, dims []int32, ok bool) {
	if x == nil {
		return cfg.Range(0, 0), nil, true
	}
	switch x.kind {
	case typeBool:
		return cfg.Bool(), nil, true
	case typeRange:
		lo, ok1 := l.number(x.lo, "the bound of a range")
		hi, ok2 := l.number(x.hi, "the bound of a range")
		switch {
		case !ok1 || !ok2:
		case lo > hi:
			l.errorf(x.span, "T207", "the range %d..%d has no values", lo, hi).WithHint("the lower bound stands first")
		case int64(hi)-int64(lo) >= maxValues:
			l.errorf(x.span, "T306", "the type %d..%d has more than %d values", lo, hi, maxValues)
		default:
			return cfg.Range(lo, hi), nil, true
		}
	case typeName:
		if x.sym != nil && len(x.sym.enum.values) > 0 {
			return enumType(x.sym.enum), nil, true
		}
	case typeRef:
		if x.sym == nil {
			break
		}
		if f := l.families[x.sym.task]; f != nil && f.hi >= 0 {
			return refType(x.sym.name, f.hi+1, f.id), nil, true
		}
	case typeChan:
		if elem, dims, ok := l.typeOf(x.elem); ok && dims == nil {
			return l.chanType(elem), nil, true
		}
	case typeArray:
		n, ok1 := l.number(x.size, "the length of an array")
		t, dims, ok2 := l.typeOf(x.elem)
		if !ok1 || !ok2 {
			break
		}
		if n < 1 || n > maxSize {
			l.errorf(x.size.where(), "T207", "the length of an array must be within 1..%d, not %d", maxSize, n)
			break
		}
		return t, append([]int32{n}, dims...), true
	case typeTuple:
		return l.messageType(x)
	}
	return cfg.Type{}, nil, l.drop()
}

// familyOf evaluates the index range of a task declaration.
func (l *lowerer) familyOf(d *taskDecl) *family {
	f := &family{id: cfg.None, lo: 0, hi: -1}
	switch {
	case d.dynamic:
		n, ok := l.number(d.limit, "the number of instances")
		if ok && (n < 1 || n > maxValues) {
			l.errorf(d.limit.where(), "T207", "the number of instances must be within 1..%d, not %d", maxValues, n)
			ok = false
		}
		if ok {
			f.id = l.b.AddFamily(d.name, l.src.position(d.at))
			f.hi = n - 1
		}
	case d.lo != nil:
		lo, ok1 := l.number(d.lo, "the bound of the index")
		hi, ok2 := l.number(d.hi, "the bound of the index")
		if ok1 && ok2 {
			if int64(hi)-int64(lo) >= maxValues {
				l.errorf(span{d.lo.where().at, d.hi.where().end}, "T306", "task %s has more than %d instances", clip(d.name),
					maxValues)
				break
			}
			if int64(hi) < int64(lo)-1 { // lo..lo-1 is the empty family
				l.errorf(span{d.lo.where().at, d.hi.where().end}, "T207",
					"task %s has %d instances: its last index is %d, its first %d",
					clip(d.name), int64(hi)-int64(lo)+1, hi, lo)
				break
			}
			f.lo, f.hi = lo, hi
		}
	default:
		f.hi = 0
	}
	return f
}

func (l *lowerer) shared(d *varDecl) {
	t, dims, ok := l.typeOf(d.typ)
	if !ok {
		return
	}
	for i, sym := range d.syms {
		cells, _ := l.initial(d.init, t, dims, sym.name)
		l.bind(sym, l.newVar(d.names[i].name, cfg.None, t, dims, cells, sym.span))
	}
}

// newVar adds a variable with its elements. Cells that are constant are the
// initial values; without cells it starts at the first value of its type.
func (l *lowerer) newVar(name string, owner cfg.TaskID, t cfg.Type, dims []int32, cells []cell, at span) *binding {
	total := 1
	for _, n := range dims {
		if total *= int(n); total > maxSize {
			break
		}
	}
	b := &binding{t: t, dims: dims, name: name}
	if len(l.varTypes)+total > maxSize {
		l.tooLarge(at, "%d variables and array elements", maxSize)
		return b
	}
	b.base = cfg.VarID(len(l.varTypes))
	index := make([]int32, len(dims))
	for i := range total {
		v := cfg.Var{Name: name, Owner: owner, Type: t, Init: t.Lo, Scratch: l.scratch, Pos: l.src.position(at.at)}
		for _, j := range index {
			v.Name += "[" + strconv.Itoa(int(j)) + "]"
		}
		if cells != nil && cells[i].set {
			if n, isConst := cells[i].v.constant(); isConst {
				v.Init = n
			}
		}
		l.b.AddVar(v)
		l.varTypes = append(l.varTypes, t)
		for k := len(index) - 1; k >= 0; k-- {
			if index[k]++; index[k] < dims[k] {
				break
			}
			index[k] = 0
		}
	}
	return b
}

// sizeWithin evaluates a constant that must be within least..maxSize: what, such as "the size", of the named
// object. It reports an error and returns false if the constant is something else.
func (l *lowerer) sizeWithin(e expr, what string, least int32, name string) (int32, bool) {
	n, ok := l.number(e, what)
	if !ok {
		l.drop()
		return 0, false
	}
	if n < least || n > maxSize {
		l.errorf(e.where(), "T207", "%s of %s must be within %d..%d, not %d", what, clip(name), least, maxSize, n)
		return 0, false
	}
	return n, true
}

func (l *lowerer) objectDecl(o *objDecl) {
	obj := cfg.Object{Name: o.name, Owner: cfg.None, Pos: l.src.position(o.at)}
	set := objects{n: -1}
	if o.size != nil {
		n, ok := l.sizeWithin(o.size, "the size", 1, o.name)
		if !ok {
			return
		}
		set.n = n
	}
	if o.buf != nil {
		n, ok := l.sizeWithin(o.buf, "the buffer", 0, o.name)
		if !ok {
			return
		}
		obj.Cap = n
	}
	switch o.what {
	case "lock", "rwlock":
		obj.Kind = cfg.LockObject
		obj.RW = o.sym.rw
	case "sem":
		obj.Kind = cfg.SemObject
		if o.value != nil {
			n, ok := l.number(o.value, "the initial value")
			if !ok {
				return
			}
			if n < 0 {
				l.errorf(o.value.where(), "T207", "semaphore %s starts at %d, below 0", clip(o.name), n)
				return
			}
			obj.Cap = n
		}
	case "waitgroup":
		obj.Kind = cfg.GroupObject
	case "once":
		obj.Kind = cfg.OnceObject
	case "cond":
		obj.Kind = cfg.CondObject
	case "chan":
		obj.Kind = cfg.ChanObject
		t, dims, ok := l.typeOf(o.typ)
		if !ok || dims != nil {
			return
		}
		obj.Elem, set.t, set.cap = t, t, obj.Cap
	}
	set.base = l.addObjects(obj, set.n, o.span)
	l.objects[o.sym] = set
}

// addObjects adds one object, or for n >= 0 an array of n.
func (l *lowerer) addObjects(o cfg.Object, n int32, at span) cfg.ObjectID {
	count := max(n, 1)
	if n == 0 {
		count = 0
	}
	if l.objectCount+int(count) > maxSize {
		l.tooLarge(at, "%d entries, locks, semaphores and channels", maxSize)
		return 0
	}
	base := cfg.ObjectID(l.objectCount)
	l.objectCount += int(count)
	name := o.Name
	for i := range count {
		if n >= 0 {
			o.Name = name + "[" + strconv.Itoa(int(i)) + "]"
		}
		l.b.AddObject(o)
	}
	return base
}

// layTask adds the instances of a task with their entries and parameters.
func (l *lowerer) layTask(d *taskDecl) {
	f := l.families[d]
	var ids []cfg.TaskID
	var params [][]cfg.VarID
	for i := int64(f.lo); i <= int64(f.hi); i++ {
		if !l.tick(d.span) {
			break
		}
		in := &instance{decl: d, name: d.name, index: int32(i), env: map[*symbol]*binding{}, vars: map[*symbol]*binding{},
			taken: map[string]int{}, entries: map[*entryDecl]*entrySet{}}
		number := int32(0)
		if d.family() {
			in.name += "[" + strconv.Itoa(int(i)) + "]"
			number = int32(i)
		}
		if l.points += 2; l.points > maxSize {
			l.tooLarge(d.span, "%d control points", maxSize)
			break
		}
		in.id = l.b.AddTask(in.name, f.id, number, l.src.position(d.at))
		if d.server {
			l.b.SetServer(in.id)
		}
		f.inst = append(f.inst, in)
		l.in = in
		if d.idxSym != nil {
			l.bind(d.idxSym, &binding{constant: true, value: constValue(in.index, cfg.Range(0, 0))})
		}
		for _, e := range d.entries {
			l.layEntry(in, e)
		}
		l.layBox(in)
		var vars []cfg.VarID
		for _, q := range d.params {
			if t, dims, ok := l.typeOf(q.typ); ok && dims == nil {
				b := l.localVar(q.sym, t, nil, nil)
				vars = append(vars, b.base)
			}
		}
		l.in = nil
		ids, params = append(ids, in.id), append(params, vars)
	}
	if f.id != cfg.None {
		l.b.SetFamily(f.id, ids, params)
	}
}

func (l *lowerer) layEntry(in *instance, e *entryDecl) {
	s := &entrySet{objects: objects{n: -1}}
	if e.size != nil {
		n, ok := l.number(e.size, "the size of an entry family")
		if ok && (n < 0 || n > maxSize) {
			l.errorf(e.size.where(), "T207", "the size of entry family %s must be within 0..%d, not %d", clip(e.name), maxSize,
				n)
			ok = false
		}
		if !ok {
			return
		}
		s.n = n
	}
	for _, q := range e.params {
		t, dims, ok := l.typeOf(q.typ)
		s.params, s.ok = append(s.params, t), append(s.ok, ok && dims == nil)
	}
	s.base = l.addObjects(cfg.Object{Kind: cfg.EntryObject, Name: in.name + "." + e.name, Owner: in.id,
		Pos: l.src.position(e.at)}, s.n, e.span)
	in.entries[e] = s
	for k := range max(s.n, -s.n) { // one, of an entry that is no family
		if e.fair {
			l.calls[s.base+cfg.ObjectID(k)] = nil
		}
	}
}

// localVar gives a variable of the current task. A symbol keeps its variable
// when its declaration is lowered again (unrolled, inlined) with the same type.
func (l *lowerer) localVar(sym *symbol, t cfg.Type, dims []int32, cells []cell) *binding {
	if b := l.in.vars[sym]; b != nil && sameType(b.t, t) && slices.Equal(b.dims, dims) {
		l.in.env[sym] = b
		return b
	}
	name := l.in.name + "." + sym.name
	l.in.taken[sym.name]++
	if n := l.in.taken[sym.name]; n > 1 {
		name += "'" + strconv.Itoa(n)
	}
	b := l.newVar(name, l.in.id, t, dims, cells, sym.span)
	l.in.env[sym], l.in.vars[sym] = b, b
	return b
}

func sameType(t, u cfg.Type) bool {
	return t.Kind == u.Kind && t.Lo == u.Lo && t.Hi == u.Hi && t.Name == u.Name && t.Family == u.Family
}
