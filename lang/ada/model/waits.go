package model

// This file says in Ada at what a task waits in a step of the model, and which assertion does not hold.

import (
	"regexp"
	"strings"

	"flavers/cfg"
	"flavers/lang/ada/types"
)

// flag is a variable of a task that the program does not have: Worker(2)'Terminated, Worker'Terminated(2).
var flag = regexp.MustCompile(`!?([\w.]+(?:\([^()]*\))?)'(Terminated|Active|Completed|Aborted)((?:[(\[][^()\[\]]*[)\]])?)`)

// queues are variables of requeues and of E'Count.
var queues = regexp.MustCompile(`\brequeue_|_queued\b`)

// operators of the task language, and those of Ada.
var inAda = strings.NewReplacer("&&", "and", "||", "or", "!=", "/=", "==", "=", "!", "not ", "[", "(", "]", ")")

// waitsAt returns what a task waits at in a step, or "" if the step says it as it is. hidden are variables that
// the program does not have.
func waitsAt(p *cfg.Program, n *cfg.Node, hidden map[cfg.VarID]bool) string {
	guard := ""
	if n.Guard != nil {
		guard = p.ExprString(n.Guard)
	}
	when := ""
	if guard != "" && !reads(n.Guard, hidden) && !strings.Contains(guard, "'") && !queues.MatchString(guard) {
		when = " when " + inAda.Replace(guard)
	}
	switch op := n.Op.(type) {
	case cfg.Block:
		if e := firstEvent(op.Stmts); e != nil {
			return strings.TrimPrefix(p.StmtString(e), "event ") + when
		}
	case cfg.Accept:
		if strings.HasSuffix(p.Objects[op.Entry].Name, "."+types.StartEntry) {
			return cfg.NotStarted
		}
		return p.OpString(op) + when
	case cfg.Call:
		return p.OpString(op) + when
	}
	if m := flag.FindStringSubmatch(guard); m != nil {
		task := m[1] + inAda.Replace(m[3])
		switch m[2] {
		case "Active":
			return "the activation of " + task
		case "Aborted":
			return "an abort of " + task
		}
		return "the end of " + task
	}
	if strings.Contains(guard, "elaborated") {
		return "the end of the elaboration"
	}
	return ""
}

// asserted returns the error of an assertion; guard says that it does not hold.
func asserted(p *cfg.Program, guard cfg.Expr, hidden map[cfg.VarID]bool) string {
	if not, ok := guard.(*cfg.Unary); ok && not.Op == cfg.Not && !reads(guard, hidden) {
		return "assertion " + inAda.Replace(p.ExprString(not.X)) + " does not hold"
	}
	return "the assertion does not hold"
}

// firstEvent returns the first event of statements, also of a loop around what may raise an exception, or nil if
// there is none.
func firstEvent(list []cfg.Stmt) *cfg.Event {
	for _, s := range list {
		switch s := s.(type) {
		case *cfg.Event:
			if s.Name != Beyond {
				return s
			}
		case *cfg.Loop:
			if e := firstEvent(s.Body); e != nil {
				return e
			}
		}
	}
	return nil
}

// reads reports whether an expression reads one of some variables.
func reads(e cfg.Expr, vars map[cfg.VarID]bool) bool {
	found := false
	cfg.Inspect(e, func(x cfg.Expr) bool {
		if r, ok := x.(cfg.Read); ok {
			found = found || vars[r.Var]
		}
		return !found
	})
	return found
}
