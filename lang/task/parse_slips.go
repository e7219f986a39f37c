package task

import (
	"strings"

	"flavers/diag"
)

// What people write who know other languages. The parser asks here for a hint
// when it finds something else than it expects, and reads what was meant where
// that is plain, so that one slip makes one message.

// otherWords are words of other languages that begin a statement or a
// declaration there, with what to write here.
var otherWords = map[string]string{
	"begin": "blocks stand in braces: { .. }", "end": "blocks end with }", "endif": "blocks end with }",
	"fi": "blocks end with }",
	"od": "blocks end with }", "done": "blocks end with }", "endwhile": "blocks end with }", "endfor": "blocks end with }",
	"elsif": "write } else if .. {", "elif": "write } else if .. {", "elseif": "write } else if .. {",
	"do": "write loop { .. } or while .. { .. }", "repeat": "write loop { .. } with if .. { break } at its end",
	"forever": "write loop { .. }",
	"until":   "write loop { .. } with if .. { break } at its end",
	"switch":  "write if .. { } else if .. { }", "match": "write if .. { } else if .. { }",
	"goto": "use loop, break and labels of loops",
	"exit": "break leaves a loop, stop ends the task", "pass": "write skip", "nop": "write skip", "null": "write skip",
	"noop": "write skip",
	"let":  "variables are declared as var x 0..7 = 0", "int": "variables are declared as var x 0..7 = 0",
	"bool":    "variables are declared as var b bool",
	"integer": "variables are declared as var x 0..7 = 0", "boolean": "variables are declared as var b bool",
	"byte": "variables are declared as var x 0..255",
	"bit":  "variables are declared as var x 0..1", "short": "variables are declared as var x 0..7 = 0",
	"unsigned": "variables are declared as var x 0..7 = 0",
	"print":    "write event name, for something to be observed",
	"printf":   "write event name, for something to be observed",
	"emit":     "write event name", "signal": "write signal c for a condition, notify m for a lock, release s for a semaphore",
	"send": "write c <- v, or post task.message(..)",
	"recv": "write x = <-c", "receive": "write x = <-c, or in an actor on message(..) { }",
	"run": "write spawn w(..) for a task w dynamic[K]", "go": "write spawn w(..) for a task w dynamic[K]",
	"fork": "write spawn w(..) for a task w dynamic[K]", "try": "there are no exceptions", "throw": "write assert false",
	"raise": "write assert false",
	"mutex": "write lock m", "Mutex": "write lock m", "semaphore": "write sem s = 1", "Semaphore": "write sem s = 1",
	"broadcast": "write broadcast c for a condition, notifyall m for a lock",
	"channel":   "write chan c 0..7",
	"WaitGroup": "write waitgroup wg", "Once": "write once o", "Cond": "write cond c on m", "condition": "write cond c on m",
	"thread": "write task t { .. }", "active": "write task t { .. }", "proctype": "write task t { .. }",
	"process": "write task t { .. }",
	"func":    "write proc p(..) { .. }", "function": "write proc p(..) { .. }", "procedure": "write proc p(..) { .. }",
	"def":  "write proc p(..) { .. }",
	"void": "write proc p(..) { .. }", "mtype": "write enum T { a, b }", "type": "write enum T { a, b }",
	"typedef": "write enum T { a, b }",
	"global":  "write shared x 0..7", "import": "a program is one file", "package": "a program begins with: program name",
	"module":     "a program begins with: program name",
	"property":   "properties stand in a file of their own, with the extension .fsa",
	"constraint": "constraints stand in a file of their own, with the extension .fsa",
	"P":          "write acquire s", "V": "write release s", "log": "write event name, for something to be observed",
	"foreach": forHint, "synchronized": "write lock m before and unlock m after", "with": "write lock m before and unlock m after",
	"sleep": timeHint, "delay": timeHint, "yield": timeHint, "usleep": timeHint, "Sleep": timeHint,
	"init": "tasks start with the program: write task main { .. }",
}

const timeHint = "leave it out: there is no time, and tasks take their steps in every order"

// unread notes a name whose declaration could not be read: its uses are not
// reported.
func (p *parser) unread(t lexeme) {
	if t.kind != word {
		return
	}
	if p.out.unread == nil {
		p.out.unread = map[string]bool{}
	}
	p.out.unread[t.text] = true
}

// otherWord returns the hint for a word that begins a statement in other languages.
func (p *parser) otherWord(t lexeme) string {
	if t.kind != word {
		return ""
	}
	return otherWords[t.text]
}

// adjacent reports whether the next token but n follows the one before it
// without space.
func (p *parser) adjacent(n int) bool { return p.peek(n).at == p.peek(n-1).end }

