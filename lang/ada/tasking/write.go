package tasking

// This file writes the whole program: variables, channels, tasks.

import (
	"fmt"
	"go/token"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"

	"flavers/lang/ada/model"
	"flavers/lang/ada/types"
)

// Write returns the text of the program.
func (l *Tasks) Write(name string) []byte {
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
	byName := map[string]*types.Group{}
	for _, g := range l.Groups {
		byName[g.Name] = g
	}
	longest := slices.Clone(l.Groups) // a name that begins another one comes behind it
	slices.SortStableFunc(longest, func(a, b *types.Group) int { return len(b.Name) - len(a.Name) })
	for i, x := range l.Replies {
		if g := byName[strings.TrimPrefix(x.Text, "\x02")]; strings.HasPrefix(x.Text, "\x02") && g != nil &&
			g.End != "" {
			index := ""
			if g.Index != nil {
				head := l.head(g)
				index = "[" + types.ShiftCode(head, -g.Lo) + "]"
			}
			l.Replies[i].Text = g.End + index + " = true"
		}
		for _, g := range longest {
			if g.Waits != "" && strings.Contains(x.Text, waitsMark+g.Name) {
				l.Replies[i].Text = strings.ReplaceAll(l.Replies[i].Text, waitsMark+g.Name, l.mayTerminate(g))
			}
		}
		for _, w := range model.Words(l.Replies[i].Text) {
			used[w] = true
		}
	}
	put("program "+types.Identifier(name), token.Position{})
	for _, g := range l.Groups {
		if g.Pool && g.Hi >= 0 {
			put(fmt.Sprintf("const %s_last = %d", g.Name, g.Hi), token.Position{})
		}
	}
	heaps := slices.SortedFunc(maps.Values(l.Heaps), func(a, b *model.Heap) int { return strings.Compare(a.Last, b.Last) })
	for _, h := range heaps {
		put(fmt.Sprintf("const %s = %d", h.Last, h.Index.Hi), token.Position{})
	}
	var marks []string
	for m := range l.Unhandled {
		marks = append(marks, m)
	}
	sort.Strings(marks)
	for _, m := range marks {
		put(fmt.Sprintf("shared %s bool", m), token.Position{})
	}
	declare := func(word string, v *model.Storage) {
		if !used[v.Name] {
			return
		}
		init := v.Init()
		if init == "any" && v.Owner == nil { // the main procedure gives it any value
			init = ""
		}
		text := word + " " + v.Name + " "
		for _, d := range v.Dims {
			text += fmt.Sprintf("[%d]", d)
		}
		if v.Type.Kind == types.Access {
			text += fmt.Sprintf("-1..%s", l.PoolLast(v.Type.Target))
		} else {
			text += l.Text(v.Type)
		}
		if init != "" {
			text += " = " + types.Nest(init, v.Dims)
		}
		put(text, v.Pos)
	}
	for _, v := range l.Vars {
		if v.Owner == nil {
			declare("shared", v)
		}
	}
	for _, g := range l.Groups {
		for _, d := range g.Targets() {
			s := g.EntrySpecOf(d.Name)
			if s.Reply == "" || !used[s.Reply] {
				continue
			}
			text := "chan " + s.Reply
			if g.Index != nil {
				text += fmt.Sprintf("[%d][0]", max(1, g.Hi-g.Lo+1))
			}
			var kinds []string
			if s.Raises {
				kinds = append(kinds, "0..62")
			}
			for _, p := range s.Out {
				if p.Type.Kind == types.Access {
					kinds = append(kinds, "-1.."+l.PoolLast(p.Type.Target))
				} else {
					kinds = append(kinds, l.Text(p.Type))
				}
			}
			if len(kinds) == 1 {
				text += " " + kinds[0]
			} else {
				text += " (" + strings.Join(kinds, ", ") + ")"
			}
			put(text, g.Pos)
		}
	}
	for _, x := range l.Replies {
		switch {
		case strings.HasPrefix(x.Text, "\x01"):
			for _, v := range l.Vars {
				if v.Owner != nil && v.Owner.Name == x.Text[1:] {
					declare("var", v)
				}
			}
		case strings.HasPrefix(x.Text, "\x02"):
		default:
			put(x.Text, x.Pos)
		}
	}
	return []byte(b.String())
}

// Anywhere returns the shared variables that have a value from the start which is not known, or beyond their
// window.
func (l *Tasks) Anywhere() []*model.Storage {
	return slices.DeleteFunc(slices.Clone(l.Vars), func(v *model.Storage) bool {
		return v.Owner != nil || !v.Pos.IsValid() || v.Init() != "any"
	})
}

// StartAnywhere gives these variables any value.
func (l *Tasks) StartAnywhere() {
	for _, v := range l.Anywhere() {
		name := v.Name
		for _, n := range v.Dims {
			i := l.Unique("at")
			l.Emit(v.Pos, "for %s in 0..%d {", i, max(0, n-1))
			name += "[" + i + "]"
		}
		l.NoteBeyond(model.WideRange, v.Pos, "%s begins with a value that is not followed: it is any value",
			l.Shown[v.Name].Text)
		l.Emit(v.Pos, "%s = any", name)
		for range v.Dims {
			l.Emit(v.Pos, "}")
		}
	}
}

// head returns the name of the index of a family.
func (l *Tasks) head(g *types.Group) string {
	for _, x := range l.Replies {
		if rest, ok := strings.CutPrefix(x.Text, "task "+g.Name+"["); ok {
			name, _, _ := strings.Cut(rest, " ")
			return name
		}
	}
	return "self"
}

// mayTerminate returns the condition on which a task of a block may end at a terminate: the block waits, and those
// of its tasks, and of the ones that depend on the task itself, have ended that have no terminate (RM 9.3(6)).
func (l *Tasks) mayTerminate(g *types.Group) string {
	cond := "(" + g.Waits
	others := g.Beside
	if g.Follows() {
		others = slices.Concat(others, g.Own)
	}
	for _, b := range others {
		if b == g || b.Terminates() {
			continue
		}
		l.EachInstance(b, func(ref string) {
			index := (&types.TaskRef{Group: b, Code: ref}).Index()
			ended := l.EndedFlag(b) + index
			if b.Pool { // or it was not made yet
				n, _ := strconv.ParseInt(strings.Trim(index, "[]"), 10, 64)
				ended = fmt.Sprintf("(%s <= %d || %s)", b.Next, n/b.Each, ended)
			}
			cond += " && " + ended
		})
	}
	return cond + ")"
}
