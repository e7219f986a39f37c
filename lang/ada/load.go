package ada

// This file loads a program: its units, their elaboration, and the text in the task language.

import (
	"fmt"
	"go/token"
	"slices"
	"sort"
	"strings"

	"flavers/cfg"
	"flavers/diag"
	"flavers/lang/ada/closure"
	"flavers/lang/ada/syntax"
	"flavers/lang/parts"
	"flavers/lang/task"
	"flavers/report/ledger"
)

// unit is a library unit.
type unit struct {
	name       string
	spec, body *syntax.Unit
	ent        *entity
	begun      bool
}

// File is a text of a program.
type File = closure.File

// Program is what was made of a program in Ada.
type Program struct {
	Text    []byte // in the task language
	Program *cfg.Program
	Ledger  ledger.Notes // what was bounded, approximated or left out
	Files   []File       // all that were read
}

// Load makes a program of files (package closure). The first has the main procedure, if several procedures could be.
// read is asked for units that no file has, by name of file; it may be nil.
func Load(files []File, set map[string]string, read func(name string) ([]byte, bool)) (*Program, diag.List) {
	return LoadParts(files, parts.Parts{}, set, read)
}

// LoadParts is Load where the main procedure is named, or units may be in other files and folders, too.
func LoadParts(files []File, where parts.Parts, set map[string]string, read closure.Read) (*Program, diag.List) {
	needs, list := closure.Of(files, where, read)
	if list.HasErrors() {
		return nil, list
	}
	out := &Program{}
	l := &lowerer{diags: &list, list: &list, notes: &out.Ledger, out: new([]line), units: map[string]*unit{},
		taken: map[string]bool{"elaborated_": true}, shown: map[string]shown{}, words: map[string]string{},
		constants: map[string]int64{},
		pools:     map[string]*group{}, unhandled: map[string]bool{}, counts: map[string]bool{},
		exceptions: slices.Clone(predefined),
		set:        map[string]string{}, factor: 1, most: 63, free: map[string]int64{}, freeAll: 1}
	for k, v := range set {
		l.set[fold(k)] = v
	}
	out.Files = needs.Files
	for _, u := range needs.Units {
		l.units[u.Name] = &unit{name: u.Name, spec: u.Spec, body: u.Body}
		for _, x := range []*syntax.Unit{u.Spec, u.Body} {
			if x != nil {
				l.most = max(l.most, largest(x.Decl))
			}
		}
	}
	main := l.units[needs.Main.Name]
	l.standard()
	name := l.program(main)
	if list.HasErrors() {
		list.Sort()
		return nil, list
	}
	for k := range l.set {
		if l.constants["\x00set "+k] == 0 {
			list.Errorf(token.Position{}, BadSet, "--set %s: no named number of the program has this name", k)
		}
	}
	for k := range l.constants {
		if strings.HasPrefix(k, "\x00") {
			delete(l.constants, k)
		}
	}
	l.oneStepEach()
	out.Text = l.write(name)
	p, problems := task.Load(main.body.File, out.Text, nil)
	for _, d := range problems.All {
		if d.Severity != diag.Error {
			continue
		}
		d.Message = fmt.Sprintf("the model breaks a rule of the task language (%s): %s", d.Code, d.Message)
		d.Code, d.Hint = Internal, "a type may be too large, or an array empty: flavers explain "+string(Internal)
		list.All = append(list.All, d)
	}
	if p == nil || list.HasErrors() {
		list.Sort()
		return out, list
	}
	l.rename(p)
	p.File, p.Model = parts.Join(main.body.File, where.Main), out.Text
	p.Constants = l.constants
	p.Spelling = l.words
	out.Program = p
	out.Ledger.Sort()
	for _, n := range out.Ledger {
		p.Notes = append(p.Notes, cfg.Note{Code: n.Code, Pos: n.Pos, Text: n.Text})
	}
	list.Sort()
	return out, list
}

// largest is twice the largest small number in a unit: integers are followed that far.
func largest(d *syntax.Decl) int64 {
	most := int64(0)
	eachExpr(d, func(e *syntax.Expr) {
		if e.Kind == syntax.Number {
			if n, ok := integerOf(e.Text); ok && n <= 100 {
				most = max(most, 2*n)
			}
		}
	})
	return most
}