// otherOperator reports an operator of another language and reads it; it
// returns the one that was meant, with its place, or false if the next token
// begins none.
func (p *parser) otherOperator() (lexeme, bool) {
	t := p.tok()
	next := p.peek(1)
	if !p.adjacent(1) {
		next = lexeme{}
	}
	meant, size := "", 1
	switch {
	case t.is("and"):
		meant = "&&"
	case t.is("or") && !p.peek(1).is("{"):
		meant = "||"
	case t.is("mod"):
		meant = "%"
	case t.is("div"):
		meant = "/"
	case t.is("<") && next.is(">"):
		meant, size = "!=", 2
	case t.is("/") && next.is("="):
		meant, size = "!=", 2
	case (t.is("==") || t.is("!=")) && next.is("="):
		meant, size = t.text, 2
	case t.is("*") && next.is("*"):
		meant, size = "*", 2
	case t.is("=") && next.is("<"):
		meant, size = "<=", 2
	case !p.test:
	case t.is("=") && next.is(">"):
		meant, size = ">=", 2
	case t.is(":") && next.is("="):
		meant, size = "==", 2
	case t.is("="):
		meant = "=="
	}
	if meant == "" {
		return t, false
	}
	t.end = p.peek(size - 1).end
	written := string(p.src.text[t.at:t.end])
	switch {
	case meant == "==" && size == 1:
		p.syntax(t, `"=" assigns, and does not compare`).WithHint("write ==")
	case written == "**":
		p.syntax(t, "there is no operator **").WithHint("write a product, as x * x")
	default:
		p.syntax(t, "there is no operator %s", written).WithHint("write %s", meant)
	}
	p.i += size - 1
	p.toks[p.i] = lexeme{kind: symbolT, text: meant, span: t.span, guess: meant != written}
	return p.toks[p.i], true
}

// testing reads an expression that is a condition: an "=" in it is a slip.
func (p *parser) testing() expr {
	saved := p.test
	p.test = true
	e := p.expr()
	p.test = saved
	return e
}

// close reads the bracket that closes the one at open, which is reported when
// nothing closes it on its line; context is for the message.
func (p *parser) close(text string, open lexeme, context string) {
	if t := p.tok(); !p.at(text) && (t.fresh || p.unfinished()) {
		p.syntax(open, "%q is not closed", open.text)
		panic(bailout{})
	}
	p.expect(text, context)
}

// unfinished reports whether a statement ends here, whatever is still open.
func (p *parser) unfinished() bool {
	t := p.tok()
	return t.kind == eof || t.kind == newline || t.is("}") || t.is("{") || t.fresh && t.kind == word && reserved[t.text] &&
		!exprWords[t.text]
}

// openBrace reads the brace that opens a block. If something else stands
// before it on the line, or it stands on the next line, that is reported and
// the block is read nevertheless.
func (p *parser) openBrace(what string) {
	if p.got("{") {
		return
	}
	t := p.tok()
	d := p.syntax(t, `expected "{" and %s, found %s`, what, t.describe())
	i := p.i
	if t.kind == newline {
		for p.toks[i].kind == newline {
			i++
		}
		if p.toks[i].is("{") {
			d.WithHint("the { stands at the end of this line")
			p.i = i + 1
			return
		}
	}
	switch t.text {
	case "then", "do", "is", "begin", ":", "loop", ";":
		d.WithHint("write { in place of %s, and } at the end", t.text)
	default:
		if d.Hint == "" && d.Code != "" {
			d.WithHint("blocks stand in braces, even of one statement: { .. }")
		}
	}
	if t.kind != newline && p.peek(1).is("{") && !p.peek(1).fresh {
		d.WithHint("leave out %s", clip(t.text))
	}
	for ; p.toks[i].kind != eof && (i == p.i || !p.toks[i].fresh) && !p.toks[i].is("}"); i++ {
		if p.toks[i].is("{") {
			p.i = i + 1
			return
		}
	}
	panic(bailout{})
}

// outermost reports whether a declaration begins here that only stands at the
// top level of a program, written at the left margin: then a brace is missing
// before it.
func (p *parser) outermost() bool {
	t := p.tok()
	if !t.fresh || t.kind != word || p.blocks == 0 {
		return false
	}
	switch t.text {
	case "server":
		return p.peek(1).is("task") && p.src.place(t.at).Column == 1
	case "fair":
		return taskWords[p.peek(1).text] && p.src.place(t.at).Column == 1
	case "task", "actor", "looper", "process", "program":
		return p.peek(1).kind == word && p.src.place(t.at).Column == 1
	}
	return false
}

// unclosed returns the brace that most likely has no partner: the first one whose
// partner stood under another column than the line of the brace, else the
// innermost open one.
func (p *parser) unclosed(open pos) pos {
	if p.crooked != 0 {
		return p.crooked
	}
	return open
}

