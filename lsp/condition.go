package lsp

// This file completes the condition of an invariant, as in
//
//	invariant enough { forks + len(
//
// A condition has no events. So the editor is offered the variables and values of the program, and after `len(`,
// `empty(` and `full(` the channels that have a buffer.

import (
	"context"
	"maps"
	"slices"
	"strings"

	"flavers/cfg"
	"flavers/lang/symbols"
)

// condition reports whether an offset is inside the braces of an invariant.
func (t *text) condition(offset int) bool {
	before := string(t.src[:offset])
	open := strings.LastIndexByte(before, '{')
	if open < 0 || strings.IndexByte(before[open:], '}') >= 0 {
		return false
	}
	for line := range strings.Lines(before[strings.LastIndexAny(before[:open], "{}")+1 : open]) {
		if strings.HasPrefix(strings.TrimSpace(line), "invariant") {
			return true
		}
	}
	return false
}

// programs returns the programs that a specification is about, each in its last version without errors.
func (s *server) programs(ctx context.Context, v *view, file string) (out []*cfg.Program) {
	for _, program := range v.subjects(file) {
		if m := s.lastGood(ctx, v, program); m != nil {
			out = append(out, m.p)
		}
	}
	return out
}

// lengths lists the functions that a condition may apply to a channel.
var lengths = []string{"len", "empty", "full"}

// condition offers what may come next in a condition.
func (c *completer) condition(programs []*cfg.Program) {
	c.at = symbols.Span{At: c.offset, End: c.t.word(c.offset).End}
	c.begin(".[]")
	c.typed = c.t.of(symbols.Span{At: c.at.At, End: c.offset})
	before, parenthesis := strings.CutSuffix(strings.TrimRight(string(c.t.src[:c.at.At]), " \t"), "(")
	if parenthesis && slices.Contains(lengths, lastWord(strings.TrimRight(before, " \t"))) {
		for _, p := range programs {
			for i := range p.Objects {
				if o := &p.Objects[i]; o.Kind == cfg.ChanObject && o.Cap > 0 {
					c.add(asEvent(o.Name, ""), itemReference, "a channel with a buffer")
				}
			}
		}
		return
	}
	x := c.v.index(c.file)
	c.symbols(x, x.Visible(c.offset), symbols.Running)
	for _, p := range programs {
		c.values(p)
	}
	for _, w := range append([]string{"true", "false"}, lengths...) {
		c.add(w, itemKeyword, "")
	}
}

// values offers the variables of a program, those of its tasks among them, its constants and
// the values of its enums.
func (c *completer) values(p *cfg.Program) {
	for i := range p.Vars {
		if v := &p.Vars[i]; !v.Scratch {
			c.add(asEvent(v.Name, ""), itemVariable, v.Type.String())
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.Constants)) {
		c.add(name, itemConstant, "")
	}
	for i := range p.Vars {
		if t := p.Vars[i].Type; t.Kind == cfg.EnumType {
			for _, name := range t.Names {
				c.add(name, itemValue, t.Name)
			}
		}
	}
}