// unitNamed is a library unit by its name, elaborated; nil: there is none.
func (l *lowerer) unitNamed(name string, sc *scope) *entity {
	name = fold(name)
	if u := l.units[name]; u != nil {
		return l.elaborate(u)
	}
	if closure.IsLibrary(name) && !strings.Contains(name, ".") {
		return &entity{kind: library, name: name, in: l.global}
	}
	return nil
}

// elaborate declares what a library unit has.
func (l *lowerer) elaborate(u *unit) *entity {
	if u.begun {
		return u.ent
	}
	u.begun = true
	parent := l.global
	if i := strings.LastIndexByte(u.name, '.'); i >= 0 {
		if p := l.unitNamed(u.name[:i], l.global); p != nil && p.scope != nil {
			parent = p.scope
		}
	}
	task, out, frames, late := l.task, l.out, l.frames, l.late
	l.task, l.out, l.frames, l.late = nil, new([]line), nil, false
	l.elab++
	defer func() {
		l.elab--
		l.task, l.out, l.frames, l.late = task, out, frames, late
	}()
	in := newScope(parent)
	in.shared = true
	context := func(x *syntax.Unit) {
		if x != nil {
			l.declarations(x.Context, in)
		}
	}
	context(u.spec)
	context(u.body)
	if x := u.spec; x != nil {
		d := x.Decl
		switch d.Kind {
		case syntax.PackageSpec:
			u.ent = &entity{kind: packageEntity, name: d.Name, decl: d, scope: newScope(in), in: l.global}
			u.ent.scope.shared = true
			in.names[fold(short(d.Name))] = []*entity{u.ent}
			for _, w := range append(x.Withs, withsOf(u.body)...) {
				l.unitNamed(path(w), in)
			}
			l.declarations(d.Decls, u.ent.scope)
			l.declarations(d.Private, u.ent.scope)
			if u.body != nil {
				l.packageBody(u.body.Decl, u.ent.scope)
			}
			return u.ent
		default:
			c := *d
			l.declaration(&c, in)
			u.ent = in.own(d.Name)
		}
	}
	if x := u.body; x != nil {
		for _, w := range x.Withs {
			l.unitNamed(path(w), in)
		}
		l.declaration(x.Decl, in)
		if u.ent == nil {
			u.ent = in.own(x.Decl.Name)
		}
	}
	return u.ent
}

func short(name string) string { return name[lastDot(name)+1:] }

func withsOf(u *syntax.Unit) []*syntax.Expr {
	if u == nil {
		return nil
	}
	return u.Withs
}

// separate is the body that a stub stands for; nil: it is missing.
func (l *lowerer) separate(d *syntax.Decl, sc *scope) *syntax.Decl {
	for name, u := range l.units {
		if u.body != nil && u.body.Separate != nil && strings.HasSuffix(name, "."+fold(d.Name)) {
			return u.body.Decl
		}
	}
	return nil
}

// standard declares package Standard.
func (l *lowerer) standard() {
	l.global = newScope(nil)
	l.opaque = &typ{name: "data"}
	l.integer = &typ{kind: integer, name: "Integer", lo: -1 << 31, hi: 1<<31 - 1}
	l.boolean = &typ{kind: boolean, name: "Boolean", hi: 1, lits: []string{"False", "True"}}
	add := func(name string, t *typ) { l.global.add(&entity{kind: typeEntity, name: name, typ: t}) }
	add("Integer", l.integer)
	natural, positive := l.sub(l.integer, 0, 1<<31-1), l.sub(l.integer, 1, 1<<31-1)
	natural.name, positive.name = "Natural", "Positive"
	add("Natural", natural)
	add("Positive", positive)
	for _, n := range []string{"Long_Integer", "Long_Long_Integer", "Short_Integer", "Short_Short_Integer"} {
		t := *l.integer
		t.name = n
		add(n, &t)
	}
	add("Boolean", l.boolean)
	for _, n := range []string{"Float", "Long_Float", "Short_Float", "Long_Long_Float", "String", "Wide_String",
		"Wide_Wide_String", "Character",
		"Wide_Character", "Wide_Wide_Character", "Duration"} {
		add(n, &typ{name: n})
	}
	l.global.add(&entity{kind: literal, name: "False", typ: l.boolean, v: num(l.boolean, 0)})
	l.global.add(&entity{kind: literal, name: "True", typ: l.boolean, v: num(l.boolean, 1)})
	for i, n := range predefined {
		if i > 0 {
			l.global.add(&entity{kind: exception, name: n, id: i})
		}
	}
	l.global.add(&entity{kind: exception, name: "Numeric_Error", id: constraintError})
	l.global.add(&entity{kind: packageEntity, name: "Standard", scope: l.global})
}