// indent returns the column of the first token on the line of offset at.
func (p *parser) indent(at pos) int {
	line := p.src.lines[p.src.place(at).Line-1]
	n := 1
	for int(line) < len(p.src.text) && (p.src.text[line] == ' ' || p.src.text[line] == '\t') {
		n++
		line++
	}
	return n
}

// forHint says how a for loop is written.
const forHint = "write for i in 0..N-1 { .. }"

// selfHint tells how a task names itself in post and call.
func (p *parser) selfHint(verb string) string {
	if len(p.out.tasks) == 0 {
		return ""
	}
	d := p.out.tasks[len(p.out.tasks)-1]
	name := d.name
	switch {
	case name == "" || p.blocks == 0:
		return ""
	case d.index.name != "":
		name += "[" + d.index.name + "]"
	case d.dynamic:
		name += "[self]"
	}
	return "write " + verb + " " + name + "." + clip(p.peek(2).text)
}

// noStatement reports a statement that begins with a name and goes on with
// something that no statement has there, and unwinds; n is what follows the
// name with its indices.
func (p *parser) noStatement(t, n lexeme) {
	two := lexeme{kind: symbolT, span: span{n.at, n.end}}
	i := p.i
	if p.tok().at != n.at { // n is the token after t
		i++
	}
	next := p.toks[min(i+1, len(p.toks)-1)]
	if next.at == n.end {
		two.end = next.end
	}
	name := clip(string(p.src.text[t.at:p.toks[i-1].end]))
	op := n.text
	var d *diag.Diagnostic
	switch {
	case n.is(":") && next.is("="):
		p.syntax(two, "there is no operator :=").WithHint("write %s = .. ; a variable is declared as var %s 0..7 = ..", name,
			name)
		p.unread(t)
	case n.is("=="):
		p.syntax(n,
			`"==" compares, and does not assign`).WithHint("write %s = .. to assign, await %s == .. to wait, assert %s == .. to check", name, name, name)
	case n.kind == symbolT && (n.is("+") || n.is("-")) && next.is(op):
		p.syntax(two, "there is no operator %s%s", op, op).WithHint("write %s = %s %s 1", name, name, op)
	case next.is("=") && (n.is("+") || n.is("-") || n.is("*") || n.is("/") || n.is("%")):
		p.syntax(two, "there is no operator %s=", op).WithHint("write %s = %s %s ..", name, name, op)
	case n.is("."):
		d = p.syntax(n, `expected = or <- after %s, found "."`, name)
		switch next.text {
		case "lock", "unlock", "rlock", "runlock", "acquire", "release", "wait", "notify", "notifyall", "close":
			d.WithHint("write %s %s", next.text, name)
		case "Lock", "Unlock":
			d.WithHint("write %s %s", map[string]string{"Lock": "lock", "Unlock": "unlock"}[next.text], name)
		case "Add":
			d.WithHint("write add %s(1)", name)
		case "Wait", "Done", "Signal", "Broadcast":
			d.WithHint("write %s %s", strings.ToLower(next.text), name)
		case "Do":
			d.WithHint("write once %s { .. }", name)
		case "send":
			d.WithHint("write %s <- v", name)
		case "recv", "receive":
			d.WithHint("write x = <-%s", name)
		default:
			d.WithHint("an entry is called as call %s.%s, a message is posted as post %s.%s", name, clip(next.text), name,
				clip(next.text))
		}
	case n.is("!"):
		p.syntax(n, `expected = or <- after %s, found "!"`,
			name).WithHint("a send is written %s <- v, a post as post %s.message(..)", name, name)
	case n.is("<="):
		p.syntax(n, "expected a statement, found %s", n.describe()).WithHint("a send is written %s <- v", name)
	case n.is("-") && next.is(">"):
		p.syntax(two, "there is no operator ->").WithHint("a send is written c <- x, a receive x = <-c")
	case n.is(","):
		p.syntax(n, `expected = or <- after %s, found ","`,
			name).WithHint("one statement assigns one variable; in an atomic block several are assigned in one step")
	default:
		what := t
		if n.kind == symbolT && !n.is("}") && p.otherWord(t) == "" {
			what = n
		}
		d = p.syntax(what, "expected a statement, found %s", what.describe())
		if h := p.otherWord(t); h != "" {
			d.WithHint("%s", h)
			p.unread(n)
		} else if s := suggest(t.text, stmtWords); s != "" && n.kind == word {
			d.WithHint("did you mean %q?", s)
		} else if n.kind == newline || n.kind == eof || n.is("}") {
			d.WithHint("a procedure is called as %s(), an entry as call T.%s", name, name)
		} else if n.kind == symbolT {
			d.WithHint("a statement that begins with a name is an assignment, a send or the call of a procedure")
		}
	}
	panic(bailout{})
}
