package task

import "flavers/cfg"

// This file lowers loops that stand within one step: in atomic blocks and handlers.

// stepLoop is a cfg.Loop around what is being lowered.
type stepLoop struct {
	label string
	kind  stepLoopKind
}

type stepLoopKind uint8

const (
	stepWhile stepLoopKind = iota
	stepFor                // all copies of the body of a for: break leaves it
	stepCopy               // one of them: continue leaves it
)

// within lowers the body of a loop.
func (l *lowerer) within(label string, kind stepLoopKind, body func()) {
	l.stepLoops = append(l.stepLoops, stepLoop{label, kind})
	body()
	l.stepLoops = l.stepLoops[:len(l.stepLoops)-1]
}

func (l *lowerer) stepWhile(out []cfg.Stmt, s *whileStmt) []cfg.Stmt {
	loop := &cfg.Loop{Pos: l.src.position(s.at)}
	if s.cond != nil {
		c, ok := l.condition(s.cond)
		if ok && isFalse(c) {
			return out
		}
		if !ok || !isFalse(negate(c)) {
			loop.Cond = c
		}
	}
	l.within(s.label.name, stepWhile, func() { loop.Body = l.block(s.body) })
	return append(out, loop)
}

// stepFor unrolls a for. Copies are loops of one turn where a jump may leave one.
func (l *lowerer) stepFor(out []cfg.Stmt, s *forStmt) []cfg.Stmt {
	lo, ok1 := l.number(s.lo, "the bound of a for")
	hi, ok2 := l.number(s.hi, "the bound of a for")
	if !ok1 || !ok2 {
		l.drop()
		return out
	}
	pos := l.src.position(s.at)
	left := jumps(s.body)
	all := &cfg.Loop{Once: true, Pos: pos}
	copies := func() {
		for v := int64(lo); v <= int64(hi) && l.tick(s.span); v++ {
			if s.sym != nil {
				l.bind(s.sym, &binding{constant: true, value: constValue(int32(v), cfg.Range(0, 0))})
			}
			if !left {
				all.Body = append(all.Body, l.block(s.body)...)
				continue
			}
			one := &cfg.Loop{Once: true, Pos: pos}
			l.within(s.label.name, stepCopy, func() { one.Body = l.block(s.body) })
			all.Body = append(all.Body, one)
		}
	}
	if !left {
		copies()
		return append(out, all.Body...)
	}
	l.within(s.label.name, stepFor, copies)
	return append(out, all)
}

// jumps reports whether a break or continue stands in a list.
func jumps(list []stmt) bool {
	for _, s := range list {
		if j, is := s.(*jumpStmt); is && (j.what == "break" || j.what == "continue") {
			return true
		}
		for _, inner := range parts(s) {
			if jumps(inner) {
				return true
			}
		}
	}
	return false
}

// stepJump returns a break or continue, or nil if it is none, or leaves no loop of this step.
func (l *lowerer) stepJump(s *jumpStmt) *cfg.Jump {
	if s.what != "break" && s.what != "continue" {
		return nil
	}
	skipped := stepFor
	if s.what == "break" {
		skipped = stepCopy
	}
	for i := len(l.stepLoops) - 1; i >= 0; i-- {
		f := l.stepLoops[i]
		if f.kind == skipped || s.label.name != "" && f.label != s.label.name {
			continue
		}
		return &cfg.Jump{Out: len(l.stepLoops) - i, Again: s.what == "continue" && f.kind == stepWhile, Pos: l.src.position(s.at)}
	}
	return nil
}

// mostOutcomes is how many outcomes a step may have where it has a choose.
const mostOutcomes = 4096

// outcomes bounds in how many ways the choices of a step outside of its loops can be
// made; beyond mostOutcomes it is any larger number. choice: one of them is a choose.
func (l *lowerer) outcomes(list []cfg.Stmt) (n int, choice bool) {
	n = 1
	add := func(alternatives ...[]cfg.Stmt) (sum, most int) {
		for _, a := range alternatives {
			k, has := l.outcomes(a)
			sum, most, choice = min(sum+k, mostOutcomes+1), max(most, k), choice || has
		}
		return sum, most
	}
	for _, s := range list {
		k := 1
		switch s := s.(type) {
		case *cfg.Assign:
			if s.Value == nil {
				k = l.varTypes[s.Target.Var].Size()
			}
		case *cfg.Branch:
			_, k = add(s.Then, s.Else)
		case *cfg.Choose:
			choice = true
			k, _ = add(s.Alts...)
		}
		n = min(n*max(k, 1), mostOutcomes+1)
	}
	return n, choice
}