// libraryType is the type that a name of a library stands for.
func (l *lowerer) libraryType(e *entity) *typ {
	switch fold(short(e.name)) {
	case "count_type":
		return l.global.own("Natural").typ
	}
	return l.opaque
}

// program lowers the main procedure and all tasks.
func (l *lowerer) program(main *unit) string {
	d := main.body.Decl
	main.begun = true
	l.elab++
	sc := newScope(l.global)
	sc.shared = true
	for _, w := range append(withsOf(main.spec), main.body.Withs...) {
		l.unitNamed(path(w), sc)
	}
	l.declarations(main.body.Context, sc)
	self := &entity{kind: subprogram, name: d.Name, decl: d}
	sc.add(self)
	in := newScope(sc)
	in.shared = true
	self.scope = in
	l.late = true
	l.declarationsOf(d.Decls, d.Body, d.Handlers, in)
	l.late = false
	l.elab--
	if l.diags.HasErrors() {
		return d.Name
	}
	// The main task.
	r := &running{name: l.unique(d.Name), end: l.unique("end_" + d.Name)}
	l.shown[r.name] = shown{text: d.Name}
	l.word(d.Name)
	l.task, l.mode = r, true
	l.factor, l.many = 1, false
	lines := l.capture(func() {
		for _, f := range l.prologue {
			f()
		}
		if len(l.prologue) > 0 {
			l.emit(d.Pos, "elaborated_ = true")
		}
		l.handledBody(d.Body, d.Handlers, in, d.Pos)
	})
	if len(l.prologue) > 0 {
		l.vars = append(l.vars, &storage{name: "elaborated_", typ: l.boolean, init: func() string { return "" }})
		l.shown["elaborated_"] = shown{text: "elaborated"}
	}
	main_ := lines
	for i := 0; i < len(l.groups) && !l.stopped; i++ { // tasks in tasks come behind
		if !l.groups[i].done && !l.groups[i].pool {
			l.lowerTask(l.groups[i])
		}
		if i == len(l.groups)-1 {
			for k := 0; k < len(l.groups); k++ {
				if g := l.groups[k]; g.pool && !g.done && g.hi >= 0 {
					l.lowerTask(g)
				}
			}
		}
	}
	if len(main_) > 0 || len(l.groups) == 0 {
		out := &l.replies
		*out = append(*out, line{"task " + r.name + " {", d.Pos}, line{"\x01" + r.name, d.Pos})
		wrap := mentions(main_, "break "+r.end)
		if wrap {
			*out = append(*out, line{r.end + ": loop {", d.Pos})
		}
		*out = append(*out, main_...)
		if wrap {
			if !leaves(main_) {
				*out = append(*out, line{"break " + r.end, d.Pos})
			}
			*out = append(*out, line{"}", d.Pos})
		}
		if len(main_) == 0 {
			*out = append(*out, line{"skip", d.Pos})
		}
		*out = append(*out, line{"}", d.Pos})
	}
	return d.Name
}

