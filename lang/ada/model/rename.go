package model

// This file gives what a program of the task language is made of the names that it has in Ada: Fork[0].Up is
// Fork(0).Up there, and an enumeration value has its name.

import (
	"math"
	"reflect"
	"strconv"
	"strings"

	"flavers/cfg"
	"flavers/diag"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// Word notes how a name is written, for specifications that write it otherwise.
func (l *Writer) Word(text string) {
	for _, w := range Words(text) {
		if k := syntax.Fold(w); l.Words[k] == "" {
			l.Words[k] = w
		}
	}
}

func Suggest(name string, known []string) string { return diag.Suggest(name, known) }

// Among lists names for a hint, as "a, b and c"; "" if there are none or many.
func Among(names []string) string { return diag.Among(names) }

// name is the name in Ada of a task, variable or object: its first word decides, and the indices behind it.
func (l *Writer) adaName(s string) string {
	var b strings.Builder
	for part := 0; s != ""; part++ {
		end := strings.IndexAny(s, "[.")
		if end < 0 {
			end = len(s)
		}
		word := s[:end]
		s = s[end:]
		sh, ok := l.Shown[word]
		if !ok {
			sh = Shown{Text: word}
		}
		b.WriteString(sh.Text)
		var idx []string
		for n := 0; strings.HasPrefix(s, "["); n++ {
			close := strings.IndexByte(s, ']')
			if g := l.groupNamed(word); part == 0 && g != nil && g.Once {
				s = s[close+1:]
				continue
			}
			i, err := strconv.ParseInt(s[1:close], 10, 64)
			shift := int64(0)
			if part > 0 || !l.isGroup(word) { // indices of tasks are those of Ada
				if n < len(sh.Dims) && sh.Dims[n] != nil {
					shift = sh.Dims[n].Lo
				}
			}
			g := l.groupNamed(word)
			switch {
			case err != nil:
				idx = append(idx, s[1:close])
			case part == 0 && g != nil && len(g.Dims) > 1:
				idx = append(idx, g.Indices(i)...)
			case n < len(sh.Dims) && sh.Dims[n] != nil:
				idx = append(idx, sh.Dims[n].Value(i+shift))
			default:
				idx = append(idx, strconv.FormatInt(i, 10))
			}
			s = s[close+1:]
		}
		if len(idx) > 0 {
			b.WriteString("(" + strings.Join(idx, ",") + ")")
		}
		if strings.HasPrefix(s, ".") {
			b.WriteString(".")
			s = s[1:]
		}
	}
	return b.String()
}

// renameArrays names arrays, and their first indices, in what may raise an error of an index.
func (l *Writer) renameArrays(v reflect.Value) {
	rename := func(name *string, lo *[]int32) {
		sh, ok := l.Shown[*name]
		if !ok { // or it has its name already
			return
		}
		*name, *lo = l.spell(sh.Text), nil
		for _, t := range sh.Dims {
			if t == nil || t.Lo < math.MinInt32 || t.Lo > math.MaxInt32 {
				*lo = nil
				return
			}
			*lo = append(*lo, int32(t.Lo))
		}
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		switch x := v.Interface().(type) {
		case *cfg.Elem:
			rename(&x.Name, &x.Lo)
		case *cfg.Assign:
			rename(&x.Target.Name, &x.Target.Lo)
		case *cfg.Target:
			rename(&x.Name, &x.Lo)
		}
		l.renameArrays(v.Elem())
	case reflect.Interface:
		if !v.IsNil() {
			l.renameArrays(v.Elem())
		}
	case reflect.Slice:
		if k := v.Type().Elem().Kind(); k == reflect.Pointer || k == reflect.Interface || k == reflect.Struct ||
			k == reflect.Slice {
			for i := range v.Len() {
				l.renameArrays(v.Index(i))
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				l.renameArrays(v.Field(i))
			}
		}
	}
}

func (l *Writer) isGroup(word string) bool { return l.groupNamed(word) != nil }

func (l *Writer) groupNamed(word string) *types.Group {
	for _, g := range l.Groups {
		if g.Name == word {
			return g
		}
	}
	return nil
}

// Rename changes the names of a program that nobody else has seen yet.
func (l *Writer) Rename(p *cfg.Program) {
	enums, hidden := map[cfg.VarID]*types.Type{}, map[cfg.VarID]bool{}
	for i := range p.Vars {
		v := &p.Vars[i]
		base := v.Name
		if j := strings.IndexByte(base, '['); j >= 0 && v.Owner == cfg.None {
			base = base[:j]
		}
		if v.Owner != cfg.None {
			base = base[strings.LastIndexByte(base, '.')+1:]
			if j := strings.IndexByte(base, '['); j >= 0 {
				base = base[:j]
			}
			base, _, _ = strings.Cut(base, "'")
		}
		if sh, ok := l.Shown[base]; ok && sh.Type != nil && sh.Type.Kind == types.Enum &&
			v.Type.Kind == cfg.RangeType {
			enums[v.ID] = sh.Type
		}
		hidden[v.ID] = l.Internal[base]
		v.Name = l.adaName(v.Name)
		l.Word(v.Name)
		v.Name = l.spell(v.Name)
	}
	l.Words["true"], l.Words["false"] = "true", "false"
	for i := range p.Tasks {
		p.Tasks[i].Name = l.spell(l.adaName(p.Tasks[i].Name))
	}
	for i := range p.Objects {
		p.Objects[i].Name = l.spell(l.objectName(p.Objects[i].Name))
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		l.renameArrays(reflect.ValueOf(n.Guard))
		l.renameArrays(reflect.ValueOf(n.Op))
		switch op := n.Op.(type) {
		case cfg.Block:
			l.renameStmts(op.Stmts)
		case cfg.Fail:
			if j := strings.Index(op.Text, "unhandled_"); j >= 0 {
				w := Words(op.Text[j:])[0]
				op.Text = strings.TrimSpace("unhandled exception " + strings.TrimPrefix(w, "unhandled_"))
				n.Op = op
			} else if strings.HasPrefix(op.Text, "assertion ") {
				op.Text = asserted(p, n.Guard, hidden)
				n.Op = op
			}
		}
		n.At = waitsAt(p, n, hidden)
	}
}

// objectName returns that of an entry, perhaps of a family, or of a channel.
func (l *Writer) objectName(s string) string {
	i := strings.IndexByte(s, '.')
	if i < 0 {
		return l.adaName(s)
	}
	owner, rest := s[:i], s[i+1:]
	base := owner
	if j := strings.IndexByte(base, '['); j >= 0 {
		base = base[:j]
	}
	entry, index, family := strings.Cut(rest, "[")
	for _, g := range l.Groups {
		if g.Name != base {
			continue
		}
		for _, d := range g.Targets() {
			if types.EntryWord(d.Name) != entry {
				continue
			}
			entry = d.Name
			if spec := g.EntrySpecOf(d.Name); family && spec.Family != nil {
				n, _ := strconv.ParseInt(strings.TrimSuffix(index, "]"), 10, 64)
				return l.adaName(owner) + "." + entry + "(" + spec.Family.Value(n+spec.Family.Lo) + ")"
			}
		}
	}
	if family {
		return l.adaName(owner) + "." + entry + "(" + index[:len(index)-1] + ")"
	}
	return l.adaName(owner) + "." + entry
}

func (l *Writer) renameStmts(list []cfg.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *cfg.Event:
			l.renameEvent(s)
		case *cfg.Branch:
			l.renameStmts(s.Then)
			l.renameStmts(s.Else)
		case *cfg.Choose:
			for _, a := range s.Alts {
				l.renameStmts(a)
			}
		case *cfg.Loop:
			l.renameStmts(s.Body)
		}
	}
}

func (l *Writer) renameEvent(e *cfg.Event) {
	sh, ok := l.Shown[e.Name]
	if !ok {
		return
	}
	defer func() { e.Name = l.spell(e.Name) }()
	e.Name = sh.Text
	for i := range e.Args {
		if i < len(sh.Dims) && sh.Dims[i] != nil && sh.Dims[i].Kind == types.Enum {
			e.ArgTypes[i] = cfg.Type{Kind: cfg.EnumType, Hi: int32(len(sh.Dims[i].Literals) - 1),
				Names: sh.Dims[i].Literals, Family: cfg.None}
		}
	}
}

// spell writes each word of a name in the one way that the program has it first.
func (l *Writer) spell(name string) string {
	var b strings.Builder
	for name != "" {
		w := Words(name)
		if len(w) == 0 {
			break
		}
		i := strings.Index(name, w[0])
		b.WriteString(name[:i])
		if known := l.Words[syntax.Fold(w[0])]; known != "" {
			b.WriteString(known)
		} else {
			b.WriteString(w[0])
		}
		name = name[i+len(w[0]):]
	}
	return b.String() + name
}
