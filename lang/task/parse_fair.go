package task

// This file parses declarations and statements that begin with the word fair. It is
// no keyword: a task or a variable may have this name. So what follows decides.

// taskWords are those that a declaration goes on with after fair.
var taskWords = map[string]bool{"task": true, "server": true, "actor": true, "looper": true, "process": true}

// fair reads a declaration that begins with the word fair.
func (p *parser) fair(stray bool) {
	t, n := p.tok(), p.peek(1)
	switch {
	case taskWords[n.text] && !n.fresh:
		first := len(p.out.tasks)
		defer func() {
			for _, d := range p.out.tasks[first:] {
				d.fair = true
			}
		}()
		p.next()
		p.declaration()
	case n.kind == word && !n.fresh:
		d := p.syntax(n, `expected "task" after fair, found %s`, n.describe())
		if n.is("choose") || n.is("select") || n.is("entry") {
			d.WithHint("%s stands inside a task; is a } above one too many?", n.text)
		} else {
			d.WithHint("write fair task name { .. }")
		}
		p.next()
		panic(bailout{})
	default:
		p.noDeclaration(t, stray)
	}
}

// fairStatement reads a statement of a task, or of nil, that begins with the word fair.
func (p *parser) fairStatement(task *taskDecl) stmt {
	t := p.next()
	switch n := p.tok(); {
	case n.is("choose"), n.is("select"):
		s := p.statement(nil)
		switch s := s.(type) {
		case *chooseStmt:
			s.fair = true
		case *selectStmt:
			s.fair = true
		}
		return s
	case n.is("entry"):
		first := 0
		if task != nil {
			first = len(task.entries)
		}
		p.statement(task)
		if task != nil {
			for _, e := range task.entries[first:] {
				e.fair = true
			}
		}
		return nil
	case taskWords[n.text]:
		p.errorf(n.span, "T104", "%s stands at the top level of the program, not inside a task", n.text)
		p.last = t.at
		p.next()
		p.unread(p.tok())
	default:
		p.syntax(n, "expected choose, select or entry after fair, found %s", n.describe()).
			WithHint("write fair choose { .. } or { .. }, fair select { .. } or fair entry e; a fair task is declared at the top level")
	}
	panic(bailout{})
}