// write is the text of the program.
func (l *lowerer) write(name string) []byte {
	var b strings.Builder
	depth := 0
	put := func(text string, pos token.Position) {
		if pos.IsValid() {
			fmt.Fprintf(&b, "//line %s:%d:%d\n", pos.Filename, pos.Line, pos.Column)
		}
		if strings.HasPrefix(text, "}") {
			depth--
		}
		b.WriteString(strings.Repeat("    ", max(0, depth)) + text + "\n")
		if strings.HasSuffix(text, "{") {
			depth++
		}
	}
	used := map[string]bool{}
	byName := map[string]*group{}
	for _, g := range l.groups {
		byName[g.name] = g
	}
	for i, x := range l.replies {
		if g := byName[strings.TrimPrefix(x.text, "\x02")]; strings.HasPrefix(x.text, "\x02") && g != nil &&
			g.end != "" {
			index := ""
			if g.index != nil {
				head := l.head(g)
				index = "[" + shiftCode(head, -g.lo) + "]"
			}
			l.replies[i].text = g.end + index + " = true"
		}
		for _, g := range l.groups {
			if g.waits != "" && strings.Contains(x.text, waitsMark+g.name) {
				l.replies[i].text = strings.ReplaceAll(l.replies[i].text, waitsMark+g.name, l.mayTerminate(g))
			}
		}
		for _, w := range words(l.replies[i].text) {
			used[w] = true
		}
	}
	put("program "+identifier(name), token.Position{})
	for _, g := range l.groups {
		if g.pool && g.hi >= 0 {
			put(fmt.Sprintf("const %s_last = %d", g.name, g.hi), token.Position{})
		}
	}
	var marks []string
	for m := range l.unhandled {
		marks = append(marks, m)
	}
	sort.Strings(marks)
	for _, m := range marks {
		put(fmt.Sprintf("shared %s bool", m), token.Position{})
	}
	declare := func(word string, v *storage) {
		if !used[v.name] {
			return
		}
		init := v.init()
		text := word + " " + v.name + " "
		for _, d := range v.dims {
			text += fmt.Sprintf("[%d]", d)
		}
		if v.typ.kind == access {
			text += fmt.Sprintf("-1..%s", v.typ.target.poolLast(l))
		} else {
			text += l.text(v.typ)
		}
		if init != "" {
			text += " = " + nest(init, v.dims)
		}
		put(text, v.pos)
	}
	for _, v := range l.vars {
		if v.owner == nil {
			declare("shared", v)
		}
	}
	for _, g := range l.groups {
		for _, d := range g.targets() {
			s := g.entry(d)
			if s.reply == "" || !used[s.reply] {
				continue
			}
			text := "chan " + s.reply
			if g.index != nil {
				text += fmt.Sprintf("[%d][0]", max(1, g.hi-g.lo+1))
			}
			var types []string
			if s.raises {
				types = append(types, "0..62")
			}
			for _, p := range s.out {
				if p.typ.kind == access {
					types = append(types, "-1.."+p.typ.target.poolLast(l))
				} else {
					types = append(types, l.text(p.typ))
				}
			}
			if len(types) == 1 {
				text += " " + types[0]
			} else {
				text += " (" + strings.Join(types, ", ") + ")"
			}
			put(text, g.pos)
		}
	}
	for _, x := range l.replies {
		switch {
		case strings.HasPrefix(x.text, "\x01"):
			for _, v := range l.vars {
				if v.owner != nil && v.owner.name == x.text[1:] {
					declare("var", v)
				}
			}
		case strings.HasPrefix(x.text, "\x02"):
		default:
			put(x.text, x.pos)
		}
	}
	return []byte(b.String())
}

func (t *typ) poolLast(l *lowerer) string {
	if g := l.pool(t); g.hi >= 0 {
		return g.name + "_last"
	}
	return "0"
}

// head is the name of the index of a family.
func (l *lowerer) head(g *group) string {
	for _, x := range l.replies {
		if rest, ok := strings.CutPrefix(x.text, "task "+g.name+"["); ok {
			name, _, _ := strings.Cut(rest, " ")
			return name
		}
	}
	return "self"
}

// mayTerminate is the condition on which a task of a block may end at a terminate: the block waits, and those of its
// tasks have ended that have no terminate.
func (l *lowerer) mayTerminate(g *group) string {
	cond := "(" + g.waits
	for _, b := range g.beside {
		if b == g {
			continue
		}
		if b.terminates() {
			continue
		}
		l.eachInstance(b, func(ref string) { cond += " && " + b.endedFlag() + (&taskRef{group: b, code: ref}).index() })
	}
	return cond + ")"
}

// terminates tells whether the body of a group has a terminate alternative.
func (g *group) terminates() bool {
	found := false
	if b := g.typ.in.own(g.typ.decl.Name + "'body"); b != nil {
		eachStmt(b.decl.Body, func(s *syntax.Stmt) {
			for _, a := range s.Arms {
				found = found || a.Word == "terminate"
			}
		})
	}
	return found
}

// alone tells whether a group is one task, and the only one of its block with a terminate alternative.
func (g *group) alone() bool {
	for _, b := range g.beside {
		if b != g && b.terminates() {
			return false
		}
	}
	return g.index == nil
}
